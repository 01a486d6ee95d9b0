"""Who is told that a table was closed by whoever runs the site, or by new rules: everybody, once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from web.guests import next_message, running
from web.runtime.made_up import MadeClock
from web.runtime.notifications.browsers import Browser
from web.runtime.notifications.endpoints import Endpoint
from web.runtime.notifications.games import Played, close_game, heard_of_the_end, signs, take_control

from intrigue.web.runtime.maintenance import close_table
from intrigue.web.runtime.notifications.notifier import LOOK
from intrigue.web.table.log_entries import Began


def test_whoever_is_away_is_told_once_that_a_table_was_closed(game: Played) -> None:
    guest, browser = game.guests[1], Browser()
    assert guest.post("/me/push", browser.subscription(f"{game.endpoint.url}/push/1")).status_code == 200
    game.until_asked(guest)
    game.finish_notices()
    assert json.loads(browser.read(game.endpoint.next().body))["notification"]["title"] == "Oriflamme: it is your move"
    close_game(game)
    told = json.loads(browser.read(game.endpoint.next().body))["notification"]
    assert told["title"] == "Oriflamme: your table was closed"
    assert told["body"] == "Whoever runs this site closed the table. The hall closes."
    game.site.inside(lambda: game.site.parts.notifier.look_for_closed(0))
    heard_of_the_end(game.site)
    assert game.endpoint.heard.empty()


def go_on(game: Played) -> None:
    """Somebody opens the table that goes on from one that was closed."""
    assert game.guests[0].post(f"/t/{game.table}/rematch").status_code == 200
    heard_of_the_end(game.site)


def test_whoever_was_told_that_a_table_was_closed_is_not_told_again_when_others_go_on(game: Played) -> None:
    game.hook(game.guests[1])
    close_game(game)
    assert game.endpoint.next().json["event"] == "closed"
    go_on(game)
    game.site.inside(lambda: game.site.parts.notifier.look_for_closed(0))
    heard_of_the_end(game.site)
    assert game.endpoint.heard.empty()


def test_a_table_that_was_closed_long_ago_is_no_news_when_others_go_on(game: Played) -> None:
    close_game(game)
    lately = game.site.inside(lambda: game.site.parts.tables.get(game.table)).changed
    game.hook(game.guests[1])
    game.clock.time = lately + LOOK
    go_on(game)
    game.site.inside(lambda: game.site.parts.notifier.look_for_closed(lately))
    heard_of_the_end(game.site)
    assert game.endpoint.heard.empty()


def test_a_webhook_hears_of_a_closed_table_without_anybodys_words(game: Played) -> None:
    game.hook(game.guests[2])
    close_game(game)
    url = f"{game.site.url}/t/{game.table}"
    text = f"Oriflamme: your table was closed {url}"
    assert game.endpoint.next().json == {
        "event": "closed",
        "text": text,
        "content": text,
        "game": "Oriflamme",
        "table": url,
    }


def test_whoever_is_there_or_silenced_the_table_is_not_told_of_its_end(game: Played) -> None:
    here, quiet = game.guests[:2]
    for guest in (here, quiet):
        game.hook(guest)
    assert quiet.post(f"/t/{game.table}/notices", {"on": False}).status_code == 200
    with here.socket(game.table) as line:
        next_message(line, "snapshot")
        signs(game, here, line, "!")
        close_game(game)
    assert game.endpoint.heard.empty()


def test_a_closed_table_does_not_come_into_memory_to_be_told_of(game: Played) -> None:
    game.hook(game.guests[1])
    assert game.site.inside(lambda: close_table(game.site.parts.store, game.table, "operator", ""))
    game.site.parts.tables.cached.clear()
    game.site.inside(lambda: game.site.parts.notifier.look_for_closed(0))
    heard_of_the_end(game.site)
    assert game.endpoint.next().json["event"] == "closed" and not game.site.parts.tables.cached


def test_who_is_slow_to_hear_of_the_end_keeps_no_clock_waiting(game: Played) -> None:
    game.hook(game.guests[1])
    assert game.site.inside(lambda: close_table(game.site.parts.store, game.table, "operator", ""))
    game.site.inside(lambda: game.site.parts.notifier.look_for_closed(0))  # it is done while nobody winds the clock
    assert game.endpoint.heard.empty() and game.site.parts.notifier.leaving
    heard_of_the_end(game.site)
    assert game.endpoint.next().json["event"] == "closed" and game.endpoint.heard.empty()


def test_an_end_that_the_players_agreed_on_is_no_news(game: Played) -> None:
    game.hook(game.guests[1])
    for seat, guest in enumerate(game.guests, start=1):
        assert guest.ask(game.table, do="vote", seat=seat, end=True).status_code == 200
    heard_of_the_end(game.site)
    game.site.inside(lambda: game.site.parts.notifier.look_for_closed(0))
    heard_of_the_end(game.site)
    assert game.endpoint.heard.empty()


def test_a_table_that_was_closed_right_before_the_clock_was_set_forward_is_told_of(
    game: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.hook(game.guests[1])
    site, clock = game.site, game.clock
    site.parts.notifier.looked = clock.now()
    clock.time += 1000
    monkeypatch.setattr("intrigue.web.runtime.maintenance.wall_clock", clock.now)
    assert site.inside(lambda: close_table(site.parts.store, game.table, "operator", ""))
    clock.time += 5 * 3_600_000
    site.inside(lambda: site.parts.notifier.look())
    heard_of_the_end(site)
    assert game.endpoint.next().json["event"] == "closed"


def test_a_table_that_was_closed_while_no_server_ran_is_told_of_after_the_start(
    tmp_path: Path, endpoint: Endpoint
) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint)
        game.hook(game.guests[1])
        log = site.inside(lambda: site.parts.store.read(game.table))
        dealt = next(entry.version for entry in log if isinstance(entry.content, Began))
        assert site.inside(lambda: close_table(site.parts.store, game.table, "rules", "", dealt - 1))
    assert endpoint.heard.empty()
    clock = MadeClock(clock.now() + 5000)
    with running(tmp_path, now=clock.now) as site:
        take_control(site, clock, endpoint)
        for _ in range(2):
            site.inside(lambda: site.parts.notifier.catch_up())
            heard_of_the_end(site)
        assert endpoint.next().json["event"] == "closed" and endpoint.heard.empty()
