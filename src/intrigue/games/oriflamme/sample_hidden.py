"""What a seat cannot know, dealt anew: every way that fits what it saw is equally likely."""

from __future__ import annotations

from intrigue.engine.chance import any_of, some_of
from intrigue.engine.game import Box
from intrigue.engine.numbers import count, lowest
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.kinds import KINDS, NO_CARD, Card, family_of, kind_of
from intrigue.games.oriflamme.questions import options
from intrigue.games.oriflamme.row import is_up
from intrigue.games.oriflamme.state import (
    GAME_OVER,
    MOVE_WHICH,
    PLACE_WHERE,
    PLACE_WHICH,
    REVEAL_OR_WAIT,
    State,
)


@rule
def sample(g: State, box: Box, seat: int) -> None:
    """Deals anew all that the seat (-1 for a spectator) cannot know. When the game is over nothing is hidden."""
    if g.ask == GAME_OVER:
        return
    for player in range(g.players):
        if player != seat:
            redeal(g, player)
    if g.half and g.to_act != seat:
        forget_half_move(g)
    elif g.ask == PLACE_WHERE and g.to_act != seat:  # nobody chose the last card of a hand
        g.chosen = lowest(g.hand[g.to_act])
    if g.ask == REVEAL_OR_WAIT:
        g.card = g.row[g.pointer]
        g.actor = g.card
        g.effect = kind_of(g.card)
    g.legal = options(g)


@rule
def redeal(g: State, player: int) -> None:
    """The player's hidden kinds are spread over the cards set aside (G20), the face-down cards in the row, the hand."""
    hidden = g.hand[player] | g.aside[player]
    for slot in range(g.length):
        card = g.row[slot]
        while card != NO_CARD:
            if family_of(card) == player and not is_up(g, card):
                hidden |= 1 << kind_of(card)
            card = g.below[card]
    g.aside[player] = some_of(g, hidden & ~g.never_aside[player], count(g.aside[player]))
    hidden &= ~g.aside[player]
    for slot in range(g.length):
        card = g.row[slot]
        while card != NO_CARD:
            if family_of(card) == player and not is_up(g, card):
                other = player * KINDS + any_of(g, hidden)
                hidden &= ~(1 << kind_of(other))
                exchange(g, card, other)
                card = other
            card = g.below[card]
    g.hand[player] = hidden


@rule
def exchange(g: State, one: Card, other: Card) -> None:
    """Two cards change places and all that lies on and under them; one of them may be outside the row."""
    if one == other:
        return
    g.influence[one], g.influence[other] = g.influence[other], g.influence[one]
    g.below[one], g.below[other] = g.below[other], g.below[one]
    for slot in range(g.length):
        g.row[slot] = after_exchange(g.row[slot], one, other)
        card = g.row[slot]
        while card != NO_CARD:
            g.below[card] = after_exchange(g.below[card], one, other)
            card = g.below[card]


@rule
def after_exchange(card: Card, one: Card, other: Card) -> Card:
    if card == one:
        return other
    if card == other:
        return one
    return card


@rule
def forget_half_move(g: State) -> None:
    """A half-chosen move is known to nobody but its player."""
    g.half = 0
    g.chosen = 0
    if g.ask == PLACE_WHERE:
        g.ask = PLACE_WHICH
    else:
        g.ask = MOVE_WHICH
