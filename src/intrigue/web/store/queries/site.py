"""Queries of the site itself: its bans, its keys, the shelf of records, signs of life, and what has run out."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, or_, select, update

from intrigue.web.store.queries.person_lock import require_person
from intrigue.web.store.queries.statements import insert_if_absent, plain, upsert
from intrigue.web.store.schema import bans, codes, keys, outages, pulses, shelf
from intrigue.web.store.site_time import GAP, SILENCE, agreed_time
from intrigue.web.store.types import Ban

SHELF_LIFE = 90 * 24 * 60 * 60 * 1000
"""Milliseconds for which a record lies on the shelf."""
ROOM, ROOM_BYTES = "room", 64 * 1024
"""What is written, and how much, to see whether there is room."""

BAN = (bans.c.id, bans.c.kind, bans.c.value, bans.c.why, bans.c.at, bans.c.until)


# Bans


def ban(c: Connection, kind: str, value: str, why: str, at: int, until: int | None) -> int:
    """Keep somebody out; the number to lift it by."""
    row = {"kind": plain(kind), "value": plain(value), "why": plain(why), "at": at, "until": until}
    number: int = c.execute(insert(bans).values(row).returning(bans.c.id)).scalar_one()
    return number


def bans_in_force(c: Connection, now: int) -> list[Ban]:
    """Bans in force, earliest first."""
    lasts = or_(bans.c.until.is_(None), bans.c.until > now)
    return [Ban(*row) for row in c.execute(select(*BAN).where(lasts).order_by(bans.c.id))]


def unban(c: Connection, id: int) -> bool:
    """Lift a ban; whether there was one."""
    return bool(c.execute(delete(bans).where(bans.c.id == id)).rowcount)


# The shelf


def shelve(c: Connection, id: str, text: str, person: int | None, at: int) -> None:
    """Keep a record that somebody brought. The first of an id stays."""
    require_person(c, person)
    c.execute(upsert(c, shelf, {"id": plain(id), "text": plain(text), "person": person, "at": at}, ["id"]))


def record_on_shelf(c: Connection, id: str, now: int) -> str | None:
    """A record that was brought less than 90 days ago, whether or not older ones were taken out meanwhile."""
    return c.scalar(select(shelf.c.text).where(shelf.c.id == id, shelf.c.at > now - SHELF_LIFE))


def delete_expired(c: Connection, now: int) -> None:
    """Take out what nobody can use any more: records that lay for 90 days, codes that ran out."""
    c.execute(delete(shelf).where(shelf.c.at <= now - SHELF_LIFE))
    c.execute(delete(codes).where(codes.c.expires <= now))


# Keys


def site_key(c: Connection, name: str, fresh: bytes) -> bytes:
    """What the site signs with: what was put first under a name stays."""
    insert_if_absent(c, keys, {"name": name, "key": fresh}, ["name"])
    key: bytes = c.execute(select(keys.c.key).where(keys.c.name == name)).scalar_one()
    return key


def try_room(c: Connection) -> None:
    """Write as much as anybody ever does, and nothing that stays."""
    c.execute(insert(keys).values(name=ROOM, key=bytes(ROOM_BYTES)))
    c.execute(delete(keys).where(keys.c.name == ROOM))


# Signs of life


def pulse(c: Connection, now: int, broken: bool = False, wall: int = 0) -> int:
    """Say that the site lives, and how late it is by this machine's wall clock; where the site's time stands then.
    A silence of over `SILENCE` before becomes an outage, of over `GAP` if the pulse is known to have been broken:
    whoever says so begins, or could not write. So does what a wall clock goes forward (`agreed_time`). The time never
    goes back."""
    last = c.scalar(select(pulses.c.at).where(pulses.c.id == 1).with_for_update())
    if last is None:
        at = max(now, wall)
        c.execute(upsert(c, pulses, {"id": 1, "at": at}, ["id"]))
        return at
    at, outage = agreed_time(last, now, wall, GAP if broken else SILENCE)
    if at > last:
        c.execute(update(pulses).where(pulses.c.id == 1).values(at=at))
    if outage:
        c.execute(insert(outages).values(began=outage[0], ended=outage[1]))
    return at


def last_pulse(c: Connection) -> int:
    """Where the site's time stood at the last sign of life; 0 if there was none."""
    return c.scalar(select(pulses.c.at).where(pulses.c.id == 1)) or 0


def outages_since(c: Connection, at: int) -> list[tuple[int, int]]:
    """From when to when the site was away: those that ended after a time, earliest first."""
    rows = c.execute(select(outages.c.began, outages.c.ended).where(outages.c.ended > at).order_by(outages.c.began))
    return [(began, ended) for began, ended in rows]
