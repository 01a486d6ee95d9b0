"""Programs that play from outside: the host gives one a seat, and it plays there over a socket."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from intrigue.engine.errors import IntrigueError
from intrigue.web.errors import Refusal
from intrigue.web.http.accept_language import preferred_language
from intrigue.web.http.requests import (
    client_network,
    json_body,
    json_response,
    limited_person,
    site_info,
    site_of,
    table_and_viewer,
    table_id,
)
from intrigue.web.live.messages import REFUSED, encode
from intrigue.web.live.programs import ProgramSocket
from intrigue.web.runtime.tokens import new_token
from intrigue.web.table import bot_seats
from intrigue.web.table.requests import Seat


class Lend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat for a program."""

    seat: Seat
    name: Annotated[str, msgspec.Meta(max_length=80)]
    key: str = ""


async def lend(request: Request) -> Response:
    """Gives a seat to a program; the token is shown this once."""
    site, id = site_of(request), table_id(request)
    visitor, wanted = await json_body(request, Lend)
    if not site.config.outside_bots:
        raise Refusal(403, "outside.fault.off")
    table, _ = await table_and_viewer(request, visitor)
    site.limits.check("move", (id, limited_person(table, visitor)))
    site.limits.check("deed", client_network(request))
    person, token = visitor.id, new_token()
    assert person is not None
    contents = partial(bot_seats.lend, person=person, seat=wanted.seat, name=wanted.name, token=token)
    version = await site.tables.act(id, None, f"lend:{secrets.token_hex(8)}", contents, person)
    url = site_info(request).url.replace("http", "ws", 1)
    return json_response({"version": version, "token": token, "address": f"{url}/t/{id}/bot"})


async def play(socket: WebSocket) -> None:
    """A program's connection, from its token to the end of its game."""
    site = site_of(socket)
    site.limits.check("socket", client_network(socket))
    if not site.config.outside_bots:
        raise Refusal(403, "outside.fault.off")
    id, questions_sent = table_id(socket), site.metrics.frames.labels("program")
    with site.limits.hold_connection(client_network(socket), site.config.lines):
        await site.tables.get(id)
        await socket.accept()
        with site.metrics.open_connection("program"):
            try:
                program = ProgramSocket(socket, site.hub, site.tables, site.limits, site.now, questions_sent)
                await socket.close(await program.run(id))
            except IntrigueError as fault:
                language = preferred_language(socket.headers.get("accept-language", ""))
                await socket.send_text(encode({"error": fault.text(language)}))
                await socket.close(REFUSED)
            except WebSocketDisconnect:
                pass
