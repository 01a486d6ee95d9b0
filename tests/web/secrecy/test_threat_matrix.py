"""Every role at every address of the site, as the routes list them: one that is no page and has no rule here fails
(threats 2, 3, 12 and 14)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import sample_pages
from sample_pages import PAGES, fill
from starlette.routing import BaseRoute, Route, WebSocketRoute
from web.guests import PATIENCE, Guest, Site, move, next_message, playing, running, to_the_end
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from intrigue.web.routes.urls import ROUTES
from intrigue.web.runtime.clock import wall_clock
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.runtime.tokens import new_token
from intrigue.web.view import sandbox_link

OUTSIDERS = ("nobody", "forged", "spectator", "handed over", "left")
"""They hold no seat; the first has no cookie at all."""
ROLES = (*OUTSIDERS, "other seat", "holder")
OPEN, CLOSED, OVER = "open", "closed", "over"
"""A game that may be watched, one that nobody may watch, one that is over."""


Asking = Callable[[Guest, str], Any]
Answers = tuple[int, int, int]
"""To those outside, to another seat, to who holds seat 1."""


@dataclass(frozen=True)
class Rule:
    """What an address answers at each of the tables, and how it is asked."""

    open: Answers
    closed: Answers
    over: Answers
    unknown: int = 0
    """If not 0: what those hear of whom the server keeps nothing."""
    query: str = ""
    """What follows the address."""
    body: Any = None
    """What is posted."""
    ask: Asking | None = None
    """Where it takes more than that."""

    def expected_status(self, table: str, role: str) -> int:
        if self.unknown and role in ("nobody", "forged"):
            return self.unknown
        outside, other, holder = {OPEN: self.open, CLOSED: self.closed, OVER: self.over}[table]
        return holder if role == "holder" else other if role == "other seat" else outside


def asks(**request: Any) -> Asking:
    return lambda guest, table: guest.ask(table, **request)


def says(guest: Guest, table: str) -> Any:
    return guest.post(f"/t/{table}/say", {"key": guest.site.key(), "kind": "phrase", "text": "hello", "seat": 1})


def listens(guest: Guest, table: str) -> Any:
    return guest.socket(table)


def looks_back(guest: Guest, table: str) -> Any:
    return guest.get(f"/t/{table}/past?version={guest.version(table) - 1}")


def plays(guest: Guest, table: str) -> Any:
    """A program's line, where none may play."""
    return connect(f"ws://{guest.site.host}/t/{table}/bot", open_timeout=PATIENCE, legacy=True)


def through_a_proxy(path: str) -> Asking:
    """As the world asks: the tests themselves sit on the server's own machine, which may read these."""
    return lambda guest, table: guest.http.get(path, headers={"X-Forwarded-For": "192.0.2.1"})


TRIED = "1Soldier 2ambush:2 3lord @1"
"""A position in which nobody is asked before something happens, so that no hand is shown."""
SANDBOX = sketches.record_of_sketch("oriflamme", TRIED)
TRYING = {"record": str(SANDBOX)}
PUSH = {"endpoint": "https://push.example/1", "p256dh": "AAAA", "auth": "AAAA"}
"""Where a browser would take notices, if these were keys."""


def everywhere(outside: int, other: int, holder: int) -> tuple[Answers, Answers, Answers]:
    return ((outside, other, holder),) * 3


FREE = everywhere(200, 200, 200)
REFUSED = everywhere(422, 422, 422)
HIDDEN = everywhere(404, 404, 404)
AT_TABLE = (200, 200, 200), (403, 200, 200), (200, 200, 200)
"""To whoever may see the table."""
AFTERWARDS = (403, 403, 403), (403, 403, 403), (200, 200, 200)
"""To everybody when the game is over."""
OWN_SEAT = everywhere(403, 403, 200)

RULES: dict[tuple[str, str], Rule] = {
    ("POST", "/quick"): Rule(*FREE, body={"game": "oriflamme"}),
    ("POST", "/new"): Rule(*FREE, body={"game": "oriflamme"}),
    ("POST", "/learn"): Rule(*FREE, body={"lesson": "oriflamme"}),
    ("POST", "/me"): Rule(*FREE, body={"speed": "fast"}),
    ("POST", "/me/recovery"): Rule(*FREE),
    ("POST", "/me/recover"): Rule(*REFUSED, body={"code": "WRONG"}),
    ("GET", "/me/export"): Rule(*FREE, unknown=404),
    ("GET", "/me/delete"): Rule(*FREE, unknown=303),
    ("POST", "/me/delete"): Rule(*REFUSED),
    ("POST", "/me/notices/trial"): Rule(*FREE),
    ("POST", "/me/push"): Rule(*REFUSED, body=PUSH),
    ("POST", "/me/push/stop"): Rule(*FREE, body={"endpoint": PUSH["endpoint"]}),
    ("POST", "/me/hook"): Rule(*REFUSED, body={"url": "https://127.0.0.1/"}),
    ("GET", "/worker.js"): Rule(*FREE),
    ("GET", "/mine/next"): Rule(*everywhere(303, 303, 303)),
    ("GET", "/mine/waiting"): Rule(*FREE),
    ("GET", "/sandbox"): Rule(*FREE, query=sandbox_link.link_to_sketch("oriflamme", TRIED).removeprefix("/sandbox")),
    ("POST", "/sandbox/look"): Rule(*FREE, body=TRYING | {"step": -1}),
    ("POST", "/sandbox/edit"): Rule(*FREE, body=TRYING | {"change": {"do": "show"}}),
    ("POST", "/sandbox/play"): Rule(*FREE, body=TRYING | {"seat": 1, "level": "page"}),
    ("GET", "/sandbox/qr.svg"): Rule(*FREE, query=sandbox_link.link_to(SANDBOX).removeprefix("/sandbox")),
    ("GET", "/hints/{game}/{edition}/{language}"): Rule(*FREE),
    ("GET", "/manifest/{language}"): Rule(*FREE),
    ("GET", "/static/{path:path}"): Rule(*FREE, ask=lambda guest, table: guest.get("/static/css/site.css")),
    ("GET", "/{path:path}"): Rule(*HIDDEN),
    ("GET", "/t/{table}/poll"): Rule(*AT_TABLE, query="?since=0"),
    ("WS", "/t/{table}/live"): Rule((101, 101, 101), (403, 101, 101), (101, 101, 101), ask=listens),
    ("GET", "/t/{table}/qr.svg"): Rule(*AT_TABLE),
    ("GET", "/t/{table}/record"): Rule(*AFTERWARDS),
    ("GET", "/t/{table}/past"): Rule(*AT_TABLE, ask=looks_back),
    ("GET", "/t/{table}/replay"): Rule(*AFTERWARDS, query="?seat=0"),
    ("GET", "/t/{table}/replay/step"): Rule(*AFTERWARDS, query="?seat=0&step=3"),
    ("POST", "/t/{table}/replay/what-if"): Rule(*AFTERWARDS, body={"step": 2, "seat": 1, "level": "page"}),
    ("POST", "/replay"): Rule(*FREE, body={"text": sample_pages.RECORD}),
    ("GET", "/replay/{record}/step"): Rule(*FREE, query="?step=1"),
    ("GET", "/replay/{record}/record"): Rule(*FREE),
    ("POST", "/replay/{record}/what-if"): Rule(*FREE, body={"step": 1, "seat": 1, "level": "page"}),
    ("GET", "/t/{table}/private"): Rule(*everywhere(403, 403, 422), query="?seat=1"),
    ("GET", "/t/{table}/orders"): Rule(*OWN_SEAT, query="?seat=1"),
    ("POST", "/t/{table}/orders"): Rule(*OWN_SEAT, body={"seat": 1, "things": []}),
    ("GET", "/t/{table}/notices"): Rule(*AT_TABLE),
    ("POST", "/t/{table}/notices"): Rule(*everywhere(403, 200, 200), body={"on": True}),
    ("POST", "/t/{table}/code"): Rule(*OWN_SEAT, body={"seat": 1}),
    ("POST", "/t/{table}/takeover"): Rule((422, 403, 403), (422, 403, 403), (403,) * 3, body={"code": "WRONGWRG"}),
    ("POST", "/t/{table}/do"): Rule(
        (422, 422, 422), (403, 422, 422), (422, 422, 422), ask=asks(do="vote", seat=1, end=False)
    ),
    ("POST", "/t/{table}/rematch"): Rule((422, 422, 422), (403, 422, 422), (200, 200, 200)),
    ("POST", "/t/{table}/lend"): Rule(*everywhere(403, 403, 403), body={"seat": 4, "name": "Bot"}),
    ("WS", "/t/{table}/bot"): Rule(*everywhere(403, 403, 403), ask=plays),
    ("GET", "/healthz"): Rule(*FREE),
    ("GET", "/readyz"): Rule(*HIDDEN, ask=through_a_proxy("/readyz")),
    ("GET", "/metrics"): Rule(*HIDDEN, ask=through_a_proxy("/metrics")),
    ("POST", "/t/{table}/say"): Rule(*AT_TABLE, ask=says),
}
"""By method and address as the routes have them; of pages only those that answer otherwise than pages do. Posts of
somebody without a cookie are refused before anything."""


def usual_rule(path: str) -> Rule:
    """Of a page: everybody may look at it, or whoever may see the table in its address."""
    return Rule(*(AT_TABLE if "{table}" in path else FREE))


def rule_of(method: str, path: str) -> Rule:
    """The rule of an address of the routes."""
    usual = usual_rule(path) if method == "GET" and path in PAGES.values() else None
    rule = RULES.get((method, path), usual)
    assert rule, f"{method} {path} has no rule: say in RULES what each role is answered. Only a Page needs none."
    return rule


class Tables:
    """Three tables and people in every role at each of them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.ids: dict[str, str] = {}
        self.people: dict[tuple[str, str], Guest] = {}
        self.seats: dict[str, list[Guest]] = {}
        for name in (OPEN, CLOSED, OVER):
            table, seats = playing(site, 4, watch="nobody" if name == CLOSED else "link")
            code = seats[0].post(f"/t/{table}/code", {"seat": 1}).json()["code"]
            holder = site.guest()
            assert holder.post(f"/t/{table}/takeover", {"code": code}).status_code == 200
            assert seats[3].ask(table, do="rise", seat=4).status_code == 200
            self.ids[name] = table
            self.people |= {
                (name, "handed over"): seats[0],
                (name, "left"): seats[3],
                (name, "other seat"): seats[1],
                (name, "holder"): holder,
            }
            self.seats[name] = [holder, seats[1], seats[2]]
        self.site.inside(lambda: sample_pages.write_record(self.site.parts.store))
        watcher = self.site.guest()
        watcher.post("/me", {"name": "Watcher"})
        self.people |= {(name, "spectator"): watcher for name in self.ids}
        assert seats[3].ask(self.ids[OVER], do="sit", seat=4, name="Back").status_code == 200
        to_the_end(site, self.ids[OVER], [*self.seats[OVER], seats[3]])
        assert holder.post(f"/t/{self.ids[OVER]}/rematch").status_code == 200  # whoever asks is told of this one
        self.people[OVER, "left"] = site.guest()
        for name in (OPEN, CLOSED):
            assert move_of_people(site, self.ids[name], self.seats[name])

    def guest(self, table: str, role: str) -> Guest:
        if role in ("nobody", "forged"):
            guest = self.site.guest()
            guest.page()
            guest.http.cookies.clear()
            if role == "forged":
                guest.http.cookies.set("intrigue", new_token(), domain="127.0.0.1")
                guest.form_token = ""
            return guest
        return self.people[table, role]

    def version(self, table: str) -> int:
        return self.site.inside(lambda: self.site.parts.tables.get(self.ids[table])).version


def move_of_people(site: Site, table: str, seats: list[Guest]) -> bool:
    """The bot of seat 4 does not play here; whoever else is asked makes a move."""
    found = site.inside(lambda: site.parts.tables.get(table))
    return found.to_act == 4 or move(site, table, seats).status_code == 200


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with running(tmp_path_factory.mktemp("matrix"), connections=10_000) as site:
        yield Tables(site)


def addresses(routes: list[BaseRoute]) -> list[tuple[str, str]]:
    """Method and address of every route."""
    found = []
    for route in routes:
        if isinstance(route, WebSocketRoute):
            found.append(("WS", route.path))
        else:
            assert isinstance(route, Route), route
            found += [(method, route.path) for method in sorted(route.methods or ()) if method != "HEAD"]
    return found


ADDRESSES = addresses(ROUTES)


def test_every_address_has_a_rule_and_no_rule_is_idle() -> None:
    for method, path in ADDRESSES:
        assert rule_of(method, path) and fill(path)
    assert RULES.keys() <= set(ADDRESSES)
    assert not [path for path in PAGES.values() if RULES.get(("GET", path)) == usual_rule(path)]
    assert {method for method, _ in ADDRESSES} == {"GET", "POST", "WS"}


@pytest.mark.parametrize("table", [OPEN, CLOSED, OVER])
@pytest.mark.parametrize("role", ROLES)
def test_every_role_at_every_address(tables: Tables, table: str, role: str) -> None:
    before, texts = tables.version(table), []
    for method, path in ADDRESSES:
        rule = rule_of(method, path)
        status, text = status_and_text(method, path, tables.guest(table, role), tables.ids[table])
        expected = 403 if (method, role) == ("POST", "nobody") else rule.expected_status(table, role)
        assert status == expected, (method, path, text[:200])
        if method == "GET" and status == 200:
            page = text.startswith("<!doctype html>")
            assert page == (path in PAGES.values()), f"{path}: what answers with a whole page is a Page of the routes"
        if status >= 400 or "/replay" not in path:  # there everybody has the eyes they ask for, when all is over
            texts.append(text)
    assert tables.version(table) == before
    check_eyes(tables, table, role, "\n".join(texts))


NOBODY_IN_PARTICULAR = {
    "/hints/{game}/{edition}/{language}",
    "/manifest/{language}",
    "/static/{path:path}",
    "/worker.js",
    "/healthz",
    "/readyz",
    "/metrics",
}
"""Addresses that do not ask who somebody is."""
ONES_OWN = {("GET", "/me"), ("GET", "/me/export"), ("GET", "/me/delete"), ("POST", "/me/delete"), ("GET", "/me/gone")}
"""What is kept of somebody, and its end: no ban of a person keeps them from it."""


def test_whoever_is_banned_reaches_only_what_is_kept_of_them(tables: Tables) -> None:
    site, guest = tables.site, tables.site.guest()
    table = guest.open(name="Loud")
    person = site.inside(lambda: site.parts.tables.get(table)).host
    ban = site.inside(lambda: site.parts.store.ban("person", str(person), "loud", wall_clock(), None))
    site.inside(lambda: site.parts.bans.read(site.parts.store, wall_clock()))
    for method, path in ADDRESSES:
        rule = rule_of(method, path)
        status, text = status_and_text(method, path, guest, tables.ids[OPEN])
        free = path in NOBODY_IN_PARTICULAR or (method, path) in ONES_OWN
        assert status == (rule.expected_status(OPEN, "spectator") if free else 403), (method, path, text[:200])
    assert 'href="/me"' in guest.page("/").text
    assert guest.get("/me/export").json()["bans"][0]["why"] == "loud"
    assert guest.submit("/me/delete", {"sure": "on"}).headers["location"] == "/me/gone"
    assert guest.page("/me/gone").status_code == 200
    assert site.inside(lambda: site.parts.tables.get(table)).phase == "aborted"
    assert site.inside(lambda: site.parts.store.unban(ban))
    site.inside(lambda: site.parts.bans.read(site.parts.store, wall_clock()))


def status_and_text(method: str, path: str, guest: Guest, table: str) -> tuple[int, str]:
    """The status and the text of an answer; of a line its first messages."""
    rule, address = rule_of(method, path), fill(path, table=table)
    try:
        if rule.ask:
            answer = rule.ask(guest, table)
        elif method == "POST":
            answer = guest.post(address, rule.body)
        else:
            kind = "text/html" if path in PAGES.values() else "*/*"
            answer = guest.http.get(address + rule.query, headers={"Accept": kind})
    except InvalidStatus as refused:
        return refused.response.status_code, str(refused.response.body)
    if hasattr(answer, "status_code"):
        return answer.status_code, answer.text
    with answer as line:
        return 101, str(next_message(line, "snapshot"))


@pytest.mark.parametrize("role", ROLES)
def test_nobody_looks_back_with_other_eyes(tables: Tables, role: str) -> None:
    """From every version on, also from those before somebody came, left or gave the seat away (threat 12)."""
    guest, texts = tables.guest(OPEN, role), []
    for since in range(tables.version(OPEN)):
        texts.append(guest.get(f"/t/{tables.ids[OPEN]}/poll?since={since}").text)
        texts.append(guest.get(f"/t/{tables.ids[OPEN]}/past?version={since}").text)
    check_eyes(tables, OPEN, role, "\n".join(texts))


def check_eyes(tables: Tables, table: str, role: str, text: str) -> None:
    """Hands, moves and marks of others are nowhere in what somebody got."""
    found = tables.site.inside(lambda: tables.site.parts.tables.get(tables.ids[table]))
    assert found.match
    seat = {"holder": 1, "other seat": 2}.get(role, 0)
    hands = set(re.findall(r"""id=(?:\\?["']|&#39;)?h-(\w+)""", text))
    if table != OVER:
        own = set(found.match.view(seat)["players"][seat - 1]["hand"]) if seat else set()
        placed = {move.split(" ")[1] for move, by in found.match.played if by == seat and move.startswith("place")}
        assert own <= hands <= own | placed, (hands, own)
        assert found.secret.hex() not in text
    marks = set(re.findall(r"""(?:'for': |"for":|data-viewer=)["'](\w+)""", text))
    assert len(marks) <= 1 and (marks or table == CLOSED), marks
    for other in {1, 2, 3} - {seat}:
        assert mark_of(tables, table, other) not in marks


def mark_of(tables: Tables, table: str, seat: int) -> str:
    with tables.seats[table][seat - 1].socket(tables.ids[table]) as line:
        return str(next_message(line, "snapshot")["for"])


def test_a_line_that_was_open_before_somebody_sat_down_has_their_eyes_only_then(tables: Tables) -> None:
    """Threat 2, the race: a socket of an unknown cookie sees what strangers see until its person holds a seat."""
    site, table = tables.site, tables.site.guest().open(players="3")
    late = site.guest()
    late.page()
    with late.socket(table) as line, site.guest().socket(table) as stranger:
        assert next_message(line, "snapshot")["for"] == next_message(stranger, "snapshot")["for"]
        late.sit(table, 2, "Late")
        assert next_message(line, "frame", "snapshot", "resync")["type"] == "resync"
        assert next_message(stranger, "frame", "snapshot", "resync")["type"] == "frame"
