"""Queries that give out all that is kept of a person."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Column, Connection, Table, and_, select

from intrigue.web.store.errors import Missing
from intrigue.web.store.queries.erasure import selves
from intrigue.web.store.queries.notifications import quiet_tables
from intrigue.web.store.schema import (
    bans,
    devices,
    hooks,
    notices,
    orders,
    people,
    pushes,
    recoveries,
    results,
    seats,
    shelf,
    sittings,
    tables,
    talk,
)
from intrigue.web.store.types import SeatResult


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


def rows(c: Connection, table: Table, condition: Any, *columns: Column[Any]) -> list[dict[str, Any]]:
    """Some columns of a person's rows, in their order."""
    return [row._asdict() for row in c.execute(select(*columns).select_from(table).where(condition).order_by(*columns))]


def tables_sat_at(c: Connection, selves: Collection[int]) -> list[dict[str, Any]]:
    """Tables where a person ever sat, with the seats they still hold and the standing orders they gave there."""
    columns = (tables.c.table_id, tables.c.game, tables.c.phase, tables.c.created, tables.c.changed)
    sat = select(sittings.c.table_id).where(sittings.c.person.in_(selves))
    in_order = select(*columns).where(tables.c.table_id.in_(sat)).order_by(tables.c.created, tables.c.table_id)
    kept = [row._asdict() for row in c.execute(in_order)]
    held = c.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.name, orders.c.things)
        .outerjoin(orders, and_(orders.c.table_id == seats.c.table_id, orders.c.seat == seats.c.seat))
        .where(seats.c.person.in_(selves))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    by_table: dict[str, list[dict[str, Any]]] = {}
    for table, number, name, things in held:
        by_table.setdefault(table, []).append({"seat": number, "name": name, "standing_orders": things or []})
    return [{**table, "seats": by_table.get(table["table_id"], [])} for table in kept]
