"""Queries of the index of tables: which there are, which somebody sits at, which are due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from intrigue.web.store.schema import rewritings, seats, tables
from intrigue.web.store.types import ENDED, OPEN, TableRow

ASKED_TOGETHER = 500
"""Tables that one statement asks about."""

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


def row(c: Connection, table: str) -> TableRow | None:
    """The table in the index."""
    row = c.execute(select(*ROW).where(tables.c.table_id == table)).first()
    return None if row is None else TableRow(*row)


def positions(c: Connection, some: Sequence[str]) -> dict[str, tuple[int, int]]:
    """At which version tables are, and how many lines of chat each has had."""
    columns = select(tables.c.table_id, tables.c.version, tables.c.talked)
    return {
        table: (version, talked)
        for start in range(0, len(some), ASKED_TOGETHER)
        for table, version, talked in c.execute(
            columns.where(tables.c.table_id.in_(some[start : start + ASKED_TOGETHER]))
        )
    }


def erasures_of(c: Connection, table: str) -> int:
    """How often somebody was taken out of a table."""
    return c.scalar(select(func.count()).select_from(rewritings).where(rewritings.c.id == table)) or 0


def joinable_tables(c: Connection, limit: int) -> list[TableRow]:
    """Listed tables that gather and have free seats, newest first."""
    rows = c.execute(
        select(*ROW)
        .where(tables.c.phase == "gathering", tables.c.listed.is_(True), tables.c.free > 0)
        .order_by(tables.c.created.desc(), tables.c.table_id)
        .limit(limit)
    )
    return [TableRow(*row) for row in rows]


def watchable_tables(c: Connection, limit: int) -> list[TableRow]:
    """Tables that are played and that anybody may find and watch, newest first; no exercise."""
    rows = c.execute(
        select(*ROW)
        .where(tables.c.phase == "playing", tables.c.listed.is_(True), tables.c.exercise.is_(False))
        .order_by(tables.c.created.desc(), tables.c.table_id)
        .limit(limit)
    )
    return [TableRow(*row) for row in rows]


def tables_of(c: Connection, person: int, limit: int, under_way: bool | None = None) -> list[TableRow]:
    """Tables where a person holds a seat, latest changed first; if asked for, only those that gather or are played, or
    only those that have ended."""
    phases = () if under_way is None else OPEN if under_way else ENDED
    rows = c.execute(
        select(*ROW)
        .where(holds_seat(person), *([tables.c.phase.in_(phases)] if phases else []))
        .order_by(tables.c.changed.desc(), tables.c.table_id)
        .limit(limit)
    )
    return [TableRow(*row) for row in rows]


def games_of(c: Connection, person: int, limit: int) -> list[TableRow]:
    """Tables under way at which a person holds a seat, games first, of these the longest unchanged; no exercise."""
    rows = c.execute(
        select(*ROW)
        .where(holds_seat(person), tables.c.phase.in_(OPEN), tables.c.exercise.is_(False))
        .order_by((tables.c.phase == "playing").desc(), tables.c.changed, tables.c.table_id)
        .limit(limit)
    )
    return [TableRow(*row) for row in rows]


def holds_seat(person: int) -> Any:
    """The condition that a person holds a seat at a table."""
    return tables.c.table_id.in_(select(seats.c.table_id).where(seats.c.person == person))


def due(c: Connection, now: int, limit: int) -> list[tuple[str, int]]:
    """Tables where something should have happened by itself by now, and when, longest overdue first."""
    rows = c.execute(
        select(tables.c.table_id, tables.c.due)
        .where(tables.c.due <= now)
        .order_by(tables.c.due, tables.c.table_id)
        .limit(limit)
    )
    return [(table, when) for table, when in rows]


def open_table_ids(c: Connection) -> list[str]:
    """All tables that gather or are played, oldest first."""
    statement = select(tables.c.table_id).where(tables.c.phase.in_(OPEN))
    return list(c.scalars(statement.order_by(tables.c.created, tables.c.table_id)))
