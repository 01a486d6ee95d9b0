"""The end of a game: scores, ties and winners."""

from __future__ import annotations

from intrigue.engine.game import Box
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.row import height
from intrigue.games.oriflamme.state import (
    State,
)


@rule
def standing(g: State, player: int) -> int:
    """R35, D2: how many cards of the family are in the row, as the edition counts."""
    cards = 0
    for slot in range(g.length):
        if g.holder[slot] == player:
            if g.ties_count_covered:
                cards += height(g, slot)
            else:
                cards += 1
    return cards


@rule
def score(g: State, box: Box, player: int) -> int:
    """R34: influence in the stock; what still lies on cards counts nothing."""
    return g.stock[player]


@rule
def winners(g: State, box: Box) -> int:
    """R34-R36: most influence, then most cards in the row, then shared; as a mask of players."""
    best = -1
    found = 0
    for player in range(g.players):
        worth = g.stock[player] * 64 + standing(g, player)
        if worth > best:
            best = worth
            found = 0
        if worth == best:
            found |= 1 << player
    return found
