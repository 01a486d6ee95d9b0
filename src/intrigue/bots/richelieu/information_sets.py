"""What a seat would see of another's action: the edges of a search."""

from __future__ import annotations

from intrigue.engine.chance import combine
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import CARD_PLACES, KINDS, SETS, SPACE, SPACES
from intrigue.games.richelieu.court import cost_of
from intrigue.games.richelieu.state import (
    ACT_HOW,
    AGENT_WHERE,
    FREE_WHERE,
    FREE_WHICH,
    NEUTRAL_WHERE,
    NEUTRAL_WHICH,
    State,
)


@rule
def veil(g: State, seat: int) -> int:
    if g.to_act == seat:
        return 0
    if g.ask == ACT_HOW or g.ask == NEUTRAL_WHICH or g.ask == FREE_WHICH:
        return (1 << SPACE) - 1
    return 0


@rule
def edge(g: State, box: Box, seat: int, action: int) -> int:
    """`agent ? 1.r.2`: the value of an agent laid face down by another is hidden, that of one face up is not."""
    if g.to_act == seat:
        return action
    if g.ask == AGENT_WHERE or g.ask == NEUTRAL_WHERE or g.ask == FREE_WHERE:
        if cost_of(g, box, action - SPACE) == 0:
            return action | (g.chosen + 1) << 6
    return action


@rule
def glimpse(g: State, box: Box) -> int:
    """Which cards and open agents lie in the zones, and which agents in the city."""
    seen = g.resolved
    for place in range(CARD_PLACES):
        seen = combine(seen, g.card_at[place] + 1)
    for space in range(SPACES):
        if g.up[space]:
            seen = combine(seen, space * KINDS + g.kind[space])
    for piece in range(SETS * KINDS):
        seen = combine(seen, g.city[piece])
    return seen
