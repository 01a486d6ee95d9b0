"""Why something at court cannot be chosen: reasons by what was pointed at, from what the viewer sees anyway."""

from __future__ import annotations

from typing import Any

from intrigue.games.richelieu.questions import JEWEL_BOUGHT
from intrigue.web.games.richelieu.box import box
from intrigue.web.html.rule_links import EVENT, PROMPT, About

View = dict[str, Any]

REASONS: dict[str, About] = {
    "turn": (EVENT, "turn_begun"),
    "agent_first": (EVENT, "agent_placed"),
    "taken": (EVENT, "agent_placed"),
    "dear": (EVENT, "agent_placed"),
    "no_space": (EVENT, "agent_placed"),
    "neutral_later": (PROMPT, "neutral"),
    "neutral_now": (PROMPT, "neutral"),
    "neutral_last": (PROMPT, "neutral"),
    "prize_now": (PROMPT, "prize"),
    "zone": (PROMPT, "free"),
    "corrupt": (PROMPT, "corrupt"),
    "corrupt_first": (PROMPT, "corrupt"),
    "corrupt_to": (PROMPT, "corrupt"),
    "grey": (PROMPT, "grey"),
    "queen": (PROMPT, "queen"),
    "income_taken": (PROMPT, "income"),
    "office_ahead": (PROMPT, "office"),
    "office_end": (PROMPT, "office"),
    "office_dear": (PROMPT, "office"),
    "office_taken": (PROMPT, "office"),
    "buy_none": (PROMPT, "buy"),
    "buy_dear": (PROMPT, "buy"),
    "sell_none": (PROMPT, "sell"),
    "traded": (PROMPT, "buy"),
    "end_first": (PROMPT, "end"),
}
"""Every reason, and what its paragraph is about."""
BY_VERB = {
    "neutral": {"agent": "neutral_now", "taken": "taken", "space": "neutral_last", "first": "agent_first"},
    "free": {"neutral": "prize_now", "taken": "taken", "space": "zone", "first": "agent_first"},
    "corrupt": {
        "agent": "prize_now",
        "neutral": "prize_now",
        "taken": "corrupt",
        "space": "corrupt_to",
        "first": "corrupt_first",
    },
    "grey": {"agent": "prize_now", "neutral": "prize_now", "taken": "taken", "space": "grey"},
    "queen": {"agent": "prize_now", "neutral": "prize_now", "taken": "taken", "space": "queen"},
}
ACTION = {"agent": "no_space", "neutral": "neutral_later", "taken": "taken", "space": "dear", "first": "agent_first"}
PLAIN = ("income", "office", "buy", "sell", "end")
"""The actions without a place, as they are offered."""


def reasons(view: View) -> dict[str, str]:
    """For whoever is asked: why an own or a neutral agent, a taken or a free space cannot be chosen, and what must be
    chosen first."""
    verbs = {move.split(" ")[0] for move in view["legal"]}
    return next((by_place for verb, by_place in BY_VERB.items() if verb in verbs), ACTION)


def missing(view: View) -> list[tuple[str, str]]:
    """The actions that are not offered in a turn, each with its reason. What was done in this turn is not on the table:
    it is the reason where there is no other."""
    if view["phase"] != "action":
        return []
    return [(action, why_not(action, view)) for action in PLAIN if action not in view["legal"]]


def why_not(action: str, view: View) -> str:
    mine, printed = view["players"][view["to_act"] - 1], box()
    if action == "office":
        if mine["prestige"] >= view["cardinal"]:
            return "office_ahead"
        if mine["military"] >= printed.military_end:
            return "office_end"
        return "office_dear" if mine["ecu"] < printed.military_cost[mine["military"] + 1] else "office_taken"
    if action == "buy":
        if not view["jewels"]:
            return "buy_none"
        return "buy_dear" if mine["ecu"] < JEWEL_BOUGHT else "traded"
    if action == "sell":
        return "traded" if mine["jewels"] else "sell_none"
    return "income_taken" if action == "income" else "end_first"
