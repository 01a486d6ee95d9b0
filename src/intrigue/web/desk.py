"""The tables of a server: loaded when asked for, changed one command at a time, durable before anybody sees it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from base64 import b32encode
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import Any, Literal, NoReturn, TypeVar

from intrigue.engine.errors import IntrigueError
from intrigue.web.folding import Earlier, NoTable, Unplayable, fold, folded, skim, unplayable
from intrigue.web.logs import told
from intrigue.web.metrics import Metrics
from intrigue.web.store import Forgotten, Full, Missing, Result, Row, Stale, Store, Unavailable
from intrigue.web.store.actions import ENDED
from intrigue.web.store.house_actions import SHELF_LIFE
from intrigue.web.table.bygone import Bygone, foreign
from intrigue.web.table.commands import AnyCommand, Ended, Entry, Followed
from intrigue.web.table.ending import outcome
from intrigue.web.table.requests import Posted
from intrigue.web.table.seats import Refused
from intrigue.web.table.table import Table
from intrigue.web.table.timing import overlap

ID_LENGTH = 10
OUTAGES_KEPT = SHELF_LIFE
"""Milliseconds: outages longer ago stop no clock that still runs, and nothing that is kept for some time is older."""
RESENT = 3 * 60 * 1000
"""So long after its table was opened a form may come again because its answer was lost; later, somebody means it."""

USUAL = (IntrigueError, Stale, Missing, Forgotten, Unavailable, Full)
"""Faults that have answers of their own."""

log = logging.getLogger("intrigue.web")
Answer = TypeVar("Answer")
Decided = Sequence[AnyCommand] | Callable[[Table], Sequence[AnyCommand]]
"""Commands, or how to find them."""
Follower = Callable[[Table, Collection[int], str, bytes], Sequence[AnyCommand]]
"""How a table goes on from another without those who are gone, under an id and with a secret."""
Decision = Callable[[Table], Awaitable[Sequence[AnyCommand]]]
"""How to find commands where the store must be asked."""


async def keep_no_time() -> None:
    """Where clocks do not run, nobody needs to agree how late it is."""


def unheard(task: asyncio.Task[Any]) -> None:
    """What became of something for which nobody waits any more: a refusal is nobody's news then, and what is wrong with
    the database the store says."""
    fault = None if task.cancelled() else task.exception()
    if fault and not isinstance(fault, USUAL):
        log.error("what nobody waited for failed: %s", told(fault))


def results(table: Table) -> tuple[Result, ...]:
    """How a game ended for every seat; nothing where it has not, or does not count."""
    return tuple(Result(**one) for one in outcome(table))


def ended(row: Row) -> bool:
    """Whether nothing happens at a table any more."""
    return row.phase in ENDED


def new_id() -> str:
    """An id that nobody guesses: letters and digits, fit for a link."""
    return spelled(secrets.token_bytes(8))


def id_of(person: int | None, form: str) -> str:
    """The id of the table that a person opens with a form, which nobody guesses who does not know its key."""
    return spelled(sha256(f"intrigue table 1\n{person}\n{form}\n".encode()).digest())


def spelled(chance: bytes) -> str:
    return b32encode(chance).decode().lower()[:ID_LENGTH]


class Slot:
    """One table's place on the desk."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0
        """How many hold the lock or wait for it."""
        self.table: Table | None = None
        """As the store has it; None until somebody asks, and after a fault, when only the store knows."""
        self.told = 0
        """The last version that the listeners know of; 0 if they know of none."""
        self.rewritten = 0
        """How often somebody was taken out of the table, at least, before it was read."""


class Desk:
    """All tables in memory. Whoever awaits `table` may read it until the next await."""

    def __init__(self, store: Store, now: Callable[[], int], kept: int = 5_000, metrics: Metrics | None = None) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.now = now
        self.kept = kept
        self.slots: OrderedDict[str, Slot] = OrderedDict()
        self.outages: list[tuple[int, int]] = []
        self.listeners: list[Callable[[Table], None]] = []
        """Told of every change, right after it is durable."""
        self.rewriters: list[Callable[[str], None]] = []
        """Told of every table (and record on the shelf) that somebody was taken out of: what is kept of it is void."""
        self.minders: list[Callable[[Table], bool]] = []
        """Who may mind how a table goes on at another process, though nobody looks at it here."""
        self.partings: list[Callable[[str], None]] = []
        """Told of every table that another process went on with and that was left to it."""
        self.troubled: Callable[[str, Exception], None] = lambda table, fault: None
        """Told of every table for which the store could not do something."""
        self.watched: Callable[[str], bool] = lambda table: False
        self.keep_time: Callable[[], Awaitable[None]] = keep_no_time
        """Called before anything is written: all servers agree how late it is."""
        self.tasks: set[asyncio.Task[Any]] = set()

    # Reading

    async def table(self, id: str) -> Table:
        """The table as the store has it; raises `NoTable`."""
        slot = self.slots.get(id)
        if slot and slot.table and not slot.users:
            self.slots.move_to_end(id)
            return slot.table
        async with self.held(id) as slot:
            return await self.loaded(id, slot)

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[Slot]:
        """The slot of a table, for one at a time."""
        slot = self.slot(id)
        slot.users += 1
        try:
            async with slot.lock:
                yield slot
        except (Full, Unavailable) as fault:
            self.troubled(id, fault)
            raise
        finally:
            slot.users -= 1

    def slot(self, id: str) -> Slot:
        slot = self.slots.get(id)
        if slot is None:
            slot = self.slots[id] = Slot()
        self.slots.move_to_end(id)
        if len(self.slots) > self.kept:
            self.make_room()
        return slot

    def make_room(self) -> None:
        """Forgets tables nobody looked at for long."""
        for id, slot in list(self.slots.items())[: len(self.slots) - self.kept + self.kept // 20]:
            if not slot.users and not self.watched(id):
                del self.slots[id]

    def let_go(self, id: str) -> None:
        """Nobody looks at a table any more, unless somebody does: a game that is over need not stay in memory."""
        slot = self.slots.get(id)
        if slot and not slot.users and not self.watched(id) and slot.table and slot.table.phase in ENDED:
            del self.slots[id]

    async def loaded(self, id: str, slot: Slot) -> Table:
        """The table in a slot whose lock is held."""
        if slot.table is None:
            secret = await self.store.secret(id)
            if secret is None:
                self.slots.pop(id, None)
                raise NoTable()
            slot.rewritten = await self.store.rewritings(id)
            entries = await self.store.read(id)
            if why := foreign(entries):
                await self.refuse(id, secret, entries, why)
            slot.table = await folded(id, secret, entries)
        if slot.told == 0:
            slot.told = slot.table.version
        elif slot.told != slot.table.version:  # while it was not in memory nobody could be told
            self.tell(slot.table)
        return slot.table

    async def refuse(self, id: str, secret: bytes, entries: Sequence[Entry], why: Literal["rules", "deck"]) -> NoReturn:
        """A game of other rules or with another deck is not followed; of one that has ended it is read what can be."""
        row = await self.store.row(id)
        if row is None or not ended(row):
            raise Unplayable(f"serve.fault.{why}")
        raise Earlier(skim(id, secret, entries, row.phase), why)

    async def skimmed(self, id: str, phase: str) -> Bygone:
        """What the log tells of a game that has ended, whatever its rules: nothing of it is played again, and it does
        not stay in memory."""
        secret = await self.store.secret(id)
        if secret is None:
            raise NoTable()
        return skim(id, secret, await self.store.read(id), phase)

    async def remembered(self, id: str) -> Table:
        """The table, even if it is one of earlier rules or another deck: then a `Bygone`."""
        try:
            return await self.table(id)
        except Earlier as earlier:
            return earlier.table

    def at_hand(self, id: str) -> Table | None:
        """The table in memory, if it is there; what it says may not be durable yet."""
        slot = self.slots.get(id)
        return slot.table if slot else None

    def rewritings(self, id: str) -> int:
        """How often somebody was taken out of a table, as far as the table in memory shows it."""
        slot = self.slots.get(id)
        return slot.rewritten if slot else 0

    def is_at(self, id: str, version: int) -> bool:
        """Whether the table in memory is at a version, or beyond."""
        table = self.at_hand(id)
        return table is not None and table.version >= version

    async def refresh(self, id: str) -> None:
        """Adds what another process wrote since."""
        if id not in self.slots:
            return
        async with self.held(id) as slot:
            if slot.table is not None:
                await self.newest(id, slot)

    def lacks(self, id: str, version: int) -> bool:
        """Whether a table is in memory, or is being read, of whose version nobody was told here, as far as is
        durable."""
        slot = self.slots.get(id)
        if slot is None or slot.told >= version:
            return False
        return slot.table is not None or slot.users > 0 or self.watched(id)

    def left_to_others(self, id: str) -> bool:
        """Forgets a table with which another process went on, if nobody looks at it, is at work with it or minds it
        here: it is read anew when somebody asks for it, and need not be followed at every move until then."""
        slot = self.slots.get(id)
        if slot is None or slot.table is None or slot.users or self.watched(id):
            return False
        if any(minds(slot.table) for minds in self.minders):
            return False
        del self.slots[id]
        for parting in self.partings:
            parting(id)
        return True

    def settled_at(self, id: str) -> int | None:
        """The version of a table in memory that nobody is writing at; None where there is no such table."""
        slot = self.slots.get(id)
        return slot.table.version if slot and slot.table and not slot.users else None

    async def took(self, id: str, entries: Sequence[Entry]) -> None:
        """Adds what was read of a table's log, unless somebody did meanwhile."""
        if id in self.slots:
            async with self.held(id) as slot:
                if slot.table is not None and self.applied(slot, slot.table, entries):
                    self.tell(slot.table)

    async def told_of(self, id: str) -> None:
        """Tells what stands, after whoever is writing: if they wrote in vain, nothing is in memory then."""
        if id in self.slots:
            async with self.held(id) as slot:
                await self.newest(id, slot)

    async def rewritten(self, id: str) -> None:
        """Somebody was taken out of a table: what is in memory of it is thrown away, here and wherever else it is."""
        if id in self.slots:
            async with self.held(id) as slot:
                slot.table = None
        for rewriter in self.rewriters:
            rewriter(id)

    async def newest(self, id: str, slot: Slot) -> Table:
        """The table in a slot whose lock is held, with what other processes wrote since it was read."""
        table = await self.loaded(id, slot)
        if await self.caught_up(slot, table):
            self.tell(table)
        return table

    async def caught_up(self, slot: Slot, table: Table) -> bool:
        return self.applied(slot, table, await self.store.read(table.id, table.version))

    def applied(self, slot: Slot, table: Table, entries: Sequence[Entry]) -> bool:
        """Folds what another process wrote; whether there was anything new."""
        entries = [entry for entry in entries if entry.version > table.version]
        try:
            for entry in entries:
                table.apply(entry)
        except Exception as fault:
            slot.table = None
            raise unplayable(fault) from None
        return bool(entries)

    # Writing

    async def command(self, id: str, person: int, posted: Posted) -> int:
        """Does what a person asks, and says which version that made. The same key again gets the first answer."""
        return await self.surely(self.asked(id, person, posted))

    async def asked(self, id: str, person: int, posted: Posted) -> int:
        async with self.held(id) as slot:
            table = await self.loaded(id, slot)
            if posted.expected > table.version and await self.caught_up(slot, table):
                self.tell(table)
            try:
                if posted.expected != table.version:
                    raise Stale(table.version)
                commands = table.answer(posted.request, person, self.now(), self.outages)
            except (Stale, Refused):
                done = await self.done(table, person, posted.key)
                if done is None:
                    raise
                return done
            return await self.written(slot, table, person, posted.key, commands)

    async def act(self, id: str, expected: int | None, key: str, commands: Decided, person: int | None = None) -> int:
        """Does what the server itself decided at a version; raises `Stale` if things went on meanwhile. Where any
        version will do (None), the commands may be decided by looking at the table then."""
        return await self.surely(self.acted(id, expected, key, commands, person))

    async def acted(self, id: str, expected: int | None, key: str, commands: Decided, person: int | None) -> int:
        async with self.held(id) as slot:
            table = await self.loaded(id, slot)
            if expected is not None and expected != table.version:
                done = await self.done(table, person, key)
                if done is None:
                    raise Stale(table.version)
                return done
            decided = commands(table) if callable(commands) else commands
            return await self.written(slot, table, person, key, decided)

    async def once(self, id: str, person: int, key: str, decide: Decision) -> int:
        """Does what a person asks and the server looks up for it, while nothing else happens at the table. The same key
        again gets the first answer, also when it comes before that is there."""
        return await self.surely(self.done_once(id, person, key, decide))

    async def done_once(self, id: str, person: int, key: str, decide: Decision) -> int:
        async with self.held(id) as slot:
            table = await self.newest(id, slot)
            done = await self.done(table, person, key)
            return await self.written(slot, table, person, key, await decide(table)) if done is None else done

    async def done(self, table: Table, person: int | None, key: str) -> int | None:
        """The version that a key made, if it was used: the store looks for the key before anything else."""
        try:
            nothing = [Ended("closed")]  # no table is at version -1, so this is never written
            written = await self.store.append(table.id, -1, person, key, self.now(), nothing, self.row(table))
        except Stale:
            return None
        return written.version if written.again else None

    async def written(
        self, slot: Slot, table: Table, person: int | None, key: str, commands: Sequence[AnyCommand]
    ) -> int:
        """Folds commands into a table and makes them durable; until then the lock keeps everybody from looking."""
        expected, at = table.version, max(self.now(), table.changed)
        if not commands:
            return expected
        try:
            for version, command in enumerate(commands, expected + 1):
                table.apply(Entry(version, at, person, command))
            with self.metrics.appends.time():
                written = await self.store.append(table.id, expected, person, key, at, commands, self.row(table))
        except BaseException:
            slot.table = None
            raise
        if written.again or written.version != table.version:
            slot.table = None  # the fold went beside what stands: the store knows
            return written.version
        self.metrics.took(commands)
        self.tell(table)
        return written.version

    async def open(
        self, person: int | None, key: str, made: Callable[[str, bytes], Sequence[AnyCommand]], form: str = ""
    ) -> str:
        """Opens a table; `made` gives its first commands from its id and its secret. The same form, which holds a key
        of its own, leads the same person to the same table, unless that has ended or was opened long ago."""
        return await self.surely(self.opened(person, key, made, form))

    async def opened(
        self, person: int | None, key: str, made: Callable[[str, bytes], Sequence[AnyCommand]], form: str = ""
    ) -> str:
        id = await self.id_for(person, form) if form else new_id()
        secret, at = secrets.token_bytes(32), self.now()
        commands = await asyncio.to_thread(made, id, secret)  # a game that begins in the middle is played until there
        table = await fold(id, secret, [Entry(n, at, person, command) for n, command in enumerate(commands, 1)])
        if (await self.store.create(id, secret, person, key, at, commands, self.row(table))).again:
            return id
        self.slot(id).table = table
        self.metrics.took(commands)
        self.tell(table)
        return id

    async def id_for(self, person: int | None, form: str) -> str:
        """The id of the table that a form opens now: of the one it opened, as long as it may only have come again."""
        id = id_of(person, form)
        while (row := await self.store.row(id)) and (ended(row) or self.age(row.created) > RESENT):
            id = id_of(person, f"{form}\n{id}")
        return id

    async def follow(self, id: str, person: int, made: Follower) -> str:
        """Opens the table that goes on from another, once: whoever asks later is told of the same one."""
        return await self.surely(self.followed(id, person, made))

    async def followed(self, id: str, person: int, made: Follower) -> str:
        async with self.held(id) as slot:
            table = await self.newest(id, slot)
            if table.next_table:
                return table.next_table
            following = await self.opened_by_those_who_stay(person, table, made)
            try:
                await self.written(slot, table, person, "follow", [Followed(following)])
            except Stale:  # another process was quicker; the table opened here stays empty and unlisted
                pass
            table = await self.loaded(id, slot)
            return table.next_table or following

    async def opened_by_those_who_stay(self, person: int, table: Table, made: Follower) -> str:
        """Opens a table without those who were forgotten since they sat at the one before."""
        gone: set[int] = set()
        while True:
            try:
                return await self.opened(person, "follow", partial(made, table, gone))
            except Forgotten as fault:
                if fault.person == person or fault.person in gone:
                    raise
                gone.add(fault.person)

    def row(self, table: Table) -> Row:
        return Row(**table.row(self.outages), results=results(table))

    async def surely(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Finishes what was begun, whether or not whoever asked still listens."""
        task = asyncio.ensure_future(self.in_time(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(unheard)
            raise
        finally:
            del task  # a fault remembers this frame: if the frame remembered the fault, both would be litter

    async def in_time(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Does something when it is known how late it is: what is written right after the wall clock was set, or the
        machine slept, is not from before."""
        try:
            await self.keep_time()
        except (Unavailable, asyncio.CancelledError) as fault:
            work.close()
            if isinstance(fault, Unavailable):
                self.troubled("", fault)
            raise
        except Exception:
            pass  # whoever beats says so; and something smaller may still find room
        return await work

    # Telling

    def tell(self, table: Table) -> None:
        if slot := self.slots.get(table.id):
            slot.told = table.version
        for listener in self.listeners:
            listener(table)

    # Outages

    async def read_outages(self, now: int | None = None) -> None:
        """Learns when the site was away. An outage that another server knows of before this one has come to its end is
        learned with that (`Clockwork.pulse`): clocks never see the one without the other."""
        now = self.now() if now is None else now
        self.outages = [span for span in await self.store.outages(now - OUTAGES_KEPT) if span[1] <= now]

    def age(self, at: int) -> int:
        """For how long something has been there, outages apart."""
        now = self.now()
        return now - at - overlap((at, now), self.outages)

    def without_outages(self) -> int:
        """The time less the outages that are known: by it what is kept for so many days grows old, so that nothing is
        thrown away because a wall clock went forward."""
        now = self.now()
        return now - overlap((0, now), self.outages)
