"""Lessons: which there are, and a table for one."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from intrigue.lessons import LESSONS, ORIGIN, lesson, offered_lessons
from intrigue.web.errors import Refusal, Unplayable
from intrigue.web.http.requests import (
    client_network,
    current_visitor,
    form_body,
    form_fingerprint,
    new_form_key,
    page_response,
    site_info,
    site_of,
    to_table,
)
from intrigue.web.render import pages
from intrigue.web.render.lesson import EASIEST
from intrigue.web.table import opening
from intrigue.web.table.settings import default_settings


async def choose(request: Request) -> Response:
    """The lessons."""
    visitor = await current_visitor(request)
    return page_response(request, visitor, pages.learn(visitor.me, site_info(request), new_form_key()))


async def begin(request: Request) -> Response:
    """A table for a lesson, in the edition that the reader's language is usually played in."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("table", client_network(request))
    name = fields.get("lesson")
    if name not in LESSONS:
        raise Refusal(404, "serve.fault.no_page")
    if name not in offered_lessons():
        raise Unplayable("lessons.deck")
    taught, person, called = lesson(name), visitor.id, visitor.display_name
    assert person is not None
    usual = default_settings(taught.game, visitor.language)
    settings = msgspec.structs.replace(usual, watch="nobody", level=EASIEST, screens="open")

    def first(id: str, secret: bytes) -> Any:
        start = taught.start(usual.edition)
        return opening.table_from_start(start, f"{ORIGIN}{name}", settings, person, called, taught.seat, secret)

    id = await site.tables.open(person, "learn", first, form_fingerprint(request, fields))
    return to_table(request, visitor, id)
