"""A site's database by its address: where it is, without a password, who may read its file, and in one sentence why it
cannot be opened."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from intrigue.engine import extras
from intrigue.engine.errors import IntrigueError
from intrigue.web.store.diagnose import reason
from intrigue.web.store.errors import Full, TooNew, TooOld, Unavailable

OPENING_FAULTS = (
    TooNew,
    TooOld,
    ModuleNotFoundError,
    Unavailable,
    Full,
    ValueError,
    OSError,
    SQLAlchemyError,
    sqlite3.Error,
)
"""What a database that cannot be opened raises."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What a file's permissions may let anybody but its owner do."""
SUFFIXES = ("", "-wal", "-shm")
"""How the files of an SQLite database go on after its name; new ones get the permissions of the first."""


def opening_error(url: str, fault: Exception) -> IntrigueError:
    """Why a database cannot be opened, said without a password."""
    if isinstance(fault, ModuleNotFoundError):
        return IntrigueError("serve.fault.driver", command=extras.command("postgres", "psycopg"))
    if isinstance(fault, TooNew):
        return IntrigueError("serve.fault.too_new", place=place_of(url))
    if isinstance(fault, TooOld):
        return IntrigueError("serve.fault.too_old", place=place_of(url))
    place, why = place_of(url), reason(url, fault)
    if place.endswith("://") and why in ("", "silent", "refused"):
        why = "address"  # an @ that is not escaped leads anywhere
    return IntrigueError(f"serve.fault.database.{why}" if why else "serve.fault.database", place=place)


def file_of(url: str) -> Path:
    """The file of an SQLite database."""
    path = make_url(url).database
    if not path or path == ":memory:":
        raise ValueError("a site needs a file")
    return Path(path)


def make_private(file: Path) -> str:
    """Lets nobody but their owner read the files of an SQLite database: every hidden card is in there. Returns the key
    of what is to be said of that; nothing where nobody else could."""
    if os.name != "posix":
        return ""
    real = os.path.realpath(file)  # beside which SQLite puts the others
    open_ones = [one for name in SUFFIXES if lets_others_in(one := Path(f"{real}{name}"))]
    for one in open_ones:
        with contextlib.suppress(OSError):  # a file of somebody else, or a file system that is only read
            one.chmod(stat.S_IMODE(one.stat().st_mode) & ~OTHERS)
    if not open_ones:
        return ""
    return "serve.readable" if any(map(lets_others_in, open_ones)) else "serve.private"


def lets_others_in(file: Path) -> bool:
    """Whether a file lets anybody in but its owner. A group may be the way by which we come to a file of somebody
    else."""
    try:
        status = file.stat()
    except OSError:
        return False
    ours = os.geteuid() in (0, status.st_uid)
    return stat.S_ISREG(status.st_mode) and bool(status.st_mode & (OTHERS if ours else stat.S_IRWXO))


def place_of(url: str) -> str:
    """A database without its password and how it is opened."""
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite":
        return rest.partition("?")[0].removeprefix("/")
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):
        return f"{scheme}://"
    port = f":{parts.port}" if parts.port else ""
    if rest.count("@") > 1:  # the password holds one that is not escaped: nobody can say where it ends
        return f"{scheme}://"
    return f"{scheme}://{parts.host or ''}{port}/{parts.database or ''}"
