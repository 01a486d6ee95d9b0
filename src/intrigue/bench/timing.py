"""Measuring: decisions per second of processor time, the best of several short runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One line of the table."""

    what: str
    way: str
    decisions: float | None = None
    games: float | None = None
    bytes: int | None = None
    compile: float | None = None

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


def rate(
    play: Callable[[], tuple[int, int]], seconds: float, clock: Callable[[], float] = time.process_time
) -> tuple[float, float]:
    """Decisions and games per second; `play` returns how many of each it made."""
    best = (0.0, 0.0)
    runs = 4
    for _ in range(runs):
        start, decisions, games = clock(), 0, 0
        while (spent := clock() - start) < seconds / runs:
            more = play()
            decisions, games = decisions + more[0], games + more[1]
        best = max(best, (decisions / spent, games / spent))
    return best
