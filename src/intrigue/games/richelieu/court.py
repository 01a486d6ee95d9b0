"""The court: questions about zones, agents and tracks, and the verbs that move agents, figures and markers."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    DECK,
    GREY,
    KINDS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    PLAYERS,
    PRESTIGE,
    SETS,
    SIDES,
    SPACE,
    SPACES,
    WIDTH,
    place_of,
)
from intrigue.games.richelieu.events import (
    AGENT_MOVED,
    AGENT_PLACED,
    AGENT_REVEALED,
    AGENTS_RETURNED,
    CARDS_DRAWN,
    ECU_GAINED,
    FACE_DOWN,
    FIGURE_PLACED,
    FIGURE_RETURNED,
    INCOME_RAISED,
    MILITARY_RAISED,
    PRESTIGE_GAINED,
    SETS_BY,
)
from intrigue.games.richelieu.state import State

ALL_OF_CARD = ((1 << WIDTH) - 1) << SPACE
ALL_OF_ZONE = ((1 << SIDES * WIDTH) - 1) << SPACE

# Questions


@rule
def is_behind(g: State, player: int) -> bool:
    """5.5, 5.6: strictly behind the cardinal, by true totals."""
    return g.prestige[player] < g.cardinal


@rule
def cost_of(g: State, box: Box, space: int) -> int:
    """What is printed on the space."""
    return box.cost[g.card_at[place_of(space)] * WIDTH + space % WIDTH]


@rule
def free_spaces(g: State, place: int) -> int:
    """The free spaces of a card, as actions; none where no card lies (5.10)."""
    return g.empty & ALL_OF_CARD << (place * WIDTH)


@rule
def is_full(g: State, zone: int) -> bool:
    """4.1: one of the zone's two cards is full."""
    if g.card_at[zone * SIDES] == NO_CARD:
        return False
    return free_spaces(g, zone * SIDES) == 0 or free_spaces(g, zone * SIDES + 1) == 0


@rule
def hand_is_empty(g: State, which: int) -> bool:
    for kind in range(KINDS):
        if g.hand[which * KINDS + kind] > 0:
            return False
    return True


@rule
def kinds_in_hand(g: State, which: int) -> int:
    """The kinds of agents in a hand, as a mask."""
    found = 0
    for kind in range(KINDS):
        if g.hand[which * KINDS + kind] > 0:
            found |= 1 << kind
    return found


@rule
def free_elsewhere(g: State) -> int:
    """8.3: the free spaces outside the zone being resolved, as actions."""
    if g.zone < 0:
        return g.empty
    return g.empty & ~(ALL_OF_ZONE << (g.zone * SIDES * WIDTH))


@rule
def figure_at(g: State, figure: int) -> int:
    """The space on which a figure stands, -1 in its palace."""
    for space in range(SPACES):
        if g.who[space] == figure:
            return space
    return -1


@rule
def agent_on(g: State, space: int) -> int:
    """The agent of a space as events name it."""
    return g.who[space] * SETS_BY + g.kind[space] + (1 - g.up[space]) * FACE_DOWN


# Verbs: tracks. The cause is the card whose prize it is, NO_CARD for an office.


@rule
def gain_prestige(g: State, player: int, amount: int, cause: int) -> None:
    g.prestige[player] += amount
    tell(g, PRESTIGE_GAINED, player, amount, cause)


@rule
def gain_ecu(g: State, player: int, amount: int, cause: int) -> None:
    g.ecu[player] += amount
    tell(g, ECU_GAINED, player, amount, cause)


@rule
def raise_income(g: State, box: Box, player: int, amount: int, cause: int) -> None:
    """5.20: steps past the end of the track are lost."""
    amount = min(amount, box.income_end - g.income[player])
    if amount > 0:
        g.income[player] += amount
        tell(g, INCOME_RAISED, player, amount, cause)


@rule
def raise_military(g: State, box: Box, player: int, amount: int, cause: int) -> None:
    """8.15: every space entered, bought or won, gives its symbol; steps past the end are lost."""
    amount = min(amount, box.military_end - g.military[player])
    if amount > 0:
        tell(g, MILITARY_RAISED, player, amount, cause)
    for _ in range(amount):
        g.military[player] += 1
        symbol = box.military_symbol[g.military[player]]
        if symbol == PRESTIGE:
            gain_prestige(g, player, 1, cause)
        elif symbol != 0:
            raise_income(g, box, player, 1, cause)


# Verbs: agents and figures


@rule
def put_agent(g: State, box: Box, which: int, kind: int, space: int, price: int) -> None:
    """An agent goes from its hand to a space: face down on 1 to 3, face up on 0. An empty hand is refilled (8.4)."""
    g.hand[which * KINDS + kind] -= 1
    g.who[space] = which
    g.kind[space] = kind
    g.filled[space] = g.filling[which]
    g.up[space] = 0
    if cost_of(g, box, space) == 0:
        g.up[space] = 1
    g.empty &= ~(1 << (SPACE + space))
    g.placed = 1
    tell(g, AGENT_PLACED, agent_on(g, space), space, price)
    refill(g, which)


@rule
def refill(g: State, which: int) -> None:
    """A set whose hand is empty takes its agents back from the city; everybody knows this new hand (8.8)."""
    if not hand_is_empty(g, which):
        return
    returned = 0
    for kind in range(KINDS):
        returned += g.city[which * KINDS + kind]
        g.hand[which * KINDS + kind] = g.city[which * KINDS + kind]
        g.city[which * KINDS + kind] = 0
    if returned > 0:
        g.filling[which] += 1
        tell(g, AGENTS_RETURNED, which, returned, 0)


@rule
def clear_space(g: State, space: int) -> None:
    if g.card_at[place_of(space)] != NO_CARD:
        g.empty |= 1 << (SPACE + space)
    g.who[space] = NOBODY
    g.kind[space] = 0
    g.up[space] = 0
    g.filled[space] = 0


@rule
def corrupt(g: State, box: Box, space: int, to: int) -> None:
    """5.18: an agent goes to another space; on a 0 space it is turned up, face up it stays."""
    tell(g, AGENT_MOVED, agent_on(g, space), space, to * PLAYERS + g.to_act)
    g.who[to] = g.who[space]
    g.kind[to] = g.kind[space]
    g.filled[to] = g.filled[space]
    g.up[to] = g.up[space]
    clear_space(g, space)
    g.empty &= ~(1 << (SPACE + to))
    g.placed = 1
    if cost_of(g, box, to) == 0:
        turn_up(g, to)


@rule
def turn_up(g: State, space: int) -> None:
    if g.up[space] == 0:
        g.up[space] = 1
        tell(g, AGENT_REVEALED, agent_on(g, space), space, 0)


@rule
def put_figure(g: State, figure: int, space: int) -> None:
    before = figure_at(g, figure)
    if before >= 0:
        clear_space(g, before)
    g.who[space] = figure
    g.up[space] = 1
    g.empty &= ~(1 << (SPACE + space))
    g.placed = 1
    tell(g, FIGURE_PLACED, figure, space, g.to_act)


@rule
def send_home(g: State, space: int) -> None:
    """After a resolution: an agent goes to the city, a figure to its palace."""
    which = g.who[space]
    if which >= GREY:
        tell(g, FIGURE_RETURNED, which, 0, 0)
    elif which != NOBODY:
        g.city[which * KINDS + g.kind[space]] += 1
    clear_space(g, space)


@rule
def refill_all(g: State) -> None:
    """5.9: whoever has an empty hand takes the agents back as soon as they reach the city."""
    for which in range(SETS):
        if which < g.players or (which >= NEUTRAL and g.players == 2):
            refill(g, which)


@rule
def draw_cards(g: State, zone: int) -> None:
    """New cards for an empty zone; none when the decks have run out (they do so together)."""
    if g.drawn == DECK:
        g.empty &= ~(ALL_OF_ZONE << (zone * SIDES * WIDTH))
        g.card_at[zone * SIDES] = NO_CARD
        g.card_at[zone * SIDES + 1] = NO_CARD
        return
    g.card_at[zone * SIDES] = g.deck[g.drawn]
    g.card_at[zone * SIDES + 1] = g.deck[DECK + g.drawn]
    g.drawn += 1
    g.empty |= ALL_OF_ZONE << (zone * SIDES * WIDTH)
    tell(g, CARDS_DRAWN, zone, g.card_at[zone * SIDES], g.card_at[zone * SIDES + 1])
