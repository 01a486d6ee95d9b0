"""Entries and rows for tests of the store, which does not care what they mean."""

from __future__ import annotations

from typing import Any

from intrigue.web.store import Store, TableRow
from intrigue.web.table.log_entries import AnyContent, Moved, Opened, Sat
from intrigue.web.table.settings import Settings

SECRET = bytes(range(32))


def row(table: str, **other: Any) -> TableRow:
    """A table that gathers."""
    plain = TableRow(table, "oriflamme", "gathering", listed=False, free=3, version=0, created=1, changed=1, due=None)
    return plain._replace(**other)


def opening(person: int = 1, name: str = "Ann") -> list[AnyContent]:
    """The first two entries."""
    return [Opened(Settings("oriflamme", "base", 4), "c0"), Sat(1, person, name)]


def move(number: int = 1) -> Moved:
    """Some move."""
    return Moved(1, f"move {number}")


async def create(store: Store, table: str, person: int = 1, **other: Any) -> int:
    """A table at version 2."""
    return (await store.create(table, SECRET, person, "creation", 1, opening(person), row(table, **other))).version
