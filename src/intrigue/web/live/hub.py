"""Everybody who looks at a table right now, and what each of them has not seen yet.

A connection to a browser keeps no queue: it knows the last version and the last word it brought, and fetches what came
since when it can carry more. So a slow reader costs nothing; if it fell back further than the table remembers, it gets
the whole scene. Who looks is asked anew before every frame: whoever gave a seat away hears nothing of it from then on.
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

from intrigue.locale import Words
from intrigue.web.config import Config
from intrigue.web.live.connections import Connection, LiveTable
from intrigue.web.live.messages import ALIVE, RESYNC, encode
from intrigue.web.live.other_processes import OtherProcesses
from intrigue.web.observe.logging import safe_summary
from intrigue.web.render import frames, regions
from intrigue.web.runtime.bans import Bans
from intrigue.web.runtime.people import People
from intrigue.web.runtime.tables import Tables
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.store import Full, Unavailable, fault_kind
from intrigue.web.table import log_entries
from intrigue.web.table.table import Moment, Table
from intrigue.web.view import scene_builder, viewers
from intrigue.web.view.scene import Viewer

if TYPE_CHECKING:
    from intrigue.web.store import Store

SEATING = (log_entries.Opened, log_entries.Changed, log_entries.Sat, log_entries.Rose, log_entries.HandedOver)
"""After one of these somebody may look with other eyes."""
CACHED = 256
"""Frames kept, over all tables: each is made once for all who see the same in the same language."""
AT_ONCE = 4
"""Tables whose connections are brought news together."""
LATE = 1_000
"""Milliseconds after which the clock of a frame is read anew."""
SLOW_REFRESH = 6
"""How much rarer a table is read again where no other process should be writing."""
TROUBLED = 35_000
"""Milliseconds after which a database that did not fail again counts as well: whoever retries does so sooner."""
HELD = 10_000
"""The same of one that others held: signs of life are tried more often than that."""

log = logging.getLogger("intrigue.web")


class Closing(Exception):
    """The server stops: whoever is connected comes back in a moment."""


class Hub:
    """All connections of a server to browsers and programs."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        people: People,
        bans: Bans,
        config: Config,
        now: Callable[[], int],
    ) -> None:
        self.tables = tables
        self.other_processes = OtherProcesses(tables)
        self.store = store
        self.people = people
        self.bans = bans
        self.config = config
        self.now = now
        self.live_tables: dict[str, LiveTable] = {}
        self.frame_cache: OrderedDict[tuple[str, int, Viewer, str], str] = OrderedDict()
        self.changed_tables: dict[str, None] = {}
        """Tables with a new version of which their connections do not know, in the order of arrival."""
        self.unsettled: dict[str, int] = {}
        """When tables changed last of which it is still known how, in this order."""
        self.arrival_listeners: list[Callable[[str], None]] = []
        """Called with a table when the first connection to it opens."""
        self.empty_listeners: list[Callable[[], None]] = []
        """Called when the last connection to any table is closed."""
        self.closing = False
        self.tasks: list[asyncio.Task[None]] = []
        tables.listeners.change.append(self.on_change)
        tables.listeners.erasure.append(self.on_erasure)
        tables.interests.watches.append(self.live_tables.__contains__)
        tables.listeners.trouble.append(self.on_trouble)

    async def start(self) -> None:
        """Begins to tell who is here and to look for what other processes wrote."""
        self.store.listen(self.other_processes.on_poke)
        pause = self.config.refresh * (SLOW_REFRESH if self.config.database.startswith("sqlite") else 1)
        self.tasks = [
            asyncio.create_task(self.other_processes.listen(self.on_talk)),
            asyncio.create_task(self.repeat(self.config.presence, self.update_presence)),
            asyncio.create_task(self.repeat(pause, self.refresh)),
        ]

    async def stop(self, patience: float = 0.0) -> None:
        """Lets all connections end; sockets close with the code of a restart, if their other ends read in time."""
        self.closing = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.wake_all()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(live.connections for live in self.live_tables.values()):
                    await asyncio.sleep(0.01)

    async def repeat(self, pause: float, work: Callable[[], Any]) -> None:
        while True:
            await asyncio.sleep(pause)
            try:
                await work()
            except (Unavailable, Full):
                pass  # for a while; the store says so
            except Exception as fault:  # nor does anything else end this
                log.error("%s failed: %s", work.__name__, safe_summary(fault))

    # Coming and going

    async def join(
        self, table: str, visitor: Visitor, since: int, talk: int, rewritten: int | None = None
    ) -> Connection:
        """A connection to a table; raises if there is no such table, or if this person may not look. A page that says
        how often somebody had been taken out of the table asks for everything anew if somebody was since."""
        if self.closing:
            raise Closing()
        current = await self.tables.get(table)
        if since > current.version:  # another process wrote it, and its word has not come yet
            await self.tables.refresh(table)
            current = await self.tables.get(table)
        viewers.require_viewer(current, visitor.id)
        if table not in self.live_tables:
            for listener in self.arrival_listeners:
                listener(table)
        live = self.live_tables.setdefault(table, LiveTable())
        connection = Connection(table, visitor, visitor.id, max(0, since), max(0, talk), reminders=live.reminders)
        connection.must_resync = since > 0 and rewritten is not None and rewritten < self.tables.erasures(table)
        live.connections.add(connection)
        return connection

    def leave(self, connection: Connection, lingers: bool = False) -> None:
        """The connection is closed; somebody who polls will be back."""
        live = self.live_tables.get(connection.table)
        if live is None:
            return
        live.connections.discard(connection)
        live.crowd_is_stale = True
        if lingers:
            live.linger(connection, self.now())

    def join_program(self, table: str) -> Connection:
        """A connection without eyes, for a program: it is woken by whatever happens at a table."""
        if self.closing:
            raise Closing()
        connection = Connection(table, Visitor("", True, None, "en"), None, 0, 0)
        self.live_tables.setdefault(table, LiveTable()).connections.add(connection)
        return connection

    def active_at(self, table: str, person: int) -> int:
        """When a person last was active before a page of a table that is still open and seen; 0 if none is."""
        live = self.live_tables.get(table)
        return live.active_at(person) if live else 0

    def wake_all(self) -> None:
        """Lets every connection to every table look for news."""
        for live in self.live_tables.values():
            live.wake_all()

    # What is new

    async def news(self, connection: Connection) -> list[str]:
        """Everything the connection has not brought yet, as messages; it counts as having brought them."""
        if self.closing:
            raise Closing()
        live = self.live_tables[connection.table]
        if not live.talk_is_read:
            await self.read_talk(connection.table, live)
        table = await self.tables.get(connection.table)
        if connection.person is None and self.has_new_seating(table, connection.version):
            person = await self.people.find(connection.visitor.token_hash)
            connection.person = person.id if person else None
            table = await self.tables.get(connection.table)
        # From here on nothing is awaited: what is rendered is one moment of the table.
        self.bans.check(connection.address, connection.person)
        viewer = viewers.require_viewer(table, connection.person)
        words = connection.visitor.words
        if connection.must_resync:
            connection.must_resync = False
            return [RESYNC]
        messages = self.status_messages(connection) + self.table_messages(connection, table, viewer, words)
        messages += self.talk_messages(connection, live, table, viewer, words)
        if connection.reminders != live.reminders:
            connection.reminders = live.reminders
            messages.append(live.reminder)
        if connection.crowd_number != live.crowd_number:
            connection.crowd_number = live.crowd_number
            messages.append(self.crowd_message(live, table, words))
        return messages

    def status_messages(self, connection: Connection) -> list[str]:
        """What is told whether or not the database answers: that this connection lives, and what is wrong."""
        messages, live = [], self.live_tables[connection.table]
        if connection.asks_alive:
            connection.asks_alive = False
            messages.append(ALIVE)
        if connection.trouble != live.trouble:
            connection.trouble = live.trouble
            messages.append(encode({"type": "trouble", "why": live.trouble}))
        return messages

    def has_new_seating(self, table: Table, since: int) -> bool:
        return any(isinstance(moment.content, SEATING) for moment in table.moments if moment.version > since)

    def table_messages(self, connection: Connection, table: Table, viewer: Viewer, words: Words) -> list[str]:
        missed = table.version - connection.version
        before, connection.viewer = connection.viewer, viewer
        if viewer != before:
            self.live_tables[table.id].crowd_is_stale = True
        since, connection.version = connection.version, table.version
        if before and frames.mark(table.id, before, words.language) != frames.mark(table.id, viewer, words.language):
            return [RESYNC]  # the page is another person's now: it asks for everything anew
        if missed == 0:
            return []
        moments = [moment for moment in table.moments if moment.version > since]
        if since == 0 or missed < 0 or len(moments) != missed:
            return [self.snapshot(table, viewer, words)]
        if before is None and any(isinstance(moment.content, SEATING) for moment in moments):
            return [self.snapshot(table, viewer, words)]  # whose eyes the page has, only the page knows
        return [self.frame(table, viewer, moment, words) for moment in moments]

    def frame(self, table: Table, viewer: Viewer, moment: Moment, words: Words) -> str:
        """What one entry did, for all who look with the same eyes and read the same language."""
        key = (table.id, moment.version, viewer, words.language)
        if self.now() - moment.at > LATE:  # whoever comes back finds the clock as it stands
            message = dict(
                frames.frame(scene_builder.change(table, viewer, moment, self.tables.views_of(table)), words)
            )
            clock = scene_builder.clock_of(moment, self.now(), self.tables.outages)
            return encode(message | {"clock": clock and asdict(clock)})
        if key not in self.frame_cache:
            message = frames.frame(scene_builder.change(table, viewer, moment, self.tables.views_of(table)), words)
            self.frame_cache[key] = encode(message)
            if len(self.frame_cache) > CACHED:
                self.frame_cache.popitem(last=False)
        return self.frame_cache[key]

    def snapshot(self, table: Table, viewer: Viewer, words: Words) -> str:
        """The whole scene as it is now."""
        scene = scene_builder.scene(
            table, viewer, self.tables.views_of(table), now=self.now(), outages=self.tables.outages
        )
        return encode(frames.snapshot(scene, words) | {"rewritten": self.tables.erasures(table.id)})

    # Talk

    async def read_talk(self, table: str, live: LiveTable) -> None:
        """Reads what was said since."""
        last = live.talk[-1].number if live.talk else 0
        for line in await self.store.chat_lines(table, last):
            if not live.talk or line.number > live.talk[-1].number:
                live.talk.append(line)
        live.talk_is_read = True

    def on_talk(self, table: str) -> None:
        """Somebody said something, maybe in another process."""
        if live := self.live_tables.get(table):
            live.talk_is_read = False
            live.wake_all()

    def talk_messages(
        self, connection: Connection, live: LiveTable, table: Table, viewer: Viewer, words: Words
    ) -> list[str]:
        fresh = [line for line in live.talk if line.number > connection.talk]
        if not fresh:
            return []
        connection.talk = fresh[-1].number
        scene = scene_builder.scene(table, viewer, self.tables.views_of(table))
        return [
            encode({"type": "talk", "n": line.number, "html": str(regions.talk_line(line, scene, words))})
            for line in fresh
        ]

    # Who is here

    async def update_presence(self) -> None:
        """Tells every table who came and who left since the last time."""
        now = self.now()
        self.settle(now - LATE)
        for id, live in list(self.live_tables.items()):
            live.drop_lingering(now)
            if not live.connections and not live.lingering:
                self.tables.drop_views(id)
                del self.live_tables[id]
                self.tables.release(id)
                if not self.live_tables:
                    for listener in self.empty_listeners:
                        listener()
                continue
            if live.trouble and now - live.trouble_at > (HELD if live.trouble == "busy" else TROUBLED):
                self.end_trouble(live)
            if live.crowd_is_stale:
                live.update_crowd()

    def settle(self, until: int) -> None:
        """Forgets how tables came to be as they are that have not changed since."""
        for id, changed in list(self.unsettled.items()):
            if changed > until:
                return
            del self.unsettled[id]
            self.tables.settle_views(id)

    def crowd_message(self, live: LiveTable, table: Table, words: Words) -> str:
        seats, watchers = live.crowd
        names = [seat.name for seat in table.seats if seat.number in seats and seat.person is not None]
        return encode({"type": "people", "html": str(regions.people(list(watchers), names, words))})

    # Changes

    def remind(self, table: str, seat: int, left: int) -> None:
        """Tells everybody at a table that a seat has so many milliseconds left."""
        if live := self.live_tables.get(table):
            live.reminders += 1
            live.reminder = encode({"type": "remind", "seat": seat, "left": left})
            live.wake_all()

    def on_change(self, table: Table) -> None:
        """A table has a new version."""
        if live := self.live_tables.get(table.id):
            live.trouble = ""
            if not self.changed_tables:
                asyncio.get_running_loop().call_soon(self.wake_next)
            self.changed_tables[table.id] = None
            self.unsettled.pop(table.id, None)
            self.unsettled[table.id] = self.now()

    def wake_next(self) -> None:
        """Rouses some tables, then the next: in between whoever waits for an answer gets it, however many changed."""
        tables = list(islice(self.changed_tables, AT_ONCE))
        for table in tables:
            del self.changed_tables[table]
        if self.changed_tables:
            asyncio.get_running_loop().call_soon(self.wake_next)
        for table in tables:
            if live := self.live_tables.get(table):
                live.wake_all()

    def on_trouble(self, table: str, fault: Exception) -> None:
        """The database failed: one without room may still take something smaller elsewhere, and others may hold no more
        than this table; one that is away is away for all, and one that takes no sign of life is held for all."""
        why = fault_kind(fault)
        for id, live in self.live_tables.items():
            if id == table or why == "away" or (why == "busy" and not table):
                live.trouble_at = self.now()
                if live.trouble != why:
                    live.trouble = why
                    live.wake_all()

    def end_trouble(self, live: LiveTable) -> None:
        """The trouble is over: whatever could not be read meanwhile is brought now."""
        if live.trouble:
            live.trouble = ""
            live.wake_all()

    def on_erasure(self, table: str) -> None:
        """Somebody was taken out of a table: nothing that names them or quotes them is shown again."""
        for key in [key for key in self.frame_cache if key[0] == table]:
            del self.frame_cache[key]
        if live := self.live_tables.get(table):
            live.talk.clear()
            live.talk_is_read = False
            for connection in live.connections:
                connection.must_resync = True
            live.wake_all()

    async def refresh(self) -> None:
        """Looks again at every table that somebody watches, in case a poke was lost."""
        try:
            standing = await self.store.positions(list(self.live_tables))
        except (Full, Unavailable) as fault:
            self.on_trouble("", fault)
            raise
        for id, (version, talked) in standing.items():
            behind = not self.tables.is_at(id, version)
            if behind:
                await self.tables.refresh(id)
            live = self.live_tables.get(id)
            if live and (behind or live.talk_count != talked):
                live.talk_count = talked
                self.on_talk(id)
            elif live and any(0 < connection.version < version for connection in live.connections):
                live.wake_all()
        await self.tables.read_outages()
        for live in self.live_tables.values():
            if live.trouble == "away":
                self.end_trouble(live)
