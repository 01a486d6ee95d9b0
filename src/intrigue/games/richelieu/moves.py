"""Moves in the notation (section 4): every legal one with its actions, and what others are shown of it."""

from __future__ import annotations

import re
from functools import cache

from intrigue.engine.numbers import members
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import BUY, DECLINE, END, INCOME, OFFICE, SELL, SIDES, SPACE, VALUES, WIDTH
from intrigue.games.richelieu.court import cost_of
from intrigue.games.richelieu.effects import answer
from intrigue.games.richelieu.events import space as space_text
from intrigue.games.richelieu.questions import options
from intrigue.games.richelieu.state import (
    AGENT_WHERE,
    CORRUPT_WHERE,
    FREE_WHERE,
    GREY_WHERE,
    NEUTRAL_WHERE,
    QUEEN_WHERE,
    State,
)

PLAIN = {INCOME: "income", OFFICE: "office", BUY: "buy", SELL: "sell", END: "end", DECLINE: "decline"}
WITH_A_VALUE = {AGENT_WHERE: "agent", NEUTRAL_WHERE: "neutral", FREE_WHERE: "free"}
FIGURES = {GREY_WHERE: "grey", QUEEN_WHERE: "queen"}
WRITTEN_SPACE = re.compile(r"([1-3])\.([ro])\.([1-5])")
SECOND_HALVES = (*WITH_A_VALUE, CORRUPT_WHERE)


def moves(g: State, box: Box) -> dict[str, tuple[int, ...]]:
    """Every legal move, in plain string order, with its actions: two where both halves are a choice."""
    found: dict[str, tuple[int, ...]] = {}
    for action in members(g.legal):
        if action in PLAIN or g.ask in SECOND_HALVES or g.ask in FIGURES:
            found[move_text(g, action)] = (action,)
            continue
        half = g.copy()
        answer(half, box, action)
        seconds = members(options(half, box))
        for second in seconds:
            found[move_text(half, second)] = (action, second) if len(seconds) > 1 else (action,)
    return dict(sorted(found.items()))


def move_text(g: State, action: int) -> str:
    """The move that this action completes."""
    return complete_move(g.ask, g.chosen, action)


@cache
def complete_move(ask: int, chosen: int, action: int) -> str:
    if action in PLAIN:
        return PLAIN[action]
    where = space_text(action - SPACE)
    if ask in WITH_A_VALUE:
        return f"{WITH_A_VALUE[ask]} {VALUES[chosen]} {where}"
    if ask == CORRUPT_WHERE:
        return f"corrupt {space_text(chosen)} to {where}"
    return f"{FIGURES[ask]} {where}"


def read_space(text: str) -> int:
    """The number of a space that the notation names.

    >>> read_space("2.o.3")
    17
    """
    match = WRITTEN_SPACE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    zone, side, at = match.groups()
    return ((int(zone) - 1) * SIDES + "ro".index(side)) * WIDTH + int(at) - 1


def public(g: State, box: Box, move: str) -> str:
    """A move as the other seats are shown it: the value of an agent that goes face down is hidden."""
    verb, *rest = move.split(" ")
    if verb in WITH_A_VALUE.values() and cost_of(g, box, read_space(rest[1])) > 0:
        return f"{verb} ? {rest[1]}"
    return move
