"""A town for the load bench and others: servers, tables of every game and size, five people who look at each, and what
the servers use.

There are as many tables of every game and number of players. Five people look at each: all who play there, and others
who watch: three read one language, two another; at every seventh table all four are read. Moves are those that the page
offers, drawn at random. An acknowledgement is measured from the first byte sent to the answer read, a push from the
same moment until a viewer has the frame.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from intrigue import new
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from crowd import Failed, Person, Socket, Ways
from web.servers import Site

SIZES = [(name, players) for name, rules in GAMES.items() for players in rules.seats]
"""Every game with every number of players: as many tables of each."""
FEW, ALL = (0, 0, 0, 1, 1), (0, 1, 2, 3, 0)
"""Which languages the five at a table read, counted from the table's own: most tables are of people who know each
other, and every seventh is of strangers."""
VIEWERS = len(FEW)
AT_ONCE = 24
"""People who set tables up at the same time; more would be a storm."""
LAST_FRAMES = 10
"""Seconds that the last frames may take."""


def languages(number: int) -> list[str]:
    """What the five at a table read."""
    own = number // len(SIZES)
    return [LANGUAGES[(own + other) % len(LANGUAGES)] for other in (ALL if number % 7 == 6 else FEW)]


@cache
def usual(game: str, players: int) -> int:
    """About how many moves a game by chance has."""
    match = new(game, players=players, seed=1)
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.moves()))
    return len(match.record.moves)


class Town:
    """Servers, tables and everybody at them."""

    def __init__(
        self, sites: Sequence[Site], tables: int, faults: Counter[str], seed: int = 1, spread: bool = False
    ) -> None:
        self.sites, self.number, self.faults, self.spread = sites, tables, faults, spread
        self.chance = random.Random(seed)
        self.ways = [Ways(site.port, 40) for site in sites]
        self.tables: list[list[Socket]] = []
        self.sent: dict[tuple[str, int], float] = {}
        """When the move that makes a version of a table was sent."""
        self.waiting: Counter[tuple[str, int]] = Counter()
        self.acks: list[float] = []
        self.pushes: list[float] = []
        self.people = 0

    # Setting up

    async def gather(self, played: bool = False) -> None:
        """Everybody sits down; if wanted, every game is played up to another point of it."""
        numbers = iter(range(self.number))

        async def some() -> None:
            for number in numbers:
                table = await self.open_table(number)
                if played:
                    await self.play_ahead(table, int(self.chance.random() * usual(*SIZES[number % len(SIZES)])))
                self.tables.append(table)

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    async def open_table(self, number: int) -> list[Socket]:
        """A table whose game has begun, with five who look."""
        game, players = SIZES[number % len(SIZES)]
        home = self.chance.randrange(len(self.sites))
        ways = self.ways[home]
        people = [self.person(language) for language in languages(number)]
        chosen = {"game": game, "players": str(players), "watch": "link", "name": "host"}
        table: str = (await ways.post(people[0], "/new", chosen))["table"]
        version = 2
        for seat in range(2, players + 1):
            version = await self.do(ways, table, people[seat - 1], version, do="sit", seat=seat, name=f"guest {seat}")
        for seat in range(1, players + 1):
            nonce = f"{self.chance.getrandbits(128):032x}"
            version = await self.do(ways, table, people[seat - 1], version, do="ready", seat=seat, nonce=nonce)
        sockets = []
        for place, person in enumerate(people):
            site = self.sites[(home + place * self.spread) % len(self.sites)]
            sockets.append(await Socket(table, person, site.port, self.note).connect())
        return sockets

    async def play_ahead(self, table: list[Socket], moves: int) -> None:
        """So many moves at a table, or as many as its game has."""
        for _ in range(moves):
            while (asked := self.ready(table)) is None:
                if any(socket.over for socket in table):
                    return
                await asyncio.sleep(0.005)
            move, asked.moves = self.chance.choice(asked.moves), []
            await self.move(asked, move, table)

    def person(self, language: str = LANGUAGES[0]) -> Person:
        self.people += 1
        return Person(self.people, language)

    async def do(self, ways: Ways, table: str, person: Person, expected: int, **request: object) -> int:
        key = f"{self.chance.getrandbits(96):024x}"
        body = {"key": key, "expected": expected, "request": request}
        answer: dict[str, int] = await ways.post(person, f"/t/{table}/do", body)
        return answer["version"]

    # Playing

    def note(self, socket: Socket, version: int, now: float) -> None:
        key = (socket.table, version)
        sent = self.sent.get(key)
        if sent is not None:
            self.pushes.append(now - sent)
            self.waiting[key] -= 1
            if not self.waiting[key]:
                del self.waiting[key], self.sent[key]

    async def play(self, rate: float, seconds: float, afresh: bool = False, at: int = 0) -> float:
        """So many moves a second for so long, at whatever tables are ready, or at the first few; returns the rate that
        came about."""
        begin, number, under_way = time.perf_counter(), 0, set()
        turns, tables = 0, min(at or len(self.tables), len(self.tables))
        while time.perf_counter() < begin + seconds:
            for _ in range(tables):
                turns = (turns + 1) % tables
                asked = self.ready(self.tables[turns])
                if asked:
                    break
                if afresh and self.tables[turns] and self.tables[turns][0].table in self.ended_tables(turns):
                    for socket in self.tables[turns]:
                        socket.close()
                    self.tables[turns] = []
                    under_way.add(task := asyncio.create_task(self.renew(turns)))
                    task.add_done_callback(under_way.discard)
            else:
                await asyncio.sleep(0.005)
                continue
            number += 1
            move, asked.moves = self.chance.choice(asked.moves), []
            under_way.add(task := asyncio.create_task(self.move(asked, move, self.tables[turns])))
            task.add_done_callback(under_way.discard)
            await asyncio.sleep(max(0.0, begin + number / rate - time.perf_counter()))
        took = time.perf_counter() - begin
        await asyncio.gather(*under_way)
        return number / took

    def ended_tables(self, turn: int) -> set[str]:
        return {socket.table for socket in self.tables[turn] if socket.over}

    async def renew(self, turn: int) -> None:
        """The next table of people whose game is over."""
        self.tables[turn] = await self.open_table(turn)

    def ready(self, table: list[Socket]) -> Socket | None:
        """Who is asked at a table, if its last frame has reached them."""
        for socket in table:
            if socket.moves and socket.asked_at == socket.version:
                return socket
        return None

    async def move(self, asked: Socket, move: str, table: list[Socket]) -> None:
        expected = asked.version
        key = (asked.table, expected + 1)
        ways = self.ways[[site.port for site in self.sites].index(asked.port)]
        start = self.sent[key] = time.perf_counter()
        self.waiting[key] = len(table)
        try:
            version = await self.do(ways, asked.table, asked.person, expected, do="move", seat=asked.seat, move=move)
            self.acks.append(time.perf_counter() - start)
            if version != expected + 1:
                self.faults["other versions"] += 1
        except (Failed, OSError, EOFError) as fault:
            self.faults[f"moves refused: {str(fault)[-120:]}"] += 1
            self.sent.pop(key, None)

    async def settle(self) -> None:
        """Waits for the last frames; what does not come is lost."""
        end = time.perf_counter() + LAST_FRAMES
        while self.sent and time.perf_counter() < end:
            await asyncio.sleep(0.05)
        self.faults["frames that never came"] += sum(self.waiting[key] for key in self.sent)
        self.sent.clear()
        self.waiting.clear()
        for table in self.tables:
            for socket in table:
                self.faults.update(socket.faults)
                socket.faults.clear()
                self.faults["lines that broke"] += socket.lost
                socket.lost = False

    # What else happens

    async def storm(self, number: int, seconds: float) -> tuple[int, float]:
        """Cuts so many lines and lets them come back within a time, as browsers do; how many are back, and the longest
        that one needed."""
        flat = [socket for table in self.tables for socket in table]
        cut = self.chance.sample(flat, min(number, len(flat)))
        for socket in cut:
            socket.close()
        waits: list[float] = []

        async def back(socket: Socket) -> None:
            await asyncio.sleep(self.chance.random() * seconds)
            start = time.perf_counter()
            for again in range(8):
                with suppress(OSError, Failed, TimeoutError):
                    await socket.connect()
                    waits.append(time.perf_counter() - start)
                    return
                await asyncio.sleep(0.5 * 2 ** min(again, 3) * (0.5 + self.chance.random() / 2))

        await asyncio.gather(*map(back, cut))
        return len(waits), max(waits, default=0.0)

    async def deaf(self, number: int, at: int) -> list[Socket]:
        """Lines to the first few tables whose other ends never read."""
        ears = []
        for index in range(number):
            table = self.tables[index % min(at, len(self.tables))][0].table
            ears.append(Socket(table, self.person(), self.sites[0].port, lambda socket, version, now: None, deaf=True))
            await ears[-1].connect()
        return ears

    async def close(self) -> None:
        """Everybody goes home."""
        for table in self.tables:
            for socket in table:
                socket.close()
        for ways in self.ways:
            await ways.close()


# What the servers used


def memory(site: Site, field: str = "VmRSS") -> float:
    """MB of a server's process."""
    assert site.process
    for line in Path(f"/proc/{site.process.pid}/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_seconds(pid: int) -> float:
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu(sites: Sequence[Site]) -> float:
    """Seconds of processor time of the servers, without the bots' processes."""
    return sum(cpu_seconds(site.process.pid) for site in sites if site.process)


def share(values: list[float], part: float) -> float:
    """A quantile, in milliseconds."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] * 1000 if values else 0.0


def held_up(port: int) -> int:
    """How many lines of a server hold what their other ends do not take."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[4][:8] != "00000000" for row in rows)
