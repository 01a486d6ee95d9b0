"""The reader's own games: what waits for them, what is over, what that comes to, and the bots' ladder."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from intrigue.games import GAMES
from intrigue.web.errors import NoTable
from intrigue.web.http.requests import (
    ID,
    current_visitor,
    json_response,
    number_in,
    page_response,
    redirect,
    site_info,
    site_of,
)
from intrigue.web.render import account_pages
from intrigue.web.render.account_pages import Finished
from intrigue.web.render.pages import ended_early
from intrigue.web.routes.pages import UNDER_WAY, places_at, under_way, waits_for
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.site import Site
from intrigue.web.store import Row
from intrigue.web.view.statistics import Own, own

A_PAGE = 20
"""Finished games on one page."""
COUNTED = 2_000
"""The most finished games that count; the oldest beyond it do not."""


async def games(request: Request) -> Response:
    """My games: unfinished first, those that wait for me before all others."""
    visitor, site = await current_visitor(request), site_of(request)
    first = number_in(request.query_params, "from")
    if visitor.id is None:
        return page_response(request, visitor, account_pages.mine(visitor.me, site_info(request), [], 0, [], 0, 0))
    open = await under_way(site, visitor, visitor.id, UNDER_WAY)
    rows = await site.store.tables_of(visitor.id, COUNTED, under_way=False)
    ended = [line for row in rows[first : first + A_PAGE] if (line := await ended_line(site, row, visitor))]
    waiting = sum(line.my_turn for line in open)
    more = max(0, len(rows) - first - A_PAGE)
    return page_response(
        request, visitor, account_pages.mine(visitor.me, site_info(request), open, waiting, ended, first, more)
    )


async def ended_line(site: Site, row: Row, visitor: Visitor) -> Finished | None:
    """A game that has ended as a line of a list, unless it cannot be read. Of an exercise nobody wrote down how it
    ended."""
    try:
        table = await site.tables.skim(row.table, row.phase)
        places = await places_at(site, table, visitor.words)
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


async def finished(site: Site, person: int) -> list[Own]:
    """The finished games that count, latest first."""
    return own(await site.store.results_of(person, COUNTED), person)


async def waiting(site: Site, person: int, but: str = "", silenced: bool = False) -> list[str]:
    """Tables where a person is asked to move, longest waiting first, but for one; those they silenced come last, and
    only if asked for."""
    quiet = await site.store.quiet(person)
    since: list[tuple[bool, int, str]] = []
    for row in await site.store.games_of(person, UNDER_WAY):
        if row.table == but or row.table in quiet and not silenced:
            continue
        try:
            table = await site.tables.get(row.table)
        except NoTable:
            continue
        if waits_for(table, person):
            since.append((row.table in quiet, table.began_at, row.table))
    return [table for *_, table in sorted(since)]


async def onto_next(request: Request) -> Response:
    """On to the next table that waits for me, or to the list of all if none does."""
    visitor, site = await current_visitor(request), site_of(request)
    tables = await waiting(site, visitor.id, but(request), silenced=True) if visitor.id is not None else []
    return redirect(f"/t/{tables[0]}" if tables else "/mine")


async def others_wait(request: Request) -> Response:
    """How many other tables wait for me, but for those I silenced."""
    visitor, site = await current_visitor(request), site_of(request)
    tables = await waiting(site, visitor.id, but(request)) if visitor.id is not None else []
    return json_response({"waiting": len(tables)})


def but(request: Request) -> str:
    """The table that somebody comes from."""
    table = request.query_params.get("from", "")
    return table if ID.fullmatch(table) else ""


async def statistics(request: Request) -> Response:
    """What the finished games come to."""
    visitor, site = await current_visitor(request), site_of(request)
    over = await finished(site, visitor.id) if visitor.id is not None else []
    played = [name for name in GAMES if any(game.mine.game == name for game in over)]
    chosen = request.query_params.get("game", "")
    page = account_pages.statistics(visitor.me, site_info(request), over, chosen if chosen in played else "", played)
    return page_response(request, visitor, page)


async def ladder(request: Request) -> Response:
    """How strong the bots are."""
    visitor = await current_visitor(request)
    return page_response(request, visitor, account_pages.ladder(visitor.me, site_info(request)))
