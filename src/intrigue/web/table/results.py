"""How a game ended for every seat, as the store keeps it for people's statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intrigue.web.table.table import Table

PROGRAM = "program"
"""In place of a bot's level: a program outside held the seat."""


def outcome(table: Table) -> list[dict[str, Any]]:
    """A finished game's result for each seat; nothing for a game that did not begin with a fair deal or has not come to
    its end."""
    return [] if table.start or table.origin else standing(table)


def standing(table: Table) -> list[dict[str, Any]]:
    """The same, however the game began."""
    match = table.match
    if match is None or table.phase != "over":
        return []
    points, winners = match.scores, match.winners or []
    return [
        {
            "seat": seat.number,
            "person": seat.person,
            "level": PROGRAM if seat.key else seat.level,
            "game": table.settings.game,
            "edition": table.settings.edition,
            "players": len(table.seats),
            "points": points[seat.number - 1],
            "place": 1 if seat.number in winners else place(points, seat.number, len(winners)),
            "ended": table.ended_at,
            "resigned": seat.resigned,
        }
        for seat in table.seats
    ]


def place(points: list[int], seat: int, winners: int) -> int:
    """The place of a seat that did not win: behind all who did, and all who have more.

    >>> place([7, 9, 9, 4], 3, 1), place([7, 9, 9, 4], 1, 1), place([7, 9, 9, 4], 4, 1)
    (2, 3, 4)
    """
    more = sum(other > points[seat - 1] for other in points)
    return 1 + max(more, winners)
