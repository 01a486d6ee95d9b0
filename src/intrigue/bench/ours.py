"""Our own speeds: each way of running, for each game."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from typing import Any

from intrigue.bench.timing import Row, rate
from intrigue.engine import targets
from intrigue.engine.batch import Batch, cores
from intrigue.engine.chance import any_of
from intrigue.engine.game import Game
from intrigue.engine.parity import same_game
from intrigue.games import GAMES

REFERENCE = "oriflamme, 4 players"
INTERPRETED, OBSERVED = "interpreted", "interpreted + observation"
COMPILED, PARALLEL, BATCH = "compiled, one core", "compiled, all cores", "batch steps + observations, one core"
PARITY_STEPS = 1_000_000


def measure_interpreted(seconds: float) -> list[Row]:
    """the rules as plain Python"""
    rows = []
    for game in GAMES.values():
        for way, observe in ((INTERPRETED, False), (OBSERVED, True)):
            decisions, games = rate(plain_games(game, observe), seconds)
            rows.append(Row(f"{game.name}, 4 players", way, decisions, games, game.state.size))
    return rows


def plain_games(game: Game[Any], observe: bool) -> Any:
    seed = iter(range(10**9))
    step, look, box, out = game.rules["step"], game.rules["observe"], game.box, [0] * game.observation_size

    def play() -> tuple[int, int]:
        g = game.start(4, game.editions[0], next(seed), {})
        decisions = 0
        while g.to_act >= 0:
            if observe:
                look(g, box, g.to_act, out)
            step(g, box, any_of(g, g.legal))
            decisions += 1
        return decisions, 1

    return play


def measure_compiled(seconds: float) -> list[Row]:
    """the compiled rules: whole random games"""
    if not targets.available():
        return []
    rows = []
    for game in GAMES.values():
        for target, way, clock in (
            ("compiled", COMPILED, time.process_time),
            ("parallel", PARALLEL, time.perf_counter),
        ):
            batch = Batch(game, 64 * cores(), 4, seed=1, target=target, observe=False)
            batch.play(1)
            decisions, games = rate(partial(whole_games, batch), seconds, clock)
            rows.append(Row(f"{game.name}, 4 players", way, decisions, games, game.state.size))
        batch = Batch(game, 1024, 4, seed=1)
        batch.choose()
        batch.step()
        decisions, games = rate(partial(batch_steps, batch), seconds)
        rows.append(Row(f"{game.name}, 4 players", BATCH, decisions, games, game.state.size))
    return rows


def whole_games(batch: Batch) -> tuple[int, int]:
    return batch.play(50), 50 * batch.size


def batch_steps(batch: Batch) -> tuple[int, int]:
    ended = 0
    for _ in range(20):
        batch.choose()
        batch.step()
        ended += int(batch.done.sum())
    return 20 * batch.size, ended


LOAD = """
import sys, time
start = time.perf_counter()
import numpy
from intrigue.engine import kernels
from intrigue.games import game
g = game(sys.argv[1])
states = numpy.zeros(0, g.state.dtype())
g.compiler.kernel(kernels.play_all)(states, g.box_array(), 1)
print(time.perf_counter() - start)
"""
FAMILIES = {"oriflamme": "oriflamme, ablaze and the mix", "richelieu": "richelieu"}


def compiling(seconds: float) -> list[Row]:
    """compile and load times, in fresh processes"""
    if not targets.available():
        return []
    rows = []
    for name, what in FAMILIES.items():
        with tempfile.TemporaryDirectory() as folder:
            for way in ("first compile, imports included", "from the cache, imports included"):
                done = subprocess.run(
                    [sys.executable, "-c", LOAD, name],
                    env=os.environ | {"INTRIGUE_CACHE": folder},
                    capture_output=True,
                    text=True,
                    check=True,
                )
                rows.append(Row(what, way, compile=float(done.stdout)))
    return rows


def parity(seconds: float) -> list[Row]:
    """a million steps compared, byte by byte"""
    if not targets.available():
        return []
    steps = games = 0
    start = time.process_time()
    while steps < PARITY_STEPS:
        for game in GAMES.values():
            for edition in game.editions:
                for players in game.seats:
                    steps += same_game(game, players, edition, games)
                    games += 1
    spent = time.process_time() - start
    return [Row(f"{steps:,} steps agree", "interpreted = compiled", steps / spent, games / spent)]


STEPS = [measure_interpreted, measure_compiled, compiling, parity]
