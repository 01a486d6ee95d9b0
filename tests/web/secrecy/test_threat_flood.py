"""Whoever floods the server, or never reads, costs others neither memory nor their place (threat 20)."""

from __future__ import annotations

import asyncio
import json
import socket as plain
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.guests import GENEROUS, PATIENCE, Guest, Site, move, next_message, playing, running

from intrigue.engine.depth import DEEPEST
from intrigue.web.config import Rate, networks
from intrigue.web.live.connections import LINGERING, NAMED
from intrigue.web.server import sockets

MEGABYTE = 1_000_000
SMALL = 4096
"""What the other end's system takes in for somebody who never reads."""
PING, TEXT, MORE = 0x89, 0x01, 0x00


@contextmanager
def open_line(site: Site) -> Iterator[plain.socket]:
    with plain.socket() as line:
        line.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, SMALL)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", site.port))
        yield line


@contextmanager
def silent(site: Site, guest: Guest, table: str) -> Iterator[plain.socket]:
    """A socket to a table, opened by hand; nobody reads what comes after the handshake."""
    with open_line(site) as line:
        line.sendall(
            (
                f"GET /t/{table}/live?since=0&talk=0 HTTP/1.1\r\nHost: {site.host}\r\nOrigin: {site.url}\r\n"
                f"Cookie: intrigue={guest.http.cookies['intrigue']}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            ).encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"
        yield line


def frame(kind: int, content: bytes = b"") -> bytes:
    """A message as browsers send it, under a mask of zeros."""
    return struct.pack("!BB4x", kind, 0x80 | len(content)) + content


def buffered_bytes(site: Site) -> int:
    """Bytes that wait in the server for those who do not read."""

    async def waiting() -> int:
        return sum(one.transport.get_write_buffer_size() for one in site.server.server_state.connections)

    return site.inside(waiting)


def is_closed_in_time(line: plain.socket) -> bool:
    """Whether the server ended a connection; waits for it."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


# Those who never read


def test_many_who_never_read_do_not_grow_with_the_game(tmp_path: Path) -> None:
    """What waits for them is bounded, however much happens; and a line keeps nothing but where it is."""
    silents = 20
    with running(tmp_path) as site, ExitStack() as stack:
        site.door.setsockopt(plain.SOL_SOCKET, plain.SO_SNDBUF, SMALL)  # else the system would hold it all
        table, guests = playing(site)
        for _ in range(silents):
            stack.enter_context(silent(site, guests[1], table))
        held: list[int] = []
        with guests[0].socket(table, guests[0].version(table)) as quick:
            while site.inside(lambda: site.parts.tables.get(table)).phase == "playing":
                move(site, table, guests)
                next_message(quick, "frame")
                for _ in range(5):
                    guests[0].post(f"/t/{table}/say", {"key": site.key(), "kind": "text", "text": "x" * 200})
                held.append(buffered_bytes(site))
        assert silents * 50_000 < max(held) < silents * 100_000
        lines = site.inside(lambda: rooms(site, table))
        assert len(lines) == silents
        assert not [one for line in lines for one in vars(line).values() if isinstance(one, list | dict | set | bytes)]


async def rooms(site: Site, table: str) -> list[Any]:
    return [line for line in site.parts.hub.live_tables[table].connections if line.visitor.name == "Guest2"]


def test_signs_of_life_that_nobody_reads_are_not_kept(tmp_path: Path) -> None:
    """Every ping is answered; whoever does not take the answers is not listened to any more."""
    with running(tmp_path) as site:
        guest = site.guest()
        table = guest.open()
        pings = frame(PING, b"x" * 125) * 500
        with silent(site, guest, table) as line:
            line.setblocking(False)
            sent, idle = 0, 0
            while sent < 20 * MEGABYTE and idle < 200:
                try:
                    sent += line.send(pings)
                    idle = 0
                except BlockingIOError:
                    idle += 1
                    site.inside(lambda: asyncio.sleep(0))
            assert buffered_bytes(site) < MEGABYTE
        assert told_by(site, guest, table)["type"] == "snapshot"


def told_by(site: Site, guest: Guest, table: str) -> dict[str, Any]:
    with guest.socket(table) as line:
        return next_message(line)


def test_a_message_in_endless_pieces_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        guest = site.guest()
        table = guest.open()
        with silent(site, guest, table) as line:
            line.sendall(frame(TEXT) + frame(MORE) * 1000)
            while (kept := pieces(site)) is not None:
                assert kept <= sockets.PIECES


def pieces(site: Site) -> int | None:
    """How many pieces of one message wait for the rest of it; None where no line is open."""

    async def waiting() -> int | None:
        lines = [one for one in site.server.server_state.connections if isinstance(one, sockets.WebSocketProtocol)]
        return max((len(one.frames) for one in lines), default=None)

    return site.inside(waiting)


def test_who_does_not_even_answer_signs_of_life_is_let_go(tmp_path: Path) -> None:
    """Closing politely would wait for ever until everything is read."""
    with running(tmp_path) as site:
        guest = site.guest()
        table = guest.open()
        with silent(site, guest, table) as line:
            line.setblocking(False)

            async def given_up() -> bool:
                lines = [
                    one for one in site.server.server_state.connections if isinstance(one, sockets.WebSocketProtocol)
                ]
                for one in lines:
                    if not one.writable.is_set():
                        one.keepalive_timeout()
                return not lines

            for _ in range(3000):
                if site.inside(given_up):
                    break
                with suppress(OSError):
                    line.send(frame(PING, b"x" * 125) * 500)
            else:
                pytest.fail("the line stays")


def test_a_message_in_a_few_pieces_is_one_message(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        guest = site.guest()
        table = guest.open()
        with guest.socket(table) as line:
            next_message(line, "snapshot")
            line.send(["a", "b", "c"])
            guest.post(f"/t/{table}/say", {"key": site.key(), "kind": "phrase", "text": "hello"})
            assert next_message(line, "talk")["n"] == 1


# Those who never finish


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(sockets, "ASKING_SECONDS", 0.2)
    with running(tmp_path) as site:
        yield site


HEAD = b"POST /me HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = b"GET /static/css/art.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
ENDLESS = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHo",
    "half a body": HEAD + b"Content-Length: 100\r\n\r\nhalf",
    "half a piece": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhal",
    "no last piece": HEAD + b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    "no end of the trailers": HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n",
    "a second half": WHOLE + b"GET / HTTP/1.1\r\nHo",
    "a second half body": WHOLE + HEAD + b"Content-Length: 100\r\n\r\nhalf",
}


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
def test_what_is_never_asked_to_its_end_is_ended(hasty: Site, sent: bytes) -> None:
    with open_line(hasty) as line:
        line.sendall(sent)
        assert is_closed_in_time(line)
    assert hasty.guest().page("/about").status_code == 200


@pytest.mark.parametrize("sent", [b"\r\n", b"GET / HTTP/1.1\r\nHo", HEAD + b"Content-Length: 100\r\n\r\nhalf"])
def test_nor_is_a_connection_that_was_used_before(hasty: Site, sent: bytes) -> None:
    with open_line(hasty) as line:
        line.sendall(WHOLE)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += line.recv(65536)
        line.sendall(sent)
        assert is_closed_in_time(line)


def test_an_answer_that_takes_long_is_waited_for(hasty: Site) -> None:
    """Only asking is hurried: a long poll waits for news."""
    host, other = hasty.guest(), hasty.guest()
    table = host.open()
    version = host.version(table)
    with ExitStack() as stack:
        line = stack.enter_context(open_line(hasty))
        ask = f"GET /t/{table}/poll?since={version} HTTP/1.1\r\nHost: {hasty.host}\r\n"
        line.sendall(f"{ask}Cookie: intrigue={host.http.cookies['intrigue']}\r\n\r\n".encode())
        hasty.inside(lambda: asyncio.sleep(3 * sockets.ASKING_SECONDS))
        other.sit(table, 2, "Bob")
        assert line.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize("path", ["/me", "/t/{}/do", "/t/{}/say", "/t/{}/orders"])
@pytest.mark.parametrize("body", [b'{"a":' + b"[" * 7000 + b"]" * 7000 + b"}", b"[" * 15_000, b'{"request":' * 1000])
def test_brackets_within_brackets_are_no_request(site: Site, path: str, body: bytes) -> None:
    guest = site.guest()
    address = path.format(guest.open())
    headers = {"X-Intrigue": guest.form_token, "Content-Type": "application/json", "Origin": site.url}
    assert guest.http.post(address, content=body, headers=headers).status_code == 400


def test_how_deep_brackets_may_be_does_not_depend_on_the_interpreter(site: Site) -> None:
    guest, fields = site.guest(), {"game": "oriflamme", "players": "3", "name": "Ann"}
    guest.page()
    headers = {"X-Intrigue": guest.form_token, "Content-Type": "application/json", "Origin": site.url}
    for more, status in ((0, 400), (-1, 200)):
        deep = "[" * (DEEPEST + more) + "]" * (DEEPEST + more)
        body = json.dumps(fields | {"more": "DEEP"}).replace('"DEEP"', deep)
        assert guest.http.post("/new", content=body, headers=headers).status_code == status


def test_trailers_have_an_end(tmp_path: Path) -> None:
    with running(tmp_path) as site, open_line(site) as line:
        line.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n")
        line.sendall(b"X: y\r\n" * (sockets.REST_BYTES // 6 + 1))
        assert line.recv(12) == b"HTTP/1.1 400"


def test_an_address_holds_only_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path, connections=5) as site, ExitStack() as stack:
        guest = site.guest()
        table = guest.open()
        guest.http.close()
        kept = [stack.enter_context(open_line(site)) for _ in range(8)]
        for line in kept:
            line.setblocking(False)
        assert sum(map(is_closed, (site for _ in kept), kept)) >= 3
        for line in kept:
            line.close()
        # Room is made when they leave, and sockets are counted as lines.
        reader = site.guest()
        while True:
            try:
                reader.page("/about")
                break
            except Exception:
                continue
        with silent(site, guest, table), silent(site, guest, table), silent(site, guest, table):
            assert reader.page("/about").status_code == 200


def is_closed(site: Site, line: plain.socket) -> bool:
    for _ in range(200):
        try:
            return line.recv(1) == b""
        except BlockingIOError:
            site.inside(lambda: asyncio.sleep(0))
        except ConnectionError:
            return True
    return False


def test_a_listed_proxy_holds_as_many_as_it_likes(tmp_path: Path) -> None:
    with running(tmp_path, connections=2, proxies=networks(["127.0.0.1"])) as site, ExitStack() as stack:
        lines = [stack.enter_context(open_line(site)) for _ in range(6)]
        for line in lines:
            line.sendall(WHOLE)
            assert line.recv(15) == b"HTTP/1.1 200 OK"


# Those who ask again and again


def test_who_calls_us_by_a_wrong_name_is_counted_too(tmp_path: Path) -> None:
    with running(tmp_path, now=lambda: 1_000_000, rates=GENEROUS | {"request": Rate(3, 60)}) as site:
        answers = [httpx.get(site.url, headers={"Host": "evil.example"}, timeout=PATIENCE) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [400] * 3 + [429] * 2
        assert not any("evil.example" in answer.text for answer in answers)


# Those who pretend to be many


def test_a_room_is_not_filled_with_people_who_are_not_there(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        host, stranger = site.guest(), site.guest()
        table = host.open()

        async def lingering() -> int:
            room = site.parts.hub.live_tables.get(table)  # none where nobody was for a moment
            return len(room.lingering) if room else 0

        for _ in range(5):  # without a cookie
            stranger.http.cookies.clear()
            assert stranger.poll(table, 0)
        assert site.inside(lingering) == 0
        for number in range(LINGERING + 30):  # with one made up each time
            stranger.http.cookies.clear()
            stranger.http.cookies.set("intrigue", f"{number:043}", domain="127.0.0.1")
            assert stranger.poll(table, 0)
        assert site.inside(lingering) == LINGERING
        assert host.poll(table, 0)
        assert site.inside(lingering) == LINGERING + 1  # who plays is always known
        with host.socket(table) as line:
            message = next_message(line, "people")
        assert len(json.dumps(message)) < 1000


def test_only_some_who_watch_are_named(tmp_path: Path) -> None:
    with running(tmp_path) as site, ExitStack() as stack:
        host = site.guest()
        table = host.open()
        for number in range(NAMED + 5):
            guest = site.guest()
            guest.post("/me", {"name": f"Watcher{number:02}"})
            stack.enter_context(guest.socket(table))
        line = stack.enter_context(host.socket(table))
        while f"Watcher{NAMED - 1:02}" not in (html := next_message(line, "people")["html"]) or "5" not in html:
            pass
        assert html.count("Watcher") == NAMED


def test_one_line_is_not_blamed_for_another(tmp_path: Path) -> None:
    """The limit of messages is each line's own, also where a new line takes an old one's place in memory."""
    with running(tmp_path) as site:
        guest = site.guest()
        table = guest.open()
        numbers = set()
        for _ in range(30):
            with guest.socket(table) as line:
                next_message(line)

                async def line_numbers() -> set[int]:
                    return {one.number for one in site.parts.hub.live_tables[table].connections}

                numbers |= site.inside(line_numbers)
        assert len(numbers) >= 30
