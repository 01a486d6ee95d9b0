"""Who is told that it is their move, when, and that nothing but an active tab keeps it back."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from pathlib import Path

import pytest
from web.guests import GENEROUS, PATIENCE, next_message, running
from web.runtime.made_up import MadeClock
from web.runtime.notifications.browsers import Browser, verified_claims
from web.runtime.notifications.endpoints import Endpoint
from web.runtime.notifications.games import Played, finish_pending, signs, take_control, wait_for_claim

from intrigue.web.config import Rate
from intrigue.web.runtime.notifications import http_client
from intrigue.web.runtime.notifications.notifier import ACTIVE, CHARGE, FAILURES, PAUSE
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.store.queries.notifications import A_DAY


def test_whoever_is_away_is_told_once_and_of_which_game(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    game.until_asked(guest)
    game.finish_notices()
    heard = game.endpoint.next()
    assert heard.path == "/hook" and heard.headers["content-type"] == "application/json"
    url = f"{game.site.url}/t/{game.table}"
    assert heard.json == {
        "event": "turn",
        "text": f"Oriflamme: it is your move {url}",
        "content": f"Oriflamme: it is your move {url}",
        "game": "Oriflamme",
        "table": url,
    }
    assert guest.ask(game.table, do="vote", seat=2, end=True).status_code == 200  # the same decision, another version
    game.site.inside(lambda: game.clock.pass_by(10 * PAUSE))
    assert game.endpoint.heard.empty()


def test_push_is_encrypted_for_the_browser_and_signed_by_the_site(game: Played) -> None:
    guest, browser = game.guests[1], Browser()
    given = browser.subscription(f"{game.endpoint.url}/push/1")
    assert guest.post("/me/push", given).status_code == 200
    game.until_asked(guest)
    game.finish_notices()
    heard = game.endpoint.next()
    key, claims = verified_claims(heard)
    assert f'data-key="{key}"' in guest.page("/me/notices").text
    assert claims["aud"] == game.endpoint.url and claims["exp"] > game.clock.now() // 1000
    assert heard.headers["content-encoding"] == "aes128gcm" and int(heard.headers["ttl"]) > 0
    assert re.fullmatch(r"[\w-]{24}", heard.headers["topic"]) and game.table not in heard.headers["topic"]
    message = browser.read(heard.body)
    assert json.loads(message) == {
        "web_push": 8030,
        "notification": {
            "title": "Oriflamme: it is your move",
            "body": "Also at the table: Ann, Guest3",
            "lang": "en",
            "navigate": f"{game.site.url}/t/{game.table}",
            "tag": game.table,
        },
    }


def test_it_is_told_in_the_language_of_the_person(game: Played) -> None:
    guest = game.guests[1]
    guest.post("/me", {"language": "uk"})
    game.hook(guest)
    game.until_asked(guest)
    game.finish_notices()
    assert "ваш хід" in game.endpoint.next().json["text"]


def test_a_forgotten_tab_silences_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        next_message(line, "snapshot")
        line.send(".")  # alive, and nobody before it
        game.until_asked(guest)
        game.finish_notices()
        assert "your move" in game.endpoint.next().json["text"]


def test_an_active_reader_is_not_told(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        next_message(line, "snapshot")
        game.until_asked(guest)
        signs(game, guest, line, "!")
        game.finish_notices()
    assert game.endpoint.heard.empty()


def test_who_was_active_and_has_left_the_desk_is_told_after_a_minute(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        next_message(line, "snapshot")
        signs(game, guest, line, "!")
        then = game.clock.now()
        game.clock.time += 10
        game.until_asked(guest)
        game.finish_notices()
        assert "your move" in game.endpoint.next().json["text"]
        assert game.clock.now() >= then + ACTIVE


def test_a_tab_that_is_hidden_or_closed_is_no_active_one(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        next_message(line, "snapshot")
        signs(game, guest, line, "!")
        game.until_asked(guest)
        signs(game, guest, line, "!")
        signs(game, guest, line, "-")
        game.finish_notices()
        assert "your move" in game.endpoint.next().json["text"]


def test_being_active_at_another_table_silences_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    other = guest.open()
    with guest.socket(other) as line:
        next_message(line, "snapshot")
        line.send("!")
        game.until_asked(guest)
        game.finish_notices()
        assert "your move" in game.endpoint.next().json["text"]


def test_somebody_elses_activity_silences_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with game.guests[2].socket(game.table) as line:
        next_message(line, "snapshot")
        game.until_asked(guest)
        signs(game, game.guests[2], line, "!")
        game.finish_notices()
        assert "your move" in game.endpoint.next().json["text"]


def test_whoever_answers_at_once_hears_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    game.until_asked(guest)
    task = game.site.parts.notifier.pending[game.table][1]
    game.move()
    assert task.cancelled() or task.cancelling() or task.done()
    game.site.inside(lambda: game.clock.pass_by(10 * PAUSE))
    assert game.endpoint.heard.empty()


def test_a_table_can_be_silenced(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    assert guest.get(f"/t/{game.table}/notices").json() == {"seated": True, "on": True, "any": True}
    assert guest.post(f"/t/{game.table}/notices", {"on": False}).json() == {"on": False}
    assert guest.get(f"/t/{game.table}/notices").json()["on"] is False
    game.until_asked(guest)
    game.finish_notices()
    assert game.endpoint.heard.empty()
    guest.post(f"/t/{game.table}/notices", {"on": True})
    game.until_asked(guest)
    game.finish_notices()
    assert "your move" in game.endpoint.next().json["text"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(game: Played, status: int) -> None:
    guest = game.guests[1]
    guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/1"))
    game.endpoint.answer = f"HTTP/1.1 {status} Gone\r\n\r\n".encode()
    game.until_asked(guest)
    game.finish_notices()
    game.endpoint.next()
    assert game.site.inside(lambda: game.site.parts.store.reachable_people()) == set()


def test_a_webhook_that_fails_for_days_is_switched_off_and_the_settings_say_so(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    game.endpoint.answer = b"HTTP/1.1 500 No\r\n\r\n"
    for _ in range(FAILURES):
        assert "switched off" not in guest.page("/me/notices").text
        assert guest.post("/me/notices/trial", {"channel": "hook"}).json() == {"worked": False}
        game.endpoint.next()
        game.clock.time += A_DAY
    assert "switched off" in guest.page("/me/notices").text
    game.until_asked(guest)
    game.finish_notices()
    assert game.endpoint.heard.empty()
    game.endpoint.answer = b"HTTP/1.1 200 OK\r\n\r\n"
    game.hook(guest)  # saved again
    assert "switched off" not in guest.page("/me/notices").text
    game.until_asked(guest)
    game.finish_notices()
    assert "your move" in game.endpoint.next().json["text"]


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 500 No\r\n\r\n"])
def test_a_browser_that_fails_for_days_is_forgotten(game: Played, answer: bytes) -> None:
    guest = game.guests[1]
    guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/1"))
    known = game.site.inside(lambda: game.site.parts.store.reachable_people())

    def fails(days: int) -> set[int]:
        game.endpoint.answer = answer
        for _ in range(days):
            game.clock.time += A_DAY
            assert guest.post("/me/notices/trial", {"channel": "push"}).json() == {"worked": False}
        return game.site.inside(lambda: game.site.parts.store.reachable_people())

    assert known and fails(FAILURES - 1) == known
    game.endpoint.answer = b"HTTP/1.1 201 Created\r\n\r\n"
    assert guest.post("/me/notices/trial", {"channel": "push"}).json() == {"worked": True}
    assert fails(FAILURES - 1) == known  # counted anew
    assert fails(1) == set()


async def nobody_knows(host: str, port: int) -> list[str]:
    """A server without its network."""
    raise OSError


def test_a_day_without_the_servers_own_network_takes_no_channel_from_anybody(game: Played) -> None:
    """Nor does a push service that is down for as long."""
    guest = game.guests[1]
    game.hook(guest)
    guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/1"))
    calls = game.site.parts.notifier.outbound
    known, calls.resolve = calls.resolve, nobody_knows
    for _ in range(3 * FAILURES):
        game.clock.time += A_DAY // (3 * FAILURES)
        for channel in ("hook", "push"):
            assert guest.post("/me/notices/trial", {"channel": channel}).json() == {"worked": False}
    assert "switched off" not in guest.page("/me/notices").text
    calls.resolve = known
    game.until_asked(guest)
    game.finish_notices()
    assert {game.endpoint.next().path for _ in range(2)} == {"/hook", "/push/1"}


def test_what_this_server_has_no_time_to_send_is_nobodys_failure(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/1"))
    calls = game.site.parts.notifier.outbound
    calls.waiting = http_client.QUEUED
    for channel in ("hook", "push"):
        for _ in range(FAILURES):
            assert guest.post("/me/notices/trial", {"channel": channel}).json() == {"worked": False}
    assert "switched off" not in guest.page("/me/notices").text
    calls.waiting = 0
    game.until_asked(guest)
    game.finish_notices()
    assert {game.endpoint.next().path for _ in range(2)} == {"/hook", "/push/1"}


def test_everything_is_off_until_somebody_turns_it_on(game: Played) -> None:
    guest = game.guests[1]
    assert guest.get(f"/t/{game.table}/notices").json() == {"seated": True, "on": True, "any": False}
    game.until_asked(guest)
    assert game.site.parts.notifier.pending == {}
    game.hook(guest)
    assert guest.post("/me/hook", {"stop": "on"}).json() == {"on": False}
    game.until_asked(guest)
    game.finish_notices()
    assert game.endpoint.heard.empty()


def test_nobody_is_told_of_an_exercise(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    asked = sketches.record_of_sketch("oriflamme", "1lord 2spy 3heir @1")
    begun = [
        guest.post("/learn", {"lesson": "oriflamme"}),
        guest.post("/sandbox/play", {"record": str(asked), "seat": 1, "level": "page"}),
    ]
    assert all(answer.json()["table"] not in game.site.parts.notifier.pending for answer in begun)


def test_a_person_is_told_only_so_often(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now, rates=GENEROUS | {"notice": Rate(1, 10**6)}) as site:
        game = Played(site, clock, endpoint)
        game.hook(game.guests[1])
        for _ in range(2):
            game.until_asked(game.guests[1])
            game.finish_notices()
        endpoint.next()
        assert endpoint.heard.empty()


def test_what_was_not_told_before_a_stop_is_told_after_the_start(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint)
        game.hook(game.guests[1])
        game.until_asked(game.guests[1])
    assert endpoint.heard.empty()
    clock = MadeClock(clock.now() + 5000)
    with running(tmp_path, now=clock.now) as site:
        take_control(site, clock, endpoint)
        site.inside(lambda: site.parts.notifier.catch_up())
        finish_pending(site, clock, game.table)
        assert "your move" in endpoint.next().json["text"]
        site.inside(lambda: site.parts.notifier.catch_up())
        assert endpoint.heard.empty()


def test_what_was_held_back_for_an_active_reader_is_told_after_a_crash(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint)
        guest = game.guests[1]
        game.hook(guest)
        with guest.socket(game.table) as line:
            next_message(line, "snapshot")
            signs(game, guest, line, "!")
            clock.time += 10
            game.until_asked(guest)
            site.inside(lambda: clock.pass_by(CHARGE))
            site.inside(lambda: wait_for_claim(site))
    assert endpoint.heard.empty()
    clock = MadeClock(clock.now() + 5000)
    with running(tmp_path, now=clock.now) as site:
        take_control(site, clock, endpoint)
        site.inside(lambda: site.parts.notifier.catch_up())
        finish_pending(site, clock, game.table)
        assert "your move" in endpoint.next().json["text"]
        assert endpoint.heard.empty()


def test_what_may_have_been_sent_before_a_crash_is_not_sent_again(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint)
        game.hook(game.guests[1])
        posting = threading.Event()

        async def post(*given: object) -> None:
            posting.set()
            await asyncio.Event().wait()

        site.parts.notifier.outbound.post = post  # type: ignore[method-assign, assignment]
        game.until_asked(game.guests[1])
        site.inside(lambda: clock.pass_by(PAUSE))
        assert posting.wait(PATIENCE)
    clock = MadeClock(clock.now() + 5000)
    with running(tmp_path, now=clock.now) as site:
        take_control(site, clock, endpoint)
        site.inside(lambda: site.parts.notifier.catch_up())
        finish_pending(site, clock, game.table)
        assert endpoint.heard.empty()
