"""Games as arrays: a row for every action, with what the seat to act saw, might have chosen, chose and got for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.bots.registry import compiler
from intrigue.engine.batch import cores, threads
from intrigue.engine.chance import words
from intrigue.engine.kernels import deal, observe, step
from intrigue.engine.numbers import ACTIONS
from intrigue.terminal.series import Played, Series

Array = Any


class Rows(NamedTuple):
    """The arrays, one entry a decision; a move that is chosen in two halves is two of them."""

    observations: Any
    legal: Any
    actions: Any
    seats: Any
    games: Any
    wins: Any
    scores: Any


MEANING = {
    "observations": "what the seat to act saw",
    "legal": "1 for each action that it could choose",
    "actions": "the action that it chose",
    "seats": "the seat, counted from 0",
    "games": "the number of the game, counted from 0",
    "wins": "the seat's share of the victory at the end: 1, a part if several won, or 0",
    "scores": "the seat's points at the end",
}


def columns(series: Series) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The type and the shape of an entry of each array."""
    return {
        "observations": ("|u1", (series.game.observation_size,)),
        "legal": ("|u1", (ACTIONS,)),
        "actions": ("|i1", ()),
        "seats": ("|i1", ()),
        "games": ("<i4", ()),
        "wins": ("<f4", ()),
        "scores": ("<i2", ()),
    }


def rows_of(series: Series, games: Sequence[Played], compiled: bool) -> Rows:
    """The arrays of some games."""
    import numpy as np

    made = [len(one.trail) for one in games]
    rows = Rows(**{name: np.zeros((sum(made), *shape), dtype) for name, (dtype, shape) in columns(series).items()})
    rows.actions[:] = [action for one in games for action in one.trail]
    rows.games[:] = np.repeat([one.number for one in games], made) if games else []
    firsts = np.cumsum([0, *made])
    (compiled_sights if compiled else plain_sights)(series, games, firsts, rows)
    for one, first, length in zip(games, firsts, made, strict=False):
        mine = slice(first, first + length)
        share = [(seat + 1 in one.winners) / len(one.winners) for seat in range(series.players)]
        rows.wins[mine] = np.asarray(share)[rows.seats[mine]]
        rows.scores[mine] = np.asarray(one.scores)[rows.seats[mine]]
    return rows


def plain_sights(series: Series, games: Sequence[Played], firsts: Any, rows: Rows) -> None:
    """Plays the games again, interpreted, and writes what was seen and could be chosen."""
    game = series.game
    for one, first in zip(games, firsts.tolist(), strict=False):
        g = series.begin(one.number).state
        for row, action in enumerate(one.trail, start=first):
            rows.observations[row] = game.observe(g, g.to_act + 1)
            rows.legal[row, game.legal(g)] = 1
            rows.seats[row] = g.to_act
            game.play(g, (action,))


def compiled_sights(series: Series, games: Sequence[Played], firsts: Any, rows: Rows) -> None:
    """The same in a compiled loop, on all cores."""
    import numpy as np

    game = series.game
    box, loop = game.box_array(), compiler(game).kernel(tell_all)
    states = np.zeros(len(games), game.state.dtype())
    states[:] = np.frombuffer(game.blank(series.players, series.edition, series.deal).to_bytes(), states.dtype)
    states["generator"] = [words(series.seed_of(one.number)) for one in games]

    def part(start: int, stop: int) -> None:
        some = slice(firsts[start], firsts[stop])
        within = firsts[start : stop + 1] - firsts[start]
        written = rows.actions[some], rows.observations[some], rows.legal[some], rows.seats[some]
        loop(states[start:stop], box, within, *written)

    part(0, 0)  # compiled once, before the threads start
    cuts = [len(games) * piece // cores() for piece in range(cores() + 1)]
    list(threads().map(part, cuts, cuts[1:]))


def tell_all(
    states: Array, box: Array, firsts: Array, actions: Array, observations: Array, legal: Array, seats: Array
) -> None:
    """Plays the actions of every game from its deal on, and writes what the seat to act sees before each."""
    for i in range(len(states)):
        g = states[i]
        deal(g, box[0])
        for row in range(firsts[i], firsts[i + 1]):
            observe(g, box[0], g.to_act, observations[row])
            for action in range(ACTIONS):
                legal[row, action] = (g.legal >> action) & 1
            seats[row] = g.to_act
            step(g, box[0], actions[row])
