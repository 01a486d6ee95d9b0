"""What a seat would see of another's action: the edges of a search."""

from __future__ import annotations

from intrigue.engine.chance import combine
from intrigue.engine.game import Box
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.state import PLACE_WHICH, State


@rule
def veil(g: State, seat: int) -> int:
    """`place ? first`: the kind of a card placed by another is hidden."""
    if g.ask == PLACE_WHICH and g.to_act != seat:
        return g.legal
    return 0


@rule
def edge(g: State, box: Box, seat: int, action: int) -> int:
    return action


@rule
def glimpse(g: State, box: Box) -> int:
    """Which cards lie open, in the row and in the discard piles."""
    seen = 0
    for player in range(g.players):
        seen = combine(combine(seen, g.up[player]), g.discard[player])
    return seen
