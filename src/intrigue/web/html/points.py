"""The table of points at the end of a game: where each seat's points come from, and who stands first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from intrigue.engine.events import Event


class Swing(NamedTuple):
    """What a move did to the points."""

    points: dict[int, int]
    """By player: so many more, or fewer."""
    event: Event | None
    """Which of its events did most; None if none did anything."""
    round: int = 0
    """In which round it was; 0 in a game without rounds."""


class Points(NamedTuple):
    """The points of all seats, from the first on."""

    names: tuple[str, ...]
    """Where points come from: `web.points.…`."""
    parts: Sequence[list[int]]
    """By seat: so many from each."""
    totals: Sequence[int]
    ties: Sequence[tuple[int, ...]]
    """By seat: what decides between equal points."""
