"""What is asked, and what may be answered: one table, and the targets of each kind."""

from __future__ import annotations

from intrigue.engine.rules import rule
from intrigue.games.oriflamme.ablaze import (
    apothecary_targets,
    bribery_targets,
    combination_targets,
    cutthroat_targets,
    substitution_targets,
    twin_places,
)
from intrigue.games.oriflamme.base import (
    archer_targets,
    assassination_targets,
    royal_decree_places,
    royal_decree_targets,
    shapeshifter_targets,
    soldier_targets,
    spy_targets,
)
from intrigue.games.oriflamme.kinds import (
    AGAIN,
    APOTHECARY,
    ARCHER,
    ASSASSINATION,
    CUTTHROAT,
    FIRST,
    LAST,
    REVEAL,
    SLOT,
    SOLDIER,
    TAKE,
    WAIT,
)
from intrigue.games.oriflamme.state import (
    BRIBE_WHICH,
    COPY_WHICH,
    HIT_WHICH,
    MOVE_WHERE,
    MOVE_WHICH,
    PLACE_WHERE,
    PLACE_WHICH,
    REVEAL_OR_WAIT,
    ROB_WHICH,
    TAKE_OR_AGAIN,
    TWIN_WHERE,
    USE_WHICH,
    State,
)


@rule
def inquire(g: State, question: int, player: int) -> None:
    """Asks a player."""
    g.ask = question
    g.to_act = player


@rule
def options(g: State) -> int:
    """The answers to the question, as a mask of actions. None: the effect does nothing."""
    ask = g.ask
    if ask == PLACE_WHICH:
        return g.hand[g.to_act]
    if ask == PLACE_WHERE:
        return places(g)
    if ask == REVEAL_OR_WAIT:
        return 1 << REVEAL | 1 << WAIT
    if ask == HIT_WHICH:
        return hit_targets(g)
    if ask == ROB_WHICH:
        return spy_targets(g)
    if ask == COPY_WHICH:
        return shapeshifter_targets(g)
    if ask == MOVE_WHICH:
        return royal_decree_targets(g)
    if ask == MOVE_WHERE:
        return royal_decree_places(g, g.chosen)
    if ask == TWIN_WHERE:
        return twin_places(g)
    if ask == BRIBE_WHICH:
        return bribery_targets(g)
    if ask == USE_WHICH:
        return combination_targets(g)
    if ask == TAKE_OR_AGAIN:
        return 1 << TAKE | 1 << AGAIN
    return 0


# R13, R14: an empty row is started; else before the first slot, after the last, or on a card of the own family (E98).
@rule
def places(g: State) -> int:
    if g.length == 0:
        return 1 << FIRST
    found = 1 << FIRST | 1 << LAST
    for slot in range(g.length):
        if g.holder[slot] == g.to_act:
            found |= 1 << (SLOT + slot)
    return found


@rule
def hit_targets(g: State) -> int:
    if g.effect == ARCHER:
        return archer_targets(g)
    if g.effect == SOLDIER:
        return soldier_targets(g)
    if g.effect == ASSASSINATION:
        return assassination_targets(g)
    if g.effect == CUTTHROAT:
        return cutthroat_targets(g)
    if g.effect == APOTHECARY:
        return apothecary_targets(g)
    return substitution_targets(g)
