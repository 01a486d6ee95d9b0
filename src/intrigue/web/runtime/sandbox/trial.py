"""A sandbox to look at: its position as it was set up, what happens by itself, and every move played from there."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.game import Game, Playable
from intrigue.engine.headers import Position
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.web.runtime.replays import LONGEST_NAME, Timeline
from intrigue.web.runtime.sandbox.drafts import as_draft, match_of
from intrigue.web.table import log_entries
from intrigue.web.table.event_steps import EventStep, Numbering, PackedState, Things, pack_state
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.settings import Settings
from intrigue.web.view import replay, viewers
from intrigue.web.view.scene import Scene, SceneChange

ORIGIN = "trial"
"""Of what is only tried: a game that somebody plays on with has the origin `sandbox`, and secrets like any other."""


class Trial:
    """A record unrolled: the table after each move, and before all of them the position as it was set up."""

    def __init__(self, record: Record) -> None:
        match = match_of(record)
        headers = {name: value for name, value in record.headers.items() if name != "Names"}
        settings = Settings(match.game.name, match.edition, match.players)
        names = match.names or [""] * match.players
        done: list[AnyContent] = [log_entries.Opened(settings, "", str(Record(headers)), ORIGIN)]
        done += [log_entries.Sat(seat, -seat, name[:LONGEST_NAME]) for seat, name in enumerate(names, start=1)]
        done.append(log_entries.Began(deck=match.game.deck_file or ""))
        self.timeline = Timeline.of(
            ORIGIN, b"", [Entry(at, 0, None, content) for at, content in enumerate(done, start=1)]
        )
        self.laid: Position | None = None
        """The position as it was set up, if something happens in it before anybody can choose."""
        self.things: Things = {}
        if "Position" in headers:
            self.record_start(record, json.loads(headers["Position"]))
        for move in record.moves:
            assert self.timeline.table.to_act is not None
            moved = log_entries.Moved(self.timeline.table.to_act, move)
            self.timeline.extend([Entry(self.timeline.version + 1, 0, None, moved)])

    def record_start(self, record: Record, position: Position) -> None:
        """Shows what happens by itself step by step, and numbers what lies there from the set-up on."""
        table, first = self.timeline.table, self.timeline.stops[0]
        assert table.match is not None
        now = as_draft(table.match.position)
        if now | {"to_act": None} == position | {"to_act": None}:
            return
        recorder = StartRecorder(table.match.game)
        self.laid, self.things = position, recorder.numbering.number(table.match.game.pieces_in(position))
        recorder.run(record)
        table.numbering = recorder.numbering
        table.things = recorder.numbering.look(table.match.state)
        events = [line for line in first.lines if isinstance(line, Event)]
        steps = tuple(EventStep(event, *look) for event, look in zip(events, recorder.looks, strict=True))
        recorded = replace(first, steps=steps, things=table.things)
        self.timeline.stops[0] = self.timeline.moments[0] = recorded

    @property
    def last(self) -> int:
        """The number of the last step; step 0 is the first choice, -1 the position as it was set up."""
        return self.timeline.last

    @property
    def first(self) -> int:
        """The number of the first step."""
        return 0 if self.laid is None else -1

    def scene(self, step: int, seat: int | None) -> Scene:
        """The table after a step, open or with the eyes of a seat."""
        if step < 0 and self.laid is not None and seat is None:
            return replay.draft_scene(self.timeline.table, self.laid, self.things, self.timeline.stops[0])
        return replay.trial_scene(
            self.timeline.table, viewers.open_viewer(self.timeline.table, seat), self.timeline.stop(max(step, 0))
        )

    def change(self, step: int, seat: int | None) -> SceneChange | None:
        """What happened in a step; None where nothing did, or nobody could have seen it."""
        if step > 0:
            viewer = viewers.open_viewer(self.timeline.table, seat)
            return replay.trial_change(
                self.timeline.table, viewer, self.timeline.stop(step - 1), self.timeline.stop(step)
            )
        if step == 0 and self.laid is not None and seat is None:
            return replay.opening_change(self.timeline.table, self.scene(-1, None), self.timeline.stops[0])
        return None


class StartRecorder(list[tuple[int, int, int, int]]):
    """A listener that keeps the board at every event before the first choice."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game
        self.numbering = Numbering(game)
        self.state: Playable | None = None
        self.looks: list[tuple[PackedState, Things]] = []

    def run(self, record: Record) -> None:
        """Sets the position up once more, and watches."""
        watched = copy.copy(self.game)
        vars(watched)["blank"] = self.blank  # the state that is filled there is the one to look at
        match = Match.begin(self.game, Record(record.headers))
        watched.from_headers(record.headers, match.players, match.edition, self)

    def blank(self, *chosen: Any) -> Playable:
        self.state = self.game.blank(*chosen)
        return self.state

    def append(self, told: tuple[int, int, int, int]) -> None:
        assert self.state is not None  # who tells has begun
        super().append(told)
        self.numbering.hear(self.game.event(*told))
        self.looks.append((pack_state(self.state), self.numbering.look(self.state)))
