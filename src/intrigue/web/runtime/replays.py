"""A game unrolled to look at: every moment since the deal, of a table's log or of a record that somebody brought.

The rules are not told a second time here: a log is folded as any table is, only that no moment is forgotten. Nothing
leaves a timeline but through the view package.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from time import thread_time
from typing import Any, Literal

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.game import DECK_FILE
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.web.errors import Refusal
from intrigue.web.runtime.table_loading import EARLIER
from intrigue.web.store import Store
from intrigue.web.table import log_entries
from intrigue.web.table.log_entries import UNREADABLE, AnyContent, Entry
from intrigue.web.table.settings import Settings, offered_game
from intrigue.web.table.table import Moment, Table, unfollowed_versions

MOST_MOVES = 2_000
"""Moves of a record that somebody brings; no game takes as many."""
MOST_TIME = 5.0
"""Seconds of processor time that replaying such a record may take."""
LONGEST_NAME = 24
KEPT = 32
"""Timelines kept in memory: three megabytes each at the most."""
LINES_KEPT = 3_000
"""Lines that a timeline remembers as they were written, a megabyte or so; all that one asks for in any case."""
FEW = 20
"""So many new entries are added to a timeline at once; for more it is unrolled again beside the loop."""
STOPS = (log_entries.Began, log_entries.Moved, log_entries.TookBack, log_entries.Ended)
"""After these one stops on the way through a game; whatever else was done at the table is told along with them."""
RECORD = "record"
"""The origin of a table that is only a record to look at."""


class OldRecord(Refusal):
    """A record on the shelf that was written under earlier rules or with another deck file; it is still there to be
    downloaded."""

    def __init__(self, game: str, why: Literal["rules", "deck"]) -> None:
        super().__init__(409, EARLIER[why])
        self.game = game


class Timeline:
    """A table that remembers every moment since its deal; its version is that of the log it was unrolled from."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.moments = deque()
        self.moments: list[Moment] = []
        """Since the deal."""
        self.stops: list[Moment] = []
        """The deal, each move, each take-back, and the end of a game that was given up."""
        self.log_lines: OrderedDict[Any, list[str]] = OrderedDict()
        """Lines of its log as they were written for some eyes in a language; those asked for last."""

    @classmethod
    def of(cls, id: str, secret: bytes, entries: Sequence[Entry]) -> Timeline:
        """The timeline of a log."""
        timeline = cls(Table(id, secret))
        timeline.extend(entries)
        return timeline

    def can_extend(self, entries: Sequence[Entry]) -> bool:
        """Whether what was done since can be added: it does not pass over anything that is here."""
        after, before = unfollowed_versions(entries)
        return not before or after >= self.version

    def extend(self, entries: Sequence[Entry]) -> None:
        """Adds what was done since."""
        after, before = unfollowed_versions(entries)
        for entry in entries:
            if after < entry.version < before:
                self.table.version = entry.version
                continue
            if entry.content is UNREADABLE:
                raise Refusal(409, "serve.fault.rules")
            moment = self.table.apply(entry)
            if moment.packed_state is not None:
                self.moments.append(moment)
                if isinstance(entry.content, STOPS):
                    self.stops.append(moment)
        self.table.moments.clear()  # they are here

    @property
    def version(self) -> int:
        """The last version it knows."""
        return self.table.version

    @property
    def last(self) -> int:
        """The number of the last step; the deal is step 0."""
        return len(self.stops) - 1

    def at(self, version: int) -> Moment:
        """The moment of a version since the deal."""
        number = bisect_left(self.moments, version, key=lambda moment: moment.version)
        if number == len(self.moments) or self.moments[number].version != version:
            raise Refusal(404, "replay.fault.no_moment")
        return self.moments[number]

    def step_of(self, version: int) -> int:
        """The last step that was reached at a version; -1 before the deal."""
        return bisect_right(self.stops, version, key=lambda stop: stop.version) - 1

    def stop(self, step: int) -> Moment:
        """Where a step ends."""
        if not 0 <= step < len(self.stops):
            raise Refusal(404, "replay.fault.no_moment")
        return self.stops[step]

    def lines(self, key: Any, upto: int, write: Callable[[int], list[str]]) -> list[str]:
        """The first lines of the log for some eyes; only those that nobody asked for yet are written, from one on."""
        kept = self.log_lines.pop(key, [])
        if len(kept) < upto:
            kept = kept + write(len(kept))
        self.log_lines[key] = kept
        while len(self.log_lines) > 1 and sum(map(len, self.log_lines.values())) > LINES_KEPT:
            self.log_lines.popitem(last=False)
        return kept[:upto]

    def moves(self, step: int) -> list[str]:
        """The moves that stood after a step, with those that the game began with."""
        played = Record.parse(self.table.start).moves if self.table.start else []
        for stop in self.stops[: step + 1]:
            if isinstance(stop.content, log_entries.Moved):
                played.append(stop.content.move)
            elif isinstance(stop.content, log_entries.TookBack):
                del played[stop.content.standing :]
        return played

    def move_count(self, moment: Moment) -> int:
        """How many moves stood after a moment."""
        return len(self.moves(self.step_of(moment.version)))

    def record_up_to(self, step: int) -> str:
        """The game up to a step as a record to go on from: nameless, and never leaving the server."""
        assert self.table.match is not None
        headers = {name: value for name, value in self.table.match.record.headers.items() if name != "Names"}
        return str(Record(headers, self.moves(step)))


# Records that somebody brought


def check_record(data: bytes, clock: Callable[[], float] = thread_time) -> str:
    """A record as it is kept: replayed to the end, its comments gone. What is wrong with it raises `BadLine`."""
    end = clock() + MOST_TIME
    record = Record.parse(data)
    if len(record.moves) > MOST_MOVES:
        raise BadLine(record.line_of_move(MOST_MOVES), IntrigueError("replay.fault.moves", most=MOST_MOVES))
    try:
        if "Game" not in record.headers:
            raise IntrigueError("error.missing_header", header="Game")
        game = offered_game(record.headers["Game"])
    except IntrigueError as fault:
        raise BadLine(record.line_of("Game"), fault) from None
    if not game.is_played_with(record.headers.get(DECK_FILE)):
        raise BadLine(record.line_of(DECK_FILE), IntrigueError("replay.fault.deck"))
    match = Match.begin(game, record)
    if match.over:
        raise BadLine(record.line_of("Position"), IntrigueError("replay.fault.over"))
    for match in Match.replay(game, record):
        if len(match.played) < len(record.moves) and clock() > end:
            raise BadLine(record.line_of_move(len(match.played)), IntrigueError("replay.fault.slow"))
    return str(match.record)


def timeline_of_record(id: str, text: str) -> Timeline:
    """The timeline of a record that was checked."""
    record = Record.parse(text)
    rules = offered_game(record.headers["Game"])
    if record.headers["Rules"] != str(rules.version):
        raise OldRecord(rules.name, "rules")
    if not rules.is_played_with(record.headers.get(DECK_FILE)):
        raise OldRecord(rules.name, "deck")
    match = Match.begin(rules, record)
    settings = Settings(match.game.name, match.edition, match.players, watch="link")
    start = str(Record({name: value for name, value in record.headers.items() if name != "Names"}))
    names = match.names or [""] * match.players
    done: list[AnyContent] = [log_entries.Opened(settings, "", start, RECORD)]
    done += [log_entries.Sat(seat, -seat, name[:LONGEST_NAME]) for seat, name in enumerate(names, start=1)]
    done.append(log_entries.Began(rules.version, rules.deck_file or ""))
    timeline = Timeline.of(id, b"", [Entry(version, 0, None, content) for version, content in enumerate(done, start=1)])
    for move in record.moves:
        assert timeline.table.to_act is not None
        timeline.extend([Entry(timeline.version + 1, 0, None, log_entries.Moved(timeline.table.to_act, move))])
    return timeline


# Those in memory


class Replays:
    """The timelines that were looked at last. They are unrolled one at a time, in a thread, so that no table waits."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self.store = store
        self.kept = kept
        self.timelines: OrderedDict[str, Timeline] = OrderedDict()
        self.gate = asyncio.Lock()
        self.clock: Callable[[], float] = thread_time
        """Of the thread that replays what somebody brings."""
        self.dropped: set[str] = set()
        """What was dropped while one is unrolled: if it is that one, it is read again."""

    async def of_table(self, id: str, version: int, before_unrolling: Callable[[], None] = lambda: None) -> Timeline:
        """The timeline of a table, at least up to a version; `before_unrolling` may refuse what costs much."""
        timeline = self.cached_timeline(id)
        if timeline is None or timeline.version < version:
            async with self.gate:
                timeline = self.cached_timeline(id)
                if timeline is None or timeline.version < version:
                    timeline = await self.unroll(id, timeline, before_unrolling)
        return timeline

    async def unroll(self, id: str, timeline: Timeline | None, before_unrolling: Callable[[], None]) -> Timeline:
        if timeline is not None:
            self.dropped.clear()
            new = await self.store.read(id, timeline.version)
            if len(new) <= FEW and timeline.can_extend(new) and id not in self.dropped:
                timeline.extend(new)
                return timeline
        before_unrolling()
        secret = await self.store.secret(id)
        if secret is None:
            raise Refusal(404, "serve.fault.no_table")
        while True:
            self.dropped.clear()
            made = await asyncio.to_thread(Timeline.of, id, secret, await self.store.read(id))
            if id not in self.dropped:
                return self.keep(id, made)

    async def of_shelf(self, id: str, now: int, before_unrolling: Callable[[], None] = lambda: None) -> Timeline:
        """The timeline of a record that somebody brought, as long as it lies on the shelf."""
        timeline = self.cached_timeline(id)
        if timeline is not None and await self.store.record_on_shelf(id, now) is None:
            self.drop(id)
            timeline = None
        if timeline is None:
            async with self.gate:
                timeline = self.cached_timeline(id)
                if timeline is None:
                    timeline = await self.unroll_record(id, now, before_unrolling)
        return timeline

    async def unroll_record(self, id: str, now: int, before_unrolling: Callable[[], None]) -> Timeline:
        while True:
            self.dropped.clear()
            text = await self.store.record_on_shelf(id, now)
            if text is None:
                raise Refusal(404, "replay.fault.no_record")
            before_unrolling()
            made = await asyncio.to_thread(timeline_of_record, id, text)
            if id not in self.dropped:
                return self.keep(id, made)

    async def check(self, data: bytes) -> str:
        """A record that somebody brings, replayed in a thread."""
        async with self.gate:
            return await asyncio.to_thread(check_record, data, self.clock)

    def cached_timeline(self, id: str) -> Timeline | None:
        if id in self.timelines:
            self.timelines.move_to_end(id)
        return self.timelines.get(id)

    def keep(self, id: str, timeline: Timeline) -> Timeline:
        self.timelines[id] = timeline
        self.timelines.move_to_end(id)
        while len(self.timelines) > self.kept:
            self.timelines.popitem(last=False)
        return timeline

    def drop(self, id: str) -> None:
        """Forgets a timeline: somebody in its log was forgotten."""
        self.timelines.pop(id, None)
        if self.gate.locked():
            self.dropped.add(id)


def settings_of(timeline: Timeline, level: str) -> Settings:
    """What a game that goes on from a timeline is played with: no clock, found by its link only."""
    before = timeline.table.settings
    return Settings(before.game, before.edition, before.players, watch="link", level=level, screens=before.screens)
