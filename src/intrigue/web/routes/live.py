"""News of a table as it happens: by socket, or by asking again and again where sockets do not get through."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from intrigue.engine.errors import IntrigueError
from intrigue.web.errors import Refusal
from intrigue.web.http.requests import client_network, current_visitor, error_response, number_in, site_of, table_id
from intrigue.web.live.connections import Connection
from intrigue.web.live.hub import Closing, Hub
from intrigue.web.store import Full, Unavailable

RESTART = 1012
REFUSED = 1008
ACTIVE, AWAY = "!", "-"
"""What a page says of its reader: they look at it and did something just now, or they do not see it any more."""
LIVING = "."
"""What a page asks whether its line still is one."""
TROUBLES = ("full", "busy", "away")
"""What a page may show already of what is wrong with the database."""

T = TypeVar("T")


async def live(socket: WebSocket) -> None:
    """A socket. The guard has looked at its Host and Origin; who it is and what it may see is asked here."""
    site = site_of(socket)
    site.limits.check("socket", client_network(socket))
    visitor = await current_visitor(socket)
    since, talk = number_in(socket.query_params, "since"), number_in(socket.query_params, "talk")
    with site.limits.line(client_network(socket), site.config.lines):
        try:
            connection = await site.hub.join(table_id(socket), visitor, since, talk, rewritten(socket))
            connection.trouble = trouble_shown(socket)
            connection.address = socket.client.host if socket.client else ""
        except Closing:
            await socket.send_denial_response(error_response(socket.scope, 503, IntrigueError("serve.fault.away")))
            return
        try:
            await socket.accept()
            socket.scope["headers"].clear()  # they are kept as long as the connection, which may be hours
            with site.metrics.line("socket"):
                await carried(socket, site.hub, connection)
        except WebSocketDisconnect:
            pass
        finally:
            site.hub.leave(connection)


async def carried(socket: WebSocket, hub: Hub, connection: Connection) -> None:
    """Brings news until either end closes."""
    code = await first_of(read(socket, connection), write(socket, hub, connection))
    if code is not None:
        await socket.close(code)


async def first_of(*works: Coroutine[Any, Any, T]) -> T:
    """What the first of some works to end gives; the others are stopped."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task for task in tasks if task.done()).result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        tasks.clear()
        del task  # a fault remembers this frame: if the frame remembered the fault, both would be litter


async def write(socket: WebSocket, hub: Hub, connection: Connection) -> int:
    """Sends what is new, as fast as the other end reads; returns why it ends."""
    brought = site_of(socket).metrics.frames.labels("socket")
    while True:
        connection.wake.clear()
        try:
            messages = await hub.news(connection)
        except Closing:
            return RESTART
        except Refusal:  # may not look any more
            return REFUSED
        except (Unavailable, Full) as fault:  # the line stays: whoever ends the trouble wakes it
            hub.on_trouble(connection.table, fault)
            messages = hub.status_messages(connection)
        for message in messages:
            await socket.send_text(message)
        brought.inc(len(messages))
        await connection.wake.wait()  # set already, if something came while this was sent


async def read(socket: WebSocket, connection: Connection) -> int | None:
    """Hears what a browser sends: only signs of life and of its reader, and not too many of them."""
    site = site_of(socket)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        if site.limits.passes("message", connection.number):
            return REFUSED
        sign = message.get("text")
        if sign in (ACTIVE, AWAY):
            connection.active_at = site.now() if sign == ACTIVE else 0
        elif sign == LIVING:
            connection.asks_alive = True
            connection.wake.set()


async def poll(request: Request) -> Response:
    """Everything since a version, at once or as soon as there is something."""
    site, visitor = site_of(request), await current_visitor(request)
    since, talk = number_in(request.query_params, "since"), number_in(request.query_params, "talk")
    with site.limits.line(client_network(request), site.config.lines):
        try:
            connection = await site.hub.join(table_id(request), visitor, since, talk, rewritten(request))
            connection.trouble = trouble_shown(request)
            connection.active_at = site.now() if request.query_params.get("active") == "1" else 0
            try:
                with site.metrics.line("poll"):
                    messages = await first_of(awaited(site.hub, connection, site.config.poll), gone(request))
                site.metrics.frames.labels("poll").inc(len(messages))
            finally:
                site.hub.leave(connection, lingers=True)
        except Closing:
            return error_response(request.scope, 503, IntrigueError("serve.fault.away"))
    body = ",".join(messages)
    return Response(f'{{"messages":[{body}]}}', media_type="application/json")


def rewritten(asked: HTTPConnection) -> int | None:
    """How often somebody had been taken out of the table when its page was made, if the page says so."""
    said = number_in(asked.query_params, "rewritten", -1)
    return said if said >= 0 else None


def trouble_shown(asked: HTTPConnection) -> str:
    """Which trouble a page shows: only another one, or its end, is news to it."""
    shown = asked.query_params.get("trouble", "")
    return shown if shown in TROUBLES else ""


async def gone(request: Request) -> list[str]:
    """No messages, when whoever asked has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    return []


async def awaited(hub: Hub, connection: Connection, patience: float) -> list[str]:
    """News other than who is here, or after a while just that."""
    crowd: list[str] = []
    try:
        async with asyncio.timeout(patience):
            while True:
                connection.wake.clear()
                messages = await hub.news(connection)
                worth = [message for message in messages if not message.startswith('{"type":"people"')]
                crowd = [message for message in messages if message not in worth] or crowd
                if worth:
                    return worth + crowd
                await connection.wake.wait()
    except TimeoutError:
        return crowd
