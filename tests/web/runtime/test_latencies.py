"""Real processes think about different hands; the times that everybody sees are those of one source."""

from __future__ import annotations

import asyncio
import random
import time

import numpy as np
import pytest

import intrigue
from intrigue.bots import Sight
from intrigue.engine.match import Match
from intrigue.web.runtime.bot_pool import BotPool
from intrigue.web.runtime.pacing import Facts, time_to_show
from intrigue.web.table.clocks import shown_delay

LEVEL, MOVES = "duke", 10
HANDS = 6
"""So many hands are tried; the quickest and the slowest to think about are compared."""
ASKED = 30
"""How often each of the two is thought about."""


def alike(one: list[float], other: list[float]) -> float:
    """How likely two samples of one source differ as much as these (Kolmogorov-Smirnov)."""
    both = np.sort([*one, *other])
    below = [np.searchsorted(np.sort(some), both, side="right") / len(some) for some in (one, other)]
    gap = float(np.max(np.abs(below[0] - below[1])))
    root = (len(one) * len(other) / len(both)) ** 0.5
    scaled = (root + 0.12 + 0.11 / root) * gap
    terms = [2 * (-1) ** (k - 1) * np.exp(-2 * (k * scaled) ** 2) for k in range(1, 101)]
    return float(np.clip(np.sum(terms), 0, 1)) if scaled > 0.2 else 1.0


def test_samples_are_told_apart_if_their_sources_differ():
    chance = random.Random(1)
    one, same, other = ([chance.gauss(mean, 100) for _ in range(ASKED)] for mean in (700, 700, 850))
    assert alike(one, one) == 1 and alike(one, same) > 0.01 > alike(one, other)
    steps = [1200.0] * (ASKED // 2) + [700.0] * (ASKED // 2)
    assert alike(steps, [700.0] * ASKED) < 0.01, "half of one class a step of the grid later"


def twins(name: str, players: int) -> list[Match]:
    """One position to all but the seat to act, with different hands of that seat."""
    match, chance = intrigue.new(name, players=players, seed=8), random.Random(8)
    for _ in range(MOVES):
        match.play(chance.choice(match.moves()))
    seat = match.to_act or 0
    other = seat % players + 1
    found: dict[str, Match] = {}
    for seed in range(200):
        twin = match.copy()
        twin.state, twin.known_moves = match.sample(other, seed=seed), None
        assert twin.view(other) == match.view(other)
        if len(twin.moves()) > 1:
            found.setdefault(str(twin.view(seat)), twin)
        if len(found) == HANDS:
            return list(found.values())
    raise AssertionError


@pytest.mark.full
@pytest.mark.parametrize(("name", "players"), [("oriflamme-mix", 5), ("richelieu", 4)])
def test_the_times_shown_do_not_tell_one_hand_from_another(name, players):
    """Searches are interpreted, when thoughts are longest; each hand is thought about by turns."""
    hands = twins(name, players)
    seat = hands[0].to_act

    async def think(pool: BotPool, hand: Match, seed: int) -> int:
        begin = time.perf_counter()
        await pool.move("t", Sight(hand), LEVEL, seed)
        return round((time.perf_counter() - begin) * 1000)

    async def measure() -> tuple[list[float], list[float]]:
        pool = BotPool(1, compiles=False)
        await pool.start()
        try:
            await think(pool, hands[0], 0)  # the process starts
            took = [(await think(pool, hand, 1), index) for index, hand in enumerate(hands)]
            classes = hands[min(took)[1]], hands[max(took)[1]]
            pace, times = pool.pace(hands[0].game, LEVEL), ([], [])
            for version in range(ASKED):
                facts = Facts(
                    "t", version, seat, "bot", LEVEL, version, 0, "none", None, None, shown_delay(b"", version)
                )
                for hand, seen in zip(classes, times, strict=True):
                    seen.append(float(time_to_show(facts, await think(pool, hand, version), pace)))
            return times
        finally:
            await pool.stop()

    quick, slow = asyncio.run(measure())
    assert len(quick) == len(slow) == ASKED
    assert alike(quick, slow) > 0.01
