"""/healthz, /readyz and /metrics: what they say, and that strangers learn nothing from them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from web.guests import Site, move, next_message, playing, running

from intrigue.engine.match import Match
from intrigue.locale import LANGUAGES, words
from intrigue.web.config import networks
from intrigue.web.runtime.automation import BotsAndClocks
from intrigue.web.store import Unavailable

PATHS = ("/readyz", "/metrics")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("health"), automation=BotsAndClocks, bot_processes=1) as found:
        yield found


def figures(site: Site) -> dict[tuple[str, ...], float]:
    """Every figure by its name and the values of its labels."""
    text = site.guest().get("/metrics").text
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_site_that_works_says_so(site: Site) -> None:
    assert site.guest().get("/healthz").text == "ok\n"
    answer = site.guest().get("/readyz")
    assert (answer.status_code, answer.text) == (200, words("en")("health.ready") + "\n")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_database_that_is_away_is_said_in_plain_words(
    site: Site, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away() -> bool:
        raise Unavailable("gone")

    monkeypatch.setattr(site.parts.store, "is_up_to_date", away)
    answer = site.guest(**{"Accept-Language": language}).get("/readyz")
    assert (answer.status_code, answer.text) == (503, words(language)("health.database") + "\n")
    assert site.guest().get("/healthz").status_code == 200


def test_a_database_without_room_is_said_until_there_is_some(tmp_path: Path) -> None:
    file = tmp_path / "site.db"
    with running(tmp_path, database=f"sqlite:///{file}?max_page_count=200") as site:
        guest = site.guest()
        guest.page()
        assert guest.get("/readyz").status_code == 200
        with closing(sqlite3.connect(file, timeout=20)) as database:
            database.executescript(f"CREATE TABLE ballast (weight BLOB);{HEAVY}")
            while guest.post("/new", {"game": "oriflamme", "players": "3", "name": "Ann"}).status_code == 200:
                pass
            site.inside(lambda: site.parts.store.pulse(1))  # what needs no room is still written
            for language in LANGUAGES:
                answer = site.guest(**{"Accept-Language": language}).get("/readyz")
                assert (answer.status_code, answer.text) == (503, words(language)("health.full") + "\n")
            assert guest.get("/healthz").status_code == 200
            database.executescript("DROP TABLE ballast; DROP TRIGGER heavy")
        assert guest.get("/readyz").status_code == 200
        guest.open()


HEAVY = """
CREATE TRIGGER heavy AFTER INSERT ON log BEGIN INSERT INTO ballast VALUES (zeroblob(32768)); END;
"""
"""Lets everything that is done at a table fill the database."""


def test_whatever_stands_still_is_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def behind() -> bool:
        return False

    monkeypatch.setattr(site.parts.store, "is_up_to_date", behind)
    monkeypatch.setattr("intrigue.web.runtime.scheduler.STILL", -1)
    monkeypatch.setattr("intrigue.web.runtime.bot_pool.Worker.alive", False)
    monkeypatch.setattr(site.parts.hub, "closing", True)
    answer = site.guest().get("/readyz")
    assert answer.status_code == 503
    named = ("stopping", "migrations", "clockwork", "bots")
    assert answer.text.splitlines() == [words("en")(f"health.{name}") for name in named]


def test_what_happens_is_counted(site: Site) -> None:
    before = figures(site)
    table, guests = playing(site)
    with guests[0].socket(table) as line:
        next_message(line, "snapshot")
        move(site, table, guests)
        next_message(line, "frame")
        during = figures(site)
    guests[1].poll(table, 0)
    assert site.guest().get("/nowhere").status_code == 404

    def grew(*key: str) -> float:
        return during.get(key, 0) - before.get(key, 0)

    assert grew("intrigue_commands_total", "moved") == 1 and grew("intrigue_commands_total", "sat") == 3
    assert grew("intrigue_append_seconds_count") == 6  # two sit down, three are ready, one moves
    assert grew("intrigue_requests_total", "tables.do", "200") == 6
    assert during["intrigue_lines", "socket"] == 1
    assert grew("intrigue_messages_total", "socket") >= 2
    assert grew("intrigue_requests_total", "live.live", "101") == 1
    assert during["intrigue_tables", "kept"] >= 1 and during["intrigue_tables", "watched"] >= 1
    assert {name for name, *_ in during if name == "intrigue_queue_length"}
    for name in ("process_resident_memory_bytes", "process_open_fds", "process_max_fds", "process_cpu_seconds_total"):
        assert during[name,] > 0
    after = figures(site)
    assert after["intrigue_requests_total", "pages.nothing", "404"] == 1
    assert after["intrigue_messages_total", "poll"] >= 1


def match_at(site: Site, table: str) -> Match:
    found = site.inside(lambda: site.parts.tables.get(table)).match
    assert found
    return found


def test_bots_and_the_loop_are_timed(site: Site) -> None:
    guest = site.guest()
    table = guest.post("/quick", {"game": "oriflamme", "players": "3", "level": "page", "name": "Ann"}).json()["table"]
    with guest.socket(table) as line:
        guest.ready(table, 1)
        next_message(line, "frame")
        while all(by == 1 for _, by in match_at(site, table).played):
            match = match_at(site, table)
            if match.to_act == 1:
                guest.ask(table, do="move", seat=1, move=match.moves()[0])
            next_message(line, "frame")
    counted = figures(site)
    assert counted["intrigue_bot_seconds_count",] >= 1
    assert ("intrigue_loop_lag_seconds_count",) in counted


def test_no_figure_names_anybody(site: Site) -> None:
    """Labels are classes of things: no table, person, name or address is ever one."""
    table, guests = playing(site, name="Canary")
    guests[0].page(f"/t/{table}")
    text = site.guest().get("/metrics").text
    assert table not in text and "Canary" not in text and "127.0.0.1" not in text
    assert set(re.findall(r"[{,](\w+)=", text)) <= {"route", "status", "did", "way", "queue", "which", "le", "version"}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"X-Real-IP": "127.0.0.1"},
    ],
)
def test_nobody_reads_them_through_a_proxy(site: Site, path: str, headers: dict[str, str]) -> None:
    answer, nothing = site.guest(**headers).get(path), site.guest(**headers).get("/nothing")
    assert (answer.status_code, answer.text) == (404, nothing.text)


@pytest.mark.parametrize(("listed", "status"), [((), 404), (("192.0.2.0/24",), 200)])
def test_of_strangers_only_listed_networks_read_them(
    tmp_path: Path, listed: tuple[str, ...], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def elsewhere(config: Any, scope: Any, headers: Any) -> tuple[str, str, str]:
        return "192.0.2.9", "http", headers["host"]

    monkeypatch.setattr("intrigue.web.http.middleware.origin_of", elsewhere)
    with running(tmp_path, metrics_from=networks(list(listed))) as site:
        for path in PATHS:
            assert site.guest().get(path).status_code == status
        assert site.guest().get("/healthz").status_code == 200


@pytest.mark.parametrize(("called", "status"), [("192.0.2.9", 200), ("192.0.2.8", 404)])
def test_this_machine_may_call_at_its_own_address(
    site: Site, called: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server listens at one address of the network, nobody comes over the loopback."""

    def elsewhere(config: Any, scope: Any, headers: Any) -> tuple[str, str, str]:
        scope["server"] = (called, 8000)
        return "192.0.2.9", "http", headers["host"]

    monkeypatch.setattr("intrigue.web.http.middleware.origin_of", elsewhere)
    for path in PATHS:
        assert (site.guest().get(path).status_code == 404) is (status == 404)
