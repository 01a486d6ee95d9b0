"""A page whose script has not come yet shows the table at once, says that it is not ready, and loses no click."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from web.browsers import Visitors
from web.static.fake import Fake

Late = tuple[Page, Callable[[], None]]


@pytest.fixture
def late(fake: Fake, visitors: Visitors) -> Late:
    """The table on a slow line, and how its script comes at last."""
    fake.regions["controls"] = (
        '<form id="named" data-do=\'{"do":"rename","seat":1}\'><input name="name" aria-label="name" value="Ann">'
        "<button>Rename</button></form>"
    )
    page = visitors("about:blank")
    held: list[Route] = []
    page.route("**/js/table.js*", lambda route: held.append(route))
    page.goto(fake.url, wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-waiting", "")
    expect(page.locator("#h-spy")).to_be_visible()
    while not held:
        page.evaluate("1")

    def come() -> None:
        held[0].continue_()
        expect(page.locator("body")).to_have_attribute("data-line", "online")
        expect(page.locator("html")).not_to_have_attribute("data-waiting", "")

    return page, come


def test_clicks_before_the_script_count_in_their_order(fake: Fake, late: Late) -> None:
    page, come = late
    page.locator("#h-spy").click()
    expect(page.locator("#h-spy")).to_have_class("held pending")
    page.locator("[data-at='to:last']").click()
    assert fake.posted_bodies() == []
    come()
    fake.wait(lambda: len(fake.posted_bodies()) == 1)
    assert fake.posted_bodies()[0]["request"] == {"do": "move", "seat": 1, "move": "place spy last"}
    expect(page.locator(".pending")).to_have_count(0)


def test_the_keyboard_before_the_script_counts_too(fake: Fake, late: Late) -> None:
    page, come = late
    page.locator("[data-at='do:wait']").focus()
    page.keyboard.press("Enter")
    come()
    fake.wait(lambda: len(fake.posted_bodies()) == 1)
    assert fake.posted_bodies()[0]["request"]["move"] == "wait"


def test_a_form_before_the_script_neither_leaves_the_page_nor_is_lost(fake: Fake, late: Late) -> None:
    page, come = late
    page.get_by_label("name").fill("Anna")
    page.get_by_role("button", name="Rename").click()
    come()
    fake.wait(lambda: len(fake.posted_bodies()) == 1)
    assert fake.posted_bodies()[0]["request"] == {"do": "rename", "seat": 1, "name": "Anna"}
    assert "?" not in page.url


def test_what_the_reader_likes_before_the_script_is_liked_when_it_comes(late: Late) -> None:
    """Else the list would say that nothing moves, and everything would."""
    page, come = late
    page.locator("#likes [name=speed]").select_option("none")
    with page.expect_request("**/me") as told:
        come()
    expect(page.locator("body")).to_have_attribute("data-speed", "none")
    assert "speed=none" in (told.value.post_data or "")


def test_a_page_whose_script_is_there_waits_for_nothing(fake: Fake, visitors: Visitors) -> None:
    page = visitors(fake.url)
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    expect(page.locator("html[data-waiting]")).to_have_count(0)


def test_without_scripts_nothing_waits(fake: Fake, visitors: Visitors) -> None:
    page = visitors(fake.url, java_script_enabled=False)
    expect(page.locator("#h-spy")).to_be_visible()
    expect(page.locator("html[data-waiting], [inert], [aria-busy]")).to_have_count(0)
