"""Ways through the site that several journeys take, each as a person takes it: by pressing what a page shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.play import Player
from web.servers import Site

from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import game

QUICK = {"speed": "none"}
"""Of people whose page shows at once what happened."""


def quick(page: Page, game: str, players: int, level: str = "page") -> None:
    """Chooses a game on the first page and starts it with one click."""
    card = page.locator(f"article[data-game={game}]")
    card.locator("select[name=players]").select_option(str(players))
    card.locator("select[name=level]").select_option(level)
    card.locator(".quick button").click()
    dealt(page)


def dealt(page: Page) -> None:
    """Waits for the deal."""
    page.wait_for_selector("main[data-phase=playing]")
    expect(page.locator("body")).to_have_attribute("data-line", "online")


def open_table(page: Page, **choices: str | list[str] | bool) -> str:
    """Fills in the form of a new table and opens it; the link to it. Lists are ticked, choices of lists selected."""
    if any(page.locator(f"details.more [name={name}]").count() for name in choices):
        more = page.locator("details.more")
        if more.get_attribute("open") is None:
            more.locator("summary").click()
    for name, value in choices.items():
        if isinstance(value, bool):
            page.locator(f"#new-{name}").set_checked(value)
        elif isinstance(value, list):
            for kind in value:
                page.locator(f"#kind-{kind}").check()
        elif name == "name":
            page.locator("#new-name").fill(value)
        else:
            page.locator(f"#new-{name}").select_option(value)
    page.locator("form.new button.main").first.click()
    page.wait_for_url("**/t/*")
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    return page.url


def host_table(visitors: Visitors, site: Site, game: str, name: str, language: str = "en", **choices: Any) -> Page:
    """Somebody who opened a table and sits at it."""
    page = visitors(f"{site.url}/new?game={game}", language=language, likes=QUICK)
    open_table(page, name=name, **choices)
    return page


def join_table(visitors: Visitors, link: str, seat: int, name: str, language: str = "en", **settings: Any) -> Page:
    """Somebody who came by a link and took a seat."""
    page = visitors(link, language=language, likes=QUICK, **settings)
    page.locator("#my-name").fill(name)
    page.locator(f"#seat-{seat} button[data-with]").click()
    expect(page.locator(f"#seat-{seat}")).to_have_attribute("data-mine", "")
    return page


def say_ready(*pages: Page) -> None:
    """Everybody says ready, and the cards are dealt."""
    for page in pages:
        page.locator('button[data-do*=\'"do":"ready"\']').click()
    for page in pages:
        dealt(page)


def menu(page: Page) -> None:
    """Opens the menu."""
    page.locator("button[popovertarget=drawer-menu]:not(.close)").click()
    expect(page.locator("#drawer-menu")).to_be_visible()


def control(page: Page, do: str) -> None:
    """Presses a button of the menu, and says yes where the page asks whether one is sure."""
    button = page.locator(f'#r-controls button[data-do*=\'"do":"{do}"\']').first
    if not button.is_visible():
        menu(page)
    sure = button.get_attribute("data-sure")
    button.click()
    if sure:
        expect(page.locator("#sure-text")).to_have_text(sure)
        page.locator("#dialog-sure button[value=yes]").click()
    close_menu(page)


def close_menu(page: Page) -> None:
    """Closes the menu, if it is open."""
    if page.locator("#drawer-menu .close").is_visible():
        page.locator("#drawer-menu .close").click()


def table_of(page: Page) -> str:
    """The table of a page."""
    return page.url.rpartition("/")[2]


def download_record(page: Page, folder: Path) -> Path:
    """Saves the record of a finished game."""
    with page.expect_download() as coming:
        page.locator("#r-result a[download]").click()
    file = folder / coming.value.suggested_filename
    coming.value.save_as(file)
    return file


def load_match(file: Path) -> Match:
    """The game of a record."""
    record = Record.parse(file.read_bytes())
    return Match.load(game(record.headers["Game"]), record)


def own_moves(match: Match, player: Player, seat: int) -> bool:
    """Whether the seat made exactly the moves that its player made on the page."""
    return [move for move, by in match.played if by == seat] == player.moves


def log_of(page: Page) -> list[str]:
    """The sentences of the log."""
    return page.locator("#r-log > li").all_inner_texts()
