"""What a store promises, whichever database is below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from intrigue.web.table.commands import AnyCommand, Entry


class Row(NamedTuple):
    """A table in the index, written in one transaction with its log."""

    table: str
    game: str
    phase: str
    listed: bool
    free: int
    """Seats that nobody holds."""
    version: int
    created: int
    changed: int
    due: int | None
    """When something happens by itself, in milliseconds; None if nothing does."""


class Person(NamedTuple):
    """Somebody who once posted something: no account, only what the cookie's hash leads to."""

    id: int
    """Counted from 1, never given again."""
    name: str
    language: str
    settings: dict[str, Any]


class Said(NamedTuple):
    """A line of a table's talk."""

    number: int
    """Counted from 1 for each table, without gaps."""
    at: int
    seat: int
    """0 for somebody who watches."""
    name: str
    """What the speaker was called then."""
    kind: str
    """`text` or `phrase`."""
    text: str


class Written(NamedTuple):
    """What became of an append."""

    version: int
    """The table's version right after it."""
    again: bool
    """The log held this key before (or the database's first answer was lost): read the log, nothing was added now."""


class Stale(Exception):
    """The version expected is not the table's; `version` is, and 0 if there is no such table."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Missing(LookupError):
    """There is no such table."""


class Full(Exception):
    """The database takes no more; nothing was written."""


class Unavailable(Exception):
    """The database is away or too busy. A write may have come through all the same (never half of it), its answer lost:
    the same call with the same key tells."""


class TooNew(Exception):
    """A later version of the program wrote this database."""


class Store(Protocol):
    """Durable before it answers. Times are milliseconds from the caller. Any call may raise Full or Unavailable."""

    async def create(
        self,
        table: str,
        secret: bytes,
        person: int | None,
        key: str,
        at: int,
        commands: Sequence[AnyCommand],
        row: Row,
    ) -> Written:
        """Put a new table with its first commands; Stale if another of this name exists."""

    async def append(
        self,
        table: str,
        expected: int,
        person: int | None,
        key: str,
        at: int,
        commands: Sequence[AnyCommand],
        row: Row,
    ) -> Written:
        """Add all commands or none. The key (of this person at this table) makes a second sending harmless, even when
        `expected` is stale by then; else the table must be at `expected`. Versions are counted here, not in `row`."""

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The log beyond a version."""

    async def secret(self, table: str) -> bytes | None:
        """The secret behind the table's commitment; None: no such table."""

    async def row(self, table: str) -> Row | None:
        """The table in the index."""

    async def open_tables(self, limit: int) -> list[Row]:
        """Listed tables that gather and have free seats, newest first."""

    async def tables_of(self, person: int, limit: int) -> list[Row]:
        """Tables where a person holds a seat, latest changed first."""

    async def due(self, now: int, limit: int) -> list[tuple[str, int]]:
        """Tables where something should have happened by itself by now, and when, longest overdue first."""

    async def person(self, token_hash: bytes) -> Person | None:
        """Whose cookie has this hash."""

    async def remember(self, token_hash: bytes, name: str, language: str, settings: dict[str, Any], at: int) -> Person:
        """Put a person, or what is new about one."""

    async def say(self, table: str, person: int | None, seat: int, key: str, at: int, kind: str, text: str) -> Said:
        """Add a line to the talk; the same key again gives the same line."""

    async def talk(self, table: str, after: int = 0, limit: int = 200) -> list[Said]:
        """The latest lines beyond a number, oldest first."""

    async def set_orders(self, table: str, seat: int, things: Sequence[int]) -> None:
        """Replace a seat's standing orders; an append in which somebody sits down, rises or resigns there ends them."""

    async def orders(self, table: str) -> dict[int, tuple[int, ...]]:
        """Standing orders by seat."""

    async def ordered(self) -> list[str]:
        """Running games in which somebody has standing orders."""

    async def put_code(self, code_hash: bytes, table: str, seat: int, expires: int) -> None:
        """Let a code hand a seat over once; an earlier code of the seat is void."""

    async def use_code(self, code_hash: bytes, table: str, now: int) -> int | None:
        """The seat a code opens; it never does again."""

    async def pulse(self, now: int) -> None:
        """Say that the site lives; a silence of over five seconds before becomes an outage."""

    async def outages(self, since: int) -> list[tuple[int, int]]:
        """From when to when the site was away: those that ended after a time, earliest first."""

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Be told (table, version) of what other processes append, (table, 0) of talk. It may come twice or late."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
