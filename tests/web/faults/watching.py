"""What tests of faults see and wait for: what a page says while something is broken, and that nothing was lost."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import groupby

import psycopg
from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.journeys.ways import quick, table_of
from web.play import Player, Question
from web.servers import Site

from intrigue.locale import words

SAY = words("en")
MARK = """() => {
    window.versions = [];
    new MutationObserver((changes) => changes.forEach(({ oldValue }) => window.versions.push(Number(oldValue))))
        .observe(document.body, { attributes: true, attributeOldValue: true, attributeFilter: ["data-version"] });
}"""
"""Lets a page remember every version that it took; loading it again would forget them."""


def alone(visitors: Visitors, url: str, game: str = "oriflamme", timers: bool = False) -> tuple[Player, Question]:
    """Somebody who plays against two bots and is asked something; a test may take the page's timers over."""
    page = visitors("about:blank")
    if timers:
        page.clock.install()
    page.goto(url)
    quick(page, game, 3)
    page.evaluate("document.body.dataset.speed = 'none'")
    mark(page)
    player = Player(page)
    question = player.wait()
    assert question
    return player, question


def mark(page: Page) -> None:
    """From now on the page must not be loaded again, and must take one version after the other."""
    page.evaluate(MARK)


def send(player: Player, question: Question) -> None:
    """Makes one of the moves that are asked for, and sees the page mark it at once as on its way."""
    before = version(player.page)
    move, parts = player.choose(question)
    for part in parts:
        player.press(part)
    player.confirm()
    player.moves.append(move)
    expect(player.page.locator("#ask")).to_have_attribute("aria-busy", "true")
    assert version(player.page) == before == question["version"]


def version(page: Page) -> int:
    """The version that a page has."""
    return int(page.locator("body").get_attribute("data-version") or 0)


def says(page: Page, key: str) -> None:
    """The page says how its line is."""
    expect(page.locator("#line")).to_have_text(SAY(f"client.line.{key}"))


def well(page: Page) -> None:
    """The page follows the table again and finds nothing wrong."""
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    expect(page.locator("#line")).to_be_hidden()


def nothing_lost(player: Player, question: Question, site: Site) -> None:
    """The move that was sent stands, and the game goes on; every move stands once, and no version was missed."""
    player.page.wait_for_function("version => Number(document.body.dataset.version) > version", arg=question["version"])
    well(player.page)
    player.play(2)
    in_order(player.page)
    check_log(site, player)


def check_log(site: Site, *players: Player) -> None:
    """The log has one version after the other, and exactly the moves that people made on their pages."""
    table = table_of(players[0].page)
    query = f"SELECT version, command FROM log WHERE table_id = '{table}' ORDER BY version"
    if site.database.startswith("sqlite"):
        with closing(sqlite3.connect(site.folder / "site.db", timeout=20)) as database:
            rows = list(database.execute(query))
    else:
        with psycopg.connect(site.database) as connection:
            rows = list(connection.execute(query.encode()))
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    moved = [one for _, text in rows if (one := json.loads(text))["did"] == "moved"]
    for player in players:
        assert [one["move"] for one in moved if one["seat"] == player.seat] == player.moves


def in_order(page: Page) -> None:
    """The page was not loaded again, and took one version after the other."""
    taken = [one for one, _ in groupby(page.evaluate("[...window.versions, Number(document.body.dataset.version)]"))]
    assert taken == list(range(taken[0], taken[-1] + 1)), taken
