"""What a seat cannot know, dealt anew: every way of dealing the pieces that fits what it saw is equally likely.

8.8: each agent belongs to one filling of its hand, whose values everybody knows. Hidden is only how they are spread
over that filling's face-down agents and hand, and the order of the decks.
"""

from __future__ import annotations

from intrigue.engine.chance import below
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import DECK, KINDS, NEUTRAL, SETS, SPACES
from intrigue.games.richelieu.flow import settle, shuffle
from intrigue.games.richelieu.state import (
    ACT_HOW,
    AGENT_WHERE,
    CORRUPT_WHERE,
    CORRUPT_WHICH,
    FREE_WHERE,
    FREE_WHICH,
    GAME_OVER,
    NEUTRAL_WHERE,
    NEUTRAL_WHICH,
    State,
)

COUNT = 4  # bits for how many pieces of a kind a pool holds


@rule
def sample(g: State, box: Box, seat: int) -> None:
    """Deals anew all that the seat (-1 for a spectator) cannot know. When the game is over nothing is hidden."""
    if g.ask == GAME_OVER:
        return
    for which in range(SETS):
        if which != seat and which != NEUTRAL + seat:
            for filling in range(g.filling[which] + 1):
                redeal(g, which, filling)
    reshuffle(g, 0)
    reshuffle(g, DECK)
    if g.to_act != seat:
        forget_half_move(g)
        settle(g, box)


@rule
def redeal(g: State, which: int, filling: int) -> None:
    """The pieces of one filling that lie face down or in the hand are spread anew."""
    pool = 0
    pieces = 0
    for space in range(SPACES):
        if g.who[space] == which and g.up[space] == 0 and g.filled[space] == filling:
            pool += 1 << (COUNT * g.kind[space])
            pieces += 1
    if filling == g.filling[which]:
        for kind in range(KINDS):
            pool += g.hand[which * KINDS + kind] << (COUNT * kind)
            pieces += g.hand[which * KINDS + kind]
    for space in range(SPACES):
        if g.who[space] == which and g.up[space] == 0 and g.filled[space] == filling:
            kind = piece(pool, below(g, pieces))
            g.kind[space] = kind
            pool -= 1 << (COUNT * kind)
            pieces -= 1
    if filling == g.filling[which]:
        for kind in range(KINDS):
            g.hand[which * KINDS + kind] = (pool >> (COUNT * kind)) & ((1 << COUNT) - 1)


@rule
def piece(pool: int, number: int) -> int:
    """The kind of a pool's piece with that number."""
    kind = 0
    while number >= (pool >> (COUNT * kind)) & ((1 << COUNT) - 1):
        number -= (pool >> (COUNT * kind)) & ((1 << COUNT) - 1)
        kind += 1
    return kind


@rule
def reshuffle(g: State, start: int) -> None:
    """The cards still in a deck, in any order."""
    left = 0
    for at in range(g.drawn, DECK):
        left |= 1 << g.deck[start + at]
    shuffle(g, start, left, g.drawn)


@rule
def forget_half_move(g: State) -> None:
    """A half-chosen move is known to nobody but its player."""
    g.half = 0
    g.chosen = 0
    if g.ask == AGENT_WHERE:
        g.ask = ACT_HOW
    elif g.ask == NEUTRAL_WHERE:
        g.ask = NEUTRAL_WHICH
    elif g.ask == FREE_WHERE:
        g.ask = FREE_WHICH
    elif g.ask == CORRUPT_WHERE:
        g.ask = CORRUPT_WHICH
