"""The calls of a store over the two ways into its database: `write`, in one durable transaction, and `look`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from intrigue.web.store import actions
from intrigue.web.store.contract import Person, Row, Said, Store, Written
from intrigue.web.table.commands import AnyCommand, Entry

T = TypeVar("T")


class Calls(Store, ABC):
    """What both databases share."""

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
            actions.create,
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
            actions.append,
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
        return await self.look(partial(actions.entries, table=table, after=after))

    async def secret(self, table: str) -> bytes | None:
        return await self.look(partial(actions.secret, table=table))

    async def row(self, table: str) -> Row | None:
        return await self.look(partial(actions.row, table=table))

    async def open_tables(self, limit: int) -> list[Row]:
        return await self.look(partial(actions.open_tables, limit=limit))

    async def tables_of(self, person: int, limit: int) -> list[Row]:
        return await self.look(partial(actions.tables_of, person=person, limit=limit))

    async def due(self, now: int, limit: int) -> list[tuple[str, int]]:
        return await self.look(partial(actions.due, now=now, limit=limit))

    async def person(self, token_hash: bytes) -> Person | None:
        return await self.look(partial(actions.person, token_hash=token_hash))

    async def remember(self, token_hash: bytes, name: str, language: str, settings: dict[str, Any], at: int) -> Person:
        return await self.write(
            partial(actions.remember, token_hash=token_hash, name=name, language=language, settings=settings, at=at)
        )

    async def say(self, table: str, person: int | None, seat: int, key: str, at: int, kind: str, text: str) -> Said:
        work = partial(actions.say, table=table, person=person, seat=seat, key=key, at=at, kind=kind, text=text)
        return await self.write(self.told(work, table, talking))

    async def talk(self, table: str, after: int = 0, limit: int = 200) -> list[Said]:
        return await self.look(partial(actions.lines, table=table, after=after, limit=limit))

    async def set_orders(self, table: str, seat: int, things: Sequence[int]) -> None:
        await self.write(partial(actions.set_orders, table=table, seat=seat, things=things))

    async def orders(self, table: str) -> dict[int, tuple[int, ...]]:
        return await self.look(partial(actions.standing, table=table))

    async def ordered(self) -> list[str]:
        return await self.look(actions.ordered)

    async def put_code(self, code_hash: bytes, table: str, seat: int, expires: int) -> None:
        await self.write(partial(actions.put_code, code_hash=code_hash, table=table, seat=seat, expires=expires))

    async def use_code(self, code_hash: bytes, table: str, now: int) -> int | None:
        return await self.write(partial(actions.use_code, code_hash=code_hash, table=table, now=now))

    async def pulse(self, now: int) -> None:
        await self.write(partial(actions.pulse, now=now))

    async def outages(self, since: int) -> list[tuple[int, int]]:
        return await self.look(partial(actions.silences, since=since))


def reached(written: Written) -> int:
    """What other processes are told of an append."""
    return written.version


def talking(said: Said) -> int:
    """What other processes are told of talk: no version, only that there is some."""
    return 0
