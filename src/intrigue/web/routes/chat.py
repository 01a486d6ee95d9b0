"""Talk at a table: plain text, or one of the phrases that everybody reads in their own language."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from intrigue.web.errors import Refusal
from intrigue.web.http.requests import (
    json_body,
    json_response,
    limited_person,
    site_of,
    table_and_viewer,
    table_id,
)
from intrigue.web.render.regions import LONGEST_TALK, PHRASES

JOINERS = "\u200d\ufe0f"
"""Invisible signs that join pictures to one."""


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be said."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z_-]{8,64}$")]
    kind: Literal["text", "phrase"]
    text: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_TALK)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    """Which of several own seats speaks."""


async def say(request: Request) -> Response:
    """Says something. Who watches is heard too, marked as somebody who watches; a player can mute anybody."""
    site, id = site_of(request), table_id(request)
    visitor, saying = await json_body(request, Saying)
    site.limits.check("say", visitor.token_hash)
    table, _ = await table_and_viewer(request, visitor)
    site.limits.check("talk", (id, limited_person(table, visitor)))
    mine = table.seats_of(visitor.id)
    seat = saying.seat if saying.seat in mine else mine[0] if mine else 0
    text = clean_text(saying)
    line = await site.store.add_chat_line(table.id, visitor.id, seat, saying.key, site.now(), saying.kind, text)
    site.hub.on_talk(table.id)
    return json_response({"n": line.number})


def clean_text(saying: Saying) -> str:
    """What is said, as one line of signs that can be seen.

    >>> clean_text(Saying(key="12345678", kind="text", text="  all   mine\\n"))
    'all mine'
    """
    if saying.kind == "phrase":
        if saying.text not in PHRASES:
            raise Refusal(422, "serve.fault.phrase")
        return saying.text
    text = " ".join(unicodedata.normalize("NFC", saying.text).split())
    text = "".join(sign for sign in text if sign.isprintable() or sign in JOINERS)
    if not text.strip(f"{JOINERS} ") or len(text) > LONGEST_TALK:
        raise Refusal(422, "serve.fault.say", longest=LONGEST_TALK)
    return text
