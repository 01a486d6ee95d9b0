"""The loops around a game that are compiled as one piece: playouts, batches of steps, samples.

`deal`, `step` and the other rules left open here stand for those of the game a loop is made for.
Arrays belong to the caller; entry i of each belongs to game i.
"""

from __future__ import annotations

from typing import Any

from intrigue.engine.chance import any_of
from intrigue.engine.numbers import ACTIONS
from intrigue.engine.rules import rule

Array = Any


@rule
def deal(g: Any) -> None:
    """The game's rule that begins a new game from the state's generator."""


@rule
def step(g: Any, action: int) -> None:
    """The game's rule that applies one answer."""


@rule
def observe(g: Any, seat: int, out: Array) -> None:
    """The game's rule that writes what a seat sees as numbers."""


@rule
def sample(g: Any, seat: int) -> None:
    """The game's rule that deals anew what a seat cannot know."""


@rule
def score(g: Any, player: int) -> int:
    """The game's rule that counts a player's points."""
    return 0


@rule
def winners(g: Any) -> int:
    """The game's rule that names the winners, as a mask of players."""
    return 0


@rule
def play_at(states: Array, i: int, games: int) -> int:
    """One state plays that many whole games at random; returns the number of decisions."""
    g = states[i]
    decisions = 0
    for _ in range(games):
        deal(g)
        while g.to_act >= 0:
            step(g, any_of(g, g.legal))
            decisions += 1
    return decisions


@rule
def step_at(
    states: Array,
    i: int,
    actions: Array,
    observations: Array,
    legal: Array,
    to_act: Array,
    scores: Array,
    won: Array,
    done: Array,
) -> None:
    """One action in one game (an illegal one changes nothing); a game that ends is dealt anew at once.

    The result of a game that ended stays in scores, won and done; the rest speaks of the new game.
    """
    g = states[i]
    action = actions[i]
    if action >= 0 and (g.legal >> action) & 1 == 1:
        step(g, action)
    for player in range(scores.shape[1]):
        scores[i, player] = score(g, player)
    done[i] = 0
    won[i] = 0
    if g.to_act < 0:
        done[i] = 1
        won[i] = winners(g)
        deal(g)
    to_act[i] = g.to_act
    for number in range(ACTIONS):
        legal[i, number] = (g.legal >> number) & 1
    if observations.shape[1] > 0:
        observe(g, g.to_act, observations[i])


def play_all(states: Array, games: int) -> int:
    """Every state plays that many whole games at random; returns the number of decisions."""
    decisions = 0
    for i in range(len(states)):
        decisions += play_at(states, i, games)
    return decisions


def deal_all(states: Array) -> None:
    """Every state begins a new game."""
    for i in range(len(states)):
        deal(states[i])


def step_one(states: Array, i: int, action: int) -> None:
    """One answer in one state of an array."""
    step(states[i], action)


def sample_all(states: Array, seat: int) -> None:
    """Deals anew in every state what the seat cannot know."""
    for i in range(len(states)):
        sample(states[i], seat)


def step_all(
    states: Array,
    actions: Array,
    observations: Array,
    legal: Array,
    to_act: Array,
    scores: Array,
    won: Array,
    done: Array,
) -> None:
    """One action in every game; see `step_at`. A negative action only reports."""
    for i in range(len(states)):
        step_at(states, i, actions, observations, legal, to_act, scores, won, done)
