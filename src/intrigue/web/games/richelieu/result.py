"""Where the points of a finished game of Richelieu come from."""

from __future__ import annotations

from collections.abc import Sequence

from intrigue.engine.events import Event
from intrigue.games.richelieu.ending import JEWEL_POINTS
from intrigue.games.richelieu.words import faction_of
from intrigue.web.html.points import Points, Swing
from intrigue.web.view.scene import Scene

NAMES = ("prestige", "income", "military", "cards", "jewels")


def points(scene: Scene) -> Points:
    """Equal points are decided by ecus, then by the number of cards."""
    view = scene.view or {}
    parts = []
    for player, total in zip(view["players"], view["scores"], strict=True):
        tracks = [player["prestige"], player["income"], player["military"]]
        jewels = JEWEL_POINTS * player["jewels"]
        parts.append([*tracks, total - sum(tracks) - jewels, jewels])
    ties = [(player["ecu"], len(player["cards"])) for player in view["players"]]
    return Points(NAMES, parts, list(view["scores"]), ties)


TRACKS = {"prestige_gained", "income_raised", "military_raised"}
"""Events whose steps are points."""


def swings(moves: Sequence[Sequence[Event]]) -> list[Swing]:
    """Steps on tracks, jewels, and what a card adds to those of its faction; who has most of the cardinal's cards is
    known at the end only."""
    held: dict[tuple[int, str], int] = {}
    found = []
    for events in moves:
        points: dict[int, int] = {}
        most, best = 0, None
        for event in events:
            gain = gain_by(event, held)
            if gain:
                player = event.values["player"]
                points[player] = points.get(player, 0) + gain
            if abs(gain) > most:
                most, best = abs(gain), event
        found.append(Swing(points, best))
    return found


def gain_by(event: Event, held: dict[tuple[int, str], int]) -> int:
    """The points that an event brings its player; `held` is how many cards of each faction players have by then."""
    if event.name in TRACKS:
        return int(event.values["amount"])
    if event.name in ("jewel_bought", "jewel_sold"):
        return JEWEL_POINTS if event.name == "jewel_bought" else -JEWEL_POINTS
    if event.name != "card_won" or faction_of(event.values["card"]) == "richelieu":
        return 0
    key = event.values["player"], faction_of(event.values["card"])
    held[key] = held.get(key, 0) + 1
    return 2 * held[key] - 1  # from one square to the next
