"""What an action of Richelieu is worth to the player to act, as a good player guesses it, in hundredths of a point.

Only what that player may see is looked at: own agents, face-up agents, and what everybody has counted (8.8). Any other
agent that lies face down is taken for the same guess, `HIDDEN`.

A zone is judged by its two *tallies*, one a card: what each owner has on it, and what all have together. From the leads
follow the odds of either card and of the ranks on it, and from these what the zone will bring the player, less a part
of what it brings the others. An action is worth what it adds to that, less what it takes.

The numbers below were found by playing: changed one by one, and kept where the changed player beat the others.
"""

from __future__ import annotations

from intrigue.engine.numbers import count
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    AGAINST,
    BUY,
    CARD_PLACES,
    CARDS,
    DECK,
    DECLINE,
    ECU,
    FACTION_OF,
    FACTIONS,
    FIGURE,
    GREY,
    INCOME,
    INCOME_STEP,
    MILITARY_STEP,
    NEUTRAL,
    NOBODY,
    OFFICE,
    PRESTIGE,
    QUEEN,
    RICHELIEU,
    SELL,
    SIDES,
    SPACE,
    WIDTH,
    ZONES,
    place_of,
    value_of,
    zone_of,
)
from intrigue.games.richelieu.court import ALL_OF_ZONE, figure_at, free_elsewhere, free_spaces
from intrigue.games.richelieu.ending import JEWEL_POINTS
from intrigue.games.richelieu.questions import (
    JEWEL_BOUGHT,
    JEWEL_SOLD,
    affordable_spaces,
    neutral_spaces,
    price_of,
)
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
    State,
)

POINT = 100
WORST = -(1 << 30)

# Money: an ecu in the last round, how much more in every round before it, and how much less for each one beyond PLENTY:
# jewels run out and offices wait for the cardinal, so a hoard cannot be turned into points at the end.
LAST_ECU, ECU_A_ROUND = 10, 4
PLENTY, SURFEIT = 6, 3
# A step of income is a point, and an ecu whenever income is taken: two or three times a round, dear early.
STEP_A_ROUND = 38
# Prestige is a point, but whoever is ahead of the cardinal has one action a turn and no offices: cheap early.
TEMPO_A_ROUND = 3
# Prizes that place or move something.
FREE_PIECE = 80
# A card of Richelieu is a share of the majority's 8 and 4.
MAJORITY_CARD = 220
# Agents of -2, 1, 2 and 3: the good ones are missed until the hand is filled again, the bad ones delay that.
SPENT = (-70, -5, 40, 70)
# Of a hundred that a rival gains, how much a player loses, by the number of players: with several it is others' loss.
DENIAL = (0, 0, 85, 10, 6)

# A tally is one number of fields: one for each owner, one for the card's strength, and on top how many agents the
# player to act cannot see. Values are in grains. What is below a grain settles ties (4.3): each space has a bit of its
# own, the leftmost the highest, so of two owners the one with the leftmost agent has more.
GRAIN, LEFTMOST = 32, 16
BITS, ZERO = 10, 512
STRENGTH, UNSEEN = 5, 6
BLANK = sum(ZERO << (BITS * number) for number in range(UNSEEN))

HIDDEN = 66  # grains: few pay to hide a -2, so more than the mean of a set
POSITIVE = 16  # grains: less than a 1, more than nobody's nothing (5.3)
TIE = 16  # grains: what makes equal sides Richelieu's (3.3)

# How far, in grains, a lead may still turn, by the number of agents that are not known or yet to come.
SIDE_TURN, RANK_TURN = 60, 65
ROOTS = tuple(unknown**0.5 for unknown in range(2 * WIDTH * SIDES + 1))
SIDE_SPREAD = tuple(TIE + int(SIDE_TURN * root) for root in ROOTS)
RANK_SPREAD = tuple(1 + int(RANK_TURN * root) for root in ROOTS)

FACTION_CARDS = tuple(
    sum(1 << number for number, card in enumerate(CARDS) if FACTION_OF[card[0]] == faction)
    for faction in range(len(FACTIONS))
)


@rule
def worth(g: State, box: Box, action: int) -> int:
    """What an answer to the question is worth to the player to act."""
    ask = g.ask
    if action == DECLINE:
        return 0
    if ask == ACT_HOW:
        return act_worth(g, box, action)
    if ask == AGENT_WHERE:
        return put(g, box, g.to_act, g.chosen, action - SPACE)
    if ask == NEUTRAL_WHICH:
        return best_place(g, box, neutral_spaces(g), NEUTRAL + g.to_act, action)
    if ask == NEUTRAL_WHERE:
        return put(g, box, NEUTRAL + g.to_act, g.chosen, action - SPACE)
    if ask == FREE_WHICH:
        return best_place(g, box, free_elsewhere(g), g.to_act, action)
    if ask == FREE_WHERE:
        return put(g, box, g.to_act, g.chosen, action - SPACE)
    if ask == CORRUPT_WHICH:
        return best_corruption(g, box, action - SPACE)
    if ask == CORRUPT_WHERE:
        return worth_of_corruption(g, box, g.chosen, action - SPACE)
    if ask == GREY_WHERE:
        return change(g, box, figure_at(g, GREY), action - SPACE, GREY, FIGURE * GRAIN)
    return change(g, box, figure_at(g, QUEEN), action - SPACE, QUEEN, FIGURE * GRAIN)


# The four actions


@rule
def act_worth(g: State, box: Box, action: int) -> int:
    player = g.to_act
    if action < SPACE:
        return best_place(g, box, affordable_spaces(g, box), player, action)
    if action == INCOME:
        return g.income[player] * ecu_worth(g, player)
    if action == OFFICE:
        cost = box.military_cost[g.military[player] + 1]
        return military_worth(g, box, player, 1) - cost * ecu_worth(g, player)
    if action == BUY:
        return JEWEL_POINTS * POINT - JEWEL_BOUGHT * ecu_worth(g, player)
    if action == SELL:
        return JEWEL_SOLD * ecu_worth(g, player) - JEWEL_POINTS * POINT
    return 0


@rule
def rounds_left(g: State) -> int:
    return DECK - g.resolved


@rule
def ecu_worth(g: State, player: int) -> int:
    """Money is worth what it still can buy."""
    return max(1, LAST_ECU + ECU_A_ROUND * rounds_left(g) - SURFEIT * max(0, g.ecu[player] - PLENTY))


@rule
def prestige_worth(g: State) -> int:
    """A point, less the second actions of turns that it costs to be ahead of the cardinal."""
    return POINT - TEMPO_A_ROUND * rounds_left(g)


@rule
def income_worth(g: State) -> int:
    return POINT + STEP_A_ROUND * rounds_left(g)


@rule
def military_worth(g: State, box: Box, player: int, steps: int) -> int:
    """Each step is a point, and brings its symbol; there are none past the end (5.20)."""
    found = 0
    for space in range(g.military[player] + 1, min(g.military[player] + steps, box.military_end) + 1):
        found += POINT
        if box.military_symbol[space] == PRESTIGE:
            found += prestige_worth(g)
        elif box.military_symbol[space] == INCOME_STEP:
            found += income_worth(g)
    return found


# Agents and figures


@rule
def best_place(g: State, box: Box, spaces: int, which: int, kind: int) -> int:
    """The best card for an agent; the rightmost of the spaces, mostly the cheapest, stands for its card."""
    best = WORST
    for zone in range(ZONES):
        if spaces & (ALL_OF_ZONE << (zone * SIDES * WIDTH)) != 0:
            now = zone_worth(g, box, zone, -1, -1, 0, 0)
            for place in range(zone * SIDES, zone * SIDES + SIDES):
                space = rightmost(spaces, place)
                if space >= 0:
                    then = zone_worth(g, box, zone, -1, space, which, value_of(kind) * GRAIN)
                    best = max(best, then - now - outlay(g, box, which, kind, space))
    return best


@rule
def rightmost(spaces: int, place: int) -> int:
    """The rightmost of some spaces on a card, -1 if there is none."""
    for space in range(place * WIDTH + WIDTH - 1, place * WIDTH - 1, -1):
        if (spaces >> (SPACE + space)) & 1:
            return space
    return -1


@rule
def put(g: State, box: Box, which: int, kind: int, space: int) -> int:
    """An agent from a hand to a space: what it changes, less what it takes."""
    return change(g, box, -1, space, which, value_of(kind) * GRAIN) - outlay(g, box, which, kind, space)


@rule
def outlay(g: State, box: Box, which: int, kind: int, space: int) -> int:
    """What is spent: the agent, and its price if an action places it. Neutral agents are nobody's loss."""
    if which >= NEUTRAL:
        return 0
    found = SPENT[kind]
    if g.ask == ACT_HOW or g.ask == AGENT_WHERE:
        found += price_of(g, box, space) * ecu_worth(g, which)
    return found


@rule
def best_corruption(g: State, box: Box, space: int) -> int:
    best = WORST
    for place in range(CARD_PLACES):
        to = rightmost(free_elsewhere(g), place)
        if to >= 0:
            best = max(best, worth_of_corruption(g, box, space, to))
    return best


@rule
def worth_of_corruption(g: State, box: Box, space: int, to: int) -> int:
    return change(g, box, space, to, g.who[space], seen_value(g, space))


@rule
def change(g: State, box: Box, gone: int, come: int, who: int, value: int) -> int:
    """What it is worth that a piece goes from a space (-1: from outside) to another."""
    zone = zone_of(come)
    before = -1
    if gone >= 0:
        before = zone_of(gone)
    if before == zone:
        return zone_worth(g, box, zone, gone, come, who, value) - zone_worth(g, box, zone, -1, -1, who, value)
    found = zone_worth(g, box, zone, -1, come, who, value) - zone_worth(g, box, zone, -1, -1, who, value)
    if before >= 0 and before != g.zone:
        found += zone_worth(g, box, before, gone, -1, who, value) - zone_worth(g, box, before, -1, -1, who, value)
    return found


# Zones


@rule
def zone_worth(g: State, box: Box, zone: int, gone: int, come: int, who: int, value: int) -> int:
    """What a zone will bring the player to act, as if a piece had left one space and another stood on a second."""
    place = zone * SIDES
    tally_for = tally(g, place, gone, come, who, value)
    tally_against = tally(g, place + AGAINST, gone, come, who, value)
    free_for = free_after(g, place, gone, come)
    free_against = free_after(g, place + AGAINST, gone, come)
    coming = 3 * min(free_for, free_against) // 2  # to fill one card, and half as many on the other meanwhile
    unknown = coming + unseen(tally_for) + unseen(tally_against)
    lead = field(tally_for, STRENGTH) - field(tally_against, STRENGTH) + TIE
    odds = chance(lead, SIDE_SPREAD[unknown])
    found = odds * side_worth(g, box, g.card_at[place], tally_for, min(coming, free_for))
    found += (100 - odds) * side_worth(g, box, g.card_at[place + AGAINST], tally_against, min(coming, free_against))
    return found // 100


@rule
def free_after(g: State, place: int, gone: int, come: int) -> int:
    found = count(free_spaces(g, place))
    if come >= 0 and place_of(come) == place:
        found -= 1
    if gone >= 0 and place_of(gone) == place:
        found += 1
    return found


@rule
def tally(g: State, place: int, gone: int, come: int, who: int, value: int) -> int:
    found = BLANK
    for at in range(WIDTH):
        space = place * WIDTH + at
        if space == come:
            found += tally_of(who, value, at)
        elif g.who[space] != NOBODY and space != gone:
            found += tally_of(g.who[space], seen_value(g, space), at)
            if not is_known(g, space):
                found += 1 << (BITS * UNSEEN)
    return found


@rule
def tally_of(who: int, value: int, at: int) -> int:
    """A piece as a tally adds it."""
    if who >= GREY:
        return value << (BITS * STRENGTH)
    return (value << (BITS * STRENGTH)) + ((value + (LEFTMOST >> at)) << (BITS * min(who, NEUTRAL)))


@rule
def field(tally: int, number: int) -> int:
    return ((tally >> (BITS * number)) & ((1 << BITS) - 1)) - ZERO


@rule
def unseen(tally: int) -> int:
    return tally >> (BITS * UNSEEN)


@rule
def is_known(g: State, space: int) -> bool:
    """8.8: face up, or an agent of the player to act or of the neutral set that player holds; figures lie face up."""
    return g.up[space] == 1 or g.who[space] == g.to_act or g.who[space] == NEUTRAL + g.to_act


@rule
def seen_value(g: State, space: int) -> int:
    """The value of a piece in grains, as far as the player to act may know it."""
    if g.who[space] >= GREY:
        return FIGURE * GRAIN
    if is_known(g, space):
        return value_of(g.kind[space]) * GRAIN
    return HIDDEN


@rule
def chance(lead: int, spread: int) -> int:
    """Of a hundred times, how often a lead lasts."""
    return 50 + 50 * max(-spread, min(spread, lead)) // spread


# Ranks and prizes


@rule
def side_worth(g: State, box: Box, card: int, tally: int, coming: int) -> int:
    """What the player to act gets from a card that wins, less a part of what the others get."""
    me = g.to_act
    mine = field(tally, me)
    rival = NOBODY
    best = POSITIVE
    second = POSITIVE
    for owner in range(NEUTRAL + 1):
        total = field(tally, owner)
        if owner != me and total > second:
            if total > best:
                second = best
                best = total
                rival = owner
            else:
                second = total
    spread = RANK_SPREAD[coming + unseen(tally)]
    first_odds = chance(mine - best, spread)
    paid_odds = chance(mine - second, spread)
    first = prize_worth(g, box, card, 0)
    second_prize = prize_worth(g, box, card, 1)
    found = first_odds * (first + card_worth(g, box, card, me)) + (paid_odds - first_odds) * second_prize
    if rival >= 0 and rival < NEUTRAL:
        lost = (100 - first_odds) * (first + card_worth(g, box, card, rival)) + first_odds * second_prize
        found -= lost * DENIAL[g.players] // 100
    return found // 100


@rule
def card_worth(g: State, box: Box, card: int, player: int) -> int:
    """3.24, 3.25: a share of the majority, or what the square of a faction's cards grows by."""
    faction = box.faction[card]
    if faction == RICHELIEU:
        return MAJORITY_CARD
    held = count(g.cards[player] & FACTION_CARDS[faction])
    return (2 * held + 1) * POINT


@rule
def prize_worth(g: State, box: Box, card: int, prize: int) -> int:
    """What the icons of a prize are worth to the player to act; to others it is taken to be the same."""
    found = 0
    player = g.to_act
    for slot in range(card * 4 + prize * 2, card * 4 + prize * 2 + 2):
        icon = box.icon[slot]
        if icon == PRESTIGE:
            found += box.amount[slot] * prestige_worth(g)
        elif icon == ECU:
            found += box.amount[slot] * ecu_worth(g, player)
        elif icon == INCOME_STEP:
            found += box.amount[slot] * income_worth(g)
        elif icon == MILITARY_STEP:
            found += military_worth(g, box, player, box.amount[slot])
        elif icon != 0:
            found += FREE_PIECE
    return found
