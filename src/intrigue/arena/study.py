"""What bots teach about a game: equal bots play many deals at every table, and everything that can be counted is.

`study(plan)` gives one value that JSON can hold. The same plan gives the same figures on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.arena import study_figures, study_games
from intrigue.arena.contest import number
from intrigue.arena.intervals import mean_interval
from intrigue.arena.machine import machine, today
from intrigue.arena.play import code_of, make_bot, rules_of
from intrigue.arena.registry import family_of
from intrigue.arena.study_games import PlayedGames, Table
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import check_table
from intrigue.games import game as game_of

Array = Any
Progress = Callable[[int, int], None]
"""Is told how many games of how many are played."""
FORMAT = 1
MOST = 10**6
ALL = "all"
PIECE = 200
"""Games between two words to whoever watches the progress."""


@dataclass(frozen=True)
class Plan:
    """What is studied: tables of one game, `games` deals at each, and `deals` times `replays` games to measure luck."""

    name: str
    players: tuple[int, ...]
    editions: tuple[str, ...]
    bot: str = "greedy"
    games: int = 1000
    seed: int = 0
    luck_bot: str = "greedy:noise=30"
    deals: int = 200
    replays: int = 50

    @property
    def tables(self) -> list[Table]:
        return [Table(game_of(self.name), players, edition) for edition in self.editions for players in self.players]

    @property
    def all_games(self) -> int:
        return len(self.tables) * (self.games + self.deals * self.replays)

    def arguments(self) -> dict[str, Any]:
        return {
            "game": self.name,
            "players": list(self.players),
            "editions": list(self.editions),
            "bot": self.bot,
            "games": self.games,
            "seed": self.seed,
            "luck_bot": self.luck_bot,
            "deals": self.deals,
            "replays": self.replays,
        }


def plan_study(
    name: str,
    players: str,
    edition: str,
    bot: str,
    games: int,
    seed: int,
    luck_bot: str,
    deals: int,
    replays: int,
) -> Plan:
    """The study that is asked for in words; the first fault in it is told."""
    game = game_of(name)
    counts = tuple(game.seats) if players == ALL else (whole(players),)
    editions = game.editions if edition == ALL else (edition,)
    for count in counts:
        for one in editions:
            check_table(game, count, one, ())
    if not 2 <= games <= MOST:
        raise IntrigueError("error.study_games", most=MOST)
    if deals * replays > MOST or not (deals == 0 or (deals >= 2 and replays >= 2)):
        raise IntrigueError("error.study_deals", most=MOST)
    make_bot(bot)
    make_bot(luck_bot)
    return Plan(name, counts, editions, bot, games, seed, luck_bot, deals, replays)


def whole(text: str) -> int:
    if not text.isdecimal():
        raise IntrigueError("error.study_players", name=text[:60])
    return int(text)


def study(plan: Plan, version: str, progress: Progress = lambda done, total: None) -> dict[str, Any]:
    """Everything. What may differ from run to run comes last."""
    done = 0

    def step(games: int) -> None:
        nonlocal done
        done += games
        progress(done, plan.all_games)

    ways = {study_games.is_compiled(table, bot) for table in plan.tables for bot in (plan.bot, plan.luck_bot)}
    return {
        "format": FORMAT,
        "version": version,
        "rules": rules_of(plan.name),  # before the first game: files may change while it takes long
        "code": code_of(plan.name),
        "arguments": plan.arguments(),
        "tables": [table_figures(plan, table, step) for table in plan.tables],
        "run": {"date": today(), "way": "compiled" if ways == {True} else "interpreted", "machine": machine()},
    }


# One table


def table_figures(plan: Plan, table: Table, step: Callable[[int], None]) -> dict[str, Any]:
    """The figures of one edition and number of players."""
    family = family_of(table.game)
    won, scores, moves, stories = [], [], [], []
    for start in range(0, plan.games, PIECE):
        numbers = range(start, min(start + PIECE, plan.games))
        played = play_some(plan, table, numbers)
        won.append(win_shares(played.won, table.players))
        scores += played.scores
        moves += played.moves
        for deal, actions in zip(played.deals, played.actions, strict=True):
            g = table.game.start(table.players, table.edition, deal, {})
            stories.append(family.story(table.game, g, actions))
        step(len(numbers))
    shares, first = np.concatenate(won), np.array([one.g.first for one in stories])
    return {
        "edition": table.edition,
        "players": table.players,
        "games": plan.games,
        **general(first_first(shares, first), first_first(np.array(scores), first), np.array(moves)),
        "luck": luck_of(plan, table, step) if plan.deals else None,
        **family.figures(stories, shares),
    }


def play_some(plan: Plan, table: Table, numbers: Sequence[int]) -> PlayedGames:
    """The games of these numbers; each has a deal of its own."""
    name = f"{plan.seed} {table.edition} {table.players}"
    deals = [number(f"study deal {name} {at}") for at in numbers]
    seeds = [number(f"study game {name} {at}") for at in numbers]
    return study_games.play(table, plan.bot, deals, seeds)


def win_shares(masks: Sequence[int], players: int) -> Array:
    """A row a game: 1 for the winner, parts of it where a victory is shared."""
    won = (np.array(masks)[:, None] >> np.arange(players) & 1).astype(float)
    return won / won.sum(axis=1, keepdims=True)


def first_first(values: Array, first: Array) -> Array:
    """Columns of seats, moved so that whoever began the game comes first."""
    players = values.shape[1]
    order = (first[:, None] + np.arange(players)) % players
    return np.take_along_axis(values, order, axis=1)


def general(won: Array, scores: Array, moves: Array) -> dict[str, Any]:
    """What every game has: seats, scores, margins, length. Seats are counted from whoever begins."""
    games = np.arange(len(won))
    ordered = np.sort(scores, axis=1)
    best = ordered[:, -1]
    every = mean_interval(scores.sum(axis=1), np.full(len(scores), float(scores.shape[1])), games)
    return {
        "seats": [
            {
                "seat": seat + 1,
                "win_share": study_figures.share(won[:, seat]),
                "score": study_figures.mean(scores[:, seat]),
            }
            for seat in range(won.shape[1])
        ],
        "score": {"mean": study_figures.interval_json(every), "histogram": study_figures.histogram(scores.reshape(-1))},
        "winner": {"mean": study_figures.mean(best), "histogram": study_figures.histogram(best)},
        "margin": {
            "mean": study_figures.mean(best - ordered[:, -2]),
            "histogram": study_figures.histogram(best - ordered[:, -2]),
        },
        "shared": study_figures.share((won.max(axis=1) < 1).astype(float)),
        "moves": {"mean": study_figures.mean(moves), "histogram": study_figures.histogram(moves)},
    }


def luck_of(plan: Plan, table: Table, step: Callable[[int], None]) -> dict[str, Any]:
    """See `study_figures.luck`: every deal is played again and again, only the bots' seeds differ."""
    name = f"{plan.seed} {table.edition} {table.players}"
    found = []
    for deal in range(plan.deals):
        dealt = number(f"study luck {name} {deal}")
        seeds = [number(f"study luck {name} {deal} {replay}") for replay in range(plan.replays)]
        played = study_games.play(table, plan.luck_bot, [dealt] * plan.replays, seeds, trails=False)
        first = table.game.start(table.players, table.edition, dealt, {}).first
        found.append(first_first(win_shares(played.won, table.players), np.full(plan.replays, first)))
        step(plan.replays)
    return {"bot": plan.luck_bot, **study_figures.luck(np.stack(found), plan.seed)}
