"""The sandbox: a page for a position, what is tried in it, how it is set up, and playing on from there.

Nothing is kept: whatever is asked brings the whole record along, in its address or in its body.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from typing import Any, TypeVar

import segno
from starlette.requests import Request
from starlette.responses import Response

from intrigue.bots import LEVELS
from intrigue.engine.errors import IntrigueError
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.locale import Words
from intrigue.web.errors import Refusal, TooMany
from intrigue.web.games.registry import html_of
from intrigue.web.http.requests import (
    client_network,
    current_visitor,
    form_body,
    form_fingerprint,
    json_body,
    json_response,
    new_form_key,
    number_in,
    page_response,
    site_info,
    site_of,
    to_table,
)
from intrigue.web.render import pages, setup
from intrigue.web.runtime.sandbox import drafts
from intrigue.web.runtime.sandbox.answers import (
    Edit,
    Look,
    edit_draft,
    fault_in,
    fault_sentence,
    look_at,
    page_data,
    record_in_address,
)
from intrigue.web.table import opening
from intrigue.web.table.settings import Settings
from intrigue.web.view import sandbox_link

SCANNED = 1000
"""Letters of a link that a code to scan can hold: more make a code that no phone reads, and that takes long to draw."""
Result = TypeVar("Result")


async def in_thread(request: Request, work: Callable[[], Result]) -> Result:
    """Does what takes time in a thread, one at a time, so that no table waits."""
    site = site_of(request)
    site.limits.check("sandbox", client_network(request))
    async with site.replays.gate:
        return await asyncio.to_thread(work)


# The page


async def see(request: Request) -> Response:
    """The page: what its address holds, else the beginning of a game."""
    visitor, asked = await current_visitor(request), dict(request.query_params)
    game = GAMES.get(asked.get("game", "")) or next(iter(GAMES.values()))
    edition = asked.get("edition", "")
    edition = edition if edition in game.editions else game.usual_edition(visitor.language)
    usual = drafts.record_of(drafts.blank_draft(game.name, edition))

    def page() -> tuple[str, IntrigueError | None, dict[str, Any] | None]:
        text, fault = str(usual), None
        try:
            text = record_in_address(game.name, asked) or text
        except IntrigueError as wrong:
            fault = wrong
        return text, fault, page_data(text, visitor.words)

    text, fault, data = await in_thread(request, page)
    if data is None or fault:
        fault = fault or await in_thread(request, lambda: fault_in(text))
        data = await in_thread(request, lambda: page_data(str(usual), visitor.words))
    assert data is not None
    mode = "setup" if asked.get("mode") == "setup" or not data["possible"] else "try"
    if mode == "setup":
        data["frame"]["regions"]["head"] = data["head"]
    about = data | {"text": text, "mode": mode, "broken": bool(fault) and text != str(usual)}
    about["wrong"] = setup.fault(fault, visitor.words) if fault else ""
    about["fault"] = fault_sentence(fault, visitor.words) if fault else ""
    tried = html_of(about["game"]).tries(about["game"], about["edition"])
    return page_response(
        request,
        visitor,
        pages.sandbox(visitor.me, site_info(request), about, tried, new_form_key()),
        422 if fault else 200,
    )


# What the page asks


async def look(request: Request) -> Response:
    """A record at one of its steps: the regions, the moves, the log, and if asked what led there."""
    visitor, asked = await json_body(request, Look)
    try:
        return json_response(await in_thread(request, lambda: look_at(asked, visitor.words)))
    except IntrigueError as wrong:
        return refusal(wrong, visitor.words)


async def edit(request: Request) -> Response:
    """A draft after a change: drawn, and whether it can be played."""
    visitor, asked = await json_body(request, Edit)
    try:
        return json_response(await in_thread(request, lambda: edit_draft(asked, visitor.words)))
    except IntrigueError as wrong:
        return refusal(wrong, visitor.words)


def refusal(fault: IntrigueError, words: Words) -> Response:
    """What is wrong, in one sentence, and without its line for whoever does not see the text; nothing the page has is
    touched."""
    if isinstance(fault, (Refusal, TooMany)):
        raise fault
    about = {"message": fault_sentence(fault, words), "plain": setup.fault(fault, words)}
    return json_response(about | {"line": getattr(fault, "line", 0)}, 422)


# Sharing and playing on


async def qr(request: Request) -> Response:
    """A link for a phone to look at."""
    await current_visitor(request)
    packed, url = request.query_params.get("r", ""), site_info(request).url
    if len(packed) > SCANNED:
        raise Refusal(404, "sandbox.share.long")

    def picture_of_link() -> bytes:
        record = drafts.record_from(sandbox_link.unpack(packed))
        try:
            way = sandbox_link.link_to(record)
        except ValueError:  # a position that is no JSON
            raise Refusal(404, "serve.fault.no_page") from None
        code, picture = segno.make(f"{url}{way}", error="l", micro=False), io.BytesIO()
        code.save(picture, kind="svg", border=2, scale=4, light="white")
        return picture.getvalue()

    return Response(await in_thread(request, picture_of_link), media_type="image/svg+xml")


async def play_on(request: Request) -> Response:
    """A table that goes on from a sandbox, the reader in one seat and bots in the others."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("table", client_network(request))
    seat, level = number_in({"seat": str(fields.get("seat", ""))}, "seat"), fields.get("level")
    if level not in LEVELS:
        raise Refusal(422, "refused.level", known=", ".join(LEVELS))
    text = str(fields.get("record", "")).replace("\r\n", "\n")

    def checked_start() -> tuple[Settings, str]:
        record = drafts.record_from(text)
        match = drafts.match_of(record)
        record = sandbox_link.shorten(record)
        if not 1 <= seat <= match.players:
            raise Refusal(422, "sandbox.fault.change")
        headers = {name: value for name, value in record.headers.items() if name != "Names"}
        settings = Settings(match.game.name, match.edition, match.players, watch="link", level=level)
        return settings, str(Record(headers, record.moves))

    settings, start = await in_thread(request, checked_start)
    person, name = visitor.id, visitor.display_name
    assert person is not None

    def first(id: str, secret: bytes) -> Any:
        return opening.table_from_start(start, "sandbox", settings, person, name, seat, secret)

    id = await site.tables.open(person, "sandbox", first, form_fingerprint(request, fields))
    return to_table(request, visitor, id)
