"""What a playthrough prints between two moves of a game that has no module here of its family's name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from golden.digests import digest

import intrigue


def short(value: dict[str, Any]) -> str:
    """A thing that an event names."""
    return "/".join(str(part) for part in value.values())


def position_lines(match: intrigue.Match) -> Iterator[str]:
    """The players in the open; views and observations as digests."""
    for number, player in enumerate(match.position["players"], start=1):
        yield f"  {number}: {json.dumps(player)}"
    for seat in range(match.players + 1):
        yield f"  seat {seat} sees {digest(match.view(seat))} {digest(match.observe(seat))}"
