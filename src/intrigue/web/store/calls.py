"""The calls of a store over the two ways into its database: `write`, in one durable transaction, and `look`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from intrigue.web.store import chat_queries, erasure, log_queries, notification_queries, people_queries, site_queries
from intrigue.web.store.error_log import Trouble
from intrigue.web.store.interface import (
    Ban,
    Channels,
    Full,
    Person,
    Played,
    Push,
    Result,
    Row,
    Said,
    Store,
    Unavailable,
    Written,
)
from intrigue.web.store.migrate import migrated
from intrigue.web.table.log_entries import AnyCommand, Entry

T = TypeVar("T")


class Calls(Store, ABC):
    """What both databases share."""

    closed: bool
    trouble: Trouble
    """What is said of it where it fails."""
    full = False
    """Whether a write found no room, and none was tried since that did."""
    busy = False
    """Whether others held what the last write needed."""

    def sent_away(self) -> Unavailable:
        """Why a call is not even tried: nothing is, or too many wait."""
        return Unavailable("closed") if self.closed else self.trouble.failed(Unavailable("queue"))

    @abstractmethod
    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction, and answer when it is durable."""

    @abstractmethod
    async def look(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""

    def told(
        self, work: Callable[[Connection], T], table: str, version: Callable[[T], int]
    ) -> Callable[[Connection], T]:
        """Work that also tells other processes, where there are any."""
        return work

    def told_of_each(self, work: Callable[[Connection], list[str]]) -> Callable[[Connection], list[str]]:
        """Work that rewrites tables, of which other processes are told too."""
        return work

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
        work = partial(
            log_queries.create,
            table=table,
            secret=secret,
            person=person,
            key=key,
            at=at,
            commands=commands,
            row=row,
        )
        return await self.write(self.told(work, table, reached))

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
        work = partial(
            log_queries.append,
            table=table,
            expected=expected,
            person=person,
            key=key,
            at=at,
            commands=commands,
            row=row,
        )
        return await self.write(self.told(work, table, reached))

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return await self.look(partial(log_queries.entries, table=table, after=after))

    async def added(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        return {table: await self.read(table, version) for table, version in known.items()}

    async def standing_at(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        for start in range(0, len(tables), log_queries.ASKED_TOGETHER):
            some = tables[start : start + log_queries.ASKED_TOGETHER]
            found |= await self.look(partial(log_queries.standing_at, some=some))
        return found

    async def secret(self, table: str) -> bytes | None:
        return await self.look(partial(log_queries.secret, table=table))

    async def rewritings(self, table: str) -> int:
        return await self.look(partial(log_queries.rewritings_of, table=table))

    async def row(self, table: str) -> Row | None:
        return await self.look(partial(log_queries.row, table=table))

    async def open_tables(self, limit: int) -> list[Row]:
        return await self.look(partial(log_queries.open_tables, limit=limit))

    async def tables_of(self, person: int, limit: int, under_way: bool | None = None) -> list[Row]:
        return await self.look(partial(log_queries.tables_of, person=person, limit=limit, under_way=under_way))

    async def games_of(self, person: int, limit: int) -> list[Row]:
        return await self.look(partial(log_queries.games_of, person=person, limit=limit))

    async def due(self, now: int, limit: int) -> list[tuple[str, int]]:
        return await self.look(partial(log_queries.due, now=now, limit=limit))

    async def all_open(self) -> list[str]:
        return await self.look(log_queries.all_open)

    async def uncounted(self, limit: int) -> list[str]:
        return await self.look(partial(log_queries.uncounted, limit=limit))

    async def count(self, table: str, results: Sequence[Result]) -> None:
        await self.write(partial(log_queries.count, table=table, outcome=results))

    async def person(self, token_hash: bytes) -> Person | None:
        return await self.look(partial(people_queries.person, token_hash=token_hash))

    async def remember(self, token_hash: bytes, name: str, language: str, settings: dict[str, Any], at: int) -> Person:
        work = partial(
            people_queries.remember, token_hash=token_hash, name=name, language=language, settings=settings, at=at
        )
        return await self.write(work)

    async def speaks(self, token_hash: bytes, settings: dict[str, Any], language: str, at: int) -> Person | None:
        work = partial(people_queries.speaks, token_hash=token_hash, settings=settings, language=language, at=at)
        return await self.write(work)

    async def put_recovery(self, code_hash: bytes, person: int, at: int) -> None:
        await self.write(partial(people_queries.put_recovery, code_hash=code_hash, person=person, at=at))

    async def recovery(self, code_hash: bytes) -> int | None:
        return await self.look(partial(people_queries.recovery, code_hash=code_hash))

    async def recover(self, code_hash: bytes, token_hash: bytes, fresh_hash: bytes, at: int) -> int | None:
        work = partial(people_queries.recover, code_hash=code_hash, token_hash=token_hash, fresh_hash=fresh_hash, at=at)
        return await self.write(work)

    async def results_of(self, person: int, limit: int = 1_000) -> list[Played]:
        return await self.look(partial(people_queries.results_of, person=person, limit=limit))

    async def results_at(self, table: str) -> tuple[Result, ...]:
        return await self.look(partial(people_queries.results_at, table=table))

    async def forget(self, person: int) -> list[str]:
        return await self.write(self.told_of_each(partial(erasure.forget, person=person)))

    async def everything(self, person: int) -> dict[str, Any]:
        return await self.look(partial(erasure.everything, person=person))

    async def put_push(self, person: int, endpoint: str, p256dh: str, auth: str, at: int, site: str = "") -> None:
        put = Push(endpoint, p256dh, auth, site)
        await self.write(partial(notification_queries.put_push, person=person, put=put, at=at))

    async def pushes(self, person: int) -> list[Push]:
        return await self.look(partial(notification_queries.pushed, person=person))

    async def drop_push(self, endpoint: str) -> None:
        await self.write(partial(notification_queries.drop_push, endpoint=endpoint))

    async def count_push(self, endpoint: str, worked: bool, at: int) -> int:
        return await self.write(partial(notification_queries.count_push, endpoint=endpoint, worked=worked, at=at))

    async def set_hook(self, person: int, url: str, site: str = "") -> None:
        await self.write(partial(notification_queries.set_hook, person=person, url=url, site=site))

    async def hook(self, person: int) -> str:
        return await self.look(partial(notification_queries.hook, person=person))

    async def count_hook(self, person: int, url: str, worked: bool, at: int) -> None:
        await self.write(partial(notification_queries.count_hook, person=person, url=url, worked=worked, at=at))

    async def reachable(self) -> set[int]:
        return await self.look(notification_queries.reachable)

    async def channels(self, person: int, table: str) -> Channels | None:
        return await self.look(partial(notification_queries.channels, person=person, table=table))

    async def changed_since(self, at: int, limit: int) -> list[str]:
        return await self.look(partial(notification_queries.changed_since, at=at, limit=limit))

    async def key(self, name: str, fresh: bytes) -> bytes:
        return await self.write(partial(notification_queries.key, name=name, fresh=fresh))

    async def set_quiet(self, person: int, table: str, quiet: bool) -> None:
        await self.write(partial(notification_queries.set_quiet, person=person, table=table, quiet=quiet))

    async def quiet(self, person: int) -> set[str]:
        return await self.look(partial(notification_queries.quiet, person=person))

    async def running_out(self, before: int, limit: int) -> list[str]:
        return await self.look(partial(notification_queries.running_out, before=before, limit=limit))

    async def closed_since(self, at: int) -> list[str]:
        return await self.look(partial(notification_queries.closed_since, at=at))

    async def claim_notice(self, person: int, table: str, version: int) -> bool:
        return await self.write(partial(notification_queries.claim_notice, person=person, table=table, version=version))

    async def ban(self, kind: str, value: str, why: str, at: int, until: int | None) -> int:
        return await self.write(partial(site_queries.ban, kind=kind, value=value, why=why, at=at, until=until))

    async def bans(self, now: int) -> list[Ban]:
        return await self.look(partial(site_queries.banned, now=now))

    async def unban(self, id: int) -> bool:
        return await self.write(partial(site_queries.unban, id=id))

    async def shelve(self, id: str, text: str, person: int | None, at: int) -> None:
        await self.write(partial(site_queries.shelve, id=id, text=text, person=person, at=at))

    async def shelved(self, id: str, now: int) -> str | None:
        return await self.look(partial(site_queries.shelved, id=id, now=now))

    async def tidy(self, now: int) -> None:
        await self.write(partial(site_queries.tidy, now=now))

    async def say(self, table: str, person: int | None, seat: int, key: str, at: int, kind: str, text: str) -> Said:
        work = partial(chat_queries.say, table=table, person=person, seat=seat, key=key, at=at, kind=kind, text=text)
        return await self.write(self.told(work, table, talking))

    async def talk(self, table: str, after: int = 0, limit: int = 200) -> list[Said]:
        return await self.look(partial(chat_queries.lines, table=table, after=after, limit=limit))

    async def set_orders(self, table: str, seat: int, things: Sequence[int]) -> None:
        await self.write(partial(log_queries.set_orders, table=table, seat=seat, things=things))

    async def orders(self, table: str) -> dict[int, tuple[int, ...]]:
        return await self.look(partial(log_queries.standing, table=table))

    async def ordered(self) -> list[str]:
        return await self.look(log_queries.ordered)

    async def put_code(self, code_hash: bytes, table: str, seat: int, expires: int) -> None:
        await self.write(partial(log_queries.put_code, code_hash=code_hash, table=table, seat=seat, expires=expires))

    async def use_code(self, code_hash: bytes, table: str, now: int) -> int | None:
        return await self.write(partial(log_queries.use_code, code_hash=code_hash, table=table, now=now))

    async def pulse(self, now: int, broken: bool = False, wall: int = 0) -> int:
        return await self.write(partial(log_queries.pulse, now=now, broken=broken, wall=wall))

    async def last_pulse(self) -> int:
        return await self.look(log_queries.last_pulse)

    async def up_to_date(self) -> bool:
        return await self.look(migrated)

    async def has_room(self) -> bool:
        if self.full:
            with suppress(Full):
                await self.write(log_queries.try_room)
                self.full = False
        return not self.full

    def is_busy(self) -> bool:
        return self.busy

    async def outages(self, since: int) -> list[tuple[int, int]]:
        return await self.look(partial(log_queries.silences, since=since))


def reached(written: Written) -> int:
    """What other processes are told of an append."""
    return written.version


def talking(said: Said) -> int:
    """What other processes are told of talk: no version, only that there is some."""
    return 0
