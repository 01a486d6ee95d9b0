"""The buttons around the game: seats, ready, orders, codes, likings, and the link for friends."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.static.fake import COMMITMENT, Fake, attribute

Visit = Callable[..., Page]
CHOICES = '<dl class="choices"><div><dt>Clock</dt><dd>{}</dd></div></dl>'


def button(request: dict[str, Any], words: str, more: str = "") -> str:
    return f'<button type="button" data-do="{attribute(request)}" {more}>{words}</button>'


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def requests(fake: Fake, number: int = 1) -> list[dict[str, Any]]:
    fake.wait(lambda: len(fake.posted_bodies()) >= number)
    return [posted["request"] for posted in fake.posted_bodies()]


def test_a_button_asks_the_table_what_it_carries(fake: Fake, visit: Visit) -> None:
    fake.regions["seats"] = button({"do": "vote", "seat": 1, "end": True}, "End")
    page = visit()
    press(page, "End")
    assert requests(fake) == [{"do": "vote", "seat": 1, "end": True}]
    expect(page.locator(".pending")).to_have_count(0)


def test_ready_adds_a_nonce_of_its_own_and_no_other_when_asked_again(fake: Fake, visit: Visit) -> None:
    """Else whoever knows the secret could refuse until they like the deal."""
    fake.regions["seats"] = button({"do": "ready", "seat": 1}, "Ready") + button({"do": "ready", "seat": 2}, "Both")
    fake.react = lambda request: {}
    page = visit()
    for number, name in enumerate(("Ready", "Ready", "Both"), start=1):
        press(page, name)
        requests(fake, number)
        expect(page.locator(".pending")).to_have_count(0)
    first, again, other = (request["nonce"] for request in requests(fake, 3))
    assert re.fullmatch("[0-9a-f]{32}", first) and re.fullmatch("[0-9a-f]{32}", other)
    assert first == again != other
    expect(page.locator("#own-numbers code")).to_have_text(f"1:{first} 2:{other}")
    press(visit(), "Ready")
    assert requests(fake, 4)[3]["nonce"] != first


PROOF = """<p role="alert" data-fair="commitment" hidden></p><p role="alert" data-fair="nonce" hidden></p>
<div data-commitment="{}" data-nonces="{} {}" data-mine="1" data-bots="{bots}">
<p data-fair="fits" hidden></p><p data-fair="bot" hidden></p>
<code>verify<span data-given></span></code></div>"""


def test_at_the_end_the_page_says_whether_the_deal_is_the_promised_one(fake: Fake, visit: Visit) -> None:
    fake.regions["seats"] = button({"do": "ready", "seat": 1}, "Ready")
    page = visit()
    press(page, "Ready")
    nonce = requests(fake)[0]["nonce"]
    fits, commitment, swapped = (page.locator(f"[data-fair={what}]") for what in ("fits", "commitment", "nonce"))
    fake.push({"result": PROOF.format(COMMITMENT, nonce, "0" * 32, bots="2")}, phase="over")
    expect(fits).to_be_visible()
    expect(page.locator("code [data-given]")).to_have_text(f" --commitment {COMMITMENT} --nonce 1:{nonce}")
    assert not commitment.is_visible() and not swapped.is_visible()
    fake.push({"result": PROOF.format(COMMITMENT, "0" * 32, nonce, bots="")}, phase="over")
    expect(swapped).to_be_visible()
    expect(swapped).to_contain_text("at seat: 1.")
    assert not fits.is_visible() and not commitment.is_visible()
    fake.push({"result": PROOF.format("0" * 64, nonce, nonce, bots="")}, phase="over")
    expect(commitment).to_be_visible()
    assert not fits.is_visible() and not swapped.is_visible()
    fake.push(
        {"result": PROOF.format("0" * 64, "0" * 32, nonce, bots="1")}, phase="over"
    )  # a bot's seat excuses no more
    expect(page.locator("[data-fair=bot]")).to_be_visible()
    expect(commitment).to_be_visible()


def test_a_browser_that_kept_nothing_says_nothing_of_the_deal(fake: Fake, visit: Visit) -> None:
    fake.regions["result"] = PROOF.format(COMMITMENT, "0" * 32, "0" * 32, bots="1 2")
    page = visit()
    expect(page.locator("[data-fair]:visible")).to_have_count(0)
    expect(page.locator("code [data-given]")).to_have_text("")
    expect(page.locator("#own-numbers")).to_be_hidden()


def test_a_browser_forgets_the_oldest_deals_and_reads_no_rubbish(fake: Fake, visit: Visit) -> None:
    fake.regions["seats"] = button({"do": "ready", "seat": 1}, "Ready")
    fake.react = lambda request: {}
    page = visit()
    page.evaluate("""() => localStorage.setItem("intrigue.deals", JSON.stringify([...Array(50).keys()].map(
        (table) => ({ table: `t${table}`, commitment: "", nonces: {} }))))""")
    press(page, "Ready")
    requests(fake)
    kept = page.evaluate("JSON.parse(localStorage.getItem('intrigue.deals'))")
    assert [deal["table"] for deal in kept] == [*(f"t{number}" for number in range(1, 50)), "x"]
    assert kept[-1] == {"table": "x", "commitment": COMMITMENT, "nonces": {"1": requests(fake)[0]["nonce"]}}
    page.evaluate("localStorage.setItem('intrigue.deals', '7')")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    expect(page.locator("#own-numbers")).to_be_hidden()


@pytest.mark.parametrize(
    "rubbish",
    [
        "7",
        "[null]",
        '["x"]',
        '[{"table": "x"}]',
        '[{"table": "x", "nonces": 7}]',
        '[{"table": "x", "nonces": {"1": 7}}]',
    ],
)
def test_ready_can_be_said_whatever_the_browser_kept(fake: Fake, visit: Visit, rubbish: str) -> None:
    fake.regions["seats"] = button({"do": "ready", "seat": 1}, "Ready")
    page = visit()
    page.evaluate("text => localStorage.setItem('intrigue.deals', text)", rubbish)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    press(page, "Ready")
    nonce = requests(fake)[0]["nonce"]
    assert re.fullmatch("[0-9a-f]{32}", nonce)
    kept = page.evaluate("JSON.parse(localStorage.getItem('intrigue.deals'))")
    assert kept == [{"table": "x", "commitment": COMMITMENT, "nonces": {"1": nonce}}]


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
    assert fake.posted_bodies() == []
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
    fake.wait(lambda: len(fake.posted_bodies()) == 1)
    fake.push({"seats": ready + CHOICES.format("one minute")})
    expect(page.locator("#notice")).to_have_text("The host changed something.")
    fake.refuse = (409, {"version": 9, "message": "Somebody sat down."})
    press(page, "Ready")
    fake.wait(lambda: len(fake.posted_bodies()) == 2)
    fake.push({"seats": ready + CHOICES.format("one minute") + "<p>Bob</p>"})
    fake.wait(lambda: len(fake.posted_bodies()) == 3)
    assert fake.posted_bodies()[2]["expected"] == 9


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
    assert fake.posted_bodies("code") == [{"seat": 2}]


def test_taking_a_seat_over_shows_the_table_with_its_eyes(fake: Fake, visit: Visit) -> None:
    fake.regions["controls"] = (
        '<form data-post="/t/x/takeover"><input name="code" aria-label="code"><button>Take</button></form>'
    )
    page = visit()
    page.get_by_label("code").fill("QRST-1234")
    fake.viewer = "viewer-two"
    press(page, "Take")
    fake.wait(lambda: ("socket", 0) in fake.joins)
    (taken,) = fake.posted_bodies("takeover")
    assert taken["code"] == "QRST-1234" and re.fullmatch("[0-9a-f]{32}", taken["key"])
    expect(page.locator("body")).to_have_attribute("data-viewer", "viewer-two")


def test_standing_orders_are_fetched_and_told(fake: Fake, visit: Visit) -> None:
    fake.regions["controls"] = '<button type="button" data-open="dialog-orders">Orders</button>'
    boxes = "".join(f'<label><input type="checkbox" name="thing" value="{n}">card {n}</label>' for n in (3, 5))
    fake.answers["orders"] = {"html": f'<form data-seat="1">{boxes}</form>'}
    page = visit()
    press(page, "Orders")
    page.get_by_label("card 5").check()
    fake.wait(lambda: bool(fake.posted_bodies("orders")))
    page.get_by_label("card 3").check()
    fake.wait(lambda: len(fake.posted_bodies("orders")) == 2)
    assert fake.posted_bodies("orders") == [{"seat": 1, "things": [5]}, {"seat": 1, "things": [3, 5]}]
    expect(page.locator("#orders")).to_have_count(1)


def test_of_standing_orders_only_the_newest_follows_what_is_under_way(fake: Fake, visit: Visit, faults: None) -> None:
    """Else a tick whose answer was lost would be sent again after it was taken back, and win."""
    fake.regions["controls"] = '<button type="button" data-open="dialog-orders">Orders</button>'
    boxes = "".join(f'<label><input type="checkbox" name="thing" value="{n}">card {n}</label>' for n in (3, 5))
    fake.answers["orders"] = {"html": f'<form data-seat="1">{boxes}</form>'}
    page = visit()
    press(page, "Orders")
    expect(page.get_by_label("card 5")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method) if "/orders" in request.url else None)
    form, fake.answers["orders"] = fake.answers["orders"], (503, {})
    page.get_by_label("card 5").check()
    expect(page.locator("#line")).not_to_be_empty()
    page.get_by_label("card 3").check()
    page.get_by_label("card 5").uncheck()
    press(page, "close")
    press(page, "Orders")
    expect(page.locator("#orders")).to_have_text("Reconnecting…")
    fake.answers["orders"] = form
    expect(page.get_by_label("card 5")).to_be_visible()
    told = [posted["things"] for posted in fake.posted_bodies("orders")]
    assert len(told) > 2 and told == [[5]] * (len(told) - 1) + [[3]]
    assert asked == ["POST"] * len(told) + ["GET"]


def test_the_theme_changes_without_leaving_the_page(fake: Fake, visit: Visit) -> None:
    page = visit()
    press(page, "dark")
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="dark")).to_have_attribute("aria-pressed", "true")
    fake.wait(lambda: bool(fake.posted_bodies("me")))
    assert "theme=dark" in fake.posted_bodies("me")[0]["form"]
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
