"""The sandbox in a browser: set up by dragging and by keyboard, as text, tried, shared, and played on from."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from web.access.test_keyboard import WATCH, Fingers
from web.browsers import DESKTOP, DRAWN, PHONE, Visitors, introduce
from web.servers import Site

from intrigue.engine.record import Record
from intrigue.web.view import sandbox_link

QUICK = {"speed": "none", "confirm": "off"}
SHAPESHIFTER = sandbox_link.link_to_sketch("oriflamme", "2Soldier 1shapeshifter:1 3Lord 3spy 2heir:2 @2")
ASKED = sandbox_link.link_to_sketch("oriflamme", "1lord 2spy 3heir @1")
LAID = sandbox_link.link_to_sketch("oriflamme", "1Soldier 2ambush:2 3lord @1")


DROP = "spot => { const {x, y, width} = spot.getBoundingClientRect(); return [x + width / 2, y + 8]; }"
"""Where a piece is dropped on a spot."""
WAY = """([spot, [x, y]]) => {
    const found = document.elementFromPoint(x, y);
    const edge = document.querySelector("#reel").getBoundingClientRect().top - 60; // there the page would scroll on
    return found && spot.contains(found) && y < edge ? 0 : y < innerHeight / 2 ? -1 : 1;
}"""
"""Whether a spot can be seen where a piece would be dropped: 0, else in which direction it lies."""
ABOVE = """([piece, table, ...bars]) => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const ends = [box(table).bottom, ...bars.flatMap((bar) => [box(bar).top, box(bar).bottom])];
    const stand = ends.every((end, n) => n === 0 || end >= ends[n - 1]) && ends.at(-1) <= innerHeight;
    return stand && box(piece).top >= box(table).top && box(piece).bottom <= box(table).bottom;
}"""
"""Whether a table and the bars under it stand one above the other, and a piece lies within the table."""


def record(page: Page) -> Record:
    """What the page holds."""
    return Record.parse(page.locator("#record").input_value())


def reaches(page: Page, *moves: str) -> None:
    """Waits until these moves stand in the record, and no others."""
    end = "".join(rf"{move}\n" for move in moves)
    expect(page.locator("#record")).to_have_value(re.compile(rf"\}}\n\n{end}$"))


def position(page: Page) -> Any:
    return json.loads(record(page).headers["Position"])


def drag(page: Page, piece: Locator, spot: Locator) -> None:
    """Takes a piece somewhere with the mouse; at its edges the page comes along."""
    expect(page.locator("html[data-waiting]")).to_have_count(0)
    piece.scroll_into_view_if_needed()
    piece.hover()
    page.mouse.down()
    box = piece.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20, steps=3)
    expect(page.locator(".drag-ghost")).to_be_visible()
    for _ in range(40):  # one looks where it is, and goes there; what is out of sight is fetched at an edge
        x, y = spot.evaluate(DROP)
        way = page.evaluate(WAY, [spot.element_handle(), [x, y]])
        if way:
            page.mouse.move(300, 30 if way < 0 else 780, steps=3)
            page.evaluate(DRAWN)
            page.mouse.move(400, 400)
            continue
        page.mouse.move(x, y, steps=4)
        if "over" in (spot.get_attribute("class") or ""):
            break
    page.mouse.up()


def piece(page: Page, id: str) -> Locator:
    return page.locator(f"#r-setup [data-piece='{id}']")


def spot(page: Page, id: str) -> Locator:
    return page.locator(f"#r-setup button[data-spot='{id}']")


@pytest.mark.full
def test_a_row_is_set_up_by_dragging_and_tried(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=oriflamme&mode=setup", likes=QUICK)
    for family, kind in ((1, "lord"), (2, "lord"), (3, "lord")):
        drag(page, piece(page, f"{family}:{kind}"), spot(page, f"gap:{family}"))
        expect(page.locator(".setup-slot")).to_have_count(family)
        expect(piece(page, f"{family}:{kind}")).to_have_class(re.compile("laid"))
    expect(page.locator("#possible")).to_have_text("This position can be played.")
    assert position(page)["phase"] == "resolution"
    drag(page, piece(page, "2:lord"), spot(page, "hand:2"))
    expect(page.locator(".setup-slot")).to_have_count(2)
    page.locator("#undo").click()
    expect(page.locator(".setup-slot")).to_have_count(3)
    page.locator("#mode").click()
    expect(page.locator("#r-board .slot")).to_have_count(3)
    page.get_by_role("button", name="Reveal it").click()
    expect(page.locator("#r-log > li", has_text="reveals the Lord")).to_be_visible()
    assert record(page).moves == ["reveal"]


@pytest.mark.full
def test_a_row_that_has_stayed_in_sight_keeps_still_under_what_is_dropped(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=oriflamme&mode=setup", likes=QUICK)
    expect(page.locator("html[data-waiting]")).to_have_count(0)
    page.locator("#table").evaluate("table => table.scrollTo(0, table.scrollHeight)")
    piece(page, "3:lord").hover()
    page.mouse.down()
    gap = spot(page, "gap:1")
    x, y = gap.evaluate(DROP)
    page.mouse.move(x, y, steps=8)
    assert not page.locator("#piece-tools").is_visible(), "what else can be done comes in under the pointer"
    scrolled = page.locator("#table").evaluate("table => table.scrollTop")
    page.evaluate(DRAWN)
    assert scrolled > 0
    assert (gap.evaluate(DROP), page.locator("#table").evaluate("table => table.scrollTop")) == ([x, y], scrolled)
    page.mouse.up()
    expect(page.locator(".setup-slot")).to_have_count(1)


FOLLOW = """() => {
    let at = null;
    window.marks = [];
    const spot = (element) => element?.closest("[data-spot]")?.dataset.spot ?? "";
    const look = () => {
        const marked = document.querySelector("#r-setup .over");
        if (at) window.marks.push([spot(marked), spot(document.elementFromPoint(at.clientX, at.clientY))]);
        requestAnimationFrame(look);
    };
    addEventListener("pointermove", (event) => (at = event));
    requestAnimationFrame(look);
}"""
"""Notes at each picture the spot that is marked, and the one under the pointer."""


@pytest.mark.full
def test_while_the_page_scrolls_under_a_piece_the_mark_says_where_it_would_fall(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=oriflamme&mode=setup", likes=QUICK)
    expect(page.locator("html[data-waiting]")).to_have_count(0)
    page.locator("#table").evaluate("table => table.scrollTo(0, table.scrollHeight)")
    piece(page, "3:lord").hover()
    page.mouse.down()
    row = page.locator(".setup-row").bounding_box()
    assert row
    page.mouse.move(100, row["y"] + row["height"] + 200, steps=8)
    page.evaluate(FOLLOW)
    page.mouse.move(100, row["y"] + row["height"] + 30)
    page.wait_for_function("() => document.querySelector('#table').scrollTop === 0")
    marks = page.evaluate("() => marks")
    assert [marked for marked, _ in marks] == [under for _, under in marks]
    assert len({marked for marked, _ in marks if marked}) > 1, "nothing was scrolled under the piece"
    page.mouse.up()


@pytest.mark.full
def test_a_court_is_set_up_by_dragging(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=richelieu&mode=setup", likes=QUICK)
    drag(page, piece(page, "agent:1:3:hand"), spot(page, "space:1.r.1"))
    expect(piece(page, "at:1.r.1")).to_be_visible()
    drag(page, piece(page, "at:1.r.1"), spot(page, "space:1.o.2"))
    expect(piece(page, "at:1.o.2")).to_be_visible()
    drag(page, piece(page, "figure:grey"), spot(page, "space:2.o.1"))
    expect(page.locator(".figure.grey").first).to_be_visible()
    assert (position(page)["grey"], position(page)["zones"][0]["o"][1]["value"]) == ("2.o.1", 3)
    page.locator("#mode").click()
    expect(page.locator("#r-board .agent")).to_have_count(1)


@pytest.mark.full
def test_a_position_is_set_up_by_keyboard_alone(visitors: Visitors, inn: Site) -> None:
    page = visitors("about:blank")
    page.context.add_init_script(WATCH)
    introduce(page.context, inn.url, "en", QUICK)
    page.goto(inn.url + SHAPESHIFTER)
    fingers, changeling = Fingers(page), "#r-setup [data-piece='1:shapeshifter']"
    fingers.reach("#mode")
    fingers.key("Enter")
    expect(page.locator("body[data-mode='setup']")).to_be_attached()
    fingers.reach("#r-setup [data-piece='2:lord']")  # backwards, and the row does not cover it
    fingers.reach(changeling)
    fingers.key("Enter")
    expect(page.locator("#piece-to")).to_be_focused()
    expect(page.locator("#piece-name")).to_contain_text("Shapeshifter")
    expect(page.locator("#piece-controller")).to_have_value("1")
    fingers.key("ArrowDown")
    expect(page.locator(".setup-slot").first.locator(".laid")).to_have_attribute("data-piece", "1:shapeshifter")
    expect(page.locator(changeling)).to_be_focused()
    fingers.key("Enter")
    fingers.reach("#piece-influence")
    page.keyboard.type("4")
    fingers.key("Tab")
    expect(page.locator(changeling)).to_have_attribute("data-influence", "4")
    fingers.reach("#piece-turn")
    fingers.key("Enter")
    expect(page.locator(changeling).locator(".card.up")).to_be_visible()
    fingers.key("Escape")
    expect(page.locator("#piece-tools")).to_be_hidden()
    fingers.reach("#r-setup [data-piece='3:spy']")
    fingers.key("Enter")
    fingers.reach("#r-setup button[data-spot='on:1']")
    fingers.key("Enter")
    expect(page.locator("#possible")).to_contain_text("Not yet possible")
    fingers.reach("#undo")
    fingers.key("Enter")
    expect(page.locator(".setup-slot")).to_have_count(5)
    fingers.reach("#set-round")
    page.keyboard.type("4")
    expect(page.locator("#record")).to_have_value(re.compile('"round":4'))
    expect(page.locator("#possible")).to_have_text("This position can be played.")
    assert page.evaluate("() => lost") == []


@pytest.mark.full
def test_on_a_phone_a_piece_and_its_place_are_tapped(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=oriflamme&mode=setup", "ru", PHONE, likes=QUICK)
    piece(page, "1:lord").tap()
    expect(page.locator("#piece-tools")).to_be_visible()
    assert page.evaluate(ABOVE, ["#r-setup [data-piece='1:lord']", "#table", "#piece-tools", "#reel"])
    spot(page, "gap:1").tap()
    expect(page.locator(".setup-slot")).to_have_count(1)
    page.locator("#mode").tap()
    expect(page.locator("#r-board .slot")).to_have_count(1)
    assert page.locator("#reel").evaluate("bar => bar.scrollWidth - bar.clientWidth") <= 0  # every tool is in sight


SEEN = """([told, table]) => {
    const {top, bottom} = document.querySelector(told).getBoundingClientRect();
    return top >= document.querySelector(table).getBoundingClientRect().bottom && bottom <= innerHeight;
}"""
"""Whether something is in sight below the table."""


@pytest.mark.full
def test_whoever_changes_something_sees_whether_it_can_be_played(visitors: Visitors, inn: Site) -> None:
    for size in (PHONE, DESKTOP):
        for game in ("oriflamme", "richelieu"):
            page = visitors(f"{inn.url}/sandbox?game={game}&mode=setup", size=size, likes=QUICK)
            for end in (0, 9999):
                page.locator("#table").evaluate("(table, end) => table.scrollTo(0, end)", end)
                assert page.evaluate(SEEN, ["#possible", "#table"]), (size, game, end)


@pytest.mark.full
def test_a_position_that_cannot_be_played_is_not_played_on(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}{ASKED}&mode=setup", likes=QUICK)
    told = "Slot 2 holds cards of two controllers, which no rule can bring about."
    piece(page, "1:heir").click()
    page.locator("#piece-to").select_option("on:2")
    expect(page.locator("#possible")).to_have_text(f"Not yet possible. {told}")
    page.locator("#play-open").click()
    expect(page.locator("#notice")).to_have_text(f"Not yet possible. {told}")
    expect(page.locator("#dialog-play")).to_be_hidden()
    page.locator("#undo").click()
    expect(page.locator("#possible")).to_have_text("This position can be played.")
    page.locator("#play-open").click()
    expect(page.locator("#dialog-play")).to_be_visible()


@pytest.mark.full
def test_a_number_that_cannot_be_does_not_stay(visitors: Visitors, inn: Site) -> None:
    visitors.complaints = []
    page = visitors(f"{inn.url}{ASKED}&mode=setup", likes=QUICK)
    before, number = page.locator("#record").input_value(), page.locator("[id='set-influence:2']")
    for typed in ("-3", "2.5", "999999999999", ""):
        number.fill(typed)
        number.press("Tab")
        expect(page.locator("#notice")).to_have_text("Influence: a whole number from 0 to 999.")
        expect(number).to_have_value("1")
        page.locator("#notice").evaluate("told => { told.textContent = ''; }")
    piece(page, "1:lord").click()
    page.locator("#piece-influence").fill("2.5")
    page.locator("#piece-influence").press("Enter")
    expect(page.locator("#notice")).to_have_text("Influence: a whole number from 0 to 99.")
    expect(page.locator("#piece-influence")).to_have_value("0")
    assert page.locator("#record").input_value() == before
    visitors.complaints = [one for one in visitors.complaints if "422" not in one]


@pytest.mark.full
def test_what_would_do_nothing_says_why(visitors: Visitors, inn: Site) -> None:
    visitors.complaints = []
    page = visitors(f"{inn.url}{LAID}&mode=setup", likes=QUICK)
    piece(page, "2:ambush").click()
    page.locator("#piece-turn").click()
    expect(page.locator("#notice")).to_contain_text("An intrigue never stays face up")
    piece(page, "1:soldier").click()
    page.locator("#piece-influence").fill("2")
    page.locator("#piece-influence").press("Enter")
    expect(page.locator("#notice")).to_contain_text("Influence lies only on cards that are face down")
    expect(page.locator("#piece-influence")).to_have_value("0")
    visitors.complaints = [one for one in visitors.complaints if "422" not in one]


@pytest.mark.full
def test_the_head_of_the_page_says_what_the_form_says(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}{ASKED}&mode=setup", likes=QUICK)
    expect(page.locator("#r-head")).to_contain_text("Round 1 of 6")
    page.locator("#set-round").select_option("3")
    expect(page.locator("#r-head")).to_contain_text("Round 3 of 6")
    page.locator("#undo").click()
    expect(page.locator("#r-head")).to_contain_text("Round 1 of 6")


@pytest.mark.full
def test_another_game_is_another_page(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=oriflamme&mode=setup", likes=QUICK)
    page.locator("#set-game").select_option("richelieu")
    expect(page.locator("body[data-game='richelieu'][data-mode='setup']")).to_be_attached()
    page.locator("#set-players").select_option("2")
    expect(page.locator("body[data-seats='2']")).to_be_attached()
    expect(piece(page, "agent:n1:1:hand")).to_be_visible()


@pytest.mark.full
def test_a_text_with_an_error_keeps_everything(visitors: Visitors, inn: Site) -> None:
    visitors.complaints = []
    page = visitors(inn.url + SHAPESHIFTER, likes=QUICK)
    board = page.locator("#r-board").inner_text()
    page.locator("#text-open").click()
    typed = page.locator("#record").input_value() + "reveal\ndance\n"
    page.locator("#record").fill(typed)
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#text-fault")).to_contain_text(re.compile(r'^Line 7: "dance" cannot be played now'))
    assert page.locator("#record").input_value() == typed
    assert page.locator("#r-board").inner_text() == board
    page.locator("#record").fill(typed.replace("dance\n", ""))
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#dialog-text")).to_be_hidden()
    expect(page.locator("#question")).to_contain_text("copy")
    visitors.complaints = [one for one in visitors.complaints if "422" not in one]


@pytest.mark.full
def test_a_sketch_is_pasted_as_text(visitors: Visitors, inn: Site) -> None:
    visitors.complaints = []
    page = visitors(f"{inn.url}/sandbox?game=oriflamme&edition=ru", likes=QUICK)
    page.locator("#text-open").click()
    page.locator("#record").fill("2heir:2 1Soldat 3spy:1 @2")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#text-fault")).to_have_text('Line 1: The sketch cannot be read at "1Soldat".')
    page.locator("#record").fill("2heir:2 1Soldier 3spy:1 @2\n\nhit 1")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#dialog-text")).to_be_hidden()
    expect(page.locator("#r-log")).to_contain_text("eliminates the Heir")
    assert page.locator("#record").input_value().startswith("Game: oriflamme\nEdition: ru\n")
    page.reload()
    expect(page.locator("#r-board .slot")).to_have_count(2)
    visitors.complaints = [one for one in visitors.complaints if "422" not in one]


def test_a_card_is_tried_taken_back_and_shared(visitors: Visitors, known_inn: Site) -> None:
    page = visitors(known_inn.url + SHAPESHIFTER, likes=QUICK)
    page.get_by_role("button", name="Reveal it").click()
    expect(page.locator("#question")).to_contain_text("copy")
    page.locator("#r-board .can").first.click()
    reaches(page, "reveal", "copy 1")
    page.locator("#undo").click()
    reaches(page, "reveal")
    expect(page.locator("#question")).to_contain_text("copy")
    page.locator("#share-open").click()
    expect(page.locator("#qr")).to_have_js_property("complete", True)
    assert page.locator("#qr").evaluate("one => one.naturalWidth") > 0
    shared = page.locator("#link").input_value()
    assert shared == page.url
    other = visitors(shared, language="fr")
    assert record(other) == record(page)
    assert other.locator("#ask").get_attribute("data-seat") == page.locator("#ask").get_attribute("data-seat")
    expect(other.locator("#r-board .slot")).to_have_count(5)


@pytest.mark.full
def test_what_happens_by_itself_is_played(visitors: Visitors, inn: Site) -> None:
    page = visitors(inn.url + LAID, likes=QUICK | {"speed": "fast"})
    expect(page.locator("#r-board .slot")).to_have_count(3)
    page.locator("#run").click()
    expect(page.locator("#r-board .slot")).to_have_count(1)
    expect(page.locator("#r-log")).to_contain_text("eliminates the Ambush")
    expect(page.locator("#announcer")).to_contain_text("brings Lily 4 influence")
    page.locator("#undo").click()
    expect(page.locator("#r-board .slot")).to_have_count(3)


@pytest.mark.full
def test_every_seat_is_played_and_one_seats_eyes_are_lent(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=oriflamme", likes=QUICK)
    for _ in range(3):
        asked = page.locator("#ask").get_attribute("data-seat")
        page.locator("#r-hand .can").first.click()
        page.locator("#r-board .can").last.click()
        expect(page.locator(f"#ask[data-seat='{asked}']")).to_have_count(0) if asked != "3" else None
    expect(page.locator("#r-board .slot")).to_have_count(3)
    known = page.locator("#r-board .card.known").count()
    page.locator("#eyes-seat").select_option("2")
    expect(page.locator("#r-board .card.known")).to_have_count(1)
    assert known == 3
    expect(page.locator("#ask")).to_have_count(0)
    expect(page.locator("#question")).to_contain_text("is to choose here")
    page.locator("#open-all").click()
    expect(page.locator("#ask")).to_have_count(1)
    expect(page.locator("#eyes-seat")).to_have_value("all")


@pytest.mark.full
def test_a_game_goes_on_from_there_against_bots(visitors: Visitors, inn: Site) -> None:
    page = visitors(inn.url + SHAPESHIFTER, likes=QUICK)
    page.get_by_role("button", name="Reveal it").click()
    expect(page.locator("#question")).to_contain_text("copy")
    page.locator("#play-open").click()
    page.locator("#play-seat").select_option("1")
    page.locator("#play-level").select_option("page")
    page.locator("#play-form .main").click()
    page.wait_for_url(re.compile(r"/t/[a-z2-7]{10}$"))
    expect(page.locator("#question")).to_contain_text("copy")
    expect(page.locator("#r-players .badge")).to_have_count(2)


@pytest.mark.full
def test_the_menu_and_the_rules_lead_to_positions(visitors: Visitors, inn: Site) -> None:
    page = visitors(f"{inn.url}/sandbox?game=ablaze", likes=QUICK)
    page.locator("[popovertarget=drawer-menu]").first.click()
    page.locator(".tries a", has_text="Schemer").click()
    expect(page.locator("#r-board .slot.resolved")).to_contain_text("Schemer")
    page.goto(f"{inn.url}/rules/oriflamme")
    page.locator(".try-it a").first.click()
    expect(page.locator("body[data-page='sandbox']")).to_be_attached()
