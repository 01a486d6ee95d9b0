"""Measures the search on one core, at the first decision of a game, beside bare random playouts of the same game.

usage: python bench/search.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import intrigue
from intrigue.arena.machine import machine
from intrigue.bots import Sight, make
from intrigue.bots.decision_memory import Thought
from intrigue.bots.plan import Plan

TABLES = (("oriflamme", 4), ("ablaze", 4), ("oriflamme-mix", 4), ("richelieu", 3))
RUNS = 12
SEED = 3


def best_rate(run: Callable[[], int]) -> float:
    """How many a second of processor time, at best: the first run loads what all need."""
    run()
    rates = []
    for _ in range(RUNS):
        start = time.process_time()
        done = run()
        rates.append(done / (time.process_time() - start))
    return max(rates)


def simulations(name: str, players: int, spec: str) -> float:
    match = intrigue.new(name, players=players, seed=SEED)
    plan = make(spec).plan(match.game)
    assert isinstance(plan, Plan)
    world = Sight(match).sample(SEED)

    def run() -> int:
        Thought(match.game, plan, world).decide(SEED)
        return plan.sims

    return best_rate(run)


def playouts(name: str, players: int) -> float:
    batch = intrigue.Batch(name, size=64, players=players, seed=SEED, observe=False)

    def run() -> int:
        batch.play(20)
        return 64 * 20

    return best_rate(run)


def main() -> int:
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    print("\n| game, players | bare random playouts/s | search, random playouts | of the bare rate | greedy playouts |")
    print("|---|---|---|---|---|")
    for name, players in TABLES:
        bare = playouts(name, players)
        random = simulations(name, players, "search:sims=2000,playout=random")
        greedy = simulations(name, players, "search:sims=200")
        print(f"| {name}, {players} | {bare:,.0f} | {random:,.0f} | {random / bare:.0%} | {greedy:,.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
