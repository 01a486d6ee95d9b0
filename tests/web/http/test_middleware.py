"""Whom the server lets in, and what every answer wears (threats 14, 15, 20 and DNS rebinding)."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from web.guests import PATIENCE, Site, next_message, running
from websockets.exceptions import InvalidStatus

from intrigue.locale import words
from intrigue.web.config import Config, networks
from intrigue.web.http.middleware import CSP, is_our_host, origin_of, our_names
from intrigue.web.server.sockets import HEAD_BYTES

STRANGE_HOSTS = [
    "evil.example",
    "evil.example:80",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "10.1.2.3",
    "a b",
    "",
]


@pytest.mark.parametrize("host", STRANGE_HOSTS)
def test_a_strange_host_is_refused(site: Site, host: str) -> None:
    for path in ("/", "/static/css/site.css", "/t/aaaaaaaaaa/poll"):
        answer = httpx.get(site.url + path, headers={"Host": host}, timeout=PATIENCE)
        assert answer.status_code == 400, path
        assert answer.headers["content-security-policy"] == CSP


def test_a_socket_for_a_strange_host_is_refused(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    request = (
        f"GET /t/{table}/live HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert raw(site, request.encode()).startswith(b"HTTP/1.1 400")


def raw(site: Site, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        found = b""
        while part := line.recv(65536):
            found += part
        return found


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_the_own_names_are_known(site: Site, host: str) -> None:
    assert httpx.get(site.url, headers={"Host": f"{host}:{site.port}"}, timeout=PATIENCE).status_code == 200


def test_names_on_a_network_and_of_the_public() -> None:
    plain = Config("sqlite://")
    assert not is_our_host("192.168.1.5:8000", our_names(plain), plain.open_to_all)
    lan = Config("sqlite://", host="0.0.0.0", lan=True)
    assert is_our_host("192.168.1.5:8000", our_names(lan), lan.open_to_all)
    assert not is_our_host("evil.example", our_names(lan), lan.open_to_all)
    public = Config("sqlite://", public_url="https://games.example", hosts=("castle",))
    assert is_our_host("games.example", our_names(public), public.open_to_all)
    assert is_our_host("castle:8000", our_names(public), public.open_to_all)
    assert not is_our_host("www.games.example", our_names(public), public.open_to_all)


FOREIGN = ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1", "file://"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_may_neither_post_nor_listen(site: Site, origin: str) -> None:
    guest = site.guest()
    table = guest.open()
    posts = ["/new", "/quick", "/me"] + [f"/t/{table}/{way}" for way in ("do", "say", "orders", "code", "takeover")]
    for path in [*posts, f"/t/{table}/rematch"]:
        answer = guest.post(path, Origin=origin)
        assert answer.status_code == 403, path
        assert answer.json() == {"message": words("en")("serve.fault.foreign")}
    with pytest.raises(InvalidStatus) as refused:
        guest.socket(table, Origin=origin)
    assert refused.value.response.status_code == 403


def test_a_socket_without_an_origin_is_refused(site: Site) -> None:
    request = (
        f"GET /t/{site.guest().open()}/live HTTP/1.1\r\nHost: {site.host}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert raw(site, request.encode()).startswith(b"HTTP/1.1 403")


def test_a_post_needs_the_token_of_the_own_page(site: Site) -> None:
    guest, other = site.guest(), site.guest()
    other.page()
    table = guest.open()
    for path in (
        "/new",
        "/quick",
        "/me",
        *(f"/t/{table}/{way}" for way in ("do", "say", "orders", "code", "takeover")),
    ):
        for token in ("", "x", other.form_token, guest.http.cookies["intrigue"]):
            answer = guest.post(path, {}, **{"X-Intrigue": token})
            assert answer.status_code == 403, (path, token)
        bare = httpx.post(site.url + path, json={}, headers={"X-Intrigue": guest.form_token}, timeout=PATIENCE)
        assert bare.status_code == 403 and "set-cookie" not in bare.headers
    form = guest.http.post("/quick", data={"game": "oriflamme"}, headers={"Accept": "text/html"})
    assert form.status_code == 403 and "<html" in form.text


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(site: Site) -> None:
    cookie = site.guest().page().headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "secure" not in cookie
    assert re.match(r"intrigue=[0-9a-z_-]{43};", cookie)


def test_tokens_stand_in_no_address_and_the_cookie_in_no_page(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    for path in ("/", "/new", "/tables", "/about", f"/t/{table}", "/nowhere"):
        page = guest.page(path).text
        assert guest.http.cookies["intrigue"] not in page
        for address in re.findall(r'(?:href|src|action)="([^"]*)"', page):
            assert guest.form_token not in address
    location = guest.submit("/quick", {"game": "oriflamme"}).headers["location"]
    assert guest.form_token not in location and guest.http.cookies["intrigue"] not in location


def test_every_answer_wears_the_policy(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    answers = [guest.page(path) for path in ("/", "/new", "/tables", "/about", f"/t/{table}", "/nowhere")]
    ways = ("poll?since=0", "private?seat=1", "orders", "record", "qr.svg")
    answers += [guest.get(f"/t/{table}/{way}") for way in ways]
    answers += [guest.get("/static/css/site.css"), guest.get("/static/none"), guest.get("/hints/oriflamme/fr/en")]
    answers += [guest.post("/me"), guest.post(f"/t/{table}/do"), guest.post("/me", **{"X-Intrigue": ""})]
    answers += [guest.http.request(method, "/") for method in ("PUT", "DELETE", "OPTIONS", "POST")]
    for answer in answers:
        headers = answer.headers
        assert headers["content-security-policy"] == CSP, answer.url
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
        kept = "/static/css" in str(answer.url) or "/hints" in str(answer.url)
        assert kept or headers["cache-control"] == "no-store", answer.url
        assert "unsafe" not in CSP and "<script>" not in answer.text and not re.search(r"\son\w+=", answer.text)
    assert [answer.status_code for answer in answers[-4:]] == [405, 405, 405, 405]


def test_bodies_have_an_end(site: Site) -> None:
    guest = site.guest()
    table, much = guest.open(), "x" * 17_000
    assert guest.post("/me", {"name": much}).status_code == 413
    assert guest.post(f"/t/{table}/do", {"key": much}).status_code == 413

    def dripping() -> object:
        for _ in range(20):
            yield b"x" * 1000

    headers = {"X-Intrigue": guest.form_token, "Origin": site.url, "Content-Type": "application/json"}
    assert guest.http.post(f"/t/{table}/do", content=dripping(), headers=headers).status_code == 413  # type: ignore[arg-type]


def test_heads_have_an_end(site: Site) -> None:
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * HEAD_BYTES)
        assert line.recv(65536).startswith(b"HTTP/1.1 400")


# Proxies


def scope(address: str) -> dict[str, object]:
    return {"type": "http", "client": (address, 1), "scheme": "http"}


def test_what_a_stranger_forwards_is_not_believed() -> None:
    headers = Headers(
        {"host": "a", "x-forwarded-for": "6.6.6.6", "x-forwarded-proto": "https", "x-forwarded-host": "b"}
    )
    assert origin_of(Config(""), scope("10.0.0.9"), headers) == ("10.0.0.9", "http", "a")
    listed = Config("", proxies=networks(["10.0.0.0/24"]))
    assert origin_of(listed, scope("10.0.1.9"), headers) == ("10.0.1.9", "http", "a")
    assert origin_of(listed, scope("10.0.0.9"), headers) == ("6.6.6.6", "https", "b")


def test_a_chain_is_believed_up_to_the_first_stranger() -> None:
    headers = Headers({"host": "a", "x-forwarded-for": "1.1.1.1, 6.6.6.6, 10.0.0.2", "x-forwarded-proto": "gopher"})
    listed = Config("", proxies=networks(["10.0.0.0/24"]))
    assert origin_of(listed, scope("10.0.0.9"), headers) == ("6.6.6.6", "http", "a")
    odd = Headers({"host": "a", "x-forwarded-for": "<script>"})
    assert origin_of(listed, scope("10.0.0.9"), odd) == ("10.0.0.9", "http", "a")


def test_strangers_cannot_choose_host_or_scheme(site: Site) -> None:
    guest = site.guest(**{"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"})
    page = guest.page()
    assert page.status_code == 200 and "evil.example" not in page.text and "secure" not in page.headers["set-cookie"]


def test_behind_a_listed_proxy_the_public_address_counts(tmp_path: Path) -> None:
    settings = {"proxies": networks(["127.0.0.1"]), "public_url": "https://games.example"}
    with running(tmp_path, **settings) as site:
        guest = site.guest(**{"Host": "games.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "6.6.6.6"})
        page = guest.page()
        assert "Secure" in page.headers["set-cookie"]
        assert page.headers["cross-origin-opener-policy"] == "same-origin"
        guest.http.headers["Cookie"] = page.headers["set-cookie"].partition(";")[0]
        answer = guest.post("/new", {"game": "oriflamme", "name": "Ann"}, Origin="https://games.example")
        assert answer.status_code == 200
        assert guest.post("/new", {}, Origin="https://evil.example").status_code == 403
        table = answer.json()["table"]
        proxied = {"X-Forwarded-Host": "games.example", "X-Forwarded-Proto": "https"}
        with guest.socket(table, Origin="https://games.example", **proxied) as line:
            assert next_message(line, "snapshot")["v"] > 0
        assert "https://games.example/t/" in guest.page(f"/t/{table}").text
