"""Which moves may be taken back: until somebody else acts, and never across information."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from intrigue.engine.game import Game
from intrigue.web.table.event_steps import EventStep


def seals(game: Game[Any], steps: Iterable[EventStep]) -> bool:
    """Whether a move that was recorded so stands for good: somebody learned by it what was hidden before."""
    return any(game.reveals(step.state, step.event) for step in steps)
