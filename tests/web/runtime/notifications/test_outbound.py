"""Addresses that people give lead nobody into the inside of a network (threat 21)."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from web.runtime.notifications.endpoints import Endpoint, leads_to, listening

from intrigue.web.runtime.notifications import http_client
from intrigue.web.runtime.notifications.http_client import (
    NOTHING,
    UNSENT,
    BadAddress,
    Outbound,
    Resolver,
    place,
    public,
)

pytestmark = pytest.mark.anyio

FORMS = (
    "http://hooks.example/",
    "ftp://hooks.example/",
    "//hooks.example/",
    "hooks.example",
    "",
    "https://",
    "https:///path",
    "https://hooks.example@127.0.0.1/",
    "https://ann:secret@hooks.example/",
    "https://@hooks.example/",
    "https://hooks.example:80/",
    "https://hooks.example:0/",
    "https://hooks.example:22/",
    "https://hooks.example:65536/",
    "https://hooks.example:x/",
    "https://localhost/",
    "https://castle/",
    "https://127.0.0.1/",
    "https://8.8.8.8/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0x7f.0.0.0x1/",
    "https://hooks.0x7f/",
    "https://hooks.example.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fe80::1%25eth0]/",
    "https://hooks.example\\@127.0.0.1/",
    "https://hooks.example/a b",
    "https://hooks.example/\r\nX: 1",
    "https://hooks.example/\tx",
    "https://höoks.example/",
    "https://hooks..example/",
    "https://-hooks.example/",
    "https://hooks.example./",
    f"https://hooks.example/{'x' * 1000}",
)
INSIDE = (
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.255",
    "192.0.0.1",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::172.16.0.1",
    "64:ff9b::192.168.1.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b::808:808",
    "64:ff9b:1:a00:0:100::",
    "64:ff9b:1::1",
    "100::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1%eth0",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "3fff::1",
    "5f00::1",
    "4000::1",
    "0177.0.0.1",
    "2130706433",
    "castle",
    "",
)
OPEN = ("8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450:4001::200e")


@pytest.mark.parametrize("url", FORMS)
async def test_only_https_to_a_name_on_a_usual_port_has_a_form_that_is_called(url: str) -> None:
    with pytest.raises(BadAddress):
        place(url)

    async def resolve(host: str, port: int) -> Sequence[str]:
        raise AssertionError("it was looked up")

    assert await Outbound(resolve).post(url, b"", {}) == NOTHING


def test_usual_addresses_have_it() -> None:
    assert place("https://fcm.example.com/fcm/send/abc:APA91b-_").path == "/fcm/send/abc:APA91b-_"
    assert place("https://hooks.example:8443/x?y=z#part") == ("hooks.example", 8443, "/x?y=z")
    assert place("https://xn--hks-5qa0i.example/").host == "xn--hks-5qa0i.example"


@pytest.mark.parametrize("address", INSIDE)
async def test_what_is_not_of_the_open_internet_is_refused_after_resolving(
    address: str, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not public(address)

    async def connects(*given: object, **named: object) -> None:
        raise AssertionError("it was connected to")

    monkeypatch.setattr(asyncio, "open_connection", connects)
    for addresses in ((address,), ("8.8.8.8", address), (address, "8.8.8.8")):  # a mix is refused whole
        assert await Outbound(leads_to(*addresses)).post("https://hooks.example/", b"", {}) == NOTHING


@pytest.mark.parametrize("address", OPEN)
def test_the_open_internet_is_not(address: str) -> None:
    assert public(address)


async def test_a_name_that_leads_nowhere_is_no_answer() -> None:
    assert await Outbound(leads_to()).post("https://hooks.example/", b"", {}) == NOTHING


async def test_a_call_arrives_with_its_name_and_its_body(endpoint: Endpoint) -> None:
    outcome = await endpoint.outbound().post(f"{endpoint.url}/a?b=c", b"body", {"X-One": "1"})
    heard = endpoint.next()
    assert outcome.is_success and outcome.status == 201
    assert (heard.path, heard.body, heard.headers["x-one"]) == ("/a?b=c", b"body", "1")
    assert heard.headers["host"] == f"{endpoint.name}:{endpoint.port}" and "cookie" not in heard.headers


async def test_the_address_that_was_checked_is_the_one_that_is_connected_to(endpoint: Endpoint) -> None:
    """A name that is resolved a second time may lead elsewhere: so it is not."""
    asked: list[str] = []

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ("127.0.0.1",) if len(asked) == 1 else ("10.0.0.1",)

    connected: list[str] = []
    real = asyncio.open_connection

    async def connects(host: str, *given: Any, **named: Any) -> Any:
        connected.append(host)
        return await real(host, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "open_connection", connects)
        assert (await endpoint.outbound(resolve).post(f"{endpoint.url}/", b"", {})).is_success
    assert asked == [endpoint.name] and connected == ["127.0.0.1"]


async def test_the_certificate_must_be_of_the_name(endpoint: Endpoint) -> None:
    url = f"https://other.example:{endpoint.port}/"
    assert await endpoint.outbound().post(url, b"", {}) == NOTHING
    assert endpoint.heard.empty()


async def test_a_certificate_that_nobody_trusts_is_none(endpoint: Endpoint) -> None:
    calls = endpoint.outbound()
    calls.context = ssl.create_default_context()
    assert await calls.post(f"{endpoint.url}/", b"", {}) == NOTHING
    assert endpoint.heard.empty()


async def test_a_redirect_is_not_followed(endpoint: Endpoint, tmp_path: Path) -> None:
    with listening(tmp_path, "inside.example") as inside:
        endpoint.answer = f"HTTP/1.1 307 Go\r\nLocation: {inside.url}/\r\nContent-Length: 0\r\n\r\n".encode()
        outcome = await endpoint.outbound(ports=(endpoint.port, inside.port)).post(f"{endpoint.url}/", b"", {})
        assert outcome.status == 307 and not outcome.is_success
        assert inside.heard.empty()


async def test_an_answer_that_never_ends_is_not_read(endpoint: Endpoint) -> None:
    sent = []

    def endless(line: ssl.SSLSocket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            line.sendall(b"x" * 65536)
            sent.append(65536)

    endpoint.answer = endless
    assert (await endpoint.outbound().post(f"{endpoint.url}/", b"", {})).is_success
    endpoint.answer = b"H" * 1_000_000
    assert await endpoint.outbound().post(f"{endpoint.url}/", b"", {}) == NOTHING
    assert sum(sent) < 50_000_000


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 20", b"hello\r\n", b"HTTP/1.1 999 ?\r\n", b"HTTP/2 200\r\n"])
async def test_half_an_answer_is_none(endpoint: Endpoint, said: bytes) -> None:
    endpoint.answer = said
    assert await endpoint.outbound().post(f"{endpoint.url}/", b"", {}) == NOTHING


async def test_what_may_have_arrived_is_not_sent_to_the_next_address(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected: list[str] = []
    real = asyncio.open_connection

    async def connects(host: str, *given: Any, **named: Any) -> Any:
        connected.append(host)
        if host == "127.0.0.3":
            raise ConnectionRefusedError
        return await real("127.0.0.1", *given, **named)

    monkeypatch.setattr(asyncio, "open_connection", connects)
    calls = endpoint.outbound(leads_to("127.0.0.3", "127.0.0.1", "127.0.0.2"), allowed=lambda address: True)
    assert (await calls.post(f"{endpoint.url}/", b"first", {})).is_success and endpoint.next().body == b"first"
    assert connected == ["127.0.0.3", "127.0.0.1"]  # where nobody listens, nothing was sent
    connected.clear()
    endpoint.answer = b""
    assert await calls.post(f"{endpoint.url}/", b"second", {}) == NOTHING
    assert endpoint.next().body == b"second" and endpoint.heard.empty()
    assert connected == ["127.0.0.3", "127.0.0.1"]


async def test_whoever_does_not_answer_is_not_waited_for(endpoint: Endpoint) -> None:
    def silent(line: ssl.SSLSocket) -> None:
        line.recv(1)

    endpoint.answer = silent
    assert await endpoint.outbound(seconds=0.2).post(f"{endpoint.url}/", b"", {}) == NOTHING


async def test_a_name_that_is_looked_up_for_ever_is_not_waited_for() -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        await asyncio.Event().wait()
        raise AssertionError

    assert await Outbound(resolve, seconds=0.05).post("https://hooks.example/", b"", {}) == NOTHING


async def test_calls_beyond_what_can_wait_are_not_made() -> None:
    calls = Outbound(leads_to("8.8.8.8"))
    calls.waiting = http_client.QUEUED
    assert await calls.post("https://hooks.example/", b"", {}) == UNSENT != NOTHING


async def test_a_name_that_nobody_has_time_to_look_up_is_not_called() -> None:
    resolver = Resolver()
    resolver.places = threading.BoundedSemaphore(1)
    resolver.places.acquire()
    assert await Outbound(resolver).post("https://hooks.example/", b"", {}) == UNSENT


async def test_one_person_takes_neither_all_places_nor_the_whole_queue() -> None:
    """Threat 21: whoever has many addresses that never answer keeps nobody else waiting."""
    begun: list[str] = []
    full = asyncio.Event()

    async def resolve(host: str, port: int) -> Sequence[str]:
        begun.append(host)
        if len(begun) == http_client.EACH_AT_ONCE:
            full.set()
        await asyncio.Event().wait()
        raise AssertionError

    calls = Outbound(resolve, seconds=1000.0)
    async with asyncio.TaskGroup() as group:
        slow = [
            group.create_task(calls.post("https://slow.example/", b"", {}, 1)) for _ in range(http_client.EACH_QUEUED)
        ]
        await full.wait()
        assert await calls.post("https://slow.example/", b"", {}, 1) == UNSENT
        assert begun == ["slow.example"] * http_client.EACH_AT_ONCE
        calls.resolve = leads_to()
        assert await calls.post("https://hooks.example/", b"", {}, 2) == NOTHING
        for task in slow:
            task.cancel()
    assert calls.people == {} and calls.waiting == 0


async def test_the_systems_own_resolver_is_asked_in_a_thread() -> None:
    assert "127.0.0.1" in await http_client.Resolver()("localhost", 443)
    with pytest.raises(OSError):
        await http_client.Resolver()("nothing.invalid", 443)


async def test_by_itself_nothing_inside_is_reached(endpoint: Endpoint) -> None:
    """What a server does without anything that tests bring: loopback has a name, and stays closed."""
    calls = Outbound(leads_to("127.0.0.1"), ports=(endpoint.port,))
    assert await calls.post(f"{endpoint.url}/", b"", {}) == NOTHING
    assert endpoint.heard.empty()
