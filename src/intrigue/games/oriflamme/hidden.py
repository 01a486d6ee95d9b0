"""What lies hidden among people who play Oriflamme: which events bring it to light, and which moves tell of a hand."""

from __future__ import annotations

from intrigue.engine.events import Event
from intrigue.engine.game import View
from intrigue.games.oriflamme.pieces import card_number
from intrigue.games.oriflamme.row import is_up
from intrigue.games.oriflamme.state import State

QUIET = frozenset(
    {
        "round_begun",
        "card_placed",
        "resolution_begun",
        "card_left_waiting",
        "influence_gained",
        "influence_lost",
        "influence_robbed",
        "influence_kept",
        "influence_spent",
        "card_moved",
        "card_copied",
        "card_bribed",
        "character_used",
        "twin_placed",
        "nothing_happened",
    }
)
"""Events that bring nothing hidden to light. An allow-list: whatever is not named here does."""


def reveals(g: State, event: Event) -> bool:
    if event.name == "card_discarded":  # told while it still lies in the row: nothing new if it lay face up
        return not is_up(g, card_number(event.values["card"]))
    return event.name not in QUIET


def moves_tell(view: View) -> bool:
    """Placing shows the hand."""
    return view["phase"] == "placement" or any(move.startswith("place ") for move in view["legal"])
