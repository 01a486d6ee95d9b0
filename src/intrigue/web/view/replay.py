"""Earlier moments of a table, and positions that somebody tries, as scenes and changes for one viewer."""

from __future__ import annotations

from dataclasses import replace

from intrigue.engine.events import Event
from intrigue.engine.game import Places, View
from intrigue.games import game
from intrigue.web.table.errors import Denied
from intrigue.web.table.table import Moment, Table
from intrigue.web.view import scene_builder
from intrigue.web.view.cache import ViewCache
from intrigue.web.view.scene import Scene, SceneChange, Viewer
from intrigue.web.view.viewers import is_revealed, open_viewer


def past_scene(table: Table, viewer: Viewer, moment: Moment) -> Scene:
    """A table as a viewer saw it after an earlier moment, with the log up to then. Nobody can act in it: what could be
    chosen then is told as it was, and how much time there was is not."""
    if viewer.open and not is_revealed(table):
        raise Denied("refused.replay_running")
    scene = scene_builder.build_scene(table, viewer, moment, ViewCache())
    lines = scene.lines or scene_builder.log_so_far(table, viewer, moment)
    return replace(scene, lines=lines, line_versions=tuple(table.line_versions[: moment.line_count]), clock=None)


def past_change(table: Table, viewer: Viewer, before: Moment, after: Moment) -> SceneChange:
    """What happened between two earlier moments, as a viewer saw and heard it: the steps of the later one, and the
    lines of all that was done since the first."""
    then, now = past_scene(table, viewer, before), past_scene(table, viewer, after)
    change = scene_builder.change_between(ViewCache(), viewer, after, then, now)
    return replace(change, lines=now.lines[len(then.lines) :])


def trial_scene(table: Table, viewer: Viewer, moment: Moment) -> Scene:
    """A position that somebody set up, or what was played from it, to play on: nothing is secret there, and whoever
    sees everything moves for everybody."""
    if not is_revealed(table):
        raise Denied("refused.replay_running")
    scene, seat = past_scene(table, viewer, moment), scene_builder.seat_asked(moment)
    scene = replace(scene, lines=tuple(line for line in scene.lines if isinstance(line, Event)), line_versions=())
    if scene.view is None or seat is None or not (viewer.open or viewer.seat == seat):
        return scene
    return replace(scene, view=scene.view | {"legal": game(moment.settings.game).position(moment.state)["legal"]})


def trial_change(table: Table, viewer: Viewer, before: Moment, after: Moment) -> SceneChange:
    """What a move in a position that somebody set up did."""
    return replace(past_change(table, viewer, before, after), after=trial_scene(table, viewer, after))


def draft_scene(table: Table, position: View, things: Places, first: Moment) -> Scene:
    """A position as somebody set it up, before what happens by itself; all of it lies open."""
    scene = past_scene(table, open_viewer(table, None), first)
    view = game(table.settings.game).drafts.view(position)
    return replace(scene, view=view, things=things, acting=None, effect=None, lines=(), line_versions=())


def opening_change(table: Table, before: Scene, first: Moment) -> SceneChange:
    """What happens by itself before the first choice in a position that somebody set up."""
    after = trial_scene(table, before.viewer, first)
    change = scene_builder.change_between(ViewCache(), before.viewer, first, before, after)
    return replace(change, lines=change.after.lines)
