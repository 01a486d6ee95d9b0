"""News of a table as it happens: by socket, or by asking again and again where sockets do not get through."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from intrigue.engine.errors import IntrigueError
from intrigue.web.http.requests import client_network, current_visitor, error_response, number_in, site_of, table_id
from intrigue.web.live.delivery import SocketDelivery, news_within
from intrigue.web.live.first_of import first_of
from intrigue.web.live.hub import Closing

TROUBLES = ("full", "busy", "away")
"""What a page may show already of what is wrong with the database."""


async def live(socket: WebSocket) -> None:
    """A socket. The guard has looked at its Host and Origin; who it is and what it may see is asked here."""
    site = site_of(socket)
    site.limits.check("socket", client_network(socket))
    visitor = await current_visitor(socket)
    messages_sent = site.metrics.frames.labels("socket")
    since, talk = number_in(socket.query_params, "since"), number_in(socket.query_params, "talk")
    with site.limits.hold_connection(client_network(socket), site.config.lines):
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
            with site.metrics.open_connection("socket"):
                await SocketDelivery(socket, site.hub, connection, site.limits, site.now, messages_sent).run()
        except WebSocketDisconnect:
            pass
        finally:
            site.hub.leave(connection)


async def poll(request: Request) -> Response:
    """Everything since a version, at once or as soon as there is something."""
    site, visitor = site_of(request), await current_visitor(request)
    since, talk = number_in(request.query_params, "since"), number_in(request.query_params, "talk")
    with site.limits.hold_connection(client_network(request), site.config.lines):
        try:
            connection = await site.hub.join(table_id(request), visitor, since, talk, rewritten(request))
            connection.trouble = trouble_shown(request)
            connection.active_at = site.now() if request.query_params.get("active") == "1" else 0
            try:
                with site.metrics.open_connection("poll"):
                    messages = await first_of(news_within(site.hub, connection, site.config.poll), gone(request))
                site.metrics.frames.labels("poll").inc(len(messages))
            finally:
                site.hub.leave(connection, lingers=True)
        except Closing:
            return error_response(request.scope, 503, IntrigueError("serve.fault.away"))
    body = ",".join(messages)
    return Response(f'{{"messages":[{body}]}}', media_type="application/json")


def rewritten(asked: HTTPConnection) -> int | None:
    """How often somebody had been taken out of the table when its page was made, if the page says so."""
    times = number_in(asked.query_params, "rewritten", -1)
    return times if times >= 0 else None


def trouble_shown(asked: HTTPConnection) -> str:
    """Which trouble a page shows: only another one, or its end, is news to it."""
    trouble = asked.query_params.get("trouble", "")
    return trouble if trouble in TROUBLES else ""


async def gone(request: Request) -> list[str]:
    """No messages, when whoever asked has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    return []
