"""A crowd for the load bench: thousands of browsers as light as can be, on one core, beside the server's.

They offer compression as browsers do, unpack what they must, and note when which version of a table reached them.
"""

from __future__ import annotations

import asyncio
import base64
import html
import json
import os
import re
import socket
import time
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from intrigue.web.http.identity_cookie import COOKIE
from intrigue.web.runtime.tokens import csrf_token, new_token

HEAD = 400
"""Bytes of a message that hold its type, its version and whether one is asked."""
VERSION = re.compile(rb'"type":"(frame|snapshot)","v":(\d+)')
TURN = re.compile(rb'"turn":true')
OVER = re.compile(rb'"phase":"(over|aborted)"')
MOVES = re.compile(r"""data-version="(\d+)" data-seat="(\d+)" data-moves='([^']*)'""")
SMALL = 4096
"""Bytes that wait before a deaf ear."""


class Person:
    """Somebody with a cookie, an address and a language."""

    def __init__(self, number: int, language: str) -> None:
        token = new_token()
        self.address = f"10.{number // 60_000}.{number // 240 % 250}.{number % 240 + 1}"
        self.head = (
            f"Cookie: {COOKIE}={token}\r\nX-Intrigue: {csrf_token(token)}\r\n"
            f"X-Forwarded-For: {self.address}\r\nAccept-Language: {language}\r\n"
        )


class Failed(Exception):
    """The server refused."""


class Ways:
    """Some connections that everybody's POSTs take turns on."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.free: asyncio.LifoQueue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = asyncio.LifoQueue()
        for _ in range(number):
            self.free.put_nowait(None)

    async def post(self, person: Person, path: str, body: Any) -> Any:
        """Posts JSON and returns JSON."""
        way, data = await self.free.get(), json.dumps(body).encode()
        try:
            if way is not None:
                with suppress(OSError, EOFError):  # it was left alone for so long that the server let it go
                    return await request(way, person, self.port, path, data)
            way = None
            way = await asyncio.open_connection("127.0.0.1", self.port)
            return await request(way, person, self.port, path, data)
        finally:
            self.free.put_nowait(way)

    async def close(self) -> None:
        """Lets all connections go."""
        while not self.free.empty():
            way = self.free.get_nowait()
            if way:
                way[1].close()


async def request(
    way: tuple[asyncio.StreamReader, asyncio.StreamWriter], person: Person, port: int, path: str, body: bytes
) -> Any:
    reader, writer = way
    host = f"127.0.0.1:{port}"
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{person.head}"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    assert length
    answer = await reader.readexactly(int(length[1]))
    status = int(head.split(" ", 2)[1])
    if status != 200:
        raise Failed(f"{path}: {status} {answer[:300].decode(errors='replace')}")
    return json.loads(answer)


class Socket(asyncio.Protocol):
    """One browser's line to a table; one that is deaf never reads, and does not let its messages be packed."""

    def __init__(
        self, table: str, person: Person, port: int, heard: Callable[[Socket, int, float], None], deaf: bool = False
    ) -> None:
        self.table, self.person, self.port = table, person, port
        self.heard, self.deaf = heard, deaf
        self.version = 0
        self.moves: list[str] = []
        """What may be played, if this person is asked."""
        self.seat = 0
        self.over = False
        self.asked_at = -1
        self.open = asyncio.get_running_loop().create_future()
        self.lost = False
        self.faults: Counter[str] = Counter()
        self.transport: asyncio.Transport | None = None
        self.data = bytearray()
        self.shaken = False

    async def connect(self) -> Socket:
        """Opens the line, or raises."""
        self.lost, self.shaken, self.data = False, False, bytearray()
        loop = asyncio.get_running_loop()
        self.open = loop.create_future()
        ear = socket.socket()
        if self.deaf:
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        ear.setblocking(False)
        await loop.sock_connect(ear, ("127.0.0.1", self.port))
        await loop.create_connection(lambda: self, sock=ear)
        await asyncio.wait_for(self.open, 30)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key, host = base64.b64encode(os.urandom(16)).decode(), f"127.0.0.1:{self.port}"
        packing = "" if self.deaf else "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
        transport.write(
            f"GET /t/{self.table}/live?since={self.version}&talk=0 HTTP/1.1\r\nHost: {host}\r\n"
            f"Origin: http://{host}\r\n{self.person.head}Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{packing}\r\n".encode()
        )

    def connection_lost(self, fault: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("refused"))

    def close(self) -> None:
        """As when a phone loses its network."""
        if self.transport:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.shaken:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.data.startswith(b"HTTP/1.1 101"):
                if not self.open.done():
                    self.open.set_exception(Failed(bytes(self.data[:200]).decode(errors="replace")))
                return
            self.shaken = True
            del self.data[: end + 4]
            if not self.open.done():
                self.open.set_result(None)
            if self.deaf and self.transport:
                self.transport.pause_reading()
        while self.message():
            pass

    def message(self) -> bool:
        """Takes one message off what came; false if it is not whole yet."""
        data = self.data
        if len(data) < 2:
            return False
        length, start = data[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(data[2:10], "big"), 10
        if len(data) < start + length:
            return False
        kind, packed, body = data[0] & 15, data[0] & 64, bytes(data[start : start + length])
        del data[: start + length]
        if kind == 9:
            self.send(10, body)
        elif kind == 1:
            self.took(body, bool(packed))
        return True

    def send(self, kind: int, body: bytes) -> None:
        """A short message of a browser's kind, masked with zeros."""
        assert self.transport
        self.transport.write(bytes((128 | kind, 128 | len(body), 0, 0, 0, 0)) + body)

    def took(self, body: bytes, packed: bool) -> None:
        unpacking = zlib.decompressobj(-15) if packed else None
        head = unpacking.decompress(body, HEAD) if unpacking else body[:HEAD]
        found = VERSION.match(head, 1)
        if not found:
            return
        now, version = time.perf_counter(), int(found[2])
        if found[1] == b"frame" and version != self.version + 1:
            self.faults["frames lost or out of order"] += 1
        self.version = version
        self.over = bool(OVER.search(head))
        if TURN.search(head):
            rest = unpacking.decompress(unpacking.unconsumed_tail) if unpacking else body[HEAD:]
            self.ask(head + rest)
        self.heard(self, version, now)

    def ask(self, text: bytes) -> None:
        prompt = MOVES.search(json.loads(text)["regions"].get("prompt", ""))
        if prompt:
            self.asked_at, self.seat = int(prompt[1]), int(prompt[2])
            self.moves = [move[0] for move in json.loads(html.unescape(prompt[3]))]
