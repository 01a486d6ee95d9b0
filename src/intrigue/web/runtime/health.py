"""Whether a server can serve: what its parts say when they are asked, as sentences for whoever runs it."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from intrigue.web.runtime.automation import Automation
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.store import Full, Store, Unavailable

PATIENCE = 3.0
"""Seconds in which the database must answer."""
BEHIND = 10_000
"""Milliseconds by which clocks of several machines differ without anybody being told."""
LATELY = 3_600_000
"""Milliseconds for which it is said that a clock went forward."""


class Remark(NamedTuple):
    """Something to know of a server, though it can serve; a key of a sentence, and how long what it speaks of is."""

    key: str
    length: str


async def ailments(store: Store, automation: Automation, closing: bool) -> list[str]:
    """Why the server is not ready, as keys of sentences; nothing if it is."""
    problems = []
    if closing:
        problems.append("health.stopping")
    try:
        async with asyncio.timeout(PATIENCE):
            if not await store.is_up_to_date():
                problems.append("health.migrations")
            if not await store.has_room():
                problems.append("health.full")
        if store.is_busy():
            problems.append("health.busy")
    except (Unavailable, Full, TimeoutError):
        problems.append("health.database")
    return problems + automation.ailments()


def remarks(clock: SiteClock) -> list[Remark]:
    """What is odd about the clock of this machine, whether or not the server is ready."""
    noted = []
    if clock.lead < -BEHIND:
        noted.append(Remark("health.clock.behind", duration(-clock.lead)))
    if clock.step and clock.steady() - clock.step.at < LATELY:
        noted.append(Remark("health.clock.forward", duration(clock.step.length)))
    return noted


def duration(milliseconds: int) -> str:
    """A length of time in hours, minutes and seconds.

    >>> duration(90_061_700)
    '25:01:01'
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
