"""Reading changes nothing: a link preview takes no seat, and leaves no trace in the database (threat 14)."""

from __future__ import annotations

import re
import sqlite3
from html import unescape
from pathlib import Path

import pytest
from web.guests import Guest, Site, playing, running, to_the_end


def content(path: Path) -> str:
    """Everything in the database."""
    with sqlite3.connect(path) as database:
        found = "\n".join(database.iterdump())
    database.close()
    return found


def crawl(guest: Guest, starts: list[str]) -> set[str]:
    """Follows every link that a page names, as a bot would."""
    seen: set[str] = set()
    waiting = list(starts)
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = guest.http.get(path, headers={"Accept": "text/html, */*"})
        assert answer.status_code < 500, path
        if "text/html" in answer.headers.get("content-type", ""):
            found = re.findall(r'(?:href|src|action|data-post|data-hints)="([^"#]*)', answer.text)
            waiting += [unescape(link) for link in found if link.startswith("/")]
        guest.http.head(path)
    return seen


def test_a_crawl_over_everything_changes_nothing(tmp_path: Path) -> None:
    with running(tmp_path, poll=0.01) as site:
        table, guests = playing(site)
        over, players = playing(site)
        to_the_end(site, over, players)
        lobby = guests[0].open(listed="on")
        hot = guests[0].open(hot_seat="on")
        tables = (table, over, lobby, hot)
        ways = (
            "",
            "/poll?since=0",
            "/orders",
            "/private?seat=1",
            "/record",
            "/qr.svg",
            "/live",
            "/do",
            "/code",
            "/takeover",
        )
        starts = ["/", "/quick", "/new?game=richelieu&hot_seat=on", "/me"] + [
            f"/t/{id}{way}" for id in tables for way in ways
        ]
        before = content(tmp_path / "site.db")
        seen = crawl(site.guest(), starts) | crawl(guests[0], starts)
        assert content(tmp_path / "site.db") == before
        assert {f"/t/{lobby}", "/about", "/tables"} <= seen and any("/static/" in path for path in seen)


def test_a_visitor_is_kept_at_the_first_post_only(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        guest = site.guest()
        for _ in range(3):
            guest.page()
        assert people(tmp_path) == 0
        guest.post("/me", {"theme": "dark"})
        assert people(tmp_path) == 1
        guest.post("/me", {"theme": "light"})
        assert people(tmp_path) == 1
        guest.post("/me", {"theme": "light"}, **{"X-Intrigue": ""})
        site.guest().http.post("/me", json={})
        assert people(tmp_path) == 1


def people(folder: Path) -> int:
    with sqlite3.connect(folder / "site.db") as database:
        (found,) = database.execute("select count(*) from people").fetchone()
    database.close()
    return int(found)


def test_the_database_knows_no_token_and_no_code(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        guest = site.guest()
        table = guest.open()
        code = guest.post(f"/t/{table}/code", {"seat": 1}).json()["code"]
        stored = content(tmp_path / "site.db")
    assert guest.http.cookies["intrigue"] not in stored and code not in stored and guest.form_token not in stored


INJECTIONS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=a>',
    "'><svg/onload=a>",
    "{{7*7}}{% x %}",
    "</template><b>x",
    "&lt;b&gt;",
    "\u202e<b>x\u202c",
]


@pytest.mark.parametrize("text", INJECTIONS)
def test_names_and_talk_are_text_wherever_they_stand(site: Site, text: str) -> None:
    guest = site.guest()
    table = guest.open(listed="on")
    name = text[:24]
    for answer in (
        guest.ask(table, do="rename", seat=1, name=name),
        guest.post("/me", {"name": name}),
        guest.post(f"/t/{table}/say", {"key": site.key(), "kind": "text", "text": text}),
    ):
        assert answer.status_code in (200, 422)
    pages = [guest.page(path).text for path in ("/", "/tables", "/new", f"/t/{table}", f"/new?name={text}&game={text}")]
    pages += [message.get("html", "") for message in guest.poll(table, 0)]
    pages += ["".join(message.get("regions", {}).values()) for message in guest.poll(table, 0)]
    for page in pages:
        assert "<script>" not in page and "<img src=x" not in page and "<svg/onload" not in page and "<b>x" not in page
        assert "49" not in re.findall(r"value=\"([^\"]*)\"", page) and "\u202e" not in page


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a#b", "a,b", "\u202eabc", "a\x00b"])
def test_names_that_cannot_be(site: Site, name: str) -> None:
    guest = site.guest()
    table = guest.open()
    answer = guest.ask(table, do="rename", seat=1, name=name)
    assert answer.status_code in (400, 422)
    assert guest.post("/me", {"name": name}).status_code in (200, 400, 422)
    assert site.inside(lambda: site.parts.tables.get(table)).seats[0].name == "Ann"


def test_half_a_sign_is_no_text(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    headers = {"X-Intrigue": guest.form_token, "Content-Type": "application/json", "Origin": site.url}
    for path, body in (
        ("/me", b'{"name": "\\ud800"}'),
        (f"/t/{table}/takeover", b'{"code": "\\ud800"}'),
        (f"/t/{table}/say", b'{"key": "12345678", "kind": "text", "text": "\\ud800"}'),
    ):
        assert guest.http.post(path, content=body, headers=headers).status_code in (400, 422), path
