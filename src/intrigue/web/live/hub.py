"""Everybody who looks at a table right now, and what each of them has not seen yet.

A line to a browser keeps no queue: it knows the last version and the last word it brought, and fetches what came since
when it can carry more. So a slow reader costs nothing; if it fell back further than the table remembers, it gets the
whole scene. Who looks is asked anew before every frame: whoever gave a seat away hears nothing of it from then on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from intrigue.locale import Words
from intrigue.web.config import Config
from intrigue.web.live.connections import Line, Room
from intrigue.web.live.other_processes import Following
from intrigue.web.observe.logging import told
from intrigue.web.render import frames, regions
from intrigue.web.runtime.bans import Bans
from intrigue.web.runtime.people import People
from intrigue.web.runtime.tables import Tables
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.store import Full, Unavailable
from intrigue.web.store.error_log import trouble
from intrigue.web.table import log_entries
from intrigue.web.table.table import Moment, Table
from intrigue.web.view import cache, projection, visibility
from intrigue.web.view.scene import Viewer

if TYPE_CHECKING:
    from intrigue.web.store import Store

SEATING = (log_entries.Opened, log_entries.Changed, log_entries.Sat, log_entries.Rose, log_entries.HandedOver)
"""After one of these somebody may look with other eyes."""
CACHED = 256
"""Frames kept, over all tables: each is made once for all who see the same in the same language."""
AT_ONCE = 4
"""Tables whose lines are brought news together."""
LATE = 1_000
"""Milliseconds after which the clock of a frame is read anew."""
SLOW_REFRESH = 6
"""How much rarer a table is read again where no other process should be writing."""
TROUBLED = 35_000
"""Milliseconds after which a database that did not fail again counts as well: whoever retries does so sooner."""
HELD = 10_000
"""The same of one that others held: signs of life are tried more often than that."""
RESYNC = '{"type":"resync"}'
ALIVE = '{"type":"alive"}'

log = logging.getLogger("intrigue.web")


class Closing(Exception):
    """The server stops: whoever is connected comes back in a moment."""


class Hub:
    """All lines of a server."""

    def __init__(
        self, tables: Tables, store: Store, people: People, bans: Bans, config: Config, now: Callable[[], int]
    ) -> None:
        self.tables = tables
        self.following = Following(tables)
        self.store = store
        self.people = people
        self.bans = bans
        self.config = config
        self.now = now
        self.rooms: dict[str, Room] = {}
        self.made: OrderedDict[tuple[str, int, Viewer, str], str] = OrderedDict()
        self.changes: dict[str, None] = {}
        """Tables with a new version of which their lines do not know, in the order of arrival."""
        self.unsettled: dict[str, int] = {}
        """When tables changed last of which it is still known how, in this order."""
        self.arrival_listeners: list[Callable[[str], None]] = []
        """Called with a table when the first line comes to it."""
        self.empty_listeners: list[Callable[[], None]] = []
        """Called when the last line to any table is down."""
        self.closing = False
        self.tasks: list[asyncio.Task[None]] = []
        tables.listeners.change.append(self.changed)
        tables.listeners.erasure.append(self.rewritten)
        tables.interests.watches.append(self.rooms.__contains__)
        tables.listeners.trouble.append(self.troubled)

    async def start(self) -> None:
        """Begins to tell who is here and to look for what other processes wrote."""
        self.store.listen(self.following.poked)
        pause = self.config.refresh * (SLOW_REFRESH if self.config.database.startswith("sqlite") else 1)
        self.tasks = [
            asyncio.create_task(self.following.listen(self.talked)),
            asyncio.create_task(self.every(self.config.presence, self.beat)),
            asyncio.create_task(self.every(pause, self.refresh)),
        ]

    async def stop(self, patience: float = 0.0) -> None:
        """Lets every line end; sockets close with the code of a restart, if their other ends read within a while."""
        self.closing = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.rouse()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(room.lines for room in self.rooms.values()):
                    await asyncio.sleep(0.01)

    async def every(self, pause: float, work: Callable[[], Any]) -> None:
        while True:
            await asyncio.sleep(pause)
            try:
                await work()
            except (Unavailable, Full):
                pass  # for a while; the store says so
            except Exception as fault:  # nor does anything else end this
                log.error("%s failed: %s", work.__name__, told(fault))

    # Coming and going

    async def join(self, table: str, visitor: Visitor, since: int, talk: int, rewritten: int | None = None) -> Line:
        """A line to a table; raises if there is no such table, or if this person may not look. A page that says how
        often somebody had been taken out of the table asks for everything anew if somebody was since."""
        if self.closing:
            raise Closing()
        found = await self.tables.get(table)
        if since > found.version:  # another process wrote it, and its word has not come yet
            await self.tables.refresh(table)
            found = await self.tables.get(table)
        visibility.require_viewer(found, visitor.id)
        if table not in self.rooms:
            for listener in self.arrival_listeners:
                listener(table)
        room = self.rooms.setdefault(table, Room())
        line = Line(table, visitor, visitor.id, max(0, since), max(0, talk), reminders=room.reminders)
        line.anew = since > 0 and rewritten is not None and rewritten < self.tables.erasures(table)
        room.lines.add(line)
        return line

    def leave(self, line: Line, lingers: bool = False) -> None:
        """The line is down; somebody who polls will be back."""
        room = self.rooms.get(line.table)
        if room is None:
            return
        room.lines.discard(line)
        room.moved = True
        if lingers:
            room.linger(line, self.now())

    def attend(self, table: str) -> Line:
        """A line without eyes, for a program: it is woken by whatever happens at a table."""
        if self.closing:
            raise Closing()
        line = Line(table, Visitor("", True, None, "en"), None, 0, 0)
        self.rooms.setdefault(table, Room()).lines.add(line)
        return line

    def sign(self, table: str, person: int) -> int:
        """When a person last was active before a page of a table that is still open and seen; 0 if none is."""
        room = self.rooms.get(table)
        return room.sign(person) if room else 0

    def rouse(self) -> None:
        """Lets every line of every table look for news."""
        for room in self.rooms.values():
            room.rouse()

    # What is new

    async def news(self, line: Line) -> list[str]:
        """Everything the line has not brought yet, as messages; the line counts as having brought it."""
        if self.closing:
            raise Closing()
        room = self.rooms[line.table]
        if not room.heard:
            await self.hear(line.table, room)
        table = await self.tables.get(line.table)
        if line.person is None and self.somebody_sat(table, line.version):
            person = await self.people.find(line.visitor.token_hash)
            line.person = person.id if person else None
            table = await self.tables.get(line.table)
        # From here on nothing is awaited: what is rendered is one moment of the table.
        self.bans.check(line.address, line.person)
        viewer = visibility.require_viewer(table, line.person)
        words = line.visitor.words
        if line.anew:
            line.anew = False
            return [RESYNC]
        messages = self.signs(line) + self.of_table(line, table, viewer, words)
        messages += self.of_talk(line, room, table, viewer, words)
        if line.reminders != room.reminders:
            line.reminders = room.reminders
            messages.append(room.reminder)
        if line.stamp != room.stamp:
            line.stamp = room.stamp
            messages.append(self.of_people(room, table, words))
        return messages

    def signs(self, line: Line) -> list[str]:
        """What is told whether or not the database answers: that this line lives, and what is wrong."""
        told, room = [], self.rooms[line.table]
        if line.asked:
            line.asked = False
            told.append(ALIVE)
        if line.trouble != room.trouble:
            line.trouble = room.trouble
            told.append(encoded({"type": "trouble", "why": room.trouble}))
        return told

    def somebody_sat(self, table: Table, since: int) -> bool:
        return any(isinstance(moment.command, SEATING) for moment in table.moments if moment.version > since)

    def of_table(self, line: Line, table: Table, viewer: Viewer, words: Words) -> list[str]:
        missed = table.version - line.version
        before, line.viewer = line.viewer, viewer
        if viewer != before:
            self.rooms[table.id].moved = True
        since, line.version = line.version, table.version
        if before and frames.mark(table.id, before, words.language) != frames.mark(table.id, viewer, words.language):
            return [RESYNC]  # the page is another person's now: it asks for everything anew
        if missed == 0:
            return []
        moments = [moment for moment in table.moments if moment.version > since]
        if since == 0 or missed < 0 or len(moments) != missed:
            return [self.snapshot(table, viewer, words)]
        if before is None and any(isinstance(moment.command, SEATING) for moment in moments):
            return [self.snapshot(table, viewer, words)]  # whose eyes the page has, only the page knows
        return [self.frame(table, viewer, moment, words) for moment in moments]

    def frame(self, table: Table, viewer: Viewer, moment: Moment, words: Words) -> str:
        """What one command did, for all who look with the same eyes and read the same language."""
        key = (table.id, moment.version, viewer, words.language)
        if self.now() - moment.at > LATE:  # whoever comes back finds the clock as it stands
            made = dict(frames.frame(projection.change(table, viewer, moment), words))
            clock = projection.clock_of(moment, self.now(), self.tables.outages)
            return encoded(made | {"clock": clock and asdict(clock)})
        if key not in self.made:
            made = frames.frame(projection.change(table, viewer, moment), words)
            self.made[key] = encoded(made)
            if len(self.made) > CACHED:
                self.made.popitem(last=False)
        return self.made[key]

    def snapshot(self, table: Table, viewer: Viewer, words: Words) -> str:
        """The whole scene as it is now."""
        scene = projection.scene(table, viewer, now=self.now(), outages=self.tables.outages)
        return encoded(frames.snapshot(scene, words) | {"rewritten": self.tables.erasures(table.id)})

    # Talk

    async def hear(self, table: str, room: Room) -> None:
        """Reads what was said since."""
        last = room.talk[-1].number if room.talk else 0
        for said in await self.store.chat_lines(table, last):
            if not room.talk or said.number > room.talk[-1].number:
                room.talk.append(said)
        room.heard = True

    def talked(self, table: str) -> None:
        """Somebody said something, maybe in another process."""
        if room := self.rooms.get(table):
            room.heard = False
            room.rouse()

    def of_talk(self, line: Line, room: Room, table: Table, viewer: Viewer, words: Words) -> list[str]:
        fresh = [said for said in room.talk if said.number > line.talk]
        if not fresh:
            return []
        line.talk = fresh[-1].number
        scene = projection.scene(table, viewer)
        return [
            encoded({"type": "talk", "n": said.number, "html": str(regions.talk_line(said, scene, words))})
            for said in fresh
        ]

    # Who is here

    async def beat(self) -> None:
        """Tells every table who came and who left since the last time."""
        now = self.now()
        self.settle(now - LATE)
        for id, room in list(self.rooms.items()):
            room.linger_no_longer(now)
            if not room.lines and not room.lingering:
                if table := self.tables.in_memory(id):
                    cache.forget(table)
                del self.rooms[id]
                self.tables.release(id)
                if not self.rooms:
                    for listener in self.empty_listeners:
                        listener()
                continue
            if room.trouble and now - room.troubled > (HELD if room.trouble == "busy" else TROUBLED):
                self.relieve(room)
            if room.moved:
                room.count()

    def settle(self, until: int) -> None:
        """Forgets how tables came to be as they are that have not changed since."""
        for id, changed in list(self.unsettled.items()):
            if changed > until:
                return
            del self.unsettled[id]
            if table := self.tables.in_memory(id):
                cache.settle(table)

    def of_people(self, room: Room, table: Table, words: Words) -> str:
        seats, watchers = room.crowd
        names = [seat.name for seat in table.seats if seat.number in seats and seat.person is not None]
        return encoded({"type": "people", "html": str(regions.people(list(watchers), names, words))})

    # Changes

    def remind(self, table: str, seat: int, left: int) -> None:
        """Tells everybody at a table that a seat has so many milliseconds left."""
        if room := self.rooms.get(table):
            room.reminders += 1
            room.reminder = encoded({"type": "remind", "seat": seat, "left": left})
            room.rouse()

    def changed(self, table: Table) -> None:
        """A table has a new version."""
        if room := self.rooms.get(table.id):
            room.trouble = ""
            if not self.changes:
                asyncio.get_running_loop().call_soon(self.rouse_next)
            self.changes[table.id] = None
            self.unsettled.pop(table.id, None)
            self.unsettled[table.id] = self.now()

    def rouse_next(self) -> None:
        """Rouses some tables, then the next: in between whoever waits for an answer gets it, however many changed."""
        tables = list(islice(self.changes, AT_ONCE))
        for table in tables:
            del self.changes[table]
        if self.changes:
            asyncio.get_running_loop().call_soon(self.rouse_next)
        for table in tables:
            if room := self.rooms.get(table):
                room.rouse()

    def troubled(self, table: str, fault: Exception) -> None:
        """The database failed: one without room may still take something smaller elsewhere, and others may hold no more
        than this table; one that is away is away for all, and one that takes no sign of life is held for all."""
        why = trouble(fault)
        for id, room in self.rooms.items():
            if id == table or why == "away" or (why == "busy" and not table):
                room.troubled = self.now()
                if room.trouble != why:
                    room.trouble = why
                    room.rouse()

    def relieve(self, room: Room) -> None:
        """The trouble is over: whatever could not be read meanwhile is brought now."""
        if room.trouble:
            room.trouble = ""
            room.rouse()

    def rewritten(self, table: str) -> None:
        """Somebody was taken out of a table: nothing that names them or quotes them is shown again."""
        for key in [key for key in self.made if key[0] == table]:
            del self.made[key]
        if room := self.rooms.get(table):
            room.talk.clear()
            room.heard = False
            for line in room.lines:
                line.anew = True
            room.rouse()

    async def refresh(self) -> None:
        """Looks again at every table that somebody watches, in case a poke was lost."""
        try:
            standing = await self.store.positions(list(self.rooms))
        except (Full, Unavailable) as fault:
            self.troubled("", fault)
            raise
        for id, (version, talked) in standing.items():
            behind = not self.tables.is_at(id, version)
            if behind:
                await self.tables.refresh(id)
            room = self.rooms.get(id)
            if room and (behind or room.talked != talked):
                room.talked = talked
                self.talked(id)
            elif room and any(0 < line.version < version for line in room.lines):
                room.rouse()
        await self.tables.read_outages()
        for room in self.rooms.values():
            if room.trouble == "away":
                self.relieve(room)


def encoded(message: dict[str, Any]) -> str:
    """A message as it travels."""
    return msgspec.json.encode(message, enc_hook=str).decode()
