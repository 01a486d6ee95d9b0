"""The buttons around the game: seats, ready, orders, codes, likings, and the link for friends."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

from playwright.sync_api import Page, expect
from web.client.fake import Fake, attribute

Visit = Callable[..., Page]
CHOICES = '<dl class="choices"><div><dt>Clock</dt><dd>{}</dd></div></dl>'


def button(request: dict[str, Any], words: str, more: str = "") -> str:
    return f'<button type="button" data-do="{attribute(request)}" {more}>{words}</button>'


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def requests(fake: Fake, number: int = 1) -> list[dict[str, Any]]:
    fake.wait(lambda: len(fake.posted()) >= number)
    return [posted["request"] for posted in fake.posted()]


def test_a_button_asks_the_table_what_it_carries(fake: Fake, visit: Visit) -> None:
    fake.regions["seats"] = button({"do": "vote", "seat": 1, "end": True}, "End")
    page = visit()
    press(page, "End")
    assert requests(fake) == [{"do": "vote", "seat": 1, "end": True}]
    expect(page.locator(".pending")).to_have_count(0)


def test_ready_adds_a_nonce_of_its_own(fake: Fake, visit: Visit) -> None:
    fake.regions["seats"] = button({"do": "ready", "seat": 1}, "Ready")
    fake.react = lambda request: {}
    page = visit()
    press(page, "Ready")
    fake.wait(lambda: len(fake.posted()) == 1)
    expect(page.locator(".pending")).to_have_count(0)
    press(page, "Ready")
    made = requests(fake, 2)
    assert all(re.fullmatch("[0-9a-f]{32}", request["nonce"]) for request in made)
    assert made[0]["nonce"] != made[1]["nonce"]


def test_against_bots_the_page_is_ready_by_itself(fake: Fake, visit: Visit) -> None:
    fake.regions["seats"] = button({"do": "ready", "seat": 1}, "Ready")
    fake.table = 'data-auto-ready="1"'
    visit()
    assert requests(fake)[0]["do"] == "ready"


def test_what_cannot_be_undone_is_asked_about(fake: Fake, visit: Visit) -> None:
    fake.regions["controls"] = button({"do": "resign", "seat": 1}, "Resign", 'data-sure="Really give up?"')
    page = visit()
    press(page, "Resign")
    expect(page.locator("#sure-text")).to_have_text("Really give up?")
    press(page, "no")
    expect(page.locator("#dialog-sure")).to_be_hidden()
    assert fake.posted() == []
    press(page, "Resign")
    press(page, "yes")
    assert requests(fake) == [{"do": "resign", "seat": 1}]


def test_forms_and_fields_fill_a_request_in(fake: Fake, visit: Visit) -> None:
    rename = f'<form data-do="{attribute({"do": "rename", "seat": 1})}"><input name="name" aria-label="name">'
    fake.regions["seats"] = (
        f'{rename}<button>Rename</button></form><input id="my-name" name="name" value=" Cyd ">'
        + button({"do": "sit", "seat": 2}, "Sit", 'data-with="my-name"')
    )
    fake.react = lambda request: {}
    page = visit()
    page.get_by_label("name").fill(" Anna ")
    press(page, "Rename")
    assert requests(fake) == [{"do": "rename", "seat": 1, "name": "Anna"}]
    press(page, "Sit")
    assert requests(fake, 2)[1] == {"do": "sit", "seat": 2, "name": "Cyd"}


def test_ready_is_not_said_to_what_was_changed_meanwhile(fake: Fake, visit: Visit, faults: None) -> None:
    ready = button({"do": "ready", "seat": 1}, "Ready")
    fake.regions["seats"] = ready + CHOICES.format("none")
    page = visit()
    fake.refuse = (409, {"version": 8, "message": "The host changed something."})
    press(page, "Ready")
    fake.wait(lambda: len(fake.posted()) == 1)
    fake.push({"seats": ready + CHOICES.format("one minute")})
    expect(page.locator("#notice")).to_have_text("The host changed something.")
    fake.refuse = (409, {"version": 9, "message": "Somebody sat down."})
    press(page, "Ready")
    fake.wait(lambda: len(fake.posted()) == 2)
    fake.push({"seats": ready + CHOICES.format("one minute") + "<p>Bob</p>"})
    fake.wait(lambda: len(fake.posted()) == 3)
    assert fake.posted()[2]["expected"] == 9


def test_a_rematch_leads_to_its_table(fake: Fake, visit: Visit) -> None:
    fake.regions["result"] = '<button type="button" data-post="/t/x/rematch">Again</button>'
    fake.answers["rematch"] = {"table": "x?next"}
    page = visit()
    press(page, "Again")
    page.wait_for_url("**/t/x?next")


def test_a_code_for_another_device(fake: Fake, visit: Visit) -> None:
    fake.regions["controls"] = '<button type="button" data-code="2">Hand over</button>'
    fake.answers["code"] = {"code": "QRST-1234"}
    page = visit()
    press(page, "Hand over")
    expect(page.locator("#code")).to_have_text("QRST-1234")
    assert fake.posted("code") == [{"seat": 2}]


def test_taking_a_seat_over_shows_the_table_with_its_eyes(fake: Fake, visit: Visit) -> None:
    fake.regions["controls"] = (
        '<form data-post="/t/x/takeover"><input name="code" aria-label="code"><button>Take</button></form>'
    )
    page = visit()
    page.get_by_label("code").fill("QRST-1234")
    fake.viewer = "viewer-two"
    press(page, "Take")
    fake.wait(lambda: ("socket", 0) in fake.joins)
    assert fake.posted("takeover") == [{"code": "QRST-1234"}]
    expect(page.locator("body")).to_have_attribute("data-viewer", "viewer-two")


def test_standing_orders_are_fetched_and_told(fake: Fake, visit: Visit) -> None:
    fake.regions["controls"] = '<button type="button" data-open="dialog-orders">Orders</button>'
    boxes = "".join(f'<label><input type="checkbox" name="thing" value="{n}">card {n}</label>' for n in (3, 5))
    fake.answers["orders"] = {"html": f'<form data-seat="1">{boxes}</form>'}
    page = visit()
    press(page, "Orders")
    page.get_by_label("card 5").check()
    fake.wait(lambda: bool(fake.posted("orders")))
    page.get_by_label("card 3").check()
    fake.wait(lambda: len(fake.posted("orders")) == 2)
    assert fake.posted("orders") == [{"seat": 1, "things": [5]}, {"seat": 1, "things": [3, 5]}]
    expect(page.locator("#orders")).to_have_count(1)


def test_the_theme_changes_without_leaving_the_page(fake: Fake, visit: Visit) -> None:
    page = visit()
    press(page, "dark")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="dark")).to_have_attribute("aria-pressed", "true")
    fake.wait(lambda: bool(fake.posted("me")))
    assert "theme=dark" in fake.posted("me")[0]["form"]
    assert page.url == fake.url


def test_the_link_is_copied_also_without_a_secure_context(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.evaluate(
        """() => {
            Object.defineProperty(navigator, "clipboard", {value: undefined});
            document.execCommand = () => ((window.copied = document.activeElement.value), true);
        }"""
    )
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert page.evaluate("window.copied") == "http://table.example/t/x"
    expect(page.locator("[data-copy]")).to_be_focused()


def test_names_from_the_server_stay_text(fake: Fake, visit: Visit) -> None:
    """Whatever the page fills in by itself is text, never HTML."""
    fake.regions["controls"] = button({"do": "resign", "seat": 1}, "Resign", f'data-sure="{escape("<img src=x>")}"')
    page = visit()
    press(page, "Resign")
    expect(page.locator("#sure-text")).to_have_text("<img src=x>")
    expect(page.locator("#sure-text img")).to_have_count(0)
