"""Moves in the notation (section 3): every legal one with its actions, and what others are shown of it."""

from __future__ import annotations

from intrigue.engine.numbers import members
from intrigue.games.oriflamme.effects import answer
from intrigue.games.oriflamme.kinds import AGAIN, FIRST, LAST, NAMES, REVEAL, SLOT, TAKE, WAIT
from intrigue.games.oriflamme.questions import options
from intrigue.games.oriflamme.state import (
    BRIBE_WHICH,
    COPY_WHICH,
    HIT_WHICH,
    MOVE_WHERE,
    MOVE_WHICH,
    PLACE_WHERE,
    PLACE_WHICH,
    ROB_WHICH,
    TWIN_WHERE,
    USE_WHICH,
    State,
)

ON_A_SLOT = {HIT_WHICH: "hit", ROB_WHICH: "rob", COPY_WHICH: "copy", BRIBE_WHICH: "bribe", USE_WHICH: "use"}
PLAIN = {REVEAL: "reveal", WAIT: "wait", TAKE: "take", AGAIN: "again"}


def moves(g: State) -> dict[str, tuple[int, ...]]:
    """Every legal move, in plain string order, with its actions: two where both halves are a choice."""
    found: dict[str, tuple[int, ...]] = {}
    for action in members(g.legal):
        if g.ask in (PLACE_WHICH, MOVE_WHICH):
            half = g.copy()
            answer(half, action)
            seconds = members(options(half))
            for second in seconds:
                found[move_text(half, second)] = (action, second) if len(seconds) > 1 else (action,)
        else:
            found[move_text(g, action)] = (action,)
    return dict(sorted(found.items()))


def move_text(g: State, action: int) -> str:
    """The move that this action completes."""
    if g.ask in ON_A_SLOT:
        return f"{ON_A_SLOT[g.ask]} {action - SLOT + 1}"
    if g.ask == PLACE_WHERE:
        return f"place {NAMES[g.chosen]} {where(action)}"
    if g.ask == TWIN_WHERE:
        return f"twin {where(action)}"
    if g.ask == MOVE_WHERE:
        return f"move {g.chosen + 1} to {action - SLOT + 1}"
    return PLAIN[action]


def where(action: int) -> str:
    return {FIRST: "first", LAST: "last"}.get(action) or f"on {action - SLOT + 1}"


def public(move: str) -> str:
    """A move as other seats are shown it: the kind of a card that is placed is nobody's business until it is revealed.

    >>> public("place spy on 2"), public("hit 2")
    ('place ? on 2', 'hit 2')
    """
    verb, *rest = move.split(" ")
    return " ".join([verb, "?", *rest[1:]]) if verb == "place" else move
