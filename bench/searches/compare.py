"""Compares the searches at equal simulations: one of each against three flat ones.

usage: PYTHONPATH=src:bench python -m searches.compare [--sims 1000] [--deals 150]
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import intrigue
from intrigue.engine.batch import cores
from searches import compiled, loops, mind


def contest(game: Any, players: int, plans: list[Any], seats: Any, seeds: Any) -> Any:
    kernel = compiled.compiler_for(game).kernel(loops.contest_all)
    size = len(seeds)
    states = np.zeros(size, game.state.dtype())
    states[:] = np.frombuffer(game.blank(players, game.editions[0], {}).to_bytes(), states.dtype)
    every, results = np.concatenate(plans), np.zeros((size, 3 + players), np.int16)
    trails = np.zeros((size, 0), np.int8)

    def part(start: int, stop: int) -> None:
        think = np.zeros(3, game.state.dtype())
        nodes = np.zeros(int(max(plan["sims"][0] for plan in plans)) * 2 + 2, mind.Node.dtype())
        some = slice(start, stop)
        box = game.box_array()
        kernel(states[some], box, seeds[some], every, seats[some], think, nodes, trails[some], results[some])

    part(0, 0)
    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(part, range(0, size, players), range(players, size + players, players)))
    return results


def duel(name: str, players: int, one: Any, rest: Any, deals: int) -> tuple[float, float]:
    """The win share of one plan against the others, each deal in all seats, with how far its interval reaches."""
    size = deals * players
    seats = np.ones((size, players), np.int64)
    seats[np.arange(size), np.arange(size) % players] = 0
    seeds = np.repeat(np.random.default_rng(1).integers(0, 2**62, deals), players)
    won = contest(intrigue.game(name), players, [one, rest], seats, seeds)[:, 0].astype(int)
    share = [(won[i] >> i % players & 1) / bin(won[i]).count("1") for i in range(size)]
    blocks = np.array(share).reshape(deals, players).mean(1)
    return float(blocks.mean()), float(1.96 * blocks.std() / deals**0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sims", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=150)
    options = parser.parse_args()
    flat = compiled.plan(policy=2, sims=options.sims)
    for name, kinds in (
        ("flat", {}),
        ("single", {"variant": 1, "outcome": 1}),
        ("again", {"variant": 2, "outcome": 1}),
    ):
        start = time.time()
        share, reach = duel("oriflamme", 4, compiled.plan(policy=2, sims=options.sims, **kinds), flat, options.deals)
        print(f"{name}: {100 * share:.1f} ± {100 * reach:.1f} %, {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
