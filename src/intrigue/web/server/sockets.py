"""How the server speaks over one connection: uvicorn's own protocols, with an end to what has none, answers in our
headers, and no word in the log about what a stranger does."""

from __future__ import annotations

import asyncio
from collections import deque
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

from intrigue.web.http.middleware import BARE, Guard, is_listed
from intrigue.web.runtime.rate_limit import neighbourhood
from intrigue.web.server.compression import Offer

HEAD_BYTES, REST_BYTES = 32 * 1024, 256 * 1024
"""The most of a request's head, and of all that follows it; of what is read at once, the end may be another request."""
ASKING_SECONDS = 20.0
"""A request that is not there by then, whole, will not come: the connection is closed."""
PIECES = 64
"""The most pieces of one message over a line."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's own, with an end to requests that never end, to connections that never ask, and to their number."""

    most = HEAD_BYTES
    """Bytes that may come of what is on its way: of a head or of what follows it; 0 between two requests."""
    taken = 0
    hurry: asyncio.TimerHandle | None = None
    place: str | None = None
    """Whose connection this is, as far as connections are counted."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.cycles: deque[RequestResponseCycle] = deque()
        """What was asked, in its order; `open_cycles` takes out what is answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        guard = cast(Guard, self.config.app)
        address = self.client[0] if self.client else ""
        if not is_listed(address, guard.config.proxies):
            place = f"connections of {neighbourhood(address)}"
            if not guard.limits.take(place, guard.config.connections):
                transport.abort()
                return
            self.place = place
        self.hurry_up()

    def hurry_up(self) -> None:
        self.hurry = self.hurry or self.loop.call_later(ASKING_SECONDS, self.transport.close)

    def rest(self) -> None:
        if self.hurry:
            self.hurry.cancel()
            self.hurry = None

    def leave(self) -> None:
        """Somebody else may come in its place."""
        self.rest()
        if self.place:
            cast(Guard, self.config.app).limits.give_back(self.place)
            self.place = None

    def open_cycles(self) -> deque[RequestResponseCycle]:
        """Requests that wait for their answers, which may be many where they came one after the other."""
        while self.cycles and self.cycles[0].response_complete:
            self.cycles.popleft()
        return self.cycles

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        for cycle in self.open_cycles():  # uvicorn tells only the last: the one that is being answered would go on
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        if self.open_cycles():  # the answer would go over the line
            self.transport.close()
            return
        self.leave()  # from here on it is a line, and lines are counted
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as at the end of a connection: they hold each other

    def on_message_begin(self) -> None:
        self.most, self.taken = HEAD_BYTES, 0
        self.hurry_up()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.most, self.taken = REST_BYTES, 0
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.open_cycles().append(self.cycle)

    def on_message_complete(self) -> None:
        self.most = 0
        self.rest()
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        self.hurry_up()
        self.taken += len(data)
        if self.most and self.taken > self.most:
            self.send_400_response("The request is too large.")
            return
        super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        content = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(msg)), "Connection": "close"}
        usual = {name.decode("latin-1"): value.decode("latin-1") for name, value in self.server_state.default_headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in (usual | BARE | content).items())
        self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}\r\n{msg}".encode("latin-1"))
        self.transport.close()


class Opening(ServerProtocol):
    """The library's part of a line: what it refuses to open wears our headers."""

    def reject(self, status: HTTPStatus | int, text: str) -> Response:
        response = super().reject(status, text)
        response.headers.update(BARE)
        return response


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own: it does not listen to who does not read, and packs every message by itself.

    Packed together, the size of what somebody says at the table would tell whoever counts bytes on the way what stands
    in the messages before it, which hold the hand.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.discard()
        self.conn = Opening(extensions=[Offer()], max_size=self.config.ws_max_size, logger=self.logger)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.discard()

    def discard(self) -> None:
        """Lets go of the library's part of a line: it and its reader hold each other, and nobody would tidy them up."""
        self.conn.parser.close()
        self.conn.parser_exc = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # the head comes at once, and the library does not read every one
            answer = b"".join(self.conn.data_to_send())
            self.transport.write(answer or self.conn.reject(HTTPStatus.BAD_REQUEST, "Invalid request.\n").serialize())
            self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        if self.handshake_complete and "request" in vars(self):
            del self.request, self.response  # a line lasts for hours, and nobody asks for them any more
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    async def send(self, message: Any) -> None:
        if self.close_sent and not self.initial_response:
            raise ClientDisconnected  # we refused to listen any longer, which the application need not know yet
        await super().send(message)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if not self.writable.is_set():  # it would wait for ever until all is read
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.fail(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent:
            super().handle_parser_exception()
        else:  # nothing was opened yet
            self.handshake_complete = self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE})
            self.transport.close()


def is_text(data: bytes) -> bool:
    """Whether bytes are UTF-8.

    >>> is_text("é".encode()), is_text(b"\\xff")
    (True, False)
    """
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
