"""Compares the speed of two checkouts in turns: each way of running, before and after, again and again.

usage: python bench/compare.py BEFORE AFTER [--rounds 12] [--seconds 0.5] [--games oriflamme,ablaze] [--ways search]

BEFORE and AFTER are folders of two checkouts. Each is a process of its own that imports its own rules; in every round
both measure the same way one right after the other, in changing order. Other processes compile the loops beforehand:
code that was just compiled can be a fifth slower than the same code from the cache. A line tells the median of the
ratios after to before (above 1: faster now) and an interval that holds the true median in 95 of a hundred cases.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

GAMES = "oriflamme,ablaze,oriflamme-mix,richelieu"
PLAYERS = {"richelieu": 3}


# What is measured: each way prepares itself, and then returns how much it did at each call


def interpreted_games(name: str) -> Callable[[], int]:
    return plain_games(name, observe=False)


def observations(name: str) -> Callable[[], int]:
    return plain_games(name, observe=True)


def plain_games(name: str, observe: bool) -> Callable[[], int]:
    """Decisions in whole random games by plain Python."""
    import intrigue
    from intrigue.engine.chance import any_of

    game: Any = intrigue.game(name)
    step, look, out, seeds = game.rules["step"], game.rules["observe"], [0] * game.observation_size, iter(range(10**9))

    def play() -> int:
        g = game.start(players_of(name), game.editions[0], next(seeds), {})
        decisions = 0
        while g.to_act >= 0:
            if observe:
                look(g, game.box, g.to_act, out)
            step(g, game.box, any_of(g, g.legal))
            decisions += 1
        return decisions

    return play


def copies(name: str) -> Callable[[], int]:
    """Copies of a state."""
    import intrigue

    g: Any = intrigue.game(name).start(players_of(name), intrigue.game(name).editions[0], 1, {})

    def copy() -> int:
        for _ in range(1000):
            g.copy()
        return 1000

    return copy


def compiled_games(name: str) -> Callable[[], int]:
    """Decisions in whole random games in the compiled loop, on one core."""
    import intrigue

    batch = intrigue.Batch(name, size=64, players=players_of(name), seed=1, target="compiled", observe=False)
    return lambda: int(batch.play(10))


def batch_steps(name: str) -> Callable[[], int]:
    """Steps of a batch with masks and observations, on one core."""
    import intrigue

    batch = intrigue.Batch(name, size=1024, players=players_of(name), seed=1, target="compiled")
    batch.report()

    def steps() -> int:
        for _ in range(10):
            batch.choose()
            batch.step()
        return 10 * batch.size

    return steps


def search(name: str) -> Callable[[], int]:
    """Simulations of the compiled search with greedy playouts."""
    import intrigue
    from intrigue.bots import Sight, make
    from intrigue.bots.decision_memory import Thought

    match = intrigue.new(name, players=players_of(name), seed=3)
    plan: Any = make("search:sims=100").plan(match.game)
    world = Sight(match).sample(3)

    def think() -> int:
        Thought(match.game, plan, world.copy()).decide(3)
        return int(plan.sims)

    return think


WAYS = {
    "interpreted": interpreted_games,
    "interpreted + observation": observations,
    "copies of a state": copies,
    "compiled": compiled_games,
    "batch steps + observations": batch_steps,
    "search": search,
}


def players_of(name: str) -> int:
    return PLAYERS.get(name, 4)


def work(seconds: float) -> None:
    """Answers each line `way|game` with what is done a second of processor time."""
    ready: dict[str, Callable[[], int]] = {}
    for line in map(str.strip, sys.stdin):
        if line not in ready:
            way, name = line.split("|")
            ready[line] = WAYS[way](name)
            ready[line]()
        start, done = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds:
            done += ready[line]()
        print(done / spent, flush=True)


class Checkout:
    """A process that measures one checkout."""

    def __init__(self, folder: Path, seconds: float) -> None:
        rules = folder / "src"
        if not (rules / "intrigue").is_dir():
            sys.exit(f"{folder} is no checkout")
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--work", str(seconds)],
            env=os.environ | {"PYTHONPATH": str(rules)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, question: str) -> float:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


def interval(ratios: list[float]) -> tuple[float, float]:
    """Two of the ratios between which the median of all possible ones lies, in at least 95 of a hundred cases.

    >>> interval([float(n) for n in range(1, 13)])
    (3.0, 10.0)
    """
    ordered, n = sorted(ratios), len(ratios)
    out = 0
    while 2 * sum(comb(n, k) for k in range(out + 1)) / 2**n <= 0.05:
        out += 1
    out = max(out - 1, 0)
    return ordered[out], ordered[n - 1 - out]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=0.5, help="of processor time for each measurement")
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--ways", default=",".join(WAYS))
    options = parser.parse_args()
    folders = [folder.resolve() for folder in (options.before, options.after)]
    questions = [f"{way}|{name}" for way in options.ways.split(",") for name in options.games.split(",")]
    for folder in folders:
        compiling = Checkout(folder, 0.01)
        for question in questions:
            compiling.rate(question)
        compiling.close()
    sides = [Checkout(folder, options.seconds) for folder in folders]
    print("| way | game | before /s | after /s | ratio | 95 % |\n|---|---|---:|---:|---:|---|")
    for question in questions:
        rounds = [measure(sides, question, turn % 2 == 1) for turn in range(options.rounds)]
        ratios = [after / before for before, after in rounds]
        before, after = (statistics.median(column) for column in zip(*rounds, strict=True))
        low, high = interval(ratios)
        what = question.replace("|", " | ")
        ratio = statistics.median(ratios)
        print(f"| {what} | {before:,.0f} | {after:,.0f} | {ratio:.3f} | {low:.3f} to {high:.3f} |", flush=True)
    for side in sides:
        side.close()
    return 0


def measure(sides: list[Checkout], question: str, turned: bool) -> tuple[float, float]:
    """Both checkouts, one right after the other."""
    if turned:
        after = sides[1].rate(question)
        return sides[0].rate(question), after
    return sides[0].rate(question), sides[1].rate(question)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(float(sys.argv[2]))
    else:
        sys.exit(main())
