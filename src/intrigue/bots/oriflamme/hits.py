"""What it brings to eliminate a card, and what may lie under one that nobody knows."""

from __future__ import annotations

from intrigue.bots.oriflamme.cards import (
    OWN_TURNS,
    POINT,
    PRICE,
    TURNS,
    UNKNOWN,
    after,
    before,
    chance_of,
    grudge,
    later,
    seen_kind,
    turns,
    value,
)
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.kinds import (
    AMBUSH,
    APOTHECARY,
    ASSASSINATION,
    CUTTHROAT,
    PRINCE,
    QUEEN,
    SUBSTITUTION,
    TRAP,
    TWIN,
    family_of,
    is_character,
    kind_of,
)
from intrigue.games.oriflamme.row import is_stack, is_up
from intrigue.games.oriflamme.state import State

NEVER = -10000
LURE = 20  # each influence on a face-down card makes an Ambush so much more likely


@rule
def hitting(g: State, kind: int, at: int, slot: int) -> int:
    """What it brings to eliminate the top card of a slot by a card of mine of that kind."""
    card = g.row[slot]
    if g.holder[slot] == g.to_act:
        return hitting_own(g, kind, at, slot)
    victim = seen_kind(g, card)
    owner = g.holder[slot]
    gain = POINT + value(g, slot) * grudge(g, owner) // 100
    if victim == UNKNOWN:
        gain -= fear(g, kind, slot)
    if victim == QUEEN:
        gain += POINT
    if (victim == PRINCE or victim == TWIN) and (g.up[owner] >> (PRINCE + TWIN - victim)) & 1:
        gain += POINT * TURNS[later(g)] * grudge(g, owner) // 10000  # the partner falls too
    if kind == CUTTHROAT:
        gain += namesakes_bonus(g, slot, victim)
    if kind == SUBSTITUTION:
        gain += substitute_worth(g, slot, victim)
    return gain


@rule
def hitting_own(g: State, kind: int, at: int, slot: int) -> int:
    """Mostly a loss; but an Assassination that has nothing better eliminates itself."""
    if slot == at and not is_character(kind):
        return POINT
    gain = POINT - value(g, slot)
    if kind_of(g.row[slot]) == AMBUSH and g.own_ambush_leaves:
        gain += POINT
        if is_character(kind):
            gain -= PRICE[kind] * OWN_TURNS[later(g)] // 100
    if kind == CUTTHROAT:
        gain -= POINT
    return gain


@rule
def fear(g: State, kind: int, slot: int) -> int:
    """What an Ambush or a Trap under an unknown card would cost, as likely as it is."""
    family = family_of(g.row[slot])
    loss = 0
    if is_character(kind):
        loss = PRICE[kind] * OWN_TURNS[later(g)] // 100
    ambush = chance_of(g, AMBUSH, family) * (loss + 4 * grudge(g, family))
    trap = chance_of(g, TRAP, family) * (loss + 3 * POINT + 3 * grudge(g, family))
    return (ambush + trap) * (100 + LURE * g.influence[g.row[slot]]) // 10000


@rule
def namesakes_bonus(g: State, slot: int, victim: int) -> int:
    """A Cutthroat is paid for two or more, and its victims' namesakes fall too."""
    bonus = -POINT
    for other in range(g.length):
        card = g.row[other]
        if other != slot and g.holder[other] != g.to_act and is_up(g, card) and kind_of(card) == victim:
            if bonus < 0:
                bonus = 0
            bonus += POINT + value(g, other) * grudge(g, g.holder[other]) // 100
    return bonus


@rule
def substitute_worth(g: State, slot: int, victim: int) -> int:
    """What the character that takes the place of the victim brings; a stranger may be one."""
    if is_stack(g, slot):
        return 0
    if victim == UNKNOWN:
        return PRICE[SUBSTITUTION] * later(g) // 10
    spare = g.discard[g.to_act] | g.aside[g.to_act]
    if is_character(victim) and (spare >> victim) & 1:
        return PRICE[victim] * turns(g, slot) // 100
    return 0


@rule
def best_hit(g: State, kind: int, at: int, one: int, other: int) -> int:
    """The better of two targets; 0 if there is none."""
    if one < 0 and other < 0:
        return 0
    best = NEVER
    if one >= 0:
        best = hitting(g, kind, at, one)
    if other >= 0:
        best = max(best, hitting(g, kind, at, other))
    return best


@rule
def best_of_row(g: State, at: int) -> int:
    """The best target of an Assassination."""
    best = POINT
    for slot in range(g.length):
        if g.holder[slot] != g.to_act:
            best = max(best, hitting(g, ASSASSINATION, at, slot))
    return best


@rule
def best_poison(g: State, at: int) -> int:
    """The best target of an Apothecary: a neighbour of another card of mine."""
    best = NEVER
    for slot in range(g.length):
        if slot != at and g.holder[slot] == g.to_act:
            best = max(best, best_hit(g, APOTHECARY, at, before(slot), after(g, slot)))
    if best == NEVER:
        return 0
    return best
