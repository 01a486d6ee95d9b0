"""Which moves may be taken back: until somebody else acts, and never across information."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from intrigue.engine.game import Game
from intrigue.web.table.event_steps import Shot


def seals(game: Game[Any], shots: Iterable[Shot]) -> bool:
    """Whether a move that was filmed so stands for good: somebody learned by it what was hidden before."""
    return any(game.reveals(shot.state, shot.event) for shot in shots)
