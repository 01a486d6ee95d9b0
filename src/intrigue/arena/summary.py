"""A contest's figures as one value that JSON can hold: shares, ratings, the matrix, and what to beware of.

The same games give the same summary, whoever played them. Bots are named as they are written, once each.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from intrigue.arena import beating, ratings
from intrigue.arena.contest import Contest, rotate
from intrigue.arena.intervals import Interval, mean_interval, share_interval
from intrigue.arena.known_policies import knows
from intrigue.arena.lineups import is_duel
from intrigue.arena.play import Block
from intrigue.engine.game import Game

Array = Any
ANCHOR = "random"
"""The bot whose rating is 0, if it plays; otherwise the first one."""


class Games(NamedTuple):
    """All games as arrays, one row a game, one column a seat."""

    lineups: Array
    won: Array
    scores: Array
    blocks: Array


def games_of(contest: Contest, blocks: Iterable[Block]) -> Games:
    """Blocks in the order of their numbers; bots as numbers of `names`."""
    ordered = sorted(blocks, key=lambda block: block.number)
    names = names_of(contest)
    same = [names.index(spec) for spec in contest.bots]
    seats = range(contest.players)
    lineups = [[same[bot] for bot in rotate(block.lineup, by)] for block in ordered for by in seats]
    masks = np.array([mask for block in ordered for mask in block.won])
    won = (masks[:, None] >> np.arange(contest.players) & 1).astype(float)
    return Games(
        np.array(lineups),
        won / won.sum(axis=1, keepdims=True),
        np.array([scores for block in ordered for scores in block.scores]),
        np.repeat([block.number for block in ordered], contest.players),
    )


def names_of(contest: Contest) -> list[str]:
    """The bots as they are written, each once."""
    return list(dict.fromkeys(contest.bots))


def summary(contest: Contest, blocks: Iterable[Block]) -> dict[str, Any]:
    """Everything that follows from the games."""
    games, names = games_of(contest, blocks), names_of(contest)
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    duels = is_duel(contest.tables, len(contest.bots))
    fit = ratings.fit(games.lineups, games.won, games.blocks, len(names), anchor)
    return {
        "games": len(games.blocks),
        "deals": len(games.blocks) // contest.players,
        "anchor": names[anchor],
        "bots": [about_bot(games, fit, bot, name) for bot, name in enumerate(names)],
        "gaps": gaps(fit, names),
        "seats": [about_seat(games, fit, seat) for seat in range(contest.players)],
        "pairings": pairings(games, names, contest.game) if duels and contest.players > 2 else [],
        "matrix": matrix(games, names, contest.game),
        "surprises": surprises(games, fit, names, duels),
        "knows_policy": [
            [one, other] for one in names for other in names if one != other and knows(one, other, contest.game)
        ],
    }


def interval_json(interval: Interval, digits: int = 5) -> dict[str, float]:
    return {name: round(float(value), digits) for name, value in interval._asdict().items()}


def about_bot(games: Games, fit: ratings.Fit, bot: int, name: str) -> dict[str, Any]:
    """How a bot did over all its seats."""
    sits = games.lineups == bot
    counts, won = sits.sum(axis=1), (games.won * sits).sum(axis=1)
    lone = won[counts > 0].max(initial=0) == 0, (counts > 0).all() and (won == 1).all() and (counts == 1).any()
    return {
        "bot": name,
        "seats": int(counts.sum()),
        "win_share": interval_json(share_interval(won, counts, games.blocks)),
        "score": interval_json(mean_interval((games.scores * sits).sum(axis=1), counts, games.blocks), 3),
        "rating": interval_json(fit.rating(bot), 1),
        "won": "never" if lone[0] else "always" if lone[1] else "sometimes",
    }


def gaps(fit: ratings.Fit, names: list[str]) -> list[dict[str, Any]]:
    """From each bot to the next weaker one."""
    order = sorted(range(len(names)), key=lambda bot: -fit.strengths[bot])
    return [
        {"stronger": names[one], "weaker": names[other], "points": interval_json(fit.gap(one, other), 1)}
        for one, other in pairwise(order)
    ]


def about_seat(games: Games, fit: ratings.Fit, seat: int) -> dict[str, Any]:
    ones = np.ones(len(games.blocks))
    return {
        "seat": seat + 1,
        "win_share": interval_json(share_interval(games.won[:, seat], ones, games.blocks)),
        "rating": interval_json(fit.seat(seat), 1),
    }


def pairings(games: Games, names: list[str], game: Game[Any]) -> list[dict[str, Any]]:
    """One against the rest, for every ordered pair that played so."""
    found = []
    for one, name in enumerate(names):
        for other, rest in enumerate(names):
            sits = games.lineups == one
            rows = (sits.sum(axis=1) == 1) & ((games.lineups == other).sum(axis=1) == sits.shape[1] - 1)
            if one != other and rows.any():
                count, blocks = np.ones(int(rows.sum())), games.blocks[rows]
                mine, theirs = games.scores[rows][sits[rows]], games.scores[rows].sum(axis=1)
                found.append(
                    {
                        "bot": name,
                        "against": rest,
                        "games": len(blocks),
                        "win_share": interval_json(share_interval(games.won[rows][sits[rows]], count, blocks)),
                        "score": interval_json(mean_interval(mine, count, blocks), 3),
                        "their_score": interval_json(
                            mean_interval(theirs - mine, count * (sits.shape[1] - 1), blocks), 3
                        ),
                        "knows_policy": knows(name, rest, game) or knows(rest, name, game),
                    }
                )
    return found


def matrix(games: Games, names: list[str], game: Game[Any]) -> list[list[dict[str, Any] | None]]:
    """Row against column."""
    found = beating.matrix(games.lineups, games.won, games.scores, games.blocks, len(names))
    return [
        [
            cell
            and {
                **interval_json(cell.share),
                "games": cell.games,
                "knows_policy": knows(one, other, game) or knows(other, one, game),
            }
            for other, cell in zip(names, row, strict=True)
        ]
        for one, row in zip(names, found, strict=True)
    ]


def surprises(games: Games, fit: ratings.Fit, names: list[str], duels: bool) -> dict[str, Any]:
    """Where results differ from what the ratings say."""
    left = beating.surprises(games.lineups, games.won, fit.expected, games.blocks, len(names), duels)
    limit = beating.limit(len(left))
    return {
        "pairs": len(left),
        "limit": round(limit, 3),
        "largest": round(abs(left[0].errors), 3) if left else None,
        "found": [
            {
                "bot": names[one.bot],
                "with": names[one.other],
                "share": round(one.share, 5),
                "errors": round(one.errors, 3),
            }
            for one in left
            if abs(one.errors) > limit
        ],
    }
