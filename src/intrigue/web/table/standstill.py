"""A game without the stall guard that only bots play any more: where nothing is ever placed, it would not end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue.web.table.table import Table

ROUNDS = 50
"""So many rounds in a row with nothing placed are a standstill; bots that play on have been seen to take nineteen."""
PLACED = frozenset({"agent_placed", "agent_moved", "figure_placed"})


def stands_still(table: Table) -> bool:
    """Whether only bots and programs decide, and nothing was placed for all those rounds."""
    if table.match is None or any(seat.driver == "person" for seat in table.seats):
        return False
    turns = 0
    for event in reversed(table.match.events):
        if event.name in PLACED:
            return False
        turns += event.name == "turn_begun"
        if turns > ROUNDS * table.match.players:
            return True
    return False
