"""Where the influence of a finished game of the Oriflamme family comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.engine.events import Event
from intrigue.games.oriflamme.flow import START
from intrigue.web.games.oriflamme.players import changes
from intrigue.web.html.points import Points, Swing
from intrigue.web.view.scene import Scene

NAMES = ("start", "effects", "gathered", "robbed")


def points(scene: Scene) -> Points:
    """By what the log tells; equal influence is decided by cards in the row."""
    view = scene.view or {}
    totals = [player["influence"] for player in view["players"]]
    ties = [(sum(slot[-1]["controller"] == n for slot in view["row"]),) for n in range(1, len(totals) + 1)]
    return Points(NAMES, parts_of(scene.lines, len(scene.seats)), totals, ties)


def swings(moves: Sequence[Sequence[Event]]) -> list[Swing]:
    """Influence is points."""
    found, number = [], 0
    for events in moves:
        in_round = number
        for event in events:
            number = event.values["round"] if event.name == "round_begun" else number
        points: dict[int, int] = {}
        for (player, _), change in changes(events).items():
            points[player] = points.get(player, 0) + change
        earning = [event for event in events if changes([event])]
        most = max(earning, key=lambda event: int(event.values["amount"]), default=None)
        found.append(Swing(points, most if most and most.values["amount"] else None, in_round or number))
    return found


def parts_of(lines: Sequence[Any], players: int) -> list[list[int]]:
    """Influence at the start, by effects, gathered on cards, and taken from others less what was lost."""
    parts = [[START, 0, 0, 0] for _ in range(players)]
    for event in standing(lines):
        if "amount" not in event.values or "player" not in event.values:
            continue
        mine, amount = parts[event.values["player"] - 1], event.values["amount"]
        if event.name == "influence_gained":
            mine[1] += amount
        elif event.name in ("influence_collected", "conspiracy_paid", "influence_kept"):
            mine[2] += amount
        elif event.name == "influence_lost":
            mine[3] -= amount
        elif event.name == "influence_robbed":
            mine[3] += amount
            parts[event.values["victim"] - 1][3] -= amount
    return parts


def standing(lines: Sequence[Any]) -> list[Event]:
    """The events of the game that no take-back undid."""
    events: list[Event] = []
    for line in lines:
        if isinstance(line, Event):
            events.append(line)
        elif line.name == "tookback":
            del events[len(events) - line.values["undone"] :]
    return events
