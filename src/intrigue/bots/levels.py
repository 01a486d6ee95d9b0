"""The levels for people, weakest first. How far apart they are: docs/ladder.md."""

from __future__ import annotations

from typing import Any

from intrigue.bots.bot import Bot
from intrigue.bots.builtin import Greedy, Search
from intrigue.bots.plan import Plan
from intrigue.bots.registry import family_of
from intrigue.bots.sight import Sight
from intrigue.bots.spec import Options
from intrigue.engine.game import Game

LEVELS = ("page", "squire", "knight", "count", "duke")
"""How each plays follows from the family of games: `Family.levels`."""


class Level(Bot):
    """A level: another bot in each family of games.

    >>> from intrigue.games import game
    >>> Level("knight").bot(game("richelieu"))
    <Greedy greedy:noise=80>
    """

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        Options(spec).end()

    def bot(self, game: Game[Any]) -> Bot:
        """The bot that plays this level in a game."""
        spec = family_of(game).levels[self.spec]
        return Greedy(spec) if spec.startswith("greedy") else Search(spec)

    def sit(self, game: Game[Any], players: int, seat: int) -> Bot:
        return self.bot(game)

    def choose(self, sight: Sight, seed: int) -> str:
        return self.bot(sight.game).choose(sight, seed)

    def plan_of(self, game: Game[Any]) -> Plan | None:
        return self.bot(game).plan_of(game)
