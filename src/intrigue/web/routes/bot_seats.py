"""Programs that play from outside: the host gives one a seat, and it plays there over a socket, in lines of JSON.

A program shows its token in its first message; then it is told what bots are told (the bot protocol): first the game
and its seat, then a question whenever it is to choose. It learns what its seat may know and nothing else.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from intrigue.bots.command import hello
from intrigue.engine.depth import TooDeep
from intrigue.engine.errors import IntrigueError
from intrigue.games import game
from intrigue.locale import words
from intrigue.web.errors import Refusal
from intrigue.web.http.accept_language import preferred_language
from intrigue.web.http.requests import (
    client_network,
    decode_json,
    json_body,
    json_response,
    limited_person,
    site_info,
    site_of,
    table_and_viewer,
    table_id,
)
from intrigue.web.live.connections import Connection
from intrigue.web.live.hub import Closing
from intrigue.web.routes.live import REFUSED, RESTART, first_of
from intrigue.web.routes.seats import SeatNumber
from intrigue.web.runtime.tokens import new_token
from intrigue.web.site import Site
from intrigue.web.table import bot_seats, clocks
from intrigue.web.view import projection

DONE = 1000
FIRST = 10.0
"""Seconds in which a program must show its token."""
TOKEN = 64
"""The longest token that is looked at."""


class Lend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat for a program."""

    seat: SeatNumber
    name: Annotated[str, msgspec.Meta(max_length=80)]
    key: str = ""


class Shown(msgspec.Struct, frozen=True):
    """A program's first message."""

    token: Annotated[str, msgspec.Meta(max_length=TOKEN)]


class Answer(msgspec.Struct, frozen=True):
    """What a program answers; other keys are ignored."""

    move: Annotated[str, msgspec.Meta(max_length=80)]


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
    made = partial(bot_seats.lent, person=person, seat=wanted.seat, name=wanted.name, token=token)
    version = await site.tables.act(id, None, f"lend:{secrets.token_hex(8)}", made, person)
    url = site_info(request).url.replace("http", "ws", 1)
    return json_response({"version": version, "token": token, "address": f"{url}/t/{id}/bot"})


async def play(socket: WebSocket) -> None:
    """A program's connection, from its token to the end of its game."""
    site = site_of(socket)
    site.limits.check("socket", client_network(socket))
    if not site.config.outside_bots:
        raise Refusal(403, "outside.fault.off")
    id = table_id(socket)
    with site.limits.line(client_network(socket), site.config.lines):
        await site.tables.get(id)
        await socket.accept()
        with site.metrics.line("program"):
            try:
                code = await played(socket, site, id)
                await socket.close(code)
            except IntrigueError as fault:
                said = words(preferred_language(socket.headers.get("accept-language", "")))
                await socket.send_text(encoded({"error": said(fault.key, **fault.values)}))
                await socket.close(REFUSED)
            except WebSocketDisconnect:
                pass


async def played(socket: WebSocket, site: Site, id: str) -> int:
    """Lets the program play; why its line ends."""
    try:
        async with asyncio.timeout(FIRST):
            token = read(await socket.receive(), Shown).token
    except TimeoutError:
        raise Refusal(403, "outside.fault.token") from None
    table = await site.tables.get(id)
    seat = bot_seats.seat_of(table, token)
    if seat is None:
        raise Refusal(403, "outside.fault.token")
    await socket.send_text(encoded(hello(game(table.settings.game), table.settings.players, seat)))
    try:
        connection = site.hub.join_program(id)
    except Closing:
        return RESTART
    connection.address = socket.client.host if socket.client else ""
    try:
        return await first_of(ask(socket, site, connection, seat, token), hear(socket, site, connection, seat))
    finally:
        site.hub.leave(connection)


async def ask(socket: WebSocket, site: Site, connection: Connection, seat: int, token: str) -> int:
    """Asks the program whenever its seat is to choose."""
    asked: tuple[int, int] | None = None
    while True:
        connection.wake.clear()
        if site.hub.closing:
            return RESTART
        site.bans.check(connection.address, None)
        table = await site.tables.get(connection.table)
        if bot_seats.seat_of(table, token) != seat:
            raise Refusal(403, "outside.fault.token")
        if table.phase in ("over", "aborted"):
            return DONE
        if bot_seats.back(table, seat):
            key = f"program:{table.version}"
            await site.tables.act(connection.table, None, key, partial(bot_seats.back, seat=seat))
            continue
        decision = (table.moves, table.began_at)
        if table.to_act == seat and table.driver(seat) == "program" and decision != asked and table.match:
            asked = decision
            if len(table.match.choices()) > 1:  # else nobody is asked: the only move is made
                left = clocks.left(clocks.PROGRAM, table.answer_by(site.tables.outages), site.now())
                question = projection.bot_question(table, seat) | {"ms": left}
                connection.version = table.moves + 1  # which decision the next answer is about
                await socket.send_text(encoded(question))
                site.metrics.frames.labels("program").inc()
        await connection.wake.wait()


async def hear(socket: WebSocket, site: Site, connection: Connection, seat: int) -> int:
    """Plays what the program answers. An answer to what was decided meanwhile is passed over."""
    while True:
        answer = read(await socket.receive(), Answer)
        if site.limits.passes("answer", connection.number):
            raise Refusal(429, "outside.fault.fast")
        moves, connection.version = connection.version - 1, 0
        if moves >= 0:
            made = partial(bot_seats.played, seat=seat, moves=moves, move=answer.move)
            await site.tables.act(connection.table, None, f"program:{seat}:{moves}:{connection.number}", made)


def read(message: Any, kind: type[Any]) -> Any:
    """What a program sent, as what it must be."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", DONE))
    try:
        return decode_json(message.get("text") or message.get("bytes") or b"", kind)
    except (msgspec.MsgspecError, UnicodeError, TooDeep):
        raise Refusal(400, "outside.fault.message") from None


def encoded(message: dict[str, Any]) -> str:
    """A message as it travels."""
    return msgspec.json.encode(message, enc_hook=str).decode()
