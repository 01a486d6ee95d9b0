"""Lists of tables as pages show them: open ones, a person's own, those that wait for them, and how games ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from intrigue.locale import Words
from intrigue.web.errors import NoTable, Unplayable
from intrigue.web.html.names import name_of
from intrigue.web.render.account_pages import Finished
from intrigue.web.render.pages import MOST_EXPERIENCED, InTheOpen, Place, TableLine, ended_early, in_order
from intrigue.web.runtime.tables import Tables
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.store import ENDED, SeatResult, Store, TableRow
from intrigue.web.table.results import standing
from intrigue.web.table.table import Table
from intrigue.web.view.statistics import Own, own_games

OPEN = 50
"""The most open tables that are listed."""
LIVELY = 60 * 60 * 1000
"""A game is watched as long as its last move is no older: of many nobody comes back to end them."""
IN_THE_OPEN = 3
"""The most open tables, and the most games to watch, on the first page."""
FRESH = 5_000
"""Milliseconds for which the first page tells everybody the same of them."""
UNDER_WAY = 60
"""The most unfinished tables of a person that are looked at."""
ON_HOME_PAGE = 12
"""The most of them on the first page."""
JUST_ENDED = 3
"""Of a person's tables that are over, so many are listed on the first page, for a day."""
DAY = 24 * 60 * 60 * 1000
COUNTED = 2_000
"""The most finished games that count; the oldest beyond it do not."""


class Listings:
    """Lists of a site's tables."""

    def __init__(self, tables: Tables, store: Store, now: Callable[[], int]) -> None:
        self.tables = tables
        self.store = store
        self.now = now
        self.seen: tuple[int, list[TableRow], list[TableRow]] | None = None
        """When it was last looked what goes on in the open: tables to join, games to watch."""

    # Tables as lines

    async def open_tables(self, visitor: Visitor) -> list[TableLine]:
        """Tables that anybody may join."""
        return await self.lines(await self.store.joinable_tables(OPEN), visitor)

    async def watchable_games(self, visitor: Visitor) -> list[TableLine]:
        """Games under way that anybody may watch."""
        return self.still(await self.lines(await self.watchable_rows(), visitor), "playing")

    async def watchable_rows(self) -> list[TableRow]:
        """The rows of these games."""
        rows = await self.store.watchable_tables(OPEN)
        return [row for row in rows if self.now() - row.changed < LIVELY]

    async def in_the_open(self, visitor: Visitor) -> InTheOpen:
        """What strangers may join or watch, as the first page tells it. It is opened most, so the index of tables is
        not asked for each of them: what was found lately will do for the numbers, and each table shown is looked at."""
        if self.seen is None or not 0 <= self.now() - self.seen[0] < FRESH:
            self.seen = self.now(), await self.store.joinable_tables(OPEN), await self.watchable_rows()
        _, joinable, watchable = self.seen
        return InTheOpen(
            free=sum(row.free for row in joinable),
            games=len(watchable),
            join=self.still(await self.lines(joinable[:IN_THE_OPEN], visitor), "gathering"),
            watch=self.still(await self.lines(watchable[:IN_THE_OPEN], visitor), "playing"),
        )

    @staticmethod
    def still(lines: Iterable[TableLine], phase: str) -> list[TableLine]:
        """The tables that are still in a phase."""
        return [line for line in lines if line.phase == phase]

    async def experience(self, visitor: Visitor) -> int:
        """How many games a visitor has played to their end, as far as that matters."""
        return 0 if visitor.id is None else await self.store.count_results(visitor.id, MOST_EXPERIENCED)

    async def on_home_page(self, visitor: Visitor) -> list[TableLine]:
        """A visitor's tables on the first page: those under way, and what has just ended."""
        if visitor.id is None:
            return []
        ended = await self.store.tables_of(visitor.id, JUST_ENDED, under_way=False)
        recent = [row for row in ended if self.now() - row.changed < DAY]
        under_way = await self.under_way(visitor, visitor.id, ON_HOME_PAGE)
        return under_way[:ON_HOME_PAGE] + await self.lines(recent, visitor)

    async def under_way(self, visitor: Visitor, person: int, most: int | None = None) -> list[TableLine]:
        """The unfinished tables of a person: those that wait for them first, exercises last. Among many it is not the
        one that waits longest that is left out: all games are looked at, and so many of the latest tables. One that
        cannot be played here now is among them, and says why."""
        oldest = await self.store.games_of(person, UNDER_WAY)
        latest = await self.store.tables_of(person, most or UNDER_WAY, under_way=True)
        rows = {row.table: row for row in (*oldest, *latest)}
        return in_order(await self.lines(rows.values(), visitor, unplayable_too=True))[:UNDER_WAY]

    async def lines(self, rows: Iterable[TableRow], visitor: Visitor, unplayable_too: bool = False) -> list[TableLine]:
        """Tables as lines of a list; with those of other rules or another deck file, if they belong there too."""
        lines = []
        for row in rows:
            try:
                table, fault = await self.look_at(row, visitor, unplayable_too)
            except NoTable:
                continue
            lines.append(table_line(row, table, visitor, fault))
        return lines

    async def look_at(self, row: TableRow, visitor: Visitor, unplayable_too: bool) -> tuple[Table, str]:
        """The table of a line, and why it cannot be played here now, if it cannot; one that has ended does not come
        into memory for that."""
        if row.phase in ENDED:
            return await self.tables.skim(row.table, row.phase), ""
        try:
            return await self.tables.get(row.table), ""
        except Unplayable as fault:
            if not unplayable_too:
                raise
            return await self.tables.skim(row.table, row.phase), fault.text(visitor.language)

    async def waiting_for(self, person: int, but: str = "", silenced: bool = False) -> list[str]:
        """Tables where a person is asked to move, longest waiting first, but for one; those they silenced come last,
        and only if asked for."""
        quiet = await self.store.quiet_tables(person)
        since: list[tuple[bool, int, str]] = []
        for row in await self.store.games_of(person, UNDER_WAY):
            if row.table == but or row.table in quiet and not silenced:
                continue
            try:
                table = await self.tables.get(row.table)
            except NoTable:
                continue
            if is_waiting_for(table, person):
                since.append((row.table in quiet, table.began_at, row.table))
        return [table for *_, table in sorted(since)]

    # Games that have ended

    async def finished_games(self, visitor: Visitor, person: int, first: int, most: int) -> tuple[list[Finished], int]:
        """A page of a person's games that have ended, and how many come after it."""
        rows = await self.store.tables_of(person, COUNTED, under_way=False)
        page = [line for row in rows[first : first + most] if (line := await self.finished_line(row, visitor))]
        return page, max(0, len(rows) - first - most)

    async def finished_line(self, row: TableRow, visitor: Visitor) -> Finished | None:
        """A game that has ended as a line of a list, unless it cannot be read. Of an exercise nobody wrote down how it
        ended."""
        try:
            table = await self.tables.skim(row.table, row.phase)
            places = await self.places_at(table, visitor.words)
        except NoTable:
            return None
        mine = table.seats_of(visitor.id)
        others = [seat for seat in table.seats if seat.number not in mine and not seat.free]
        bots = sum(bool(seat.level) for seat in others)
        return Finished(
            table=row.table,
            game=row.game,
            players=len(table.seats),
            own=tuple(place for place in places if place.seat in mine),
            why=ended_early(table.why, table.note, visitor.words),
            origin=table.origin.partition(":")[0],
            at=table.ended_at or row.changed,
            people=len(others) - bots,
            bots=bots,
            replay=table.can_be_replayed,
            record=bool(table.rules),
        )

    async def counted_results(self, person: int) -> list[Own]:
        """The finished games that count, latest first."""
        return own_games(await self.store.results_of(person, COUNTED), person)

    async def places_at(self, table: Table, words: Words) -> list[Place]:
        """How a game ended for every seat, winners first; nothing if it did not come to its end. Of one of earlier
        rules it is known what was counted."""
        results = [SeatResult(**one) for one in standing(table)] or await self.store.results_at(table.id)
        names = [name_of(seat.name, bool(seat.key), words) for seat in table.seats]
        winners = sum(one.place == 1 for one in results)
        places = [
            Place(one.seat, names[one.seat - 1], one.points, one.place, one.place == 1 and winners > 1, one.resigned)
            for one in results
        ]
        return sorted(places, key=lambda one: one.place)


def table_line(row: TableRow, table: Table, visitor: Visitor, fault: str) -> TableLine:
    """A table as a line of a list; `fault` says why it cannot be played here now, if it cannot."""
    seats = table.seats_of(visitor.id)
    return TableLine(
        table=row.table,
        game=table.settings.game,
        edition=table.settings.edition,
        players=table.settings.players,
        free=row.free,
        clock=table.settings.clock,
        names=tuple(name_of(seat.name, bool(seat.key), visitor.words) for seat in table.seats if seat.name),
        phase=table.phase,
        mine=bool(seats),
        my_turn=not fault and is_waiting_for(table, visitor.id),
        changed=table.changed,
        origin=table.origin.partition(":")[0],
        why=fault or ended_early(table.why, table.note, visitor.words, bool(seats)),
    )


def is_waiting_for(table: Table, person: int | None) -> bool:
    """Whether a person is asked to move, and no bot in their place; an exercise waits for nobody."""
    seat = table.to_act
    return seat is not None and not table.origin and seat in table.seats_of(person) and table.driver(seat) == "person"
