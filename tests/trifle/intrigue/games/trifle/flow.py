"""How a game goes: the deal, five rounds of one card each, the end.

`step` applies one answer and goes on until somebody has two options or more.
"""

from __future__ import annotations

from intrigue.engine.chance import below, some_of
from intrigue.engine.events import tell
from intrigue.engine.game import Box
from intrigue.engine.numbers import lowest
from intrigue.engine.rules import rule
from intrigue.games.trifle.cards import ALL, CARDS, HAND, NO_CARD, PLAYERS
from intrigue.games.trifle.events import CARD_LAID, CARD_TURNED_UP, GAME_ENDED, ROUND_BEGUN, ROUND_WON
from intrigue.games.trifle.state import GAME_OVER, LAY_WHICH, State
from intrigue.games.trifle.table import card_of, hidden_card


# R2: five cards each; the others stay unseen.
@rule
def deal(g: State, box: Box) -> None:
    """A new game of the same kind, drawn from the state's generator: first player, then both hands."""
    g.first = below(g, g.players)
    if g.chosen_first:  # what is drawn is drawn all the same: the cards do not depend on who begins
        g.first = g.chosen_first - 1
    left = ALL
    for player in range(g.players):
        g.hand[player] = some_of(g, left, HAND)
        left &= ~g.hand[player]
    begin(g)


@rule
def begin(g: State) -> None:
    """The first question of a game whose first player and hands are known."""
    for at in range(PLAYERS * HAND):
        g.laid[at] = NO_CARD
    for player in range(PLAYERS):
        g.taken[player] = 0
    g.round = 0
    tell(g, ROUND_BEGUN, g.round, g.first, 0)
    settle(g)


@rule
def step(g: State, box: Box, action: int) -> None:
    """One card, and everything that follows without a choice."""
    lay(g, action)
    settle(g)


@rule
def settle(g: State) -> None:
    """Goes on until somebody has two cards or more, or the game is over."""
    while True:
        inquire(g)
        if g.ask == GAME_OVER or g.legal & (g.legal - 1) != 0:
            return
        lay(g, lowest(g.legal))


# R3: who is first lays a card face down, then the others clockwise.
@rule
def inquire(g: State) -> None:
    """The next question, and who is asked."""
    if g.round == HAND:
        g.ask = GAME_OVER
        g.to_act = -1
        g.legal = 0
        return
    g.ask = LAY_WHICH
    g.to_act = g.first
    while hidden_card(g, g.to_act) != NO_CARD:
        g.to_act = (g.to_act + 1) % g.players
    g.legal = g.hand[g.to_act]


@rule
def lay(g: State, card: int) -> None:
    player = g.to_act
    g.hand[player] &= ~(1 << card)
    g.laid[player * HAND + g.round] = card
    tell(g, CARD_LAID, player * CARDS + card, 0, 0)
    if (player + 1) % g.players == g.first:
        turn_up(g)


# R4: all cards are turned up, the highest wins the round. R5: who won it is first in the next.
@rule
def turn_up(g: State) -> None:
    winner = 0
    for player in range(g.players):
        tell(g, CARD_TURNED_UP, player * CARDS + card_of(g, player, g.round), 0, 0)
        if card_of(g, player, g.round) > card_of(g, winner, g.round):
            winner = player
    g.taken[winner] += 1
    tell(g, ROUND_WON, winner, 0, 0)
    g.round += 1
    if g.round == HAND:
        tell(g, GAME_ENDED, 0, 0, 0)
    else:
        g.first = winner
        tell(g, ROUND_BEGUN, g.round, g.first, 0)


@rule
def halfway(g: State) -> bool:
    """No move has two halves."""
    return False
