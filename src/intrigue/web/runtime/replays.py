"""A game unrolled to look at: every moment since the deal, of a table's log or of a record that somebody brought.

The rules are not told a second time here: a log is folded as any table is, only that no moment is forgotten. Nothing
leaves a reel but through the door.
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
from intrigue.web.runtime.loading import EARLIER
from intrigue.web.store import Store
from intrigue.web.table import log_entries
from intrigue.web.table.log_entries import UNREADABLE, AnyCommand, Entry
from intrigue.web.table.settings import Settings, offered
from intrigue.web.table.table import Moment, Table, passed_over

MOST_MOVES = 2_000
"""Moves of a record that somebody brings; no game takes as many."""
MOST_TIME = 5.0
"""Seconds of processor time that replaying such a record may take."""
LONGEST_NAME = 24
KEPT = 32
"""Reels kept in memory: three megabytes each at the most."""
SAID = 3_000
"""Lines that a reel remembers as they were written, a megabyte or so; all that one asks for in any case."""
FEW = 20
"""So many new entries are added to a reel at once; for more it is unrolled again beside the loop."""
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


class Reel:
    """A table that remembers every moment since its deal; its version is that of the log it was unrolled from."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.moments = deque()
        self.moments: list[Moment] = []
        """Since the deal."""
        self.stops: list[Moment] = []
        """The deal, each move, each take-back, and the end of a game that was given up."""
        self.said: OrderedDict[Any, list[str]] = OrderedDict()
        """Lines of its log as they were written for some eyes in a language; those asked for last."""

    @classmethod
    def of(cls, id: str, secret: bytes, entries: Sequence[Entry]) -> Reel:
        """The reel of a log."""
        reel = cls(Table(id, secret))
        reel.go_on(entries)
        return reel

    def can_go_on(self, entries: Sequence[Entry]) -> bool:
        """Whether what was done since can be added: it does not pass over anything that is here."""
        after, before = passed_over(entries)
        return not before or after >= self.version

    def go_on(self, entries: Sequence[Entry]) -> None:
        """Adds what was done since."""
        after, before = passed_over(entries)
        for entry in entries:
            if after < entry.version < before:
                self.table.version = entry.version
                continue
            if entry.command is UNREADABLE:
                raise Refusal(409, "serve.fault.rules")
            moment = self.table.apply(entry)
            if moment.still is not None:
                self.moments.append(moment)
                if isinstance(entry.command, STOPS):
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
        kept = self.said.pop(key, [])
        if len(kept) < upto:
            kept = kept + write(len(kept))
        self.said[key] = kept
        while len(self.said) > 1 and sum(map(len, self.said.values())) > SAID:
            self.said.popitem(last=False)
        return kept[:upto]

    def moves(self, step: int) -> list[str]:
        """The moves that stood after a step, with those that the game began with."""
        played = Record.parse(self.table.start).moves if self.table.start else []
        for stop in self.stops[: step + 1]:
            if isinstance(stop.command, log_entries.Moved):
                played.append(stop.command.move)
            elif isinstance(stop.command, log_entries.TookBack):
                del played[stop.command.standing :]
        return played

    def number(self, moment: Moment) -> int:
        """How many moves stood after a moment."""
        return len(self.moves(self.step_of(moment.version)))

    def start(self, step: int) -> str:
        """The game up to a step as a record to go on from: nameless, and never leaving the server."""
        assert self.table.match is not None
        headers = {name: value for name, value in self.table.match.record.headers.items() if name != "Names"}
        return str(Record(headers, self.moves(step)))


# Records that somebody brought


def checked(data: bytes, clock: Callable[[], float] = thread_time) -> str:
    """A record as it is kept: replayed to the end, its comments gone. What is wrong with it raises `BadLine`."""
    end = clock() + MOST_TIME
    record = Record.parse(data)
    if len(record.moves) > MOST_MOVES:
        raise BadLine(record.line_of_move(MOST_MOVES), IntrigueError("replay.fault.moves", most=MOST_MOVES))
    try:
        if "Game" not in record.headers:
            raise IntrigueError("error.missing_header", header="Game")
        game = offered(record.headers["Game"])
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


def of_record(id: str, text: str) -> Reel:
    """The reel of a record that was checked."""
    record = Record.parse(text)
    rules = offered(record.headers["Game"])
    if record.headers["Rules"] != str(rules.version):
        raise OldRecord(rules.name, "rules")
    if not rules.is_played_with(record.headers.get(DECK_FILE)):
        raise OldRecord(rules.name, "deck")
    match = Match.begin(rules, record)
    settings = Settings(match.game.name, match.edition, match.players, watch="link")
    start = str(Record({name: value for name, value in record.headers.items() if name != "Names"}))
    names = match.names or [""] * match.players
    done: list[AnyCommand] = [log_entries.Opened(settings, "", start, RECORD)]
    done += [log_entries.Sat(seat, -seat, name[:LONGEST_NAME]) for seat, name in enumerate(names, start=1)]
    done.append(log_entries.Began(rules.version, rules.deck_file or ""))
    reel = Reel.of(id, b"", [Entry(version, 0, None, command) for version, command in enumerate(done, start=1)])
    for move in record.moves:
        assert reel.table.to_act is not None
        reel.go_on([Entry(reel.version + 1, 0, None, log_entries.Moved(reel.table.to_act, move))])
    return reel


# Those in memory


class Reels:
    """The reels that were looked at last. They are unrolled one at a time, in a thread, so that no table waits."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self.store = store
        self.kept = kept
        self.reels: OrderedDict[str, Reel] = OrderedDict()
        self.gate = asyncio.Lock()
        self.clock: Callable[[], float] = thread_time
        """Of the thread that replays what somebody brings."""
        self.dropped: set[str] = set()
        """What was dropped while one is unrolled: if it is that one, it is read again."""

    async def of_table(self, id: str, version: int, dear: Callable[[], None] = lambda: None) -> Reel:
        """The reel of a table, at least up to a version; `dear` is asked before one is unrolled, and may refuse."""
        reel = self.found(id)
        if reel is None or reel.version < version:
            async with self.gate:
                reel = self.found(id)
                if reel is None or reel.version < version:
                    reel = await self.unrolled(id, reel, dear)
        return reel

    async def unrolled(self, id: str, reel: Reel | None, dear: Callable[[], None]) -> Reel:
        if reel is not None:
            self.dropped.clear()
            new = await self.store.read(id, reel.version)
            if len(new) <= FEW and reel.can_go_on(new) and id not in self.dropped:
                reel.go_on(new)
                return reel
        dear()
        secret = await self.store.secret(id)
        if secret is None:
            raise Refusal(404, "serve.fault.no_table")
        while True:
            self.dropped.clear()
            made = await asyncio.to_thread(Reel.of, id, secret, await self.store.read(id))
            if id not in self.dropped:
                return self.keep(id, made)

    async def of_shelf(self, id: str, now: int, dear: Callable[[], None] = lambda: None) -> Reel:
        """The reel of a record that somebody brought, as long as it lies on the shelf."""
        reel = self.found(id)
        if reel is not None and await self.store.record_on_shelf(id, now) is None:
            self.drop(id)
            reel = None
        if reel is None:
            async with self.gate:
                reel = self.found(id)
                if reel is None:
                    reel = await self.taken_down(id, now, dear)
        return reel

    async def taken_down(self, id: str, now: int, dear: Callable[[], None]) -> Reel:
        while True:
            self.dropped.clear()
            text = await self.store.record_on_shelf(id, now)
            if text is None:
                raise Refusal(404, "replay.fault.no_record")
            dear()
            made = await asyncio.to_thread(of_record, id, text)
            if id not in self.dropped:
                return self.keep(id, made)

    async def checked(self, data: bytes) -> str:
        """A record that somebody brings, replayed in a thread."""
        async with self.gate:
            return await asyncio.to_thread(checked, data, self.clock)

    def found(self, id: str) -> Reel | None:
        if id in self.reels:
            self.reels.move_to_end(id)
        return self.reels.get(id)

    def keep(self, id: str, reel: Reel) -> Reel:
        self.reels[id] = reel
        self.reels.move_to_end(id)
        while len(self.reels) > self.kept:
            self.reels.popitem(last=False)
        return reel

    def drop(self, id: str) -> None:
        """Forgets a reel: somebody in its log was forgotten."""
        self.reels.pop(id, None)
        if self.gate.locked():
            self.dropped.add(id)


def settings_of(reel: Reel, level: str) -> Settings:
    """What a game that goes on from a reel is played with: no clock, found by its link only."""
    chosen: dict[str, Any] = {"watch": "link", "level": level, "screens": reel.table.settings.screens}
    return Settings(reel.table.settings.game, reel.table.settings.edition, reel.table.settings.players, **chosen)
