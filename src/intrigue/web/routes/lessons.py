"""Lessons: which there are, and a table for one."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from intrigue.lessons import LESSONS, ORIGIN, lesson, offered
from intrigue.web.errors import Refusal, Unplayable
from intrigue.web.http.requests import (
    address,
    asker,
    form,
    fresh_key,
    onward,
    posted,
    shown,
    site_info,
    site_of,
    told,
    wants_page,
)
from intrigue.web.render import pages
from intrigue.web.render.lesson import EASIEST
from intrigue.web.table import opening
from intrigue.web.table.settings import default_settings


async def choose(request: Request) -> Response:
    """The lessons."""
    who = await asker(request)
    return shown(request, who, pages.learn(who.me, site_info(request), fresh_key()))


async def begin(request: Request) -> Response:
    """A table for a lesson, in the edition that the reader's language is usually played in."""
    who, fields = await posted(request)
    site = site_of(request)
    site.limits.check("table", address(request))
    name = fields.get("lesson")
    if name not in LESSONS:
        raise Refusal(404, "serve.fault.no_page")
    if name not in offered():
        raise Unplayable("lessons.deck")
    taught, person, called = lesson(name), who.id, who.called
    assert person is not None
    usual = default_settings(taught.game, who.language)
    settings = msgspec.structs.replace(usual, watch="nobody", level=EASIEST, screens="open")

    def first(id: str, secret: bytes) -> Any:
        start = taught.start(usual.edition)
        return opening.begun_table(start, f"{ORIGIN}{name}", settings, person, called, taught.seat, secret)

    id = await site.desk.open(person, "learn", first, form(request, fields))
    if wants_page(request.scope):
        return who.bring(onward(f"/t/{id}"), request.scope["site"]["scheme"])
    return told({"table": id})
