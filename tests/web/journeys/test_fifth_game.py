"""A made-up fifth game on the site: one whole game by mouse, and the pages that tell of every game."""

from __future__ import annotations

from pathlib import Path

import fifth_game
import pytest
from playwright.sync_api import expect
from web.browsers import Visitors
from web.journeys.ways import QUICK, quick
from web.play import Player
from web.servers import Site

PAGES = ("learn", "ladder", "about", "new?game=trifle", "rules/trifle", "sandbox?game=trifle")


@pytest.mark.full
def test_a_whole_game_of_a_fifth_game(tmp_path: Path, visitors: Visitors) -> None:
    site = Site(tmp_path)
    site.environment["PYTHONPATH"] = str(fifth_game.make(tmp_path))
    site.start()
    page = visitors(site.url, likes=QUICK)
    quick(page, fifth_game.NAME, 3, "page")
    player = Player(page)
    player.play()
    expect(page.locator("#r-result .winner")).to_be_visible()
    assert len(player.moves) == 4  # the last card is laid by itself
    for path in (f"{page.url}/replay", *(f"{site.url}/{path}" for path in PAGES)):
        came = page.goto(path)
        assert came and came.ok, path
    site.stop()
    assert site.log.read_text() == ""
