"""Who sits in the other seats. A choice follows from the seed and the number of moves so far, so that a saved game goes
on as it would have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from intrigue.engine.chance import below, words


class Dice:
    """A generator of its own."""

    def __init__(self, source: bytes) -> None:
        self.generator = words(source)


def random_move(moves: Sequence[str], seed: int, number: int) -> str:
    """Any legal move, each equally likely.

    >>> random_move(["reveal", "wait"], seed=1, number=8), random_move(["reveal", "wait"], seed=1, number=9)
    ('reveal', 'wait')
    """
    return moves[below(Dice(f"random {seed} {number}".encode()), len(moves))]


OPPONENTS: dict[str, Callable[[Sequence[str], int, int], str]] = {"random": random_move}
