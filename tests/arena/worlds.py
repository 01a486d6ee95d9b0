"""Games drawn from known strengths: what the statistics must find again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from intrigue.arena.contest import rotate
from intrigue.arena.lineups import tables


class World(NamedTuple):
    lineups: Any
    won: Any
    scores: Any
    blocks: Any


def draw_world(
    strengths: list[float], seats: list[float], blocks: int, seed: int, luck: float = 0.0, kind: str = "mixed"
) -> World:
    """Blocks of games; `luck` is how much a deal favours some seats in all its games."""
    dice = np.random.default_rng(seed)
    players = len(seats)
    rows, won, of = [], [], []
    for number, lineup in enumerate(tables(kind, len(strengths), players, blocks, seed)):
        dealt = luck * dice.standard_normal(players)
        for by in range(players):
            row = rotate(lineup, by)
            powers = np.exp(np.array([strengths[bot] for bot in row]) + seats + dealt)
            winners = dice.choice(players, 1, p=powers / powers.sum())
            share = np.zeros(players)
            share[winners] = 1.0
            rows.append(row)
            won.append(share)
            of.append(number)
    shares = np.array(won)
    return World(np.array(rows), shares, shares * 9 + dice.integers(0, 9, shares.shape), np.array(of))
