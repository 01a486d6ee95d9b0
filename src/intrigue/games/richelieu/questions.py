"""What is asked, and what may be answered: one table, and the limits of the four actions (8.1)."""

from __future__ import annotations

from intrigue.engine.numbers import lowest
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    BUY,
    CARD_PLACES,
    DECLINE,
    END,
    INCOME,
    NEUTRAL,
    OFFICE,
    SELL,
    SPACE,
)
from intrigue.games.richelieu.court import cost_of, free_elsewhere, free_spaces, is_behind, kinds_in_hand
from intrigue.games.richelieu.prizes import corruptible, free_agents, grey_places, queen_places
from intrigue.games.richelieu.state import (
    ACT_HOW,
    AGENT_WHERE,
    CORRUPT_WHERE,
    CORRUPT_WHICH,
    FREE_WHERE,
    FREE_WHICH,
    GREY_WHERE,
    NEUTRAL_WHERE,
    NEUTRAL_WHICH,
    QUEEN_WHERE,
    State,
)

DEAREST = 3  # no space costs more
SECOND_AGENT = 2  # what the second agent of a turn costs beside its space
JEWEL_SOLD, JEWEL_BOUGHT = 5, 8


@rule
def inquire(g: State, question: int, player: int) -> None:
    """Asks a player."""
    g.ask = question
    g.to_act = player


@rule
def options(g: State, box: Box) -> int:
    """The answers to the question, as a mask of actions. None: nothing happens."""
    ask = g.ask
    if ask == ACT_HOW:
        return actions(g, box)
    if ask == AGENT_WHERE:
        return affordable_spaces(g, box)
    if ask == NEUTRAL_WHICH:
        if neutral_spaces(g) == 0:
            return 0
        return kinds_in_hand(g, NEUTRAL + g.turn)
    if ask == NEUTRAL_WHERE:
        return neutral_spaces(g)
    if ask == FREE_WHERE or ask == CORRUPT_WHERE:
        return free_elsewhere(g)
    found = 0
    if ask == FREE_WHICH:
        found = free_agents(g, g.to_act)
    elif ask == CORRUPT_WHICH:
        found = corruptible(g, g.to_act)
    elif ask == GREY_WHERE:
        found = grey_places(g)
    elif ask == QUEEN_WHERE:
        found = queen_places(g)
    if found != 0:
        found |= 1 << DECLINE
    return found


# 8.1, 4.7: income once a turn; an office once, behind the cardinal, not at the end of the track, with the money; one
# jewel bought or sold; agents while there is a space one can pay for. The second action may be declined.
@rule
def actions(g: State, box: Box) -> int:
    player = g.turn
    found = 0
    if not g.took_income:
        found |= 1 << INCOME
    if not g.took_office and is_behind(g, player) and g.military[player] < box.military_end:
        if g.ecu[player] >= box.military_cost[g.military[player] + 1]:
            found |= 1 << OFFICE
    if not g.traded and g.city_jewels > 0 and g.ecu[player] >= JEWEL_BOUGHT:
        found |= 1 << BUY
    if not g.traded and g.jewels[player] > 0:
        found |= 1 << SELL
    if affordable_spaces(g, box) != 0:
        found |= kinds_in_hand(g, player)
    if g.acted > 0:
        found |= 1 << END
    return found


@rule
def price_of(g: State, box: Box, space: int) -> int:
    """The cost of the space, and 2 more for the second agent of the turn."""
    if g.agents_sent > 0:
        return cost_of(g, box, space) + SECOND_AGENT
    return cost_of(g, box, space)


@rule
def affordable_spaces(g: State, box: Box) -> int:
    money = g.ecu[g.turn]
    if g.agents_sent > 0:
        money -= SECOND_AGENT
    if money >= DEAREST:
        return g.empty
    found = 0
    left = g.empty
    while left != 0:
        space = lowest(left) - SPACE
        if cost_of(g, box, space) <= money:
            found |= 1 << (SPACE + space)
        left &= left - 1
    return found


# 5.22, 8.5: a free space that is not the last free one of its card.
@rule
def neutral_spaces(g: State) -> int:
    found = 0
    for place in range(CARD_PLACES):
        spaces = free_spaces(g, place)
        if spaces & (spaces - 1) != 0:
            found |= spaces
    return found
