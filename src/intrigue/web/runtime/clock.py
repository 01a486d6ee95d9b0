"""The site's time: milliseconds since 1970 that go on steadily and never go back, whatever happens to a wall clock.

A server counts from its machine's wall clock with the machine's steady one, which nobody sets. Once a second all
servers agree in the database how far the time is (`Scheduler.pulse`, `agreed_time`): it is the furthest that a wall
clock of theirs has been. A wall clock that goes forward takes it along, and what lies between counts as an outage; one
that goes back changes nothing. So stored times have an order that holds, and a wait is as long as it was meant to be.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

Now = Callable[[], int]

LONGEST_SLEEP = 60_000
"""A machine that slept itself looks at its clock again after so many milliseconds."""


def wall_clock() -> int:
    """Milliseconds since 1970, as this machine has them now."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Milliseconds since some moment: only their differences mean anything, and no setting of a clock is among them."""
    return time.monotonic_ns() // 1_000_000


class Step(NamedTuple):
    """The wall clock of this machine went forward."""

    length: int
    at: int
    """When, by the steady clock."""


class SiteClock:
    """The site's time as one server has it, and a way to wait for a moment of it.

    >>> wall, steady = [1_000_000], [5]
    >>> clock = SiteClock(lambda: wall[0], lambda: steady[0])
    >>> wall[0] -= 600_000  # somebody sets it back
    >>> steady[0] += 100
    >>> clock.now(), clock.lead
    (1000100, -600100)
    """

    def __init__(self, wall: Now = wall_clock, steady: Now = steady_clock) -> None:
        self.wall, self.steady = wall, steady
        self.base = wall() - steady()
        """The site's time when the steady clock is at zero."""
        self.step: Step | None = None
        """The last time that this machine's wall clock went forward, and that was an outage."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.base + self.steady()

    @property
    def lead(self) -> int:
        """By how much this machine's wall clock is ahead of the site's time; below zero, if it is behind."""
        wall = self.wall()
        return wall - self.now()

    def advance(self, lead: int) -> None:
        """Follows the wall clock that was so much ahead."""
        self.base += max(0, lead)

    def reach(self, at: int) -> None:
        """Another server, or this one before its start, has come to a moment: this one is there as well."""
        self.base = max(self.base, at - self.steady())

    async def until(self, at: int) -> None:
        """Returns at that moment, or at once if it has passed; never later than the steady clock says."""
        while (left := at - self.now()) > 0:
            await asyncio.sleep(min(left, LONGEST_SLEEP) / 1000)
