"""The loops around a game that are compiled as one piece: playouts, batches of steps, samples.

`deal`, `step` and the other rules left open here stand for those of the game a loop is made for.
Arrays belong to the caller; entry i of each belongs to game i. `box` holds one record: what is printed in the box.
"""

from __future__ import annotations

from typing import Any

from intrigue.engine.chance import any_of
from intrigue.engine.numbers import ACTIONS, lowest
from intrigue.engine.rules import rule

Array = Any


@rule
def deal(g: Any, box: Any) -> None:
    """The game's rule that begins a new game from the state's generator."""


@rule
def step(g: Any, box: Any, action: int) -> None:
    """The game's rule that applies one answer."""


@rule
def observe(g: Any, box: Any, seat: int, out: Array) -> None:
    """The game's rule that writes what a seat sees as numbers."""


@rule
def sample(g: Any, box: Any, seat: int) -> None:
    """The game's rule that deals anew what a seat cannot know."""


@rule
def score(g: Any, box: Any, player: int) -> int:
    """The game's rule that counts a player's points."""
    return 0


@rule
def winners(g: Any, box: Any) -> int:
    """The game's rule that names the winners, as a mask of players."""
    return 0


@rule
def halfway(g: Any) -> bool:
    """The game's rule that tells a half-chosen move from a whole one."""
    return False


@rule
def play_at(states: Array, box: Array, i: int, games: int) -> int:
    """One state plays that many whole games at random; returns the number of decisions."""
    g = states[i]
    decisions = 0
    for _ in range(games):
        deal(g, box[0])
        while g.to_act >= 0:
            step(g, box[0], any_of(g, g.legal))
            decisions += 1
    return decisions


@rule
def report_at(
    states: Array,
    box: Array,
    i: int,
    observations: Array,
    legal: Array,
    to_act: Array,
    scores: Array,
    won: Array,
    done: Array,
) -> None:
    """What there is to say about one game; one that has ended is dealt anew at once.

    The result of a game that ended stays in scores, won and done; the rest speaks of the new game.
    """
    g = states[i]
    for player in range(scores.shape[1]):
        scores[i, player] = score(g, box[0], player)
    done[i] = 0
    won[i] = 0
    if g.to_act < 0:
        done[i] = 1
        won[i] = winners(g, box[0])
        deal(g, box[0])
    to_act[i] = g.to_act
    for action in range(ACTIONS):
        legal[i, action] = (g.legal >> action) & 1
    if observations.shape[1] > 0:
        observe(g, box[0], g.to_act, observations[i])


@rule
def act_at(states: Array, box: Array, i: int, action: int) -> None:
    """One action in one game; an illegal one changes nothing."""
    g = states[i]
    if 0 <= action < ACTIONS and (g.legal >> action) & 1 == 1:
        step(g, box[0], action)


@rule
def trace_at(states: Array, box: Array, i: int, trail: Array) -> int:
    """One random game, the state's bytes kept after the deal and after every decision; returns how many there were."""
    g = states[i]
    deal(g, box[0])
    trail[0] = g
    decisions = 0
    while g.to_act >= 0:
        step(g, box[0], any_of(g, g.legal))
        decisions += 1
        trail[decisions] = g
    return decisions


@rule
def perft_at(stack: Array, box: Array, left: Array, moves: Array, depth: int) -> int:
    """How many sequences of that many whole moves follow from the first state of a stack of states."""
    found = 0
    at = 0
    left[0] = stack[0].legal
    moves[0] = 0
    while at >= 0:
        if left[at] == 0:
            at -= 1
        else:
            action = lowest(left[at])
            left[at] &= left[at] - 1
            stack[at + 1] = stack[at]
            g = stack[at + 1]
            step(g, box[0], action)
            moves[at + 1] = moves[at] + 1
            if halfway(g):
                moves[at + 1] = moves[at]
            if moves[at + 1] == depth:
                found += 1
            elif g.to_act >= 0:
                left[at + 1] = g.legal
                at += 1
    return found


@rule
def choose_at(states: Array, i: int, actions: Array) -> None:
    """A random legal action, drawn from the state's own generator."""
    g = states[i]
    actions[i] = any_of(g, g.legal)


def trace(states: Array, box: Array, trail: Array) -> int:
    """See `trace_at`."""
    return trace_at(states, box, 0, trail)


def perft(stack: Array, box: Array, left: Array, moves: Array, depth: int) -> int:
    """See `perft_at`."""
    return perft_at(stack, box, left, moves, depth)


def choose_all(states: Array, box: Array, actions: Array) -> None:
    """A random legal action for every game."""
    for i in range(len(states)):
        choose_at(states, i, actions)


def play_all(states: Array, box: Array, games: int) -> int:
    """Every state plays that many whole games at random; returns the number of decisions."""
    decisions = 0
    for i in range(len(states)):
        decisions += play_at(states, box, i, games)
    return decisions


def deal_all(states: Array, box: Array) -> None:
    """Every state begins a new game."""
    for i in range(len(states)):
        deal(states[i], box[0])


def sample_all(states: Array, box: Array, seat: int) -> None:
    """Deals anew in every state what the seat cannot know."""
    for i in range(len(states)):
        sample(states[i], box[0], seat)


def step_all(
    states: Array,
    box: Array,
    actions: Array,
    observations: Array,
    legal: Array,
    to_act: Array,
    scores: Array,
    won: Array,
    done: Array,
) -> None:
    """One action in every game, and what there is to say afterwards."""
    for i in range(len(states)):
        act_at(states, box, i, actions[i])
        report_at(states, box, i, observations, legal, to_act, scores, won, done)


def report_all(
    states: Array, box: Array, observations: Array, legal: Array, to_act: Array, scores: Array, won: Array, done: Array
) -> None:
    """What there is to say about every game."""
    for i in range(len(states)):
        report_at(states, box, i, observations, legal, to_act, scores, won, done)
