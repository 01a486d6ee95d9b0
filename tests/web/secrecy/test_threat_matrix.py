"""Every role at every address of the site, as the routes list them: an address that is not told here fails (threats 2,
3, 12 and 14)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.routing import BaseRoute, Route, WebSocketRoute
from web.guests import PATIENCE, Guest, Site, move, next_message, playing, running, to_the_end
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import intrigue
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


@dataclass(frozen=True)
class Rule:
    """What an address answers: to those outside, to another seat, to who holds seat 1."""

    ask: Callable[[Guest, str], Any]
    open: tuple[int, int, int]
    closed: tuple[int, int, int]
    over: tuple[int, int, int]
    unknown: int = 0
    """If not 0: what those hear of whom the server keeps nothing."""

    def expected_status(self, table: str, role: str) -> int:
        if self.unknown and role in ("nobody", "forged"):
            return self.unknown
        outside, other, holder = {OPEN: self.open, CLOSED: self.closed, OVER: self.over}[table]
        return holder if role == "holder" else other if role == "other seat" else outside


def page(path: str) -> Callable[[Guest, str], Any]:
    return lambda guest, table: guest.http.get(path, headers={"Accept": "text/html"})


def get(way: str) -> Callable[[Guest, str], Any]:
    return lambda guest, table: guest.get(f"/t/{table}{way}")


def post(way: str, **body: Any) -> Callable[[Guest, str], Any]:
    return lambda guest, table: guest.post(f"/t/{table}{way}", body)


def asks(**request: Any) -> Callable[[Guest, str], Any]:
    return lambda guest, table: guest.ask(table, **request)


def says(guest: Guest, table: str) -> Any:
    return guest.post(f"/t/{table}/say", {"key": guest.site.key(), "kind": "phrase", "text": "hello", "seat": 1})


def listens(guest: Guest, table: str) -> Any:
    return guest.socket(table)


def looks_back(guest: Guest, table: str) -> Any:
    return guest.get(f"/t/{table}/past?version={guest.version(table) - 1}")


def get_shelved(way: str) -> Callable[[Guest, str], Any]:
    return lambda guest, table: guest.get(f"/replay/{SHELVED}{way}")


RECORD = f"{intrigue.new('richelieu', players=3, seed=5).record}income\n"
"""A game that was never played here, and in which no hand has a card of Oriflamme."""
SHELVED = "abcdefgh22"


TRIED = "1Soldier 2ambush:2 3lord @1"
"""A position in which nobody is asked before something happens, so that no hand is shown."""
SANDBOX = sketches.record_of_sketch("oriflamme", TRIED)


def tries(way: str, **asked: Any) -> Callable[[Guest, str], Any]:
    return lambda guest, table: guest.post(f"/sandbox/{way}", {"record": str(SANDBOX), **asked})


def plays(guest: Guest, table: str) -> Any:
    """A program's line, where none may play."""
    return connect(f"ws://{guest.site.host}/t/{table}/bot", open_timeout=PATIENCE, legacy=True)


def through_a_proxy(path: str) -> Callable[[Guest, str], Any]:
    """As the world asks: the tests themselves sit on the server's own machine, which may read these."""
    return lambda guest, table: guest.http.get(path, headers={"X-Forwarded-For": "192.0.2.1"})


FREE = ((200,) * 3,) * 3
REFUSED = ((422,) * 3,) * 3
PUSH = {"endpoint": "https://push.example/1", "p256dh": "AAAA", "auth": "AAAA"}
"""Where a browser would take notices, if these were keys."""
RULES: dict[tuple[str, str], Rule] = {
    ("GET", "/"): Rule(page("/"), *FREE),
    ("GET", "/new"): Rule(page("/new"), *FREE),
    ("GET", "/tables"): Rule(page("/tables"), *FREE),
    ("GET", "/about"): Rule(page("/about"), *FREE),
    ("POST", "/quick"): Rule(lambda guest, table: guest.post("/quick", {"game": "oriflamme"}), *FREE),
    ("POST", "/new"): Rule(lambda guest, table: guest.post("/new", {"game": "oriflamme"}), *FREE),
    ("GET", "/learn"): Rule(page("/learn"), *FREE),
    ("POST", "/learn"): Rule(lambda guest, table: guest.post("/learn", {"lesson": "oriflamme"}), *FREE),
    ("POST", "/me"): Rule(lambda guest, table: guest.post("/me", {"speed": "fast"}), *FREE),
    ("GET", "/me"): Rule(page("/me"), *FREE),
    ("POST", "/me/recovery"): Rule(lambda guest, table: guest.post("/me/recovery"), *FREE),
    ("POST", "/me/recover"): Rule(lambda guest, table: guest.post("/me/recover", {"code": "WRONG"}), *REFUSED),
    ("GET", "/me/export"): Rule(page("/me/export"), *FREE, unknown=404),
    ("GET", "/me/delete"): Rule(page("/me/delete"), *FREE, unknown=303),
    ("POST", "/me/delete"): Rule(lambda guest, table: guest.post("/me/delete"), *REFUSED),
    ("GET", "/me/gone"): Rule(page("/me/gone"), *FREE),
    ("GET", "/me/notices"): Rule(page("/me/notices"), *FREE),
    ("POST", "/me/notices/trial"): Rule(lambda guest, table: guest.post("/me/notices/trial"), *FREE),
    ("POST", "/me/push"): Rule(lambda guest, table: guest.post("/me/push", PUSH), *REFUSED),
    ("POST", "/me/push/stop"): Rule(
        lambda guest, table: guest.post("/me/push/stop", {"endpoint": PUSH["endpoint"]}), *FREE
    ),
    ("POST", "/me/hook"): Rule(lambda guest, table: guest.post("/me/hook", {"url": "https://127.0.0.1/"}), *REFUSED),
    ("GET", "/worker.js"): Rule(page("/worker.js"), *FREE),
    ("GET", "/mine"): Rule(page("/mine"), *FREE),
    ("GET", "/mine/next"): Rule(page("/mine/next"), *((303,) * 3,) * 3),
    ("GET", "/mine/waiting"): Rule(page("/mine/waiting"), *FREE),
    ("GET", "/mine/statistics"): Rule(page("/mine/statistics"), *FREE),
    ("GET", "/ladder"): Rule(page("/ladder"), *FREE),
    ("GET", "/rules"): Rule(page("/rules"), *FREE),
    ("GET", "/rules/{game}"): Rule(page("/rules/richelieu"), *FREE),
    ("GET", "/sandbox"): Rule(page(sandbox_link.link_to_sketch("oriflamme", TRIED)), *FREE),
    ("POST", "/sandbox/look"): Rule(tries("look", step=-1), *FREE),
    ("POST", "/sandbox/edit"): Rule(tries("edit", change={"do": "show"}), *FREE),
    ("POST", "/sandbox/play"): Rule(tries("play", seat=1, level="page"), *FREE),
    ("GET", "/sandbox/qr.svg"): Rule(page(sandbox_link.link_to(SANDBOX).replace("?", "/qr.svg?")), *FREE),
    ("GET", "/hints/{game}/{edition}/{language}"): Rule(page("/hints/oriflamme/fr/en"), *FREE),
    ("GET", "/manifest/{language}"): Rule(page("/manifest/uk"), *FREE),
    ("GET", "/static/{path:path}"): Rule(page("/static/css/site.css"), *FREE),
    ("GET", "/{path:path}"): Rule(page("/.env"), *((404,) * 3,) * 3),
    ("GET", "/t/{table}"): Rule(get(""), (200, 200, 200), (403, 200, 200), (200, 200, 200)),
    ("GET", "/t/{table}/poll"): Rule(get("/poll?since=0"), (200, 200, 200), (403, 200, 200), (200, 200, 200)),
    ("WS", "/t/{table}/live"): Rule(listens, (101, 101, 101), (403, 101, 101), (101, 101, 101)),
    ("GET", "/t/{table}/qr.svg"): Rule(get("/qr.svg"), (200, 200, 200), (403, 200, 200), (200, 200, 200)),
    ("GET", "/t/{table}/record"): Rule(get("/record"), (403, 403, 403), (403, 403, 403), (200, 200, 200)),
    ("GET", "/t/{table}/past"): Rule(looks_back, (200, 200, 200), (403, 200, 200), (200, 200, 200)),
    ("GET", "/t/{table}/replay"): Rule(get("/replay?seat=0"), (403, 403, 403), (403, 403, 403), (200, 200, 200)),
    ("GET", "/t/{table}/replay/step"): Rule(
        get("/replay/step?seat=0&step=3"), (403, 403, 403), (403, 403, 403), (200, 200, 200)
    ),
    ("POST", "/t/{table}/replay/what-if"): Rule(
        post("/replay/what-if", step=2, seat=1, level="page"), (403, 403, 403), (403, 403, 403), (200, 200, 200)
    ),
    ("GET", "/replay"): Rule(page("/replay"), *FREE),
    ("POST", "/replay"): Rule(lambda guest, table: guest.post("/replay", {"text": RECORD}), *FREE),
    ("GET", "/replay/{record}"): Rule(get_shelved(""), *FREE),
    ("GET", "/replay/{record}/step"): Rule(get_shelved("/step?step=1"), *FREE),
    ("GET", "/replay/{record}/record"): Rule(get_shelved("/record"), *FREE),
    ("POST", "/replay/{record}/what-if"): Rule(
        lambda guest, table: guest.post(f"/replay/{SHELVED}/what-if", {"step": 1, "seat": 1, "level": "page"}), *FREE
    ),
    ("GET", "/t/{table}/private"): Rule(get("/private?seat=1"), (403, 403, 422), (403, 403, 422), (403, 403, 422)),
    ("GET", "/t/{table}/orders"): Rule(get("/orders?seat=1"), (403, 403, 200), (403, 403, 200), (403, 403, 200)),
    ("POST", "/t/{table}/orders"): Rule(
        post("/orders", seat=1, things=[]), (403, 403, 200), (403, 403, 200), (403, 403, 200)
    ),
    ("GET", "/t/{table}/notices"): Rule(get("/notices"), (200, 200, 200), (403, 200, 200), (200, 200, 200)),
    ("POST", "/t/{table}/notices"): Rule(post("/notices", on=True), (403, 200, 200), (403, 200, 200), (403, 200, 200)),
    ("POST", "/t/{table}/code"): Rule(post("/code", seat=1), (403, 403, 200), (403, 403, 200), (403, 403, 200)),
    ("POST", "/t/{table}/takeover"): Rule(
        post("/takeover", code="WRONGWRG"), (422, 403, 403), (422, 403, 403), (403, 403, 403)
    ),
    ("POST", "/t/{table}/do"): Rule(
        asks(do="vote", seat=1, end=False), (422, 422, 422), (403, 422, 422), (422, 422, 422)
    ),
    ("POST", "/t/{table}/rematch"): Rule(post("/rematch"), (422, 422, 422), (403, 422, 422), (200, 200, 200)),
    ("POST", "/t/{table}/lend"): Rule(post("/lend", seat=4, name="Bot"), *((403,) * 3,) * 3),
    ("WS", "/t/{table}/bot"): Rule(plays, *((403,) * 3,) * 3),
    ("GET", "/healthz"): Rule(page("/healthz"), *FREE),
    ("GET", "/readyz"): Rule(through_a_proxy("/readyz"), *((404,) * 3,) * 3),
    ("GET", "/metrics"): Rule(through_a_proxy("/metrics"), *((404,) * 3,) * 3),
    ("POST", "/t/{table}/say"): Rule(says, (200, 200, 200), (403, 200, 200), (200, 200, 200)),
}
"""By method and address as the routes have them. Posts of somebody without a cookie are refused before anything."""


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
        self.site.inside(lambda: self.site.parts.store.shelve(SHELVED, RECORD, None, wall_clock()))
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


def test_every_address_has_a_rule_and_no_rule_is_idle() -> None:
    assert sorted(addresses(ROUTES)) == sorted(RULES)
    assert {method for method, _ in RULES} == {"GET", "POST", "WS"}


@pytest.mark.parametrize("table", [OPEN, CLOSED, OVER])
@pytest.mark.parametrize("role", ROLES)
def test_every_role_at_every_address(tables: Tables, table: str, role: str) -> None:
    before, texts = tables.version(table), []
    for (method, path), rule in RULES.items():
        status, text = status_and_text(rule, tables.guest(table, role), tables.ids[table])
        expected = 403 if (method, role) == ("POST", "nobody") else rule.expected_status(table, role)
        assert status == expected, (method, path, text[:200])
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
    for (method, path), rule in RULES.items():
        status, text = status_and_text(rule, guest, tables.ids[OPEN])
        free = path in NOBODY_IN_PARTICULAR or (method, path) in ONES_OWN
        assert status == (rule.expected_status(OPEN, "spectator") if free else 403), (method, path, text[:200])
    assert 'href="/me"' in guest.page("/").text
    assert guest.get("/me/export").json()["bans"][0]["why"] == "loud"
    assert guest.submit("/me/delete", {"sure": "on"}).headers["location"] == "/me/gone"
    assert guest.page("/me/gone").status_code == 200
    assert site.inside(lambda: site.parts.tables.get(table)).phase == "aborted"
    assert site.inside(lambda: site.parts.store.unban(ban))
    site.inside(lambda: site.parts.bans.read(site.parts.store, wall_clock()))


def status_and_text(rule: Rule, guest: Guest, table: str) -> tuple[int, str]:
    """The status and the text of an answer; of a line its first messages."""
    try:
        answer = rule.ask(guest, table)
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
