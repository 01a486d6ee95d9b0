"""Tapping, dragging and the keyboard put the same moves together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from web.browsers import PHONE
from web.static.fake import Fake, Move, ask, hand, moves

Visit = Callable[..., Page]


def first_post(fake: Fake) -> dict[str, Any]:
    fake.wait(lambda: bool(fake.posted_bodies()))
    return fake.posted_bodies()[0]


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page) -> None:
    page.locator("#h-spy").click()
    page.locator("[data-at='slot:2']").click()


def drag(page: Page) -> None:
    page.mouse.move(*middle(page.locator("#h-spy")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-at='slot:1']")), steps=5)
    expect(page.locator(".over")).to_have_count(0)
    page.mouse.move(*middle(page.locator("[data-at='slot:2']")), steps=5)
    expect(page.locator("[data-at='slot:2']")).to_have_class("can over")
    page.mouse.up()


class Finger:
    """A finger on the screen, as the browser itself hears of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.devtools = page.context.new_cdp_session(page)

    def touch(self, kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start: tuple[float, float], *stops: tuple[float, float]) -> None:
        """Goes from stop to stop in small steps, and rests there: a finger lifted in full flight would fling."""
        self.touch("touchStart", start)
        for stop in stops:
            for step in range(1, 6):
                self.touch("touchMove", tuple(a + (b - a) * step / 5 for a, b in zip(start, stop, strict=True)))
            start = stop
        for _ in range(12):
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
            self.touch("touchMove", start)

    def lift(self) -> None:
        self.touch("touchEnd")


def keys(page: Page) -> None:
    page.locator("#h-archer").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#h-spy")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-at='to:first']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("way", [tap, drag, keys])
def test_every_way_makes_the_same_post(fake: Fake, visit: Visit, way: Callable[[Page], None]) -> None:
    way(visit())
    made = first_post(fake)
    assert made.pop("key").isalnum()
    assert made == {"expected": 7, "request": {"do": "move", "seat": 1, "move": "place spy 2"}}


def test_what_can_be_picked_is_marked_for_eyes_and_for_ears(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".can")).to_have_count(4)  # three cards and the plain move
    expect(page.locator("[data-at='slot:2']")).to_have_attribute("aria-disabled", "true")
    page.locator("#h-spy").click()
    expect(page.locator("#h-spy")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#h-spy")).to_have_class("held picked")
    marked = page.locator(".can").evaluate_all("all => all.map((one) => one.dataset.at).sort()")
    assert marked == ["slot:2", "to:first", "to:last"]
    expect(page.locator("[data-at='slot:3']")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#h-archer")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#confirm")).to_contain_text("marked places")


def test_another_card_can_be_picked_instead_and_the_same_one_put_back(visit: Visit) -> None:
    page = visit()
    page.locator("#h-spy").click()
    page.locator("#h-archer").click()
    assert page.locator(".picked").evaluate_all("all => all.map((one) => one.id)") == ["h-archer"]
    page.locator("#h-archer").click()
    expect(page.locator(".picked")).to_have_count(0)


def test_what_is_not_offered_does_nothing(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("[data-at='slot:4']").click(force=True)
    page.locator("#h-spy").click()
    page.locator("[data-at='slot:4']").click(force=True)
    expect(page.locator("#h-spy")).to_have_class("held picked")
    assert fake.posted_bodies() == []


def test_escape_takes_a_pick_back(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("#h-spy").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)
    expect(page.locator("#h-spy")).to_be_focused()


def test_escape_ends_a_drag(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.mouse.move(*middle(page.locator("#h-spy")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-at='to:last']")), steps=5)
    page.keyboard.press("Escape")
    expect(page.locator(".drag-ghost, .picked, .dragging, .over")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".picked")).to_have_count(0)
    assert fake.posted_bodies() == []


def test_a_card_dropped_beside_everything_goes_back(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.mouse.move(*middle(page.locator("#h-spy")))
    page.mouse.down()
    page.mouse.move(600, 500, steps=5)
    page.mouse.up()
    expect(page.locator(".drag-ghost, .picked, .dragging")).to_have_count(0)
    assert fake.posted_bodies() == []


def test_arrows_stay_in_their_group(visit: Visit) -> None:
    page = visit()
    page.locator("#h-archer").focus()
    for key, there in (
        ("ArrowLeft", "h-archer"),
        ("End", "h-soldier"),
        ("ArrowRight", "h-soldier"),
        ("Home", "h-archer"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == there


def test_arrows_pass_over_what_is_not_shown(visit: Visit) -> None:
    """Places before and behind the row are there only while a card can go there."""
    page = visit()
    page.evaluate("() => document.adoptedStyleSheets.push(new CSSStyleSheet())")
    page.evaluate("() => document.adoptedStyleSheets[0].replaceSync('li:has([data-at^=\"to:\"]) {display: none}')")
    page.locator("[data-at='slot:2']").focus()
    for key, there in (("End", 4), ("ArrowRight", 4), ("Home", 1), ("ArrowLeft", 1), ("End", 4), ("ArrowUp", 3)):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.at") == f"slot:{there}", key


def test_a_finger_confirms(fake: Fake, visit: Visit) -> None:
    page = visit(size=PHONE)
    page.locator("#h-spy").tap()
    page.locator("[data-at='to:last']").tap()
    expect(page.locator("#confirm-text")).to_have_text("Place spy last")
    assert fake.posted_bodies() == []
    page.locator("#confirm-no").tap()
    expect(page.locator("#confirm-yes")).to_be_hidden()
    page.locator("[data-at='to:first']").tap()
    page.locator("#confirm-yes").tap()
    assert first_post(fake)["request"]["move"] == "place spy first"
    expect(page.locator("#confirm")).to_be_hidden()


def test_two_buttons_need_no_second_tap(fake: Fake, visit: Visit) -> None:
    """But where more can be chosen, a button is confirmed as everything is."""
    both = [("reveal", ["do:reveal"], "Reveal it"), ("wait", ["do:wait"], "Wait")]
    page = visit(size=PHONE)
    page.locator("[data-at='do:wait']").tap()
    expect(page.locator("#confirm-text")).to_have_text("Wait")
    assert fake.posted_bodies() == []
    page.locator("#confirm-no").tap()
    fake.push({"prompt": ask(8, both)})
    expect(page.locator("#ask")).to_have_attribute("data-version", "8")
    page.locator("[data-at='do:wait']").tap()
    assert first_post(fake)["request"]["move"] == "wait"


def test_what_a_card_does_is_told_while_it_is_picked(fake: Fake, visit: Visit) -> None:
    """Before the first card of all, how to read more; and of what asks, as long as nothing else is picked."""
    fake.regions["hand"] = hand().replace('data-at="hand:spy"', 'data-at="hand:spy" data-text="Steal 1."')
    page = visit()
    short = page.locator("#short")
    expect(short).to_contain_text("hold a finger on it")
    page.locator("#h-spy").click()
    expect(short).to_have_text("Steal 1.")
    page.locator("#confirm-no").click()
    expect(short).to_contain_text("hold a finger on it")
    page.locator("#h-spy").click()
    page.locator("[data-at='to:last']").click()
    assert first_post(fake)["request"]["move"] == "place spy last"
    fake.push({"prompt": ask(9, moves()), "hand": hand()})
    expect(page.locator("#ask")).to_have_attribute("data-version", "9")
    expect(short).to_be_empty()
    fake.push({"prompt": ask(10, moves()).replace("<form", '<form data-text="Eliminate a card."')})
    expect(short).to_have_text("Eliminate a card.")


def test_a_finger_drags_a_card_out_of_the_hand(fake: Fake, visit: Visit) -> None:
    page = visit(size=PHONE)
    finger = Finger(page)
    start, end = middle(page.locator("#h-spy")), middle(page.locator("[data-at='slot:2']"))
    finger.drag(start, (start[0], start[1] - 40), end)
    expect(page.locator(".drag-ghost")).to_be_visible()
    expect(page.locator("[data-at='slot:2']")).to_have_class("can over")
    finger.lift()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    expect(page.locator("#confirm-text")).to_have_text("Place spy 2")
    assert fake.posted_bodies() == []
    page.locator("#confirm-yes").tap()
    assert first_post(fake)["request"]["move"] == "place spy 2"


def test_a_finger_along_the_hand_scrolls_and_drags_nothing(fake: Fake, visit: Visit) -> None:
    fake.attributes = 'data-confirm="off"'
    page = visit(size=PHONE)
    finger = Finger(page)
    x, y = middle(page.locator("#h-spy"))
    finger.drag((x, y), (x - 60, y))
    expect(page.locator(".drag-ghost")).to_have_count(0)
    finger.lift()
    expect(page.locator(".drag-ghost, .picked")).to_have_count(0)
    assert fake.posted_bodies() == []


def test_the_confirmation_survives_a_push(fake: Fake, visit: Visit) -> None:
    page = visit(size=PHONE)
    page.locator("#h-spy").tap()
    page.locator("[data-at='to:last']").tap()
    fake.push({"prompt": ask(8, moves()), "hand": hand()})
    expect(page.locator("#ask")).to_have_attribute("data-version", "8")
    page.locator("#confirm-yes").tap()
    assert (first_post(fake)["expected"], first_post(fake)["request"]["move"]) == (8, "place spy last")


@pytest.mark.parametrize(("liked", "size", "asks"), [("on", (1280, 800), True), ("off", PHONE, False)])
def test_the_confirmation_can_be_switched(
    fake: Fake, visit: Visit, liked: str, size: tuple[int, int], asks: bool
) -> None:
    fake.attributes = f'data-confirm="{liked}"'
    page = visit(size=size)
    page.locator("#h-spy").click()
    page.locator("[data-at='to:last']").click()
    if asks:
        expect(page.locator("#confirm-yes")).to_be_visible()
        assert fake.posted_bodies() == []
    else:
        assert first_post(fake)["request"]["move"] == "place spy last"


def test_the_keyboard_goes_through_the_confirmation(fake: Fake, visit: Visit) -> None:
    fake.attributes = 'data-confirm="on"'
    page = visit()
    page.locator("#h-spy").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-yes")).to_be_focused()
    page.keyboard.press("Enter")
    assert first_post(fake)["request"]["move"] == "place spy first"


@pytest.mark.parametrize(("width", "expected"), [(360, "#menu-title"), (1280, "#question")])
def test_focus_in_a_drawer_stays_there_where_the_table_is_out_of_reach(
    fake: Fake, visit: Visit, width: int, expected: str
) -> None:
    drawer = '<section id="drawer-menu" class="drawer" popover><h2 id="menu-title">Menu</h2>{}</section>'
    fake.regions["controls"] = drawer.format('<button type="button" id="change">Change</button>')
    page = visit(size=(width, 640))
    page.evaluate("() => document.querySelector('#drawer-menu').showPopover()")
    page.locator("#change").focus()
    fake.push({"controls": drawer.format("")})
    expect(page.locator("#change")).to_have_count(0)
    expect(page.locator(expected)).to_be_focused()


def test_focus_on_a_place_that_is_gone_goes_to_the_question(fake: Fake, visit: Visit) -> None:
    """Places before and behind the row are shown only while a card can go there."""
    page = visit()
    page.evaluate("() => document.adoptedStyleSheets.push(new CSSStyleSheet())")
    page.evaluate(
        "() => document.adoptedStyleSheets[0].replaceSync('li:has([data-at^=\"to:\"]:not(.can)) {display: none}')"
    )
    page.locator("#h-spy").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-at='to:first']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_be_focused()
    fake.push({"prompt": ask(9, moves()), "hand": hand()})
    expect(page.locator("#question")).to_have_text("Place a card.")
    expect(page.locator("#question")).to_be_focused()


def test_a_card_with_one_place_to_go_is_still_asked_for(fake: Fake, visit: Visit) -> None:
    only: list[Move] = [("place spy first", ["hand:spy", "to:first"], "Place spy first")]
    fake.regions["prompt"] = ask(7, only)
    page = visit()
    page.locator("#h-spy").click()
    expect(page.locator(".can")).to_have_count(1)
    assert fake.posted_bodies() == []
    page.locator("[data-at='to:first']").click()
    assert first_post(fake)["request"]["move"] == "place spy first"


def test_what_the_page_shows_nowhere_is_asked_in_words(fake: Fake, visit: Visit) -> None:
    nowhere: list[Move] = [
        ("place spy first", ["hand:spy", "to:first"], "Place spy first"),
        ("place spy under", ["hand:spy", "under:spy"], "Place spy under everything"),
        ("bow", ["do:bow"], "Bow to the king"),
    ]
    fake.regions["prompt"] = ask(7, nowhere)
    page = visit()
    expect(page.locator(".options button")).to_have_text("Bow to the king")
    page.locator("#h-spy").click()
    page.get_by_role("button", name="Place spy under everything").click()
    assert first_post(fake)["request"]["move"] == "place spy under"


def test_two_places_of_one_kind(fake: Fake, visit: Visit) -> None:
    """A first part may be a second part too, as in "move 2 to 4"."""
    fake.regions["prompt"] = ask(
        7,
        [
            (f"move {a} to {b}", [f"slot:{a}", f"slot:{b}"], f"Move {a} to {b}")
            for a in (2, 4)
            for b in (1, 2, 4)
            if a != b
        ],
    )
    page = visit()
    page.locator("[data-at='slot:2']").click()
    page.locator("[data-at='slot:4']").click()
    assert first_post(fake)["request"]["move"] == "move 2 to 4"


def test_without_a_question_nothing_can_be_picked(fake: Fake, visit: Visit) -> None:
    fake.regions["prompt"] = '<p id="question">Bob is to act.</p>'
    page = visit()
    expect(page.locator(".can")).to_have_count(0)
    expect(page.locator("#h-spy")).to_have_attribute("aria-disabled", "true")
    page.locator("#h-spy").click(force=True)
    expect(page.locator(".picked")).to_have_count(0)
