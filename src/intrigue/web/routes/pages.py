"""Pages around the tables: the first one, the list of open tables, what this is, and what a reader likes."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from intrigue.web.errors import Refusal
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


async def home(request: Request) -> Response:
    """One click to a game, and the reader's own tables."""
    visitor, site = await current_visitor(request), site_of(request)
    mine = await site.listings.on_home_page(visitor)
    in_the_open = await site.listings.in_the_open(visitor)
    experience = await site.listings.experience(visitor)
    page = pages.home(visitor.me, site_info(request), mine, new_form_key(), in_the_open, experience)
    return page_response(request, visitor, page)


async def tables(request: Request) -> Response:
    """Open tables that anybody may join, and games that anybody may watch."""
    visitor, site = await current_visitor(request), site_of(request)
    lines, watch = await site.listings.open_tables(visitor), await site.listings.watchable_games(visitor)
    return page_response(request, visitor, pages.tables(visitor.me, site_info(request), lines, watch))


async def new(request: Request) -> Response:
    """The choices of a new table; bots are as good as suits the visitor, if nothing else is asked for."""
    visitor = await current_visitor(request)
    asked = {name: value for name, value in request.query_params.items() if len(value) < 200 and value.isprintable()}
    chosen = {"level": pages.level_for(await site_of(request).listings.experience(visitor))} | asked
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
    """Name, language and preferences."""
    visitor, fields = await form_body(request)
    back = fields.pop("back", "/")
    visitor = await site_of(request).people.change(visitor, preferences_in(fields))
    if wants_page(request.scope):
        return with_identity(request, visitor, redirect(local_path(back)))
    return json_response({"name": visitor.name, "language": visitor.language})


def preferences_in(fields: dict[str, Any]) -> dict[str, Any]:
    """What was chosen, from a form's texts or from JSON."""
    chosen = {name: value for name, value in fields.items() if isinstance(value, str | bool)}
    if chosen.get("sound") in ("on", "off"):
        chosen["sound"] = chosen["sound"] == "on"
    return chosen
