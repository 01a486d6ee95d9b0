"""What lies on the table: small rules that look at cards, lay them and turn them up."""

from __future__ import annotations

from intrigue.engine.rules import rule
from intrigue.games.trifle.cards import HAND, NO_CARD
from intrigue.games.trifle.state import State


@rule
def card_of(g: State, player: int, turn: int) -> int:
    """The card of a player in a round; -1 if there is none."""
    return g.laid[player * HAND + turn]


@rule
def hidden_card(g: State, player: int) -> int:
    """The card that a player has laid face down; -1 if there is none."""
    if g.round == HAND:
        return NO_CARD
    return card_of(g, player, g.round)


@rule
def open_cards(g: State, player: int) -> int:
    """The cards of a player that have been turned up, as a mask."""
    found = 0
    for turn in range(g.round):
        found |= 1 << card_of(g, player, turn)
    return found


@rule
def unseen(g: State, player: int) -> int:
    """The hand and the face-down card of a player, as a mask."""
    card = hidden_card(g, player)
    if card != NO_CARD:
        return g.hand[player] | 1 << card
    return g.hand[player]


@rule
def known_to_all(g: State) -> int:
    """All cards that have been turned up, as a mask."""
    found = 0
    for player in range(g.players):
        found |= open_cards(g, player)
    return found
