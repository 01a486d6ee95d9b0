"""Queries that take a person out of the database again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, delete, exists, insert, or_, select, text, update

from intrigue.web.store.queries.announcements import ERASED, announce
from intrigue.web.store.schema import (
    devices,
    hooks,
    log,
    notices,
    orders,
    people,
    pushes,
    quiets,
    recoveries,
    results,
    rewritings,
    seats,
    shelf,
    sittings,
    talk,
)
from intrigue.web.table.seats import Seat, resize, unique_name

NOBODY = "—"
"""What somebody is called who was forgotten: records and pages of every language can hold it."""
NAMING = ("sat", "renamed", "lent")
"""Entries that hold a name."""
SEATING = ("opened", "changed", "rose", "handedover")
"""Entries that say, beside these, who holds which seat."""


def selves(c: Connection, person: int) -> list[int]:
    """A person, and all whom they left behind."""
    return [person, *c.scalars(select(people.c.id).where(people.c.heir == person).order_by(people.c.id))]


def forget(c: Connection, person: int) -> list[str]:
    """Take a person out, and whom they left behind: devices, codes, notices, what they said, and every name they gave
    themselves or took over with a seat, in the log too. Their number stays where it stood and leads nowhere. Tables and
    records on the shelf that are not as others remember them are named, and announced. Let them rise from open tables
    before."""
    gone = selves(c, person)
    c.execute(select(people.c.id).where(people.c.id.in_(gone)).with_for_update())  # whoever writes of them comes first
    spoke = set(c.scalars(select(talk.c.table_id).where(talk.c.author.in_(gone)).distinct()))
    sat = set(c.scalars(select(sittings.c.table_id).where(sittings.c.person.in_(gone))))
    brought = set(c.scalars(select(shelf.c.id).where(shelf.c.person.in_(gone))))
    for table in sat:
        unname(c, table, gone)
    for column in (
        talk.c.author,
        devices.c.person,
        recoveries.c.person,
        pushes.c.person,
        hooks.c.person,
        quiets.c.person,
        notices.c.person,
        shelf.c.person,
        sittings.c.person,
    ):
        c.execute(delete(column.table).where(column.in_(gone)))
    at_theirs = and_(seats.c.table_id == orders.c.table_id, seats.c.seat == orders.c.seat, seats.c.person.in_(gone))
    c.execute(delete(orders).where(exists().where(at_theirs)))
    c.execute(delete(seats).where(seats.c.person.in_(gone)))
    c.execute(update(results).where(results.c.person.in_(gone)).values(person=None))
    c.execute(delete(people).where(people.c.id.in_(gone)))
    changed = sorted(spoke | sat | brought)
    number_erasures(c, changed)
    return changed


def number_erasures(c: Connection, changed: Sequence[str]) -> None:
    """Number what is not as it was. Nobody else does so until the commit: whoever knows a number missed none before."""
    if not changed:
        return
    if c.dialect.name != "sqlite":
        c.execute(text(f"LOCK TABLE {rewritings.name} IN EXCLUSIVE MODE"))
    c.execute(insert(rewritings), [{"id": id} for id in changed])
    for id in changed:
        announce(c, id, ERASED)


class Line(NamedTuple):
    """A line of a log: by whom it was written, and its entry, as far as that can be read."""

    author: int
    content: dict[str, Any]


def unname(c: Connection, table: str, gone: Collection[int]) -> None:
    """Write a table's log anew without the names that people gave themselves there, or took over with a seat; where
    such a seat went on under them, its place in the index and what was said there too. It need not be a log that this
    program can follow."""
    lines = lines_about_seats(c, table)
    names = {version: str(line.content["name"]) for version, line in lines.items() if "name" in line.content}
    theirs = {version for version, line in lines.items() if holds_name_of(line, gone)}
    theirs = (theirs | versions_taken_over(lines, gone)) & names.keys()
    others = [name for version, name in names.items() if version not in theirs]
    new_names: dict[str, str] = {}
    for version in sorted(theirs):
        old, content = names[version], lines[version].content
        new = new_names.setdefault(old, unique_name(NOBODY, [*others, *new_names.values()]))
        encoded = msgspec.json.encode(content | {"name": new}).decode()
        c.execute(update(log).where(log.c.table_id == table, log.c.version == version).values(command=encoded))
        seat = content.get("seat")
        for kept, holder in ((seats, seats.c.person), (talk, talk.c.author)):
            same = (kept.c.table_id == table, kept.c.seat == seat, kept.c.name == old)
            c.execute(update(kept).where(*same, holder.in_(heirs_of(lines, seat))).values(name=new))


def lines_about_seats(c: Connection, table: str) -> dict[int, Line]:
    """What a log holds of names and seats, by version."""
    starts = (log.c.command.startswith(f'{{"did":"{did}",') for did in (*NAMING, *SEATING))
    rows = select(log.c.version, log.c.author, log.c.command).where(log.c.table_id == table, or_(*starts))
    return {version: Line(author, decode(text)) for version, author, text in c.execute(rows.order_by(log.c.version))}


def decode(text: str) -> dict[str, Any]:
    """An entry as far as it can be read."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}


def heirs_of(lines: Mapping[int, Line], seat: Any) -> list[int]:
    """To whom a seat was handed over, with the name it had."""
    contents = (line.content for line in lines.values() if line.content.get("did") == "handedover")
    return [int(content["person"]) for content in contents if content.get("seat") == seat and "person" in content]


def holds_name_of(line: Line, gone: Collection[int]) -> bool:
    """Whether an entry holds a name of somebody: whoever is seated by another (for a rematch) is meant, too."""
    match line.content:
        case {"did": "sat", "person": seated}:
            return seated in gone
        case {"did": "renamed" | "lent"}:
            return line.author in gone
        case _:
            return False


def versions_taken_over(lines: Mapping[int, Line], gone: Collection[int]) -> set[int]:
    """Where names were given that somebody took over with a seat."""
    theirs: set[int] = set()
    held: list[Seat] = []
    names: dict[int, list[int]] = {}
    for version, (_, content) in lines.items():  # in place of a person: when whoever holds the seat sat down
        match content:
            case {"did": "opened" | "changed", "settings": {"players": int(players)}}:
                held = resize(held, players)
            case {"did": "sat" | "rose" | "renamed" | "handedover", "seat": int(seat)} if 1 <= seat <= len(held):
                if content["did"] in ("sat", "rose"):
                    held[seat - 1] = Seat(seat, version if content["did"] == "sat" else None)
                sitting = names.setdefault(held[seat - 1].person or 0, [])
                sitting.append(version)
                if content["did"] == "handedover" and content.get("person") in gone:
                    theirs.update(sitting)
    return theirs
