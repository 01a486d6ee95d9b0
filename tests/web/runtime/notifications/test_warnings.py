"""Who is warned before a clock of days runs out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from web.guests import GENEROUS, next_message, running
from web.runtime.made_up import MadeClock
from web.runtime.notifications.browsers import Browser
from web.runtime.notifications.endpoints import Endpoint
from web.runtime.notifications.games import DAY, Played, signs, take_control, warning_at, wound

from intrigue.web.config import Rate
from intrigue.web.runtime.notifications.notes import HOUR
from intrigue.web.runtime.notifications.notifier import LOOK, PAUSE


@pytest.fixture
def slow(tmp_path: Path, endpoint: Endpoint) -> Iterator[Played]:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint, DAY)
        game.hook(game.guests[1])
        yield game


def test_whoever_is_away_is_warned_once_before_a_clock_of_days_runs_out(slow: Played) -> None:
    guest = slow.guests[1]
    slow.until_asked(guest)
    at = warning_at(slow.site, slow.table)
    wound(slow.site, slow.clock, slow.table, at - 1)
    assert slow.endpoint.next().json["event"] == "turn" and slow.endpoint.heard.empty()
    wound(slow.site, slow.clock, slow.table)
    url = f"{slow.site.url}/t/{slow.table}"
    assert slow.endpoint.next().json == {
        "event": "warning",
        "text": f"Oriflamme: your time runs out in about 6 hours {url}",
        "content": f"Oriflamme: your time runs out in about 6 hours {url}",
        "game": "Oriflamme",
        "table": url,
    }
    assert guest.ask(slow.table, do="vote", seat=2, end=True).status_code == 200  # the same decision, another version
    slow.site.inside(lambda: slow.site.parts.notifier.look_ahead())
    slow.site.inside(lambda: slow.clock.pass_by(10 * PAUSE))
    assert slow.endpoint.heard.empty()
    slow.until_asked(guest)
    wound(slow.site, slow.clock, slow.table)
    assert [slow.endpoint.next().json["event"] for _ in range(2)] == ["turn", "warning"]


def test_a_warning_is_pushed_too_and_says_what_comes_then(slow: Played) -> None:
    guest, browser = slow.guests[1], Browser()
    guest.post("/me/hook", {"stop": "on"})
    guest.post("/me/push", browser.subscription(f"{slow.endpoint.url}/push/1"))
    slow.until_asked(guest)
    wound(slow.site, slow.clock, slow.table)
    _, told = (json.loads(browser.read(slow.endpoint.next().body))["notification"] for _ in range(2))
    assert told["title"] == "Oriflamme: your time runs out in about 6 hours"
    assert "a bot plays for you" in told["body"] and told["tag"] == slow.table


def test_whoever_moves_in_time_is_not_warned(slow: Played) -> None:
    slow.until_asked(slow.guests[1])
    at = warning_at(slow.site, slow.table)
    wound(slow.site, slow.clock, slow.table, at - 1)
    assert slow.endpoint.next().json["event"] == "turn"
    slow.move()
    slow.site.inside(lambda: slow.clock.pass_by(10 * PAUSE))
    assert slow.endpoint.heard.empty()


def test_whoever_is_at_the_table_then_is_not_warned(slow: Played) -> None:
    guest = slow.guests[1]
    with guest.socket(slow.table) as line:
        next_message(line, "snapshot")
        slow.until_asked(guest)
        wound(slow.site, slow.clock, slow.table, warning_at(slow.site, slow.table) - 1)
        assert slow.endpoint.next().json["event"] == "turn"
        signs(slow, guest, line, "!")
        wound(slow.site, slow.clock, slow.table)
    assert slow.endpoint.heard.empty()


def test_a_silenced_table_warns_nobody(slow: Played) -> None:
    guest = slow.guests[1]
    guest.post(f"/t/{slow.table}/notices", {"on": False})
    slow.until_asked(guest)
    wound(slow.site, slow.clock, slow.table)
    assert slow.endpoint.heard.empty()


@pytest.mark.parametrize("kind", ["live:600", "friendly:600"])
def test_clocks_of_minutes_warn_on_the_page_only(tmp_path: Path, endpoint: Endpoint, kind: str) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint, kind)
        game.hook(game.guests[1])
        game.until_asked(game.guests[1])
        wound(site, clock, game.table)
        assert endpoint.next().json["event"] == "turn" and endpoint.heard.empty()


def test_warnings_count_to_what_a_person_is_told(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now, rates=GENEROUS | {"notice": Rate(1, 10**6)}) as site:
        game = Played(site, clock, endpoint, DAY)
        game.hook(game.guests[1])
        game.until_asked(game.guests[1])
        wound(site, clock, game.table)
        assert endpoint.next().json["event"] == "turn" and endpoint.heard.empty()


def test_a_clock_that_began_before_a_restart_warns_after_it(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint, DAY)
        game.hook(game.guests[1])
        game.until_asked(game.guests[1])
        at = warning_at(site, game.table)
        wound(site, clock, game.table, at - 1)
        assert endpoint.next().json["event"] == "turn"
    for began, heard in ((at - LOOK, ["warning"]), (at + LOOK, [])):
        clock = MadeClock(began)
        with running(tmp_path, now=clock.now) as site:
            take_control(site, clock, endpoint)
            site.inside(lambda: site.parts.notifier.look_ahead())
            wound(site, clock, game.table)
            assert [endpoint.next().json["event"] for _ in heard] == heard and endpoint.heard.empty()


async def told_of_none() -> None:
    """What the test says of outages stays."""


@pytest.mark.parametrize(
    ("late", "away", "said"),
    [(5, 0, ["in about 1 hour "]), (6, 0, []), (8, 9, ["in about 6 hours "])],
)
def test_a_warning_that_comes_late_says_what_is_left(
    tmp_path: Path, endpoint: Endpoint, late: int, away: int, said: list[str]
) -> None:
    """So many hours after it was due a server starts, which knows that for some of them clocks stood still."""
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint, DAY)
        game.hook(game.guests[1])
        game.until_asked(game.guests[1])
        at = warning_at(site, game.table)
    clock = MadeClock(at + late * HOUR)
    with running(tmp_path, now=clock.now) as site:
        take_control(site, clock, endpoint)
        site.parts.tables.read_outages = told_of_none  # type: ignore[method-assign]
        site.parts.tables.outages = [(clock.now() - away * HOUR, clock.now())]
        site.inside(lambda: site.parts.notifier.look_ahead())
        wound(site, clock, game.table)
        for words in said:
            assert words in endpoint.next().json["text"]
        assert endpoint.heard.empty()
