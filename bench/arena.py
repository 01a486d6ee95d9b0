"""Measures the arena: compiled contests from the command's start to its end, and games through the public interface.

usage: python bench/arena.py [--games 10000] [--game oriflamme] [--players 4]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from intrigue.arena.contest import Contest, checked_contest
from intrigue.arena.machine import machine
from intrigue.arena.play import chunks, play_chunk

RUNS = 5


def command(game: str, players: int, games: int) -> float:
    """Seconds of the clock that a whole contest of random bots takes, as one types it."""
    bots = ",".join(["random"] * players)
    words = ["arena", game, "--players", players, "--bots", bots, "--games", games]
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "intrigue", *map(str, words)], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def interface(game: str, players: int, games: int) -> float:
    """Games a second of processor time of random bots through `Match` and `Sight`."""
    contest = checked_contest(Contest(game, players, "", ("random",), games), None)
    parts = chunks(contest, range(contest.blocks), compiled=False)
    start = time.process_time()
    for part in parts:
        play_chunk(part)
    return contest.all_games / (time.process_time() - start)


def main() -> int:
    """Measures and prints; the first run fills the cache."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--game", default="oriflamme")
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    first = command(options.game, options.players, options.games)
    times = sorted(command(options.game, options.players, options.games) for _ in range(RUNS))
    what = f"{options.games:,} random games of {options.game} with {options.players} players"
    print(f"{what}: the first run {first:.2f} s, then {times[0]:.2f} s, at worst of {RUNS} {times[-1]:.2f} s")
    rates = sorted(interface(options.game, options.players, 400) for _ in range(RUNS))
    print(f"public interface, one core: {rates[-1]:,.0f} games/s, at worst of {RUNS} {rates[0]:,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
