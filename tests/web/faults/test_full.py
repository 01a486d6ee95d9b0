"""A database without room: everybody at the table is told, the move is kept, and all goes on when there is room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.browsers import Visitors
from web.faults.watching import SAY, alone, in_order, mark, nothing_lost, says, send, version, well
from web.play import Player
from web.servers import Site

MOST = 200
"""Pages that the database may have."""
BALLAST = f"""
CREATE TABLE ballast (weight BLOB);
INSERT INTO ballast VALUES (zeroblob({MOST * 4096}));
CREATE TRIGGER heavy AFTER INSERT ON log WHEN NEW.author {{who}} 0 BEGIN
    INSERT INTO ballast VALUES (zeroblob(8192));
END;
"""
"""Fills the database, and lets everything that people (or bots) do need two more pages."""


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Site]:
    """A site whose database may not grow beyond a limit."""
    one = Site(tmp_path, f"sqlite:///{tmp_path / 'site.db'}?max_page_count={MOST}")
    one.start()
    yield one
    one.stop()


def does(site: Site, script: str) -> None:
    """What somebody else does to the database."""
    with closing(sqlite3.connect(site.folder / "site.db", timeout=20)) as database:
        database.executescript(script)


def test_a_move_that_finds_no_room_is_kept_until_there_is(small: Site, visitors: Visitors, faults: None) -> None:
    player, question = alone(visitors, small.url)
    watcher = visitors(player.page.url)
    well(watcher)
    mark(watcher)
    does(small, BALLAST.format(who=">"))
    send(player, question)
    says(player.page, "full.kept")
    says(watcher, "full")

    # Whatever only reads goes on.
    fresh = player.page.context.new_page()
    fresh.goto(player.page.url)
    says(fresh, "full")
    again = Player(fresh).question()
    assert again == question
    fresh.close()

    does(small, "DELETE FROM ballast")
    well(watcher)
    nothing_lost(player, question, small)
    in_order(watcher)


def test_a_bot_that_finds_no_room_moves_when_there_is(small: Site, visitors: Visitors) -> None:
    player, question = alone(visitors, small.url)
    does(small, BALLAST.format(who="="))
    player.answer(question)
    says(player.page, "full")
    expect(player.page.locator("#ask")).to_have_count(0)
    assert version(player.page) == question["version"] + 1
    does(small, "DELETE FROM ballast")
    nothing_lost(player, question, small)


def test_whoever_opens_a_table_then_is_told_why_not(small: Site, visitors: Visitors, faults: None) -> None:
    page = visitors(small.url, likes={"name": "Ann"})
    does(small, BALLAST.format(who=">"))
    page.locator("article[data-game=oriflamme] .quick button").click()
    expect(page.locator("main")).to_contain_text(SAY("serve.fault.full"))
    does(small, "DELETE FROM ballast")
    page.go_back()
    page.locator("article[data-game=oriflamme] .quick button").click()
    page.wait_for_selector("main[data-phase=playing]")
