"""What happens in Trifle as movement on the page: the board at each event, what flies and turns."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.web.view.scene import Step

View = dict[str, Any]
Effect = dict[str, Any]
PAUSES = {"round_begun": 700, "card_laid": 600, "card_turned_up": 900, "round_won": 1000, "game_ended": 1200}
"""Milliseconds that an event is looked at, where that is not as long as usual."""
SOUNDS = {"card_laid": "place", "card_turned_up": "reveal", "round_won": "coins", "game_ended": "end"}
"""What is heard when an event happens."""
PLAIN = frozenset({"round_begun", "card_laid"})
"""Events that a digest leaves out: they are plain to see."""


def board_at(step: Step, after: View) -> tuple[View, View]:
    """The board of a step: cards are laid before it is told."""
    return step.view, step.things


def effects(event: Event, view: View, things: View) -> list[Effect]:
    """What moves when this happens."""
    told = event.values
    if event.name == "round_won":
        return [{"do": "coins", "n": 1, "from": "supply", "to": f"p{told['player']}-taken"}]
    if event.name not in ("card_laid", "card_turned_up"):
        return []
    card = told["card"]
    numbers = things["laid"][card["player"] - 1]
    if not numbers:
        return []
    if event.name == "card_turned_up":
        return [{"do": "turn", "at": f"c{numbers[-1]}"}]
    start = f"h-{card['value']}" if card["value"] else f"p{card['player']}-cards"
    return [{"do": "fly", "from": start, "to": f"c{numbers[-1]}"}]
