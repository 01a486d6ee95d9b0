"""Looks at a database from outside, before a store is opened or when none can be: how far it was brought, and why it
refuses. Why is told by codes and by what can be tried, never by what a driver says, which may hold a password."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from sqlalchemy import NullPool, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from intrigue.web.store.errors import BadOption, Full, Unavailable
from intrigue.web.store.migrate import is_up_to_date, revision

SchemaState = Literal["empty", "earlier", "current"]
PATIENCE = 5
"""Seconds for a connection."""
REASONS = {
    "SQLITE_NOTADB": "damaged",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "permission",
    "SQLITE_PERM": "permission",
    "SQLITE_CANTOPEN": "permission",
    "PermissionError": "permission",
    "FileNotFoundError": "file",
    "FileExistsError": "file",
    "IsADirectoryError": "file",
    "NotADirectoryError": "file",
    "28000": "password",
    "28P01": "password",
    "3D000": "missing",
    "42501": "permission",
    "25006": "permission",
    "53100": "full",
    "53300": "busy",
    "55P03": "busy",
    "57014": "busy",
    "57P03": "starting",
}
"""What codes come to: names of SQLite's faults, which may go on with an underscore, SQLSTATE, and faults of files."""


def schema_state(url: str) -> SchemaState:
    """How far a database was brought, which is only read. Raises TooNew or TooOld if only another program knows it, and
    what the database says if it refuses."""
    address = make_url(url)
    if address.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError("not SQLite or PostgreSQL")
    if address.get_backend_name() == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    else:
        address = address.set(query={})  # which is for the store
    engine = create_engine(address, poolclass=NullPool, hide_parameters=True)
    with engine.connect() as connection:
        if revision(connection) is None:
            return "empty"
        return "current" if is_up_to_date(connection) else "earlier"


def fault_code(fault: BaseException) -> str:
    """What a fault is called: by SQLite, by SQLSTATE, by a store, else by its class."""
    cause = getattr(fault, "orig", None) or fault
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    if name is None and isinstance(cause, Full | Unavailable) and cause.args:
        name = cause.args[0]
    return name or type(cause).__name__


def reason(url: str, fault: Exception) -> str:
    """Why a database cannot be opened, in a word; empty if nobody can say."""
    if isinstance(fault, BadOption):
        return "option"
    if isinstance(fault, ValueError | ArgumentError | NoSuchModuleError):
        return "address"
    why = "full" if isinstance(fault, Full) else reason_of_code(fault_code(fault))
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        if why == "permission" and not may_hold_file(Path(address.database or "")):
            return "file"
        return why
    return why or probe_server(address)


def reason_of_code(code: str) -> str:
    """What a code comes to."""
    return next((why for name, why in REASONS.items() if code == name or code.startswith(f"{name}_")), "")


def may_hold_file(file: Path) -> bool:
    """Whether there may be a file at a place."""
    return file.parent.is_dir() and not file.is_dir()


def probe_server(address: URL) -> str:
    """A server that refuses a connection says why in its own language only: what it lets us do tells more."""
    import psycopg  # an extra
    from psycopg.conninfo import make_conninfo

    conninfo = address.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        conninfo = make_conninfo(conninfo, connect_timeout=PATIENCE)
    except psycopg.Error:
        return "option"
    match psycopg.pq.PGconn.ping(conninfo.encode()):
        case psycopg.pq.Ping.NO_RESPONSE:
            return "silent"
        case psycopg.pq.Ping.REJECT:
            return "starting"
        case psycopg.pq.Ping.NO_ATTEMPT:
            return "option"
    try:
        with psycopg.connect(conninfo, dbname="postgres") as connection:
            exists = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [address.database]).fetchone()
    except psycopg.Error as fault:
        server = fault.pgconn
        return "password" if server and (server.needs_password or server.used_password) else "refused"
    return "refused" if exists else "missing"
