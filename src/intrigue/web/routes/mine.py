"""The reader's own games: what waits for them, what is over, what that comes to, and the bots' ladder."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from intrigue.games import GAMES
from intrigue.web import memoir
from intrigue.web.desk import NoTable
from intrigue.web.house import House
from intrigue.web.routes.asking import ID, asker, house, number_in, onward, shown, site, told
from intrigue.web.routes.pages import lines, waits_for
from intrigue.web.tally import Own, own

UNDER_WAY = 60
"""The most unfinished tables that are looked at."""
A_PAGE = 20
"""Finished games on one page."""
COUNTED = 2_000
"""The most finished games that count; the oldest beyond it do not."""


async def games(request: Request) -> Response:
    """My games: unfinished first, those that wait for me before all others."""
    who, found = await asker(request), house(request)
    first = number_in(request.query_params, "from")
    if who.id is None:
        return shown(request, who, memoir.mine(who.me, site(request), [], 0, [], 0, 0))
    rows = await found.store.tables_of(who.id, UNDER_WAY, under_way=True)
    open = await lines(found, rows, who.id)
    over = await finished(found, who.id)
    waiting = sum(line.my_turn for line in open)
    more = max(0, len(over) - first - A_PAGE)
    page = memoir.mine(who.me, site(request), open, waiting, over[first : first + A_PAGE], first, more)
    return shown(request, who, page)


async def finished(found: House, person: int) -> list[Own]:
    """The finished games that count, latest first."""
    return own(await found.store.results_of(person, COUNTED), person)


async def waiting(found: House, person: int, but: str = "") -> list[str]:
    """Tables where a person is asked to move, longest waiting first, but for one."""
    rows = await found.store.tables_of(person, UNDER_WAY, under_way=True)
    since: list[tuple[int, str]] = []
    for row in rows:
        if row.phase != "playing" or row.table == but:
            continue
        try:
            table = await found.desk.table(row.table)
        except NoTable:
            continue
        if waits_for(table, person):
            since.append((table.began_at, row.table))
    return [table for _, table in sorted(since)]


async def onto_next(request: Request) -> Response:
    """On to the next table that waits for me, or to the list of all if none does."""
    who, found = await asker(request), house(request)
    tables = await waiting(found, who.id, but(request)) if who.id is not None else []
    return onward(f"/t/{tables[0]}" if tables else "/mine")


async def others_wait(request: Request) -> Response:
    """How many other tables wait for me."""
    who, found = await asker(request), house(request)
    tables = await waiting(found, who.id, but(request)) if who.id is not None else []
    return told({"waiting": len(tables)})


def but(request: Request) -> str:
    """The table that somebody comes from."""
    table = request.query_params.get("from", "")
    return table if ID.fullmatch(table) else ""


async def statistics(request: Request) -> Response:
    """What the finished games come to."""
    who, found = await asker(request), house(request)
    over = await finished(found, who.id) if who.id is not None else []
    played = [name for name in GAMES if any(game.mine.game == name for game in over)]
    chosen = request.query_params.get("game", "")
    page = memoir.statistics(who.me, site(request), over, chosen if chosen in played else "", played)
    return shown(request, who, page)


async def ladder(request: Request) -> Response:
    """How strong the bots are."""
    who = await asker(request)
    return shown(request, who, memoir.ladder(who.me, site(request)))
