"""A notice says what everybody may know, and where notices go is nobody's business but its person's."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest
from web import viewing
from web.guests import Guest, Site, playing, running
from web.one_server import log_lines
from web.runtime.made_up import MadeClock
from web.runtime.notifications.browsers import Browser
from web.runtime.notifications.endpoints import Endpoint
from web.runtime.notifications.games import Played
from web.secrecy.test_threat_logs import Broken
from web.secrecy.twins import language_of, moments, twin_of

from intrigue.locale import words
from intrigue.web.runtime.notifications import http_client, notes, notifier
from intrigue.web.store.sqlite import SqliteStore
from intrigue.web.table.table import Table
from intrigue.web.view.scene import Viewer

__all__ = ["log_lines"]


def notice_bytes(table: Table, seat: int, language: str) -> list[bytes]:
    """All bytes that a notice to a seat has."""
    scene, said = viewing.scene(table, Viewer(0)), words(language)
    made = notes.turn_note(scene, (seat,), said), notes.warning_note(scene, 6 * notes.HOUR, said)
    return [wrapped(one, "https://games.example") for one in made for wrapped in (notes.push_body, notes.hook_body)]


@pytest.mark.parametrize(
    ("game", "edition", "players"), [("oriflamme", "fr", 4), ("ablaze", "uk", 3), ("richelieu", "ru", 3)]
)
def test_notices_are_the_same_in_twin_worlds(game: str, edition: str, players: int) -> None:
    looked = 0
    for world, number in moments(game, edition, players, seed=17, every=3):
        for seat in range(1, players + 1):
            twin = twin_of(world.table, seat, number)
            asked = notifier.decision_of(world.table)
            assert asked == notifier.decision_of(twin)
            assert notice_bytes(world.table, seat, language_of(number)) == notice_bytes(twin, seat, language_of(number))
            looked += asked is not None
    assert looked > 20


def test_a_notice_names_nobody_but_those_at_the_table_and_a_webhook_not_even_them() -> None:
    world, _ = next(moments("oriflamme", "fr", 3, seed=4, every=1))
    push, *others = notice_bytes(world.table, 1, "en")
    names = [seat.name for seat in world.table.seats]
    assert names[1].encode() in push and names[0].encode() not in push
    assert not any(name.encode() in one for name in names for one in others)


# Where they go

SECRET = "canary-of-an-address"


@pytest.fixture
def game(tmp_path: Path, endpoint: Endpoint) -> Iterator[Played]:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        yield Played(site, clock, endpoint)


def subscribe(game: Played, guest: Guest) -> None:
    url = f"{game.endpoint.url}/{SECRET}"
    assert guest.post("/me/hook", {"url": url}).status_code == 200
    assert guest.post("/me/push", Browser().subscription(f"{url}/push")).status_code == 200


@pytest.mark.parametrize(
    ("where", "name"),
    [
        (http_client.Outbound, "send"),
        (http_client.Outbound, "exchange"),
        (http_client.Outbound, "post"),
        (http_client, "place"),
        (notifier, "encrypt"),
        (notifier.Notifier, "push"),
        (notifier.Notifier, "call_hook"),
        (SqliteStore, "drop_push"),
        (SqliteStore, "count_push"),
        (SqliteStore, "count_hook"),
        (SqliteStore, "channels"),
        (SqliteStore, "claim_notice"),
    ],
)
def test_addresses_and_keys_are_in_no_log_whatever_breaks(
    game: Played, log_lines: list[str], monkeypatch: pytest.MonkeyPatch, where: Any, name: str
) -> None:
    guest = game.guests[1]
    subscribe(game, guest)
    game.endpoint.answer = b"HTTP/1.1 500 No\r\n\r\n" if name == "count_push" else b"HTTP/1.1 410 Gone\r\n\r\n"
    found = game.site.inside(lambda: game.site.parts.store.pushes_of(2))

    def breaks(*given: Any, **named: Any) -> Any:
        raise Broken(SECRET, given, named, found)

    async def breaks_later(*given: Any, **named: Any) -> Any:
        breaks(*given, **named)

    monkeypatch.setattr(where, name, breaks_later if iscoroutinefunction(getattr(where, name)) else breaks)
    game.until_asked(guest)
    game.finish_notices()
    log = "\n".join(log_lines)
    told = [word for word in (SECRET, *(key for one in found for key in one[:3]), "Traceback") if word in log]
    assert found and not told, told
    assert "Broken" in log


def test_nobody_else_sees_an_address(game: Played, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    guest, other = game.guests[1], game.guests[2]
    subscribe(game, guest)
    assert SECRET in guest.page("/me/notices").text
    for one in (other, game.site.guest()):
        for path in ("/me/notices", f"/t/{game.table}", f"/t/{game.table}/notices", "/mine", "/me"):
            assert SECRET not in one.page(path).text
    endpoint = f"{game.endpoint.url}/{SECRET}/push"
    assert other.post("/me/push/stop", {"endpoint": endpoint}).status_code == 200
    person = game.site.inside(lambda: game.site.parts.store.reachable_people())
    assert len(person) == 1 and game.site.inside(lambda: game.site.parts.store.pushes_of(next(iter(person))))
    assert guest.post("/me/push/stop", {"endpoint": endpoint}).status_code == 200
    assert game.site.inside(lambda: game.site.parts.store.pushes_of(next(iter(person)))) == []
    assert SECRET not in caplog.text


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("addresses")) as found:
        yield found


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://ann:secret@hooks.example/",
        "https://hooks.example:22/",
        "https://[::1]/",
        "https://2130706433/",
        f"https://hooks.example/{'x' * 1000}",
        "javascript:alert(1)",
    ],
)
def test_an_address_that_is_never_called_is_not_kept(site: Site, url: str) -> None:
    guest = site.guest()
    assert guest.post("/me/hook", {"url": url}).status_code == 422
    page = guest.submit("/me/hook", {"url": url})
    assert page.status_code == 422 and "must begin with https" in page.text
    refused = guest.post("/me/push", Browser().subscription(url))
    assert refused.status_code in (400, 422)
    assert site.inside(lambda: site.parts.store.reachable_people()) == set()


def test_what_resolves_to_the_inside_does_not_work_and_nobody_learns_why(site: Site, endpoint: Endpoint) -> None:
    """The same answer as for a name that does not exist, and no word of either."""
    guest = site.guest()
    answers = set()
    for name in ("inside.example", "nothing.example"):

        async def resolve(host: str, port: int) -> list[str]:
            if host == "nothing.example":
                raise OSError("no such name")
            return ["10.0.0.1"]

        site.parts.notifier.outbound = http_client.Outbound(resolve)
        assert guest.post("/me/hook", {"url": f"https://{name}/"}).status_code == 200
        answers.add(guest.post("/me/notices/trial", {"channel": "hook"}).text)
    assert answers == {'{"worked":false}'}
    guest.post("/me/hook", {"stop": "on"})


def test_keys_and_their_number_are_bounded(site: Site) -> None:
    guest = site.guest()
    given = Browser().subscription("https://push.example/1")
    assert guest.post("/me/push", given | {"p256dh": "x" * 200}).status_code == 400
    assert guest.post("/me/push", given | {"auth": "AAAA"}).status_code == 422
    assert guest.post("/me/push", given | {"more": "1"}).status_code == 400
    for number in range(14):
        assert guest.post("/me/push", given | {"endpoint": f"https://push.example/{number}"}).status_code == 200
    (person,) = site.inside(lambda: site.parts.store.reachable_people())
    kept = site.inside(lambda: site.parts.store.pushes_of(person))
    assert len(kept) == 10 and "https://push.example/13" in [one.endpoint for one in kept]


def test_the_site_signs_with_one_key_for_ever(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with running(tmp_path) as home:
            assert home.parts.notifier.signer
            keys.append(home.parts.notifier.signer.public)
    assert keys[0] == keys[1]


def test_whoever_is_gone_or_banned_is_not_told(game: Played) -> None:
    guest = game.guests[1]
    subscribe(game, guest)
    (person,) = game.site.inside(lambda: game.site.parts.store.reachable_people())
    game.until_asked(guest)
    game.site.parts.bans.people = frozenset({person})
    game.finish_notices()
    assert game.endpoint.heard.empty()
    game.site.parts.bans.people = frozenset()
    game.site.inside(lambda: game.site.parts.store.forget(person))
    assert game.site.inside(lambda: game.site.parts.store.reachable_people()) == set()
    assert game.site.inside(lambda: game.site.parts.store.channels(person, "")) is None


def test_only_those_who_play_switch_a_table(site: Site) -> None:
    table, guests = playing(site)
    stranger = site.guest()
    assert stranger.get(f"/t/{table}/notices").json() == {"seated": False}
    assert stranger.post(f"/t/{table}/notices", {"on": False}).status_code == 403
    assert guests[0].post(f"/t/{table}/notices", {"on": "no"}).status_code == 400
