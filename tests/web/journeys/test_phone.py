"""A phone of 360 by 640 pixels: whole games by taps, with everything that is needed in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.browsers import PHONE, Visitors
from web.journeys.ways import QUICK, close_menu, menu, quick
from web.play import Question, Toucher, at
from web.servers import Site

SEEN = """() => {
    const seen = {wide: innerWidth, high: innerHeight, scrolls: document.scrollingElement.scrollHeight, gone: scrollY,
        across: document.scrollingElement.scrollWidth, places: {}, covered: []};
    for (const place of document.querySelectorAll(".slot > .place, .gap > .place, .space")) {
        if (!place.checkVisibility({visibilityProperty: true})) continue;
        const box = place.getBoundingClientRect();
        const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!place.contains(on)) seen.covered.push([place.dataset.at, on?.className ?? "outside"]);
    }
    for (const selector of ["#r-board", "#r-hand .hand", "#question", "#confirm"]) {
        const place = document.querySelector(selector);
        if (!place || !place.checkVisibility({visibilityProperty: true})) continue;
        const box = place.getBoundingClientRect();
        const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        seen.places[selector] = {top: box.top, bottom: box.bottom, left: box.left, right: box.right,
            free: place.contains(on) || !!on?.contains(place)};
    }
    return seen;
}"""


class Watchful(Toucher):
    """Somebody with a small phone who looks, before and during each move, whether all is in sight."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        super().__init__(page, seed)
        self.taps = 0

    def answer(self, question: Question, move: str | None = None) -> str:
        self.look(("#r-board", "#question"))
        return super().answer(question, move)

    def press(self, part: str) -> None:
        super().press(part)
        self.taps += 1

    def confirm(self) -> None:
        if self.page.locator("#confirm-yes").is_visible():
            self.look(("#r-board", "#question", "#confirm"))
        super().confirm()

    def look(self, needed: tuple[str, ...]) -> None:
        """Board, hand and question lie in the window, nothing lies over them, and the page itself does not scroll."""
        seen: dict[str, Any] = self.page.evaluate(SEEN)
        assert (seen["wide"], seen["high"]) == PHONE
        assert seen["scrolls"] <= PHONE[1] and seen["across"] <= PHONE[0] and seen["gone"] == 0, seen
        assert not seen["covered"]
        places = seen["places"]
        assert set(needed) <= set(places), (needed, places)
        if self.page.locator("#r-hand .held").count():
            assert "#r-hand .hand" in places
        for name, box in places.items():
            assert box["top"] >= 0 and box["bottom"] <= PHONE[1] + 1, (name, box)
            assert box["free"], (name, box)
        assert places["#r-board"]["bottom"] - places["#r-board"]["top"] >= 140, places


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "players", "moves"),
    [
        ("oriflamme", 5, 100),
        ("ablaze", 4, 100),
        ("oriflamme-mix", 3, 100),
        ("richelieu", 4, 20),
    ],
)
def test_a_game_by_taps(game: str, players: int, moves: int, inn: Site, visitors: Visitors) -> None:
    """To the end, but for the longest game, whose board is always as large."""
    page = visitors(inn.url, size=PHONE, likes=QUICK)
    quick(page, game, players)
    player = Watchful(page, seed=1)
    player.play(moves)
    assert player.taps >= len(player.moves) >= 6
    if player.over:
        expect(page.locator("#r-result .winner")).to_be_in_viewport()
    else:
        assert len(player.moves) == moves


def test_a_move_is_confirmed_unless_one_does_not_want_to(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, size=PHONE, likes=QUICK)
    quick(page, "oriflamme", 3)
    player = Toucher(page)
    question = player.wait()
    assert question

    # Before the confirmation nothing is sent, and one may think again.
    move, parts, sentence = question["moves"][0]
    for part in parts:
        player.press(part)
    expect(page.locator("#confirm-text")).to_have_text(sentence)
    page.locator("#confirm-no").tap()
    page.locator("#confirm-no").tap()
    expect(page.locator("#confirm")).to_be_hidden()
    asked = player.question()
    assert asked and asked["version"] == question["version"]
    player.answer(asked, move)

    # Without it, the last tap is the move; the choice is kept for the next table.
    menu(page)
    with page.expect_response("**/me"):
        page.locator("#likes-confirm").select_option("off")
    close_menu(page)
    question = player.wait()
    assert question
    for part in question["moves"][0][1]:
        page.locator(at(part)).tap()
    expect(page.locator("#confirm")).to_be_hidden()
    page.wait_for_function("version => Number(document.body.dataset.version) > version", arg=question["version"])
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-confirm", "off")


def test_what_is_said_of_the_line_covers_no_player(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, size=PHONE, likes=QUICK)
    quick(page, "oriflamme", 5)
    Toucher(page).wait()
    page.context.set_offline(True)
    line = page.locator("#line")
    expect(line).not_to_be_empty()
    said, players, dock = (page.locator(one).bounding_box() for one in ("#line", "#r-players", ".dock"))
    assert said and players and dock
    assert players["y"] + players["height"] <= said["y"] and said["y"] + said["height"] <= dock["y"]
    page.context.set_offline(False)
    expect(line).to_be_empty()
