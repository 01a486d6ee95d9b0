"""The ten cards of Oriflamme in rulebook order: whom they may target, what they do, how they strike back."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.events import NOTHING_HAPPENED
from intrigue.games.oriflamme.kinds import SHAPESHIFTER, SLOT, Card, kind_of
from intrigue.games.oriflamme.row import (
    all_slots,
    discard_actor,
    gain,
    height,
    is_stack,
    is_up,
    neighbours,
    shows_character,
    throw_away,
)
from intrigue.games.oriflamme.state import State


# B1 Archer: eliminates the first or the last card of the row. D6: itself too.
@rule
def archer_targets(g: State) -> int:
    return 1 << SLOT | 1 << (SLOT + g.length - 1)


# B1 Soldier: eliminates a neighbouring card.
@rule
def soldier_targets(g: State) -> int:
    return neighbours(g)


# B1 Spy: takes 1 influence from the stock of a player with a neighbouring card. D9, E35: only from others.
@rule
def spy_targets(g: State) -> int:
    found = neighbours(g)
    if g.at > 0 and g.holder[g.at - 1] == g.active:
        found &= ~(1 << (SLOT + g.at - 1))
    if g.at + 1 < g.length and g.holder[g.at + 1] == g.active:
        found &= ~(1 << (SLOT + g.at + 1))
    return found


# B1 Heir: 2 if no other revealed, uncovered card has its name. D32: a Shapeshifter keeps its own name.
@rule
def heir(g: State) -> None:
    name = kind_of(g.actor)
    for slot in range(g.length):
        if slot != g.at and kind_of(g.row[slot]) == name and is_up(g, g.row[slot]):
            tell(g, NOTHING_HAPPENED, g.actor, 0, 0)
            return
    gain(g, g.active, 2, g.actor)


# B1 Lord: 1, and 1 for each neighbouring card of the family. D3: covered ones too where the edition says so.
@rule
def lord(g: State) -> None:
    gain(g, g.active, 1 + lords_people(g, g.at - 1) + lords_people(g, g.at + 1), g.actor)


@rule
def lords_people(g: State, slot: int) -> int:
    if slot < 0 or slot >= g.length or g.holder[slot] != g.active:
        return 0
    if g.lord_counts_covered:
        return height(g, slot)
    return 1


# B1 Shapeshifter: applies the effect of a neighbouring revealed character as its own. D12: no other Shapeshifter's.
@rule
def shapeshifter_targets(g: State) -> int:
    found = neighbours(g)
    if g.at > 0 and not may_be_copied(g, g.at - 1):
        found &= ~(1 << (SLOT + g.at - 1))
    if g.at + 1 < g.length and not may_be_copied(g, g.at + 1):
        found &= ~(1 << (SLOT + g.at + 1))
    return found


@rule
def may_be_copied(g: State, slot: int) -> bool:
    return shows_character(g, slot) and kind_of(g.row[slot]) != SHAPESHIFTER


# B1 Assassination: eliminates any card of the row. D7: itself too.
@rule
def assassination_targets(g: State) -> int:
    return all_slots(g)


# B1 Royal Decree: moves another card to another place. D4: not onto a card; G9: a single card cannot stay where it is.
@rule
def royal_decree_targets(g: State) -> int:
    return all_slots(g) & ~(1 << (SLOT + g.at))


@rule
def royal_decree_places(g: State, slot: int) -> int:
    if is_stack(g, slot):
        return all_slots(g) | 1 << (SLOT + g.length)
    return all_slots(g) & ~(1 << (SLOT + slot))


# B1 Ambush: revealed by its owner, it throws away its influence and pays 1.
@rule
def ambush_revealed(g: State) -> None:
    throw_away(g, g.card)
    gain(g, g.active, 1, g.actor)


# B1, D10 Ambush, eliminated by a card of another family: its owner gains 4 and the attacker is thrown out.
# D1: eliminated by the own family, as the edition says.
@rule
def ambush_strikes_back(g: State, ambush: Card, owner: int) -> None:
    if owner != g.active:
        gain(g, owner, 4, ambush)
        discard_actor(g, ambush)
    elif g.own_ambush_leaves:
        gain(g, owner, 1, ambush)
        discard_actor(g, ambush)


# B1 Conspiracy: on reveal its owner gains twice the influence on it. (See `effects.collect`.)
