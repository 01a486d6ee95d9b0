"""What was made of a table lately, so that nothing is made twice; whoever holds the table holds this, too."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.game import View
from intrigue.games import game
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.seats import Seat
from intrigue.web.table.table import Moment
from intrigue.web.view.scene import Scene, SceneChange, SeatSeen, Viewer


class ViewCache:
    """What the viewers of one table saw at its last two versions, at most."""

    def __init__(self) -> None:
        self.newest = 0
        self.scenes: dict[tuple[int, Viewer], Scene] = {}
        """Also what the next change begins with: without it every frame would hold the whole table."""
        self.changes: dict[tuple[int, Viewer], SceneChange] = {}
        """Not for speed: who reads another language is told of the same steps, though the scene before may be gone."""
        self.public: dict[int, tuple[View, ...]] = {}
        """What everybody saw at the events of a version."""
        self.faces: dict[int, View] = {}
        """What the rules show to everybody after a version; where screens are closed, less of it is shown."""
        self.own: dict[tuple[int, Viewer], dict[int, Any]] = {}
        """What the viewers know of their own things."""
        self.heard: dict[tuple[int, int], list[Any]] = {}
        """What viewers heard of the lines of a version: one object for all who heard the same."""
        self.sitting: dict[tuple[int, ...], tuple[tuple[Seat, ...], tuple[SeatSeen, ...]]] = {}
        """The seats as they were last, and as those saw them who held some of them."""

    def keep(self, newest: int) -> None:
        """Forgets all but the last two versions."""
        if newest == self.newest:
            return
        self.newest = newest
        self.scenes = {key: scene for key, scene in self.scenes.items() if key[0] >= newest - 1}
        self.changes = {key: change for key, change in self.changes.items() if key[0] >= newest - 1}
        self.public = {key: looks for key, looks in self.public.items() if key >= newest - 1}
        self.faces = {key: look for key, look in self.faces.items() if key >= newest - 1}
        self.own = {key: known for key, known in self.own.items() if key[0] >= newest - 1}
        self.heard = {key: lines for key, lines in self.heard.items() if key[0] >= newest - 1}

    def settle(self) -> None:
        """The last change is no longer new: how it came about is forgotten, all but what the next change begins with.
        Whoever comes back later is shown it with fewer details."""
        if not self.changes:
            return
        self.scenes = {key: scene for key, scene in self.scenes.items() if key[0] == self.newest}
        self.own = {key: known for key, known in self.own.items() if key[0] == self.newest}
        self.faces = {key: look for key, look in self.faces.items() if key == self.newest}
        self.changes, self.public, self.heard = {}, {}, {}

    def share(self, version: int, number: int, line: Event | TableNotice) -> Event | TableNotice:
        """A line as somebody else heard it already, if they heard the same."""
        lines: list[Event | TableNotice] = self.heard.setdefault((version, number), [])
        for known in lines:
            if known == line:
                return known
        lines.append(line)
        return line

    def face(self, moment: Moment) -> View:
        """What the rules show to everybody after a moment of the game."""
        if moment.version not in self.faces:
            look = game(moment.settings.game).view(moment.state, 0)
            self.faces[moment.version] = share_parts(look, self.faces.get(moment.version - 1))
        return self.faces[moment.version]

    def own_things_in(self, scene: Scene | None) -> dict[int, Any]:
        """What the viewer of a scene knows of the own things in it."""
        if scene is None:
            return {}
        key = (scene.version, scene.viewer)
        if key not in self.own:
            self.own[key] = own_things(scene)
        return self.own[key]


def share_parts(look: View, other: View | None) -> View:
    """A look that shares with another one whatever is the same in both: what is one object is quickly compared."""
    if other:
        for key, parts in look.items():
            before = other.get(key)
            if isinstance(parts, list) and isinstance(before, list) and len(parts) == len(before):
                look[key] = [old if new == old else new for new, old in zip(parts, before, strict=True)]
    return look


def own_things(scene: Scene) -> dict[int, Any]:
    """What the viewer's own things are that lie face down on the board of a scene, by their numbers."""
    if scene.view is None:
        return {}
    return game(scene.settings.game).own_pieces(scene.view, scene.things, scene.viewer.seat)
