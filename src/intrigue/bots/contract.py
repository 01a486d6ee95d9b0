"""What the bots ask of a family of games: games that share a state, and so the rules of judgement and sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from intrigue.bots import policies, tree
from intrigue.engine.state import Flat


class Family(NamedTuple):
    """One family. The rules stand in for those of the same names that `policies` and `tree` leave open."""

    state: type[Flat]
    worth: Callable[..., int]
    veil: Callable[..., int]
    edge: Callable[..., int]
    glimpse: Callable[..., int]
    point: int
    """What a point is worth, in thousandths of a win."""
    trust: int
    """How many simulations greedy's opinion weighs as much as: little where much is hidden, much where there is much
    to choose from. Found by playing (docs/ladder.md)."""
    plain_sims: int
    """The most simulations of an interpreted search on the site: about a second. Measured at the dearest decisions of a
    game on one core of an EPYC 9004."""
    plain_pace: int
    """By how many milliseconds a bot that searches is put off while its search is interpreted: it may take longer than
    bots are seen to think, and how much longer must not be seen."""
    levels: Mapping[str, str]
    """The bot that plays each of `levels.LEVELS`."""

    def standing_in(self) -> dict[Any, Any]:
        """The rules by those they stand in for."""
        return {
            policies.worth: self.worth,
            tree.veil: self.veil,
            tree.edge: self.edge,
            tree.glimpse: self.glimpse,
        }
