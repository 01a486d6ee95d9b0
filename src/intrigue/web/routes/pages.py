"""Pages around the tables: the first one, the list of open tables, what this is, and what a reader likes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from intrigue.web import pages
from intrigue.web.desk import NoTable
from intrigue.web.house import House
from intrigue.web.pages import TableLine
from intrigue.web.routes.asking import asker, house, local, onward, posted, shown, site, told, wants_page
from intrigue.web.security import Refusal
from intrigue.web.store import Row
from intrigue.web.table.table import Table

LISTED = 50
MINE = 12
FINISHED = 3
"""Of the own tables that are over, so many are listed, for a day."""
DAY = 24 * 60 * 60 * 1000


async def home(request: Request) -> Response:
    """One click to a game, and the reader's own tables."""
    who, found = await asker(request), house(request)
    mine: list[TableLine] = []
    if who.id is not None:
        mine = await lines(found, own(await found.store.tables_of(who.id, 4 * MINE), found.now()), who.id)
    return shown(request, who, pages.home(who.me, site(request), mine))


def own(rows: Iterable[Row], now: int) -> list[Row]:
    """The own tables worth a line: those under way, and the last that ended."""
    rows = list(rows)
    open = [row for row in rows if row.phase in ("gathering", "playing")]
    over = [row for row in rows if row.phase == "over" and now - row.changed < DAY]
    return open[:MINE] + over[:FINISHED]


async def lines(found: House, rows: Iterable[Row], person: int | None) -> list[TableLine]:
    """Tables as lines of a list."""
    listed = []
    for row in rows:
        try:
            table = await found.desk.table(row.table)
        except NoTable:
            continue
        seats = table.seats_of(person)
        listed.append(
            TableLine(
                table=row.table,
                game=table.settings.game,
                edition=table.settings.edition,
                players=table.settings.players,
                free=row.free,
                clock=table.settings.clock,
                names=tuple(seat.name for seat in table.seats if seat.name),
                phase=table.phase,
                mine=bool(seats),
                my_turn=waits_for(table, person),
                changed=table.changed,
            )
        )
    return listed


def waits_for(table: Table, person: int | None) -> bool:
    """Whether a person is asked to move, and no bot in their place."""
    seat = table.to_act
    return seat is not None and seat in table.seats_of(person) and table.driver(seat) == "person"


async def tables(request: Request) -> Response:
    """Open tables that anybody may join."""
    who, found = await asker(request), house(request)
    rows = await found.store.open_tables(LISTED)
    return shown(request, who, pages.tables(who.me, site(request), await lines(found, rows, who.id)))


async def new(request: Request) -> Response:
    """The choices of a new table."""
    who = await asker(request)
    chosen = {name: value for name, value in request.query_params.items() if len(value) < 200 and value.isprintable()}
    return shown(request, who, pages.new(who.me, site(request), chosen))


async def about(request: Request) -> Response:
    """What this is."""
    who = await asker(request)
    return shown(request, who, pages.about(who.me, site(request)))


async def nothing(request: Request) -> Response:
    """No page of ours; whoever asks is told so in their language."""
    await asker(request)
    raise Refusal(404, "serve.fault.no_page")


async def me(request: Request) -> Response:
    """Name, language and likings."""
    who, fields = await posted(request)
    back = fields.pop("back", "/")
    who = await house(request).people.change(who, likings(fields))
    if wants_page(request.scope):
        return who.bring(onward(local(back)), request.scope["site"]["scheme"])
    return told({"name": who.name, "language": who.language})


def likings(fields: dict[str, Any]) -> dict[str, Any]:
    """What was chosen, from a form's texts or from JSON."""
    chosen = {name: value for name, value in fields.items() if isinstance(value, str | bool)}
    if chosen.get("sound") in ("on", "off"):
        chosen["sound"] = chosen["sound"] == "on"
    return chosen
