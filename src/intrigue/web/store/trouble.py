"""What the log says of a database that fails: that it does, once a minute while that lasts, and when it is over."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from intrigue.web.store.contract import Full

MINUTE = 60.0
CALM = 5.0
"""Seconds without a fault after which a database that was away works again."""

log = logging.getLogger("intrigue.web.store")
F = TypeVar("F", bound=Exception)


class Trouble:
    """Every call of a store tells how it went; some thousand a minute may fail, from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.lock = threading.Lock()
        self.kind = ""
        """What was said last: `full` or `away`."""
        self.over = True
        self.said = self.failed_at = 0.0

    def failed(self, fault: F) -> F:
        """A call failed; the fault is given back, to be raised."""
        kind = "full" if isinstance(fault, Full) else "away"
        with self.lock:
            self.failed_at = self.clock()
            if kind == self.kind and not self.over and self.failed_at - self.said < MINUTE:
                return fault
            self.kind, self.said, self.over = kind, self.failed_at, False
        log.warning("the database has no room: %s" if kind == "full" else "the database is away: %s", str(fault))
        return fault

    def worked(self, wrote: bool) -> None:
        """A call came through. Without room, reading works all the while, and small writes do now and then."""
        if self.over or (self.kind == "full" and not wrote):
            return
        with self.lock:
            calm = self.clock() - self.failed_at
            if self.over or calm < (MINUTE if self.kind == "full" else CALM):
                return
            self.over = True
        log.warning("the database takes all writes again" if self.kind == "full" else "the database is back")
