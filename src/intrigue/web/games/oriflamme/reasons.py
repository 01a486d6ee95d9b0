"""Why something in the row cannot be chosen: reasons by what was pointed at, from what the viewer sees anyway."""

from __future__ import annotations

from typing import Any

from intrigue.web.html.rule_links import CARD, EVENT, PROMPT, About

View = dict[str, Any]

REASONS: dict[str, About] = {
    "turn": (PROMPT, "placement"),
    "first": (PROMPT, "place"),
    "place": (PROMPT, "place"),
    "placed": (EVENT, "resolution_begun"),
    "reveal": (PROMPT, "reveal"),
    "hit": (PROMPT, "hit"),
    "archer": (CARD, "archer"),
    "soldier": (CARD, "soldier"),
    "cutthroat": (CARD, "cutthroat"),
    "apothecary": (CARD, "apothecary"),
    "substitution": (CARD, "substitution"),
    "rob": (PROMPT, "rob"),
    "copy": (CARD, "shapeshifter"),
    "move": (CARD, "royal_decree"),
    "move_end": (CARD, "royal_decree"),
    "twin": (CARD, "twin"),
    "bribe": (CARD, "bribery"),
    "use": (CARD, "combination"),
    "take": (CARD, "combination"),
}
"""Every reason, and what its paragraph is about."""
OF_CARD = ("archer", "soldier", "cutthroat", "apothecary", "substitution")
"""Cards whose reach has a sentence of its own."""
SAME = {"wait": "reveal", "again": "take"}


def reasons(view: View, effect: str | None) -> dict[str, str]:
    """For whoever is asked: why a card of the hand, a slot or an end of the row cannot be chosen, and what must be
    chosen first. `effect` is the kind whose effect asks, copied or not."""
    verb = view["legal"][0].split(" ")[0]
    verb = SAME.get(verb, verb)
    if verb == "place":
        return {"slot": "place", "first": "first"}
    key = effect if verb == "hit" and effect in OF_CARD else verb
    by_place = {"hand": "placed", "slot": str(key)}
    return by_place | {"to": "move_end"} if verb == "move" else by_place
