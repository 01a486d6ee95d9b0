"""What lies hidden among people who play Richelieu: what brings it to light, which moves tell of it, and screens."""

from __future__ import annotations

from intrigue.engine.events import Event
from intrigue.engine.game import View
from intrigue.games.richelieu.cards import backs

QUIET = frozenset(
    {
        "turn_begun",
        "income_taken",
        "office_bought",
        "jewel_bought",
        "jewel_sold",
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
"""Events that bring nothing hidden to light. An allow-list: whatever is not named here does."""
TELLING = ("agent", "neutral", "free")
"""Moves that name what comes from a hand."""
BEHIND_SCREENS = ("ecu", "jewels")
"""What a player has that the others do not see there; of the cards won they see the backs (8.18)."""


def reveals(event: Event) -> bool:
    if event.name == "agent_placed":
        return bool(event.values["agent"]["up"])
    return event.name not in QUIET


def moves_tell(view: View) -> bool:
    """What can be paid tells of the purse, and whom one can place of the hand."""
    return view["phase"] in ("action", "neutral") or any(move.split(" ")[0] in TELLING for move in view["legal"])


def behind_screens(view: View, seat: int) -> View:
    if view["phase"] == "over":
        return view
    hidden = dict.fromkeys(BEHIND_SCREENS)
    players = [
        player if number == seat else player | hidden | {"cards": backs(player["cards"])}
        for number, player in enumerate(view["players"], start=1)
    ]
    return view | {"players": players}
