"""News on its way to a browser: over a socket as fast as it reads, or in answer to a poll."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from prometheus_client import Counter
from starlette.websockets import WebSocket

from intrigue.web.errors import Refusal
from intrigue.web.live.connections import Connection
from intrigue.web.live.first_of import first_of
from intrigue.web.live.hub import Closing, Hub
from intrigue.web.live.messages import REFUSED, RESTART
from intrigue.web.runtime.rate_limit import Limits
from intrigue.web.store import Full, Unavailable

ACTIVE, AWAY = "!", "-"
"""What a page says of its reader: they look at it and did something just now, or they do not see it any more."""
LIVING = "."
"""What a page asks whether its connection still is one."""


class SocketDelivery:
    """What goes over one browser's socket until either end closes."""

    def __init__(
        self,
        socket: WebSocket,
        hub: Hub,
        connection: Connection,
        limits: Limits,
        now: Callable[[], int],
        messages_sent: Counter,
    ) -> None:
        self.socket, self.hub, self.connection = socket, hub, connection
        self.limits, self.now, self.messages_sent = limits, now, messages_sent

    async def run(self) -> None:
        """Brings news until either end closes."""
        code = await first_of(self.hear_signs(), self.send_news())
        if code is not None:
            await self.socket.close(code)

    async def send_news(self) -> int:
        """Sends what is new, as fast as the other end reads; returns why it ends."""
        connection = self.connection
        while True:
            connection.wake.clear()
            try:
                messages = await self.hub.news(connection)
            except Closing:
                return RESTART
            except Refusal:  # may not look any more
                return REFUSED
            except (Unavailable, Full) as fault:  # the connection stays: whoever ends the trouble wakes it
                self.hub.on_trouble(connection.table, fault)
                messages = self.hub.status_messages(connection)
            for message in messages:
                await self.socket.send_text(message)
            self.messages_sent.inc(len(messages))
            await connection.wake.wait()  # set already, if something came while this was sent

    async def hear_signs(self) -> int | None:
        """Hears what a browser sends: only signs of life and of its reader, and not too many of them."""
        connection = self.connection
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            if self.limits.passes("message", connection.number):
                return REFUSED
            sign = message.get("text")
            if sign in (ACTIVE, AWAY):
                connection.active_at = self.now() if sign == ACTIVE else 0
            elif sign == LIVING:
                connection.asks_alive = True
                connection.wake.set()


async def news_within(hub: Hub, connection: Connection, seconds: float) -> list[str]:
    """News other than who is here, or after a while just that."""
    crowd: list[str] = []
    try:
        async with asyncio.timeout(seconds):
            while True:
                connection.wake.clear()
                messages = await hub.news(connection)
                worth_an_answer = [message for message in messages if not message.startswith('{"type":"people"')]
                crowd = [message for message in messages if message not in worth_an_answer] or crowd
                if worth_an_answer:
                    return worth_an_answer + crowd
                await connection.wake.wait()
    except TimeoutError:
        return crowd
