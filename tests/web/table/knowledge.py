"""What a view gives away: the hidden facts that can be read from it, as something that can be compared."""

from __future__ import annotations

from collections import Counter
from typing import Any

Facts = Counter[tuple[Any, ...]]


def facts(view: dict[str, Any]) -> Facts:
    """Every kind and value, card and hand that a view names, counted. Where a thing lies is not part of it."""
    return row_facts(view) if "row" in view else court_facts(view)


def row_facts(view: dict[str, Any]) -> Facts:
    found: Facts = Counter()
    for slot in view["row"]:
        for card in slot:
            if card["kind"] is not None:
                found[card["family"], card["kind"]] += 1
    for family, player in enumerate(view["players"], start=1):
        for place in ("hand", "aside", "discard"):
            if isinstance(player[place], list):
                found.update((family, kind) for kind in player[place])
        if player["twin"]:
            found[family, "twin"] += 1
    return found


def court_facts(view: dict[str, Any]) -> Facts:
    found: Facts = Counter()
    for zone in view["zones"]:
        for side in ("r", "o"):
            for agent in zone[side]:
                if agent is not None and agent["value"] is not None:
                    found[agent["player"] or f"neutral {agent['set']}", agent["value"]] += 1
        found.update(("card", zone[card]) for card in ("richelieu", "opposing") if zone[card] is not None)
    sets: list[tuple[Any, dict[str, Any]]] = list(enumerate(view["players"], start=1))
    sets += [(f"neutral {number}", player) for number, player in enumerate(view["neutral"], start=1)]
    for owner, player in sets:
        for place in ("hand", "city"):
            if isinstance(player[place], list):
                found.update((owner, value) for value in player[place])
        found.update(("card", card) for card in player.get("cards", ()))
    return found
