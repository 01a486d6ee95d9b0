"""The tables of a server: loaded when asked for, changed one entry at a time, durable before anybody sees it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from intrigue.web.errors import NoTable
from intrigue.web.observe.metrics import Metrics
from intrigue.web.runtime.shielded import runs_to_end
from intrigue.web.runtime.table_ids import id_of_form, new_id
from intrigue.web.runtime.table_listeners import Interests, Listeners
from intrigue.web.runtime.table_loading import Earlier, fold, load_table, read_bygone, unplayable
from intrigue.web.runtime.table_rows import has_ended, index_row
from intrigue.web.store import ENDED, SHELF_LIFE, Forgotten, Full, Stale, Store, Unavailable
from intrigue.web.table.clocks import overlap
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import AnyContent, Entry, Followed, tag_of
from intrigue.web.table.requests import Posted
from intrigue.web.table.table import Table
from intrigue.web.table.unreplayable import Bygone
from intrigue.web.view.cache import ViewCache

OUTAGES_KEPT = SHELF_LIFE
"""Milliseconds: outages longer ago stop no clock that still runs, and nothing that is kept for some time is older."""
RESENT = 3 * 60 * 1000
"""So long after its table was opened a form may come again because its answer was lost; later, somebody means it."""

log = logging.getLogger("intrigue.web")
Answer = TypeVar("Answer")
Decided = Sequence[AnyContent] | Callable[[Table], Sequence[AnyContent]]
"""Entries, or how to find them."""
Follower = Callable[[Table, Collection[int], str, bytes], Sequence[AnyContent]]
"""How a table goes on from another without those who are gone, under an id and with a secret."""
Decision = Callable[[Table], Awaitable[Sequence[AnyContent]]]
"""How to find entries where the store must be asked."""


async def keep_no_time() -> None:
    """Where clocks do not run, nobody needs to agree how late it is."""


class CachedTable:
    """One table in memory, or on its way there."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0
        """How many hold the lock or wait for it."""
        self.table: Table | None = None
        """As the store has it; None until somebody asks, and after a fault, when only the store knows."""
        self.views = ViewCache()
        """What was made of the table lately for those who look at it."""
        self.ahead = False
        """Whether the table holds what is not durable yet: then only whoever writes reads it."""
        self.announced = 0
        """The last version that listeners know of; 0 if they know of none."""
        self.erasures = 0
        """How often somebody was taken out of the table, at least, before it was read."""

    def keep(self, table: Table) -> Table:
        """Holds a table as the store has it; what was made of another one is void."""
        self.table, self.views = table, ViewCache()
        return table

    def forget(self) -> None:
        """Lets go of the table and of what was made of it: only the store knows it now."""
        self.table, self.views = None, ViewCache()

    @property
    def durable(self) -> Table | None:
        """The table, if all that it says is in the store."""
        return None if self.ahead else self.table


class Tables:
    """All tables in memory. Whoever awaits `get` may read the table until the next await."""

    def __init__(self, store: Store, now: Callable[[], int], kept: int = 5_000, metrics: Metrics | None = None) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.now = now
        self.kept = kept
        self.cached: OrderedDict[str, CachedTable] = OrderedDict()
        """Not for speed alone: who writes to a table holds its lock here."""
        self.outages: list[tuple[int, int]] = []
        self.listeners = Listeners()
        self.interests = Interests()
        self.keep_time: Callable[[], Awaitable[None]] = keep_no_time
        """Called before anything is written: all servers agree how late it is."""
        self.tasks: set[asyncio.Task[Any]] = set()

    # Reading

    async def get(self, id: str) -> Table:
        """The table as the store has it; raises `NoTable`."""
        cached = self.cached.get(id)
        if cached and cached.table and not cached.users:
            self.cached.move_to_end(id)
            return cached.table
        async with self.lock(id) as cached:
            return await self.load(id, cached)

    @asynccontextmanager
    async def lock(self, id: str) -> AsyncIterator[CachedTable]:
        """A table's place in memory, for one at a time."""
        cached = self.cached_table(id)
        cached.users += 1
        try:
            async with cached.lock:
                yield cached
        except (Full, Unavailable) as fault:
            self.announce_trouble(id, fault)
            raise
        finally:
            cached.users -= 1

    def cached_table(self, id: str) -> CachedTable:
        cached = self.cached.get(id)
        if cached is None:
            cached = self.cached[id] = CachedTable()
        self.cached.move_to_end(id)
        if len(self.cached) > self.kept:
            self.make_room()
        return cached

    def make_room(self) -> None:
        """Forgets tables nobody looked at for long."""
        for id, cached in list(self.cached.items())[: len(self.cached) - self.kept + self.kept // 20]:
            if not cached.users and not self.is_watched(id):
                del self.cached[id]

    def release(self, id: str) -> None:
        """Nobody looks at a table any more, unless somebody does: a game that is over need not stay in memory."""
        cached = self.cached.get(id)
        if cached and not cached.users and not self.is_watched(id) and cached.table and cached.table.phase in ENDED:
            del self.cached[id]

    async def load(self, id: str, cached: CachedTable) -> Table:
        """The cached table whose lock is held."""
        if cached.table is None:
            secret = await self.store.secret(id)
            if secret is None:
                self.cached.pop(id, None)
                raise NoTable()
            cached.erasures = await self.store.erasures_of(id)
            cached.keep(await load_table(self.store, id, secret))
        assert cached.table is not None
        if cached.announced == 0:
            cached.announced = cached.table.version
        elif cached.announced != cached.table.version:  # while it was not in memory nobody could be told
            self.announce(cached.table)
        return cached.table

    async def skim(self, id: str, phase: str) -> Bygone:
        """What the log tells of a game that has ended or cannot be played here, whatever its rules: nothing of it is
        played again, and it does not stay in memory."""
        secret = await self.store.secret(id)
        if secret is None:
            raise NoTable()
        return read_bygone(id, secret, await self.store.read(id), phase)

    async def get_or_skim(self, id: str) -> Table:
        """The table, even if it is one of earlier rules or another deck: then a `Bygone`."""
        try:
            return await self.get(id)
        except Earlier as earlier:
            return earlier.table

    def is_watched(self, id: str) -> bool:
        """Whether somebody looks at a table here."""
        return any(watches(id) for watches in self.interests.watches)

    def in_memory(self, id: str) -> Table | None:
        """The table in memory, if it is there and all that it says is durable."""
        cached = self.cached.get(id)
        return cached.durable if cached else None

    def views_of(self, table: Table) -> ViewCache:
        """What was made of a table lately, as long as it is the one in memory."""
        cached = self.cached.get(table.id)
        return cached.views if cached and cached.table is table else ViewCache()

    def settle_views(self, id: str) -> None:
        """The last change of a table is no longer new to anybody."""
        if cached := self.cached.get(id):
            cached.views.settle()

    def drop_views(self, id: str) -> None:
        """Nobody looks at a table."""
        if cached := self.cached.get(id):
            cached.views = ViewCache()

    def erasures(self, id: str) -> int:
        """How often somebody was taken out of a table, as far as the table in memory shows it."""
        cached = self.cached.get(id)
        return cached.erasures if cached else 0

    def is_at(self, id: str, version: int) -> bool:
        """Whether the table in memory is at a version, or beyond, as far as is durable."""
        table = self.in_memory(id)
        return table is not None and table.version >= version

    async def refresh(self, id: str) -> None:
        """Adds what another process wrote since."""
        if id not in self.cached:
            return
        async with self.lock(id) as cached:
            if cached.table is not None:
                await self.load_newest(id, cached)

    def lacks(self, id: str, version: int) -> bool:
        """Whether a table is in memory, or is being read, of whose version nobody was told here, as far as is
        durable."""
        cached = self.cached.get(id)
        if cached is None or cached.announced >= version:
            return False
        return cached.table is not None or cached.users > 0 or self.is_watched(id)

    def leave_to_others(self, id: str) -> bool:
        """Forgets a table with which another process went on, if nobody looks at it, is at work with it or follows it
        here: it is read anew when somebody asks for it, and need not be followed at every move until then."""
        cached = self.cached.get(id)
        if cached is None or cached.table is None or cached.users or self.is_watched(id):
            return False
        if any(follows(cached.table) for follows in self.interests.follows):
            return False
        del self.cached[id]
        for listener in self.listeners.departure:
            listener(id)
        return True

    def idle_version(self, id: str) -> int | None:
        """The version of a table in memory that nobody is writing at; None where there is no such table."""
        cached = self.cached.get(id)
        return cached.table.version if cached and cached.table and not cached.users else None

    async def add_entries(self, id: str, entries: Sequence[Entry]) -> None:
        """Adds what was read of a table's log, unless somebody did meanwhile."""
        if id in self.cached:
            async with self.lock(id) as cached:
                if cached.table is not None and self.apply_entries(cached, cached.table, entries):
                    self.announce(cached.table)

    async def announce_newest(self, id: str) -> None:
        """Tells what stands, after whoever is writing: if they wrote in vain, nothing is in memory then."""
        if id in self.cached:
            async with self.lock(id) as cached:
                await self.load_newest(id, cached)

    async def discard_erased(self, id: str) -> None:
        """Somebody was taken out of a table: what is in memory of it is thrown away, here and wherever else it is."""
        if id in self.cached:
            async with self.lock(id) as cached:
                cached.forget()
        for listener in self.listeners.erasure:
            listener(id)

    async def load_newest(self, id: str, cached: CachedTable) -> Table:
        """The cached table whose lock is held, with what other processes wrote since it was read."""
        table = await self.load(id, cached)
        if await self.catch_up(cached, table):
            self.announce(table)
        return table

    async def catch_up(self, cached: CachedTable, table: Table) -> bool:
        return self.apply_entries(cached, table, await self.store.read(table.id, table.version))

    def apply_entries(self, cached: CachedTable, table: Table, entries: Sequence[Entry]) -> bool:
        """Folds what another process wrote; whether there was anything new."""
        entries = [entry for entry in entries if entry.version > table.version]
        try:
            for entry in entries:
                table.apply(entry)
        except Exception as fault:
            cached.forget()
            raise unplayable(fault) from None
        return bool(entries)

    # Writing

    @runs_to_end
    async def submit(self, id: str, person: int, posted: Posted) -> int:
        """Does what a person asks, and says which version that made. The same key again gets the first answer."""
        async with self.lock(id) as cached:
            table = await self.load(id, cached)
            if posted.expected > table.version and await self.catch_up(cached, table):
                self.announce(table)
            try:
                if posted.expected != table.version:
                    raise Stale(table.version)
                contents = table.answer(posted.request, person, self.now(), self.outages)
            except (Stale, Denied):
                done = await self.store.version_of_key(id, person, posted.key)
                if done is None:
                    raise
                return done
            return await self.write(cached, table, person, posted.key, contents)

    @runs_to_end
    async def act(self, id: str, expected: int | None, key: str, contents: Decided, person: int | None = None) -> int:
        """Does what the server itself decided at a version; raises `Stale` if things went on meanwhile. Where any
        version will do (None), the entries may be decided by looking at the table then."""
        async with self.lock(id) as cached:
            table = await self.load(id, cached)
            if expected is not None and expected != table.version:
                done = await self.store.version_of_key(id, person, key)
                if done is None:
                    raise Stale(table.version)
                return done
            decided = contents(table) if callable(contents) else contents
            return await self.write(cached, table, person, key, decided)

    @runs_to_end
    async def act_once(self, id: str, person: int, key: str, decide: Decision) -> int:
        """Does what a person asks and the server looks up for it, while nothing else happens at the table. The same key
        again gets the first answer, also when it comes before that is there."""
        async with self.lock(id) as cached:
            table = await self.load_newest(id, cached)
            done = await self.store.version_of_key(id, person, key)
            return await self.write(cached, table, person, key, await decide(table)) if done is None else done

    async def write(
        self, cached: CachedTable, table: Table, person: int | None, key: str, contents: Sequence[AnyContent]
    ) -> int:
        """Folds entries into a table, which proves them, and makes them durable; until then nobody else reads it."""
        expected, at = table.version, max(self.now(), table.changed)
        if not contents:
            return expected
        cached.ahead = True
        try:
            for version, content in enumerate(contents, expected + 1):
                table.apply(Entry(version, at, person, content))
            with self.metrics.appends.time():
                written = await self.store.append(
                    table.id, expected, person, key, at, contents, index_row(table, self.outages)
                )
        except BaseException:
            cached.forget()
            raise
        finally:
            cached.ahead = False
        if written.repeated or written.version != table.version:
            cached.forget()  # the fold went beside what stands: the store knows
            return written.version
        self.metrics.count_entries(map(tag_of, contents))
        self.announce(table)
        return written.version

    @runs_to_end
    async def open(
        self, person: int | None, key: str, made: Callable[[str, bytes], Sequence[AnyContent]], form: str = ""
    ) -> str:
        """Opens a table; `made` gives its first entries from its id and its secret. The same form, which holds a key
        of its own, leads the same person to the same table, unless that has ended or was opened long ago."""
        return await self.create(person, key, made, form)

    async def create(
        self, person: int | None, key: str, made: Callable[[str, bytes], Sequence[AnyContent]], form: str = ""
    ) -> str:
        """Opens a table for a caller that runs to its end already, and has waited for the time."""
        id = await self.id_for_form(person, form) if form else new_id()
        secret, at = secrets.token_bytes(32), self.now()
        contents = await asyncio.to_thread(made, id, secret)  # a game that begins in the middle is played until there
        table = await fold(id, secret, [Entry(n, at, person, content) for n, content in enumerate(contents, 1)])
        if (await self.store.create(id, secret, person, key, at, contents, index_row(table, self.outages))).repeated:
            return id
        self.cached_table(id).keep(table)
        self.metrics.count_entries(map(tag_of, contents))
        self.announce(table)
        return id

    async def id_for_form(self, person: int | None, form: str) -> str:
        """The id of the table that a form opens now: of the one it opened, as long as it may only have come again."""
        id = id_of_form(person, form)
        while (row := await self.store.row(id)) and (has_ended(row) or self.age(row.created) > RESENT):
            id = id_of_form(person, f"{form}\n{id}")
        return id

    @runs_to_end
    async def open_next(self, id: str, person: int, made: Follower) -> str:
        """Opens the table that goes on from another, once: whoever asks later is told of the same one."""
        async with self.lock(id) as cached:
            table = await self.load_newest(id, cached)
            if table.next_table:
                return table.next_table
            following = await self.open_for_those_who_stay(person, table, made)
            try:
                await self.write(cached, table, person, "follow", [Followed(following)])
            except Stale:  # another process was quicker; the table opened here stays empty and unlisted
                pass
            table = await self.load(id, cached)
            return table.next_table or following

    async def open_for_those_who_stay(self, person: int, table: Table, made: Follower) -> str:
        """Opens a table without those who were forgotten since they sat at the one before."""
        gone: set[int] = set()
        while True:
            try:
                return await self.create(person, "follow", partial(made, table, gone))
            except Forgotten as fault:
                if fault.person == person or fault.person in gone:
                    raise
                gone.add(fault.person)

    async def run_when_ready(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Does something when it is known how late it is: what is written right after the wall clock was set, or the
        machine slept, is not from before."""
        try:
            await self.keep_time()
        except (Unavailable, asyncio.CancelledError) as fault:
            work.close()
            if isinstance(fault, Unavailable):
                self.announce_trouble("", fault)
            raise
        except Exception:
            pass  # whoever beats says so; and something smaller may still find room
        return await work

    # Announcing

    def announce(self, table: Table) -> None:
        """A table has a new version, which is durable."""
        if cached := self.cached.get(table.id):
            cached.announced = table.version
        for listener in self.listeners.change:
            listener(table)

    def announce_trouble(self, id: str, fault: Exception) -> None:
        """The store could not do something for a table; an empty id stands for all of them."""
        for listener in self.listeners.trouble:
            listener(id, fault)

    # Outages

    async def read_outages(self, now: int | None = None) -> None:
        """Learns when the site was away. An outage that another server knows of before this one has come to its end is
        learned with that (`Scheduler.pulse`): clocks never see the one without the other."""
        now = self.now() if now is None else now
        self.outages = [span for span in await self.store.outages_since(now - OUTAGES_KEPT) if span[1] <= now]

    def age(self, at: int) -> int:
        """For how long something has been there, outages apart."""
        now = self.now()
        return now - at - overlap((at, now), self.outages)

    def without_outages(self) -> int:
        """The time less the outages that are known: by it what is kept for so many days grows old, so that nothing is
        thrown away because a wall clock went forward."""
        now = self.now()
        return now - overlap((0, now), self.outages)
