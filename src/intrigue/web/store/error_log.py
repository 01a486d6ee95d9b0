"""What the log says of a database that fails: that it does, once a minute while that lasts, and when it is over."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from intrigue.web.store.errors import fault_kind

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


class FaultLog:
    """Every call of a store tells how it went; some thousand a minute may fail, from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.lock = threading.Lock()
        self.kind = ""
        """What was said last: `full`, `busy` or `away`."""
        self.over = True
        self.logged_at = self.failed_at = 0.0

    def log_failure(self, fault: F) -> F:
        """A call failed; the fault is given back, to be raised."""
        kind = fault_kind(fault)
        with self.lock:
            self.failed_at = self.clock()
            if kind == self.kind and not self.over and self.failed_at - self.logged_at < MINUTE:
                return fault
            self.kind, self.logged_at, self.over = kind, self.failed_at, False
        log.warning(FAILS[kind], str(fault))
        return fault

    def log_success(self, wrote: bool) -> None:
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
