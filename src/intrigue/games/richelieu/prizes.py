"""The prizes that place or move something: where they may do so (5.15, 8.3, 8.9)."""

from __future__ import annotations

from intrigue.engine.rules import rule
from intrigue.games.richelieu.cards import (
    GREY,
    GREY_SIDE,
    NOBODY,
    QUEEN,
    QUEEN_SIDE,
    SPACE,
    SPACES,
    place_of,
    side_of,
    zone_of,
)
from intrigue.games.richelieu.court import figure_at, free_elsewhere, kinds_in_hand
from intrigue.games.richelieu.state import State


# 5.17 Place an agent: any agent of the hand on any free space of the other zones, free of charge.
@rule
def free_agents(g: State, player: int) -> int:
    if free_elsewhere(g) == 0:
        return 0
    return kinds_in_hand(g, player)


# 5.18 Corruption: an agent of another player, or a neutral one of either set, outside the zone being resolved.
@rule
def corruptible(g: State, player: int) -> int:
    if free_elsewhere(g) == 0:
        return 0
    found = 0
    for space in range(SPACES):
        who = g.who[space]
        if who != NOBODY and who != player and who < GREY and zone_of(space) != g.zone:
            found |= 1 << (SPACE + space)
    return found


# Grey Eminence and Queen: a free space of another card on the figure's side, never another space of its own card (8.9).
@rule
def grey_places(g: State) -> int:
    return figure_places(g, GREY, GREY_SIDE)


@rule
def queen_places(g: State) -> int:
    return figure_places(g, QUEEN, QUEEN_SIDE)


@rule
def figure_places(g: State, figure: int, side: int) -> int:
    found = free_elsewhere(g)
    stands = figure_at(g, figure)
    for space in range(SPACES):
        if side_of(space) != side or (stands >= 0 and place_of(space) == place_of(stands)):
            found &= ~(1 << (SPACE + space))
    return found
