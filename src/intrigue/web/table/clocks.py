"""When things happen by themselves: clocks that stop while the server is away, and the pace of bots and orders."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from intrigue.web.table.settings import Clock

SECOND = 1000
Span = tuple[int, int]
"""From when to when, in milliseconds."""

QUICKEST, SLOWEST = 700, 1600
"""How long a bot or a standing order is seen to think, in milliseconds."""
SHARES = (100, 50, 35)
"""Percent of it that a bot's move takes after none, one, and more moves of bots in a row: people wait for them all."""
GRID = 500
"""A decision that takes longer is shown on a later step of this grid, so that its true length is not seen."""

PROGRAM = 15 * SECOND
"""How long a program outside may take for a decision before a bot plays on."""

MINUTE = 60 * SECOND
PATIENCE = 3 * MINUTE
"""How long whoever is asked keeps the others waiting before they may let a bot play on, where no clock does; longer
where a friendly clock reminds later."""


def overlap(span: Span, outages: Sequence[Span]) -> int:
    """How much of a span the server was away; outages may overlap each other.

    >>> overlap((0, 100), [(10, 20), (15, 30), (90, 200)])
    30
    """
    away, reached = 0, span[0]
    for start, end in sorted(outages):
        start, end = max(start, reached), min(end, span[1])
        if end > start:
            away += end - start
            reached = end
    return away


def deadline(clock: Clock, spent: Sequence[Span], began: int, outages: Sequence[Span]) -> int:
    """When a clock that began (or, after `spent`, went on) at a moment is at zero: it stands still during outages."""
    used = sum(max(0, end - start) - overlap((start, end), outages) for start, end in spent)
    return after(began, max(0, clock.seconds * SECOND - used), outages)


def after(began: int, length: int, outages: Sequence[Span]) -> int:
    """When so much time has passed since a moment, outages apart.

    >>> after(1_000, 100, []), after(1_000, 100, [(900, 1_050), (1_120, 1_200), (1_300, 1_400)])
    (1100, 1230)
    """
    end, reached = began + length, began
    for start, back in sorted(outages):
        start = max(start, reached)
        if start >= end:
            break
        if back > start:
            end += back - start
            reached = back
    return end


def left(whole: int, end: int, now: int) -> int:
    """How many milliseconds are left until an end: none after it, and never more than the whole.

    >>> left(60_000, 90_000, 50_000), left(60_000, 90_000, 10_000), left(60_000, 90_000, 100_000)
    (40000, 60000, 0)
    """
    return max(0, min(end - now, whole))


def patient(clock: Clock) -> Clock:
    """A clock that is at zero when the patience of the others is.

    >>> patient(Clock("friendly", 60)).seconds, patient(Clock("friendly", 600)).seconds
    (180, 600)
    """
    return Clock(clock.kind, max(clock.seconds, PATIENCE // SECOND))


def warning(clock: Clock) -> int:
    """How long before zero the seat is warned, in milliseconds: a quarter of the time, at most a minute or half a day.

    >>> warning(Clock("live", 60)), warning(Clock("days", 3 * 86_400)) // 3_600_000
    (15000, 12)
    """
    most = 43_200 if clock.kind == "days" else 60
    return min(clock.seconds * SECOND // 4, most * SECOND)


def shown_delay(secret: bytes, began: int) -> int:
    """How long a bot or a standing order is seen to think about the decision that began at a moment: 700 to 1600
    milliseconds, drawn before anybody looks at a hand, whatever else happens at the table meanwhile. Nobody can compute
    it before the table's secret is told, so that a quick answer of a person and one that was ordered look alike.

    >>> 700 <= shown_delay(b"a", 3) <= 1600, shown_delay(b"a", 3) == shown_delay(b"a", 3)
    (True, True)
    """
    drawn = hashlib.sha256(b"intrigue pace 2\n" + secret + f"\n{began}\n".encode()).digest()
    return QUICKEST + int.from_bytes(drawn[:8], "big") % (SLOWEST - QUICKEST + 1)


def share_of(delay: int, row: int) -> int:
    """What is left of a delay for a bot's move that comes after so many moves of bots in a row.

    >>> [share_of(1000, row) for row in (0, 1, 2, 9)]
    [1000, 500, 350, 350]
    """
    return delay * SHARES[min(row, len(SHARES) - 1)] // 100


def shown_at(planned: int, done: int) -> int:
    """When a decision that is planned for one moment and was found at another is shown: as planned, and if it took
    longer, at the next step of the grid."""
    late = max(0, done - planned)
    return planned + -(-late // GRID) * GRID
