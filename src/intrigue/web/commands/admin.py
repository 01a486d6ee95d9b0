"""`intrigue admin`: what whoever runs a site does with its database, beside a running server or without one."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.games import GAMES, install
from intrigue.locale import Words
from intrigue.web.config import configured, network
from intrigue.web.errors import Unplayable
from intrigue.web.runtime.clock import SiteClock, wall_clock
from intrigue.web.runtime.tables import Tables, ended
from intrigue.web.store import Stale, Store, TableRow, Unavailable, open_store
from intrigue.web.store.backup import copy_database, temporary_copy
from intrigue.web.store.database_url import OPENING_FAULTS, file_of, opening_error, place_of
from intrigue.web.store.diagnose import SchemaState, schema_state
from intrigue.web.store.queries import admin as admin_queries
from intrigue.web.table.decide import leave
from intrigue.web.table.log_entries import UNREADABLE, AnyCommand, Began, Ended, Entry, Rose
from intrigue.web.table.other_rules import foreign_part
from intrigue.web.table.table import Table

MOST = 200
"""The most lines of a list."""
WAITING = ("deck", "our_deck")
"""Why a game cannot go on that only waits for its deck file, or for a program without one."""
TRIES = 20
"""How often something is done anew at a table that went on meanwhile."""
LONGEST_NOTE = 300
LENGTH = re.compile(r"([1-9][0-9]{0,3})([mhdw])")
UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
Options = argparse.Namespace


def run(options: Options, words: Words, with_deck: Callable[[str], Game[Any]]) -> int:
    """Does what was asked; 1 if something is found that needs a hand. `with_deck` is Richelieu with the deck file at a
    path, for whatever folds tables."""
    config = configured({name: getattr(options, name, None) for name in ("database", "data", "deck")})
    if config.deck and "deck" in options:
        install(with_deck(config.deck))
    deed: Callable[[str, Options, Words], Awaitable[int]] = DEEDS[options.deed]
    return asyncio.run(answered(deed(config.database, options, words), config.database))


async def answered(work: Awaitable[int], url: str) -> int:
    """A deed, with what the database refuses said in one sentence."""
    try:
        return await work
    except OPENING_FAULTS as fault:
        raise opening_error(url, fault) from None


# The database


@asynccontextmanager
async def opened(url: str, migrates: bool = False) -> AsyncIterator[Store]:
    """The store of a site. A database of another version is not brought up to date in passing: a server may be using
    it."""
    if await inhabited(url) == "earlier" and not migrates:
        raise IntrigueError("admin.fault.other_version", place=place_of(url))
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def inhabited(url: str) -> SchemaState:
    """How far a database was brought in which there is a site."""
    if url.startswith("sqlite:") and not file_of(url).exists():
        raise IntrigueError("admin.fault.no_database", place=place_of(url))
    found = await asyncio.to_thread(schema_state, url)
    if found == "empty":
        raise IntrigueError("admin.fault.empty", place=place_of(url))
    return found


# Games


@dataclass(frozen=True)
class Broken:
    """A game that this program cannot go on with."""

    table: str
    game: str
    kept: int
    """Up to which version its log can be followed."""
    why: str
    values: dict[str, Any]


async def check(url: str, options: Options, words: Words) -> int:
    """Replays every open game; those that break are listed, and closed if asked. Those that ended under other rules are
    counted. A game that was begun with another deck file is listed and never closed: with that file it goes on. Without
    closing, a copy is looked at, so that the database of a running server of an older version stays as it is."""
    await inhabited(url)
    async with nullcontext(url) if options.close else temporary_copy(url) as looked_at:
        async with opened(looked_at, migrates=True) as store:
            tables = await store.open_table_ids()
            broken = [one for table in tables if (one := await examined(store, table))]
            waiting = [one for one in broken if one.why in WAITING]
            for one in broken:
                print(words(f"admin.check.{one.why}", table=one.table, game=words(f"game.{one.game}"), **one.values))
                if options.close and one not in waiting:
                    await close_table(store, one.table, "rules", options.reason or "", one.kept)
            ended = await store.run_read(admin_queries.games_by_rules)
    print(words("admin.check.all", n=len(tables)))
    if earlier := sum(n for (game, rules), n in ended.items() if rules != version_of(game)):
        print(words("admin.check.earlier", n=earlier))
    if not broken:
        print(words("admin.check.fine"))
        return 0
    if waiting:
        print(words("admin.check.other_deck", n=len(waiting)))
    if others := len(broken) - len(waiting):
        print(words("admin.check.closed" if options.close else "admin.check.broken", n=others))
    return 1 if waiting or not options.close else 0


async def examined(store: Store, table: str) -> Broken | None:
    """What is wrong with a game, if anything is."""
    row, secret = await store.row(table), await store.secret(table)
    if row is None or secret is None:
        return None
    entries = await store.read(table)
    began = next((entry for entry in entries if isinstance(entry.command, Began)), None)
    rules = version_of(row.game)
    if began and isinstance(began.command, Began) and began.command.rules != rules:
        return Broken(table, row.game, began.version - 1, "rules", {"then": began.command.rules, "now": rules})
    if began and isinstance(began.command, Began) and foreign_part(entries) == "deck":
        file, _, mark = began.command.deck.rpartition(" ")
        return Broken(table, row.game, len(entries), "deck" if file else "our_deck", {"file": file, "hash": mark})
    followed = await asyncio.to_thread(follow, table, secret, entries)
    if followed == len(entries):
        return None
    if entries[followed].command is UNREADABLE:
        return Broken(table, row.game, max(followed, 1), "unreadable", {"version": followed + 1})
    return Broken(table, row.game, followed, "breaks", {"version": followed + 1})


def version_of(game: str) -> int:
    """The version of a game's rules; 0 for one that this program does not know."""
    return GAMES[game].version if game in GAMES else 0


def follow(id: str, secret: bytes, entries: Sequence[Entry]) -> int:
    """Up to which version a log can be followed."""
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
        ended: list[AnyCommand] = [Ended(why, note, kept)]
        with contextlib.suppress(Stale):
            await store.append(table, row.version, None, f"admin:{row.version}", at, ended, closed)
            return True
    raise Unavailable("busy")


async def close(url: str, options: Options, words: Words) -> int:
    """Closes one table."""
    async with opened(url) as store:
        if not await close_table(store, options.table, "operator", options.reason or ""):
            raise IntrigueError("admin.close.not_open", table=options.table[:40])
    print(words("admin.close.done", table=options.table))
    return 0


# People


async def ban(url: str, options: Options, words: Words) -> int:
    """Keeps a person or a network out."""
    now = wall_clock()
    until = None if options.until is None else moment(options.until, now)
    async with opened(url) as store:
        if options.person is not None:
            if not await store.run_read(partial(admin_queries.person_exists, person=options.person)):
                raise IntrigueError("admin.fault.no_person", n=options.person)
            kind, value = "person", str(options.person)
        else:
            kind, value = "network", str(network(options.network, "network"))
        number = await store.ban(kind, value, options.why or "", now, until)
    print(words("admin.ban.done", number=number, who=named(kind, value, words)))
    return 0


def moment(text: str, now: int) -> int:
    """A time as it is typed: a length from now on, or a day (its beginning) or a minute of it, by this machine's clock.

    >>> moment("12h", 1_000), moment("2w", 0)
    (43201000, 1209600000)
    """
    if found := LENGTH.fullmatch(text):
        return now + int(timedelta(**{UNITS[found[2]]: int(found[1])}) / timedelta(milliseconds=1))
    try:
        at = int(datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise IntrigueError("admin.fault.until", text=text[:40]) from None
    if at <= now:
        raise IntrigueError("admin.fault.past", text=text[:40])
    return at


def named(kind: str, value: str, words: Words) -> str:
    """Whom a ban is about."""
    return words("admin.who.person", n=int(value)) if kind == "person" else value


def day(at: int) -> str:
    """A time as everybody reads it."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


async def bans(url: str, options: Options, words: Words) -> int:
    """Lists the bans in force."""
    async with opened(url) as store:
        found = await store.bans_in_force(wall_clock())
    for one in found:
        until = words("admin.ban.for_good") if one.until is None else words("admin.ban.until", time=day(one.until))
        line = f"{one.id}  {named(one.kind, one.value, words)}  {until}"
        print(f"{line}  {one.why}" if one.why else line)
    if not found:
        print(words("admin.ban.none"))
    return 0


async def unban(url: str, options: Options, words: Words) -> int:
    """Lifts a ban."""
    async with opened(url) as store:
        if not await store.unban(options.number):
            raise IntrigueError("admin.fault.no_ban", number=options.number)
    print(words("admin.unban.done", number=options.number))
    return 0


async def people(url: str, options: Options, words: Words) -> int:
    """Who sits at a table."""
    async with opened(url) as store:
        if await store.row(options.table) is None:
            raise IntrigueError("admin.fault.no_table", table=options.table[:40])
        found = await store.run_read(partial(admin_queries.seat_holders, table=options.table))
    for one in found:
        print(words("admin.people.seat", seat=one.seat, who=words("admin.who.person", n=one.person), name=one.name))
    if not found:
        print(words("admin.people.nobody"))
    return 0


async def find(url: str, options: Options, words: Words) -> int:
    """Who is called so."""
    async with opened(url) as store:
        found = await store.run_read(partial(admin_queries.find_people, name=options.name, limit=MOST + 1))
    for one in found[:MOST]:
        who = words("admin.who.person", n=one.person)
        key = "admin.find.table" if one.table else "admin.find.own"
        print(words(key, who=who, name=one.name, table=one.table))
    if not found:
        print(words("admin.find.nobody"))
    if len(found) > MOST:
        print(words("admin.find.more", n=MOST))
    return 0


async def forget(url: str, options: Options, words: Words) -> int:
    """Takes everything of a person out. They rise from their seats first, so that their games go on without them."""
    async with opened(url) as store:
        if not await store.run_read(partial(admin_queries.person_exists, person=options.person)):
            raise IntrigueError("admin.fault.no_person", n=options.person)
        clock = SiteClock()
        clock.reach(await store.last_pulse())
        tables = Tables(store, clock.now)
        await tables.read_outages()
        rows = [row for row in await store.tables_of(options.person, 100_000) if not ended(row)]
        if waiting := [row.table for row in rows if not await risen(tables, store, row, options.person)]:
            raise IntrigueError("admin.fault.deck", table=waiting[0])
        kept = await store.run_read(partial(admin_queries.bans_of, person=options.person))
        rewritten = await store.forget(options.person)
        for id in rewritten:  # they may have sat down meanwhile; they cannot any more
            await tables.discard_erased(id)
            here = await store.row(id)
            if here and not ended(here):
                await risen(tables, store, here, options.person)
    print(words("admin.forget.done", who=words("admin.who.person", n=options.person), n=len(rewritten)))
    if kept:
        print(words("admin.forget.bans", n=kept))
    return 0


def rising(seat: int, table: Table) -> list[AnyCommand]:
    """What it comes to when somebody leaves a seat; nothing where the game has ended."""
    return leave(table, seat, Rose(seat)) if table.phase in ("gathering", "playing") else []


async def risen(tables: Tables, store: Store, row: TableRow, person: int) -> bool:
    """A person leaves a table; a game that cannot go on is closed instead. One that waits for its deck file is left as
    it is, and then this is False."""
    for _ in range(TRIES):
        try:
            table = await tables.get(row.table)
            seats = table.seats_of(person) if table.phase in ("gathering", "playing") else ()
            if not seats:
                return True
            await tables.act(row.table, None, f"admin:rise:{seats[0]}:{row.version}", partial(rising, seats[0]))
        except Stale:
            await tables.refresh(row.table)
        except Unplayable:
            broken = await examined(store, row.table)
            if broken and broken.why in WAITING:
                return False
            await close_table(store, row.table, "rules", "", broken.kept if broken else 1)
            return True
    raise IntrigueError("admin.fault.busy", table=row.table)


# Everything


async def backup(url: str, options: Options, words: Words) -> int:
    """Copies the database of a running site into a file."""
    if not url.startswith("sqlite:"):
        raise IntrigueError("admin.backup.postgres")
    source, target = file_of(url), Path(options.file)
    if not source.exists():
        raise IntrigueError("admin.fault.no_database", place=place_of(url))
    if target.exists():
        raise IntrigueError("admin.backup.exists", file=str(target))
    part = target.with_name(f".{target.name}.part")
    try:
        await asyncio.to_thread(copy_database, source, part)
        part.rename(target)
    except OSError as fault:
        raise IntrigueError("admin.backup.failed", file=str(target), reason=fault.strerror or "") from None
    finally:
        part.unlink(missing_ok=True)
    print(words("admin.backup.done", file=str(target), n=-(-target.stat().st_size // 1024)))
    return 0


async def stats(url: str, options: Options, words: Words) -> int:
    """How much there is of everything."""
    async with opened(url) as store:
        found = await store.run_read(partial(admin_queries.counts, now=wall_clock()))
    for name, number in found.items():
        print(f"{words(f'admin.stats.{name}')}: {number}")
    if url.startswith("sqlite:"):
        print(f"{words('admin.stats.size')}: {-(-bytes_of(file_of(url)) // 1024)}")
    return 0


def bytes_of(file: Path) -> int:
    """The size of a database with its latest part, which lies beside it."""
    latest = file.with_name(f"{file.name}-wal")
    return sum(part.stat().st_size for part in (file, latest) if part.exists())


DEEDS: dict[str, Callable[[str, Options, Words], Awaitable[int]]] = {
    "check": check,
    "close": close,
    "ban": ban,
    "bans": bans,
    "unban": unban,
    "people": people,
    "find": find,
    "forget": forget,
    "backup": backup,
    "stats": stats,
}
