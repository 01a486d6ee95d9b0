"""What the queries share: the same statement in the words of either database, and values that both can hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from intrigue.web.store.schema import SERVER


def author(person: int | None) -> int:
    """Unique keys hold for numbers only, never for NULL: the server is a number too."""
    return SERVER if person is None else person


def plain(text: str) -> str:
    """Text that both databases can hold: no NUL, nothing that is no Unicode."""
    if "\0" in text:
        raise ValueError("NUL in a text")
    text.encode()
    return text


def at_seat(where: Table, table: str, number: int) -> tuple[Any, Any]:
    """The condition that a row is of a seat."""
    return where.c.table_id == table, where.c.seat == number


def upsert(
    c: Connection, into: Table, row: Mapping[str, Any], key: list[str], changes: Mapping[str, Any] | None = None
) -> Any:
    """An insert that only makes these changes, or none, where a row with the key stands already."""
    # Both dialects spell it alike, each in a class of its own.
    insert: Any = sqlite.insert if c.dialect.name == "sqlite" else postgresql.insert
    if changes:
        return insert(into).values(row).on_conflict_do_update(index_elements=key, set_=changes)
    return insert(into).values(row).on_conflict_do_nothing(index_elements=key)


def insert_if_absent(c: Connection, into: Table, row: Mapping[str, Any], key: list[str]) -> bool:
    """Insert a row unless one with the key stands already; whether it was inserted (PostgreSQL counts no inserts)."""
    return c.execute(upsert(c, into, row, key).returning(into.c[key[0]])).first() is not None
