"""Players that are programs. They see what their seat may see, and samples of the rest: never a state.

>>> from intrigue.engine.match import Match
>>> from intrigue.games import game
>>> match = Match.new(game("oriflamme"), players=3, seed=7)
>>> make("random").choose(Sight(match), seed=1)
'place conspiracy first'
"""

from __future__ import annotations

from collections.abc import Callable

from intrigue.bots.bot import Bot
from intrigue.bots.builtin import Greedy, Random, Search
from intrigue.bots.command import Command
from intrigue.bots.levels import LEVELS, Level
from intrigue.bots.sight import Sight, decision_seed
from intrigue.bots.spec import SHOWN, specs
from intrigue.engine.errors import IntrigueError

__all__ = ["BOTS", "LEVELS", "Bot", "Sight", "decision_seed", "make", "specs"]

BOTS: dict[str, Callable[[str], Bot]] = {
    "random": Random,
    "greedy": Greedy,
    "search": Search,
    "cmd": Command,
    **dict.fromkeys(LEVELS, Level),
}
"""All bots by name; those of the levels are for people."""


def make(spec: str) -> Bot:
    """The bot that is written so.

    >>> make("search:sims=200,playout=random")
    <Search search:sims=200,playout=random>
    """
    name = spec.partition(":")[0]
    if name not in BOTS:
        raise IntrigueError("error.no_bot", name=name[:SHOWN], known=", ".join(BOTS))
    return BOTS[name](spec)
