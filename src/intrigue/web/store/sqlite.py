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

from intrigue.web.store.error_log import FaultLog
from intrigue.web.store.errors import BadOption, Busy, Full, Missing, Unavailable
from intrigue.web.store.interface import Store
from intrigue.web.store.migrate import is_behind, migrate
from intrigue.web.store.queries.announcements import CAUGHT_UP, CHAT, ERASED, erasures_since, last_erasure, latest

PRAGMAS = (
    "busy_timeout = 5000",  # milliseconds
    "journal_mode = WAL",
    "synchronous = FULL",  # in WAL: the log is synced at each commit, so that a power cut takes nothing back
    "foreign_keys = ON",
)
OPTIONS = frozenset(("max_page_count", "vfs"))
"""What may stand in an address behind the file; the latter is for tests."""
CHECKPOINT = "PRAGMA wal_checkpoint(TRUNCATE)"
MIGRATING = 60_000
"""Milliseconds to wait for others who bring the same file up to date."""
WAITING = 1_000
"""Writes, and reads, that may wait; whoever comes then is sent away."""
HURRIED = 50
"""Milliseconds for which a write waits for others who hold the file, where the last one waited in vain."""
BATCH = 256
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
        self.faults = FaultLog()
        self.writing = self.engine(1)
        self.reading = self.engine(READERS)
        event.listen(self.reading, "connect", read_only)
        self.waiting: queue.Queue[Job | None] = queue.Queue()
        self.readers = ThreadPoolExecutor(READERS, "store-reader")
        self.reads = 0
        self.closed = False
        self.listeners: list[Callable[[str, int], Any]] = []
        self.data_version: int | None = None
        """What SQLite counts up when another process writes, as the writer's connection saw it last."""
        self.last_erasure = 0
        """The last number that was told of those who were forgotten."""
        self.doubtful = False
        """Whether the write-ahead log may hold a commit that the disk does not: its sync failed."""
        self.writer = threading.Thread(target=self.run_writer, name="store-writer", daemon=True)

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
        event.listen(engine, "connect", self.remember_file)
        event.listen(engine, "checkout", self.check_file)
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

    def remember_file(self, connection: Any, record: Any) -> None:
        """Know which file it was."""
        record.info["file"] = file_identity(self.path)

    def check_file(self, connection: Any, record: Any, proxy: Any) -> None:
        """A file that was moved or replaced takes writes that nobody will ever read: such a connection is given up."""
        if record.info["file"] is None or record.info["file"] != file_identity(self.path):
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
                    self.last_erasure = last_erasure(connection)
                    # A process that was killed may have left a commit that was not synced. If this finds the file in
                    # use, somebody else lives who saw to that: no need to wait.
                    connection.exec_driver_sql("PRAGMA busy_timeout = 0")
                    connection.exec_driver_sql(CHECKPOINT)
                finally:
                    connection.invalidate()
        except OSError as fault:
            raise Unavailable(type(fault).__name__) from None
        except SQLAlchemyError as fault:
            raise store_fault(fault) from None

    async def run_write(self, work: Callable[[Connection], T]) -> T:
        if self.closed or self.waiting.qsize() >= WAITING:
            raise self.turned_away()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self.waiting.put(Job(work, loop, answer))
        try:
            return await answer
        finally:
            del answer  # a fault remembers this frame: if the frame remembered the fault, both would be litter

    async def run_read(self, work: Callable[[Connection], T]) -> T:
        if self.closed or self.reads >= WAITING:
            raise self.turned_away()
        if self.doubtful:
            await self.run_write(do_nothing)  # nobody sees what may not last
        self.reads += 1
        reading = asyncio.get_running_loop().run_in_executor(self.readers, self.read_in_thread, work)
        reading.add_done_callback(self.end_read)
        try:
            return await reading
        finally:
            del reading

    def end_read(self, reading: asyncio.Future[Any]) -> None:
        """Counted when it really ends, not when whoever asked stopped waiting."""
        self.reads -= 1

    def read_in_thread(self, work: Callable[[Connection], T]) -> T:
        """In a reader's thread."""
        try:
            with self.reading.connect() as connection:
                value = work(connection)
        except SQLAlchemyError as fault:
            failure = store_fault(fault)
            raise self.faults.log_failure(Unavailable(str(failure)) if isinstance(failure, Busy) else failure) from None
        self.faults.log_success(wrote=False)
        return value

    def run_writer(self) -> None:
        """In the writer's thread: take all that waits, commit it, then answer."""
        going = True
        while going:
            waiting = [self.waiting.get()]
            with suppress(queue.Empty):
                while len(waiting) < BATCH:
                    waiting.append(self.waiting.get_nowait())
            going = None not in waiting
            jobs = [job for job in waiting if job is not None]
            if jobs:
                for job, outcome in zip(jobs, self.commit_jobs(jobs), strict=True):
                    with suppress(RuntimeError):  # the loop may be gone, and with it whoever waited
                        job.loop.call_soon_threadsafe(deliver, outcome, job.answer)

    def commit_jobs(self, jobs: list[Job]) -> list[Outcome]:
        """Outcomes that are durable. If there is no room for all, each is tried alone: a small one may find room."""
        try:
            outcomes = self.commit_together(jobs)
            self.faults.log_success(wrote=True)
            return outcomes
        except (SQLAlchemyError, sqlite3.Error) as fault:
            failure = store_fault(fault)
            if isinstance(failure, Busy) and self.doubtful:
                failure = Unavailable(str(failure))  # this wrote nothing, but what is there is not to be read either
            self.busy = isinstance(failure, Busy)
            if isinstance(failure, Full) and len(jobs) > 1:
                return [outcome for job in jobs for outcome in self.commit_jobs([job])]
            self.full |= isinstance(failure, Full)
            self.faults.log_failure(failure)
            return [Outcome(fault=failure) for _ in jobs]
        except Exception as fault:  # the writer must live on
            log.error("a write failed: %s", type(fault).__name__)
            return [Outcome(fault=Unavailable(type(fault).__name__)) for _ in jobs]

    def commit_together(self, jobs: list[Job]) -> list[Outcome]:
        """One transaction. After a fault of the database the connection is not trusted any more, and after one of a
        commit neither is what can be read: whatever failed before that wrote nothing."""
        with self.writing.connect() as connection:
            try:
                if self.busy:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout = {HURRIED}")
                if self.doubtful:
                    checkpoint(connection)
                    self.doubtful = False
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                if self.busy:
                    connection.exec_driver_sql(f"PRAGMA {PRAGMAS[0]}")
                    self.busy = False
                self.announce_foreign_writes(connection)
                outcomes = [run_job(connection, job) for job in jobs]
                self.commit(connection)
            except BaseException:
                self.data_version = None
                connection.invalidate()  # closing it takes back what was not committed
                raise
            return outcomes

    def commit(self, connection: Connection) -> None:
        """Whatever this raises, the write-ahead log may hold the commit and the disk not."""
        try:
            connection.exec_driver_sql("COMMIT")
        except BaseException as fault:
            self.doubtful |= not isinstance(store_fault(fault), Full)
            raise

    def queue_lengths(self) -> tuple[int, int]:
        return self.waiting.qsize(), self.reads

    def listen(self, listener: Callable[[str, int], None]) -> None:
        """No other server writes here, but whoever runs this one may, with `intrigue admin`."""
        loop = asyncio.get_running_loop()
        self.listeners.append(lambda table, version: loop.call_soon_threadsafe(listener, table, version))

    def announce_foreign_writes(self, connection: Connection) -> None:
        """In a transaction of ours: if others wrote since the last one, tell which versions stand now, of talk, and of
        those who were forgotten."""
        if not self.listeners:
            return
        before, self.data_version = self.data_version, connection.exec_driver_sql("PRAGMA data_version").scalar()
        if before == self.data_version:
            return
        news: list[tuple[str, int]] = []
        for number, id in erasures_since(connection, self.last_erasure):
            news.append((id, ERASED))
            self.last_erasure = number
        for table, version in latest(connection, CAUGHT_UP) if before is not None else []:
            news += [(table, version), (table, CHAT)]
        for table, version in news:
            for listener in self.listeners:
                with suppress(RuntimeError):  # the loop may be gone
                    listener(table, version)

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


def run_job(connection: Connection, job: Job) -> Outcome:
    """One job between savepoints: what it refuses is undone without hurting the others."""
    execute_directly(connection, "SAVEPOINT job")
    try:
        outcome = Outcome(job.work(connection))
    except DBAPIError as fault:
        if not isinstance(fault, IntegrityError):
            raise
        outcome = Outcome(fault=store_fault(fault))
    except Exception as fault:
        outcome = Outcome(fault=fault.with_traceback(None))
    if outcome.fault is not None:
        execute_directly(connection, "ROLLBACK TO job")
    execute_directly(connection, "RELEASE job")
    return outcome


def execute_directly(connection: Connection, statement: str) -> None:
    """A statement without values or rows, past SQLAlchemy, whose care would cost more than the statement."""
    driver: Any = connection.connection.driver_connection
    driver.execute(statement).close()


def checkpoint(connection: Connection) -> None:
    """Write the write-ahead log into the database, synced, and begin it anew: what it says is durable then."""
    busy, _, _ = connection.exec_driver_sql(CHECKPOINT).one()
    if busy:
        raise DisconnectionError


def do_nothing(connection: Connection) -> None:
    """No work."""


def deliver(outcome: Outcome, answer: asyncio.Future[Any]) -> None:
    """In the loop's thread; whoever waited may have left."""
    if answer.done():
        return
    if outcome.fault is None:
        answer.set_result(outcome.value)
    else:
        answer.set_exception(outcome.fault)


def store_fault(fault: BaseException) -> Exception:
    """A fault of the database in the words of the contract, without a row or a statement in it."""
    cause = getattr(fault, "orig", None) or fault
    code = getattr(cause, "sqlite_errorcode", 0)
    name = getattr(cause, "sqlite_errorname", type(fault).__name__)
    if code & 0xFF == sqlite3.SQLITE_FULL:
        return Full(name)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return Missing(name)
    if code & 0xFF == sqlite3.SQLITE_BUSY:
        return Busy(name)
    return Unavailable(name)


def file_identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at a path."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def read_only(connection: Any, record: Any) -> None:
    """A reader cannot write, even by mistake."""
    connection.execute("PRAGMA query_only = ON").close()
