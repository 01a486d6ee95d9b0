"""How a game goes: the deal, placement, resolution slot by slot, the end.

`step` applies one answer and goes on until somebody has a real choice: two options or more.
"""

from __future__ import annotations

from intrigue.engine.chance import below, some_of
from intrigue.engine.events import tell
from intrigue.engine.game import Box
from intrigue.engine.numbers import lowest
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.effects import answer, apply_effect, combination_goes_on
from intrigue.games.oriflamme.events import GAME_ENDED, NOTHING_HAPPENED, RESOLUTION_BEGUN, ROUND_BEGUN
from intrigue.games.oriflamme.kinds import (
    CARDS,
    MIXED,
    NO_CARD,
    PRINCE,
    is_character,
    kind_of,
)
from intrigue.games.oriflamme.questions import inquire, options
from intrigue.games.oriflamme.row import discard, is_up
from intrigue.games.oriflamme.state import (
    AFTERMATH,
    ARRIVAL,
    EFFECT,
    GAME_OVER,
    NOTHING,
    PLACE_WHICH,
    PLACEMENT,
    REVEAL_OR_WAIT,
    THE_END,
    State,
)

START = 1  # R6


# The deal


@rule
def deal(g: State, box: Box) -> None:
    """A new game of the same kind, drawn from the state's generator: kinds (mix), first player, cards set aside."""
    if g.draws_kinds:
        g.kinds = some_of(g, MIXED, g.draws_kinds)
    g.first = below(g, g.players)
    if g.chosen_first:  # what is drawn is drawn all the same: the cards do not depend on who begins
        g.first = g.chosen_first - 1
    for player in range(g.players):
        g.aside[player] = some_of(g, g.kinds, g.set_aside)
    begin(g)


@rule
def begin(g: State) -> None:
    """The first question of a game whose kinds, first player and cards set aside are known."""
    for player in range(g.players):
        g.hand[player] = g.kinds & ~g.aside[player]
        g.discard[player] = 0
        g.up[player] = 0
        g.never_aside[player] = 0
        g.stock[player] = START
    for card in range(CARDS):
        g.below[card] = NO_CARD
        g.influence[card] = 0
    for slot in range(g.length):
        g.row[slot] = 0
        g.holder[slot] = 0
    g.length = 0
    g.twins = 0
    if (g.kinds >> PRINCE) & 1:  # R3
        g.twins = (1 << g.players) - 1
    g.round = 1
    rest(g)
    g.placed = 0
    g.stage = PLACEMENT
    g.ask = NOTHING
    tell(g, ROUND_BEGUN, g.round, g.first, 0)
    settle(g)


@rule
def rest(g: State) -> None:
    """Nothing is being resolved."""
    g.pointer = -1
    g.gap = 0
    g.card = NO_CARD
    g.active = 0
    g.actor = NO_CARD
    g.at = -1
    g.effect = 0
    g.combining = 0
    g.spare = 0
    g.chosen = 0
    g.half = 0


# The loop


@rule
def step(g: State, box: Box, action: int) -> None:
    """One answer to the question, and everything that follows without a choice."""
    answer(g, action)
    settle(g)


@rule
def settle(g: State) -> None:
    """Goes on until somebody has two options or more, or the game is over."""
    while True:
        while g.ask == NOTHING:
            go_on(g)
        g.legal = options(g)
        if g.ask == GAME_OVER or g.legal & (g.legal - 1) != 0:
            return
        if g.legal == 0:
            g.ask = NOTHING
            tell(g, NOTHING_HAPPENED, g.actor, 0, 0)
        else:
            answer(g, lowest(g.legal))
            g.half = 0  # what is forced is nobody's choice


@rule
def go_on(g: State) -> None:
    """The next thing that happens when nobody is asked."""
    if g.stage == PLACEMENT:
        next_placement(g)
    elif g.stage == ARRIVAL:
        arrive(g)
    elif g.stage == EFFECT:
        g.stage = AFTERMATH
        apply_effect(g)
    elif g.stage == AFTERMATH:
        move_on(g)
    else:
        g.ask = GAME_OVER
        g.to_act = -1


# R12: from the first player, clockwise, each player places one card.
@rule
def next_placement(g: State) -> None:
    if g.placed < g.players:
        inquire(g, PLACE_WHICH, (g.first + g.placed) % g.players)
    else:
        g.stage = ARRIVAL
        g.pointer = 0
        tell(g, RESOLUTION_BEGUN, 0, 0, 0)


# R19, R20, R23: the top card of the slot is resolved by its controller: face down reveal or wait, face up the effect.
@rule
def arrive(g: State) -> None:
    if g.pointer >= g.length:
        end_round(g)
        return
    g.card = g.row[g.pointer]
    g.active = g.holder[g.pointer]
    g.actor = g.card
    g.at = g.pointer
    g.effect = kind_of(g.card)
    if is_up(g, g.card):
        g.stage = EFFECT
    else:
        inquire(g, REVEAL_OR_WAIT, g.active)


# R25: the card under one that left is next. R26: else the slot after the gap. Otherwise the next slot.
@rule
def move_on(g: State) -> None:
    if g.combining and combination_goes_on(g):
        return
    if g.gap == 0 and g.row[g.pointer] == g.card and is_up(g, g.card) and not is_character(kind_of(g.card)):
        discard(g, g.pointer, NO_CARD)  # R24
    if g.gap:
        g.gap = 0
    elif g.row[g.pointer] == g.card:
        g.pointer += 1
    g.combining = 0
    g.stage = ARRIVAL


# R11, R33: the last of six rounds. G18: when the game is over the round and the first player stay.
@rule
def end_round(g: State) -> None:
    rest(g)
    if g.round == g.rounds:
        g.stage = THE_END
        tell(g, GAME_ENDED, 0, 0, 0)
    else:
        g.round += 1
        g.first = (g.first + 1) % g.players
        g.placed = 0
        g.stage = PLACEMENT
        tell(g, ROUND_BEGUN, g.round, g.first, 0)
