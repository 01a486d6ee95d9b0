"""Where the points of a finished game of Richelieu come from."""

from __future__ import annotations

from intrigue.games.richelieu.ending import JEWEL_POINTS
from intrigue.web.html.points import Points
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
