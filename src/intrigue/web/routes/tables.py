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
from intrigue.web.errors import Refusal
from intrigue.web.http.requests import (
    address,
    asker,
    counted,
    form,
    fresh_key,
    number_in,
    onward,
    posted,
    seen,
    sent,
    shown,
    site_info,
    site_of,
    table_id,
    told,
    wants_page,
)
from intrigue.web.render import frames, pages, regions
from intrigue.web.routes.my_games import waiting
from intrigue.web.routes.pages import places_at
from intrigue.web.runtime.loading import Earlier
from intrigue.web.runtime.people import Who
from intrigue.web.table import opening, requests
from intrigue.web.table.log_entries import AnyCommand
from intrigue.web.table.requests import Posted
from intrigue.web.table.seats import checked_name
from intrigue.web.table.settings import Settings, checked, default_settings
from intrigue.web.table.table import Table
from intrigue.web.view import projection

WATCHING = ("nobody", "link", "anyone")


async def quick(request: Request) -> Response:
    """A table full of bots, to play at once."""
    who, fields = await posted(request)
    settings = chosen(fields, who.language)
    return await opened(request, who, fields, settings, settings.level)


async def new(request: Request) -> Response:
    """A table as the form says; the form again if it says something that cannot be."""
    who, fields = await posted(request)
    try:
        settings = checked(chosen(fields, who.language))
        fill = settings.level if fields.get("fill") == "bots" or settings.hot_seat else None
        return await opened(request, who, fields, settings, fill)
    except IntrigueError as fault:
        if isinstance(fault, Refusal) or not wants_page(request.scope) or hasattr(fault, "wait"):
            raise
        texts = {name: str(value) for name, value in fields.items()}
        return shown(
            request, who, pages.new(who.me, site_info(request), texts, fault.text(who.language), fresh_key()), 422
        )


def chosen(fields: dict[str, Any], language: str) -> Settings:
    """Settings from a form; what it does not say is as usual. `checked` looks at the values."""
    usual = default_settings(text(fields, "game") or "oriflamme", language)
    players, level, watch = text(fields, "players"), text(fields, "level"), text(fields, "watch")
    screens, first = text(fields, "screens"), text(fields, "first")
    try:
        clock = pages.read_clock(text(fields, "clock"))
    except ValueError:
        raise Refusal(400, "serve.fault.request") from None
    return Settings(
        game=usual.game,
        edition=text(fields, "edition") or usual.edition,
        players=int(players) if players.isascii() and players.isdigit() and len(players) < 3 else usual.players,
        kinds=tuple(kind for kind in text(fields, "kinds").split(",") if kind),
        clock=clock,
        watch=watch if watch in WATCHING else usual.watch,  # type: ignore[arg-type]
        listed=bool(text(fields, "listed")),
        screens=screens if screens in ("open", "closed") else usual.screens,  # type: ignore[arg-type]
        level=level if level in LEVELS else usual.level,
        hot_seat=bool(text(fields, "hot_seat")),
        stall_guard=text(fields, "stall_guard") != "off",
        first=int(first) if first.isascii() and first.isdigit() and len(first) < 3 else usual.first,
    )


def text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name, "")
    return value.strip() if isinstance(value, str) else "on" if value is True else str(value) if value else ""


async def opened(request: Request, who: Who, fields: dict[str, Any], settings: Settings, fill: str | None) -> Response:
    site = site_of(request)
    site.limits.check("table", address(request))
    if name := text(fields, "name"):
        who = await site.people.change(who, {"name": checked_name(name)})
    assert who.id is not None
    person, name = who.id, who.called
    people = number_in({"people": text(fields, "people")}, "people")

    def first(id: str, secret: bytes) -> Any:
        return opening.new_table(settings, person, name, fill, secret, people)

    id = await site.desk.open(person, "open", first, form(request, fields))
    if wants_page(request.scope):
        return who.bring(onward(f"/t/{id}"), request.scope["site"]["scheme"])
    return told({"table": id})


async def table(request: Request) -> Response:
    """The page of a table, from the lobby to the end."""
    who, site = await asker(request), site_of(request)
    try:
        await seen(request, who)
    except Earlier as fault:
        return await earlier(request, who, fault)
    rewritten = site.desk.rewritings(table_id(request))
    talk = await site.store.talk(table_id(request))
    others = await waiting(site, who.id, table_id(request)) if who.id is not None else []
    quiet = who.id is not None and table_id(request) in await site.store.quiet(who.id)
    table, viewer = await seen(request, who)
    scene = projection.scene(table, viewer, now=site.now(), outages=site.desk.outages)
    frame = frames.snapshot(scene, who.words)
    lines = [str(regions.talk_line(said, scene, who.words)) for said in talk]
    return shown(
        request, who, pages.table(who.me, site_info(request), scene, frame, lines, bool(others), quiet, rewritten)
    )


async def earlier(request: Request, who: Who, fault: Earlier) -> Response:
    """The page of a game that ended under other rules, or was played with another deck."""
    site, table = site_of(request), fault.table
    site.hub.looks(table, who.id)
    places = await places_at(site, table, who.words)
    why = pages.ended_early(table.why, table.note, who.words, bool(table.seats_of(who.id)))
    way = f"/t/{table.id}/record"
    return shown(
        request, who, pages.earlier(who.me, site_info(request), table.settings.game, fault.key, way, places, why)
    )


async def do(request: Request) -> Response:
    """What a person asks of the table."""
    site, id = site_of(request), table_id(request)

    def sits(person: int) -> bool:
        table = site.desk.at_hand(id)
        return table is not None and bool(table.seats_of(person))

    who, asked = await sent(request, Posted, enough=sits)
    table, _ = await seen(request, who)
    site.limits.check("move", (id, counted(table, who)))
    if not isinstance(asked.request, requests.Move):
        site.limits.check("deed", address(request))
    if isinstance(asked.request, requests.TakeBack):
        site.limits.check("take-back", address(request))
    assert who.id is not None
    version = await site.desk.command(id, who.id, named(asked, who))
    if isinstance(asked.request, requests.Sit | requests.Rename) and not who.name and asked.request.name.strip():
        await site.people.change(who, {"name": asked.request.name})
    return told({"version": version})


def named(asked: Posted, who: Who) -> Posted:
    """What is asked; whoever sits down without a name is called as usual, or a guest."""
    if not isinstance(asked.request, requests.Sit) or asked.request.name.strip():
        return asked
    sit = msgspec.structs.replace(asked.request, name=who.called)
    return msgspec.structs.replace(asked, request=sit)


async def rematch(request: Request) -> Response:
    """The same people once more, everybody one seat on."""
    site, id = site_of(request), table_id(request)
    who, _ = await posted(request)
    site.limits.check("table", address(request))
    await seen(request, who)
    person = who.id
    assert person is not None

    def again(old: Table, gone: Collection[int], id: str, secret: bytes) -> Sequence[AnyCommand]:
        return opening.rematch(old, person, secret, gone)

    return told({"table": await site.desk.follow(id, person, again)})


async def record(request: Request) -> Response:
    """The finished game as a file."""
    who, site = await asker(request), site_of(request)
    table = await site.desk.remembered(table_id(request))
    site.hub.looks(table, who.id)
    if table.phase not in ("over", "aborted"):
        raise Refusal(403, "serve.fault.running")
    name = f'attachment; filename="intrigue-{table.id}.game"'
    return Response(table.record_text(), media_type="text/plain", headers={"Content-Disposition": name})


async def qr(request: Request) -> Response:
    """The table's link, for a phone to look at."""
    who = await asker(request)
    table, _ = await seen(request, who)
    drawn = io.BytesIO()
    segno.make(f"{site_info(request).url}/t/{table.id}", error="m").save(
        drawn, kind="svg", border=2, scale=4, light="white"
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml")
