"""The sandbox: a page for a position, what is tried in it, how it is set up, and playing on from there.

Nothing is kept: whatever is asked brings the whole record along, in its address or in its body.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from intrigue.bots import LEVELS
from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.headers import Position
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
from intrigue.web.render import frames, pages, setup
from intrigue.web.runtime import sandbox
from intrigue.web.runtime.sandbox import Change, sketches
from intrigue.web.runtime.sandbox.look import Trial
from intrigue.web.table import opening
from intrigue.web.table.settings import Settings
from intrigue.web.view import sandbox_link

SCANNED = 1000
"""Letters of a link that a code to scan can hold: more make a code that no phone reads, and that takes long to draw."""
EVERYTHING = -9
"""Instead of a step: the last one."""
Result = TypeVar("Result")


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked at: a record, after which step, and with whose eyes; null sees everything. The record may be a
    sketch of the game and edition that the page has."""

    record: str
    game: str = ""
    edition: str = ""
    step: int = EVERYTHING
    seat: int | None = None
    film: bool = False
    """Whether the page plays what led there."""


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of what is set up, and whether the rest is put right."""

    record: str
    change: Change
    fit: bool = True


async def beside(request: Request, work: Callable[[], Result]) -> Result:
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
    usual = sandbox.record_of(sandbox.blank(game.name, edition))

    def first() -> tuple[str, IntrigueError | None, dict[str, Any] | None]:
        text, fault = str(usual), None
        try:
            text = addressed(game.name, asked) or text
        except IntrigueError as wrong:
            fault = wrong
        return text, fault, page_of(text, visitor.words)

    text, fault, found = await beside(request, first)
    if found is None or fault:
        fault = fault or await beside(request, lambda: fault_of(text))
        found = await beside(request, lambda: page_of(str(usual), visitor.words))
    assert found is not None
    mode = "setup" if asked.get("mode") == "setup" or not found["possible"] else "try"
    if mode == "setup":
        found["frame"]["regions"]["head"] = found["head"]
    about = found | {"text": text, "mode": mode, "broken": bool(fault) and text != str(usual)}
    about["wrong"] = setup.fault(fault, visitor.words) if fault else ""
    about["fault"] = said(fault, visitor.words) if fault else ""
    tried = html_of(about["game"]).tries(about["game"], about["edition"])
    return page_response(
        request,
        visitor,
        pages.sandbox(visitor.me, site_info(request), about, tried, new_form_key()),
        422 if fault else 200,
    )


def addressed(game: str, asked: dict[str, str]) -> str:
    """The record that an address holds, or nothing."""
    if "r" in asked:
        return sandbox.with_deck(sandbox_link.unpack(asked["r"]))
    return str(sketches.sketched(game, asked["sketch"], asked.get("moves", ""))) if "sketch" in asked else ""


def page_of(text: str, words: Words) -> dict[str, Any] | None:
    """All that a page shows of a record; None if it can neither be tried nor set up."""
    try:
        record = sandbox.parsed(text)
        draft = sandbox.draft_of(record)
    except IntrigueError:
        return None
    about: dict[str, Any] = {"game": draft["game"], "edition": draft["edition"], "seats": len(draft["players"])}
    about |= drawn(draft, words) | {"way": sandbox_link.link_to(record)}
    try:
        trial = Trial(record)
    except IntrigueError as wrong:
        about |= impossible(wrong, words)
        trial = Trial(sandbox.record_of(sandbox.blank(draft["game"], draft["edition"], len(draft["players"]))))
    step = trial.first if not record.moves else trial.last
    scene = trial.scene(step, None)
    frame = frames.snapshot(scene, words)
    frame["regions"] |= {name: html for name, html in frames.tried(scene, words)["regions"].items() if name != "board"}
    return about | {"scene": scene, "frame": frame, "step": step, "first": trial.first, "last": trial.last}


def fault_of(text: str) -> IntrigueError | None:
    """What is wrong with a record."""
    try:
        record = sandbox.parsed(text)
        sandbox.playable(record)
        sandbox.draft_of(record)
    except IntrigueError as wrong:
        return wrong
    return None


def said(fault: IntrigueError, words: Words) -> str:
    """A fault in words, with its line if it has one, for whoever looks at the text."""
    sentence = words(fault.key, **fault.values)
    return words("sandbox.fault.line", line=fault.line, what=sentence) if isinstance(fault, BadLine) else sentence


def drawn(draft: Position, words: Words) -> dict[str, Any]:
    """A draft as the page shows it, and whether it can be played: a sentence says so, or what is wrong with it."""
    about = {"setup": str(setup.setup(draft, words)), "head": str(setup.head(draft, words))}
    try:
        sandbox.possible(draft)
    except IntrigueError as wrong:
        return about | impossible(wrong, words)
    return about | {"possible": True, "message": words("sandbox.possible")}


def impossible(fault: IntrigueError, words: Words) -> dict[str, Any]:
    return {"possible": False, "message": words("sandbox.impossible", what=setup.fault(fault, words))}


# What the page asks


async def look(request: Request) -> Response:
    """A record at one of its steps: the regions, the moves, the log, and if asked what led there."""
    visitor, asked = await json_body(request, Look)
    try:
        return json_response(await beside(request, lambda: looked(asked, visitor.words)))
    except IntrigueError as wrong:
        return refused(wrong, visitor.words)


def looked(asked: Look, words: Words) -> dict[str, Any]:
    record = sketches.typed(asked.record, asked.game, asked.edition)
    trial = Trial(record)
    step = trial.last if asked.step == EVERYTHING else min(max(asked.step, trial.first), trial.last)
    if asked.seat is not None and not 0 <= asked.seat <= trial.timeline.table.settings.players:
        raise IntrigueError("sandbox.fault.change")
    change = trial.change(step, asked.seat) if asked.film else None
    scene = change.after if change else trial.scene(step, asked.seat)
    frame = frames.tried(scene, words, change)
    del frame["for"]  # whoever has the record may see all of it
    return frame | about_record(record) | {"step": step, "first": trial.first, "last": trial.last}


async def edit(request: Request) -> Response:
    """A draft after a change: drawn, and whether it can be played."""
    visitor, asked = await json_body(request, Edit)
    try:
        return json_response(await beside(request, lambda: changed(asked, visitor.words)))
    except IntrigueError as wrong:
        return refused(wrong, visitor.words)


def changed(asked: Edit, words: Words) -> dict[str, Any]:
    draft = sandbox.edited(sandbox.draft_of(sandbox.parsed(asked.record)), asked.change)
    if asked.fit and asked.change.do != "show":
        draft = sandbox.fitted(draft, asked.change.piece)
    return about_record(sandbox.record_of(draft)) | drawn(draft, words)


def about_record(record: Record) -> dict[str, Any]:
    """What the page must know of a record to go on with it."""
    written = sandbox_link.shorten(record)
    return {
        "text": str(written),
        "way": sandbox_link.link_to(written),
        "game": record.headers["Game"],
        "edition": record.headers.get("Edition", ""),
        "seats": record.headers.get("Players", ""),
    }


def refused(fault: IntrigueError, words: Words) -> Response:
    """What is wrong, in one sentence, and without its line for whoever does not see the text; nothing the page has is
    touched."""
    if isinstance(fault, (Refusal, TooMany)):
        raise fault
    about = {"message": said(fault, words), "plain": setup.fault(fault, words)}
    return json_response(about | {"line": getattr(fault, "line", 0)}, 422)


# Sharing and playing on


async def qr(request: Request) -> Response:
    """A link for a phone to look at."""
    await current_visitor(request)
    packed, url = request.query_params.get("r", ""), site_info(request).url
    if len(packed) > SCANNED:
        raise Refusal(404, "sandbox.share.long")

    def drawn() -> bytes:
        record = sandbox.parsed(sandbox_link.unpack(packed))
        try:
            way = sandbox_link.link_to(record)
        except ValueError:  # a position that is no JSON
            raise Refusal(404, "serve.fault.no_page") from None
        code, picture = segno.make(f"{url}{way}", error="l", micro=False), io.BytesIO()
        code.save(picture, kind="svg", border=2, scale=4, light="white")
        return picture.getvalue()

    return Response(await beside(request, drawn), media_type="image/svg+xml")


async def play_on(request: Request) -> Response:
    """A table that goes on from a sandbox, the reader in one seat and bots in the others."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("table", client_network(request))
    seat, level = number_in({"seat": str(fields.get("seat", ""))}, "seat"), fields.get("level")
    if level not in LEVELS:
        raise Refusal(422, "refused.level", known=", ".join(LEVELS))
    text = str(fields.get("record", "")).replace("\r\n", "\n")

    def checked() -> tuple[Settings, str]:
        record = sandbox.parsed(text)
        match = sandbox.playable(record)
        record = sandbox_link.shorten(record)
        if not 1 <= seat <= match.players:
            raise Refusal(422, "sandbox.fault.change")
        headers = {name: value for name, value in record.headers.items() if name != "Names"}
        settings = Settings(match.game.name, match.edition, match.players, watch="link", level=level)
        return settings, str(Record(headers, record.moves))

    settings, start = await beside(request, checked)
    person, name = visitor.id, visitor.display_name
    assert person is not None

    def first(id: str, secret: bytes) -> Any:
        return opening.table_from_start(start, "sandbox", settings, person, name, seat, secret)

    id = await site.tables.open(person, "sandbox", first, form_fingerprint(request, fields))
    return to_table(request, visitor, id)
