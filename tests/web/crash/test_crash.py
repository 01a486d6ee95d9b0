"""Kill the server or its database at any moment: nothing acknowledged is lost, nothing is applied twice, nobody misses
a version."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from web.crash.harness import Crash, Plan
from web.databases import Postgres
from web.servers import Site

from intrigue.web.store import open_store

OPTIONS = ("--proxies", "127.0.0.1", "--bots", "1")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def sites(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Site]]:
    """One server on SQLite, two on one PostgreSQL."""
    if request.param == "sqlite":
        yield [Site(tmp_path, None, *OPTIONS)]
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    name = postgres.create()
    yield [Site(tmp_path, postgres.url(name), *OPTIONS) for _ in range(2)]
    postgres.drop(name)


def test_nothing_is_lost_doubled_or_skipped(sites):
    run = Crash(sites, Plan(commands=400, kills=4))
    counts = asyncio.run(run.run())
    assert run.faults == []
    assert counts["acknowledged"] == 400 and counts["kills"] == 4
    assert counts["thrown away"] > 30 and counts["sent again"] > 20 and counts["frames"] > 150


@pytest.mark.full
def test_a_database_that_is_ended_and_started_again_under_play_loses_and_doubles_nothing(
    postgres: Postgres, tmp_path: Path
) -> None:
    name = postgres.create()
    sites = [Site(tmp_path, postgres.url(name), *OPTIONS) for _ in range(2)]
    run = Crash(sites, Plan(commands=200, kills=0, restarts=3), postgres)
    counts = asyncio.run(run.run())
    postgres.drop(name)
    assert run.faults == []
    assert counts["acknowledged"] == 200 and (counts["crashes"], counts["stops"]) == (2, 1)
    assert counts["status 503"] and counts["moves"]


def test_no_clock_counts_the_time_between_a_kill_and_a_start(tmp_path: Path) -> None:
    site = Site(tmp_path, None, *OPTIONS)
    site.start()
    site.kill()
    database = sqlite3.connect(tmp_path / "site.db")
    with database:  # as if it had been killed two seconds earlier
        [(last,)] = database.execute("UPDATE pulses SET at = at - 2000 RETURNING at").fetchall()
    database.close()
    site.start()
    site.stop()

    async def outages() -> list[tuple[int, int]]:
        store = await open_store(site.database)
        try:
            return await store.outages_since(0)
        finally:
            await store.close()

    [(began, ended)] = asyncio.run(outages())
    assert began == last and ended > last + 2000
