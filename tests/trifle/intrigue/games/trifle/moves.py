"""Moves in the notation: every legal one with its action, and what others are shown of it."""

from __future__ import annotations

from intrigue.engine.numbers import members
from intrigue.games.trifle.state import State


def moves(g: State) -> dict[str, tuple[int, ...]]:
    """Every legal move, in plain string order."""
    return dict(sorted((f"lay {card + 1}", (card,)) for card in members(g.legal)))


def public(move: str) -> str:
    """What lies face down is nobody's business."""
    return "lay ?"
