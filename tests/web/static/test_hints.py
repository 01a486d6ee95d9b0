"""Everything explains itself on hover, focus and a long press, and the explanation can be got rid of."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect
from web.browsers import DRAWN, PHONE
from web.static.fake import Fake, ask, hand, moves

Visit = Callable[..., Page]


def test_hovering_explains_and_the_explanation_can_be_hovered(fake: Fake, visit: Visit) -> None:
    page = visit()
    hint = page.locator("#hint")
    page.locator("#h-spy").hover()
    expect(hint).to_contain_text("About the spy.")
    expect(page.locator("#h-spy")).to_have_attribute("aria-describedby", "hint")
    hint.hover()
    expect(hint).to_be_visible()
    page.mouse.move(1200, 700)
    expect(hint).to_be_hidden()
    expect(page.locator("#h-spy")).not_to_have_attribute("aria-describedby", "hint")


def test_the_texts_are_fetched_once(fake: Fake, visit: Visit) -> None:
    page = visit()
    for kind in ("spy", "archer", "soldier"):
        page.locator(f"#h-{kind}").hover()
        expect(page.locator("#hint")).to_contain_text(f"About the {kind}.")
    assert len(fake.posted_bodies("hints")) == 1


def test_a_press_while_the_texts_are_on_their_way_asks_for_no_explanation(visit: Visit) -> None:
    """An explanation that came up in the middle of a drag would lie over the places to drop."""
    page, held = visit(), list[Route]()
    page.route("**/hints/**", lambda route: held.append(route))
    with page.expect_request("**/hints/**"):
        page.locator("#h-spy").hover()
    page.mouse.down()
    with page.expect_response("**/hints/**") as answer:
        held[0].continue_()
    answer.value.finished()
    page.evaluate(DRAWN)
    expect(page.locator("#hint")).to_be_hidden()
    page.mouse.up()
    page.locator("#h-archer").hover()
    expect(page.locator("#hint")).to_contain_text("About the archer.")


def test_focus_explains_and_escape_closes_only_the_explanation(visit: Visit) -> None:
    page = visit()
    hint = page.locator("#hint")
    page.locator("#h-archer").focus()
    page.keyboard.press("Enter")  # picks it, and goes to the first place
    page.keyboard.press("Shift+Tab")
    page.locator("#h-spy").focus()
    expect(hint).to_contain_text("About the spy.")
    page.keyboard.press("Escape")
    expect(hint).to_be_hidden()
    expect(page.locator("#h-spy")).to_be_focused()
    expect(page.locator("#h-archer")).to_have_class("held picked")
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)


def test_an_explanation_stays_over_a_push_and_goes_with_its_card(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("#h-spy").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#hint")).to_contain_text("About the spy.")
    fake.push({"hand": hand(), "prompt": ask(8, moves())})
    expect(page.locator("#ask")).to_have_attribute("data-version", "8")
    expect(page.locator("#hint")).to_be_visible()
    fake.push({"hand": hand(("archer",)), "prompt": ask(9, moves(("archer",)))})
    expect(page.locator("#ask")).to_have_attribute("data-version", "9")
    expect(page.locator("#hint")).not_to_contain_text("About the spy.")


def test_a_long_press_explains_and_picks_nothing(fake: Fake, visit: Visit) -> None:
    page = visit(size=PHONE)
    box = page.locator("#h-spy").bounding_box()
    assert box
    line = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 20, "y": box["y"] + 20}
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("#hint")).to_contain_text("About the spy.")
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#hint")).to_be_visible()
    expect(page.locator(".picked")).to_have_count(0)
    page.touchscreen.tap(180, 600)
    expect(page.locator("#hint")).to_be_hidden()
    page.locator("#h-spy").tap()
    expect(page.locator("#h-spy")).to_have_class("held picked")


def test_tapping_what_cannot_be_picked_says_what_it_is(visit: Visit) -> None:
    page = visit(size=PHONE)
    page.locator("#c3").tap(force=True)
    expect(page.locator("#hint")).to_contain_text("Face down.")
