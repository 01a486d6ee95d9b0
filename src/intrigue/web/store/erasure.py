"""Queries that take a person out of the database again, or give out all that is kept of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Column, Connection, Table, and_, delete, exists, insert, or_, select, text, update

from intrigue.web.store.announcements import ERASED, announce
from intrigue.web.store.errors import Missing
from intrigue.web.store.notification_queries import quiet_tables
from intrigue.web.store.schema import (
    bans,
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
    tables,
    talk,
)
from intrigue.web.store.types import SeatResult
from intrigue.web.table.seats import Seat, resized, unique

NOBODY = "—"
"""What somebody is called who was forgotten: records and pages of every language can hold it."""
NAMING = ("sat", "renamed", "lent")
"""Commands that hold a name."""
SEATING = ("opened", "changed", "rose", "handedover")
"""Commands that say, beside these, who holds which seat."""

Where: TypeAlias = Column[Any]


def selves(c: Connection, person: int) -> list[int]:
    """A person, and all whom they left behind."""
    return [person, *c.scalars(select(people.c.id).where(people.c.heir == person).order_by(people.c.id))]


# Taking out


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


def unname(c: Connection, table: str, gone: Collection[int]) -> None:
    """Write a table's log anew without the names that people gave themselves there, or took over with a seat; where
    such a seat went on under them, its place in the index and what was said there too. It need not be a log that this
    program can follow."""
    starts = (log.c.command.startswith(f'{{"did":"{did}",') for did in (*NAMING, *SEATING))
    found = select(log.c.version, log.c.author, log.c.command).where(log.c.table_id == table, or_(*starts))
    done = {
        version: (author, decode_leniently(text)) for version, author, text in c.execute(found.order_by(log.c.version))
    }
    named = {version: str(command["name"]) for version, (_, command) in done.items() if "name" in command}
    theirs = {version for version, (author, command) in done.items() if names_one_of(command, author, gone)}
    theirs = (theirs | versions_taken_over(done, gone)) & named.keys()
    taken = [name for version, name in named.items() if version not in theirs]
    called: dict[str, str] = {}
    for version in sorted(theirs):
        name = called.setdefault(named[version], unique(NOBODY, [*taken, *called.values()]))
        command = done[version][1]
        changed = msgspec.json.encode(command | {"name": name}).decode()
        c.execute(update(log).where(log.c.table_id == table, log.c.version == version).values(command=changed))
        seat = command.get("seat")
        for one, whose in ((seats, seats.c.person), (talk, talk.c.author)):
            same = (one.c.table_id == table, one.c.seat == seat, one.c.name == named[version])
            c.execute(update(one).where(*same, whose.in_(heirs_of(done, seat))).values(name=name))


def heirs_of(done: Mapping[int, tuple[int, dict[str, Any]]], seat: Any) -> list[int]:
    """To whom a seat was handed over, with the name it had."""
    given = (command for _, command in done.values() if command.get("did") == "handedover")
    return [int(command["person"]) for command in given if command.get("seat") == seat and "person" in command]


def decode_leniently(text: str) -> dict[str, Any]:
    """A command as far as it can be read."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}


def names_one_of(command: Mapping[str, Any], author: int, gone: Collection[int]) -> bool:
    """Whether a command holds a name of somebody: whoever is seated by another (for a rematch) is meant, too."""
    match command:
        case {"did": "sat", "person": seated}:
            return seated in gone
        case {"did": "renamed" | "lent"}:
            return author in gone
        case _:
            return False


def versions_taken_over(done: Mapping[int, tuple[int, dict[str, Any]]], gone: Collection[int]) -> set[int]:
    """Where names were given that somebody took over with a seat."""
    theirs: set[int] = set()
    held: list[Seat] = []
    names: dict[int, list[int]] = {}
    for version, (_, command) in done.items():  # in place of a person: when whoever holds the seat sat down
        match command:
            case {"did": "opened" | "changed", "settings": {"players": int(players)}}:
                held = resized(held, players)
            case {"did": "sat" | "rose" | "renamed" | "handedover", "seat": int(seat)} if 1 <= seat <= len(held):
                if command["did"] in ("sat", "rose"):
                    held[seat - 1] = Seat(seat, version if command["did"] == "sat" else None)
                sitting = names.setdefault(held[seat - 1].person or 0, [])
                sitting.append(version)
                if command["did"] == "handedover" and command.get("person") in gone:
                    theirs.update(sitting)
    return theirs


# Giving out


def export_person(c: Connection, person: int) -> dict[str, Any]:
    """All that is kept of a person, as values of JSON: no secrets of games, no cards, no hashes."""
    about = c.execute(
        select(
            people.c.id.label("number"),
            people.c.name,
            people.c.language,
            people.c.settings,
            people.c.created,
            people.c.changed,
        ).where(people.c.id == person)
    ).first()
    if about is None:
        raise Missing(str(person))
    all_of_them = selves(c, person)
    return {
        "person": about._asdict(),
        "devices": rows(c, devices, devices.c.person == person, devices.c.since),
        "recovery_code_since": c.scalar(select(recoveries.c.at).where(recoveries.c.person == person)),
        "tables": tables_sat_at(c, all_of_them),
        "results": rows(
            c,
            results,
            results.c.person.in_(all_of_them),
            results.c.table_id,
            *(results.c[name] for name in SeatResult._fields if name not in ("person", "level")),
        ),
        "talk": rows(
            c,
            talk,
            talk.c.author.in_(all_of_them),
            *(talk.c[name] for name in ("table_id", "at", "seat", "name", "kind", "text")),
        ),
        "push": rows(
            c,
            pushes,
            pushes.c.person == person,
            *(pushes.c[name] for name in ("endpoint", "p256dh", "auth", "at", "site", "failures", "failed")),
        ),
        "webhook": next(iter(webhooks(c, person)), None),
        "quiet_tables": sorted(quiet_tables(c, person)),
        "last_told": rows(c, notices, notices.c.person.in_(all_of_them), notices.c.table_id, notices.c.version),
        "shelved": rows(c, shelf, shelf.c.person == person, shelf.c.id, shelf.c.text, shelf.c.at),
        "bans": rows(
            c,
            bans,
            and_(bans.c.kind == "person", bans.c.value.in_([str(one) for one in all_of_them])),
            *(bans.c[name] for name in ("at", "until", "why")),
        ),
    }


def webhooks(c: Connection, person: int) -> list[dict[str, Any]]:
    """A person's webhook, if they gave one."""
    columns = (hooks.c[name] for name in ("url", "site", "failures", "failed"))
    return rows(c, hooks, hooks.c.person == person, *columns)


def rows(c: Connection, table: Table, condition: Any, *columns: Where) -> list[dict[str, Any]]:
    """Some columns of a person's rows, in their order."""
    return [one._asdict() for one in c.execute(select(*columns).select_from(table).where(condition).order_by(*columns))]


def tables_sat_at(c: Connection, selves: Collection[int]) -> list[dict[str, Any]]:
    """Tables where a person ever sat, with the seats they still hold and the standing orders they gave there."""
    columns = (tables.c.table_id, tables.c.game, tables.c.phase, tables.c.created, tables.c.changed)
    sat = select(sittings.c.table_id).where(sittings.c.person.in_(selves))
    in_order = select(*columns).where(tables.c.table_id.in_(sat)).order_by(tables.c.created, tables.c.table_id)
    found = [one._asdict() for one in c.execute(in_order)]
    held = c.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.name, orders.c.things)
        .outerjoin(orders, and_(orders.c.table_id == seats.c.table_id, orders.c.seat == seats.c.seat))
        .where(seats.c.person.in_(selves))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    by_table: dict[str, list[dict[str, Any]]] = {}
    for table, number, name, things in held:
        by_table.setdefault(table, []).append({"seat": number, "name": name, "standing_orders": things or []})
    return [{**one, "seats": by_table.get(one["table_id"], [])} for one in found]
