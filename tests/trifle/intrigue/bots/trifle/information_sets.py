"""What a seat would see of another's action: the edges of a search."""

from __future__ import annotations

from intrigue.engine.chance import combine
from intrigue.engine.game import Box
from intrigue.engine.rules import rule
from intrigue.games.trifle.state import State
from intrigue.games.trifle.table import card_of


@rule
def veil(g: State, seat: int) -> int:
    """`lay ?`: which card another lays is hidden."""
    if g.to_act != seat:
        return g.legal
    return 0


@rule
def edge(g: State, box: Box, seat: int, action: int) -> int:
    return action


@rule
def glimpse(g: State, box: Box) -> int:
    """The cards that lie open, in their order."""
    seen = g.round
    for turn in range(g.round):
        for player in range(g.players):
            seen = combine(seen, card_of(g, player, turn))
    return seen
