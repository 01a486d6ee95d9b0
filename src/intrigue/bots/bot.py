"""The contract of a bot: a sight and a seed in, a move out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from intrigue.bots.plan import Plan
from intrigue.bots.sight import Sight
from intrigue.engine.game import Game


class Bot(ABC):
    """A player that is a program. Equal sights and seeds give equal moves; nothing is kept from one to the next."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        """The bot as it is written: `name[:key=value,...]`."""

    @abstractmethod
    def choose(self, sight: Sight, seed: int) -> str:
        """A legal move."""

    def sit(self, game: Game[Any], players: int, seat: int) -> Bot:
        """The bot for one seat of one game; `leave` it when the game is over."""
        return self

    def leave(self) -> None:  # noqa: B027
        """The game is over; most bots have nothing to put away."""

    def plan(self, game: Game[Any]) -> Plan | None:
        """How the compiled loops play this bot in a game; None if they cannot."""
        return self.plan_of(game)

    def plan_of(self, game: Game[Any]) -> Plan | None:
        """How this bot plays a game, in numbers; None if they cannot tell."""
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spec}>"
