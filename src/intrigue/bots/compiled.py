"""Many games of compiled bots at once, on all cores; needs numba."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from intrigue.bots import loops, registry
from intrigue.bots.plan import Plan
from intrigue.bots.tree import STATES, Node
from intrigue.engine.batch import cores, threads
from intrigue.engine.chance import words
from intrigue.engine.game import Game

LONGEST = 1024
"""The most actions of a game that a trail keeps; no game of ours is as long."""
PIECES = 8
"""Pieces of work a core, so that none waits long for another."""


class Played(NamedTuple):
    """Games from deal to end, one entry a game in every array."""

    won: Any
    """The winners, as masks of seats."""
    scores: Any
    moves: Any
    """How many whole moves."""
    made: Any
    """How many actions."""
    trails: Any
    """The actions, if they were asked for."""


class Minds:
    """Compiled bots of a game, ready to play."""

    def __init__(self, game: Game[Any], plans: Sequence[Plan]) -> None:
        import numpy as np

        self.game = game
        self.box = game.box_array()
        self.loop = registry.compiler(game).kernel(loops.play_all)
        self.plans = np.frombuffer(b"".join(plan.to_bytes() for plan in plans), Plan.dtype())
        self.nodes = max(plan.nodes for plan in plans)

    def play(
        self, states: Any, seeds: Any, moves: Any, seats: Any, seat: int = -1, trails: Any = None, workers: int = 0
    ) -> Played:
        """Goes on with every game until a seat, counted from 0, is asked or the game is over; on all cores.

        `seats` says for each seat of each game which plan plays it, `moves` how many whole moves were made; a game with
        -1 moves is dealt first, from its own generator. `states` and `moves` are written.
        """
        import numpy as np

        size, players = seats.shape
        if trails is None:
            trails = np.zeros((size, 0), np.int8)
        won, scores = np.zeros(size, np.int64), np.zeros((size, players), np.int64)
        played = Played(won, scores, moves, np.zeros(size, np.int64), trails)

        def part(start: int, stop: int) -> None:
            some = slice(start, stop)
            memory = np.empty(STATES, states.dtype), np.empty(self.nodes, Node.dtype())
            told = [array[some] for array in (trails, played.made, won, scores)]
            self.loop(states[some], self.box, seat, seeds[some], moves[some], self.plans, seats[some], *memory, *told)

        part(0, 0)  # compiled once, before the threads start
        if workers == 1 or size == 1:
            part(0, size)
        else:
            pieces = min(size, cores() * PIECES)
            cuts = [size * piece // pieces for piece in range(pieces + 1)]
            list(threads().map(part, cuts, cuts[1:]))
        return played


def contest(
    game: Game[Any],
    players: int,
    edition: str,
    plans: Sequence[Plan],
    deals: Sequence[int | bytes],
    seeds: Sequence[int],
    seats: Any,
    trails: bool = False,
    options: Mapping[str, Any] | None = None,
    workers: int = 0,
) -> Played:
    """A game for every deal, on all cores: plan seats[i][p] plays seat p of game i, choosing by seeds[i]."""
    import numpy as np

    size = len(deals)
    states = np.zeros(size, game.state.dtype())
    states[:] = np.frombuffer(game.blank(players, edition, options or {}).to_bytes(), states.dtype)
    states["generator"] = [words(deal) for deal in deals]
    kept = np.zeros((size, LONGEST if trails else 0), np.int8)
    return Minds(game, plans).play(
        states,
        np.asarray(seeds, np.int64),
        np.full(size, -1, np.int64),
        np.asarray(seats, np.int64).reshape(size, players),
        trails=kept,
        workers=workers,
    )
