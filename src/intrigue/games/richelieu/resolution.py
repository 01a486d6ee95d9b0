"""A zone is resolved: who wins it, who is first and second, and what becomes of cards, cardinal and agents (8.2)."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    AGAINST,
    FIGURE,
    FOR,
    GREY,
    NEUTRAL,
    NOBODY,
    PLAYERS,
    SIDES,
    WIDTH,
    value_of,
)
from intrigue.games.richelieu.court import draw_cards, refill_all, send_home, turn_up
from intrigue.games.richelieu.events import (
    CARD_LEFT,
    CARD_WON,
    CARDINAL_FOLLOWED,
    CARDINAL_MOVED,
    PLAYER_RANKED,
    SIDE_WON,
    ZONE_RESOLVED,
)
from intrigue.games.richelieu.state import State


# 8.2: reveal and add up; the higher side wins, a tie is Richelieu's; ranks by positive totals.
@rule
def resolve(g: State, zone: int) -> None:
    g.zone = zone
    g.marked &= ~(1 << zone)
    for space in range(zone * SIDES * WIDTH, (zone + 1) * SIDES * WIDTH):
        if g.who[space] != NOBODY:
            turn_up(g, space)
    strength_for, strength_against = strength(g, zone * SIDES), strength(g, zone * SIDES + 1)
    g.winner = FOR
    if strength_against > strength_for:
        g.winner = AGAINST
    tell(g, ZONE_RESOLVED, zone, strength_for, strength_against)
    tell(g, SIDE_WON, zone, winning_card(g), 0)
    g.ranked[0] = best_owner(g, NOBODY)
    g.ranked[1] = NOBODY
    if g.ranked[0] != NOBODY:
        g.ranked[1] = best_owner(g, g.ranked[0])
    for rank in range(2):
        if g.ranked[rank] != NOBODY:
            tell(g, PLAYER_RANKED, g.ranked[rank], rank, total_of(g, g.ranked[rank]))


@rule
def winning_card(g: State) -> int:
    return g.card_at[g.zone * SIDES + g.winner]


@rule
def strength(g: State, place: int) -> int:
    """4.5: the values of all agents on a card; a figure counts 3."""
    total = 0
    for space in range(place * WIDTH, place * WIDTH + WIDTH):
        if g.who[space] >= GREY:
            total += FIGURE
        elif g.who[space] != NOBODY:
            total += value_of(g.kind[space])
    return total


@rule
def owner_of(g: State, space: int) -> int:
    """The player an agent counts for; both neutral sets are one player (5.22), figures are nobody's."""
    if g.who[space] >= GREY:
        return NOBODY
    return min(g.who[space], NEUTRAL)


@rule
def total_of(g: State, owner: int) -> int:
    """4.2: the sum of a player's agents on the winning card."""
    total = 0
    start = (g.zone * SIDES + g.winner) * WIDTH
    for space in range(start, start + WIDTH):
        if owner_of(g, space) == owner:
            total += value_of(g.kind[space])
    return total


@rule
def leftmost_of(g: State, owner: int) -> int:
    """4.3, 8.11: the leftmost agent, which may be a -2."""
    start = (g.zone * SIDES + g.winner) * WIDTH
    for at in range(WIDTH):
        if owner_of(g, start + at) == owner:
            return at
    return WIDTH


@rule
def best_owner(g: State, but: int) -> int:
    """The highest positive total (5.3) among all but one player; a tie goes to the agent furthest left."""
    best = NOBODY
    for owner in range(PLAYERS + 1):
        total = total_of(g, owner)
        if owner != but and total > 0:
            if best == NOBODY or total > total_of(g, best):
                best = owner
            elif total == total_of(g, best) and leftmost_of(g, owner) < leftmost_of(g, best):
                best = owner
    return best


@rule
def first_player(g: State) -> int:
    """The real player in first place; nobody where the neutral player is first."""
    if g.ranked[0] >= NEUTRAL:
        return NOBODY
    return g.ranked[0]


@rule
def award_card(g: State) -> None:
    """The winning card goes to the first player; without one it leaves the game, as the losing card does (8.16)."""
    card = winning_card(g)
    if first_player(g) != NOBODY:
        g.cards[first_player(g)] |= 1 << card
        tell(g, CARD_WON, first_player(g), card, 0)
    else:
        tell(g, CARD_LEFT, card, 0, 0)


# 5.7, 5.8: the printed step, not below 0; if Richelieu won and is behind the first player, up to that player's space.
@rule
def move_cardinal(g: State, box: Box) -> None:
    step = box.step[winning_card(g)]
    g.cardinal = max(0, g.cardinal + step)
    tell(g, CARDINAL_MOVED, step, g.cardinal, winning_card(g))
    first = first_player(g)
    if g.winner == FOR and first != NOBODY and g.cardinal < g.prestige[first]:
        g.cardinal = g.prestige[first]
        tell(g, CARDINAL_FOLLOWED, first, g.cardinal, 0)


@rule
def clear_zone(g: State) -> None:
    """Agents go to the city, figures to their palaces, empty hands are refilled, new cards come."""
    zone = g.zone
    for space in range(zone * SIDES * WIDTH, (zone + 1) * SIDES * WIDTH):
        send_home(g, space)
    g.zone = -1
    g.winner = 0
    g.ranked[0] = NOBODY
    g.ranked[1] = NOBODY
    g.prize = 0
    g.icon = 0
    refill_all(g)
    g.resolved += 1
    draw_cards(g, zone)
