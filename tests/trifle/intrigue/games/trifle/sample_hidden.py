"""What a seat cannot know, dealt anew: every way that fits what it saw is equally likely."""

from __future__ import annotations

from intrigue.engine.chance import any_of, some_of
from intrigue.engine.game import Box
from intrigue.engine.numbers import count
from intrigue.engine.rules import rule
from intrigue.games.trifle.cards import ALL, HAND, NO_CARD
from intrigue.games.trifle.flow import inquire
from intrigue.games.trifle.state import GAME_OVER, State
from intrigue.games.trifle.table import hidden_card, known_to_all, unseen


@rule
def sample(g: State, box: Box, seat: int) -> None:
    """Deals anew all that the seat (-1 for a spectator) cannot know. When the game is over nothing is hidden."""
    if g.ask == GAME_OVER:
        return
    free = ALL & ~known_to_all(g)
    if seat >= 0:
        free &= ~unseen(g, seat)
    for player in range(g.players):
        if player != seat:
            cards = some_of(g, free, count(unseen(g, player)))
            free &= ~cards
            if hidden_card(g, player) != NO_CARD:
                card = any_of(g, cards)
                g.laid[player * HAND + g.round] = card
                cards &= ~(1 << card)
            g.hand[player] = cards
    inquire(g)
