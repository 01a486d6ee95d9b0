"""Each call of a store as statements in one transaction, the same on both databases; the caller commits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from intrigue.web.store.interface import GAP, SILENCE, Forgotten, Result, Row, Stale, Written, agreed_time
from intrigue.web.store.schema import (
    SERVER,
    codes,
    keys,
    log,
    orders,
    outages,
    people,
    pulses,
    results,
    rewritings,
    seats,
    sittings,
    tables,
)
from intrigue.web.table.log_entries import (
    AnyCommand,
    Entry,
    Filled,
    HandedOver,
    Lent,
    Renamed,
    Resigned,
    Rose,
    Sat,
    read,
    written,
)

OPEN = ("gathering", "playing")
ENDED = ("over", "aborted")
ASKED_TOGETHER = 500
"""Tables that one statement asks about."""
ROOM, ROOM_BYTES = "room", 64 * 1024
"""What is written, and how much, to see whether there is room."""

ROW = (
    tables.c.table_id,
    tables.c.game,
    tables.c.phase,
    tables.c.listed,
    tables.c.free,
    tables.c.version,
    tables.c.created,
    tables.c.changed,
    tables.c.due,
)

# Statements of every move are built once: building them anew costs more than running them.
FIND_KEY = select(log.c.version).where(
    log.c.table_id == bindparam("table"), log.c.author == bindparam("author_"), log.c.key == bindparam("key_")
)
FENCE = update(tables).where(tables.c.table_id == bindparam("table"), tables.c.version == bindparam("expected"))
VERSION = select(tables.c.version).where(tables.c.table_id == bindparam("table"))
LOG = insert(log)
ENTRIES = (
    select(log.c.version, log.c.at, log.c.author, log.c.command)
    .where(log.c.table_id == bindparam("table"), log.c.version > bindparam("after"))
    .order_by(log.c.version)
)
ORDERS = select(orders.c.seat, orders.c.things).where(orders.c.table_id == bindparam("table")).order_by(orders.c.seat)
HELD = select(people.c.id).where(people.c.id == bindparam("person")).with_for_update(read=True, key_share=True)
NEWEST = {
    "sqlite": text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'people'"),
    "postgresql": text("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM people_id_seq"),
}
"""The highest number that anybody was ever given."""
NOTIFY = select(func.pg_notify(bindparam("channel"), bindparam("news")))


def gone(c: Connection, person: int) -> bool:
    """Whether somebody was forgotten: no number is given twice. Who is not stays until this is written."""
    return c.scalar(HELD, {"person": person}) is None and person <= (c.scalar(NEWEST[c.dialect.name]) or 0)


def stays(c: Connection, person: int | None) -> None:
    """Raise `Forgotten` if somebody was."""
    if person is not None and gone(c, person):
        raise Forgotten(person)


def create(
    c: Connection,
    table: str,
    secret: bytes,
    person: int | None,
    key: str,
    at: int,
    commands: Sequence[AnyCommand],
    row: Row,
) -> Written:
    """Put a table, its log and its seats."""
    found = known(c, table, person, key)
    if found is not None:
        return Written(found, True)
    begun = {"created": row.created, "exercise": any(getattr(one, "origin", "") for one in commands)}
    put = {"table_id": table, "secret": secret, "version": 0, "talked": 0, **begun, **facts(row)}
    if not added(c, tables, put, ["table_id"]):
        # Another process may have sent this very key between the two statements.
        found = known(c, table, person, key)
        if found is not None:
            return Written(found, True)
        raise Stale(current(c, table))
    return append(c, table, 0, person, key, at, commands, row)


def append(
    c: Connection,
    table: str,
    expected: int,
    person: int | None,
    key: str,
    at: int,
    commands: Sequence[AnyCommand],
    row: Row,
) -> Written:
    """Add commands. The version in the index is the fence; the log's primary key stands behind it."""
    if not commands:
        raise ValueError("an append without commands")
    found = known(c, table, person, key)
    if found is not None:
        return Written(found, True)
    if any(isinstance(command, Renamed | Lent) for command in commands):
        stays(c, person)
    version = expected + len(commands)
    if not c.execute(FENCE, {"table": table, "expected": expected, "version": version, **facts(row)}).rowcount:
        # Another process may have sent this very key between the two statements.
        found = known(c, table, person, key)
        if found is not None:
            return Written(found, True)
        raise Stale(current(c, table))
    lines = [
        {
            "table_id": table,
            "version": number,
            "at": at,
            "author": author(person),
            "key": key if number == version else None,
            "command": written(command).decode(),
        }
        for number, command in enumerate(commands, expected + 1)
    ]
    c.execute(LOG, lines if len(lines) > 1 else lines[0])  # a list of one costs PostgreSQL's driver far more
    for command in commands:
        seat(c, table, command)
    if row.phase == "over":
        count(c, table, row.results)
    return Written(version, False)


def facts(row: Row) -> dict[str, Any]:
    """What an append may change in the index, but for the version."""
    return {
        "game": row.game,
        "phase": row.phase,
        "listed": row.listed,
        "free": row.free,
        "changed": row.changed,
        "due": row.due,
    }


def author(person: int | None) -> int:
    """Unique keys hold for numbers only, never for NULL: the server is a number too."""
    return SERVER if person is None else person


def known(c: Connection, table: str, person: int | None, key: str) -> int | None:
    """The version a key led to."""
    found: int | None = c.scalar(FIND_KEY, {"table": table, "author_": author(person), "key_": key})
    return found


def current(c: Connection, table: str) -> int:
    """A table's version; 0 if there is none."""
    return c.scalar(VERSION, {"table": table}) or 0


def seat(c: Connection, table: str, command: AnyCommand) -> None:
    """Keep the index of who sits where, and what is kept for whoever does."""
    match command:
        case Sat(seat=number, person=person, name=name):
            stays(c, person)
            fresh = {"person": person, "name": plain(name)}
            c.execute(upserted(c, seats, {"table_id": table, "seat": number, **fresh}, ["table_id", "seat"], fresh))
            sit(c, table, person)
        case HandedOver(seat=number, person=person):
            stays(c, person)
            c.execute(update(seats).where(*at_seat(seats, table, number)).values(person=person))
            sit(c, table, person)
        case Renamed(seat=number, name=name):
            c.execute(update(seats).where(*at_seat(seats, table, number)).values(name=plain(name)))
        case Rose(seat=number) | Filled(seat=number):
            c.execute(delete(seats).where(*at_seat(seats, table, number)))
        case _:
            pass
    match command:  # standing orders are their giver's, not the seat's: whoever comes next does not find them
        case Sat(seat=number) | Rose(seat=number) | Resigned(seat=number):
            c.execute(delete(orders).where(*at_seat(orders, table, number)))
        case _:
            pass


def sit(c: Connection, table: str, person: int) -> None:
    """Keep that a person ever sat here."""
    c.execute(upserted(c, sittings, {"person": person, "table_id": table}, ["person", "table_id"], {}))


def at_seat(where: Table, table: str, number: int) -> tuple[Any, Any]:
    """The condition that a row is of a seat."""
    return where.c.table_id == table, where.c.seat == number


def entries(c: Connection, table: str, after: int) -> list[Entry]:
    """The log beyond a version."""
    return [entry(*found) for found in c.execute(ENTRIES, {"table": table, "after": after})]


def entry(version: int, at: int, by: int, text: str) -> Entry:
    """A row of the log, read."""
    return Entry(version, at, None if by == SERVER else by, read(text))


def secret(c: Connection, table: str) -> bytes | None:
    """A table's secret."""
    return c.scalar(select(tables.c.secret).where(tables.c.table_id == table))


def row(c: Connection, table: str) -> Row | None:
    """A table in the index."""
    found = c.execute(select(*ROW).where(tables.c.table_id == table)).first()
    return None if found is None else Row(*found)


def open_tables(c: Connection, limit: int) -> list[Row]:
    """Listed tables with free seats."""
    found = c.execute(
        select(*ROW)
        .where(tables.c.phase == "gathering", tables.c.listed.is_(True), tables.c.free > 0)
        .order_by(tables.c.created.desc(), tables.c.table_id)
        .limit(limit)
    )
    return [Row(*one) for one in found]


def tables_of(c: Connection, person: int, limit: int, under_way: bool | None) -> list[Row]:
    """Tables where a person sits."""
    wanted = () if under_way is None else OPEN if under_way else ENDED
    found = c.execute(
        select(*ROW)
        .where(sits(person), *([tables.c.phase.in_(wanted)] if wanted else []))
        .order_by(tables.c.changed.desc(), tables.c.table_id)
        .limit(limit)
    )
    return [Row(*one) for one in found]


def sits(person: int) -> Any:
    """The condition that a person holds a seat at a table."""
    return tables.c.table_id.in_(select(seats.c.table_id).where(seats.c.person == person))


def games_of(c: Connection, person: int, limit: int) -> list[Row]:
    """Tables at which a person sits and that are no exercises: games first, those that changed longest ago before
    others."""
    found = c.execute(
        select(*ROW)
        .where(sits(person), tables.c.phase.in_(OPEN), tables.c.exercise.is_(False))
        .order_by((tables.c.phase == "playing").desc(), tables.c.changed, tables.c.table_id)
        .limit(limit)
    )
    return [Row(*one) for one in found]


def latest(c: Connection, limit: int) -> list[tuple[str, int]]:
    """The tables that changed last, with their versions."""
    found = c.execute(select(tables.c.table_id, tables.c.version).order_by(tables.c.changed.desc()).limit(limit))
    return [(table, version) for table, version in found]


def standing_at(c: Connection, some: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The versions of some tables, and how many lines of talk each has had."""
    found = c.execute(select(tables.c.table_id, tables.c.version, tables.c.talked).where(tables.c.table_id.in_(some)))
    return {table: (version, talked) for table, version, talked in found}


def rewritten(c: Connection, after: int) -> list[tuple[int, str]]:
    """What somebody was taken out of since, numbered."""
    later = select(rewritings.c.number, rewritings.c.id).where(rewritings.c.number > after)
    return [(number, id) for number, id in c.execute(later.order_by(rewritings.c.number))]


def last_rewritten(c: Connection) -> int:
    """The number of the last that somebody was taken out of; 0 if nobody ever was."""
    return c.scalar(select(func.max(rewritings.c.number))) or 0


def rewritings_of(c: Connection, table: str) -> int:
    """How often somebody was taken out of a table."""
    return c.scalar(select(func.count()).select_from(rewritings).where(rewritings.c.id == table)) or 0


def due(c: Connection, now: int, limit: int) -> list[tuple[str, int]]:
    """What should have happened by itself."""
    found = c.execute(
        select(tables.c.table_id, tables.c.due)
        .where(tables.c.due <= now)
        .order_by(tables.c.due, tables.c.table_id)
        .limit(limit)
    )
    return [(table, when) for table, when in found]


def all_open(c: Connection) -> list[str]:
    """Tables that gather or are played."""
    found = select(tables.c.table_id).where(tables.c.phase.in_(OPEN))
    return list(c.scalars(found.order_by(tables.c.created, tables.c.table_id)))


def uncounted(c: Connection, limit: int) -> list[str]:
    """Finished games without results."""
    found = select(tables.c.table_id).where(tables.c.phase == "over", tables.c.counted.is_(False))
    return list(c.scalars(found.order_by(tables.c.changed).limit(limit)))


def count(c: Connection, table: str, outcome: Sequence[Result]) -> None:
    """Put the results of a game, once."""
    for one in outcome:
        c.execute(upserted(c, results, {"table_id": table, **one._asdict()}, ["table_id", "seat"], {}))
    c.execute(update(tables).where(tables.c.table_id == table).values(counted=True))


def set_orders(c: Connection, table: str, seat: int, things: Sequence[int]) -> None:
    """Replace standing orders."""
    if things:
        put = {"table_id": table, "seat": seat, "things": list(things)}
        c.execute(upserted(c, orders, put, ["table_id", "seat"], {"things": list(things)}))
    else:
        c.execute(delete(orders).where(*at_seat(orders, table, seat)))


def standing(c: Connection, table: str) -> dict[int, tuple[int, ...]]:
    """Standing orders by seat."""
    found = c.execute(ORDERS, {"table": table})
    return {number: tuple(things) for number, things in found}


def ordered(c: Connection) -> list[str]:
    """Running games in which somebody has standing orders."""
    joined = select(orders.c.table_id).distinct().join(tables, tables.c.table_id == orders.c.table_id)
    return list(c.scalars(joined.where(tables.c.phase == "playing").order_by(orders.c.table_id)))


def put_code(c: Connection, code_hash: bytes, table: str, seat: int, expires: int) -> None:
    """Put a code in place of the seat's earlier one."""
    c.execute(delete(codes).where(*at_seat(codes, table, seat)))
    fresh = {"table_id": table, "seat": seat, "expires": expires}
    c.execute(upserted(c, codes, {"code_hash": code_hash, **fresh}, ["code_hash"], fresh))


def use_code(c: Connection, code_hash: bytes, table: str, now: int) -> int | None:
    """Take a code out, and all that ran out."""
    c.execute(delete(codes).where(codes.c.expires <= now))
    seat: int | None = c.scalar(
        delete(codes).where(codes.c.code_hash == code_hash, codes.c.table_id == table).returning(codes.c.seat)
    )
    return seat


def pulse(c: Connection, now: int, broken: bool, wall: int) -> int:
    """Move the last sign of life on, or be told how far another process moved it: it never moves back."""
    last = c.scalar(select(pulses.c.at).where(pulses.c.id == 1).with_for_update())
    if last is None:
        at = max(now, wall)
        c.execute(upserted(c, pulses, {"id": 1, "at": at}, ["id"], {}))
        return at
    at, outage = agreed_time(last, now, wall, GAP if broken else SILENCE)
    if at > last:
        c.execute(update(pulses).where(pulses.c.id == 1).values(at=at))
    if outage:
        c.execute(insert(outages).values(began=outage[0], ended=outage[1]))
    return at


def last_pulse(c: Connection) -> int:
    """The last sign of life."""
    return c.scalar(select(pulses.c.at).where(pulses.c.id == 1)) or 0


def try_room(c: Connection) -> None:
    """Write as much as anybody ever does, and nothing that stays."""
    c.execute(insert(keys).values(name=ROOM, key=bytes(ROOM_BYTES)))
    c.execute(delete(keys).where(keys.c.name == ROOM))


def silences(c: Connection, since: int) -> list[tuple[int, int]]:
    """Outages that ended after a time."""
    found = c.execute(select(outages.c.began, outages.c.ended).where(outages.c.ended > since).order_by(outages.c.began))
    return [(began, ended) for began, ended in found]


def tell(c: Connection, channel: str, table: str, version: int) -> None:
    """PostgreSQL tells other processes at the commit, and only if it comes."""
    c.execute(NOTIFY, {"channel": channel, "news": f"{table} {version}"})


def plain(text: str) -> str:
    """Text that both databases can hold: no NUL, nothing that is no Unicode."""
    if "\0" in text:
        raise ValueError("NUL in a text")
    text.encode()
    return text


def upserted(c: Connection, into: Table, put: Mapping[str, Any], key: list[str], fresh: Mapping[str, Any]) -> Any:
    """An insert that changes `fresh` (or nothing) where a row with the key stands already."""
    if c.dialect.name == "sqlite":
        return onto(sqlite.insert(into).values(put), key, fresh)
    return onto(postgresql.insert(into).values(put), key, fresh)


def added(c: Connection, into: Table, put: Mapping[str, Any], key: list[str]) -> bool:
    """Insert a row unless one with the key stands already; whether it was inserted (PostgreSQL counts no inserts)."""
    return c.execute(upserted(c, into, put, key, {}).returning(into.c[key[0]])).first() is not None


def onto(statement: Any, key: list[str], fresh: Mapping[str, Any]) -> Any:
    """The conflict clause, spelled alike by both dialects."""
    if fresh:
        return statement.on_conflict_do_update(index_elements=key, set_=fresh)
    return statement.on_conflict_do_nothing(index_elements=key)
