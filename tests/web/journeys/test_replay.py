"""Looking back in a browser: during a game while others go on, and after it; what might have been; a record brought."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browsers import PHONE, Visitors
from web.journeys.ways import QUICK, dealt, download_record, host_table, join_table, log_of, quick, say_ready, table_of
from web.play import Player, at, together
from web.servers import Site

BOARD = "() => ['head', 'players', 'board', 'prompt', 'hand'].map(one => document.querySelector('#r-' + one).innerText)"
IN_SIGHT = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const [log, line] = [box("#r-log"), box("#r-log > [aria-current]")];
    return line.top >= log.top && line.bottom <= log.bottom;
}"""
TO_THE_END = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
MARKS = "() => [...document.querySelectorAll('.can, .picked')].length"


def two_at_a_table(visitors: Visitors, inn: Site) -> tuple[Page, Page, Player, Player]:
    """Ann and Bob at court, some moves into a game."""
    ann = host_table(visitors, inn, "richelieu", "Ann", players="2")
    bob = join_table(visitors, ann.url, 2, "Bob")
    say_ready(ann, bob)
    one, other = Player(ann, 3), Player(bob, 4)
    together([one, other], moves=8)
    return ann, bob, one, other


def looks(page: Page) -> list[str]:
    found: list[str] = page.evaluate(BOARD)
    return found


@pytest.mark.full
def test_looking_back_while_the_game_goes_on(visitors: Visitors, inn: Site) -> None:
    ann, bob, one, other = two_at_a_table(visitors, inn)
    together([one, other], until=2)  # until Bob is asked
    expect(ann.locator("#question.waits")).to_be_visible()
    before = looks(ann)
    for number in range(3):
        was = ann.locator("body").get_attribute("data-past") or ""
        ann.keyboard.press("Shift+ArrowLeft")
        expect(ann.locator("body")).to_have_attribute("data-past", re.compile(r"\d+"))
        expect(ann.locator("body")).not_to_have_attribute("data-past", was)
        ann.wait_for_function("n => document.querySelectorAll('#r-log li.later').length > n", arg=number)
    version = ann.locator("body").get_attribute("data-past")
    expect(ann.locator("#past-text")).to_contain_text("You are looking back at move")
    expect(ann.locator("#announcer p").last).to_contain_text("You are looking back at move")
    then = looks(ann)
    assert then != before and ann.evaluate(MARKS) == 0
    expect(ann.locator("#past-turn")).to_be_hidden()

    lines = ann.locator("#r-log > li").count()
    together([other, one], until=1)  # as Bob sees it, whose turn may have several moves
    ann.wait_for_selector("body[data-turn]")
    assert ann.locator("#r-log > li").count() > lines
    assert looks(ann) == then and ann.locator("body").get_attribute("data-past") == version
    expect(ann.locator("#past-turn")).to_be_visible()
    expect(ann.locator("#announcer p").filter(has_text="Your turn").last).to_be_attached()
    ann.locator("#r-board button:visible").first.click()
    assert ann.evaluate(MARKS) == 0 and not one.question()

    ann.keyboard.press("Escape")
    if ann.locator("#past").is_visible():  # the first closed what explained the board
        ann.keyboard.press("Escape")
    expect(ann.locator("#past")).to_be_hidden()
    question = one.wait()
    assert question and looks(ann) != then
    present = looks(ann)
    ann.reload()
    dealt(ann)
    assert looks(ann) == present
    one.answer(one.wait() or question)


@pytest.mark.full
def test_the_log_goes_along_with_who_looks_back(visitors: Visitors, inn: Site) -> None:
    page = visitors(inn.url, likes=QUICK)
    quick(page, "oriflamme", 3)
    player = Player(page, 5)
    player.play(8)
    assert player.wait() and page.locator("#r-log").evaluate("log => log.scrollHeight > 2 * log.clientHeight")
    was = ""
    while page.locator("#past-back").get_attribute("aria-disabled") != "true":
        page.keyboard.press("Shift+ArrowLeft")
        expect(page.locator("body")).not_to_have_attribute("data-past", was)
        was = page.wait_for_function("() => document.body.dataset.past").json_value()
        assert page.evaluate(IN_SIGHT)
    page.locator("#past-now").click()
    expect(page.locator("#past")).to_be_hidden()
    assert page.locator("#r-log").evaluate(TO_THE_END) < 1


@pytest.mark.full
def test_a_log_in_a_drawer_ends_at_its_end_after_a_look_back(visitors: Visitors, inn: Site) -> None:
    page = visitors(inn.url, size=PHONE, likes=QUICK)
    quick(page, "oriflamme", 3)
    player = Player(page, 5)
    player.play(8)
    assert player.wait()
    opener = page.locator(".tools [popovertarget=drawer-log]")
    was = ""
    while page.locator("#past-back").get_attribute("aria-disabled") != "true":
        page.keyboard.press("Shift+ArrowLeft")
        expect(page.locator("body")).not_to_have_attribute("data-past", was)
        was = page.wait_for_function("() => document.body.dataset.past").json_value()
    opener.tap()
    page.wait_for_function(f"() => ({TO_THE_END})(document.querySelector('#r-log')) > 100")
    page.locator("#drawer-log > .close").tap()
    page.locator("#past-now").tap()
    expect(page.locator("#past")).to_be_hidden()
    opener.tap()
    page.wait_for_function(f"() => ({TO_THE_END})(document.querySelector('#r-log')) < 1")


@pytest.mark.full
def test_where_nothing_is_dealt_there_is_nothing_to_look_back_at(visitors: Visitors, inn: Site) -> None:
    page = host_table(visitors, inn, "oriflamme", "Ann", players="3")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#announcer p").last).to_contain_text("there is nothing earlier")
    expect(page.locator("#notice")).to_be_hidden()


@pytest.mark.full
def test_a_choice_that_was_begun_stays(visitors: Visitors, inn: Site) -> None:
    ann, _, one, other = two_at_a_table(visitors, inn)
    long: list[list[str]] = []
    while not long:  # until Ann is asked for more than a word
        together([one, other], until=1)
        question = one.wait()
        assert question
        long = [parts for _, parts, _ in question["moves"] if len(parts) > 1]
        if not long:
            one.answer(question)
    parts = long[0]
    one.press(parts[0])
    expect(ann.locator(at(parts[0]))).to_have_class(re.compile("picked"))
    ann.locator("#r-log li[data-v]").first.click()
    expect(ann.locator("#past-text")).to_have_text("You are looking back at the deal.")
    expect(ann.locator("#past-back")).to_have_attribute("aria-disabled", "true")
    expect(ann.locator(".picked")).to_have_count(0)
    expect(ann.locator("#confirm")).to_be_hidden()
    assert one.question() is None
    ann.locator("#past-on").click()
    expect(ann.locator("#past-text")).to_have_text("You are looking back at move 1.")
    ann.locator("#past-now").click()
    expect(ann.locator("#past")).to_be_hidden()
    expect(ann.locator(at(parts[0]))).to_have_class(re.compile("picked"))
    assert ann.evaluate("document.activeElement !== document.body")
    one.press(parts[1])
    one.confirm()
    expect(ann.locator("#announcer p").filter(has_text="present")).to_have_count(1)
    ann.wait_for_function("v => Number(document.body.dataset.version) > v", arg=question["version"])


@pytest.mark.full
def test_the_keyboard_keeps_its_place(visitors: Visitors, inn: Site) -> None:
    ann, _, one, other = two_at_a_table(visitors, inn)
    together([one, other], until=1)
    question = one.wait()
    assert question
    part = question["moves"][0][1][0]
    ann.locator(at(part)).focus()
    ann.keyboard.press("Shift+ArrowLeft")
    expect(ann.locator("#past")).to_be_visible()
    assert ann.evaluate("document.activeElement !== document.body")
    ann.keyboard.press("Shift+ArrowRight")
    expect(ann.locator("#past")).to_be_hidden()
    expect(ann.locator(at(part))).to_be_focused()
    ann.locator("#film-back").focus()
    ann.keyboard.press("Enter")
    expect(ann.locator("#past")).to_be_visible()
    ann.locator("#past-now").focus()
    ann.keyboard.press("Enter")
    expect(ann.locator("#past")).to_be_hidden()
    expect(ann.locator("#film-back")).to_be_focused()


@pytest.mark.full
def test_a_finger_looks_back_from_the_log(visitors: Visitors, inn: Site) -> None:
    page = visitors(inn.url, size=PHONE, likes={**QUICK, "confirm": "off"})
    quick(page, "oriflamme", 3)
    player = Player(page, 1)
    player.play(4)
    assert player.wait()
    page.locator(".tools [popovertarget=drawer-log]").tap()
    page.locator("#r-log li.ev-card_placed").first.tap()
    expect(page.locator("#past-text")).to_have_text("You are looking back at move 1.")
    expect(page.locator("#drawer-log")).to_be_hidden()
    expect(page.locator("#r-board .slot")).to_have_count(1)
    expect(page.locator("#past-turn")).to_be_visible()
    page.locator("#past-now").tap()
    expect(page.locator("#past")).to_be_hidden()
    assert player.wait()


# After a game


def alone_to_the_end(visitors: Visitors, inn: Site, game: str, players: int, seed: int) -> Page:
    page = visitors(inn.url, likes=QUICK)
    quick(page, game, players)
    Player(page, seed).play()
    expect(page.locator("#r-result h2").first).to_be_visible()
    return page


def step_shown(page: Page, step: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-step", str(step))


def test_a_replay_by_keyboard_then_what_if(visitors: Visitors, inn: Site) -> None:
    page = alone_to_the_end(visitors, inn, "oriflamme", 3, 5)
    whole = log_of(page)
    page.locator("#r-result a", has_text="Replay").click()
    page.wait_for_url("**/replay*")
    step_shown(page, 0)
    expect(page.locator("#reel-said")).to_have_text("The deal")
    expect(page.locator("#eyes-seat")).to_have_value("1")
    last = int(page.locator("body").get_attribute("data-last") or 0)
    for step in range(1, 8):
        page.keyboard.press("ArrowRight")
        step_shown(page, step)
    expect(page.locator("#reel-step")).to_have_attribute("aria-valuetext", "Move 7")
    seven, lines = looks(page), log_of(page)
    assert lines == whole[: len(lines)] and len(lines) < len(whole)
    page.keyboard.press("ArrowRight")
    step_shown(page, 8)
    page.keyboard.press("ArrowLeft")
    step_shown(page, 7)
    assert looks(page) == seven and log_of(page) == lines
    assert page.url.endswith("seat=1&step=7")
    page.reload()
    step_shown(page, 7)
    assert looks(page) == seven and log_of(page) == lines

    page.keyboard.press("End")
    step_shown(page, last)
    expect(page.locator("main")).to_have_attribute("data-phase", "over")
    expect(page.locator("#r-result table")).to_be_visible()
    expect(page.locator("#what-if-open")).to_be_disabled()
    assert log_of(page) == whole
    page.locator("#r-log").focus()
    page.keyboard.press("Home")
    while not page.locator("#r-log > li.ev-card_placed:focus").count():
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    step_shown(page, 1)
    expect(page.locator("#r-log > li.ev-card_placed")).to_be_focused()
    assert len(log_of(page)) < len(whole)
    page.locator("#reel").focus()
    page.keyboard.press("Home")
    step_shown(page, 0)
    expect(page.locator("#r-result")).to_be_hidden()
    page.locator("#reel-step").focus()
    page.keyboard.press("ArrowRight")
    step_shown(page, 1)
    page.locator("#r-log li.ev-card_placed").first.click()
    step_shown(page, 1)

    page.locator("#eyes-seat").select_option("all")
    page.wait_for_url("**/replay?seat=all&step=1")
    expect(page.locator(".open-hands > li")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    step_shown(page, 2)
    there = page.locator("#r-players").inner_text()
    page.locator("#what-if-open").click()
    page.locator("#what-if-seat").select_option("2")
    page.locator("#what-if-level").select_option("page")
    page.locator(".what-if button.main").click()
    page.wait_for_url(re.compile(r"/t/[a-z2-7]{10}$"))
    dealt(page)
    player = Player(page, 2)
    assert player.seat == 2 and there
    player.play(3)


@pytest.mark.full
def test_a_replay_plays_itself_and_stops(visitors: Visitors, inn: Site) -> None:
    page = alone_to_the_end(visitors, inn, "oriflamme", 3, 6)
    page.goto(f"{inn.url}/t/{table_of(page)}/replay?seat=0")
    page.locator("#reel-play").click()
    expect(page.locator("#reel-play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(document.body.dataset.step) > 2")
    page.locator("#reel-play").click()
    expect(page.locator("#reel-play")).to_have_text("Play")
    stopped = page.locator("body").get_attribute("data-step")
    page.locator("#reel-last").click()
    expect(page.locator("main")).to_have_attribute("data-phase", "over")
    page.locator("#reel-back").click()
    expect(page.locator("main")).to_have_attribute("data-phase", "playing")
    assert stopped and int(stopped) > 2
    share = page.locator("#share").get_attribute("data-copy") or ""
    stranger = visitors(share)
    step_shown(stranger, int(page.locator("body").get_attribute("data-step") or 0))
    assert looks(stranger) == looks(page)


@pytest.mark.full
def test_a_replay_that_is_stopped_and_played_again_at_once_goes_on(visitors: Visitors, inn: Site) -> None:
    page = alone_to_the_end(visitors, inn, "oriflamme", 3, 6)
    page.goto(f"{inn.url}/t/{table_of(page)}/replay?seat=0")
    page.locator("#reel-play").click()
    page.wait_for_function("() => Number(document.body.dataset.step) > 0")
    page.evaluate("() => { const button = document.querySelector('#reel-play'); button.click(); button.click(); }")
    page.wait_for_function("() => Number(document.body.dataset.step) > 5")
    expect(page.locator("#reel-play")).to_have_attribute("aria-pressed", "true")


@pytest.mark.full
def test_a_film_of_every_step_ends_where_the_step_ends(visitors: Visitors, inn: Site) -> None:
    """With all movement on, going through a game leaves no ghosts and the same tables as jumping does."""
    page = alone_to_the_end(visitors, inn, "ablaze", 3, 8)
    table = table_of(page)
    page.goto(f"{inn.url}/t/{table}/replay?seat=all&step=3")
    page.evaluate("document.body.dataset.speed = 'fast'")
    for step in range(4, 9):
        page.locator("#reel-on").click()
        step_shown(page, step)
    page.wait_for_function("() => !document.body.hasAttribute('data-playing')")
    shown = looks(page)
    page.goto(f"{inn.url}/t/{table}/replay?seat=all&step=8")
    assert looks(page) == shown


# Records


@pytest.mark.full
def test_a_record_is_brought_mended_and_watched(visitors: Visitors, inn: Site, tmp_path: Path) -> None:
    page = alone_to_the_end(visitors, inn, "oriflamme", 3, 9)
    file = download_record(page, tmp_path)
    broken = tmp_path / "broken.game"
    broken.write_text(file.read_text().replace("\nplace", "\nplaice", 1))
    page.goto(f"{inn.url}/replay")
    page.locator("#upload-file").set_input_files(broken)
    page.locator(".upload button.main").click()
    expect(page.locator("#upload-fault")).to_contain_text(re.compile(r"Line \d+: .*plaice"))
    kept = page.locator("#upload-text").input_value()
    assert "plaice" in kept
    visitors.complaints.clear()  # the browser's, about an answer that says no
    page.locator("#upload-text").fill(kept.replace("plaice", "place"))
    page.locator(".upload button.main").click()
    page.wait_for_url(re.compile(r"/replay/[a-z2-7]{10}"))
    step_shown(page, 0)
    page.keyboard.press("ArrowRight")
    step_shown(page, 1)
    expect(page.locator(".open-hands > li")).to_have_count(3)
    stranger = visitors(page.url, language="uk", likes=QUICK)
    step_shown(stranger, 1)
    stranger.locator("#what-if-open").click()
    stranger.locator(".what-if button.main").click()
    stranger.wait_for_url(re.compile(r"/t/[a-z2-7]{10}$"))
    dealt(stranger)
    assert json.loads(stranger.locator("body").get_attribute("data-version") or "0") > 0
