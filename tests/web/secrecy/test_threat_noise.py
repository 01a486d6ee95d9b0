"""Whatever a stranger sends over a connection, and however it ends, the log has no line about it: such lines would look
like faults of ours, and fill a disk (threat 20). What we broke ourselves is written, but not without end."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import struct
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from web.guests import PATIENCE, Site, playing, running, until

from intrigue.web.http.middleware import HEADERS
from intrigue.web.live import hub
from intrigue.web.observe.logging import MANY, MINUTE, OFTEN, Sparse, discreet
from intrigue.web.server import uvicorn

LINE = "Host: HOST\r\nOrigin: URL\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
PACKED = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
OPEN = f"GET /t/TABLE/WAY HTTP/1.1\r\n{LINE}{KEY}"
LIVE = OPEN.replace("WAY", "live") + "\r\n"
BEGIN = " HTTP/1.1\r\nHost: HOST\r\n"
PAGE = f"GET /{BEGIN}\r\n"
TABLE = f"GET /t/TABLE{BEGIN}\r\n"
POLL = f"GET /t/TABLE/poll?since=9{BEGIN}\r\n"
POST = f"POST /me{BEGIN}Origin: URL\r\n"
CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n"
CHANCE = random.Random(7)

REQUESTS = {
    "pages, one after the other": PAGE * 40,
    "tables, one after the other": TABLE * 40,
    "all kinds, one after the other": (PAGE + TABLE + f"GET /nowhere{BEGIN}\r\n") * 100,
    "news, one after the other": POLL * 3 + PAGE * 5,
    "bodies, one after the other": f"{POST}Content-Length: 4\r\n\r\n[[[[" * 20,
    "heads, one after the other": f"HEAD /{BEGIN}\r\n" * 20,
    "nonsense after pages": PAGE * 3 + "nonsense\r\n\r\n",
    "a line after pages": PAGE * 3 + LIVE,
    "a line between news": POLL + LIVE + POLL,
    "pages after a line": LIVE + PAGE * 3,
    "another protocol between pages": PAGE * 2 + f"GET /{BEGIN}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n" + PAGE * 2,
    "pages after the last": f"GET /{BEGIN}Connection: close\r\n\r\n" * 5,
    "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + CHANCE.randbytes(100),
    "nothing": "",
    "zeros": b"\0" * 100,
    "chance": CHANCE.randbytes(1000),
    "no version": "GET /\r\n\r\n",
    "a strange version": f"GET / HTTP/9.9\r\n{BEGIN}\r\n",
    "a proxy's address": f"CONNECT evil.example:443{BEGIN}\r\n",
    "no path": f"GET http://evil.example{BEGIN}\r\n",
    "a port too large": f"GET http://evil.example:99999999/{BEGIN}\r\n",
    "a broken address": f"GET http://[::1/{BEGIN}\r\n",
    "letters in a path": b"GET /\xc3\xa9\xff HTTP/1.1\r\n\r\n",
    "signs in a path": f"GET /%ff%fe%00%zz{BEGIN}\r\n",
    "letters in a header": f"GET /{BEGIN}Cookie: intrigue=\xff\r\nAccept-Language: \xff;q=x\r\nAccept: ;q=\xff\r\n\r\n",
    "letters in a header's name": f"GET /{BEGIN}X\xff: 1\r\n\r\n",
    "no host": "GET / HTTP/1.1\r\n\r\n",
    "two hosts": f"GET /{BEGIN}Host: HOST\r\n\r\n",
    "a length below zero": f"{POST}Content-Length: -1\r\n\r\nx",
    "a length without end": f"{POST}Content-Length: 99999999999999999999\r\n\r\nx",
    "a length and pieces": f"{POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a broken piece": f"{CHUNKED}zz\r\n",
    "a piece too long": f"{CHUNKED}FFFFFFFFFFFFFFFFF\r\nx",
    "half a piece": f"{CHUNKED}4\r\nab",
    "half a body": f"{POST}Content-Length: 100\r\n\r\n[[[[",
    "a body that waits": f"{POST}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n",
    "a broken form": f"{POST}Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\nab".replace(
        "/me", "/replay"
    ),
    "letters of no alphabet": f"{POST}Content-Type: \xff; charset=\xff\r\nContent-Length: 2\r\n\r\n\xff\xff",
    "a head too long": "GET / HTTP/1.1\r\nX: " + "x" * 40_000,
    "many headers": f"GET /{BEGIN}" + "X: y\r\n" * 3000 + "\r\n",
    "a strange method": f"FOO /{BEGIN}\r\n",
    "a line without a key": f"GET /t/TABLE/live HTTP/1.1\r\n{LINE}\r\n",
    "a line with a broken key": f"GET /t/TABLE/live HTTP/1.1\r\n{LINE}{KEY.replace('==', '')}\r\n",
    "a line with two keys": f"GET /t/TABLE/live HTTP/1.1\r\n{LINE}{KEY}{KEY}\r\n",
    "a line of an old kind": f"GET /t/TABLE/live HTTP/1.1\r\n{LINE}{KEY.replace('13', '8')}\r\n",
    "a line of an old version": LIVE.replace("HTTP/1.1", "HTTP/1.0"),
    "a line by post": LIVE.replace("GET", "POST"),
    "a line with a body": LIVE.replace("Origin", "Content-Length: 5\r\nOrigin") + "hello",
    "a line with broken extensions": LIVE.replace("Origin", "Sec-WebSocket-Extensions: ((\xff\r\nOrigin"),
    "a line with bad extensions": LIVE.replace(
        "Origin", "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99\r\nOrigin"
    ),
    "a line with broken protocols": LIVE.replace("Origin", "Sec-WebSocket-Protocol: (\xff\r\nOrigin"),
    "a line with letters in a header": LIVE.replace("Origin", "Cookie: \xff\r\nAccept-Language: \xff\r\nOrigin"),
    "a line with letters in its path": LIVE.replace("TABLE", "\xc3\xa9"),
    "a line with signs in its path": LIVE.replace("TABLE", "%ff%00"),
    "a line to a whole address": LIVE.replace("/t", "http://HOST/t"),
    "a line with a long address": LIVE.replace("live", "live?" + "x" * 15_000),
    "a line with a long header": LIVE.replace("Origin", f"X: {'x' * 12_000}\r\nOrigin"),
    "a line with many headers": LIVE.replace("Origin", "X: y\r\n" * 500 + "Origin"),
    "a line to a page": LIVE.replace("/t/TABLE/live", "/"),
    "a line to nowhere": LIVE.replace("/t/TABLE/live", "/nowhere"),
    "a line since never": LIVE.replace("live", "live?since=x&talk=-1&rewritten=99999999999999999999999"),
}

TEXT, BYTES, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(kind: int, content: bytes = b"", last: bool = True, mark: int = 0, length: int | None = None) -> bytes:
    """A part of a message as browsers send it, under a mask of zeros."""
    said = len(content) if length is None else length
    if said < 126:
        size = bytes([128 | said])
    else:
        size = struct.pack("!BH", 254, said) if said < 65_536 else struct.pack("!BQ", 255, said)
    return bytes([last << 7 | mark << 4 | kind]) + size + bytes(4) + content


BOMB = zlib.compressobj(wbits=-15)
PACKED_BOMB = BOMB.compress(bytes(20_000_000)) + BOMB.flush(zlib.Z_SYNC_FLUSH)

FRAMES = {
    "nothing": b"",
    "no mask": b"\x81\x01!",
    "unknown marks": frame(TEXT, b"!", mark=2),
    "packed nonsense": frame(TEXT, b"\xff\xff\xff\xff", mark=4),
    "a packed sign": frame(PING, b"x", mark=4),
    "unknown kinds": frame(3, b"x") + frame(11, b"x"),
    "a sign in pieces": frame(PING, b"x", last=False),
    "a sign too long": frame(PING, b"x" * 126),
    "signs": frame(PING, b"x" * 125) * 500 + frame(PONG) * 5,
    "bytes that are no text": frame(TEXT, b"\xff\xfe"),
    "half a letter": frame(TEXT, b"\xed\xa0\x80"),
    "a broken letter in pieces": frame(TEXT, b"\xc3", last=False) + frame(0, b"\xff"),
    "no text twice": frame(TEXT, b"\xff") * 3,
    "no text, then the end": frame(TEXT, b"\xff") + frame(CLOSE, b"\x03\xe8"),
    "no text, then a broken part": frame(TEXT, b"\xff") + frame(3, b"x"),
    "the end, then no text": frame(CLOSE, b"\x03\xe8") + frame(TEXT, b"\xff"),
    "an end of one byte": frame(CLOSE, b"\x03"),
    "an end without a meaning": frame(CLOSE, struct.pack("!H", 1005)),
    "an end that is no text": frame(CLOSE, b"\x03\xe8\xff\xfe"),
    "ends": frame(CLOSE, b"\x03\xe8") * 3,
    "a piece of nothing": frame(0, b"x"),
    "a text within a text": frame(TEXT, b"x", last=False) + frame(TEXT, b"y"),
    "pieces without end": frame(TEXT, b"x", last=False) + frame(0, b"x", last=False) * 100,
    "a text too long": frame(TEXT, b"x" * 60_000),
    "a length without end": frame(TEXT, length=2**63 - 1),
    "a length below zero": frame(TEXT, length=2**64 - 1),
    "what unpacks to too much": frame(TEXT, PACKED_BOMB[:-4], mark=4),
    "texts": frame(TEXT, b"!") * 500,
    "bytes": frame(BYTES, CHANCE.randbytes(50)),
    "chance": CHANCE.randbytes(2000),
    "zeros": bytes(2000),
    "half a text": frame(TEXT, b"hello")[:4],
    "brackets": frame(TEXT, b"[" * 500),
    "no token": frame(TEXT, b"{}") + frame(TEXT, b"{}"),
    "a request": PAGE.encode(),
}


def reset(line: socket.socket) -> None:
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def half_close(line: socket.socket) -> None:
    line.shutdown(socket.SHUT_WR)
    line.recv(1)


def read(line: socket.socket) -> None:
    """Takes a little of the answer, if there is one soon, and breaks off."""
    line.settimeout(0.02)
    line.recv(10)
    reset(line)


ENDINGS: dict[str, Callable[[socket.socket], None]] = {
    "it hangs up": lambda line: None,
    "it breaks off": reset,
    "it half-closes": half_close,
    "it reads a little": read,
}


@pytest.fixture(scope="module", params=["auto", "asyncio"])
def noisy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server on either loop; programs may come, and polls do not last."""
    usual = uvicorn.settings
    with pytest.MonkeyPatch.context() as patch:

        def settings(*given: object) -> object:
            made = usual(*given)  # type: ignore[arg-type]
            made.loop = request.param
            return made

        patch.setattr(uvicorn, "settings", settings)
        with running(tmp_path_factory.mktemp("noisy"), outside_bots=True, poll=0.05, connections=10_000) as found:
            yield found


@pytest.fixture(scope="module")
def table(noisy: Site) -> str:
    return playing(noisy, 3)[0]


def fill_in(noisy: Site, table: str, text: str | bytes) -> bytes:
    if isinstance(text, bytes):
        return text
    return text.replace("HOST", noisy.host).replace("URL", noisy.url).replace("TABLE", table).encode("latin-1")


def hostile(noisy: Site, end: Callable[[socket.socket], None], *parts: bytes) -> None:
    """Sends something, waiting for an answer between two parts, and ends in some way."""
    with socket.create_connection(("127.0.0.1", noisy.port), PATIENCE) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            line.sendall(parts[0])
            for part in parts[1:]:
                line.recv(65536)
                line.sendall(part)
            end(line)
        except OSError:
            pass  # the server was quicker


def alone(noisy: Site) -> bool:
    """Whether nobody is connected, and nothing is done for anybody, but for those who keep their connections."""

    async def count() -> int:
        state = noisy.server.server_state
        return len(state.tasks) + len(state.connections)

    for guest in noisy.guests:
        guest.http.close()
    return noisy.inside(count) == 0


@pytest.mark.parametrize("sent", REQUESTS.values(), ids=REQUESTS)
def test_no_request_leaves_a_line(noisy: Site, table: str, sent: str | bytes, log_lines: list[str]) -> None:
    logging.getLogger().setLevel(logging.WARNING)
    for end in ENDINGS.values():
        for _ in range(3):
            hostile(noisy, end, fill_in(noisy, table, sent))
    until(lambda: alone(noisy))
    assert log_lines == []


@pytest.mark.parametrize("way", ["live", "bot"])
@pytest.mark.parametrize("sent", FRAMES.values(), ids=FRAMES)
def test_no_message_leaves_a_line(noisy: Site, table: str, way: str, sent: bytes, log_lines: list[str]) -> None:
    logging.getLogger().setLevel(logging.WARNING)
    for extensions in ("", PACKED):
        head = fill_in(noisy, table, f"{OPEN.replace('WAY', way)}{extensions}\r\n")
        for end in ENDINGS.values():
            hostile(noisy, end, head, sent)
            hostile(noisy, end, head + sent)
    until(lambda: alone(noisy))
    assert log_lines == []


REFUSED = {
    "no request": b"nonsense\r\n\r\n",
    "a head too long": REQUESTS["a head too long"],
    "a line by post": REQUESTS["a line by post"],
    "a line without a key": REQUESTS["a line without a key"],
    "a line with a long address": REQUESTS["a line with a long address"],
    "a line with a long header": REQUESTS["a line with a long header"],
    "a line with many headers": REQUESTS["a line with many headers"],
    "a line with a body": REQUESTS["a line with a body"],
}


@pytest.mark.parametrize("sent", REFUSED.values(), ids=REFUSED)
def test_what_is_refused_before_anybody_reads_it_wears_our_headers(
    noisy: Site, table: str, sent: str | bytes, log_lines: list[str]
) -> None:
    """And the connection ends: nobody counts those that wait for nothing."""
    with socket.create_connection(("127.0.0.1", noisy.port), PATIENCE) as line:
        line.sendall(fill_in(noisy, table, sent))
        answer = b""
        while part := line.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    assert status.split()[1] in ("400", "405", "414", "431") and body
    headers = [name.lower() for name, _, _ in (said.partition(": ") for said in lines)]
    assert len(headers) == len(set(headers)) and int(dict(said.lower().split(": ") for said in lines)["content-length"])
    for name, value in HEADERS.items():
        assert f"{name}: {value}" in lines
    assert "cache-control" in headers and "server" not in headers


def test_who_asked_for_news_many_times_at_once_and_left_is_waited_for_no_longer(tmp_path: Path) -> None:
    with running(tmp_path, poll=10 * PATIENCE) as site:
        table, guests = playing(site)
        poll = POLL.replace("=9", f"={guests[0].version(table)}")
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
            line.sendall(fill_in(site, table, poll * 3))
            until(lambda: table in site.parts.hub.live_tables and site.parts.hub.live_tables[table].connections)
        until(lambda: alone(site))


@pytest.mark.parametrize("sent", FRAMES.values(), ids=FRAMES)
def test_nor_does_what_comes_before_a_line_is_opened(
    noisy: Site, table: str, sent: bytes, log_lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logging.getLogger().setLevel(logging.WARNING)
    early(noisy, table, sent, monkeypatch)
    assert log_lines == []


def early(noisy: Site, table: str, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sends messages while the application still looks for the table."""
    asked, go_on = threading.Event(), asyncio.Event()
    find = hub.Hub.join

    async def slow(*given: Any) -> Any:
        asked.set()
        await go_on.wait()
        return await find(*given)

    async def release() -> None:
        go_on.set()

    monkeypatch.setattr(hub.Hub, "join", slow)
    with socket.create_connection(("127.0.0.1", noisy.port), PATIENCE) as line:
        line.sendall(fill_in(noisy, table, LIVE))
        assert asked.wait(PATIENCE)
        line.sendall(sent)
        noisy.inside(lambda: asyncio.sleep(0))
        noisy.inside(release)
        line.shutdown(socket.SHUT_WR)
        line.recv(1)
    until(lambda: alone(noisy))


# What is written


def passing(sparse: Sparse, text: str, created: float) -> str:
    """A line that comes at some second, as it is written; nothing if it is not."""
    made = logging.makeLogRecord({"name": "intrigue.web", "msg": text, "created": created})
    return made.getMessage() if sparse.filter(made) else ""


def test_the_same_line_is_written_only_so_often_and_what_was_left_out_is_told() -> None:
    sparse = Sparse()
    found = [passing(sparse, "a request failed", 1000 + at / 100) for at in range(1000)]
    assert found == ["a request failed"] * OFTEN + [""] * (1000 - OFTEN)
    assert passing(sparse, "something else", 1010) == "something else"
    told = passing(sparse, "a request failed", 1000 + MINUTE)
    assert told == f"a request failed ({1000 - OFTEN} lines were left out before this one)"
    assert passing(sparse, "a request failed", 1001 + MINUTE) == "a request failed"


def test_lines_that_are_never_the_same_have_an_end_too() -> None:
    sparse = Sparse()
    found = [passing(sparse, f"{at} failed", 1000) for at in range(1000)]
    assert len([line for line in found if line]) == MANY + OFTEN
    assert passing(sparse, "it failed", 900), "a clock that was set back begins anew"


def test_what_a_server_writes_goes_through_it(capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    hooks = threading.excepthook, sys.unraisablehook
    try:
        root.handlers = []
        discreet()
        for number in range(1000):
            logging.getLogger("uvicorn.error").error("broken by %s", number)
    finally:
        root.handlers = before
        root.setLevel(level)
        threading.excepthook, sys.unraisablehook = hooks
    assert capfd.readouterr().err.count("broken by") == OFTEN
