"""A database that goes away under running servers and comes back: pages and /readyz say so, then the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.databases import Postgres
from web.faults.watching import SAY, alone, check_log, in_order, mark, nothing_lost, says, send, version, well
from web.journeys.ways import host_table, join_table, say_ready
from web.play import Player, together
from web.servers import Site

READY = "async status => (await fetch('/readyz')).status === status"
LINES = """DO $$ BEGIN
    FOR turn IN 1 .. 400 LOOP
        PERFORM pg_stat_clear_snapshot();
        EXIT WHEN (SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'
            AND query IN ('LISTEN intrigue', 'SELECT 1')) = {lines};
        PERFORM pg_sleep(0.05);
        ASSERT turn < 400, 'servers do not listen';
    END LOOP;
END $$"""
"""Lets PostgreSQL itself wait until so many servers listen for news; a quiet line is tried now and then."""


@pytest.fixture
def pair(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Site, Site, str]]:
    """Two servers that share one database, and its name."""
    name = postgres.create()
    sites = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        sites.append(Site(folder, postgres.url(name)))
        sites[-1].start()
    yield sites[0], sites[1], name
    for site in sites:
        site.stop()
    postgres.drop(name)


def listening(postgres: Postgres, name: str, lines: int) -> None:
    """Waits until so many servers listen for news of a database."""
    postgres.tell(LINES.format(name=name, lines=lines))


def ready(page: Page, status: int) -> None:
    """Waits until /readyz of the page's server answers so."""
    page.wait_for_function(READY, arg=status)


@pytest.mark.full
def test_postgresql_stops_and_starts_again_in_the_middle_of_a_game(
    pair: tuple[Site, Site, str], postgres: Postgres, visitors: Visitors, faults: None
) -> None:
    first, second, name = pair
    ann = host_table(visitors, first, "oriflamme", "Ann", players="3", level="page")
    bob = join_table(visitors, ann.url.replace(first.url, second.url), 2, "Bob")
    ann.locator("#seat-3 form button").click()
    say_ready(ann, bob)
    mark(ann)
    mark(bob)
    people = [Player(ann, 1), Player(bob, 2)]
    together(people, until=1)
    question = people[0].wait()
    assert question

    postgres.crash()
    try:
        send(people[0], question)
        says(ann, "away.kept")
        says(bob, "away")
        for page in (ann, bob):
            ready(page, 503)
        told = ann.context.request.get(ann.url, headers={"Accept": "text/html"})
        assert told.status == 503 and SAY("serve.fault.away") in told.text()
        assert version(ann) == version(bob) == question["version"]
    finally:
        postgres.start()

    for page in (ann, bob):
        ready(page, 200)
        well(page)
    listening(postgres, name, 2)
    for page in (ann, bob):  # the move that was kept arrives by itself
        page.wait_for_function("v => Number(document.body.dataset.version) > v", arg=question["version"])
    together(people, 4)
    for player in people:
        in_order(player.page)
    check_log(first, *people)


@pytest.mark.full
def test_a_file_that_is_moved_away_and_back(site: Site, visitors: Visitors, faults: None) -> None:
    player, question = alone(visitors, site.url)
    file = site.folder / "site.db"
    file.rename(site.folder / "elsewhere.db")
    send(player, question)
    says(player.page, "away.kept")
    ready(player.page, 503)
    expect(player.page.locator("body")).to_have_attribute("data-line", "online")
    assert not file.exists()
    (site.folder / "elsewhere.db").rename(file)
    ready(player.page, 200)
    nothing_lost(player, question, site)
