"""Compares the interpreted with the compiled rules, state byte by state byte after every decision.

usage: python bench/parity.py [--games 1000000] [--seed 0]
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from intrigue.engine.batch import cores
from intrigue.engine.parity import Disagreement, same_game
from intrigue.games import GAMES

TABLES = [
    (game.name, edition, players) for game in GAMES.values() for edition in game.editions for players in game.seats
]
CHUNK = 500


def compare(start: int) -> int:
    """The decisions of a chunk of games, each table in turn."""
    decisions = 0
    for seed in range(start, start + CHUNK):
        name, edition, players = TABLES[seed % len(TABLES)]
        decisions += same_game(GAMES[name], players, edition, seed)
    return decisions


def main() -> int:
    """Compares, with a line of progress."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chunks = range(options.seed, options.seed + options.games, CHUNK)
    compare(options.seed)  # compiled once, before the processes start
    start = time.perf_counter()
    decisions = 0
    with ProcessPoolExecutor(cores()) as pool:
        try:
            for done, more in enumerate(pool.map(compare, chunks), start=1):
                decisions += more
                left = (time.perf_counter() - start) / done * (len(chunks) - done)
                if sys.stderr.isatty():
                    print(
                        f"\r{done * CHUNK:,} games, {decisions:,} decisions, {left:.0f} s left ",
                        end="",
                        file=sys.stderr,
                    )
        except Disagreement as fault:
            print(f"\n{fault}")
            return 1
    spent = time.perf_counter() - start
    print(f"\r{len(chunks) * CHUNK:,} games, {decisions:,} decisions: the same bytes after every one ({spent:.0f} s).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
