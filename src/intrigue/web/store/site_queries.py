"""Calls of a store about the house itself: bans, records that people brought, and what has run out."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, or_, select

from intrigue.web.store.interface import Ban
from intrigue.web.store.log_queries import plain, stays, upserted
from intrigue.web.store.schema import bans, codes, shelf

SHELF_LIFE = 90 * 24 * 60 * 60 * 1000
"""Milliseconds for which a record lies on the shelf."""

BAN = (bans.c.id, bans.c.kind, bans.c.value, bans.c.why, bans.c.at, bans.c.until)


def ban(c: Connection, kind: str, value: str, why: str, at: int, until: int | None) -> int:
    """Put a ban."""
    put = {"kind": plain(kind), "value": plain(value), "why": plain(why), "at": at, "until": until}
    number: int = c.execute(insert(bans).values(put).returning(bans.c.id)).scalar_one()
    return number


def banned(c: Connection, now: int) -> list[Ban]:
    """Bans in force."""
    lasts = or_(bans.c.until.is_(None), bans.c.until > now)
    return [Ban(*one) for one in c.execute(select(*BAN).where(lasts).order_by(bans.c.id))]


def unban(c: Connection, id: int) -> bool:
    """Take a ban out."""
    return bool(c.execute(delete(bans).where(bans.c.id == id)).rowcount)


def shelve(c: Connection, id: str, text: str, person: int | None, at: int) -> None:
    """Put a record."""
    stays(c, person)
    c.execute(upserted(c, shelf, {"id": plain(id), "text": plain(text), "person": person, "at": at}, ["id"], {}))


def shelved(c: Connection, id: str, now: int) -> str | None:
    """A record on the shelf; one that is too old is not shown, even before it is taken out."""
    return c.scalar(select(shelf.c.text).where(shelf.c.id == id, shelf.c.at > now - SHELF_LIFE))


def tidy(c: Connection, now: int) -> None:
    """Take out records that are too old, and codes that ran out."""
    c.execute(delete(shelf).where(shelf.c.at <= now - SHELF_LIFE))
    c.execute(delete(codes).where(codes.c.expires <= now))
