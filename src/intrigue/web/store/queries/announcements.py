"""What a process tells the others that share its database: of which table there is news, and no more than that."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, func, select

from intrigue.web.store.schema import rewritings, tables

CHANNEL = "intrigue"
"""What PostgreSQL calls the line on which processes hear of each other."""
CHAT = 0
"""Announced in place of a version where somebody spoke."""
ERASED = -1
"""Announced in place of a version where somebody was forgotten."""
CAUGHT_UP = 1_000
"""Tables that are announced anew to whoever may have missed something: those that changed last."""
NOTIFY = select(func.pg_notify(bindparam("channel"), bindparam("news")))


def announce(c: Connection, table: str, version: int) -> None:
    """Tell other processes at the commit, and only if it comes. On SQLite nobody listens: whoever reads that file
    notices when it changes."""
    if c.dialect.name == "postgresql":
        c.execute(NOTIFY, {"channel": CHANNEL, "news": f"{table} {version}"})


def latest(c: Connection, limit: int) -> list[tuple[str, int]]:
    """The tables that changed last, with their versions."""
    rows = c.execute(select(tables.c.table_id, tables.c.version).order_by(tables.c.changed.desc()).limit(limit))
    return [(table, version) for table, version in rows]


def erasures_since(c: Connection, number: int) -> list[tuple[int, str]]:
    """What somebody was taken out of after a number, numbered."""
    later = select(rewritings.c.number, rewritings.c.id).where(rewritings.c.number > number)
    return [(number, id) for number, id in c.execute(later.order_by(rewritings.c.number))]


def last_erasure(c: Connection) -> int:
    """The number of the last that somebody was taken out of; 0 if nobody ever was."""
    return c.scalar(select(func.max(rewritings.c.number))) or 0
