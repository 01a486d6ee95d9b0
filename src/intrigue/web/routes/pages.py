"""Pages around the tables: the first one, the list of open tables, what this is, and what a reader likes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from intrigue.locale import Words
from intrigue.web.errors import NoTable, Refusal, Unplayable
from intrigue.web.html.names import name_of
from intrigue.web.http.requests import (
    current_visitor,
    form_body,
    json_response,
    local_path,
    new_form_key,
    page_response,
    redirect,
    site_info,
    site_of,
    wants_page,
    with_identity,
)
from intrigue.web.render import pages
from intrigue.web.render.pages import TableLine
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.site import Site
from intrigue.web.store import Result, Row
from intrigue.web.store.log_queries import ENDED
from intrigue.web.table.results import standing
from intrigue.web.table.table import Table

LISTED = 50
UNDER_WAY = 60
"""The most unfinished tables of a person that are looked at."""
MINE = 12
FINISHED = 3
"""Of the own tables that are over, so many are listed, for a day."""
DAY = 24 * 60 * 60 * 1000


async def home(request: Request) -> Response:
    """One click to a game, and the reader's own tables."""
    visitor, site = await current_visitor(request), site_of(request)
    mine: list[TableLine] = []
    if visitor.id is not None:
        ended = await site.store.tables_of(visitor.id, FINISHED, under_way=False)
        over = [row for row in ended if site.now() - row.changed < DAY]
        mine = (await under_way(site, visitor, visitor.id, MINE))[:MINE] + await lines(site, over, visitor)
    return page_response(request, visitor, pages.home(visitor.me, site_info(request), mine, new_form_key()))


async def under_way(site: Site, visitor: Visitor, person: int, most: int) -> list[TableLine]:
    """The unfinished tables of a person: those that wait for them first, exercises last. Among many it is not the one
    that waits longest that is left out: all games are looked at, and so many of the latest tables. One that cannot be
    played here now is among them, and says why."""
    oldest = await site.store.games_of(person, UNDER_WAY)
    latest = await site.store.tables_of(person, most, under_way=True)
    rows = {row.table: row for row in (*oldest, *latest)}
    return pages.in_order(await lines(site, rows.values(), visitor, stopped=True))[:UNDER_WAY]


async def lines(site: Site, rows: Iterable[Row], visitor: Visitor, stopped: bool = False) -> list[TableLine]:
    """Tables as lines of a list; `stopped` if those of other rules or another deck file belong there too."""
    listed = []
    for row in rows:
        try:
            table, fault = await looked_at(site, row, visitor, stopped)
        except NoTable:
            continue
        seats = table.seats_of(visitor.id)
        listed.append(
            TableLine(
                table=row.table,
                game=table.settings.game,
                edition=table.settings.edition,
                players=table.settings.players,
                free=row.free,
                clock=table.settings.clock,
                names=tuple(name_of(seat.name, bool(seat.key), visitor.words) for seat in table.seats if seat.name),
                phase=table.phase,
                mine=bool(seats),
                my_turn=not fault and waits_for(table, visitor.id),
                changed=table.changed,
                origin=table.origin.partition(":")[0],
                why=fault or pages.ended_early(table.why, table.note, visitor.words, bool(seats)),
            )
        )
    return listed


async def looked_at(site: Site, row: Row, visitor: Visitor, stopped: bool) -> tuple[Table, str]:
    """The table of a line, and why it cannot be played here now, if it cannot; one that has ended does not come into
    memory for that."""
    if row.phase in ENDED:
        return await site.tables.skim(row.table, row.phase), ""
    try:
        return await site.tables.get(row.table), ""
    except Unplayable as fault:
        if not stopped:
            raise
        return await site.tables.skim(row.table, row.phase), fault.text(visitor.language)


async def places_at(site: Site, table: Table, words: Words) -> list[pages.Place]:
    """How a game ended for every seat, winners first; nothing if it did not come to its end. Of one of earlier rules it
    is known what was counted."""
    results = [Result(**one) for one in standing(table)] or await site.store.results_at(table.id)
    names = [name_of(seat.name, bool(seat.key), words) for seat in table.seats]
    winners = sum(one.place == 1 for one in results)
    places = [
        pages.Place(one.seat, names[one.seat - 1], one.points, one.place, one.place == 1 and winners > 1, one.resigned)
        for one in results
    ]
    return sorted(places, key=lambda one: one.place)


def waits_for(table: Table, person: int | None) -> bool:
    """Whether a person is asked to move, and no bot in their place; an exercise waits for nobody."""
    seat = table.to_act
    return seat is not None and not table.origin and seat in table.seats_of(person) and table.driver(seat) == "person"


async def tables(request: Request) -> Response:
    """Open tables that anybody may join."""
    visitor, site = await current_visitor(request), site_of(request)
    rows = await site.store.open_tables(LISTED)
    return page_response(
        request, visitor, pages.tables(visitor.me, site_info(request), await lines(site, rows, visitor))
    )


async def new(request: Request) -> Response:
    """The choices of a new table."""
    visitor = await current_visitor(request)
    chosen = {name: value for name, value in request.query_params.items() if len(value) < 200 and value.isprintable()}
    return page_response(request, visitor, pages.new(visitor.me, site_info(request), chosen, key=new_form_key()))


async def about(request: Request) -> Response:
    """What this is."""
    visitor = await current_visitor(request)
    return page_response(request, visitor, pages.about(visitor.me, site_info(request)))


async def nothing(request: Request) -> Response:
    """No page of ours; whoever asks is told so in their language."""
    await current_visitor(request)
    raise Refusal(404, "serve.fault.no_page")


async def me(request: Request) -> Response:
    """Name, language and likings."""
    visitor, fields = await form_body(request)
    back = fields.pop("back", "/")
    visitor = await site_of(request).people.change(visitor, likings(fields))
    if wants_page(request.scope):
        return with_identity(request, visitor, redirect(local_path(back)))
    return json_response({"name": visitor.name, "language": visitor.language})


def likings(fields: dict[str, Any]) -> dict[str, Any]:
    """What was chosen, from a form's texts or from JSON."""
    chosen = {name: value for name, value in fields.items() if isinstance(value, str | bool)}
    if chosen.get("sound") in ("on", "off"):
        chosen["sound"] = chosen["sound"] == "on"
    return chosen
