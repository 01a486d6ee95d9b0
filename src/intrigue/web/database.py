"""A site's database by its address: where it is, without a password, and in one sentence why it cannot be opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from intrigue.engine.errors import IntrigueError
from intrigue.web.store import Full, TooNew, Unavailable
from intrigue.web.store.looking import reason

REFUSALS = (TooNew, ModuleNotFoundError, Unavailable, Full, ValueError, OSError, SQLAlchemyError, sqlite3.Error)
"""What a database that cannot be opened raises."""


def refused(url: str, fault: Exception) -> IntrigueError:
    """Why a database cannot be opened, said without a password."""
    if isinstance(fault, ModuleNotFoundError):
        return IntrigueError("serve.fault.driver")
    if isinstance(fault, TooNew):
        return IntrigueError("serve.fault.too_new", place=place_of(url))
    place, why = place_of(url), reason(url, fault)
    if place.endswith("://") and why in ("", "silent", "refused"):
        why = "address"  # an @ that is not escaped leads anywhere
    return IntrigueError(f"serve.fault.database.{why}" if why else "serve.fault.database", place=place)


def file_of(url: str) -> Path:
    """The file of an SQLite database."""
    found = make_url(url).database
    if not found or found == ":memory:":
        raise ValueError("a site needs a file")
    return Path(found)


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
