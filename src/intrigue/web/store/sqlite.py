"""The store on SQLite, for one process: a single writer commits all that waits at once; readers stand apart."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError, SQLAlchemyError

from intrigue.web.store.announcements import CAUGHT_UP, CHAT, ERASED, erasures_since, last_erasure, latest
from intrigue.web.store.error_log import Trouble
from intrigue.web.store.errors import BadOption, Busy, Full, Missing, Unavailable
from intrigue.web.store.interface import Store
from intrigue.web.store.migrate import is_behind, migrate

PRAGMAS = (
    "busy_timeout = 5000",  # milliseconds
    "journal_mode = WAL",
    "synchronous = FULL",  # in WAL: the log is synced at each commit, so that a power cut takes nothing back
    "foreign_keys = ON",
)
OPTIONS = frozenset(("max_page_count", "vfs"))
"""What may stand in an address behind the file; the latter is for tests."""
FOLD = "PRAGMA wal_checkpoint(TRUNCATE)"
MIGRATING = 60_000
"""Milliseconds to wait for others who bring the same file up to date."""
WAITING = 1_000
"""Writes, and reads, that may wait; whoever comes then is sent away."""
HURRIED = 50
"""Milliseconds for which a write waits for others who hold the file, where the last one waited in vain."""
TOGETHER = 256
"""Writes in one transaction."""
READERS = 4
PATIENCE = 5
"""Seconds for a connection."""

log = logging.getLogger("intrigue.web.store")
T = TypeVar("T")


@dataclass(frozen=True)
class Job:
    """A write that waits, and who waits for it."""

    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


@dataclass(frozen=True)
class Outcome:
    """What a job came to."""

    value: Any = None
    fault: Exception | None = None


class SqliteStore(Store):
    """One file. It is created readable by its owner only: it holds the secrets of the games."""

    def __init__(self, address: URL) -> None:
        path = address.database
        if not path or path == ":memory:":
            raise ValueError("a store needs a file")
        self.path = Path(path).absolute()
        most = str(address.query.get("max_page_count", "0"))
        if not (OPTIONS.issuperset(address.query) and most.isascii() and most.isdigit()):
            raise BadOption("max_page_count")  # a number, and there is no other
        self.vfs = str(address.query.get("vfs", ""))
        self.limit = (f"max_page_count = {int(most)}",) if int(most) else ()
        """Of the file's size, if the address names one: then it never fills the disk."""
        self.trouble = Trouble()
        self.writing = self.engine(1)
        self.reading = self.engine(READERS)
        event.listen(self.reading, "connect", read_only)
        self.waiting: queue.Queue[Job | None] = queue.Queue()
        self.readers = ThreadPoolExecutor(READERS, "store-reader")
        self.reads = 0
        self.closed = False
        self.hearers: list[Callable[[str, int], Any]] = []
        self.seen: int | None = None
        """What SQLite counts up when another process writes, as the writer's connection saw it last."""
        self.rewritten = 0
        """The last number that was told of those who were forgotten."""
        self.doubtful = False
        """Whether the write-ahead log may hold a commit that the disk does not: its sync failed."""
        self.writer = threading.Thread(target=self.serve, name="store-writer", daemon=True)

    @classmethod
    async def open(cls, address: URL) -> SqliteStore:
        """The file, created if need be, brought up to date."""
        store = cls(address)
        try:
            await asyncio.to_thread(store.prepare)
        except BaseException:
            store.dispose()
            raise
        store.writer.start()
        return store

    def engine(self, size: int) -> Engine:
        """Connections that begin and end no transaction by themselves, and never quote what they were given."""
        engine = create_engine(
            "sqlite://",
            creator=self.connect,
            poolclass=QueuePool,
            pool_size=size,
            max_overflow=0,
            pool_timeout=PATIENCE,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
        )
        event.listen(engine, "connect", self.opened)
        event.listen(engine, "checkout", self.still_there)
        return engine

    def connect(self) -> sqlite3.Connection:
        """A connection to a file that must exist: a file that is away is not replaced by an empty one."""
        options = {"mode": "rw"} | ({"vfs": self.vfs} if self.vfs else {})
        address = f"file:{quote(str(self.path))}?{urlencode(options)}"
        connection = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None, timeout=5)
        try:
            for pragma in PRAGMAS + self.limit:
                connection.execute(f"PRAGMA {pragma}").close()
        except BaseException:
            connection.close()
            raise
        return connection

    def opened(self, connection: Any, record: Any) -> None:
        """Know which file it was."""
        record.info["file"] = identity(self.path)

    def still_there(self, connection: Any, record: Any, proxy: Any) -> None:
        """A file that was moved or replaced takes writes that nobody will ever read: such a connection is given up."""
        if record.info["file"] is None or record.info["file"] != identity(self.path):
            raise DisconnectionError

    def prepare(self) -> None:
        """Create the file, durably, and run what migrations are missing; a fault leaves the database as it was. Where
        none is, nothing is written, and others may hold the file."""
        try:
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
                folder = os.open(self.path.parent, os.O_RDONLY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)
            with self.writing.connect() as connection:
                try:
                    if is_behind(connection):
                        connection.exec_driver_sql(f"PRAGMA busy_timeout = {MIGRATING}")
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                        migrate(connection)
                        connection.exec_driver_sql("COMMIT")
                    self.rewritten = last_erasure(connection)
                    # A process that was killed may have left a commit that was not synced. If this finds the file in
                    # use, somebody else lives who saw to that: no need to wait.
                    connection.exec_driver_sql("PRAGMA busy_timeout = 0")
                    connection.exec_driver_sql(FOLD)
                finally:
                    connection.invalidate()
        except OSError as fault:
            raise Unavailable(type(fault).__name__) from None
        except SQLAlchemyError as fault:
            raise meaning(fault) from None

    async def run_write(self, work: Callable[[Connection], T]) -> T:
        if self.closed or self.waiting.qsize() >= WAITING:
            raise self.sent_away()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self.waiting.put(Job(work, loop, answer))
        try:
            return await answer
        finally:
            del answer  # a fault remembers this frame: if the frame remembered the fault, both would be litter

    async def run_read(self, work: Callable[[Connection], T]) -> T:
        if self.closed or self.reads >= WAITING:
            raise self.sent_away()
        if self.doubtful:
            await self.run_write(nothing)  # nobody sees what may not last
        self.reads += 1
        reading = asyncio.get_running_loop().run_in_executor(self.readers, self.looked, work)
        reading.add_done_callback(self.read_ended)
        try:
            return await reading
        finally:
            del reading

    def read_ended(self, reading: asyncio.Future[Any]) -> None:
        """Counted when it really ends, not when whoever asked stopped waiting."""
        self.reads -= 1

    def looked(self, work: Callable[[Connection], T]) -> T:
        """In a reader's thread."""
        try:
            with self.reading.connect() as connection:
                found = work(connection)
        except SQLAlchemyError as fault:
            meant = meaning(fault)
            raise self.trouble.failed(Unavailable(str(meant)) if isinstance(meant, Busy) else meant) from None
        self.trouble.worked(wrote=False)
        return found

    def serve(self) -> None:
        """In the writer's thread: take all that waits, commit it, then answer."""
        going = True
        while going:
            taken = [self.waiting.get()]
            with suppress(queue.Empty):
                while len(taken) < TOGETHER:
                    taken.append(self.waiting.get_nowait())
            going = None not in taken
            jobs = [job for job in taken if job is not None]
            if jobs:
                for job, outcome in zip(jobs, self.committed(jobs), strict=True):
                    with suppress(RuntimeError):  # the loop may be gone, and with it whoever waited
                        job.loop.call_soon_threadsafe(answer, job.answer, outcome)

    def committed(self, jobs: list[Job]) -> list[Outcome]:
        """Outcomes that are durable. If there is no room for all, each is tried alone: a small one may find room."""
        try:
            outcomes = self.together(jobs)
            self.trouble.worked(wrote=True)
            return outcomes
        except (SQLAlchemyError, sqlite3.Error) as fault:
            meant = meaning(fault)
            if isinstance(meant, Busy) and self.doubtful:
                meant = Unavailable(str(meant))  # this wrote nothing, but what is there is not to be read either
            self.busy = isinstance(meant, Busy)
            if isinstance(meant, Full) and len(jobs) > 1:
                return [outcome for job in jobs for outcome in self.committed([job])]
            self.full |= isinstance(meant, Full)
            self.trouble.failed(meant)
            return [Outcome(fault=meant) for _ in jobs]
        except Exception as fault:  # the writer must live on
            log.error("a write failed: %s", type(fault).__name__)
            return [Outcome(fault=Unavailable(type(fault).__name__)) for _ in jobs]

    def together(self, jobs: list[Job]) -> list[Outcome]:
        """One transaction. After a fault of the database the connection is not trusted any more, and after one of a
        commit neither is what can be read: whatever failed before that wrote nothing."""
        with self.writing.connect() as connection:
            try:
                if self.busy:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout = {HURRIED}")
                if self.doubtful:
                    fold(connection)
                    self.doubtful = False
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                if self.busy:
                    connection.exec_driver_sql(f"PRAGMA {PRAGMAS[0]}")
                    self.busy = False
                self.notice(connection)
                outcomes = [apart(connection, job) for job in jobs]
                self.commit(connection)
            except BaseException:
                self.seen = None
                connection.invalidate()  # closing it takes back what was not committed
                raise
            return outcomes

    def commit(self, connection: Connection) -> None:
        """Whatever this raises, the write-ahead log may hold the commit and the disk not."""
        try:
            connection.exec_driver_sql("COMMIT")
        except BaseException as fault:
            self.doubtful |= not isinstance(meaning(fault), Full)
            raise

    def queue_lengths(self) -> tuple[int, int]:
        return self.waiting.qsize(), self.reads

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """No other server writes here, but whoever runs this one may, with `intrigue admin`."""
        loop = asyncio.get_running_loop()
        self.hearers.append(lambda table, version: loop.call_soon_threadsafe(heard, table, version))

    def notice(self, connection: Connection) -> None:
        """In a transaction of ours: if others wrote since the last one, tell which versions stand now, of talk, and of
        those who were forgotten."""
        if not self.hearers:
            return
        seen, self.seen = self.seen, connection.exec_driver_sql("PRAGMA data_version").scalar()
        if seen == self.seen:
            return
        news: list[tuple[str, int]] = []
        for number, id in erasures_since(connection, self.rewritten):
            news.append((id, ERASED))
            self.rewritten = number
        for table, version in latest(connection, CAUGHT_UP) if seen is not None else []:
            news += [(table, version), (table, CHAT)]
        for table, version in news:
            for heard in self.hearers:
                with suppress(RuntimeError):  # the loop may be gone
                    heard(table, version)

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.waiting.put(None)
            await asyncio.to_thread(self.writer.join)
            await asyncio.to_thread(self.readers.shutdown)
            self.dispose()

    def dispose(self) -> None:
        """Close every connection; the last one folds the write-ahead log into the file."""
        self.readers.shutdown(wait=False)
        self.reading.dispose()
        self.writing.dispose()


def apart(connection: Connection, job: Job) -> Outcome:
    """One job between savepoints: what it refuses is undone without hurting the others."""
    directly(connection, "SAVEPOINT job")
    try:
        outcome = Outcome(job.work(connection))
    except DBAPIError as fault:
        if not isinstance(fault, IntegrityError):
            raise
        outcome = Outcome(fault=meaning(fault))
    except Exception as fault:
        outcome = Outcome(fault=fault.with_traceback(None))
    if outcome.fault is not None:
        directly(connection, "ROLLBACK TO job")
    directly(connection, "RELEASE job")
    return outcome


def directly(connection: Connection, statement: str) -> None:
    """A statement without values or rows, past SQLAlchemy, whose care would cost more than the statement."""
    driver: Any = connection.connection.driver_connection
    driver.execute(statement).close()


def fold(connection: Connection) -> None:
    """Write the write-ahead log into the database, synced, and begin it anew: what it says is durable then."""
    busy, _, _ = connection.exec_driver_sql(FOLD).one()
    if busy:
        raise DisconnectionError


def nothing(connection: Connection) -> None:
    """No work."""


def answer(waiting: asyncio.Future[Any], outcome: Outcome) -> None:
    """In the loop's thread; whoever waited may have left."""
    if waiting.done():
        return
    if outcome.fault is None:
        waiting.set_result(outcome.value)
    else:
        waiting.set_exception(outcome.fault)


def meaning(fault: BaseException) -> Exception:
    """A fault of the database in the words of the contract, without a row or a statement in it."""
    told = getattr(fault, "orig", None) or fault
    code = getattr(told, "sqlite_errorcode", 0)
    name = getattr(told, "sqlite_errorname", type(fault).__name__)
    if code & 0xFF == sqlite3.SQLITE_FULL:
        return Full(name)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return Missing(name)
    if code & 0xFF == sqlite3.SQLITE_BUSY:
        return Busy(name)
    return Unavailable(name)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at a path."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def read_only(connection: Any, record: Any) -> None:
    """A reader cannot write, even by mistake."""
    connection.execute("PRAGMA query_only = ON").close()
