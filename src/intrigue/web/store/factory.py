"""Opens a store by its address: `sqlite:////path/file.db` or `postgresql://user@host/database`."""

from __future__ import annotations

from sqlalchemy.engine import make_url

from intrigue.web.store.interface import Store


async def open_store(url: str) -> Store:
    """A store whose database is there and brought up to date.

    Raises Unavailable or Full if that cannot be, TooNew or TooOld if another program wrote it, ValueError if the
    address is none, ModuleNotFoundError if the driver for PostgreSQL is not installed.
    """
    try:
        address = make_url(url)
    except Exception:
        raise ValueError("not the address of a database") from None  # the address may hold a password: not quoted
    # Each database's module is loaded when it is asked for: the driver for PostgreSQL is an extra.
    match address.get_backend_name():
        case "sqlite":
            from intrigue.web.store.sqlite import SqliteStore

            return await SqliteStore.open(address)
        case "postgresql":
            from intrigue.web.store.postgres import PostgresStore

            return await PostgresStore.open(address)
        case other:
            raise ValueError(f"not SQLite or PostgreSQL: {other}")
