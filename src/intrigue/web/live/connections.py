"""What is live at one table: the lines that lead there, and who is here."""

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


@dataclass(eq=False)
class Line:
    """One browser's line to a table."""

    table: str
    visitor: Visitor
    person: int | None
    version: int
    """The last version it brought; 0 asks for the whole scene."""
    talk: int
    viewer: Viewer | None = None
    """With which eyes it looked the last time; None before the first."""
    stamp: int = -1
    """Which telling of who is here it brought."""
    reminders: int = 0
    """How many reminders there were when it brought the last."""
    number: int = field(default_factory=count().__next__)
    """No other line of this process has or had it."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    address: str = ""
    """From where it comes, as bans know it."""
    anew: bool = False
    """Whether its page must ask for everything anew."""
    sign: int = 0
    """When its reader last was active before it; 0 if they are not."""
    asked: bool = False
    """Whether its page wants to know that it still is one."""
    trouble: str = ""
    """Which trouble with the database it told of last."""


@dataclass
class Here:
    """Somebody who is at a table or watches it."""

    viewer: Viewer
    name: str
    until: int = 0
    person: int | None = None
    sign: int = 0
    """When they last were active here."""


@dataclass
class Room:
    """What is live at one table."""

    lines: set[Line] = field(default_factory=set)
    lingering: dict[bytes, Here] = field(default_factory=dict)
    crowd: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())
    """Seats whose people are connected, and the names of those who watch."""
    stamp: int = 0
    talk: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=TALK_KEPT))
    heard: bool = False
    """Whether the talk was read."""
    talked: int = 0
    """How many lines of talk there were when that was last asked."""
    moved: bool = True
    """Whether somebody may have come or gone since `crowd` was counted."""
    reminders: int = 0
    reminder: str = ""
    """The last one, that a clock runs out."""
    trouble: str = ""
    """Why the table stands still: the database is `full` or `away`; empty if all is well."""
    troubled: int = 0
    """When the database failed last."""

    def rouse(self) -> None:
        """Lets every line look for news."""
        for line in self.lines:
            line.wake.set()

    def sign(self, person: int) -> int:
        """When a person last was active before a page that is still open and seen; 0 if none is."""
        here = [line.sign for line in self.lines if line.person == person]
        return max([0, *here, *(one.sign for one in self.lingering.values() if one.person == person)])

    def linger(self, line: Line, now: int) -> None:
        """Whoever polls will be back, so they are still here for a while. Of those who watch not too many are kept:
        nobody fills a room with people who are not there."""
        if line.viewer and (line.viewer.seats or self.may_linger(line.visitor)):
            here = Here(line.viewer, line.visitor.name, now + LINGERS, line.person, line.sign)
            self.lingering[line.visitor.token_hash] = here

    def may_linger(self, visitor: Visitor) -> bool:
        return not visitor.is_new and (visitor.token_hash in self.lingering or len(self.lingering) < LINGERING)

    def linger_no_longer(self, now: int) -> None:
        """Whoever polled and did not come back is gone."""
        if self.lingering and any(here.until <= now for here in self.lingering.values()):
            self.lingering = {hash: here for hash, here in self.lingering.items() if here.until > now}
            self.moved = True

    def count(self) -> None:
        """Looks who is here, and lets everybody know if it is not as it was."""
        self.moved, crowd = False, self.counted()
        if crowd != self.crowd:
            self.crowd = crowd
            self.stamp += 1
            self.rouse()

    def counted(self) -> tuple[tuple[int, ...], tuple[str, ...]]:
        here = {line.visitor.token_hash: Here(line.viewer, line.visitor.name) for line in self.lines if line.viewer}
        here = self.lingering | here
        seats: set[int] = set()
        for one in here.values():
            seats |= set(one.viewer.seats) | ({one.viewer.seat} - {0})
        watchers = sorted(one.name for one in here.values() if not one.viewer.seat and not one.viewer.seats)
        named = [name for name in watchers if name][:NAMED]
        return tuple(sorted(seats)), (*[""] * (len(watchers) - len(named)), *named)
