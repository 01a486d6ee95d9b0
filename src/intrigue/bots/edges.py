"""What a seat would see of another's action, family by family: the edges of a search."""

from __future__ import annotations

from intrigue.engine.chance import mix
from intrigue.engine.game import Box
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.state import PLACE_WHICH
from intrigue.games.oriflamme.state import State as Row
from intrigue.games.richelieu.box import Box as Cards
from intrigue.games.richelieu.cards import CARD_PLACES, KINDS, SETS, SPACE, SPACES
from intrigue.games.richelieu.court import cost_of
from intrigue.games.richelieu.state import ACT_HOW, AGENT_WHERE, FREE_WHERE, FREE_WHICH, NEUTRAL_WHERE, NEUTRAL_WHICH
from intrigue.games.richelieu.state import State as Court


@rule
def woven(seen: int, more: int) -> int:
    """A number of 30 bits for two: others give others, but for one in a thousand million."""
    return mix(seen ^ mix(more + 1)) >> 2


@rule
def veil_in_row(g: Row, seat: int) -> int:
    """`place ? first`: the kind of a card placed by another is hidden."""
    if g.ask == PLACE_WHICH and g.to_act != seat:
        return g.legal
    return 0


@rule
def edge_in_row(g: Row, box: Box, seat: int, action: int) -> int:
    return action


@rule
def glimpse_in_row(g: Row, box: Box) -> int:
    """Which cards lie open, in the row and in the discard piles."""
    seen = 0
    for player in range(g.players):
        seen = woven(woven(seen, g.up[player]), g.discard[player])
    return seen


@rule
def veil_at_court(g: Court, seat: int) -> int:
    if g.to_act == seat:
        return 0
    if g.ask == ACT_HOW or g.ask == NEUTRAL_WHICH or g.ask == FREE_WHICH:
        return (1 << SPACE) - 1
    return 0


@rule
def edge_at_court(g: Court, box: Cards, seat: int, action: int) -> int:
    """`agent ? 1.r.2`: the value of an agent laid face down by another is hidden, that of one face up is not."""
    if g.to_act == seat:
        return action
    if g.ask == AGENT_WHERE or g.ask == NEUTRAL_WHERE or g.ask == FREE_WHERE:
        if cost_of(g, box, action - SPACE) == 0:
            return action | (g.chosen + 1) << 6
    return action


@rule
def glimpse_at_court(g: Court, box: Cards) -> int:
    """Which cards and open agents lie in the zones, and which agents in the city."""
    seen = g.resolved
    for place in range(CARD_PLACES):
        seen = woven(seen, g.card_at[place] + 1)
    for space in range(SPACES):
        if g.up[space]:
            seen = woven(seen, space * KINDS + g.kind[space])
    for piece in range(SETS * KINDS):
        seen = woven(seen, g.city[piece])
    return seen
