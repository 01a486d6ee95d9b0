"""Ratings: one offline Plackett-Luce fit of first places with a seat term, and how sure they are.

The chance that a seat wins is exp(strength of its bot + term of the seat) over the sum of these at the table. Only the
first place counts: what comes after it is often decided by who gave up first, and the rules rank nobody else. A shared
win is divided. Strengths are logarithms; ratings are 400 / ln 10 times as much.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from intrigue.arena.intervals import SURE, Interval

Array = Any
SCALE = 400 / log(10)
"""Rating points of one unit of log strength: 400 points are ten times the chance."""
STEPS = 200
LONGEST = 2.0
"""The most that one step of the fit may change a strength by."""


class Fit(NamedTuple):
    """Strengths of bots (the anchor's is 0) and terms of seats (their sum is 0), as one row of logarithms."""

    bots: int
    strengths: Array
    covariance: Array
    expected: Array
    """The chance to win of every seat of every game."""

    def rating(self, bot: int) -> Interval:
        """A bot's rating: how far it is above the anchor."""
        return self.points(self.pick(bot))

    def gap(self, stronger: int, weaker: int) -> Interval:
        """How far one bot is above another; surer than the two ratings, which share the anchor's error."""
        return self.points(self.pick(stronger) - self.pick(weaker))

    def seat(self, seat: int) -> Interval:
        """What a seat, counted from 0, is worth against an average one."""
        return self.points(self.pick(self.bots + seat))

    def pick(self, entry: int) -> Array:
        return np.eye(len(self.strengths))[entry]

    def points(self, weights: Array) -> Interval:
        value = SCALE * float(weights @ self.strengths)
        error = SCALE * sqrt(max(0.0, float(weights @ self.covariance @ weights)))
        return Interval(value, value - SURE * error, value + SURE * error)


def fit(lineups: Array, won: Array, blocks: Array, bots: int, anchor: int = 0) -> Fit:
    """Fits games: bots and shares of the win seat by seat, and each game's block.

    A tiny prior keeps those who always or never win finite: every bot has drawn one imaginary duel with the anchor, and
    every seat one with an average seat.
    """
    players = lineups.shape[1]
    free = freedom(bots, players, anchor)
    kinds, kind = np.unique(lineups, axis=0, return_inverse=True)
    kind = kind.reshape(-1)
    design = one_hot(kinds, bots)
    games = np.bincount(kind, minlength=len(kinds)).astype(float)
    wins = np.stack([np.bincount(kind, won[:, seat], len(kinds)) for seat in range(players)], axis=1)

    def slope(strengths: Array) -> tuple[float, Array, Array]:
        """How likely the games are, which way is better, and how it bends."""
        chances = softmax(design @ strengths)
        doubt = sigmoid(strengths)
        likely = (wins * np.log(chances)).sum() + 0.5 * np.log(doubt * (1 - doubt)).sum()
        upwards = np.einsum("ks,ksd->d", wins - games[:, None] * chances, design) + 0.5 - doubt
        mean = np.einsum("ks,ksd->kd", chances, design)
        bend = np.einsum("ks,ksd,kse->de", games[:, None] * chances, design, design) - (mean * games[:, None]).T @ mean
        return float(likely), free.T @ upwards, free.T @ (bend + np.diag(doubt * (1 - doubt))) @ free

    strengths = climb(slope, free)
    _, _, bend = slope(strengths)
    expected = softmax(design @ strengths)[kind]
    inverse = np.linalg.inv(bend)
    middle = scatter(lineups, won - expected, blocks, bots, free)
    middle += free.T @ np.diag((0.5 - sigmoid(strengths)) ** 2) @ free  # the prior is a witness like a deal
    return Fit(bots, strengths, free @ inverse @ middle @ inverse @ free.T, expected)


def freedom(bots: int, players: int, anchor: int) -> Array:
    """From the numbers that can be chosen freely to all: the anchor is 0, and the seats' sum is 0."""
    ours = np.delete(np.eye(bots), anchor, axis=1)
    seats = np.vstack([np.eye(players - 1), -np.ones((1, players - 1))])
    zero = np.zeros
    return np.block([[ours, zero((bots, players - 1))], [zero((players, bots - 1)), seats]])


def one_hot(lineups: Array, bots: int) -> Array:
    """For every seat of every line-up the entries of the strengths that count there."""
    players = lineups.shape[1]
    design = np.zeros((*lineups.shape, bots + players))
    np.put_along_axis(design, lineups[:, :, None], 1.0, axis=2)
    design[:, np.arange(players), bots + np.arange(players)] = 1.0
    return design


def climb(slope: Any, free: Array) -> Array:
    """Newton's way to the top, in steps that are cut short until they lead upwards."""
    strengths = np.zeros(free.shape[0])
    likely, upwards, bend = slope(strengths)
    for _ in range(STEPS):
        step = free @ np.linalg.solve(bend, upwards)
        step *= min(1.0, LONGEST / max(1e-12, float(np.abs(step).max())))
        while (better := slope(strengths + step))[0] < likely and np.abs(step).max() > 1e-10:
            step = step / 2
        strengths, (likely, upwards, bend) = strengths + step, better
        if np.abs(step).max() < 1e-9:
            break
    return strengths


def scatter(lineups: Array, residuals: Array, blocks: Array, bots: int, free: Array) -> Array:
    """How much the blocks pull to different sides: the middle of the sandwich."""
    _, block = np.unique(blocks, return_inverse=True)
    clusters, players = int(block.max()) + 1, lineups.shape[1]
    wide = bots + players
    pulls = np.zeros(clusters * wide)
    for seat in range(players):
        for entry in (lineups[:, seat], bots + seat):
            pulls += np.bincount(block * wide + entry, residuals[:, seat], clusters * wide)
    pulls = pulls.reshape(clusters, wide) @ free
    return pulls.T @ pulls * clusters / max(1, clusters - 1)


def softmax(values: Array) -> Array:
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.maximum(powers / powers.sum(axis=-1, keepdims=True), 1e-300)


def sigmoid(values: Array) -> Array:
    return 1 / (1 + np.exp(-values))
