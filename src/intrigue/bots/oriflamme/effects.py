"""What the effect of each kind pays the player to act now."""

from __future__ import annotations

from intrigue.bots.oriflamme.cards import (
    POINT,
    after,
    before,
    grudge,
    price,
    value,
)
from intrigue.bots.oriflamme.hits import best_hit, best_of_row, best_poison
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.kinds import (
    AMBUSH,
    APOTHECARY,
    ARCHER,
    ASSASSINATION,
    BRIBERY,
    COMBINATION,
    CONSPIRACY,
    CUTTHROAT,
    FELON,
    HEIR,
    PRINCE,
    QUEEN,
    SCHEMER,
    SHAPESHIFTER,
    SOLDIER,
    SPY,
    SUBSTITUTION,
    TRAP,
    TWIN,
    kind_of,
)
from intrigue.games.oriflamme.row import is_stack, is_up
from intrigue.games.oriflamme.state import State


@rule
def effect(g: State, kind: int, at: int, left: int, right: int) -> int:
    """What the effect of a kind pays me now, between these neighbours."""
    if kind == SHAPESHIFTER:
        return max(worth_of_copy(g, at, left, right, left), worth_of_copy(g, at, left, right, right))
    if kind == COMBINATION:
        return best_use(g)
    return plain_effect(g, kind, at, left, right)


@rule
def plain_effect(g: State, kind: int, at: int, left: int, right: int) -> int:
    """The same for all kinds that use no other card's effect."""
    if kind == ARCHER:
        return best_hit(g, kind, at, 0, g.length - 1)
    if kind == SOLDIER or kind == CUTTHROAT or kind == SUBSTITUTION:
        return best_hit(g, kind, at, left, right)
    if kind == SPY:
        return max(robbing(g, left), robbing(g, right))
    if kind == HEIR:
        return heir_pays(g, at)
    if kind == ASSASSINATION:
        return best_of_row(g, at)
    if kind == APOTHECARY:
        return best_poison(g, at)
    if kind == FELON:
        return harming(g, left) + harming(g, right)
    if kind == SCHEMER:
        return schemer_pays(g, left, right)
    if kind == BRIBERY:
        return best_bribe(g)
    if kind == AMBUSH or kind == TRAP:
        return POINT
    if kind == PRINCE or kind == TWIN:
        return POINT
    if kind == QUEEN:
        return 2 * POINT
    if kind == CONSPIRACY:
        return 0
    return price(g, kind, g.to_act, left, right)


@rule
def worth_of_copy(g: State, at: int, left: int, right: int, slot: int) -> int:
    """What a Shapeshifter gets from a neighbour."""
    if slot < 0 or not is_up(g, g.row[slot]):
        return 0
    kind = kind_of(g.row[slot])
    if kind == SHAPESHIFTER:
        return 0
    return plain_effect(g, kind, at, left, right)


@rule
def robbing(g: State, slot: int) -> int:
    """What a Spy gets from the player beside it."""
    if slot < 0 or g.holder[slot] == g.to_act or g.stock[g.holder[slot]] == 0:
        return 0
    return POINT + grudge(g, g.holder[slot])


@rule
def harming(g: State, slot: int) -> int:
    """What a Felon does to the player beside it, me too."""
    if slot < 0 or g.stock[g.holder[slot]] == 0:
        return 0
    if g.holder[slot] == g.to_act:
        return -POINT
    return grudge(g, g.holder[slot])


@rule
def heir_pays(g: State, at: int) -> int:
    """2, unless another Heir is open."""
    for slot in range(g.length):
        if slot != at and is_up(g, g.row[slot]) and kind_of(g.row[slot]) == HEIR:
            return 0
    return 2 * POINT


@rule
def schemer_pays(g: State, left: int, right: int) -> int:
    """Nothing beside a stack, where it leaves."""
    if left >= 0 and is_stack(g, left):
        return 0
    if right >= 0 and is_stack(g, right):
        return 0
    return POINT * g.schemer_gain


@rule
def bribing(g: State, slot: int) -> int:
    """What it brings to win a character over: its turns for me, and none for its owner."""
    if g.holder[slot] == g.to_act:
        return 0
    return value(g, slot) * (100 + grudge(g, g.holder[slot])) // 100


@rule
def best_bribe(g: State) -> int:
    """The best character to win over."""
    best = 0
    for slot in range(g.length):
        if is_up(g, g.row[slot]) and not is_stack(g, slot):
            best = max(best, bribing(g, slot))
    return best


@rule
def using(g: State, slot: int) -> int:
    """What a Combination gets out of a character of mine."""
    kind = kind_of(g.row[slot])
    left, right = before(slot), after(g, slot)
    if kind == SHAPESHIFTER:
        return max(worth_of_copy(g, slot, left, right, left), worth_of_copy(g, slot, left, right, right))
    return plain_effect(g, kind, slot, left, right)


@rule
def best_use(g: State) -> int:
    """The best character to use."""
    best = 0
    for slot in range(g.length):
        if g.holder[slot] == g.to_act and is_up(g, g.row[slot]):
            best = max(best, using(g, slot))
    return best
