"""What a seat would see of another's action, family by family: the edges of a search."""

from __future__ import annotations

from intrigue.engine.game import Box
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.state import PLACE_WHICH
from intrigue.games.oriflamme.state import State as Row
from intrigue.games.richelieu.box import Box as Cards
from intrigue.games.richelieu.cards import SPACE
from intrigue.games.richelieu.court import cost_of
from intrigue.games.richelieu.ending import score as points
from intrigue.games.richelieu.state import ACT_HOW, AGENT_WHERE, FREE_WHERE, FREE_WHICH, NEUTRAL_WHERE, NEUTRAL_WHICH
from intrigue.games.richelieu.state import State as Court


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
    x = 0
    for player in range(g.players):
        x = x * 31 + g.up[player] * 7 + g.discard[player]
    return x % 1000003


@rule
def lead_in_row(g: Row, box: Box, player: int) -> int:
    other = 0
    for p in range(g.players):
        if p != player:
            other = max(other, g.stock[p])
    return max(0, min(60, 30 + 2 * (g.stock[player] - other)))


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
    x = g.resolved
    for i in range(24):
        x = (x * 5 + g.city[i]) % 1000003
    for i in range(6):
        x = (x * 31 + g.card_at[i] + 1) % 1000003
    return x


@rule
def lead_at_court(g: Court, box: Cards, player: int) -> int:
    other = -99
    for p in range(g.players):
        if p != player:
            other = max(other, points(g, box, p))
    return max(0, min(60, 30 + (points(g, box, player) - other)))
