"""What the log says of a database that fails: that it does, once a minute while that lasts, and when it is over."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from intrigue.web.store.errors import Busy, Full

MINUTE = 60.0
CALM = 5.0
"""Seconds without a fault after which a database that was away works again."""

FAILS = {
    "full": "the database has no room: %s",
    "busy": "the database is held by others, nothing can be written: %s",
    "away": "the database is away: %s",
}
OVER = {
    "full": "the database takes all writes again",
    "busy": "the database takes writes again",
    "away": "the database is back",
}

log = logging.getLogger("intrigue.web.store")
F = TypeVar("F", bound=Exception)


class Trouble:
    """Every call of a store tells how it went; some thousand a minute may fail, from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.lock = threading.Lock()
        self.kind = ""
        """What was said last: `full`, `busy` or `away`."""
        self.over = True
        self.said = self.failed_at = 0.0

    def failed(self, fault: F) -> F:
        """A call failed; the fault is given back, to be raised."""
        kind = trouble(fault)
        with self.lock:
            self.failed_at = self.clock()
            if kind == self.kind and not self.over and self.failed_at - self.said < MINUTE:
                return fault
            self.kind, self.said, self.over = kind, self.failed_at, False
        log.warning(FAILS[kind], str(fault))
        return fault

    def worked(self, wrote: bool) -> None:
        """A call came through. Without room, or while others hold the database, reading works all the while; without
        room small writes do now and then."""
        if self.over or (self.kind != "away" and not wrote):
            return
        with self.lock:
            calm = self.clock() - self.failed_at
            if self.over or calm < (MINUTE if self.kind == "full" else CALM):
                return
            self.over = True
        log.warning(OVER[self.kind])


def trouble(fault: Exception) -> str:
    """What is wrong with a database that failed: it is `full`, `busy` or `away`."""
    return "full" if isinstance(fault, Full) else "busy" if isinstance(fault, Busy) else "away"
