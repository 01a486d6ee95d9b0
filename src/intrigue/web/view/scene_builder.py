"""The one way out of a table: scenes and changes, built field by field for one viewer.

Nothing else that makes pages or frames reads a table, a match or a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.game import Game, Playable, View
from intrigue.games import game
from intrigue.web.table import clocks
from intrigue.web.table.errors import Denied
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.seats import Seat
from intrigue.web.table.settings import Settings
from intrigue.web.table.table import Moment, Table
from intrigue.web.view.cache import ViewCache, share_parts
from intrigue.web.view.scene import ClockSeen, Scene, SceneChange, SeatSeen, Step, Viewer


def scene(
    table: Table,
    viewer: Viewer,
    views: ViewCache,
    moment: Moment | None = None,
    now: int | None = None,
    outages: Sequence[Any] = (),
) -> Scene:
    """A table at one moment (the last, if none is named) with the whole log; its clock as it stands at `now`."""
    moment = moment or table.moments[-1]
    last = scene_after(table, viewer, moment, views)
    lines = last.lines or log_so_far(table, viewer, moment)
    line_versions = tuple(table.line_versions[: moment.line_count])
    return last.with_log(lines, line_versions, clock_of(moment, moment.at if now is None else now, outages))


def change(table: Table, viewer: Viewer, moment: Moment, views: ViewCache) -> SceneChange:
    """What one entry did, as a viewer saw and heard it."""
    known = views.changes.get((moment.version, viewer))
    if known is None:
        before = views.scenes.get((moment.version - 1, viewer))
        known = change_between(views, viewer, moment, before, scene_after(table, viewer, moment, views))
        if moment.version >= table.version - 1:
            views.changes[moment.version, viewer] = known
    return known


def change_between(views: ViewCache, viewer: Viewer, moment: Moment, before: Scene | None, after: Scene) -> SceneChange:
    """What one entry did, between two scenes of the same viewer."""
    rules = game(moment.settings.game)
    lines = tuple(
        views.share(moment.version, number, line_for(line, viewer, rules)) for number, line in enumerate(moment.lines)
    )
    sounds = {id(line): event for line, event in zip(moment.lines, lines, strict=True) if isinstance(event, Event)}
    looks = views_of_steps(views, viewer, moment, before, after)
    steps = tuple(
        Step(sounds[id(step.event)], look, step.things) for step, look in zip(moment.steps, looks, strict=True)
    )
    return SceneChange(moment.version, lines, steps, after, before)


# For one seat alone


def private_scene(table: Table, viewer: Viewer, seat: int, views: ViewCache) -> Scene:
    """What one seat of a device that is passed round knows: only while that seat is asked, only if it is held there."""
    moment = table.moments[-1]
    held = viewer.hot and seat in viewer.seats and table.seat(seat).person is not None
    if not held or seat_asked(moment) != seat or moment.seats[seat - 1].driver != "person":
        raise Denied("board.not_private")
    return scene_after(table, Viewer(seat, viewer.seats, viewer.host), moment, views)


def bot_question(table: Table, seat: int) -> dict[str, Any]:
    """What a program outside is asked when its seat is to choose: the bot protocol's line, without the time left."""
    moment, match = table.moments[-1], table.match
    assert match is not None and seat_asked(moment) == seat and moment.seats[seat - 1].driver == "program"
    view = behind_screens(match.view(seat), Viewer(seat, (seat,)), moment.settings)
    return {"view": view, "moves": match.moves_for(seat), "legal": list(match.choices())}


# The events of a moment


def views_of_steps(
    views: ViewCache, viewer: Viewer, moment: Moment, before: Scene | None, after: Scene
) -> Sequence[View]:
    """The board at each event: what everybody saw, and on it what the viewer knows from the scenes before and after.

    Looking at every state with every pair of eyes would cost more; behind closed screens it is done all the same.
    """
    if viewer.open or viewer.seat and moment.settings.screens == "closed":
        return [view_for(step.state, viewer, moment) for step in moment.steps]
    everybody = Viewer(0)
    if moment.version not in views.public:
        looks: list[View] = []
        last = views.faces.get(moment.version - 1)
        for number, step in enumerate(moment.steps):
            if number and step.packed_state == moment.steps[number - 1].packed_state:  # something was only told
                looks.append(looks[-1])
            else:
                looks.append(last := share_parts(view_for(step.state, everybody, moment), last))
        views.public[moment.version] = tuple(looks)
    public = views.public[moment.version]
    if not viewer.seat:
        return public
    known = views.own_things_in(before) | views.own_things_in(after)
    if not known:
        return public
    rules, own = game(moment.settings.game), list[View]()
    for number, (look, step) in enumerate(zip(public, moment.steps, strict=True)):
        same = number and look is public[number - 1]
        own.append(own[-1] if same else rules.with_own_pieces(look, step.things, known))
    return own


# One moment


def scene_after(table: Table, viewer: Viewer, moment: Moment, views: ViewCache) -> Scene:
    """The scene after a moment; the same object for the same moment and eyes. While the game runs the log so far is
    left out: it would be gone through again at every move."""
    key = (moment.version, viewer)
    if key not in views.scenes:
        if moment.version < table.version - 1:
            return build_scene(table, viewer, moment, views)
        views.keep(table.version)
        face = views.face(moment) if moment.packed_state and not viewer.open else None
        views.scenes[key] = build_scene(table, viewer, moment, views, face)
    return views.scenes[key]


def build_scene(table: Table, viewer: Viewer, moment: Moment, views: ViewCache, face: View | None = None) -> Scene:
    """The scene; `face` is what everybody sees, if that is at hand."""
    taker, state = moment.taker if moment.taker in viewer.seats else None, moment.state
    chosen = last_choice(viewer, moment)
    return Scene(
        table=table.id,
        version=moment.version,
        phase=moment.phase,
        settings=moment.settings,
        viewer=viewer,
        seats=seats_seen(moment.seats, viewer.seats, views),
        commitment="" if table.start else table.commitment,
        view=None if state is None else view_for(state, viewer, moment, face),
        acting=None if state is None else game(moment.settings.game).acting(state),
        effect=None if state is None else game(moment.settings.game).effect(state),
        things=moment.things,
        can_take_back=taker is not None,
        clock=clock_of(moment, moment.at, ()),
        why=moment.why,
        next_table=moment.next_table,
        lines=log_so_far(table, viewer, moment) if moment.phase in ("over", "aborted") else (),
        line_versions=tuple(table.line_versions[: moment.line_count]) if moment.phase in ("over", "aborted") else (),
        taker=taker or 0,
        origin=table.origin,
        moves=moment.moves if table.origin else 0,
        note=table.note,
        nonces=table.nonces if moment.phase in ("over", "aborted") and not table.start else (),
        bots_at_deal=table.bots_at_deal if moment.phase in ("over", "aborted") and not table.start else (),
        chosen=chosen or 0,
        recent=() if chosen is None else recent_events(table, viewer, moment, chosen),
    )


def seats_seen(seats: tuple[Seat, ...], mine: tuple[int, ...], views: ViewCache) -> tuple[SeatSeen, ...]:
    """All seats as somebody sees them who holds some of them; one object as long as nothing changes there."""
    kept = views.sitting.get(mine)
    if kept is None or kept[0] != seats:
        kept = views.sitting[mine] = (seats, tuple(seat_seen(seat, seat.number in mine) for seat in seats))
    return kept[1]


def seat_seen(seat: Seat, mine: bool) -> SeatSeen:
    return SeatSeen(
        number=seat.number,
        name=seat.name,
        held_by="person" if seat.person is not None else "bot" if seat.level else "nobody",
        level=seat.level,
        ready=seat.ready or bool(seat.level),
        away=seat.away,
        resigned=seat.resigned,
        for_ending=seat.for_ending,
        mine=mine,
        program=bool(seat.key),
    )


def last_choice(viewer: Viewer, moment: Moment) -> int | None:
    """How many lines the log had before the viewer's last choice; on a device that is passed round, before that of who
    is asked, or else the last one. None for who holds no seat, and when the game is over."""
    if moment.phase != "playing" or viewer.open or not viewer.seats:
        return None
    asked = seat_asked(moment)
    if viewer.seat or asked in viewer.seats:
        return moment.last_choices[(viewer.seat or asked or 0) - 1]
    return max(moment.last_choices[seat - 1] for seat in viewer.seats)


def recent_events(table: Table, viewer: Viewer, moment: Moment, chosen: int) -> tuple[Event, ...]:
    """What the viewer heard of the game since then, without what was taken back."""
    rules, events = game(moment.settings.game), list[Event]()
    for line in table.lines[chosen : moment.line_count]:
        if isinstance(line, Event):
            events.append(rules.event_for(line, viewer.seat))
        elif line.name == "tookback":
            del events[max(len(events) - line.values["undone"], 0) :]
    return tuple(events)


def seat_asked(moment: Moment) -> int | None:
    """The seat that must choose after a moment."""
    if moment.phase != "playing" or (state := moment.state) is None:
        return None
    return state.to_act + 1 if state.to_act >= 0 else None


def clock_of(moment: Moment, now: int, outages: Sequence[clocks.Span]) -> ClockSeen | None:
    chosen, seat = moment.settings.clock, seat_asked(moment)
    if chosen.kind == "none" or seat is None or moment.seats[seat - 1].driver != "person":
        return None
    end = clocks.deadline(chosen, moment.spent, moment.began_at, outages)
    whole = chosen.seconds * clocks.SECOND
    return ClockSeen(chosen.kind, seat, clocks.left(whole, end, now), whole)


# The game


def view_for(state: Playable, viewer: Viewer, moment: Moment, face: View | None = None) -> View:
    """The game's view of a state, screens closed, with legal moves only for who may answer now; made from what
    everybody sees (`face`), if that is at hand."""
    rules, seat = game(moment.settings.game), seat_asked(moment)
    if viewer.open:
        return {"for": 0, **rules.position(state), "legal": []}
    view = rules.own_view(state, face, viewer.seat) if face else rules.view(state, viewer.seat)
    may = seat is not None and seat in viewer.seats and moment.seats[seat - 1].driver == "person"
    if not may:
        view["legal"] = []
    elif viewer.hot:
        view["legal"] = open_moves(rules, state, seat or 0)
    return behind_screens(view, viewer, moment.settings)


def open_moves(rules: Game[Any], state: Playable, seat: int) -> list[str]:
    """The moves that may be shown on a device that is passed round before its curtain is lifted."""
    own = rules.view(state, seat)
    return [] if rules.moves_tell(own) else list(own["legal"])


def behind_screens(view: View, viewer: Viewer, settings: Settings) -> View:
    """Behind closed screens lies what only its player sees, until the game is over."""
    if settings.screens == "open":
        return view
    return game(settings.game).behind_screens(view, viewer.seat)


def log_so_far(table: Table, viewer: Viewer, moment: Moment) -> tuple[Event | TableNotice, ...]:
    """The log up to a moment as a viewer heard it."""
    rules = game(moment.settings.game)
    return tuple(line_for(line, viewer, rules) for line in table.lines[: moment.line_count])


def line_for(line: Event | TableNotice, viewer: Viewer, rules: Game[Any]) -> Event | TableNotice:
    """A line of the log as a viewer may hear it."""
    return rules.event_for(line, viewer.seat) if isinstance(line, Event) and not viewer.open else line
