"""Measures the environments: actions per second of processor time on one core, beside PettingZoo's own games.

usage: python bench/envs.py [--seconds 2]

Each line is the best of four runs. An AEC step is `last()` with observation and mask, a random legal action, `step()`;
the same loop drives the peers. A step of the single and of the vector form includes all that the bots answer.
"""

from __future__ import annotations

import argparse
import importlib
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from intrigue import Batch, envs
from intrigue.bench.timing import rate

GAMES = ("oriflamme", "ablaze", "oriflamme-mix", "richelieu")
PEERS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")
BOTS = ("random", "greedy")
TABLES = 256
Play = Callable[[], tuple[int, int]]


def aec(env: Any) -> Play:
    """Whole episodes, by the loop that PettingZoo's documentation teaches."""
    chance = random.Random(1).random
    env.reset(seed=1)

    def play() -> tuple[int, int]:
        actions = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            action = None
            if not (ended or cut):
                legal = seen["action_mask"].nonzero()[0]
                action = int(legal[int(chance() * len(legal))])
                actions += 1
            env.step(action)
        return actions, 1

    return play


def single(env: Any) -> Play:
    chance = random.Random(1).random
    env.reset(seed=1)

    def play() -> tuple[int, int]:
        actions, over = 0, False
        seen, _ = env.reset()
        while not over:
            legal = seen["action_mask"].nonzero()[0]
            seen, _, over, _, _ = env.step(int(legal[int(chance() * len(legal))]))
            actions += 1
        return actions, 1

    return play


def vector(env: Any) -> Play:
    """The first legal action in every game: choosing well at random would cost more than the step."""
    seen = env.reset(seed=1)[0]

    def play() -> tuple[int, int]:
        nonlocal seen
        ended = 0
        for _ in range(10):
            seen, _, over, _, _ = env.step(seen["action_mask"].argmax(axis=1))
            ended += int(over.sum())
        return 10 * env.num_envs, ended

    return play


def batch(name: str) -> Play:
    """Steps with observation and mask; the choice of random actions is part of it."""
    many = Batch(name, 1024, 4, seed=1)

    def play() -> tuple[int, int]:
        ended = 0
        for _ in range(20):
            many.choose()
            many.step()
            ended += int(many.done.sum())
        return 20 * many.size, ended

    return play


def rows() -> Iterator[tuple[str, str, Play]]:
    """What is measured: whose, what, how."""
    for name in PEERS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                peer = importlib.import_module(f"pettingzoo.classic.{name}").env()
            except ImportError:
                continue
            yield f"peer: PettingZoo {name}", "AEC", aec(peer)
    for name in GAMES:
        yield f"{name}, 4 players", "AEC, compiled", aec(envs.aec(name, 4))
        yield f"{name}, 4 players", "AEC, interpreted", aec(envs.aec(name, 4, target="interpreted"))
    for name in GAMES:
        for bots in BOTS:
            yield f"{name}, 4 players", f"single against {bots}", single(envs.single(name, 4, bots=bots))
            many = envs.vector(name, TABLES, 4, bots=bots)
            yield f"{name}, 4 players", f"vector of {TABLES} against {bots}", vector(many)
    for name in GAMES:
        yield f"{name}, 4 players", "batch, random actions + step", batch(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    print(f"{'what':<32} {'way':<32} {'actions/s':>12} {'episodes/s':>12}")
    for what, way, play in rows():
        play()  # compiled before the clock runs
        actions, episodes = rate(play, seconds)
        print(f"{what:<32} {way:<32} {actions:>12,.0f} {episodes:>12,.0f}", flush=True)


if __name__ == "__main__":
    main()
