"""Looking back: earlier moments of a running game, whole games step by step, records that people bring, and playing on
from a moment of any of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from intrigue.bots import LEVELS
from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.web.config import LONGEST_RECORD
from intrigue.web.errors import Refusal
from intrigue.web.html.names import names_of
from intrigue.web.http.multipart import BOUNDARY, MOST_FIELDS, multipart_fields
from intrigue.web.http.requests import (
    ID,
    accept_post,
    client_network,
    current_visitor,
    form_body,
    form_fingerprint,
    json_response,
    new_form_key,
    number_in,
    page_response,
    redirect,
    site_info,
    site_of,
    table_and_viewer,
    table_id,
    to_table,
    wants_page,
    with_identity,
)
from intrigue.web.render import frames, game_log, pages
from intrigue.web.render.pages import Watched
from intrigue.web.runtime import replays
from intrigue.web.runtime.replays import OldRecord, Timeline
from intrigue.web.runtime.table_ids import new_id
from intrigue.web.runtime.table_loading import Earlier
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.table import opening
from intrigue.web.view import replay, viewers
from intrigue.web.view.scene import Scene, Viewer

ALL = "all"
"""In an address: the eyes of somebody who sees everything."""


@dataclass(frozen=True)
class Source:
    """What is looked back at: a game that is over, or a record that somebody brought."""

    timeline: Timeline
    way: str
    """Where it is watched; its steps, its record and what might have been are found below."""
    back: str
    """The table it was played at; empty for a record."""
    seats: tuple[int, ...]
    """Those of the reader."""


# During a game


async def past(request: Request) -> Response:
    """An earlier moment of a table, as whoever asks saw it then."""
    visitor, site = await current_visitor(request), site_of(request)
    table, _ = await table_and_viewer(request, visitor)
    site.limits.check("past", client_network(request))
    unrolled = await unroll(request, table.version)
    table, viewer = await table_and_viewer(request, visitor)  # somebody may have given a seat away meanwhile
    moment = unrolled.at(number_in(request.query_params, "version"))
    step = unrolled.step_of(moment.version)
    stopped = unrolled.stop(step).version == moment.version
    before = step - 1 if stopped else step
    around = {
        "number": unrolled.move_count(moment),
        "before": unrolled.stop(before).version if before >= 0 else 0,
        "after": unrolled.stop(step + 1).version if step < unrolled.last else 0,
    }
    scene = replay.past_scene(unrolled.table, viewer, moment)
    return json_response(frames.past_frame(scene, visitor.words) | around)


async def unroll(request: Request, version: int) -> Timeline:
    """The timeline of the table in the address."""
    site = site_of(request)
    return await site.replays.of_table(
        table_id(request), version, lambda: site.limits.check("unroll", client_network(request))
    )


# After a game


async def source(request: Request, visitor: Visitor) -> Source:
    """What the address names; a table that still runs is not looked at from its end."""
    site = site_of(request)
    if "record" in request.path_params:
        id = record_id(request)
        unrolled = await site.replays.of_shelf(
            id, site.tables.without_outages(), lambda: site.limits.check("unroll", client_network(request))
        )
        return Source(unrolled, f"/replay/{id}", "", ())
    table, viewer = await table_and_viewer(request, visitor)
    if not viewers.is_revealed(table):
        raise Refusal(403, "refused.replay_running")
    if table.match is None:
        raise Refusal(404, "refused.no_record")
    id, version, seats = table.id, table.version, viewer.seats
    return Source(await unroll(request, version), f"/t/{id}/replay", f"/t/{id}", seats)


def record_id(request: Request) -> str:
    """The record in the address; what cannot be one is not even looked for."""
    id: str = request.path_params["record"]
    if not ID.fullmatch(id):
        raise Refusal(404, "replay.fault.no_record")
    return id


def eyes(request: Request, what: Source) -> tuple[str, Viewer]:
    """With whose eyes, as the address says it, and as `view/viewers` allows: the own ones unless it says otherwise."""
    usual = str(what.seats[0]) if len(what.seats) == 1 else ALL
    wanted = request.query_params.get("seat", usual)
    if wanted == ALL:
        return ALL, viewers.open_viewer(what.timeline.table, None)
    seat = number_in({"seat": wanted}, "seat")
    return str(seat), viewers.open_viewer(what.timeline.table, seat)


async def watch(request: Request) -> Response:
    """The page on which a game is watched from its deal on; its end is nowhere on it until it is reached."""
    visitor, site = await current_visitor(request), site_of(request)
    site.limits.check("replay", client_network(request))
    try:
        what = await source(request, visitor)
    except Earlier as fault:
        return redirect(f"/t/{fault.table.id}")
    except OldRecord as fault:
        return page_response(
            request,
            visitor,
            pages.earlier(visitor.me, site_info(request), fault.game, fault.key, f"{request.url.path}/record"),
        )
    seat, viewer = eyes(request, what)
    step = min(number_in(request.query_params, "step"), what.timeline.last)
    if "version" in request.query_params:
        step = max(what.timeline.step_of(number_in(request.query_params, "version")), 0)
    scene = replay.past_scene(what.timeline.table, viewer, what.timeline.stop(step))
    frame = frames.snapshot(scene, visitor.words)
    about = Watched(
        what.way,
        what.back,
        seat,
        step,
        what.timeline.last,
        len(what.timeline.moves(step)),
        tuple(stop.version for stop in what.timeline.stops),
    )
    return page_response(
        request, visitor, pages.replay(visitor.me, site_info(request), scene, frame, about, new_form_key())
    )


async def step(request: Request) -> Response:
    """One step: what happened, the table after it, and the lines of the log that the page does not have."""
    visitor, site = await current_visitor(request), site_of(request)
    site.limits.check("replay", client_network(request))
    what = await source(request, visitor)
    seat, viewer = eyes(request, what)
    number = number_in(request.query_params, "step", -1)
    now = what.timeline.stop(number)
    change = replay.past_change(what.timeline.table, viewer, what.timeline.stop(max(number - 1, 0)), now)
    known = what.timeline.step_of(number_in(request.query_params, "told"))
    start = what.timeline.stop(known).line_count if known >= 0 else 0
    frame = frames.replay_frame(change, visitor.words) if number else first(change.after, visitor)
    about = {"step": number, "number": len(what.timeline.moves(number)), "seat": seat}
    return json_response(
        frame | about | {"log": [line for line in log(what.timeline, change.after, visitor)[start:] if line]}
    )


def log(unrolled: Timeline, scene: Scene, visitor: Visitor) -> list[str]:
    """The log of a scene, empty where there is nothing to say: whoever asks for all of it again and again makes nobody
    write it anew."""
    key = scene.viewer, visitor.language, names_of(scene, visitor.words)
    return unrolled.lines(key, len(scene.lines), lambda start: game_log.all_lines(scene, visitor.words, start))


def first(scene: Any, visitor: Visitor) -> dict[str, Any]:
    """The deal: nothing came before it."""
    return frames.past_frame(scene, visitor.words) | {"type": "frame", "steps": []}


async def what_if(request: Request) -> Response:
    """A table that goes on from a step, the reader in one seat and bots in the others."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("table", client_network(request))
    what = await source(request, visitor)
    viewers.open_viewer(what.timeline.table, None)
    step, seat = number_in(texts(fields), "step", -1), number_in(texts(fields), "seat")
    level = fields.get("level")
    if level not in LEVELS:
        raise Refusal(422, "refused.level", known=", ".join(LEVELS))
    what.timeline.stop(step)
    what.timeline.table.seat(seat)
    start, settings = what.timeline.record_up_to(step), replays.settings_of(what.timeline, level)
    person, name = visitor.id, visitor.display_name
    assert person is not None

    def first(id: str, secret: bytes) -> Any:
        return opening.table_from_start(start, "what-if", settings, person, name, seat, secret)

    id = await site.tables.open(person, "what-if", first, form_fingerprint(request, fields))
    return to_table(request, visitor, id)


def texts(fields: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in fields.items()}


# Records that people bring


async def ask(request: Request) -> Response:
    """The form for a record."""
    visitor = await current_visitor(request)
    return page_response(request, visitor, pages.upload(visitor.me, site_info(request)))


async def bring(request: Request) -> Response:
    """A record, as a file or as text: kept and watched, or the form again with what is wrong."""
    visitor, data = await record_body(request)
    site = site_of(request)
    site.limits.check("upload", client_network(request))
    try:
        if len(data) > LONGEST_RECORD:
            raise IntrigueError("replay.fault.long", n=LONGEST_RECORD // 1024)
        if not data.strip():
            raise IntrigueError("replay.fault.empty")
        text = await site.replays.check(data)
    except IntrigueError as fault:
        sentence = fault.text(visitor.language)
        if isinstance(fault, BadLine):
            sentence = visitor.words("replay.fault.line", line=fault.line, what=sentence)
        if not wants_page(request.scope):
            return json_response({"message": sentence}, 422)
        kept = data.decode(errors="replace").replace("\0", "")
        return page_response(request, visitor, pages.upload(visitor.me, site_info(request), kept, sentence), 422)
    id = new_id()
    await site.store.shelve(id, text, visitor.id, site.now())
    if wants_page(request.scope):
        return with_identity(request, visitor, redirect(f"/replay/{id}"))
    return json_response({"record": id})


async def record_body(request: Request) -> tuple[Visitor, bytes]:
    """Whoever brings a record, and the record: the file, or the text if there is none."""
    kind = request.headers.get("content-type", "")
    multipart = BOUNDARY.match(kind)
    if kind.startswith("application/json"):
        visitor, fields = await form_body(request)
        return visitor, str(fields.get("text", "")).encode("utf-8", "surrogatepass")
    visitor, body = await current_visitor(request), await request.body()
    if multipart:
        parts = multipart_fields(body, multipart[1].encode())
    else:
        try:
            pairs = parse_qsl(body.decode("latin-1"), True, encoding="latin-1", max_num_fields=MOST_FIELDS)
        except ValueError:
            raise Refusal(400, "serve.fault.request") from None
        parts = {name: value.encode("latin-1") for name, value in pairs}
    token = request.headers.get("x-intrigue") or parts.get("token", b"").decode(errors="replace")
    return await accept_post(request, visitor, token), parts.get("file", b"") or parts.get("text", b"")


async def record(request: Request) -> Response:
    """A record that somebody brought, as it is kept."""
    await current_visitor(request)
    id = record_id(request)
    site = site_of(request)
    text = await site.store.record_on_shelf(id, site.tables.without_outages())
    if text is None:
        raise Refusal(404, "replay.fault.no_record")
    name = f'attachment; filename="intrigue-{id}.game"'
    return Response(text, media_type="text/plain", headers={"Content-Disposition": name})
