"""Three people pass one device round: a curtain before anything private, and nothing private behind it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browsers import PHONE, Visitors
from web.journeys.ways import QUICK, dealt, download_record, load_match, menu, open_table
from web.play import OVER, Player, Question
from web.servers import Site

from intrigue.cli import main
from intrigue.locale import words

WAITS = """over => document.querySelector(over)
    || document.querySelector("#curtain[open]")
    || document.querySelector("#ask[data-moves]:not([aria-busy='true'])")"""
PRIVATE = "#r-hand *, .known, .peeked, #peek, [data-at^='hand:'], [data-at^='agent:'], [data-at^='neutral:']"
NAMES = ("Ann", "Bob", "Cleo")


class Passer(Player):
    """Whoever has the device in hand; a curtain is lifted only by whom it names."""

    def __init__(self, page: Page, names: tuple[str, ...], seed: int = 0) -> None:
        super().__init__(page, seed)
        self.names = names
        self.lifted: list[str] = []
        self.openly: list[str] = []

    def wait(self) -> Question | None:
        self.page.wait_for_function(WAITS, arg=OVER)
        if self.over:
            return None
        if self.page.locator("#curtain[open]").count():
            assert_nothing_private(self.page)
            self.lifted.append(self.name_in(self.page.locator("#curtain-text").inner_text()))
            self.page.locator("#curtain-open").click()
            expect(self.page.locator("#curtain")).to_be_hidden()
            return super().wait()
        assert_nothing_private(self.page)
        question = super().wait()
        if question:
            self.openly.append(self.name_in(self.page.locator("#question").inner_text()))
        return question

    def name_in(self, text: str) -> str:
        """Who is named."""
        found = [name for name in self.names if name in text]
        assert len(found) == 1, text
        return found[0]


def assert_nothing_private(page: Page) -> None:
    """The document holds no hand, no face-down card's face and no move that names a card of a hand."""
    expect(page.locator(PRIVATE)).to_have_count(0)
    whole = page.content()
    assert not re.search(r"\bplace [a-z_]+ (first|last|on)|hand:[a-z]|\b(agent|neutral|free) -?\d \d\.", whole)
    faces = page.locator("#r-board .card.down use").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert all("#back-" in face or "#family-" in face or "#coin" in face for face in faces), faces


def open_hot_seat(inn: Site, visitors: Visitors, game: str, names: tuple[str, ...]) -> Page:
    """A table of a game on one device, dealt."""
    page = visitors(inn.url, likes=QUICK | {"name": names[0]})
    page.locator(f"article[data-game={game}] a[href*=hot_seat]").click()
    expect(page.locator("#new-hot_seat")).to_be_checked()
    open_table(page, players=str(len(names)), level="page")
    begin(page, names)
    return page


def begin(page: Page, names: tuple[str, ...]) -> None:
    """Those who share the device say what they are called, and have the cards dealt by one button."""
    for seat, name in enumerate(names[1:], 2):
        page.locator(f"#name-{seat}").fill(name)
        page.locator(f"#seat-{seat} form button").click()
        expect(page.locator(f"#seat-{seat} b")).to_contain_text(name)
    page.get_by_role("button", name=words("en")("web.seats.deal")).click()
    dealt(page)
    assert page.locator("#r-log .line:not([data-v])").evaluate_all(
        "lines => lines.every((line) => getComputedStyle(line).display === 'none')"
    )


@pytest.fixture
def device(inn: Site, visitors: Visitors) -> Page:
    """Oriflamme for three on one device."""
    return open_hot_seat(inn, visitors, "oriflamme", NAMES)


def test_a_whole_game_on_one_device(device: Page, tmp_path: Path) -> None:
    player = Passer(device, NAMES)
    player.play()
    match = load_match(download_record(device, tmp_path))
    assert [move for move, _ in match.played] == player.moves
    # The curtain fell before every hand, and only then: to reveal or to wait is asked openly.
    secret = [NAMES[seat - 1] for move, seat in match.played if move.startswith("place")]
    assert player.lifted == secret
    assert player.openly == [NAMES[seat - 1] for move, seat in match.played if not move.startswith("place")]
    assert main(["verify", str(tmp_path / next(tmp_path.iterdir()))]) == 0


def test_hold_to_peek_and_what_stays_behind(device: Page) -> None:
    page = device
    player = Passer(page, NAMES)
    placed: dict[str, str] = {}
    for _ in NAMES:
        question = player.wait()
        assert question
        placed[player.lifted[-1]] = player.answer(question, question["moves"][-1][0])
    question = player.wait()
    assert question
    name = player.openly[-1]
    peek = page.locator("[data-peek]")
    expect(peek).to_contain_text(name)

    # Held, the own card is seen; let go, it is gone.
    kind = placed[name].split(" ")[1]
    peek.hover()
    page.mouse.down()
    expect(page.locator("#peek .peeked")).to_be_visible()
    assert (page.locator("#peek use").first.get_attribute("href") or "").endswith(f"#kind-{kind}")
    page.mouse.up()
    assert_nothing_private(page)
    peek.focus()
    page.keyboard.down("Enter")
    expect(page.locator("#peek .peeked")).to_be_visible()
    page.keyboard.up("Enter")
    assert_nothing_private(page)
    player.answer(question, "wait")


def test_who_looks_back_with_a_hand_in_sight_leaves_it_and_finds_the_curtain_when_they_are_back(device: Page) -> None:
    player = Passer(device, NAMES)
    question = player.wait()
    assert question
    player.answer(question)
    assert player.wait()
    device.keyboard.press("Shift+ArrowLeft")
    expect(device.locator("#past")).to_be_visible()
    expect(device.locator("#curtain")).to_be_hidden()
    assert_nothing_private(device)
    device.locator("#past-now").click()
    expect(device.locator("#past")).to_be_hidden()
    expect(device.locator("#curtain")).to_be_visible()
    question = player.wait()
    assert question and player.lifted[-1] == player.lifted[-2]
    player.answer(question)
    assert player.wait() and player.lifted[-1] != player.lifted[-2]


def test_a_lifted_curtain_falls_when_one_leaves(device: Page) -> None:
    page = device
    player = Passer(page, NAMES)
    question = player.wait()
    assert question and page.locator("#r-hand .held").count() == 7

    # Another window in front, and back: the curtain is down.
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.locator("#curtain")).to_be_visible()
    assert_nothing_private(page)
    page.locator("#curtain-open").click()
    expect(page.locator("#r-hand .held")).to_have_count(7)

    # Another page, and the browser's way back: nothing is seen, and Escape does not open the curtain.
    table = page.url
    page.goto(page.url.partition("/t/")[0])
    page.go_back()
    page.wait_for_url(table)
    expect(page.locator("#curtain")).to_be_visible()
    assert_nothing_private(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#curtain")).to_be_visible()
    assert_nothing_private(page)

    # After a move, the way back shows nothing of it either.
    question = player.wait()
    assert question
    player.answer(question)
    page.go_back()
    page.go_forward()
    expect(page.locator("#curtain")).to_be_visible()
    assert_nothing_private(page)


@pytest.mark.full
def test_agents_stay_behind_the_curtain(inn: Site, visitors: Visitors) -> None:
    names = ("Ann", "Bob")
    page = open_hot_seat(inn, visitors, "richelieu", names)
    player = Passer(page, names, seed=3)
    player.play(10)
    assert set(player.lifted) == set(names)
    player.page.wait_for_function(WAITS, arg=OVER)
    assert_nothing_private(page)


@pytest.mark.full
def test_two_share_a_device_with_a_bot_and_go_on_with_another(inn: Site, visitors: Visitors) -> None:
    names = NAMES[:2]
    page = visitors(f"{inn.url}/new?game=oriflamme", likes=QUICK)
    expect(page.locator("#new-people")).to_be_hidden()
    open_table(page, name=names[0], players="3", level="page", hot_seat=True, people="2")
    expect(page.locator("#seat-3")).to_have_attribute("data-held", "bot")
    begin(page, names)
    player = Passer(page, names)
    player.play(4)
    assert set(player.lifted) == set(names)

    # Both seats go to another device, which lets the curtain fall as the first one did.
    player.wait()
    phone = visitors(page.url, size=PHONE, likes=QUICK)
    dealt(phone)
    menu(page)
    page.locator("#r-controls [data-code]").click()
    expect(page.locator("#code")).not_to_be_empty()
    code = page.locator("#code").inner_text()
    page.locator("#dialog-code button.main").click()
    menu(phone)
    phone.locator("#takeover-code").fill(code)
    phone.locator(".takeover button").click()
    expect(phone.locator("main")).to_have_attribute("data-hot", "")
    expect(page.locator("#ask, [data-curtain]")).to_have_count(0)
    assert_nothing_private(page)
    other = Passer(phone, names, seed=3)
    other.play(4)
    assert other.lifted or other.openly
    assert_nothing_private(page)
