"""Which moves may be taken back: until somebody else acts, and never across information."""

from __future__ import annotations

from collections.abc import Iterable

from intrigue.games.oriflamme.kinds import KINDS, NAMES
from intrigue.games.oriflamme.row import is_up
from intrigue.web.table.event_steps import Shot

QUIET = frozenset(
    {
        # Oriflamme
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
        # Richelieu
        "turn_begun",
        "income_taken",
        "office_bought",
        "jewel_bought",
        "jewel_sold",
        "agent_placed",
        "turn_ended",
        "agents_returned",
        "income_raised",
        "military_raised",
        "prestige_gained",
        "ecu_gained",
        "agent_moved",
        "figure_placed",
        "prize_declined",
        "prize_lost",
    }
)
"""Events that bring nothing hidden to light. An allow-list: whatever is not named here ends a take-back."""


def reveals(shot: Shot) -> bool:
    """Whether somebody learned by this event what was hidden before."""
    name, values = shot.event
    if name == "agent_placed":
        return bool(values["agent"]["up"])
    if name == "card_discarded":  # told while it still lies in the row: nothing new if it lay face up
        card = values["card"]
        return not is_up(shot.state, (card["family"] - 1) * KINDS + NAMES.index(card["kind"]))
    return name not in QUIET


def seals(shots: Iterable[Shot]) -> bool:
    """Whether a move that was filmed so stands for good."""
    return any(map(reveals, shots))
