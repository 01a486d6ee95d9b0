"""All that a bot may know when it is asked for a move. The state itself stays behind."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from intrigue.engine.chance import derive, sow
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import Match


class Sight:
    """What the player to act knows: a view, the moves shown so far, the legal moves, and samples of the rest.

    It holds while its match stands still.

    >>> import intrigue
    >>> sight = Sight(intrigue.new("oriflamme", players=3, seed=7))
    >>> sight.seat, sight.legal[0], sight.view["players"][0]["hand"]
    (3, 'place archer first', 7)
    """

    def __init__(self, match: Match) -> None:
        if match.to_act is None:
            raise IntrigueError("error.nobody_acts")
        seat = match.to_act
        self.game = match.game
        self.edition = match.edition
        self.players = match.players
        self.seat = seat
        self.choices = match.choices()
        """The legal moves, in plain string order, with the actions each is made of."""

        def sample(seed: int) -> Any:
            world = match.state.copy()
            sow(world, seed)
            match.game.rules["sample"](world, match.game.box, seat - 1)
            return world

        self.sample = sample
        """A full state that this seat cannot tell from the true one, from a seed of at most 63 bits."""
        self.look: Callable[[], dict[str, Any]] = lambda: match.view(seat)
        self.remember: Callable[[], list[str]] = lambda: match.moves_for(seat)
        self.measure: Callable[[], list[int]] = lambda: match.observe(seat)

    @property
    def legal(self) -> list[str]:
        """The legal moves, in plain string order."""
        return list(self.choices)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat sees (notation, section 7)."""
        return self.look()

    @cached_property
    def moves(self) -> list[str]:
        """The moves so far as the seat was shown them."""
        return self.remember()

    def observe(self) -> list[int]:
        """What the seat sees, as numbers for networks."""
        return self.measure()


def decision_seed(seed: int, moves: int, seat: int) -> int:
    """The seed of one decision: of a game's seed, the number of whole moves so far, and the seat that is asked.

    >>> decision_seed(1, 0, 3) == decision_seed(1, 0, 3), decision_seed(1, 0, 3) == decision_seed(1, 1, 3)
    (True, False)
    """
    return derive(seed, moves, seat)
