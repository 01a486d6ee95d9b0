"""What a good player of the Oriflamme family sees, and what a card is worth where it lies.

`seen_kind` is the one way to the kind of a card that may lie face down; of other hands and cards aside nothing is
read. `left` and `right` are the slots beside a place, -1 where the row ends. All worths are hundredths of a point.
"""

from __future__ import annotations

from intrigue.engine.numbers import check_bound, count
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.kinds import (
    AMBUSH,
    CONSPIRACY,
    KINDS,
    LORD,
    SCHEMER,
    TRAP,
    Card,
    family_of,
    is_character,
    kind_of,
)
from intrigue.games.oriflamme.row import height, is_up
from intrigue.games.oriflamme.state import State

UNKNOWN = -1
POINT = 100

# What a card pays each time it acts, as a rule of thumb; for an intrigue, what it pays once, at a good moment.
PRICE = (
    # archer, soldier, spy, heir, lord, shapeshifter, assassination, royal decree, ambush, conspiracy
    *(130, 170, 130, 175, 170, 100, 300, 60, 160, 140),
    # prince, queen, cutthroat, apothecary, felon, schemer, trap, bribery, combination, substitution, twin
    *(130, 190, 90, 220, 70, 170, 130, 250, 75, 250, 100),
)
check_bound("kinds", KINDS, len(PRICE), "each has its place in PRICE in bots/oriflamme/cards.py")
# How many turns a revealed character lives to see in that many rounds to come, in hundredths: three of five live on to
# the next round. Of my own it is three of four: I do not hit them.
TURNS = (0, 60, 96, 118, 131, 138)
OWN_TURNS = (0, 75, 131, 173, 205, 229)
GRUDGE = 75  # what a point lost by all rivals together is worth to me: a point lost by one is worth its share, ...
LEADER = 20  # ... and by the rival who leads, besides
STRANGER = 150  # what a face-down card is worth to its owner, beside the influence on it, ...
STRANGER_STAYS = 80  # ... and for each round to come
HOARD = 120  # ... and for each influence on it, which may lie on a Conspiracy
PLOTS = 80  # of a hundred times a Schemer finds no stack beside it


# What I see


@rule
def seen_kind(g: State, card: Card) -> int:
    """What the player to act sees of a card in the row: its kind if it is open or the own, else UNKNOWN."""
    if is_up(g, card) or family_of(card) == g.to_act:
        return kind_of(card)
    return UNKNOWN


@rule
def later(g: State) -> int:
    """The rounds after this one."""
    return g.rounds - g.round


@rule
def chance_of(g: State, kind: int, family: int) -> int:
    """The chance in a hundred that a face-down card of a family is of that kind: all that were never seen are alike."""
    unseen = g.kinds & ~(g.up[family] | g.discard[family])
    if (unseen >> kind) & 1 == 0:
        return 0
    return 100 // count(unseen)


@rule
def grudge(g: State, player: int) -> int:
    """What a point that a player loses is worth to me, in a hundred: most if nobody has more."""
    for other in range(g.players):
        if other != g.to_act and g.stock[other] > g.stock[player]:
            return GRUDGE // (g.players - 1)
    return GRUDGE // (g.players - 1) + LEADER


# What a card is worth where it lies


@rule
def company(g: State, player: int, slot: int) -> int:
    """How many cards of the same player a Lord counts in the slot beside it."""
    if slot < 0 or g.holder[slot] != player:
        return 0
    if g.lord_counts_covered:
        return height(g, slot)
    return 1


@rule
def price(g: State, kind: int, player: int, left: int, right: int) -> int:
    """What a card of a player pays each time it acts there, roughly."""
    if kind == LORD:
        return POINT + POINT * (company(g, player, left) + company(g, player, right))
    if kind == SCHEMER:
        return POINT * g.schemer_gain * PLOTS // 100
    return PRICE[kind]


@rule
def before(slot: int) -> int:
    """The slot to the left."""
    return slot - 1


@rule
def after(g: State, slot: int) -> int:
    """The slot to the right, -1 at the end."""
    if slot + 1 < g.length:
        return slot + 1
    return -1


@rule
def turns(g: State, slot: int) -> int:
    """How often a revealed character in the slot will still act, in hundredths."""
    coming = TURNS[later(g)]
    if slot > g.pointer:
        coming += 100
    return coming


@rule
def value(g: State, slot: int) -> int:
    """What the top card of a slot is still worth to its controller."""
    card = g.row[slot]
    kind = seen_kind(g, card)
    if kind == UNKNOWN:
        return STRANGER + STRANGER_STAYS * later(g) + HOARD * g.influence[card]
    if is_character(kind):
        pays = price(g, kind, g.holder[slot], before(slot), after(g, slot))
        return POINT * g.influence[card] + pays * turns(g, slot) // 100
    if kind == AMBUSH or kind == TRAP:
        return PRICE[kind]
    if kind == CONSPIRACY:
        return 2 * POINT * g.influence[card] + PRICE[kind] * later(g)
    return POINT * g.influence[card] + PRICE[kind]
