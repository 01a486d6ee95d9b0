"""What a playthrough of Oriflamme and its kin prints between two moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from golden.digests import digest

import intrigue


def short(value: dict[str, Any]) -> str:
    """A card that an event names."""
    return f"{value['family']}{value['kind'] or '?'}"


def position_lines(match: intrigue.Match) -> Iterator[str]:
    """The row once in the open; the views whole at every placement, else as a digest."""
    yield f"  row {row(match.position)} | influence {match.scores}"
    if match.position["phase"] == "resolution":
        yield f"  views {digest([match.view(seat) for seat in range(match.players + 1)])}"
    else:
        for seat in range(match.players + 1):
            view = match.view(seat)
            hands = [
                player["hand"] if isinstance(player["hand"], int) else "+".join(player["hand"])
                for player in view["players"]
            ]
            yield f"  seat {seat} sees {row(view)} | hands {hands} | {digest(view)} {digest(match.observe(seat))}"


def row(view: dict[str, Any]) -> str:
    return " ".join("/".join(card(one) for one in slot) for slot in view["row"]) or "-"


def card(one: dict[str, Any]) -> str:
    kind = (one["kind"] or "?").capitalize() if one["up"] else one["kind"] or "?"
    return f"{one['family']}{kind}{':' + str(one['influence']) if one['influence'] else ''}" + (
        f">{one['controller']}" if one["controller"] != one["family"] else ""
    )
