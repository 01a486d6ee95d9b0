"""Who is told that it is their move, when, and that nothing but an active tab keeps it back."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from web.databases import Postgres
from web.notices.browsers import Browser, signed
from web.notices.endpoints import Endpoint
from web.server.guests import GENEROUS, PATIENCE, Guest, Site, playing, running, told, until
from web.thinking.made_up import MadeClock

from intrigue.web import outbound
from intrigue.web.config import Rate
from intrigue.web.notices import ACTIVE, CHARGE, FAILURES, HOUR, LOOK, PAUSE
from intrigue.web.store import schema


class Played:
    """A game at a server whose clock the test winds; whoever is asked first has a webhook."""

    def __init__(self, site: Site, clock: MadeClock, endpoint: Endpoint, pace: str = "none") -> None:
        self.site, self.clock, self.endpoint = site, clock, endpoint
        led(site, clock, endpoint)
        self.table, self.guests = playing(site, clock=pace)

    @property
    def asked(self) -> Guest:
        """Whoever is asked."""
        found = self.site.inside(lambda: self.site.house.desk.table(self.table))
        assert found.to_act
        return self.guests[found.to_act - 1]

    def hook(self, guest: Guest) -> None:
        answer = guest.post("/me/hook", {"url": f"{self.endpoint.url}/hook"})
        assert answer.status_code == 200, answer.text

    def move(self) -> None:
        """Whoever is asked moves, and takes no notice of it."""
        found = self.site.inside(lambda: self.site.house.desk.table(self.table))
        assert found.match and found.to_act
        answer = self.asked.ask(self.table, do="move", seat=found.to_act, move=found.match.moves()[0])
        assert answer.status_code == 200, answer.text

    def until_asked(self, guest: Guest) -> None:
        """Plays on until somebody is asked anew."""
        self.move()
        while self.asked is not guest:
            self.move()

    def ended(self) -> None:
        """Time passes until the pending decision was told, or is known to need no telling."""
        finished(self.site, self.clock, self.table)


def led(site: Site, clock: MadeClock, endpoint: Endpoint) -> None:
    """Lets a server call only the endpoint, wait only for the test's clock, and look ahead only when told."""
    site.house.notices.outbound = endpoint.outbound()
    site.house.notices.clock = clock
    site.house.notices.looked = sys.maxsize


def finished(site: Site, clock: MadeClock, table: str) -> None:
    async def pass_on() -> None:
        task = site.house.notices.pending[table][1]
        while not task.done():
            await clock.pass_by(1000)
            await asyncio.wait([task], timeout=0.01)

    site.inside(pass_on)


@pytest.fixture
def game(tmp_path: Path, endpoint: Endpoint) -> Iterator[Played]:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        yield Played(site, clock, endpoint)


def test_whoever_is_away_is_told_once_and_of_which_game(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    game.until_asked(guest)
    game.ended()
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
    game.ended()
    heard = game.endpoint.next()
    key, claims = signed(heard)
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
    game.ended()
    assert "ваш хід" in game.endpoint.next().json["text"]


def test_a_forgotten_tab_silences_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        told(line, "snapshot")
        line.send(".")  # alive, and nobody before it
        game.until_asked(guest)
        game.ended()
        assert "your move" in game.endpoint.next().json["text"]


def signs(game: Played, guest: Guest, line: object, sign: str) -> None:
    """A page says something of its reader, and the server has heard it."""
    line.send(sign)  # type: ignore[attr-defined]
    person = game.site.inside(lambda: person_of(game, guest))

    async def heard() -> None:
        while bool(game.site.house.hub.sign(game.table, person)) != (sign == "!"):
            await asyncio.sleep(0)

    game.site.inside(heard)


async def person_of(game: Played, guest: Guest) -> int:
    table = await game.site.house.desk.table(game.table)
    person = table.seats[game.guests.index(guest)].person
    assert person
    return person


def test_an_active_reader_is_not_told(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        told(line, "snapshot")
        game.until_asked(guest)
        signs(game, guest, line, "!")
        game.ended()
    assert game.endpoint.heard.empty()


def test_who_was_active_and_has_left_the_desk_is_told_after_a_minute(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        told(line, "snapshot")
        signs(game, guest, line, "!")
        then = game.clock.now()
        game.clock.time += 10
        game.until_asked(guest)
        game.ended()
        assert "your move" in game.endpoint.next().json["text"]
        assert game.clock.now() >= then + ACTIVE


def test_a_tab_that_is_hidden_or_closed_is_no_active_one(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with guest.socket(game.table) as line:
        told(line, "snapshot")
        signs(game, guest, line, "!")
        game.until_asked(guest)
        signs(game, guest, line, "!")
        signs(game, guest, line, "-")
        game.ended()
        assert "your move" in game.endpoint.next().json["text"]


def test_being_active_at_another_table_silences_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    other = guest.open()
    with guest.socket(other) as line:
        told(line, "snapshot")
        line.send("!")
        game.until_asked(guest)
        game.ended()
        assert "your move" in game.endpoint.next().json["text"]


def test_somebody_elses_activity_silences_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    with game.guests[2].socket(game.table) as line:
        told(line, "snapshot")
        game.until_asked(guest)
        signs(game, game.guests[2], line, "!")
        game.ended()
        assert "your move" in game.endpoint.next().json["text"]


def test_whoever_answers_at_once_hears_nothing(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    game.until_asked(guest)
    task = game.site.house.notices.pending[game.table][1]
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
    game.ended()
    assert game.endpoint.heard.empty()
    guest.post(f"/t/{game.table}/notices", {"on": True})
    game.until_asked(guest)
    game.ended()
    assert "your move" in game.endpoint.next().json["text"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(game: Played, status: int) -> None:
    guest = game.guests[1]
    guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/1"))
    game.endpoint.answer = f"HTTP/1.1 {status} Gone\r\n\r\n".encode()
    game.until_asked(guest)
    game.ended()
    game.endpoint.next()
    assert game.site.inside(lambda: game.site.house.store.reachable()) == set()


def test_a_webhook_that_fails_again_and_again_is_switched_off_and_the_settings_say_so(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    game.endpoint.answer = b"HTTP/1.1 500 No\r\n\r\n"
    for _ in range(FAILURES):
        assert "switched off" not in guest.page("/me/notices").text
        assert guest.post("/me/notices/trial", {"channel": "hook"}).json() == {"worked": False}
        game.endpoint.next()
    assert "switched off" in guest.page("/me/notices").text
    game.until_asked(guest)
    game.ended()
    assert game.endpoint.heard.empty()
    game.endpoint.answer = b"HTTP/1.1 200 OK\r\n\r\n"
    game.hook(guest)  # saved again
    assert "switched off" not in guest.page("/me/notices").text
    game.until_asked(guest)
    game.ended()
    assert "your move" in game.endpoint.next().json["text"]


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 500 No\r\n\r\n"])
def test_a_browser_that_fails_again_and_again_is_forgotten(game: Played, answer: bytes) -> None:
    guest = game.guests[1]
    guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/1"))
    known = game.site.inside(lambda: game.site.house.store.reachable())

    def fails(times: int) -> set[int]:
        game.endpoint.answer = answer
        for _ in range(times):
            assert guest.post("/me/notices/trial", {"channel": "push"}).json() == {"worked": False}
        return game.site.inside(lambda: game.site.house.store.reachable())

    assert known and fails(FAILURES - 1) == known
    game.endpoint.answer = b"HTTP/1.1 201 Created\r\n\r\n"
    assert guest.post("/me/notices/trial", {"channel": "push"}).json() == {"worked": True}
    assert fails(FAILURES - 1) == known  # counted anew
    assert fails(1) == set()
    assert game.site.house.notices.failed == {}


def test_what_this_server_has_no_time_to_send_is_nobodys_failure(game: Played) -> None:
    guest = game.guests[1]
    game.hook(guest)
    guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/1"))
    calls = game.site.house.notices.outbound
    calls.waiting = outbound.QUEUED
    for channel in ("hook", "push"):
        for _ in range(FAILURES):
            assert guest.post("/me/notices/trial", {"channel": channel}).json() == {"worked": False}
    assert "switched off" not in guest.page("/me/notices").text
    calls.waiting = 0
    game.until_asked(guest)
    game.ended()
    assert {game.endpoint.next().path for _ in range(2)} == {"/hook", "/push/1"}


def test_only_so_many_failing_browsers_are_counted(game: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intrigue.web.notices.COUNTED", 2)
    guest = game.guests[1]
    for number in range(3):
        guest.post("/me/push", Browser().subscription(f"{game.endpoint.url}/push/{number}"))
    game.endpoint.answer = b""
    guest.post("/me/notices/trial", {"channel": "push"})
    assert len(game.site.house.notices.failed) == 2


def test_everything_is_off_until_somebody_turns_it_on(game: Played) -> None:
    guest = game.guests[1]
    assert guest.get(f"/t/{game.table}/notices").json() == {"seated": True, "on": True, "any": False}
    game.until_asked(guest)
    assert game.site.house.notices.pending == {}
    game.hook(guest)
    assert guest.post("/me/hook", {"stop": "on"}).json() == {"on": False}
    game.until_asked(guest)
    game.ended()
    assert game.endpoint.heard.empty()


def test_a_person_is_told_only_so_often(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now, rates=GENEROUS | {"notice": Rate(1, 10**6)}) as site:
        game = Played(site, clock, endpoint)
        game.hook(game.guests[1])
        for _ in range(2):
            game.until_asked(game.guests[1])
            game.ended()
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
        led(site, clock, endpoint)
        site.inside(lambda: site.house.notices.catch_up())
        finished(site, clock, game.table)
        assert "your move" in endpoint.next().json["text"]
        site.inside(lambda: site.house.notices.catch_up())
        assert endpoint.heard.empty()


def test_what_was_held_back_for_an_active_reader_is_told_after_a_crash(tmp_path: Path, endpoint: Endpoint) -> None:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        game = Played(site, clock, endpoint)
        guest = game.guests[1]
        game.hook(guest)
        with guest.socket(game.table) as line:
            told(line, "snapshot")
            signs(game, guest, line, "!")
            clock.time += 10
            game.until_asked(guest)
            site.inside(lambda: clock.pass_by(CHARGE))
            site.inside(lambda: claimed(site))
    assert endpoint.heard.empty()
    clock = MadeClock(clock.now() + 5000)
    with running(tmp_path, now=clock.now) as site:
        led(site, clock, endpoint)
        site.inside(lambda: site.house.notices.catch_up())
        finished(site, clock, game.table)
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

        site.house.notices.outbound.post = post  # type: ignore[method-assign, assignment]
        game.until_asked(game.guests[1])
        site.inside(lambda: clock.pass_by(PAUSE))
        assert posting.wait(PATIENCE)
    clock = MadeClock(clock.now() + 5000)
    with running(tmp_path, now=clock.now) as site:
        led(site, clock, endpoint)
        site.inside(lambda: site.house.notices.catch_up())
        finished(site, clock, game.table)
        assert endpoint.heard.empty()


async def claimed(site: Site) -> None:
    """Until a server looks after a notice."""
    store: Any = site.house.store
    while not await store.look(lambda c: c.scalar(select(schema.notices.c.version))):
        pass


# Clocks of days

DAY = "days:1"


def wound(site: Site, clock: MadeClock, table: str, end: float = inf) -> None:
    """Time passes from one thing that a notice waits for to the next, until nothing is left, or up to a moment."""

    async def pass_on() -> None:
        task = site.house.notices.pending[table][1]
        while not task.done() and not (clock.waiting and clock.waiting[0][0] > end):
            if clock.waiting:
                await clock.pass_to(clock.waiting[0][0])
            await asyncio.wait([task], timeout=0.01)
        if end < inf:
            clock.time = max(clock.time, int(end))

    site.inside(pass_on)


def warning_at(site: Site, table: str) -> int:
    at = site.inside(lambda: site.house.desk.table(table)).warning()
    assert at
    return at


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
    slow.site.inside(lambda: slow.site.house.notices.look_ahead())
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
        told(line, "snapshot")
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
            led(site, clock, endpoint)
            site.inside(lambda: site.house.notices.look_ahead())
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
        led(site, clock, endpoint)
        site.house.desk.read_outages = told_of_none  # type: ignore[method-assign]
        site.house.desk.outages = [(clock.now() - away * HOUR, clock.now())]
        site.inside(lambda: site.house.notices.look_ahead())
        wound(site, clock, game.table)
        for words in said:
            assert words in endpoint.next().json["text"]
        assert endpoint.heard.empty()


# Two servers


@pytest.fixture
def pair(postgres: Postgres, tmp_path: Path, endpoint: Endpoint) -> Iterator[tuple[Played, Site, MadeClock]]:
    name = postgres.create()
    here, there = MadeClock(), MadeClock()
    with ExitStack() as stack:
        one = stack.enter_context(running(tmp_path, now=here.now, database=postgres.url(name)))
        other = stack.enter_context(running(tmp_path, now=there.now, database=postgres.url(name)))
        led(other, there, endpoint)
        yield Played(one, here, endpoint), other, there
    postgres.drop(name)


def twin(guest: Guest, site: Site) -> Guest:
    """The same browser at another server."""
    other = site.guest()
    other.http.cookies.set("intrigue", guest.http.cookies["intrigue"], domain="127.0.0.1")
    return other


def arrived(site: Site, table: str, version: int) -> None:
    """Another server has heard of a version, and so of the decision."""
    site.inside(lambda: site.house.notices.read())

    async def heard() -> None:
        while (await site.house.desk.table(table)).version < version:
            await asyncio.wait([asyncio.create_task(site.house.desk.refresh(table))])
        site.house.notices.changed(await site.house.desk.table(table))

    site.inside(heard)


def test_of_two_servers_one_tells(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    guest = game.guests[1]
    game.hook(guest)
    game.until_asked(guest)
    arrived(other, game.table, guest.version(game.table))
    game.ended()
    finished(other, there, game.table)
    assert "your move" in game.endpoint.next().json["text"]
    assert game.endpoint.heard.empty()


def test_if_the_server_that_has_an_active_tab_dies_another_tells(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    guest = game.guests[1]
    game.hook(guest)
    with twin(guest, other).socket(game.table) as line:
        told(line, "snapshot")
        line.send("!")
        person = game.site.inside(lambda: person_of(game, guest))
        until(lambda: other.house.hub.sign(game.table, person))
        game.clock.time += 10
        there.time += 10
        game.until_asked(guest)
        arrived(other, game.table, guest.version(game.table))
        other.inside(lambda: there.pass_by(CHARGE))
        other.inside(lambda: claimed(other))
        other.stop()
    game.ended()
    assert "your move" in game.endpoint.next().json["text"]
    assert game.endpoint.heard.empty()


def test_an_active_tab_at_the_other_server_counts_too(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    guest = game.guests[1]
    game.hook(guest)
    reader = twin(guest, other)
    with reader.socket(game.table) as line:
        told(line, "snapshot")
        game.until_asked(guest)
        arrived(other, game.table, guest.version(game.table))
        line.send("!")
        person = game.site.inside(lambda: person_of(game, guest))

        async def heard() -> None:
            while not other.house.hub.sign(game.table, person):
                await asyncio.sleep(0)

        other.inside(heard)
        finished(other, there, game.table)  # it takes charge early
        game.ended()
    assert game.endpoint.heard.empty()


def test_of_two_servers_one_warns_and_none_where_a_reader_is(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    game.table, game.guests = playing(game.site, clock=DAY)
    guest = game.guests[1]
    game.hook(guest)

    def asked_anew() -> None:
        game.until_asked(guest)
        there.time = game.clock.time
        arrived(other, game.table, guest.version(game.table))

    asked_anew()
    wound(game.site, game.clock, game.table)
    wound(other, there, game.table)
    assert [game.endpoint.next().json["event"] for _ in range(2)] == ["turn", "warning"]
    assert game.endpoint.heard.empty()
    with twin(guest, other).socket(game.table) as line:
        told(line, "snapshot")
        asked_anew()
        before = warning_at(other, game.table) - 1
        wound(game.site, game.clock, game.table, before)
        wound(other, there, game.table, before)
        assert game.endpoint.next().json["event"] == "turn"
        line.send("!")
        person = game.site.inside(lambda: person_of(game, guest))
        until(lambda: other.house.hub.sign(game.table, person))
        wound(other, there, game.table)  # it is a little quicker
        wound(game.site, game.clock, game.table)
    assert game.endpoint.heard.empty()
