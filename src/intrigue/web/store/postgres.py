"""The store on PostgreSQL, for several processes: they hear of each other's appends as (table, version), no more."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Connection, NullPool, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from intrigue.web.store.error_log import FaultLog
from intrigue.web.store.errors import Busy, Full, Missing, Unavailable
from intrigue.web.store.interface import Store
from intrigue.web.store.migrate import migrate
from intrigue.web.store.queries.announcements import (
    CAUGHT_UP,
    CHANNEL,
    CHAT,
    ERASED,
    erasures_since,
    last_erasure,
    latest,
)
from intrigue.web.store.queries.log import entry
from intrigue.web.table.log_entries import Entry

LOCK = 0x696E747269677565
"""Whoever migrates holds this lock."""
CONNECTIONS = 8
WRITERS = 6
"""Connections that write at once: where others hold a lock, these wait for it, and pages are read all the same."""
TURN = 4
"""Seconds for one of these to be free."""
WAITING = 1_000
"""Calls that may be under way; whoever comes then is sent away."""
PATIENCE = 10
"""Seconds for a call, from waiting for a connection to the commit."""
REST = 0.25
"""Seconds after a connection was refused in which no other is tried: a database that starts has enough to do."""
QUIET = 30
"""Seconds without news after which the line is tried."""
SHORTEST, LONGEST = 0.1, 5.0
"""Seconds before the line is tried again."""
SETTINGS = (
    # On if it was off; an operator who asks for more (remote_apply) gets it.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
    "SET lock_timeout = '5s'",
    "SET statement_timeout = '8s'",
    "SET idle_in_transaction_session_timeout = '20s'",
)
ADDED = """
SELECT log.table_id, log.version, log.at, log.author, log.command
FROM log JOIN unnest(%(tables)s::text[], %(versions)s::integer[]) AS known (table_id, version)
ON log.table_id = known.table_id AND log.version > known.version
ORDER BY log.version
"""
AGAIN = {"23505", "40001", "40P01"}
"""SQLSTATE of unique keys, serialisation and deadlock: others were quicker, and the second look will show it."""
HELD = {"40001", "40P01", "55P03", "57014"}
"""SQLSTATE of statements that others held up for too long: the transaction was taken back."""
LINE: dict[str, Any] = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}

log = logging.getLogger("intrigue.web.store")
T = TypeVar("T")


class PostgresStore(Store):
    """A pool of connections, one more that listens and one that reads what was heard of."""

    def __init__(self, address: URL) -> None:
        self.address = address.set(drivername="postgresql+psycopg")
        self.faults = FaultLog()
        self.engine = self.create_pool()
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        """The same connections without transactions, whose beginning and end cost more than most reading."""
        self.backends: set[int] = set()
        """The server's numbers of our own connections: what they tell is no news."""
        self.listeners: list[Callable[[str, int], None]] = []
        self.calls: set[asyncio.Task[Any]] = set()
        self.refused = -REST
        """When a connection was refused last, as the steady clock says."""
        self.turns = asyncio.Semaphore(WRITERS)
        self.closed = False
        self.listening = asyncio.Event()
        """Set while the line is open."""
        self.last_erasure = 0
        """The last number of those who were forgotten before the line was opened."""
        self.line: psycopg.AsyncConnection[Any] | None = None
        self.follower: psycopg.AsyncConnection[Any] | None = None
        """Reads what other processes wrote (see `read_many`), for one at a time."""
        self.following = asyncio.Lock()
        self.hearing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: URL) -> PostgresStore:
        """The database brought up to date, the line for news open."""
        store = cls(address)
        try:
            await asyncio.to_thread(store.prepare)
            store.line = await store.open_line()
            store.last_erasure = await store.run(last_erasure, store.reading)
        except (SQLAlchemyError, psycopg.Error, OSError) as fault:
            raise store_fault(fault) from None
        store.listening.set()
        store.hearing = asyncio.create_task(store.hear_for_ever())
        return store

    def create_pool(self) -> AsyncEngine:
        """Connections with our settings, which never quote what they were given."""
        engine = create_async_engine(
            self.address,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=PATIENCE,
            isolation_level="READ COMMITTED",
            hide_parameters=True,
            connect_args=LINE,
        )
        event.listen(engine.sync_engine, "do_connect", self.connect_unless_refused)
        event.listen(engine.sync_engine, "connect", self.prepare_connection)
        event.listen(engine.sync_engine, "close", self.forget_connection)
        event.listen(engine.sync_engine, "close_detached", lambda connection: self.forget_connection(connection, None))
        return engine

    def connect_unless_refused(self, dialect: Any, record: Any, words: Any, options: Any) -> Any:
        """Try to get a connection for the pool, unless one was refused just now."""
        if time.monotonic() - self.refused < REST:
            raise psycopg.OperationalError
        try:
            return dialect.connect(*words, **options)
        except psycopg.Error:
            self.refused = time.monotonic()
            raise

    def prepare_connection(self, connection: Any, record: Any) -> None:
        """A new connection of the pool."""
        cursor = connection.cursor()
        for setting in SETTINGS:
            cursor.execute(setting)
        cursor.close()
        connection.commit()
        self.backends.add(connection.driver_connection.info.backend_pid)

    def forget_connection(self, connection: Any, record: Any) -> None:
        """One less."""
        with suppress(psycopg.Error):
            self.backends.discard(connection.driver_connection.info.backend_pid)

    def prepare(self) -> None:
        """Run what migrations are missing, in one transaction."""
        engine = create_engine(self.address, poolclass=NullPool, hide_parameters=True, connect_args=LINE)
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            migrate(connection)

    async def run_write(self, work: Callable[[Connection], T]) -> T:
        return await self.call(self.write_in_turn(work))

    async def run_read(self, work: Callable[[Connection], T]) -> T:
        return await self.call(self.run(work, self.reading))

    async def call(self, running: Coroutine[Any, Any, T]) -> T:
        """A task of its own: whoever waits may leave at any moment, and the connection is still in order after it."""
        if self.closed or len(self.calls) >= WAITING:
            running.close()
            raise self.turned_away()
        return await asyncio.shield(self.start_call(running))

    async def read_many(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        """This is asked wherever another process wrote, so it goes to the driver directly; if that fails, the usual way
        through the pool."""
        entries = await self.call(self.read_directly(known))
        return await super().read_many(known) if entries is None else entries

    async def read_directly(self, known: Mapping[str, int]) -> dict[str, list[Entry]] | None:
        """What others added; None if it could not be read on this way."""
        parameters = {"tables": list(known), "versions": list(known.values())}
        entries: dict[str, list[Entry]] = {}
        try:
            async with asyncio.timeout(PATIENCE), self.following:
                try:
                    self.follower = self.follower or await self.connect()
                    for table, *row in await (await self.follower.execute(ADDED, parameters)).fetchall():
                        entries.setdefault(table, []).append(entry(*row))
                except BaseException:
                    await self.stop_following()
                    raise
        except (psycopg.Error, OSError, TimeoutError):
            return None
        return entries

    async def stop_following(self) -> None:
        """The next who reads opens another connection."""
        follower, self.follower = self.follower, None
        if follower is not None:
            await follower.close()

    def start_call(self, running: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Counted until it ends."""
        task = asyncio.create_task(running)
        self.calls.add(task)
        task.add_done_callback(self.end_call)
        return task

    def end_call(self, task: asyncio.Task[Any]) -> None:
        """The fault, if any, counts as looked at, though nobody may wait any more."""
        self.calls.discard(task)
        if not task.cancelled():
            task.exception()

    async def write_in_turn(self, work: Callable[[Connection], T]) -> T:
        """One write among a few."""
        try:
            async with asyncio.timeout(TURN):
                await self.turns.acquire()
        except TimeoutError:
            self.busy = True
            raise self.faults.log_failure(Busy("queue")) from None
        try:
            return await self.run(work, self.engine)
        finally:
            self.turns.release()

    async def run(self, work: Callable[[Connection], T], engine: AsyncEngine) -> T:
        """One transaction, or reading without one. A second try follows if the connection turned out to be dead (the
        database was restarted) or if others were quicker; keys make that harmless."""
        try:
            async with asyncio.timeout(PATIENCE):
                try:
                    value = await self.run_once(work, engine)
                except DBAPIError as fault:
                    if not (fault.connection_invalidated or sqlstate(fault) in AGAIN):
                        raise
                    value = await self.run_once(work, engine)
        except (SQLAlchemyError, psycopg.Error, OSError, TimeoutError) as fault:
            failure, wrote = store_fault(fault), engine is self.engine
            if isinstance(failure, Busy) and not wrote:
                failure = Unavailable(str(failure))  # reading does not go on
            if wrote:
                self.full |= isinstance(failure, Full)
                self.busy = isinstance(failure, Busy)
            if not isinstance(failure, Missing):
                self.faults.log_failure(failure)
            raise failure from None
        if engine is self.engine:
            self.busy = False
        self.faults.log_success(wrote=engine is self.engine)
        return value

    async def run_once(self, work: Callable[[Connection], T], engine: AsyncEngine) -> T:
        """The answer is given after the commit."""
        async with engine.connect() as connection, connection.begin():
            return await connection.run_sync(work)

    def queue_lengths(self) -> tuple[int, int]:
        return len(self.calls), 0  # one pool serves both

    def listen(self, listener: Callable[[str, int], None]) -> None:
        self.listeners.append(listener)

    async def open_line(self) -> psycopg.AsyncConnection[Any]:
        """A connection that hears."""
        return await self.connect(f"LISTEN {CHANNEL}")

    async def connect(self, *first: str) -> psycopg.AsyncConnection[Any]:
        """A connection beside the pool, with our settings, after these first words."""
        address = self.address.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await psycopg.AsyncConnection.connect(address, autocommit=True, **LINE)
        try:
            for statement in (*SETTINGS, *first):
                await connection.execute(statement.encode())
        except BaseException:
            await connection.close()
            raise
        return connection

    async def hear_for_ever(self) -> None:
        """Pass news on, for ever; when the line is cut, open it again and tell what may have been missed."""
        pause = SHORTEST
        while True:
            try:
                if self.line is None:
                    self.line = await self.open_line()
                    await self.catch_up()
                    self.listening.set()
                pause = SHORTEST
                await self.hear_until_cut(self.line)
            except Exception as fault:  # whatever it was, others go on telling
                if self.listening.is_set():
                    log.warning("the line to the database was cut: %s", type(fault).__name__)
                else:
                    self.faults.log_failure(store_fault(fault))
            await self.close_line()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)

    async def close_line(self) -> None:
        """No line."""
        self.listening.clear()
        line, self.line = self.line, None
        if line is not None:
            await line.close()

    async def hear_until_cut(self, line: psycopg.AsyncConnection[Any]) -> None:
        """Until the line is cut. Every move at the site arrives here, so news are taken straight from the socket."""
        loop, number = asyncio.get_running_loop(), line.fileno()
        cut: asyncio.Future[None] = loop.create_future()
        line.add_notify_handler(lambda note: self.pass_on(note.pid, note.payload))  # what comes during a statement

        def take() -> None:
            try:
                line.pgconn.consume_input()
                while note := line.pgconn.notifies():
                    self.pass_on(note.be_pid, note.extra.decode())
            except psycopg.Error as fault:
                loop.remove_reader(number)  # now: the socket is closed, and the next one may get its number
                cut.set_exception(fault)

        while not cut.done():
            loop.add_reader(number, take)
            try:
                await asyncio.wait([cut], timeout=QUIET)
            finally:
                if not cut.done():
                    loop.remove_reader(number)
            if not cut.done():
                await line.execute("SELECT 1")
        cut.result()

    def pass_on(self, backend: int, payload: str) -> None:
        """Pass on what another process told."""
        table, _, version = payload.rpartition(" ")
        if backend not in self.backends and version.removeprefix("-").isdecimal():
            self.tell_listeners(table, int(version))

    async def catch_up(self) -> None:
        """What was told while the line was cut is lost: tell versions that stand now, talk, and who was forgotten."""
        for table, version in await self.run(partial(latest, limit=CAUGHT_UP), self.reading):
            self.tell_listeners(table, version)
            self.tell_listeners(table, CHAT)
        for number, id in await self.run(partial(erasures_since, number=self.last_erasure), self.reading):
            self.tell_listeners(id, ERASED)
            self.last_erasure = number

    def tell_listeners(self, table: str, version: int) -> None:
        """A listener that fails does not cut the line."""
        for listener in self.listeners:
            try:
                listener(table, version)
            except Exception as fault:
                log.error("news were not taken: %s", type(fault).__name__)

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            if self.hearing is not None:
                self.hearing.cancel()
                await asyncio.gather(self.hearing, return_exceptions=True)
            await self.close_line()
            await asyncio.gather(*self.calls, return_exceptions=True)
            await self.stop_following()
            await self.engine.dispose()


def sqlstate(fault: BaseException) -> str:
    """The SQLSTATE, as far as there is one."""
    return getattr(getattr(fault, "orig", fault), "sqlstate", None) or type(fault).__name__


def store_fault(fault: BaseException) -> Exception:
    """A fault of the database in the words of the contract, without a row or a statement in it."""
    match sqlstate(fault):
        case "53100":
            return Full("53100")
        case "23503":
            return Missing("23503")
        case other:
            return Busy(other) if other in HELD else Unavailable(other)
