"""Means with 95 % intervals clustered by deal: games of one deal are no independent witnesses."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

Array = Any
SURE = 1.959964
"""Standard errors to either side of a 95 % interval."""


class Interval(NamedTuple):
    """A figure, and where it probably lies."""

    value: float
    low: float
    high: float


def clustered_mean(values: Array, counts: Array, blocks: Array) -> tuple[float, float, int]:
    """The mean of sums of `values` over `counts`, its standard error, and the number of blocks.

    Entry i belongs to block `blocks[i]`. The mean is a ratio, so its error is that of the blocks' residuals.
    """
    _, inverse = np.unique(blocks, return_inverse=True)
    sums, sizes = np.bincount(inverse, values), np.bincount(inverse, counts)
    total, clusters = sizes.sum(), len(sizes)
    mean = sums.sum() / total
    residuals = sums - mean * sizes
    spread = float((residuals**2).sum()) * clusters / max(1, clusters - 1)
    return float(mean), sqrt(spread) / float(total), clusters


def mean_interval(values: Array, counts: Array, blocks: Array) -> Interval:
    """A mean of anything."""
    mean, error, _ = clustered_mean(values, counts, blocks)
    return Interval(mean, mean - SURE * error, mean + SURE * error)


def share_interval(values: Array, counts: Array, blocks: Array) -> Interval:
    """A mean of shares from 0 to 1: Wilson's interval for as many independent games as the error amounts to.

    Where all blocks agree, every one counts as one game; where all games do (equal bots share all wins), there is
    nothing to be unsure about. One block alone says nothing.
    """
    sits = counts > 0
    values, counts, blocks = values[sits], counts[sits], blocks[sits]
    share, error, clusters = clustered_mean(values, counts, blocks)
    share = min(1.0, max(0.0, share))
    if clusters < 2:
        return Interval(share, 0.0, 1.0)
    if 0 < share < 1 and np.allclose(values, share * counts):
        return Interval(share, share, share)
    if error < 1e-12:
        return wilson(share, clusters)
    return wilson(share, share * (1 - share) / error**2)


def wilson(share: float, games: float) -> Interval:
    """Wilson's interval for a share among independent games.

    >>> [round(number, 3) for number in wilson(0.0, 100)]
    [0.0, 0.0, 0.037]
    """
    middle = share + SURE**2 / (2 * games)
    spread = SURE * sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2))
    scale = 1 + SURE**2 / games
    return Interval(share, max(0.0, min(share, (middle - spread) / scale)), max(share, (middle + spread) / scale))
