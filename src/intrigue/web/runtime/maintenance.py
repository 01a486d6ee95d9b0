"""What whoever runs a site does with its games and people, beside a running server or without one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.games import GAMES
from intrigue.web.errors import Unplayable
from intrigue.web.runtime.accounts import ALL
from intrigue.web.runtime.clock import SiteClock, wall_clock
from intrigue.web.runtime.table_rows import has_ended
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Stale, Store, TableRow, Unavailable, open_store
from intrigue.web.store.backup import temporary_copy
from intrigue.web.store.database_url import file_of, place_of
from intrigue.web.store.diagnose import SchemaState, schema_state
from intrigue.web.store.queries import admin as admin_queries
from intrigue.web.table.decide import leave
from intrigue.web.table.log_entries import UNREADABLE, AnyContent, Began, Ended, Entry, Rose
from intrigue.web.table.table import Table
from intrigue.web.table.unreplayable import foreign_part

WAITING = ("deck", "our_deck")
"""Why a game cannot go on that only waits for its deck file, or for a program without one."""
TRIES = 20
"""How often something is done anew at a table that went on meanwhile."""
LONGEST_NOTE = 300


@asynccontextmanager
async def open_site(url: str, migrates: bool = False) -> AsyncIterator[Store]:
    """The store of a site. A database of another version is not brought up to date in passing: a server may be using
    it."""
    if await require_site(url) == "earlier" and not migrates:
        raise IntrigueError("admin.fault.other_version", place=place_of(url))
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def require_site(url: str) -> SchemaState:
    """How far a database was brought in which there is a site."""
    if url.startswith("sqlite:") and not file_of(url).exists():
        raise IntrigueError("admin.fault.no_database", place=place_of(url))
    state = await asyncio.to_thread(schema_state, url)
    if state == "empty":
        raise IntrigueError("admin.fault.empty", place=place_of(url))
    return state


# Games


@dataclass(frozen=True)
class BrokenGame:
    """A game that this program cannot go on with."""

    table: str
    game: str
    kept: int
    """Up to which version its log can be followed."""
    why: str
    values: dict[str, Any]


@dataclass(frozen=True)
class Check:
    """What a look at all games found."""

    open: int
    broken: list[BrokenGame]
    earlier: int
    """Games that ended under other rules."""

    @property
    def waiting(self) -> list[BrokenGame]:
        """Games that go on with their deck file."""
        return [game for game in self.broken if game.why in WAITING]


async def check_games(url: str, closes: bool = False, note: str = "") -> Check:
    """Replays every open game; those that break are closed if asked. A game that was begun with another deck file is
    never closed: with that file it goes on. Without closing, a copy is looked at, so that the database of a running
    server of an older version stays as it is."""
    await require_site(url)
    async with nullcontext(url) if closes else temporary_copy(url) as looked_at:
        async with open_site(looked_at, migrates=True) as store:
            tables = await store.open_table_ids()
            broken = [game for table in tables if (game := await diagnose(store, table))]
            if closes:
                for game in broken:
                    if game.why not in WAITING:
                        await close_table(store, game.table, "rules", note, game.kept)
            has_ended = await store.run_read(admin_queries.games_by_rules)
    earlier = sum(n for (game, rules), n in has_ended.items() if rules != rules_version(game))
    return Check(len(tables), broken, earlier)


async def diagnose(store: Store, table: str) -> BrokenGame | None:
    """What is wrong with a game, if anything is."""
    row, secret = await store.row(table), await store.secret(table)
    if row is None or secret is None:
        return None
    entries = await store.read(table)
    began = next((entry for entry in entries if isinstance(entry.content, Began)), None)
    rules = rules_version(row.game)
    if began and isinstance(began.content, Began) and began.content.rules != rules:
        return BrokenGame(table, row.game, began.version - 1, "rules", {"then": began.content.rules, "now": rules})
    if began and isinstance(began.content, Began) and foreign_part(entries) == "deck":
        file, _, mark = began.content.deck.rpartition(" ")
        return BrokenGame(table, row.game, len(entries), "deck" if file else "our_deck", {"file": file, "hash": mark})
    readable = await asyncio.to_thread(readable_length, table, secret, entries)
    if readable == len(entries):
        return None
    if entries[readable].content is UNREADABLE:
        return BrokenGame(table, row.game, max(readable, 1), "unreadable", {"version": readable + 1})
    return BrokenGame(table, row.game, readable, "breaks", {"version": readable + 1})


def rules_version(game: str) -> int:
    """The version of a game's rules; 0 for one that this program does not know."""
    return GAMES[game].version if game in GAMES else 0


def readable_length(id: str, secret: bytes, entries: Sequence[Entry]) -> int:
    """Up to which version a log can be read."""
    table = Table(id, secret)
    for entry in entries:
        try:
            table.apply(entry)
        except Exception:
            return entry.version - 1
    return len(entries)


async def close_table(store: Store, table: str, why: Any, note: str, kept: int = 0) -> bool:
    """Ends a game with a notice to its players; whether it was open. Nothing of it is played again for that."""
    note = " ".join(note.split())[:LONGEST_NOTE]
    for _ in range(TRIES):
        row = await store.row(table)
        if row is None or row.phase not in ("gathering", "playing"):
            return False
        at = max(wall_clock(), await store.last_pulse(), row.changed)
        closed = row._replace(phase="aborted", listed=False, changed=at, due=None)
        contents: list[AnyContent] = [Ended(why, note, kept)]
        with contextlib.suppress(Stale):
            await store.append(table, row.version, None, f"admin:{row.version}", at, contents, closed)
            return True
    raise Unavailable("busy")


# People


async def require_person(store: Store, person: int) -> None:
    """Raises unless there is such a person."""
    if not await store.run_read(partial(admin_queries.person_exists, person=person)):
        raise IntrigueError("admin.fault.no_person", n=person)


async def forget_person(store: Store, person: int) -> tuple[int, int]:
    """Takes everything of a person out. They rise from their seats first, so that their games go on without them. From
    how many tables they were taken out, and how many bans of them stay."""
    await require_person(store, person)
    clock = SiteClock()
    clock.reach(await store.last_pulse())
    tables = Tables(store, clock.now)
    await tables.read_outages()
    rows = [row for row in await store.tables_of(person, ALL) if not has_ended(row)]
    if waiting := [row.table for row in rows if not await leave_table(tables, store, row, person)]:
        raise IntrigueError("admin.fault.deck", table=waiting[0])
    bans = await store.run_read(partial(admin_queries.bans_of, person=person))
    erased = await store.forget(person)
    for id in erased:  # they may have sat down meanwhile; they cannot any more
        await tables.discard_erased(id)
        here = await store.row(id)
        if here and not has_ended(here):
            await leave_table(tables, store, here, person)
    return len(erased), bans


def rise(seat: int, table: Table) -> list[AnyContent]:
    """What it comes to when somebody leaves a seat; nothing where the game has ended."""
    return leave(table, seat, Rose(seat)) if table.phase in ("gathering", "playing") else []


async def leave_table(tables: Tables, store: Store, row: TableRow, person: int) -> bool:
    """A person leaves a table; a game that cannot go on is closed instead. One that waits for its deck file is left as
    it is, and then this is False."""
    for _ in range(TRIES):
        try:
            table = await tables.get(row.table)
            seats = table.seats_of(person) if table.phase in ("gathering", "playing") else ()
            if not seats:
                return True
            await tables.act(row.table, None, f"admin:rise:{seats[0]}:{row.version}", partial(rise, seats[0]))
        except Stale:
            await tables.refresh(row.table)
        except Unplayable:
            broken = await diagnose(store, row.table)
            if broken and broken.why in WAITING:
                return False
            await close_table(store, row.table, "rules", "", broken.kept if broken else 1)
            return True
    raise IntrigueError("admin.fault.busy", table=row.table)
