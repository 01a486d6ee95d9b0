"""The connections that lead to tables, and who is present there."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from intrigue.web.runtime.visitor import Visitor
from intrigue.web.view.scene import Viewer

if TYPE_CHECKING:
    from intrigue.web.store import ChatLine

TALK_KEPT = 200
LINGERS = 35_000
"""Milliseconds that somebody who polls is still here after an answer."""
LINGERING = 200
"""The most who are kept so at one table."""
NAMED = 30
"""The most who watch a table and are named; all others are counted."""

Crowd = tuple[tuple[int, ...], tuple[str, ...]]
"""Seats whose people are connected, and the names of those who watch."""


@dataclass(eq=False)
class Connection:
    """One browser's connection to a table."""

    table: str
    visitor: Visitor
    person: int | None
    version: int
    """The last version it brought; 0 asks for the whole scene."""
    talk: int
    """The last line of talk it brought."""
    viewer: Viewer | None = None
    """With which eyes it looked the last time; None before the first."""
    crowd_number: int = -1
    """Which telling of who is here it brought."""
    reminders: int = 0
    """How many reminders there were when it brought the last."""
    number: int = field(default_factory=count().__next__)
    """No other connection of this process has or had it."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    address: str = ""
    """From where it comes, as bans know it."""
    must_resync: bool = False
    """Whether its page must ask for everything anew."""
    active_at: int = 0
    """When its reader last was active before it; 0 if they are not."""
    asks_alive: bool = False
    """Whether its page wants to know that it still is one."""
    trouble: str = ""
    """Which trouble with the database it told of last."""


@dataclass
class PresentVisitor:
    """Somebody who is at a table or watches it."""

    viewer: Viewer
    name: str
    until: int = 0
    person: int | None = None
    active_at: int = 0
    """When they last were active here."""


@dataclass
class LiveTable:
    """What is live at one table."""

    connections: set[Connection] = field(default_factory=set)
    lingering: dict[bytes, PresentVisitor] = field(default_factory=dict)
    """Whoever polls, between two polls."""
    crowd: Crowd = ((), ())
    crowd_number: int = 0
    """How often who is here was told."""
    crowd_is_stale: bool = True
    """Whether somebody may have come or gone since `crowd` was counted."""
    talk: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=TALK_KEPT))
    talk_is_read: bool = False
    talk_count: int = 0
    """How many lines of talk there were when that was last asked."""
    reminders: int = 0
    reminder: str = ""
    """The last one, that a clock runs out."""
    trouble: str = ""
    """Why the table stands still: the database is `full` or `away`; empty if all is well."""
    trouble_at: int = 0
    """When the database failed last."""

    def wake_all(self) -> None:
        """Lets every connection look for news."""
        for connection in self.connections:
            connection.wake.set()

    def active_at(self, person: int) -> int:
        """When a person last was active before a page that is still open and seen; 0 if none is."""
        connected = [connection.active_at for connection in self.connections if connection.person == person]
        lingering = [presence.active_at for presence in self.lingering.values() if presence.person == person]
        return max([0, *connected, *lingering])

    def linger(self, connection: Connection, now: int) -> None:
        """Whoever polls will be back, so they are still here for a while. Of those who watch not too many are kept:
        nobody fills a table with people who are not there."""
        viewer, visitor = connection.viewer, connection.visitor
        if viewer and (viewer.seats or self.may_linger(visitor)):
            presence = PresentVisitor(viewer, visitor.name, now + LINGERS, connection.person, connection.active_at)
            self.lingering[visitor.token_hash] = presence

    def may_linger(self, visitor: Visitor) -> bool:
        """Whether somebody who only watches is kept between two polls."""
        return not visitor.is_new and (visitor.token_hash in self.lingering or len(self.lingering) < LINGERING)

    def drop_lingering(self, now: int) -> None:
        """Whoever polled and did not come back is gone."""
        if self.lingering and any(presence.until <= now for presence in self.lingering.values()):
            self.lingering = {hash: presence for hash, presence in self.lingering.items() if presence.until > now}
            self.crowd_is_stale = True

    def update_crowd(self) -> None:
        """Looks who is here, and lets everybody know if it is not as it was."""
        self.crowd_is_stale, crowd = False, self.current_crowd()
        if crowd != self.crowd:
            self.crowd = crowd
            self.crowd_number += 1
            self.wake_all()

    def current_crowd(self) -> Crowd:
        """Who is here now."""
        present = dict(self.lingering)
        for connection in self.connections:
            if connection.viewer:
                visitor = connection.visitor
                present[visitor.token_hash] = PresentVisitor(connection.viewer, visitor.name)
        seats: set[int] = set()
        for presence in present.values():
            seats |= set(presence.viewer.seats) | ({presence.viewer.seat} - {0})
        watchers = sorted(one.name for one in present.values() if not one.viewer.seat and not one.viewer.seats)
        named = [name for name in watchers if name][:NAMED]
        return tuple(sorted(seats)), (*[""] * (len(watchers) - len(named)), *named)
