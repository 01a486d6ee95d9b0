"""Fills the bots' queue: many tables ask the dearest bots at once, and the last of them waits longest.

usage: python bench/thinking.py [--tables 300,1000] [--interpreted 20] [--processes N]

Every table is in the middle of a random game, of the mix with five players or of Richelieu with four, and asks for a
Duke's move: compiled, as a site plays after its first minute, and with fewer tables interpreted, as it does before.
"Shrinking" is what the site does. "Whole" lets every search be as long as in an empty queue, in the same run. Goal:
where searches shrink nobody waits longer than 5 s. The processes are those that the site starts on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import intrigue
from intrigue.arena.machine import machine
from intrigue.bots import Sight
from intrigue.bots.spec import taken_apart
from intrigue.engine.game import Game
from intrigue.web.runtime import bot_pool
from intrigue.web.runtime.bot_pool import BotPool

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from town import share

GAMES = (("oriflamme-mix", 5), ("richelieu", 4))
LEVEL = "duke"
MOVES = 40
"""The most moves that were made before a table asks."""
LONGEST = 5.0
"""The goal, in seconds."""
PLAYED_BY, PATIENCE = bot_pool.played_by, bot_pool.PATIENCE


def asking(name: str, players: int, seed: int) -> Sight:
    """What a seat knows in the middle of a random game where it has a choice."""
    chance = Random(seed)
    while True:
        match = intrigue.new(name, players=players, seed=chance.getrandbits(32))
        for _ in range(chance.randrange(MOVES)):
            if not match.over:
                match.play(chance.choice(match.moves()))
        if not match.over and len(match.choices()) > 1:
            return Sight(match)


class Noted:
    """Simulations of every answer, with searches that shrink or stay whole."""

    def __init__(self, shrinks: bool) -> None:
        self.shrinks, self.simulations = shrinks, list[int]()
        bot_pool.played_by = self.played_by
        bot_pool.PATIENCE = PATIENCE if shrinks else float("inf")

    def played_by(self, level: str, game: Game[Any], waiting: float, fast: bool) -> str:
        spec = PLAYED_BY(level, game, waiting if self.shrinks else 0, fast)
        self.simulations.append(int(taken_apart(spec)[1].get("sims", 0)))
        return spec


async def asked_at_once(pool: BotPool, sights: list[Sight], shrinks: bool) -> tuple[list[float], list[int]]:
    """How long each table waits for its answer, and how many simulations each answer took."""
    noted = Noted(shrinks)
    questions = [pool.question(f"t{number}", sight, LEVEL, number) for number, sight in enumerate(sights)]

    async def waits(question: bot_pool.Question) -> float:
        begin = time.perf_counter()
        await pool.ask(question)
        return time.perf_counter() - begin

    return list(await asyncio.gather(*map(waits, questions))), noted.simulations


async def fill_queue(game: str, players: int, tables: int, processes: int, fast: bool) -> bool:
    """Two lines of results; whether the goal was reached."""
    pool = BotPool(processes, compiles=fast)
    sights = [asking(game, players, seed) for seed in range(tables)]
    longest = {}
    await pool.start()
    try:
        await asked_at_once(pool, sights[: 2 * processes], True)  # the processes start
        while fast and any(sights[0].game.state not in worker.fast for worker in pool.workers):
            await asyncio.sleep(0.1)
        for shrinks in (True, False):
            waits, simulations = await asked_at_once(pool, sights, shrinks)
            longest[shrinks] = max(waits)
            p50, p99 = share(waits, 0.5) / 1000, share(waits, 0.99) / 1000
            searched = [one for one in simulations if one]
            print(
                f"| {game}, {players} | {'compiled' if fast else 'interpreted'} | {tables} "
                f"| {'shrinking' if shrinks else 'whole'} | {p50:.2f} s | {p99:.2f} s | {max(waits):.2f} s "
                f"| {max(searched)} to {min(searched)} | {len(simulations) - len(searched)} |",
                flush=True,
            )
    finally:
        await pool.stop()
    return longest[True] <= LONGEST


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", default="300,1000", help="how many ask at once, compiled")
    parser.add_argument("--interpreted", default="20", help="how many ask at once, interpreted")
    parser.add_argument("--processes", type=int, default=bot_pool.usual())
    options = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    print(f"\nbots' processes: {options.processes}\n")
    print("| game, players | rules | tables | searches | p50 | p99 | longest wait | simulations | greedy's answers |")
    print("|---|---|---|---|---|---|---|---|---|")
    reached = [
        asyncio.run(fill_queue(game, players, int(tables), options.processes, fast))
        for game, players in GAMES
        for fast, several in ((True, options.tables), (False, options.interpreted))
        for tables in several.split(",")
    ]
    print("\nall goals reached" if all(reached) else "\nGOALS MISSED")
    return not all(reached)


if __name__ == "__main__":
    sys.exit(main())
