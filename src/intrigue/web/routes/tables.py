"""A table: opening one, its page, what is done at it, and what remains of it."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from intrigue.bots import LEVELS
from intrigue.engine.errors import IntrigueError
from intrigue.games import GAMES
from intrigue.web.errors import Refusal
from intrigue.web.http.requests import (
    client_network,
    current_visitor,
    form_body,
    form_fingerprint,
    json_body,
    json_response,
    limited_person,
    new_form_key,
    number_in,
    page_response,
    site_info,
    site_of,
    table_and_viewer,
    table_id,
    to_table,
    wants_page,
)
from intrigue.web.render import frames, pages, regions
from intrigue.web.runtime.table_loading import Earlier
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.table import opening, requests
from intrigue.web.table.log_entries import AnyContent
from intrigue.web.table.requests import Posted
from intrigue.web.table.seats import check_name
from intrigue.web.table.settings import Settings, default_settings, valid_settings
from intrigue.web.table.table import Table
from intrigue.web.view import scene_builder, viewers

WATCHING = ("nobody", "link", "anyone")


async def quick(request: Request) -> Response:
    """A table full of bots, to play at once."""
    visitor, fields = await form_body(request)
    settings = settings_in(fields, visitor.language)
    return await open_table(request, visitor, fields, settings, settings.level)


async def new(request: Request) -> Response:
    """A table as the form says; the form again if it says something that cannot be."""
    visitor, fields = await form_body(request)
    try:
        settings = valid_settings(settings_in(fields, visitor.language))
        fill = settings.level if fields.get("fill") == "bots" or settings.hot_seat else None
        return await open_table(request, visitor, fields, settings, fill)
    except IntrigueError as fault:
        if isinstance(fault, Refusal) or not wants_page(request.scope) or hasattr(fault, "wait"):
            raise
        texts = {name: str(value) for name, value in fields.items()}
        return page_response(
            request,
            visitor,
            pages.new(visitor.me, site_info(request), texts, fault.text(visitor.language), new_form_key()),
            422,
        )


def settings_in(fields: dict[str, Any], language: str) -> Settings:
    """Settings from a form; what it does not say is as usual. `valid_settings` looks at the values."""
    usual = default_settings(text_in(fields, "game") or next(iter(GAMES)), language)
    players, level, watch = text_in(fields, "players"), text_in(fields, "level"), text_in(fields, "watch")
    screens, first = text_in(fields, "screens"), text_in(fields, "first")
    try:
        clock = pages.read_clock(text_in(fields, "clock"))
    except ValueError:
        raise Refusal(400, "serve.fault.request") from None
    return Settings(
        game=usual.game,
        edition=text_in(fields, "edition") or usual.edition,
        players=int(players) if players.isascii() and players.isdigit() and len(players) < 3 else usual.players,
        kinds=tuple(kind for kind in text_in(fields, "kinds").split(",") if kind),
        clock=clock,
        watch=watch if watch in WATCHING else usual.watch,  # type: ignore[arg-type]
        listed=bool(text_in(fields, "listed")),
        screens=screens if screens in ("open", "closed") else usual.screens,  # type: ignore[arg-type]
        level=level if level in LEVELS else usual.level,
        hot_seat=bool(text_in(fields, "hot_seat")),
        stall_guard=text_in(fields, "stall_guard") != "off",
        first=int(first) if first.isascii() and first.isdigit() and len(first) < 3 else usual.first,
    )


def text_in(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name, "")
    return value.strip() if isinstance(value, str) else "on" if value is True else str(value) if value else ""


async def open_table(
    request: Request, visitor: Visitor, fields: dict[str, Any], settings: Settings, fill: str | None
) -> Response:
    site = site_of(request)
    site.limits.check("table", client_network(request))
    if name := text_in(fields, "name"):
        visitor = await site.people.change(visitor, {"name": check_name(name)})
    assert visitor.id is not None
    person, name = visitor.id, visitor.display_name
    people = number_in({"people": text_in(fields, "people")}, "people")

    def first(id: str, secret: bytes) -> Any:
        return opening.new_table(settings, person, name, fill, secret, people)

    id = await site.tables.open(person, "open", first, form_fingerprint(request, fields))
    return to_table(request, visitor, id)


async def table(request: Request) -> Response:
    """The page of a table, from the lobby to the end."""
    visitor, site = await current_visitor(request), site_of(request)
    try:
        await table_and_viewer(request, visitor)
    except Earlier as fault:
        return await earlier(request, visitor, fault)
    rewritten = site.tables.erasures(table_id(request))
    talk = await site.store.chat_lines(table_id(request))
    others = await site.listings.waiting_for(visitor.id, table_id(request)) if visitor.id is not None else []
    quiet = visitor.id is not None and table_id(request) in await site.store.quiet_tables(visitor.id)
    table, viewer = await table_and_viewer(request, visitor)
    views, outages = site.tables.views_of(table), site.tables.outages
    scene = scene_builder.scene(table, viewer, views, now=site.now(), outages=outages)
    frame = frames.snapshot(scene, visitor.words)
    lines = [str(regions.talk_line(line, scene, visitor.words)) for line in talk]
    return page_response(
        request,
        visitor,
        pages.table(visitor.me, site_info(request), scene, frame, lines, bool(others), quiet, rewritten),
    )


async def earlier(request: Request, visitor: Visitor, fault: Earlier) -> Response:
    """The page of a game that ended under other rules, or was played with another deck."""
    site, table = site_of(request), fault.table
    viewers.require_viewer(table, visitor.id)
    places = await site.listings.places_at(table, visitor.words)
    why = pages.ended_early(table.why, table.note, visitor.words, bool(table.seats_of(visitor.id)))
    way = f"/t/{table.id}/record"
    return page_response(
        request,
        visitor,
        pages.earlier(visitor.me, site_info(request), table.settings.game, fault.key, way, places, why),
    )


async def do(request: Request) -> Response:
    """What a person asks of the table."""
    site, id = site_of(request), table_id(request)

    def sits(person: int) -> bool:
        table = site.tables.in_memory(id)
        return table is not None and bool(table.seats_of(person))

    visitor, asked = await json_body(request, Posted, recent_will_do=sits)
    table, _ = await table_and_viewer(request, visitor)
    site.limits.check("move", (id, limited_person(table, visitor)))
    if not isinstance(asked.request, requests.Move):
        site.limits.check("deed", client_network(request))
    if isinstance(asked.request, requests.TakeBack):
        site.limits.check("take-back", client_network(request))
    assert visitor.id is not None
    version = await site.tables.submit(id, visitor.id, with_usual_name(asked, visitor))
    if isinstance(asked.request, requests.Sit | requests.Rename) and not visitor.name and asked.request.name.strip():
        await site.people.change(visitor, {"name": asked.request.name})
    return json_response({"version": version})


def with_usual_name(asked: Posted, visitor: Visitor) -> Posted:
    """What is asked; whoever sits down without a name is called as usual, or a guest."""
    if not isinstance(asked.request, requests.Sit) or asked.request.name.strip():
        return asked
    sit = msgspec.structs.replace(asked.request, name=visitor.display_name)
    return msgspec.structs.replace(asked, request=sit)


async def rematch(request: Request) -> Response:
    """The same people once more, everybody one seat on."""
    site, id = site_of(request), table_id(request)
    visitor, _ = await form_body(request)
    site.limits.check("table", client_network(request))
    await table_and_viewer(request, visitor)
    person = visitor.id
    assert person is not None

    def again(old: Table, gone: Collection[int], id: str, secret: bytes) -> Sequence[AnyContent]:
        return opening.rematch(old, person, secret, gone)

    return json_response({"table": await site.tables.open_next(id, person, again)})


async def record(request: Request) -> Response:
    """The finished game as a file."""
    visitor, site = await current_visitor(request), site_of(request)
    table = await site.tables.get_or_skim(table_id(request))
    viewers.require_viewer(table, visitor.id)
    if table.phase not in ("over", "aborted"):
        raise Refusal(403, "serve.fault.running")
    name = f'attachment; filename="intrigue-{table.id}.game"'
    return Response(table.record_text(), media_type="text/plain", headers={"Content-Disposition": name})


async def qr(request: Request) -> Response:
    """The table's link, for a phone to look at."""
    visitor = await current_visitor(request)
    table, _ = await table_and_viewer(request, visitor)
    picture = io.BytesIO()
    segno.make(f"{site_info(request).url}/t/{table.id}", error="m").save(
        picture, kind="svg", border=2, scale=4, light="white"
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")
