"""Copies of a site's database, made while it is in use: whole backups, and what `intrigue admin check` looks at."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.exc import SQLAlchemyError

from intrigue.engine.errors import IntrigueError
from intrigue.web.store.copy_open_games import copy_open_games
from intrigue.web.store.database_url import file_of
from intrigue.web.store.diagnose import fault_code
from intrigue.web.store.errors import Full, Unavailable

WRITE_FAULTS = {
    "SQLITE_FULL": errno.ENOSPC,
    "SQLITE_IOERR_WRITE": errno.EIO,
    "SQLITE_IOERR_FSYNC": errno.EIO,
    "SQLITE_IOERR_TRUNCATE": errno.EIO,
}
"""Faults that only what is written to can have, and what the system calls them."""


@contextmanager
def faults_of_copy() -> Iterator[None]:
    """While a file is read and another written: what is wrong with the latter is a fault of a file, like any other."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, Full, Unavailable) as fault:
        if number := WRITE_FAULTS.get(fault_code(fault)):
            raise CopyFailed(number, os.strerror(number)) from None
        raise


@contextmanager
def faults_of_file() -> Iterator[None]:
    """While a file is made or kept: whatever is wrong with that is no fault of the database."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as fault:
        raise CopyFailed(fault.errno, fault.strerror) from None


class CopyFailed(OSError):
    """A copy cannot be written."""


def copy_database(source: Path, target: Path) -> None:
    """SQLite's own way to copy a database that is in use: whole, as it stood at one moment."""
    with contextlib.suppress(FileExistsError), faults_of_file():
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    original = sqlite3.connect(f"file:{quote(str(source))}?mode=ro", uri=True)
    with faults_of_copy(), contextlib.closing(original), contextlib.closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise IntrigueError("admin.backup.broken", file=str(source))
    with faults_of_file(), target.open("rb") as copied:
        os.fsync(copied.fileno())


def copy_site(url: str, target: Path) -> str:
    """A file with what is open in a database, whatever version of the program wrote it."""
    if url.startswith("sqlite:"):
        copy_database(file_of(url), target)
    else:
        with faults_of_copy():
            copy_open_games(url, target)
    return f"sqlite:///{target}"


@asynccontextmanager
async def temporary_copy(url: str) -> AsyncIterator[str]:
    """The address of a copy, in which anything may be done; it is removed again."""
    try:
        with faults_of_file():
            folder = tempfile.TemporaryDirectory()
        with folder as name, faults_of_copy():
            yield await asyncio.to_thread(copy_site, url, Path(name) / "copy.db")
    except CopyFailed as fault:
        place = os.environ.get("TMPDIR") or "/tmp"
        raise IntrigueError("admin.check.no_copy", folder=place, reason=fault.strerror or "") from None
