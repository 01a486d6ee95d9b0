"""Queries of the tables' logs. Beside each log, in the same transaction, an append keeps the index of tables, who sits
where, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from intrigue.web.store.errors import Stale
from intrigue.web.store.queries.announcements import announce
from intrigue.web.store.queries.people import put_results
from intrigue.web.store.queries.person_lock import require_person
from intrigue.web.store.queries.statements import at_seat, author, insert_if_absent, plain, upsert
from intrigue.web.store.schema import SERVER, log, orders, seats, sittings, tables
from intrigue.web.store.types import Appended, TableRow
from intrigue.web.table.log_entries import (
    AnyContent,
    Entry,
    Filled,
    HandedOver,
    Lent,
    Opened,
    Renamed,
    Resigned,
    Rose,
    Sat,
    decode,
    encode,
)

# Statements of every move are built once: building them anew costs more than running them.
KEY = select(log.c.version).where(
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


# Writing


def create(
    c: Connection,
    table: str,
    secret: bytes,
    person: int | None,
    key: str,
    at: int,
    contents: Sequence[AnyContent],
    row: TableRow,
) -> Appended:
    """Put a new table with its first entries. The key makes a second sending harmless; Stale if another table of this
    name exists."""
    earlier = earlier_append(c, table, person, key)
    if earlier is not None:
        return earlier
    new = {
        "table_id": table,
        "secret": secret,
        "version": 0,
        "talked": 0,
        "created": row.created,
        "exercise": any(isinstance(content, Opened) and content.origin for content in contents),
        **index_columns(row),
    }
    if not insert_if_absent(c, tables, new, ["table_id"]):
        return earlier_append_or_stale(c, table, person, key)
    return append(c, table, 0, person, key, at, contents, row)


def append(
    c: Connection,
    table: str,
    expected: int,
    person: int | None,
    key: str,
    at: int,
    contents: Sequence[AnyContent],
    row: TableRow,
) -> Appended:
    """Add all entries or none. The key (of this person at this table) makes a second sending harmless, even when
    `expected` is stale by then; else the table must be at `expected`. Versions are counted here, not in `row`."""
    # The version in the index is the fence; the log's primary key stands behind it.
    if not contents:
        raise ValueError("an append without entries")
    earlier = earlier_append(c, table, person, key)
    if earlier is not None:
        return earlier
    if any(isinstance(content, Renamed | Lent) for content in contents):
        require_person(c, person)
    version = expected + len(contents)
    if not c.execute(FENCE, {"table": table, "expected": expected, "version": version, **index_columns(row)}).rowcount:
        return earlier_append_or_stale(c, table, person, key)
    lines = [
        {
            "table_id": table,
            "version": number,
            "at": at,
            "author": author(person),
            "key": key if number == version else None,
            "command": encode(content).decode(),
        }
        for number, content in enumerate(contents, expected + 1)
    ]
    c.execute(LOG, lines if len(lines) > 1 else lines[0])  # a list of one costs PostgreSQL's driver far more
    for content in contents:
        index_seat(c, table, content)
    if row.phase == "over":
        put_results(c, table, row.results)
    announce(c, table, version)
    return Appended(version, False)


def earlier_append(c: Connection, table: str, person: int | None, key: str) -> Appended | None:
    """What became of the append under this key, if there was one."""
    version = version_of_key(c, table, person, key)
    return None if version is None else Appended(version, True)


def earlier_append_or_stale(c: Connection, table: str, person: int | None, key: str) -> Appended:
    """Another process was quicker: it may have sent this very key after we looked for it, else the caller is stale."""
    earlier = earlier_append(c, table, person, key)
    if earlier is None:
        raise Stale(c.scalar(VERSION, {"table": table}) or 0)
    return earlier


def index_columns(row: TableRow) -> dict[str, Any]:
    """What an append may change in the index, but for the version."""
    return {
        "game": row.game,
        "phase": row.phase,
        "listed": row.listed,
        "free": row.free,
        "changed": row.changed,
        "due": row.due,
    }


def index_seat(c: Connection, table: str, content: AnyContent) -> None:
    """Keep the index of who sits where, and what is kept for whoever does."""
    match content:
        case Sat(seat=number, person=person, name=name):
            require_person(c, person)
            changes = {"person": person, "name": plain(name)}
            c.execute(upsert(c, seats, {"table_id": table, "seat": number, **changes}, ["table_id", "seat"], changes))
            remember_sitting(c, table, person)
        case HandedOver(seat=number, person=person):
            require_person(c, person)
            c.execute(update(seats).where(*at_seat(seats, table, number)).values(person=person))
            remember_sitting(c, table, person)
        case Renamed(seat=number, name=name):
            c.execute(update(seats).where(*at_seat(seats, table, number)).values(name=plain(name)))
        case Rose(seat=number) | Filled(seat=number):
            c.execute(delete(seats).where(*at_seat(seats, table, number)))
        case _:
            pass
    match content:  # standing orders are their giver's, not the seat's: whoever comes next does not find them
        case Sat(seat=number) | Rose(seat=number) | Resigned(seat=number):
            c.execute(delete(orders).where(*at_seat(orders, table, number)))
        case _:
            pass


def remember_sitting(c: Connection, table: str, person: int) -> None:
    """Keep that a person ever sat here."""
    c.execute(upsert(c, sittings, {"person": person, "table_id": table}, ["person", "table_id"]))


# Reading


def version_of_key(c: Connection, table: str, person: int | None, key: str) -> int | None:
    """The version that an append under this key led to; None if there was none."""
    version: int | None = c.scalar(KEY, {"table": table, "author_": author(person), "key_": key})
    return version


def entries(c: Connection, table: str, after: int = 0) -> list[Entry]:
    """The log beyond a version."""
    return [entry(*line) for line in c.execute(ENTRIES, {"table": table, "after": after})]


def read_many(c: Connection, known: Mapping[str, int]) -> dict[str, list[Entry]]:
    """What was added to some logs beyond the versions that are known of them."""
    return {table: entries(c, table, version) for table, version in known.items()}


def entry(version: int, at: int, by: int, content: str) -> Entry:
    """A line of a log."""
    return Entry(version, at, None if by == SERVER else by, decode(content))


def secret(c: Connection, table: str) -> bytes | None:
    """The secret behind the table's commitment; None: no such table."""
    return c.scalar(select(tables.c.secret).where(tables.c.table_id == table))
