"""Who may do what: every role at every address and in every frame (threats 2, 3, 12 and 14)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.guests import GENEROUS, Guest, Site, move, playing, running, to_the_end, told

from intrigue.web.config import Rate
from intrigue.web.routes.urls import ROUTES
from intrigue.web.runtime.tokens import new_token

ROLES = ("stranger", "forged", "spectator", "other seat", "handed over", "left")
"""Nobody of these holds seat 1."""


class Game:
    """A game under way, with people in all roles."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.table, seats = playing(site, 5)
        self.old_device, self.left = seats[0], seats[4]
        self.holder = site.guest()
        code = self.old_device.post(f"/t/{self.table}/code", {"seat": 1}).json()["code"]
        assert self.holder.post(f"/t/{self.table}/takeover", {"code": code}).status_code == 200
        assert self.left.ask(self.table, do="rise", seat=5).status_code == 200
        self.seats = [self.holder, *seats[1:4]]
        self.spectator = site.guest()
        self.spectator.post("/me", {"name": "Watcher"})

    def role(self, name: str) -> Guest:
        if name == "stranger":
            return self.site.guest()
        if name == "forged":
            guest = self.site.guest()
            guest.http.cookies.set("intrigue", new_token(), domain="127.0.0.1")
            return guest
        known = {
            "spectator": self.spectator,
            "other seat": self.seats[1],
            "handed over": self.old_device,
            "left": self.left,
            "holder": self.holder,
        }
        return known[name]

    @property
    def version(self) -> int:
        return self.holder.version(self.table)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    folder: Path = tmp_path_factory.mktemp("roles")
    with running(folder) as site:
        yield Game(site)


@pytest.mark.parametrize("role", ROLES)
def test_nobody_else_acts_for_a_seat(game: Game, role: str) -> None:
    guest, version = game.role(role), game.version
    table = game.site.inside(lambda: game.site.parts.tables.get(game.table))
    assert table.match
    requests: list[dict[str, Any]] = [
        {"do": "move", "seat": 1, "move": table.match.moves()[0]},
        {"do": "takeback", "seat": 1},
        {"do": "rise", "seat": 1},
        {"do": "rename", "seat": 1, "name": "Mallory"},
        {"do": "ready", "seat": 1, "nonce": "0" * 32},
        {"do": "resign", "seat": 1},
        {"do": "return", "seat": 1},
        {"do": "vote", "seat": 1, "end": True},
        {"do": "standin", "seat": 1},
        {"do": "sit", "seat": 1, "name": "Mallory"},
        {"do": "fill", "seat": 1, "level": "page"},
        {"do": "empty", "seat": 1},
        {"do": "close"},
    ]
    for request in requests:
        answer = guest.ask(game.table, **request)
        assert answer.status_code == 422, (request, answer.text)
    assert game.version == version


@pytest.mark.parametrize("role", ROLES)
def test_nobody_else_reaches_what_is_a_seats_own(game: Game, role: str) -> None:
    guest, path = game.role(role), f"/t/{game.table}"
    assert guest.post(f"{path}/code", {"seat": 1}).status_code == 403
    assert guest.post(f"{path}/orders", {"seat": 1, "things": [1]}).status_code == 403
    assert guest.get(f"{path}/private?seat=1").status_code in (403, 422)
    assert guest.get(f"{path}/orders?seat=1").status_code == 403
    assert guest.get(f"{path}/record").status_code == 403
    own_seat = role == "other seat"
    assert guest.get(f"{path}/notices").json().get("seated") is own_seat
    assert guest.post(f"{path}/notices", {"on": True}).status_code == (200 if own_seat else 403)
    assert guest.post(f"{path}/rematch").status_code == 422
    assert game.site.inside(lambda: game.site.parts.store.orders_by_seat(game.table)) == {}


@pytest.mark.parametrize("role", ROLES)
def test_nobody_else_sees_what_a_seat_sees(game: Game, role: str) -> None:
    guest, holder = game.role(role), game.role("holder")
    seen = everything(game, guest)
    own = everything(game, holder)
    assert marks(seen) and marks(own) and not marks(seen) & marks(own)
    hand = kinds_in_hand(own)
    assert len(hand) == 7
    if role == "other seat":
        table = game.site.inside(lambda: game.site.parts.tables.get(game.table))
        assert table.match
        assert kinds_in_hand(seen) == set(table.match.view(2)["players"][1]["hand"])
    else:
        assert kinds_in_hand(seen) == set()
        assert "data-moves" not in seen


def marks(text: str) -> set[str]:
    """For whose eyes messages and pages are made."""
    return set(re.findall(r"""(?:"for":|data-viewer=)["'](\w+)""", text))


def kinds_in_hand(text: str) -> set[str]:
    return set(re.findall(r"""id=\\?["']h-(\w+)""", text))


def everything(game: Game, guest: Guest) -> str:
    """All that somebody can get of a table."""
    path = f"/t/{game.table}"
    found = [guest.page(path).text]
    found += [guest.get(f"{path}/{way}").text for way in ("poll?since=0", f"poll?since={game.version - 1}", "qr.svg")]
    with guest.socket(game.table) as line:
        found.append(str(line.recv()))
    with guest.socket(game.table, game.version - 3) as line:
        found.append(str(line.recv()))
    return "\n".join(found)


def test_the_holder_may_do_all_of_it(game: Game) -> None:
    path = f"/t/{game.table}"
    assert len(game.holder.post(f"{path}/code", {"seat": 1}).json()["code"]) == 8
    assert game.holder.get(f"{path}/orders").status_code == 200
    assert game.holder.post(f"{path}/orders", {"seat": 1, "things": [3, 1, 3]}).status_code == 200
    assert game.site.inside(lambda: game.site.parts.store.orders_by_seat(game.table)) == {1: (1, 3)}
    assert game.holder.post(f"{path}/orders", {"seat": 1, "things": []}).status_code == 200
    assert game.holder.ask(game.table, do="vote", seat=1, end=True).status_code == 200
    assert game.holder.ask(game.table, do="vote", seat=1, end=False).status_code == 200


def test_orders_are_nobodys_news(game: Game) -> None:
    version = game.version
    with game.spectator.socket(game.table, version) as line:
        game.holder.post(f"/t/{game.table}/orders", {"seat": 1, "things": [2]})
        game.holder.post(f"/t/{game.table}/orders", {"seat": 1, "things": []})
        game.spectator.post(f"/t/{game.table}/say", {"key": game.site.key(), "kind": "phrase", "text": "hello"})
        assert told(line, "frame", "snapshot", "resync", "talk")["type"] == "talk"
    assert game.version == version


def test_every_address_of_a_table_is_looked_at_here() -> None:
    ways = {
        getattr(route, "path", "").partition("}/")[2] for route in ROUTES if "{table}" in getattr(route, "path", "")
    }
    here = {
        "",
        "do",
        "rematch",
        "record",
        "qr.svg",
        "private",
        "orders",
        "code",
        "takeover",
        "say",
        "poll",
        "live",
        "lend",
        "bot",
        "notices",
        "past",
        "replay",
        "replay/step",
        "replay/what-if",
    }
    assert ways == here


# Handing over


def test_a_code_works_once_and_for_ten_minutes(tmp_path: Path) -> None:
    clock = [1_000_000]
    with running(tmp_path, now=lambda: clock[0]) as site:
        host, first, second = site.guest(), site.guest(), site.guest()
        table = host.open()
        code = host.post(f"/t/{table}/code", {"seat": 1}).json()["code"]
        assert re.fullmatch("[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{8}", code)
        clock[0] += 10 * 60 * 1000 + 1
        assert first.post(f"/t/{table}/takeover", {"code": code}).status_code == 422
        code = host.post(f"/t/{table}/code", {"seat": 1}).json()["code"]
        other = host.open()
        assert first.post(f"/t/{other}/takeover", {"code": code}).status_code == 422
        assert first.post(f"/t/{table}/takeover", {"code": f" {code[:4]}-{code[4:].lower()} "}).status_code == 200
        assert second.post(f"/t/{table}/takeover", {"code": code}).status_code == 422
        assert host.post(f"/t/{table}/code", {"seat": 1}).status_code == 403


def test_a_take_over_whose_answer_was_lost_is_answered_again_and_costs_no_other_try(tmp_path: Path) -> None:
    with running(tmp_path, rates={**GENEROUS, "try": Rate(1, 600), "tries": Rate(1, 600)}) as site:
        table, guests = playing(site)
        code = guests[0].post(f"/t/{table}/code", {"seat": 1}).json()["code"]
        heir, sent = site.guest(), {"code": code, "key": site.key()}
        first = heir.post(f"/t/{table}/takeover", sent)
        assert first.status_code == 200 and first.json() == {"version": heir.version(table)}
        assert move(site, table, [heir, *guests[1:]]).status_code == 200
        again = [heir.post(f"/t/{table}/takeover", sent) for _ in range(3)]
        assert [(one.status_code, one.json()) for one in again] == [(200, first.json())] * 3
        assert heir.post(f"/t/{table}/takeover", {"code": code, "key": site.key()}).status_code == 429
        assert site.guest().post(f"/t/{table}/takeover", sent).status_code == 429


def test_two_sendings_of_one_take_over_at_once_have_one_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second comes while the first has used the code up and has not written anything yet."""
    with running(tmp_path) as site:
        table, guests = playing(site)
        code = guests[0].post(f"/t/{table}/code", {"seat": 1}).json()["code"]
        heir, sent = site.guest(), {"code": code, "key": site.key()}
        heir.page()
        use, held = site.parts.people.use_code, site.parts.tables.lock
        second: list[asyncio.Task[httpx.Response]] = []
        waits = asyncio.Event()

        async def using(*asked: Any) -> int:
            seat = await use(*asked)
            second.append(asyncio.create_task(asyncio.to_thread(heir.post, f"/t/{table}/takeover", sent)))
            waiting = asyncio.create_task(waits.wait())
            await asyncio.wait([second[0], waiting], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            return seat

        def holding(id: str) -> Any:
            if second and site.parts.tables.cached_table(id).users:
                waits.set()
            return held(id)

        monkeypatch.setattr(site.parts.people, "use_code", using)
        monkeypatch.setattr(site.parts.tables, "lock", holding)
        first = heir.post(f"/t/{table}/takeover", sent)
        answer = site.inside(lambda: second[0])
        assert first.status_code == answer.status_code == 200 and first.json() == answer.json()


def test_a_code_is_void_when_somebody_else_sits_there(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        host, guest, thief = site.guest(), site.guest(), site.guest()
        table = host.open()
        guest.sit(table, 2, "Bob")
        code = guest.post(f"/t/{table}/code", {"seat": 2}).json()["code"]
        assert guest.ask(table, do="rise", seat=2).status_code == 200
        other = site.guest()
        other.sit(table, 2, "Cyd")
        assert thief.post(f"/t/{table}/takeover", {"code": code}).status_code == 422
        assert site.inside(lambda: site.parts.tables.get(table)).seats[1].name == "Cyd"


def test_orders_go_with_whoever_gave_them(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        assert guests[1].post(f"/t/{table}/orders", {"seat": 2, "things": [1]}).status_code == 200
        assert guests[1].ask(table, do="rise", seat=2).status_code == 200
        assert site.inside(lambda: site.parts.store.orders_by_seat(table)) == {}


def test_nobody_collects_two_hands_by_codes(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        code = guests[0].post(f"/t/{table}/code", {"seat": 1}).json()["code"]
        assert guests[1].post(f"/t/{table}/takeover", {"code": code}).status_code == 403
        assert guests[1].ask(table, do="rise", seat=2).status_code == 200
        assert guests[1].post(f"/t/{table}/takeover", {"code": code}).status_code == 422
        assert site.inside(lambda: site.parts.tables.get(table)).seats[0].person is not None


def test_after_the_end_everybody_who_may_watch_gets_the_record(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        to_the_end(site, table, guests)
        assert site.guest().get(f"/t/{table}/record").status_code == 200
        assert guests[0].post(f"/t/{table}/code", {"seat": 1}).status_code == 200
        code = guests[0].post(f"/t/{table}/code", {"seat": 1}).json()["code"]
        assert site.guest().post(f"/t/{table}/takeover", {"code": code}).status_code == 403


def test_a_hot_seat_shows_a_hand_only_to_its_device_and_only_when_asked(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        host, other = site.guest(), site.guest()
        table = host.open(hot_seat="on", players="3")
        for seat in (1, 2, 3):
            host.ready(table, seat)
        found = site.inside(lambda: site.parts.tables.get(table))
        asked = found.to_act
        assert asked
        page = host.page(f"/t/{table}").text
        assert not kinds_in_hand(page)
        private = host.get(f"/t/{table}/private?seat={asked}")
        assert private.status_code == 200 and kinds_in_hand(private.text)
        assert private.headers["cache-control"] == "no-store"
        for seat in {1, 2, 3} - {asked}:
            assert host.get(f"/t/{table}/private?seat={seat}").status_code == 422
        assert other.get(f"/t/{table}/private?seat={asked}").status_code == 403
        assert move(site, table, [host] * 3).status_code == 200
