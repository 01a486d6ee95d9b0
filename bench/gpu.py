"""On a machine with an NVIDIA card: shows that the GPU target plays exactly as the compiled one, and how fast.

usage: python bench/gpu.py [--games N] [--size N]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from intrigue.engine import gpu
from intrigue.engine.batch import REPORT, Batch, cores
from intrigue.engine.game import Game
from intrigue.engine.parity import compiled_perft
from intrigue.games import GAMES

ONE_THREAD = 20_000
"""More lines of play than this are too many for one thread of a GPU."""


def parity_of_games(size: int) -> int:
    """Whole random games in every game, edition and player count: the same bytes at the end on both targets."""
    compared = 0
    for game in GAMES.values():
        for edition in game.editions:
            for players in game.seats:
                core = Batch(game, size, players, edition, seed=1, target="parallel", observe=False)
                card = Batch(game, size, players, edition, seed=1, target="gpu", observe=False)
                decisions = [batch.play(3) for batch in (core, card)]
                states = card.states.copy_to_host()
                assert decisions[0] == decisions[1], (game.name, edition, players, decisions)
                assert states.tobytes() == core.states.tobytes(), (game.name, edition, players)
                compared += 3 * size
    return compared


def parity_of_steps(size: int, steps: int) -> int:
    """Batches of random steps: after every one all arrays are the same on both targets."""
    compared = 0
    for game in GAMES.values():
        chance = np.random.default_rng(7)
        core = Batch(game, size, 4, seed=2, target="parallel")
        card = Batch(game, size, 4, seed=2, target="gpu")
        for _ in range(steps):
            core.actions[:] = (chance.random(core.legal.shape) * core.legal).argmax(axis=1)
            card.actions.copy_to_device(core.actions)
            core.step()
            card.step()
            for name in ("states", *REPORT):
                ours, theirs = getattr(core, name), getattr(card, name).copy_to_host()
                assert ours.tobytes() == theirs.tobytes(), (game.name, name)
            compared += size
    return compared


def parity_of_perft() -> int:
    """The number of lines of play to some depth, counted by one thread of the GPU."""
    tables = 0
    for game in GAMES.values():
        for edition in game.editions:
            for players in game.seats:
                g = game.start(players, edition, 11, {})
                for depth in (1, 2, 3, 4):
                    expected = compiled_perft(game, g, depth)
                    if expected > ONE_THREAD:
                        break
                    assert gpu.device(game).perft(game, g, depth) == expected, (game.name, depth)
                    tables += 1
    return tables


def shares_memory_with_torch() -> str:
    """Tensors of torch can be the batch's own arrays: what a step writes is in the tensor."""
    try:
        import torch
    except ImportError:
        return "torch is not installed"
    game = GAMES["ablaze"]
    tensors = {
        "states": torch.zeros((1000, game.state.size), dtype=torch.uint8, device="cuda"),
        "observations": torch.zeros((1000, game.observation_size), dtype=torch.uint8, device="cuda"),
        "legal": torch.zeros((1000, 63), dtype=torch.uint8, device="cuda"),
        "actions": torch.zeros(1000, dtype=torch.int64, device="cuda"),
    }
    shared = Batch(game, 1000, 5, seed=4, target="gpu", arrays=tensors)
    plain = Batch(game, 1000, 5, seed=4, target="compiled")
    for _ in range(30):
        tensors["actions"][:] = tensors["legal"].to(torch.int8).argmax(dim=1)
        torch.cuda.synchronize()
        shared.step()
        plain.actions[:] = plain.legal.argmax(axis=1)
        plain.step()
        for name in ("observations", "legal"):
            assert (tensors[name].cpu().numpy() == getattr(plain, name)).all(), name
        assert tensors["states"].cpu().numpy().tobytes() == plain.states.tobytes()
    return "30 steps through tensors of torch have the same arrays"


def best_time(call: Callable[[], int], repeat: int = 3) -> tuple[float, int]:
    """The best time of a few calls, and what the call returned."""
    best, result = float("inf"), 0
    for _ in range(repeat):
        start = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - start)
    return best, result


def say(text: str) -> None:
    """One line, at once."""
    print(text, flush=True)


def main() -> None:
    """Compares, then measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="states a game, edition and player count to compare")
    parser.add_argument("--size", type=int, default=1 << 19, help="states in the speed test")
    options = parser.parse_args()
    name = gpu.cuda.get_current_device().name
    say(f"GPU: {name.decode() if isinstance(name, bytes) else name}")
    start = time.perf_counter()
    compared = parity_of_games(options.games)
    say(f"parity: {compared:,} whole games, the same state bytes ({time.perf_counter() - start:.0f} s with compiling)")
    start = time.perf_counter()
    compared = parity_of_steps(2000, 300)
    say(f"parity: {compared:,} batch steps, the same arrays ({time.perf_counter() - start:.0f} s with compiling)")
    say(f"parity: {parity_of_perft()} perft tables, the same numbers")
    say(f"sharing: {shares_memory_with_torch()}")
    for game in GAMES.values():
        speed_of_games(game, options.size)
        speed_of_steps(game, options.size)
        speed_of_cores(game)


def speed_of_games(game: Game[Any], size: int) -> None:
    """Whole random games, one a thread."""
    for threads in (size // 8, size, size * 2):
        batch = Batch(game, threads, 4, seed=3, target="gpu", observe=False)
        batch.play(1)
        seconds, decisions = best_time(partial(batch.play, 8))
        rate, games = decisions / seconds / 1e6, 8 * threads / seconds / 1e6
        say(f"{game.name}: whole games, {threads:,} at a time: {rate:,.0f} M decisions/s, {games:.2f} M games/s")


def speed_of_steps(game: Game[Any], size: int) -> None:
    """Two launches a step: one chooses a random legal action, one plays and reports it."""
    for observe in (False, True):
        batch = Batch(game, size, 4, seed=3, target="gpu", observe=observe)
        random_steps(batch)
        seconds, _ = best_time(partial(random_steps, batch))
        what = "masks and observations" if observe else "masks"
        say(f"{game.name}: batch steps with {what}, {size:,} at a time: {30 * size / seconds / 1e6:,.0f} M steps/s")


def random_steps(batch: Batch) -> int:
    """Thirty steps, waited for."""
    for _ in range(30):
        batch.choose()
        batch.step()
    gpu.cuda.synchronize()
    return 0


def speed_of_cores(game: Game[Any]) -> None:
    """The same games on this machine's processor."""
    batch = Batch(game, 200_000, 4, seed=3, target="parallel", observe=False)
    batch.play(1)
    seconds, decisions = best_time(partial(batch.play, 2))
    say(f"{game.name}: whole games on {cores()} cores: {decisions / seconds / 1e6:,.0f} M decisions/s")


if __name__ == "__main__":
    main()
