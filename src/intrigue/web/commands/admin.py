"""`intrigue admin`: what whoever runs a site does with its database, beside a running server or without one."""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.games import install
from intrigue.locale import Words
from intrigue.web.config import config_from, network
from intrigue.web.runtime.clock import wall_clock
from intrigue.web.runtime.maintenance import check_games, close_table, forget_person, open_site, require_person
from intrigue.web.store.backup import copy_database
from intrigue.web.store.database_url import OPENING_FAULTS, file_of, opening_error, place_of
from intrigue.web.store.queries import admin as admin_queries

MOST = 200
"""The most lines of a list."""
LENGTH = re.compile(r"([1-9][0-9]{0,3})([mhdw])")
UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
Options = argparse.Namespace


def run(options: Options, words: Words, with_deck: Callable[[str], Game[Any]]) -> int:
    """Does what was asked; 1 if something is found that needs a hand. `with_deck` is Richelieu with the deck file at a
    path, for whatever folds tables."""
    config = config_from({name: getattr(options, name, None) for name in ("database", "data", "deck")})
    if config.deck and "deck" in options:
        install(with_deck(config.deck))
    work = COMMANDS[options.deed](config.database, options, words)
    return asyncio.run(with_clear_faults(work, config.database))


async def with_clear_faults(work: Awaitable[int], url: str) -> int:
    """A command, with what the database refuses said in one sentence."""
    try:
        return await work
    except OPENING_FAULTS as fault:
        raise opening_error(url, fault) from None


# Games


async def check(url: str, options: Options, words: Words) -> int:
    """Replays every open game; those that break are listed, and closed if asked. Those that ended under other rules are
    counted. A game that was begun with another deck file is listed."""
    result = await check_games(url, options.close, options.reason or "")
    for game in result.broken:
        print(words(f"admin.check.{game.why}", table=game.table, game=words(f"game.{game.game}"), **game.values))
    print(words("admin.check.all", n=result.open))
    if result.earlier:
        print(words("admin.check.earlier", n=result.earlier))
    if not result.broken:
        print(words("admin.check.fine"))
        return 0
    if result.waiting:
        print(words("admin.check.other_deck", n=len(result.waiting)))
    if others := len(result.broken) - len(result.waiting):
        print(words("admin.check.closed" if options.close else "admin.check.broken", n=others))
    return 1 if result.waiting or not options.close else 0


async def close(url: str, options: Options, words: Words) -> int:
    """Closes one table."""
    async with open_site(url) as store:
        if not await close_table(store, options.table, "operator", options.reason or ""):
            raise IntrigueError("admin.close.not_open", table=options.table[:40])
    print(words("admin.close.done", table=options.table))
    return 0


# People


async def ban(url: str, options: Options, words: Words) -> int:
    """Keeps a person or a network out."""
    now = wall_clock()
    until = None if options.until is None else time_from(options.until, now)
    async with open_site(url) as store:
        if options.person is not None:
            await require_person(store, options.person)
            kind, value = "person", str(options.person)
        else:
            kind, value = "network", str(network(options.network, "network"))
        number = await store.ban(kind, value, options.why or "", now, until)
    print(words("admin.ban.done", number=number, who=ban_subject(kind, value, words)))
    return 0


def time_from(text: str, now: int) -> int:
    """A time as it is typed: a length from now on, or a day (its beginning) or a minute of it, by this machine's clock.

    >>> time_from("12h", 1_000), time_from("2w", 0)
    (43201000, 1209600000)
    """
    if length := LENGTH.fullmatch(text):
        return now + int(timedelta(**{UNITS[length[2]]: int(length[1])}) / timedelta(milliseconds=1))
    try:
        at = int(datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise IntrigueError("admin.fault.until", text=text[:40]) from None
    if at <= now:
        raise IntrigueError("admin.fault.past", text=text[:40])
    return at


def ban_subject(kind: str, value: str, words: Words) -> str:
    """Whom a ban is about."""
    return words("admin.who.person", n=int(value)) if kind == "person" else value


def local_time(at: int) -> str:
    """A time as everybody reads it."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


async def bans(url: str, options: Options, words: Words) -> int:
    """Lists the bans in force."""
    async with open_site(url) as store:
        bans = await store.bans_in_force(wall_clock())
    for one in bans:
        until = (
            words("admin.ban.for_good") if one.until is None else words("admin.ban.until", time=local_time(one.until))
        )
        line = f"{one.id}  {ban_subject(one.kind, one.value, words)}  {until}"
        print(f"{line}  {one.why}" if one.why else line)
    if not bans:
        print(words("admin.ban.none"))
    return 0


async def unban(url: str, options: Options, words: Words) -> int:
    """Lifts a ban."""
    async with open_site(url) as store:
        if not await store.unban(options.number):
            raise IntrigueError("admin.fault.no_ban", number=options.number)
    print(words("admin.unban.done", number=options.number))
    return 0


async def people(url: str, options: Options, words: Words) -> int:
    """Who sits at a table."""
    async with open_site(url) as store:
        if await store.row(options.table) is None:
            raise IntrigueError("admin.fault.no_table", table=options.table[:40])
        holders = await store.run_read(partial(admin_queries.seat_holders, table=options.table))
    for one in holders:
        print(words("admin.people.seat", seat=one.seat, who=words("admin.who.person", n=one.person), name=one.name))
    if not holders:
        print(words("admin.people.nobody"))
    return 0


async def find(url: str, options: Options, words: Words) -> int:
    """Who is called so."""
    async with open_site(url) as store:
        people = await store.run_read(partial(admin_queries.find_people, name=options.name, limit=MOST + 1))
    for one in people[:MOST]:
        who = words("admin.who.person", n=one.person)
        key = "admin.find.table" if one.table else "admin.find.own"
        print(words(key, who=who, name=one.name, table=one.table))
    if not people:
        print(words("admin.find.nobody"))
    if len(people) > MOST:
        print(words("admin.find.more", n=MOST))
    return 0


async def forget(url: str, options: Options, words: Words) -> int:
    """Takes everything of a person out."""
    async with open_site(url) as store:
        tables, bans = await forget_person(store, options.person)
    print(words("admin.forget.done", who=words("admin.who.person", n=options.person), n=tables))
    if bans:
        print(words("admin.forget.bans", n=bans))
    return 0


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
    async with open_site(url) as store:
        counts = await store.run_read(partial(admin_queries.counts, now=wall_clock()))
    for name, number in counts.items():
        print(f"{words(f'admin.stats.{name}')}: {number}")
    if url.startswith("sqlite:"):
        print(f"{words('admin.stats.size')}: {-(-bytes_of(file_of(url)) // 1024)}")
    return 0


def bytes_of(file: Path) -> int:
    """The size of a database with its latest part, which lies beside it."""
    latest = file.with_name(f"{file.name}-wal")
    return sum(part.stat().st_size for part in (file, latest) if part.exists())


COMMANDS: dict[str, Callable[[str, Options, Words], Awaitable[int]]] = {
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
