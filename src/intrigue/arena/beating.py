"""Who beats whom, and whether one number a bot can tell it.

A seat is ahead of another of the same game if it wins and the other does not; if both or neither win, if it has more
points. Equal points count half.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from intrigue.arena.intervals import Interval, share_interval

Array = Any
PRIOR = 0.25
"""What the fit's imaginary duel adds to the square of an error: it is a witness like a deal."""


class Beats(NamedTuple):
    """How often one bot is ahead of another where both sit at a table."""

    share: Interval
    games: int


class Surprise(NamedTuple):
    """How much more one bot wins than its rating says when another is there (a share), in standard errors too."""

    bot: int
    other: int
    share: float
    errors: float


def matrix(lineups: Array, won: Array, scores: Array, blocks: Array, bots: int) -> list[list[Beats | None]]:
    """Row against column; None on the diagonal and where two never met."""
    found: list[list[Beats | None]] = [[None] * bots for _ in range(bots)]
    seats = [lineups == bot for bot in range(bots)]
    present = [sits.any(axis=1) for sits in seats]
    for row in range(bots):
        for column in range(row + 1, bots):
            both = present[row] & present[column]
            if both.any():
                ahead, pairs = pairs_ahead(seats[row][both], seats[column][both], won[both], scores[both])
                share = share_interval(ahead, pairs, blocks[both])
                other = Interval(1 - share.value, 1 - share.high, 1 - share.low)
                found[row][column] = Beats(share, int(both.sum()))
                found[column][row] = Beats(other, int(both.sum()))
    return found


def pairs_ahead(rows: Array, columns: Array, won: Array, scores: Array) -> tuple[Array, Array]:
    """In each game how often a seat of the row's bot is ahead of one of the column's, and how many such pairs sit."""
    gain, lead = np.sign(won[:, :, None] - won[:, None, :]), np.sign(scores[:, :, None] - scores[:, None, :])
    sign = np.where(gain != 0, gain, lead)
    pairs = rows[:, :, None] & columns[:, None, :]
    return ((sign + 1) / 2 * pairs).sum(axis=(1, 2)), pairs.sum(axis=(1, 2))


# One number a bot


def surprises(lineups: Array, won: Array, expected: Array, blocks: Array, bots: int, duels: bool) -> list[Surprise]:
    """What the fit leaves over for every pair that can be told from others; the largest first.

    In duels: how the one does against its rest. At mixed tables: how a bot does wherever the other sits.
    """
    found = []
    rest = won - expected
    counts = np.stack([(lineups == bot).sum(axis=1) for bot in range(bots)], axis=1)
    for bot in range(bots):
        for other in range(bots):
            games = (counts[:, bot] > 0) & (counts[:, other] > 0)
            if duels and lineups.shape[1] > 2:
                games &= counts[:, bot] == 1
            if bot != other and games.any() and (games != (counts[:, bot] > 0)).any():
                mine = (rest[games] * (lineups[games] == bot)).sum(axis=1)
                pulls = np.bincount(np.unique(blocks[games], return_inverse=True)[1], mine)
                error = sqrt(float((pulls**2).sum()) + PRIOR)
                share = float(mine.sum() / counts[games, bot].sum())
                found.append(Surprise(bot, other, share, float(mine.sum()) / error))
    return sorted(found, key=lambda one: -abs(one.errors))


def limit(tests: int) -> float:
    """Standard errors that chance alone exceeds in one of twenty contests with that many pairs.

    >>> round(limit(1), 2), round(limit(12), 2)
    (1.96, 2.87)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, tests))
