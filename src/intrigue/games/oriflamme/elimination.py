"""Eliminating: the order of steps X1-X6, and the three ways cards do it."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.ablaze import (
    calls_for_substitute,
    first_of,
    namesakes,
    partners_fall,
    queen_eliminated,
    substitute,
    trap_strikes_back,
)
from intrigue.games.oriflamme.base import ambush_strikes_back
from intrigue.games.oriflamme.events import CARD_ELIMINATED
from intrigue.games.oriflamme.kinds import (
    AMBUSH,
    CUTTHROAT,
    PRINCE,
    QUEEN,
    SUBSTITUTION,
    TRAP,
    TWIN,
    family_of,
    kind_of,
)
from intrigue.games.oriflamme.row import gain, leave, throw_away, turn_up
from intrigue.games.oriflamme.state import State


@rule
def hit(g: State, slot: int) -> None:
    """The acting card eliminates the top card of a slot, in its own manner; then the victim may strike back."""
    victim = g.row[slot]
    owner = g.holder[slot]
    if g.effect == CUTTHROAT:
        massacre(g, slot)
    elif g.effect == SUBSTITUTION:
        supplant(g, slot)
    else:
        eliminate(g, slot, 1)
    if kind_of(victim) == AMBUSH:
        ambush_strikes_back(g, victim, owner)
    elif kind_of(victim) == TRAP:
        trap_strikes_back(g, victim, owner)


# X1 the card is turned up, its influence is lost; X2 the attacker is paid (R28); X3 the Queen's bonus;
# X4 the card leaves, and the row closes (X6); X5 the partners of a Prince or Twin fall.
@rule
def eliminate(g: State, slot: int, reward: int) -> None:
    card = g.row[slot]
    owner = g.holder[slot]
    turn_up(g, slot)
    throw_away(g, card)
    tell(g, CARD_ELIMINATED, card, g.actor, g.active)
    if reward:
        gain(g, g.active, reward, g.actor)
    if kind_of(card) == QUEEN:
        queen_eliminated(g, card, owner)
    leave(g, slot)
    if kind_of(card) == PRINCE or kind_of(card) == TWIN:
        partners_fall(g, card, owner)


# B2 Cutthroat, G1, G15: the chosen neighbour first, then the namesakes, fixed before anything leaves, in row order;
# the points come after the last one: none for a single card, else 1 for each.
@rule
def massacre(g: State, slot: int) -> None:
    kind = kind_of(g.row[slot])
    victims = namesakes(g, kind, g.active, 0) & ~(1 << family_of(g.row[slot]))
    eliminate(g, slot, 0)
    eliminated = 1
    while victims != 0:
        slot = first_of(g, kind, victims)
        victims &= ~(1 << family_of(g.row[slot]))
        eliminate(g, slot, 0)
        eliminated += 1
    if eliminated > 1:
        gain(g, g.active, eliminated, g.actor)


# B2 Substitution: eliminates like any attacker; the substitute stands where the victim stood, on the same side (E109).
@rule
def supplant(g: State, slot: int) -> None:
    kind = kind_of(g.row[slot])
    replaced = calls_for_substitute(g, slot)
    before = slot < g.at
    eliminate(g, slot, 1)
    if replaced:
        if before:
            substitute(g, kind, g.at)
        else:
            substitute(g, kind, g.at + 1)
