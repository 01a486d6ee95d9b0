"""What belongs to a person, though nobody has an account: their seats, which may go along to another browser, all that
is kept of them, and its end."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.web.errors import NoTable, Refusal
from intrigue.web.runtime.people import People
from intrigue.web.runtime.table_rows import has_ended
from intrigue.web.runtime.tables import Tables
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.store import Forgotten, Missing, Stale, Store
from intrigue.web.table import requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import AnyContent
from intrigue.web.table.table import Table, hand_over
from intrigue.web.view import viewers

ALL = 100_000
"""Tables of one person: all of them."""
EXPORT_VERSION = 1
"""Of the form of an export."""

Contents = Callable[[Table], Sequence[AnyContent]]


class Accounts:
    """What a site keeps of people, and does with it when they ask."""

    def __init__(self, tables: Tables, store: Store, people: People, now: Callable[[], int]) -> None:
        self.tables, self.store, self.people, self.now = tables, store, people, now

    async def count_tables(self, person: int | None) -> tuple[int, int]:
        """How many tables somebody has a seat at, and how many of them are under way."""
        if person is None:
            return 0, 0
        rows = await self.store.tables_of(person, ALL)
        return len(rows), sum(row.phase in ("gathering", "playing") for row in rows)

    # Another browser

    async def recover(self, visitor: Visitor, before: int, code: str) -> tuple[Visitor, str, int, int]:
        """Lets a browser be the person of a code, one browser at a time: the visitor from now on, the next code, and
        how many unfinished games of whoever this browser was came along, and how many did not. They come first: if that
        fails half way, the code still works; if it led another browser there meanwhile, at another server, they go
        back."""
        async with self.people.recovering:
            person = await self.people.person_of_code(code)
            carried, left = await self.carry_seats(before, person)
            try:
                visitor, next_code = await self.people.recover(visitor, code)
            except (Refusal, Missing, Forgotten):  # used up, or its person is gone meanwhile
                await self.carry_seats(person, before, carried)
                raise Refusal(422, "mine.fault.code") from None
        return visitor, next_code, len(carried), left

    async def carry_seats(self, before: int, person: int, tables: Sequence[str] | None = None) -> tuple[list[str], int]:
        """Hands the seats of unfinished games, or of some tables, over to the person that their browser is now. Where
        that cannot be, because the person has a hand of their own there, a bot goes on. Which were carried, how many
        left."""

        def handed_over(table: Table) -> Sequence[AnyContent]:
            seats = table.seats_of(before)
            return hand_over(table, seats[0], person) if seats else []

        carried, left = list[str](), 0
        if tables is None:
            rows = await self.store.tables_of(before, ALL, under_way=True) if before != person else []
            tables = [row.table for row in rows]
        for id in tables:
            try:
                await self.act(id, person, handed_over)
                carried.append(id)
            except Denied:
                await self.leave_table(id, before)
                left += 1
            except NoTable:
                continue
        return carried, left

    async def leave_table(self, id: str, person: int) -> None:
        """Rises from every seat at a table; a bot goes on."""

        def risen(table: Table) -> Sequence[AnyContent]:
            seats = table.seats_of(person)
            return table.answer(requests.Rise(seats[0]), person, self.now()) if seats else []

        while (await self.tables.get(id)).seats_of(person):
            try:
                await self.act(id, person, risen)
            except Denied:  # the game has ended meanwhile
                return

    async def act(self, id: str, person: int, contents: Contents) -> None:
        """Does something at a table at whatever version it is, even if another process writes at the same time."""
        while True:
            try:
                await self.tables.act(id, None, f"person:{secrets.token_hex(8)}", contents, person)
                return
            except Stale:
                await self.tables.refresh(id)

    # What is kept, and its end

    async def export(self, person: int) -> dict[str, Any]:
        """Everything that is kept of a person."""
        kept = await self.store.export_person(person)
        kept["records"] = await self.records(person, [one["table_id"] for one in kept["tables"]])
        return {"intrigue_export": EXPORT_VERSION, "times": "milliseconds since 1970-01-01 UTC", **kept}

    async def records(self, person: int, tables: Sequence[str]) -> dict[str, str]:
        """The records of the games that are over, as far as this person may see them: never of one that runs."""
        texts: dict[str, str] = {}
        for id in tables:
            try:
                table = await self.tables.get_or_skim(id)
            except IntrigueError:
                continue
            if table.phase in ("over", "aborted") and table.rules and viewers.viewer_of(table, person) is not None:
                texts[id] = table.record_text()
            self.tables.release(id)
        return texts

    async def delete(self, person: int) -> None:
        """Takes a person out: bots go on in their games, and nothing names or quotes them any more."""
        for row in await self.store.tables_of(person, ALL, under_way=True):
            with suppress(NoTable):  # a game that this program cannot follow is left as it is, without their name
                await self.leave_table(row.table, person)
        for id in await self.store.forget(person):
            await self.tables.discard_erased(id)
            here = await self.store.row(id)
            if here and not has_ended(here):  # they sat down meanwhile, and cannot any more
                with suppress(NoTable):
                    await self.leave_table(id, person)
