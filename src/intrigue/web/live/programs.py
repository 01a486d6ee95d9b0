"""A program that plays from outside over a socket, in lines of JSON.

It shows its token in its first message; then it is told what bots are told (the bot protocol): first the game and its
seat, then a question whenever it is to choose. It learns what its seat may know and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from prometheus_client import Counter
from starlette.websockets import WebSocket, WebSocketDisconnect

from intrigue.bots.command import hello
from intrigue.engine.depth import TooDeep
from intrigue.games import game
from intrigue.web.errors import Refusal
from intrigue.web.live.connections import Connection
from intrigue.web.live.first_of import first_of
from intrigue.web.live.hub import Closing, Hub
from intrigue.web.live.messages import DONE, RESTART, decode, encode
from intrigue.web.runtime.rate_limit import Limits
from intrigue.web.runtime.tables import Tables
from intrigue.web.table import bot_seats, clocks
from intrigue.web.view import scene_builder

TOKEN_WITHIN = 10.0
"""Seconds in which a program must show its token."""
LONGEST_TOKEN = 64
"""The longest token that is looked at."""

Message = TypeVar("Message")


class FirstMessage(msgspec.Struct, frozen=True):
    """A program's first message."""

    token: Annotated[str, msgspec.Meta(max_length=LONGEST_TOKEN)]


class Answer(msgspec.Struct, frozen=True):
    """What a program answers; other keys are ignored."""

    move: Annotated[str, msgspec.Meta(max_length=80)]


class ProgramSocket:
    """A program's socket, from its token to the end of its game."""

    def __init__(
        self,
        socket: WebSocket,
        hub: Hub,
        tables: Tables,
        limits: Limits,
        now: Callable[[], int],
        questions_sent: Counter,
    ) -> None:
        self.socket, self.hub, self.tables = socket, hub, tables
        self.limits, self.now, self.questions_sent = limits, now, questions_sent

    async def run(self, id: str) -> int:
        """Lets the program play at a table; returns the code with which its socket closes."""
        try:
            async with asyncio.timeout(TOKEN_WITHIN):
                token = (await self.receive(FirstMessage)).token
        except TimeoutError:
            raise Refusal(403, "outside.fault.token") from None
        table = await self.tables.get(id)
        seat = bot_seats.seat_with_token(table, token)
        if seat is None:
            raise Refusal(403, "outside.fault.token")
        await self.socket.send_text(encode(hello(game(table.settings.game), table.settings.players, seat)))
        try:
            connection = self.hub.join_program(id)
        except Closing:
            return RESTART
        connection.address = self.socket.client.host if self.socket.client else ""
        try:
            return await first_of(self.ask(connection, seat, token), self.play(connection, seat))
        finally:
            self.hub.leave(connection)

    async def ask(self, connection: Connection, seat: int, token: str) -> int:
        """Asks the program whenever its seat is to choose."""
        asked: tuple[int, int] | None = None
        while True:
            connection.wake.clear()
            if self.hub.closing:
                return RESTART
            self.hub.bans.check(connection.address, None)
            table = await self.tables.get(connection.table)
            if bot_seats.seat_with_token(table, token) != seat:
                raise Refusal(403, "outside.fault.token")
            if table.phase in ("over", "aborted"):
                return DONE
            if bot_seats.come_back(table, seat):
                key = f"program:{table.version}"
                await self.tables.act(connection.table, None, key, partial(bot_seats.come_back, seat=seat))
                continue
            decision = (table.moves, table.began_at)
            if table.to_act == seat and table.driver(seat) == "program" and decision != asked and table.match:
                asked = decision
                if len(table.match.choices()) > 1:  # else nobody is asked: the only move is made
                    left = clocks.left(clocks.PROGRAM, table.answer_by(self.tables.outages), self.now())
                    question = scene_builder.bot_question(table, seat) | {"ms": left}
                    connection.version = table.moves + 1  # which decision the next answer is about
                    await self.socket.send_text(encode(question))
                    self.questions_sent.inc()
            await connection.wake.wait()

    async def play(self, connection: Connection, seat: int) -> int:
        """Plays what the program answers. An answer to what was decided meanwhile is passed over."""
        while True:
            answer = await self.receive(Answer)
            if self.limits.passes("answer", connection.number):
                raise Refusal(429, "outside.fault.fast")
            moves, connection.version = connection.version - 1, 0
            if moves >= 0:
                contents = partial(bot_seats.play, seat=seat, moves=moves, move=answer.move)
                key = f"program:{seat}:{moves}:{connection.number}"
                await self.tables.act(connection.table, None, key, contents)

    async def receive(self, kind: type[Message]) -> Message:
        """What a program sends next, as what it must be."""
        message: Any = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", DONE))
        try:
            return decode(message.get("text") or message.get("bytes") or b"", kind)
        except (msgspec.MsgspecError, UnicodeError, TooDeep):
            raise Refusal(400, "outside.fault.message") from None
