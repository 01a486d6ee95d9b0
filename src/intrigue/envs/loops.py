"""The compiled loops of the environments: one action in one game or in many, and what the seat to act sees then."""

from __future__ import annotations

from typing import Any

from intrigue.engine.kernels import deal, halfway, observe, step, winners
from intrigue.engine.numbers import ACTIONS
from intrigue.engine.rules import rule

Array = Any
ILLEGAL = -2
"""Told in place of the player to act."""


@rule
def look_at(states: Array, box: Array, i: int, seat: int, observation: Array, mask: Array) -> None:
    """What a seat sees of game i; only the seat to act has legal actions."""
    g = states[i]
    observe(g, box[0], seat, observation)
    for action in range(ACTIONS):
        mask[action] = (g.legal >> action) & 1
    if seat != g.to_act:
        for action in range(ACTIONS):
            mask[action] = 0


@rule
def play_at(states: Array, box: Array, i: int, action: int) -> bool:
    """One action in game i; whether it was legal. An illegal one changes nothing."""
    g = states[i]
    if not (0 <= action < ACTIONS and (g.legal >> action) & 1 == 1):
        return False
    step(g, box[0], action)
    return True


def act_all(states: Array, box: Array, actions: Array, moves: Array, illegal: Array) -> None:
    """One action in every game; notes which were illegal, and counts the whole moves."""
    for i in range(len(states)):
        illegal[i] = not play_at(states, box, i, actions[i])
        if not illegal[i] and not halfway(states[i]):
            moves[i] += 1


def look_all(states: Array, box: Array, seat: int, observations: Array, masks: Array) -> None:
    """Every game as a seat sees it."""
    for i in range(len(states)):
        look_at(states, box, i, seat, observations[i], masks[i])


def env_deal(states: Array, box: Array, observation: Array, mask: Array) -> int:
    """A new game from the state's generator, as its first player sees it; returns who that is."""
    deal(states[0], box[0])
    look_at(states, box, 0, states[0].to_act, observation, mask)
    return int(states[0].to_act)


def env_step(states: Array, box: Array, action: int, observation: Array, mask: Array) -> int:
    """One action, and the game as the next player sees it; returns who that is, -1 when the game is over."""
    if not play_at(states, box, 0, action):
        return ILLEGAL
    if states[0].to_act >= 0:
        look_at(states, box, 0, states[0].to_act, observation, mask)
    return int(states[0].to_act)


def env_winners(states: Array, box: Array) -> int:
    """Who won, as a mask of players."""
    return int(winners(states[0], box[0]))


def env_look(states: Array, box: Array, seat: int, observation: Array, mask: Array) -> None:
    """The game as any seat sees it."""
    look_at(states, box, 0, seat, observation, mask)
