"""The reader's own games: what waits for them, what is over, what that comes to, and the bots' ladder."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from intrigue.games import GAMES
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

A_PAGE = 20
"""Finished games on one page."""


async def games(request: Request) -> Response:
    """My games: unfinished first, those that wait for me before all others."""
    visitor, site = await current_visitor(request), site_of(request)
    first = number_in(request.query_params, "from")
    if visitor.id is None:
        return page_response(request, visitor, account_pages.mine(visitor.me, site_info(request), [], 0, [], 0, 0))
    open = await site.listings.under_way(visitor, visitor.id)
    ended, more = await site.listings.finished_games(visitor, visitor.id, first, A_PAGE)
    waiting = sum(line.my_turn for line in open)
    return page_response(
        request, visitor, account_pages.mine(visitor.me, site_info(request), open, waiting, ended, first, more)
    )


async def onto_next(request: Request) -> Response:
    """On to the next table that waits for me, or to the list of all if none does."""
    visitor, site = await current_visitor(request), site_of(request)
    tables = await site.listings.waiting_for(visitor.id, but(request), silenced=True) if visitor.id is not None else []
    return redirect(f"/t/{tables[0]}" if tables else "/mine")


async def others_wait(request: Request) -> Response:
    """How many other tables wait for me, but for those I silenced."""
    visitor, site = await current_visitor(request), site_of(request)
    tables = await site.listings.waiting_for(visitor.id, but(request)) if visitor.id is not None else []
    return json_response({"waiting": len(tables)})


def but(request: Request) -> str:
    """The table that somebody comes from."""
    table = request.query_params.get("from", "")
    return table if ID.fullmatch(table) else ""


async def statistics(request: Request) -> Response:
    """What the finished games come to."""
    visitor, site = await current_visitor(request), site_of(request)
    over = await site.listings.counted_results(visitor.id) if visitor.id is not None else []
    played = [name for name in GAMES if any(game.mine.game == name for game in over)]
    chosen = request.query_params.get("game", "")
    page = account_pages.statistics(visitor.me, site_info(request), over, chosen if chosen in played else "", played)
    return page_response(request, visitor, page)


async def ladder(request: Request) -> Response:
    """How strong the bots are."""
    visitor = await current_visitor(request)
    return page_response(request, visitor, account_pages.ladder(visitor.me, site_info(request)))
