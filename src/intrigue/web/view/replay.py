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
from intrigue.web.view.scene import Change, Scene, Viewer
from intrigue.web.view.viewers import is_revealed, open_viewer


def past_scene(table: Table, viewer: Viewer, moment: Moment) -> Scene:
    """A table as a viewer saw it after an earlier moment, with the log up to then. Nobody can act in it: what could be
    chosen then is told as it was, and how much time there was is not."""
    if viewer.open and not is_revealed(table):
        raise Denied("refused.replay_running")
    made = scene_builder.build_scene(table, viewer, moment, ViewCache())
    told = made.told or scene_builder.log_so_far(table, viewer, moment)
    return replace(made, told=told, told_at=tuple(table.told_at[: moment.lines]), clock=None)


def past_change(table: Table, viewer: Viewer, before: Moment, after: Moment) -> Change:
    """What happened between two earlier moments, as a viewer saw and heard it: the steps of the later one, and the
    lines of all that was done since the first."""
    then, now = past_scene(table, viewer, before), past_scene(table, viewer, after)
    made = scene_builder.change_between(ViewCache(), viewer, after, then, now)
    return replace(made, told=now.told[len(then.told) :])


def trial_scene(table: Table, viewer: Viewer, moment: Moment) -> Scene:
    """A position that somebody set up, or what was played from it, to play on: nothing is secret there, and whoever
    sees everything moves for everybody."""
    if not is_revealed(table):
        raise Denied("refused.replay_running")
    made, seat = past_scene(table, viewer, moment), scene_builder.seat_asked(moment)
    made = replace(made, told=tuple(line for line in made.told if isinstance(line, Event)), told_at=())
    if made.view is None or seat is None or not (viewer.open or viewer.seat == seat):
        return made
    return replace(made, view=made.view | {"legal": game(moment.settings.game).position(moment.state)["legal"]})


def trial_change(table: Table, viewer: Viewer, before: Moment, after: Moment) -> Change:
    """What a move in a position that somebody set up did."""
    return replace(past_change(table, viewer, before, after), after=trial_scene(table, viewer, after))


def draft_scene(table: Table, position: View, things: Places, first: Moment) -> Scene:
    """A position as somebody set it up, before what happens by itself; all of it lies open."""
    made = past_scene(table, open_viewer(table, None), first)
    view = game(table.settings.game).drafts.view(position)
    return replace(made, view=view, things=things, acting=None, effect=None, told=(), told_at=())


def opening_change(table: Table, before: Scene, first: Moment) -> Change:
    """What happens by itself before the first choice in a position that somebody set up."""
    after = trial_scene(table, before.viewer, first)
    made = scene_builder.change_between(ViewCache(), before.viewer, first, before, after)
    return replace(made, told=made.after.told)
