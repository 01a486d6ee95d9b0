"""The eleven cards of Ablaze in rulebook order: whom they may target, what they do, how they strike back."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.events import CARD_REPLACED, NOTHING_HAPPENED, REPLACEMENT_MISSING
from intrigue.games.oriflamme.kinds import (
    FIRST,
    KINDS,
    LAST,
    NO_CARD,
    PRINCE,
    SLOT,
    TWIN,
    Card,
    family_of,
    is_character,
    kind_of,
)
from intrigue.games.oriflamme.row import (
    discard,
    discard_actor,
    gain,
    is_stack,
    is_up,
    lose,
    neighbours,
    open_slot,
    rob,
    shows_character,
)
from intrigue.games.oriflamme.state import State


# B2 Prince: pays 1. When its owner reveals it, the Twin enters the row: front, back or on an own card, not on a Prince.
@rule
def prince(g: State) -> None:
    gain(g, g.active, 1, g.actor)


@rule
def twin_places(g: State) -> int:
    found = 1 << FIRST | 1 << LAST
    for slot in range(g.length):
        if g.holder[slot] == g.active and not (kind_of(g.row[slot]) == PRINCE and is_up(g, g.row[slot])):
            found |= 1 << (SLOT + slot)
    return found


# B2 Twin: pays 1.
@rule
def twin(g: State) -> None:
    gain(g, g.active, 1, g.actor)


# B2 Prince and Twin: when one is eliminated, the uncovered partners of its family are discarded.
# G2, G14: revealed ones only, looked for once, in row order. E71: family means controller.
@rule
def partners_fall(g: State, fallen: Card, owner: int) -> None:
    partner = TWIN
    if kind_of(fallen) == TWIN:
        partner = PRINCE
    partners = namesakes(g, partner, owner, 1)
    while partners != 0:
        slot = first_of(g, partner, partners)
        partners &= ~(1 << family_of(g.row[slot]))
        discard(g, slot, fallen)


@rule
def namesakes(g: State, kind: int, player: int, own: int) -> int:
    """The families whose card of that kind is revealed, uncovered, and the player's own (or somebody else's)."""
    found = 0
    for slot in range(g.length):
        if kind_of(g.row[slot]) == kind and is_up(g, g.row[slot]) and (g.holder[slot] == player) == (own == 1):
            found |= 1 << family_of(g.row[slot])
    return found


@rule
def first_of(g: State, kind: int, families: int) -> int:
    """The first slot whose top card is of that kind and of one of those families."""
    slot = 0
    while kind_of(g.row[slot]) != kind or (families >> family_of(g.row[slot])) & 1 == 0:
        slot += 1
    return slot


# B2 Queen: pays 2. Another player who eliminates it gains 1 more.
@rule
def queen(g: State) -> None:
    gain(g, g.active, 2, g.actor)


@rule
def queen_eliminated(g: State, lady: Card, owner: int) -> None:
    if owner != g.active:
        gain(g, g.active, 1, lady)


# B2 Cutthroat: eliminates a neighbouring card, and all revealed cards of other players with the same name.
# One card alone pays nothing. (See `elimination.massacre`.)
@rule
def cutthroat_targets(g: State) -> int:
    return neighbours(g)


# B2 Apothecary: eliminates a card that stands beside another card of its family. E84: itself too.
@rule
def apothecary_targets(g: State) -> int:
    found = 0
    for slot in range(g.length):
        if slot != g.at and g.holder[slot] == g.active:
            if slot > 0:
                found |= 1 << (SLOT + slot - 1)
            if slot + 1 < g.length:
                found |= 1 << (SLOT + slot + 1)
    return found


# B2 Felon: each player loses 1 for each card of the own family next to it.
@rule
def felon(g: State) -> None:
    if g.length == 1:
        tell(g, NOTHING_HAPPENED, g.actor, 0, 0)
    if g.at > 0:
        lose(g, g.holder[g.at - 1], 1)
    if g.at + 1 < g.length:
        lose(g, g.holder[g.at + 1], 1)


# B2 Schemer: beside a stack it is discarded. Otherwise it pays; D15: what the edition says.
@rule
def schemer(g: State) -> None:
    if (g.at > 0 and is_stack(g, g.at - 1)) or (g.at + 1 < g.length and is_stack(g, g.at + 1)):
        discard_actor(g, NO_CARD)
    else:
        gain(g, g.active, g.schemer_gain, g.actor)


# B2 Trap: revealed by its owner it does as an Ambush. Eliminated by another player's card: that card is thrown out
# and the Trap's owner steals 3 from the player, who got the 1 for eliminating first. D26: own cards stay.
@rule
def trap_strikes_back(g: State, trap: Card, owner: int) -> None:
    if owner != g.active:
        rob(g, owner, g.active, 3, trap)
        discard_actor(g, trap)


# B2 Bribery: a revealed character that is alone in its slot belongs to the briber's family from now on.
@rule
def bribery_targets(g: State) -> int:
    found = 0
    for slot in range(g.length):
        if shows_character(g, slot) and not is_stack(g, slot):
            found |= 1 << (SLOT + slot)
    return found


# B2 Combination: applies the effect of a revealed, uncovered character of the family. (See `effects.combine`.)
@rule
def combination_targets(g: State) -> int:
    found = 0
    for slot in range(g.length):
        if g.holder[slot] == g.active and shows_character(g, slot):
            found |= 1 << (SLOT + slot)
    return found


# B2 Substitution: eliminates a neighbouring card. If it was a character of another family, alone in its slot, the same
# character of the own family takes its place, face up, from the discard pile or the cards set aside.
@rule
def substitution_targets(g: State) -> int:
    return neighbours(g)


@rule
def calls_for_substitute(g: State, slot: int) -> bool:
    card = g.row[slot]
    return g.holder[slot] != g.active and g.below[card] == NO_CARD and is_character(kind_of(card))


@rule
def substitute(g: State, kind: int, slot: int) -> None:
    bit = 1 << kind
    card = g.active * KINDS + kind
    if (g.discard[g.active] | g.aside[g.active]) & bit:
        g.discard[g.active] &= ~bit
        g.aside[g.active] &= ~bit
        g.up[g.active] |= bit
        open_slot(g, slot, card, g.active)
        tell(g, CARD_REPLACED, card, slot, 0)
    else:  # G20: now everybody knows
        if kind != TWIN:
            g.never_aside[g.active] |= bit
        tell(g, REPLACEMENT_MISSING, card, g.active, 0)
