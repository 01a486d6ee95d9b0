"""Solves tiny2 by CFR+ and measures bots on tiny2 and tiny3: what a perfect answer to them would gain.

usage: python bench/yardsticks.py [--games tiny2,tiny3] [--bots random,greedy,search:sims=100] [--seeds 16]
                                  [--iterations 1000] [--out build/yardsticks.json]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import pyspiel

from intrigue.bots import make
from intrigue.bots.spec import specs
from intrigue.envs import open_spiel
from intrigue.envs.solving import Tree, policy_of_bot, solve

STOPS = (10, 30, 100, 300, 1000, 3000, 10000)
BOTS = "random,greedy,search:sims=100,search:sims=1000"


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr)


def row(tree: Tree, who: str, policy: Any, spent: float) -> dict[str, Any]:
    """One line of the table."""
    found = {
        "policy": who,
        "seconds": round(spent, 1),
        "nash_conv": round(tree.nash_conv(policy), 5),
        "gains": [round(gain, 5) for gain in tree.gains(policy)],
        "values": [round(float(value), 5) for value in tree.values(policy)],
    }
    progress("")
    gains, values = ("  ".join(f"{x:+.4f}" for x in found[name]) for name in ("gains", "values"))
    print(f"| {who:28} | {found['seconds']:8.1f} | {found['nash_conv']:8.4f} | {gains:24} | {values:24} |", flush=True)
    return found


def solve_in_steps(tree: Tree, iterations: int) -> list[dict[str, Any]]:
    """CFR+, looked at now and then."""
    found = []
    start, looking = time.perf_counter(), 0.0

    def watch(iteration: int, policy: Any) -> None:
        nonlocal looking
        progress(f"iteration {iteration}")
        if iteration in STOPS or iteration == iterations:
            now = time.perf_counter()
            found.append(row(tree, f"CFR+, {iteration} iterations", policy, now - start - looking))
            looking += time.perf_counter() - now

    solve(tree, iterations, watch)
    return found


def measure(tree: Tree, game: Any, bot: str, seeds: int) -> dict[str, Any]:
    """A bot: blind choices are known exactly, all else is asked."""
    start = time.perf_counter()
    if bot == "random":
        return row(tree, bot, tree.uniform(), 0.0)

    def watch(done: int, total: int) -> None:
        left = (time.perf_counter() - start) / done * (total - done)
        progress(f"{bot}: {done} of at most {total} information sets, at most {left:.0f} s left")

    policy = tree.policy_of(game, policy_of_bot(make(bot), seeds), watch)
    return row(tree, bot, policy, time.perf_counter() - start)


def main() -> int:
    """Prints a table a game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", default="tiny2,tiny3")
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--seeds", type=int, default=16)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    result = {}
    for name in options.games.split(","):
        start = time.perf_counter()
        game = pyspiel.load_game(open_spiel.short_name(name), {"first": 1})
        tree = Tree(game, lambda nodes: progress(f"{nodes} nodes"))
        progress("")
        sizes = f"{tree.nodes:,} nodes, {len(tree.ends):,} ends, {len(tree.infosets):,} information sets"
        print(f"\n{name}, player 1 places first: {sizes} ({time.perf_counter() - start:.0f} s)\n")
        print(f"| {'policy':28} | {'seconds':8} | {'NashConv':8} | {'gain of each player':24} | {'value':24} |")
        print(f"|{'-' * 30}|{'-' * 9}:|{'-' * 9}:|{'-' * 26}|{'-' * 26}|")
        rows = solve_in_steps(tree, options.iterations) if options.iterations else []
        rows += [measure(tree, game, bot, options.seeds) for bot in specs(options.bots)]
        result[name] = {"sizes": sizes, "rows": rows}
    if options.out:
        options.out.write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
