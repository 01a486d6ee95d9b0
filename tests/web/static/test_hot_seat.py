"""One device for several people: what is private is on the page only while its owner looks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from web.static.fake import Fake, ask, hand, moves, waiting

Visit = Callable[..., Page]
SECRET = "archer"


def curtain(seat: int, name: str) -> str:
    return (
        f'<p id="question">Pass the device to {name}.</p>'
        f'<button type="button" class="curtain" data-curtain="{seat}"><span>I am {name}</span></button>'
    )


@pytest.fixture
def page(fake: Fake, visit: Visit) -> Page:
    """A device at a table for two; seat 1 is to place a card."""
    fake.table = "data-hot"
    fake.regions |= {"prompt": curtain(1, "Ann"), "hand": ""}
    fake.answers["private"] = {"type": "private", "seat": 1, "regions": {"prompt": ask(7, moves()), "hand": hand()}}
    fake.react = lambda request: {"prompt": curtain(2, "Bob"), "hand": ""}
    return visit()


def secret(page: Page) -> bool:
    return SECRET in page.content()


def test_the_curtain_falls_before_a_private_question(page: Page) -> None:
    expect(page.locator("#curtain")).to_be_visible()
    expect(page.locator("#curtain-text")).to_have_text("Pass the device to Ann.")
    expect(page.locator("#curtain-open")).to_have_text("I am Ann")
    assert not secret(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#curtain")).to_be_visible()


def test_raised_it_shows_the_seats_cards_and_falls_again_after_the_move(fake: Fake, page: Page) -> None:
    page.locator("#curtain-open").click()
    expect(page.locator("#curtain")).to_be_hidden()
    page.locator("#h-archer").click()
    page.locator("[data-at='to:last']").click()
    expect(page.locator("#curtain-text")).to_have_text("Pass the device to Bob.")
    assert fake.posted_bodies()[0]["request"] == {"do": "move", "seat": 1, "move": "place archer last"}
    assert not secret(page)


def test_nothing_private_is_left_while_the_move_is_on_its_way(fake: Fake, page: Page) -> None:
    page.locator("#curtain-open").click()
    page.locator("#h-archer").click()
    content = page.evaluate(
        "() => (document.querySelector(\"[data-at='to:last']\").click(), document.documentElement.outerHTML)"
    )
    assert SECRET not in content


def test_a_refused_move_lets_the_curtain_fall_again(fake: Fake, page: Page) -> None:
    page.locator("#curtain-open").click()
    fake.answers["private"] = {"regions": {"prompt": ask(7, moves()), "hand": hand()}}
    page.route("**/do", lambda route: route.fulfill(json={"version": 8}))
    page.locator("[data-at='do:wait']").click()
    fake.push({"prompt": curtain(1, "Ann")})
    expect(page.locator("#curtain")).to_be_visible()
    assert not secret(page)


@pytest.mark.parametrize("event", ["blur", "pagehide"])
def test_it_falls_when_the_window_is_left(page: Page, event: str) -> None:
    page.locator("#curtain-open").click()
    expect(page.locator("#h-archer")).to_be_visible()
    page.locator("#h-archer").click()
    page.evaluate("event => { dispatchEvent(new Event(event)); }", event)
    assert not secret(page)
    expect(page.locator("#curtain")).to_be_visible()
    page.locator("#curtain-open").click()
    expect(page.locator("#h-archer")).to_be_visible()
    expect(page.locator(".picked")).to_have_count(0)


def test_an_answer_that_comes_too_late_is_not_shown(fake: Fake, page: Page) -> None:
    with page.expect_response("**/private*"):
        page.evaluate("() => { document.querySelector('#curtain-open').click(); dispatchEvent(new Event('blur')); }")
    expect(page.locator("#curtain")).to_be_visible()
    assert not secret(page)


def test_a_push_takes_the_private_view_away(fake: Fake, page: Page) -> None:
    page.locator("#curtain-open").click()
    expect(page.locator("#h-archer")).to_be_visible()
    fake.push({"prompt": curtain(2, "Bob")})
    expect(page.locator("#curtain-text")).to_have_text("Pass the device to Bob.")
    assert not secret(page)


def test_an_open_question_needs_no_curtain(fake: Fake, page: Page) -> None:
    fake.push({"prompt": ask(8, [("wait", ["do:wait"], "Wait")])})
    expect(page.locator("#curtain")).to_be_hidden()
    page.locator("[data-at='do:wait']").click()
    fake.wait(lambda: bool(fake.posted_bodies()))


PEEK = '<button type="button" data-peek="1" id="peeker">Hold to peek</button>'


@pytest.mark.parametrize("way", ["pointer", "Enter", "Space"])
def test_holding_peeks_and_letting_go_removes_it(fake: Fake, page: Page, way: str) -> None:
    fake.answers["private"] = {"regions": {"hand": hand()}, "peek": f"<figure>The {SECRET}</figure>"}
    fake.push({"prompt": ask(8, [("wait", ["do:wait"], "Wait")], "Ann: reveal or wait?", PEEK)})
    expect(page.locator("#curtain")).to_be_hidden()
    peeker = page.locator("#peeker")
    if way == "pointer":
        peeker.hover()
        page.mouse.down()
    else:
        peeker.focus()
        page.keyboard.down(way)
    expect(page.locator("#peek figure")).to_have_text(f"The {SECRET}")
    if way == "pointer":
        page.mouse.up()
    else:
        page.keyboard.up(way)
    expect(page.locator("#peek")).to_have_count(0)
    assert not secret(page)


def test_a_peek_ends_when_the_window_is_left(fake: Fake, page: Page) -> None:
    fake.answers["private"] = {"peek": f"<figure>The {SECRET}</figure>"}
    fake.push({"prompt": ask(8, [("wait", ["do:wait"], "Wait")], "Ann: reveal or wait?", PEEK)})
    expect(page.locator("#curtain")).to_be_hidden()
    page.locator("#peeker").hover()
    page.mouse.down()
    expect(page.locator("#peek figure")).to_be_visible()
    page.evaluate("() => { dispatchEvent(new Event('blur')); }")
    assert not secret(page)
    page.mouse.up()


def test_when_nobody_here_is_asked_nothing_falls(fake: Fake, page: Page) -> None:
    fake.push({"prompt": waiting("The bot")})
    expect(page.locator("#curtain")).to_be_hidden()


def test_nothing_is_stored_on_the_device(fake: Fake, page: Page) -> None:
    page.locator("#curtain-open").click()
    expect(page.locator("#h-archer")).to_be_visible()
    stored = page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}, history.state])")
    assert SECRET not in stored
