"""What lies hidden among people who play Trifle: what brings it to light, and which moves tell of it."""

from __future__ import annotations

from intrigue.engine.events import Event
from intrigue.engine.game import View

QUIET = frozenset({"round_begun", "card_laid", "round_won"})
"""Events that bring nothing hidden to light. An allow-list: whatever is not named here does."""


def reveals(event: Event) -> bool:
    return event.name not in QUIET


def moves_tell(view: View) -> bool:
    """Laying shows the hand."""
    return bool(view["phase"] == "laying")
