"""What happens is announced once: to the player whom it happens to, and to somebody who watches at another pace."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from web.access.looking import House, Look, table
from web.play import Player

from intrigue.locale import words

HEAR = """
addEventListener("DOMContentLoaded", () => {
    const announcer = document.querySelector("#announcer");
    if (!announcer) return;
    window.heard = [];
    window.known = document.querySelectorAll("#r-log > li").length;
    new MutationObserver((changes) => {
        for (const {addedNodes} of changes) for (const one of addedNodes) heard.push(one.textContent.trim());
    }).observe(announcer, {childList: true, characterData: true, subtree: true});
});
"""
"""Notes all that the live region got since the page was there, and how much of the log stood on the page by then."""
LINES = "() => [...document.querySelectorAll('#r-log > li')].slice(known).map(line => line.textContent.trim())"


def announced_and_logged(page: Page) -> tuple[list[str], list[str]]:
    """What was announced but for the own turn, and the new lines of the log, once all that came was shown."""
    page.wait_for_selector("body:not([data-playing])")
    turn = words("en")("client.turn", question="")
    heard: list[str] = page.evaluate("() => heard")
    return [text for text in heard if not text.startswith(turn)], page.evaluate(LINES)


@pytest.mark.parametrize(
    ("game", "players", "moves"), [pytest.param("oriflamme", 3, 100, marks=pytest.mark.full), ("richelieu", 2, 12)]
)
def test_events_are_announced_once(house: House, game: str, players: int, moves: int) -> None:
    page = house.visitors("about:blank")
    page.context.add_init_script(HEAR)
    page.goto(house.url)
    page.locator(f"#players-{game}").select_option(str(players))
    page.locator(f"#level-{game}").select_option("page")
    page.locator(f"[data-game={game}] .quick button").click()
    page.wait_for_selector("#ask")
    page.evaluate("() => document.body.dataset.speed = 'none'")
    watcher = house.visitors("about:blank")
    watcher.context.add_init_script(HEAR)
    watcher.goto(page.url)
    watcher.wait_for_selector("body[data-line=online]")
    watcher.evaluate("() => document.body.dataset.speed = 'fast'")
    player = Player(page, seed=1)
    player.play(moves)
    player.wait()
    heard, lines = announced_and_logged(page)
    assert len(lines) > len(player.moves)
    assert heard == lines
    watcher.wait_for_selector(f"body[data-version='{page.get_attribute('body', 'data-version')}']")
    heard, lines = announced_and_logged(watcher)
    assert len(lines) > len(player.moves)
    assert heard == lines


def test_only_the_announcer_speaks_of_the_game(house: House) -> None:
    """No region of the table is live itself: what it shows would be told a second time."""
    page = house.show(table("oriflamme place"), Look())
    live = page.evaluate(
        """() => [...document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log], output")]
            .filter(one => (one.ariaLive ?? "") !== "off").map(one => one.id)"""
    )
    assert sorted(live) == ["announcer", "code", "line", "notice"]
