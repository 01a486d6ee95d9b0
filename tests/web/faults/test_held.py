"""Somebody else holds the database: everybody is told, tables are read all the while, and a move is kept until it can
be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.browsers import Visitors
from web.faults.watching import SAY, alone, in_order, mark, nothing_lost, says, send, version, well
from web.guests import next_message, playing, running
from web.holding import holding
from web.play import Player
from web.servers import Site

from intrigue.locale import LANGUAGES, words
from intrigue.web.runtime.automation import BotsAndClocks


@pytest.fixture(params=["sqlite", "postgresql"])
def held_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A site on each of the two databases."""
    name, postgres = "", None
    if request.param == "postgresql":
        postgres = request.getfixturevalue("postgres")
        name = postgres.create()
    one = Site(tmp_path, postgres and postgres.url(name))
    one.start()
    yield one
    one.stop()
    if postgres:
        postgres.drop(name)


def test_a_move_that_others_keep_from_being_written_is_kept_until_they_let_go(
    held_site: Site, visitors: Visitors, faults: None
) -> None:
    player, question = alone(visitors, held_site.url)
    watcher = visitors(player.page.url)
    well(watcher)
    mark(watcher)
    with holding(held_site.database):
        send(player, question)
        says(player.page, "busy.kept")
        says(watcher, "busy")
        expect(player.page.locator("body")).to_have_attribute("data-line", "online")

        # Whatever only reads goes on, and says the same.
        fresh = player.page.context.new_page()
        for _ in range(2):
            assert (answer := fresh.goto(player.page.url)) and answer.status == 200
            says(fresh, "busy")
            assert Player(fresh).question() == question
        fresh.close()
        ready = player.page.context.request.get(f"{held_site.url}/readyz")
        assert ready.status == 503 and SAY("health.busy") in ready.text() and SAY("health.database") not in ready.text()
        assert version(watcher) == question["version"]
    nothing_lost(player, question, held_site)
    well(watcher)
    in_order(watcher)


def test_whoever_only_waits_is_told_too_and_whoever_does_something_in_their_language(tmp_path: Path) -> None:
    with running(tmp_path, automation=BotsAndClocks) as site:
        table, guests = playing(site)
        with guests[0].socket(table, guests[0].version(table)) as line:
            with holding(f"sqlite:///{tmp_path / 'site.db'}"):
                assert next_message(line, "trouble")["why"] == "busy"  # no sign of life can be written
                for language in LANGUAGES:
                    answer = site.guest(**{"Accept-Language": language}).post("/quick", {"game": "oriflamme"})
                    assert answer.status_code == 503 and answer.json()["why"] == "busy"
                    assert answer.json()["message"] == words(language)("serve.fault.busy")
            assert next_message(line, "trouble")["why"] == ""
