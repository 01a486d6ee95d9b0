"""Figures that every study has: means, shares, differences, histograms, and how much of a result is in the deal.

Games of a study have a deal each, so they are independent witnesses; the seats of one game are not, and go together.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from intrigue.arena.intervals import SURE, Interval, mean_interval, share_interval

Array = Any
RESAMPLES = 2000


def interval_json(interval: Interval, digits: int = 5) -> dict[str, float]:
    return {name: round(float(value), digits) for name, value in interval._asdict().items()}


def mean(values: Array) -> dict[str, float]:
    """The mean of one number a game."""
    return interval_json(mean_interval(np.asarray(values, float), np.ones(len(values)), np.arange(len(values))))


def share(values: Array) -> dict[str, float]:
    """The mean of one share a game."""
    return interval_json(share_interval(np.asarray(values, float), np.ones(len(values)), np.arange(len(values))))


def histogram(values: Array) -> list[list[int]]:
    """How often each whole number occurs."""
    numbers, counts = np.unique(np.asarray(values, int), return_counts=True)
    return [[int(number), int(count)] for number, count in zip(numbers, counts, strict=True)]


def difference(values: Array, group: Array, among: Array, games: Array) -> dict[str, float] | None:
    """How much greater the mean is in a group than among the others; None where one of the two is empty.

    The error is that of the sum of each game's part in the difference, for the seats of a game hang together.
    """
    values, group, games = values[among], group[among], games[among]
    if group.all() or not group.any():
        return None
    inside, outside = values[group].mean(), values[~group].mean()
    parts = np.where(group, (values - inside) / group.sum(), -(values - outside) / (~group).sum())
    _, number = np.unique(games, return_inverse=True)
    error = sqrt(float((np.bincount(number, parts) ** 2).sum()))
    gap = float(inside - outside)
    return interval_json(Interval(gap, gap - SURE * error, gap + SURE * error))


# Luck


def luck(won: Array, seed: int = 0) -> dict[str, Any]:
    """How much of the result is in the deal and the seat: `won[deal, replay, seat]` is the win share, equal bots.

    One-way random effects, a class for each deal and seat. The mean of all is 1/n, as somebody always wins, so

        between = mean over classes of (class mean - 1/n)^2 - (variance within the class) / replays
        total   = mean over all of (win share - 1/n)^2

    with the unbiased variance within; `share` = between / total, `seat` is the part of it that the seat alone explains
    (likewise without bias), `deal` the rest. Intervals: deals drawn anew, 2.5 to 97.5 % of the resamples.
    """
    deals, replays, seats = won.shape
    even = 1 / seats
    classes = won.mean(axis=1)
    within = won.var(axis=1, ddof=1) / replays if replays > 1 else np.zeros_like(classes)
    between = ((classes - even) ** 2 - within).sum(axis=1)
    total = ((won - even) ** 2).mean(axis=1).sum(axis=1)
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(deals, np.full(deals, 1 / deals), size=RESAMPLES)
    found = shares(np.ones((1, deals)), classes, between, total)[0]
    drawn = shares(weights, classes, between, total)
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    return {
        "deals": deals,
        "replays": replays,
        **{
            name: interval_json(Interval(found[at], low[at], high[at]))
            for at, name in enumerate(("share", "seat", "deal"))
        },
    }


def shares(weights: Array, classes: Array, between: Array, total: Array) -> Array:
    """All of luck, that of the seat, that of the deal, for each set of weights of the deals."""
    deals, seats = classes.shape
    sums = weights @ total
    count = weights.sum(axis=1, keepdims=True)
    means = weights @ classes / count
    spread = (weights @ classes**2 / count - means**2) / np.maximum(1, count - 1)
    seat = ((means - 1 / seats) ** 2 - spread).sum(axis=1) * deals
    both = weights @ between
    return np.stack([both, seat, both - seat], axis=1) / np.where(sums > 0, sums, 1)[:, None]
