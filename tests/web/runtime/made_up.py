"""A clock that only tests wind, a store in memory, and bots that answer as they are told: a whole game in no time."""

from __future__ import annotations

import asyncio
import heapq
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import intrigue
from intrigue.bots.sight import Sight
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.runtime.scheduler import Scheduler
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import GAP, SILENCE, Appended, Stale, TableRow
from intrigue.web.store.site_time import agreed_time
from intrigue.web.table.log_entries import AnyContent, Entry, Sat
from intrigue.web.table.opening import new_table
from intrigue.web.table.requests import AnyRequest, Move, Posted, Ready
from intrigue.web.table.settings import Clock, Settings
from intrigue.web.table.table import Table

BEGIN = 1_000_000_000_000
NONE = Clock()
SECRET = b"s" * 32
IDLE = 60
"""Turns of the loop after which nobody has anything left to do at this moment."""


class Passing:
    """The time that passes for all."""

    def __init__(self, time: int) -> None:
        self.time = time
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.number = 0


class MadeClock(SiteClock):
    """Time passes only when everybody waits for it."""

    def __init__(self, now: int = BEGIN, beside: MadeClock | None = None, ahead: int = 0) -> None:
        self.passing = beside.passing if beside else Passing(now)
        self.set_by = ahead
        """By how much the wall clock was set since, or is ahead of that of the machine beside it."""
        super().__init__(wall=lambda: self.time + self.set_by, steady=lambda: self.time)

    @property
    def time(self) -> int:
        """By the steady clock."""
        return self.passing.time

    @time.setter
    def time(self, time: int) -> None:
        self.passing.time = time

    @property
    def waiting(self) -> list[tuple[int, int, asyncio.Future[None]]]:
        return self.passing.waiting

    async def until(self, at: int) -> None:
        while (left := at - self.now()) > 0:
            self.passing.number += 1
            waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self.waiting, (self.time + left, self.passing.number, waits))
            await waits

    async def settle(self) -> None:
        """Lets everybody do what there is to do now."""
        for _ in range(IDLE):
            await asyncio.sleep(0)

    async def pass_to(self, end: int) -> None:
        """Lets time pass, from one thing that somebody waits for to the next; until so late by the steady clock."""
        await self.settle()
        while self.waiting and self.waiting[0][0] <= end:
            at, _, waits = heapq.heappop(self.waiting)
            if not waits.done():
                self.time = max(self.time, at)
                waits.set_result(None)
                await self.settle()
        self.time = max(self.time, end)

    async def pass_by(self, milliseconds: int) -> None:
        await self.pass_to(self.time + milliseconds)

    def leap(self, milliseconds: int) -> None:
        """The machine sleeps: time passes and nobody notices until it wakes."""
        self.time += milliseconds

    def set(self, milliseconds: int) -> None:
        """Somebody sets the wall clock, forward or back; or it went on while the machine, and its steady clock, did
        not."""
        self.set_by += milliseconds

    def again(self) -> MadeClock:
        """The clock of a process that starts now on this machine."""
        return MadeClock(beside=self, ahead=self.set_by)


class Memory:
    """A store that forgets with the test; two servers may share it as two processes share a database."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Entry]] = {}
        self.keys: dict[tuple[str, int | None, str], int] = {}
        self.rows: dict[str, TableRow] = {}
        self.secrets: dict[str, bytes] = {}
        self.given: dict[str, dict[int, tuple[int, ...]]] = defaultdict(dict)
        self.last = 0
        self.away: list[tuple[int, int]] = []
        self.silence, self.gap = SILENCE, GAP
        """Milliseconds without a pulse that are no outage yet, and after a break."""
        self.refuses: list[Exception] = []
        """What the next calls raise."""

    def check(self) -> None:
        if self.refuses:
            raise self.refuses.pop()

    async def create(
        self,
        table: str,
        secret: bytes,
        person: int | None,
        key: str,
        at: int,
        contents: Sequence[AnyContent],
        row: TableRow,
    ) -> Appended:
        self.secrets[table], self.logs[table] = secret, []
        return await self.append(table, 0, person, key, at, contents, row)

    async def append(
        self,
        table: str,
        expected: int,
        person: int | None,
        key: str,
        at: int,
        contents: Sequence[AnyContent],
        row: TableRow,
    ) -> Appended:
        self.check()
        if (version := self.keys.get((table, person, key))) is not None:
            return Appended(version, True)
        log = self.logs[table]
        if expected != len(log):
            raise Stale(len(log))
        log += [Entry(number, at, person, content) for number, content in enumerate(contents, len(log) + 1)]
        self.keys[table, person, key] = len(log)
        self.rows[table] = row
        return Appended(len(log), False)

    async def version_of_key(self, table: str, person: int | None, key: str) -> int | None:
        self.check()
        return self.keys.get((table, person, key))

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return self.logs[table][after:]

    async def erasures_of(self, table: str) -> int:
        return 0

    async def secret(self, table: str) -> bytes | None:
        return self.secrets.get(table)

    async def due(self, now: int, limit: int) -> list[tuple[str, int]]:
        self.check()
        found = [(row.table, row.due) for row in self.rows.values() if row.due is not None and row.due <= now]
        return sorted(found, key=lambda one: one[1])[:limit]

    async def orders_by_seat(self, table: str) -> dict[int, tuple[int, ...]]:
        return self.given[table]

    async def tables_with_orders(self) -> list[str]:
        return [table for table, given in self.given.items() if given]

    async def pulse(self, now: int, broken: bool = False, wall: int = 0) -> int:
        self.check()
        if not self.last:
            self.last = max(now, wall)
            return self.last
        self.last, outage = agreed_time(self.last, now, wall, self.gap if broken else self.silence)
        self.away += [outage] if outage else []
        return self.last

    async def last_pulse(self) -> int:
        return self.last

    async def outages_since(self, since: int) -> list[tuple[int, int]]:
        return [one for one in self.away if one[1] > since]


class Thoughts:
    """Bots whose answers and whose time for them are made up."""

    def __init__(self, clock: MadeClock, takes: Callable[[str, Sight], int] = lambda table, sight: 0) -> None:
        self.clock, self.takes = clock, takes
        self.asked: list[tuple[str, int, str, int]] = []
        self.pace_ = 0

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def pace(self, game: Any, level: str) -> int:
        return self.pace_

    def question(self, table: str, sight: Sight, level: str, seed: int) -> tuple[int, str]:
        self.asked.append((table, sight.seat, level, seed))
        return self.takes(table, sight), "wait" if "wait" in sight.legal else sight.legal[0]

    async def ask(self, question: tuple[int, str]) -> str:
        await self.clock.until(self.clock.now() + question[0])
        return question[1]


class House:
    """A server in miniature."""

    def __init__(self, clock: MadeClock, store: Memory, thoughts: Thoughts | None = None) -> None:
        self.clock, self.store = clock, store
        self.thoughts = thoughts or Thoughts(clock)
        self.pushed: list[tuple[int, str, int]] = []
        """Every push: when, of which table, at which version."""
        self.reminders: list[tuple[int, int, int]] = []
        """When, to which seat, how many milliseconds are left."""
        self.tables = Tables(store, clock.now)  # type: ignore[arg-type]
        self.tables.listeners.change.append(lambda table: self.pushed.append((clock.now(), table.id, table.version)))
        self.work = Scheduler(self.tables, store, self, self.thoughts, clock)  # type: ignore[arg-type]

    def remind(self, table: str, seat: int, left: int) -> None:
        self.reminders.append((self.clock.now(), seat, left))

    async def open_table(
        self, settings: Settings, fill: str | None = None, secret: bytes = SECRET, id: str = "t", nonce: int = 0
    ) -> Table:
        """A table where everybody has said ready: persons 1, 2, … in their seats, or one and bots."""
        made = new_table(settings, 1, "Ann", fill, secret)
        if not fill:
            made += [Sat(seat, seat, f"P{seat}") for seat in range(2, settings.players + 1)]
        now = self.clock.now()
        table = Table.of(id, secret, [Entry(number, now, 1, content) for number, content in enumerate(made, 1)])
        await self.store.create(id, secret, 1, "open", now, made, TableRow(**table.row()))
        for person in range(1, 2 if fill else settings.players + 1):
            await self.ask(id, person, Ready(person, f"{nonce + person:032x}"))
        return await self.tables.get(id)

    async def play(self, id: str = "t") -> int:
        """The person to act plays a patient move."""
        table = await self.tables.get(id)
        assert table.to_act and table.driver(table.to_act) == "person"
        person = table.seat(table.to_act).person
        assert person
        return await self.ask(id, person, Move(table.to_act, patient(table)))

    async def ask(self, id: str, person: int, request: AnyRequest) -> int:
        table = await self.tables.get(id)
        return await self.tables.submit(id, person, Posted(f"key-{table.version:08}", table.version, request))


def settings(game: str = "oriflamme", players: int = 3, clock: Clock = NONE, **more: Any) -> Settings:
    return Settings(game, intrigue.game(game).editions[0], players, clock=clock, **more)


def patient(table: Table) -> str:
    """A move that brings nothing to light where one may wait, and the same for all who see no hand."""
    assert table.match
    moves = table.match.moves()
    return "wait" if "wait" in moves else moves[0]
