"""A push changes the page under the reader's hands and takes nothing out of them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.static.fake import Fake, ask, board, hand, moves, players

Visit = Callable[..., Page]


def rotation(by: int) -> tuple[int, ...]:
    things = [1, 2, 3, 4]
    return tuple(things[by % 4 :] + things[: by % 4])


def version(page: Page, number: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-version", str(number))


def test_focus_is_kept_over_twelve_pushes(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("[data-at='slot:3']").focus()
    for number in range(1, 13):
        fake.push({"board": board(rotation(number)), "prompt": ask(7 + number, moves()), "hand": hand()})
        version(page, 7 + number)
        expect(page.locator("[data-at='slot:3']")).to_be_focused()
    expect(page.locator("#s3 #c3")).to_be_attached()


def test_focus_is_kept_where_nodes_cannot_be_moved(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.evaluate("delete Element.prototype.moveBefore")
    page.locator("#h-soldier").focus()
    for number, kinds in enumerate((("soldier", "archer"), ("spy", "soldier"), ("soldier",)), start=8):
        fake.push({"hand": hand(kinds), "prompt": ask(number, moves(kinds))})
        version(page, number)
        expect(page.locator("#h-soldier")).to_be_focused()


def test_focus_on_a_card_that_is_gone_stays_in_the_hand(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("#h-soldier").focus()
    fake.push({"hand": hand(("archer", "spy")), "prompt": ask(8, moves(("archer", "spy")))})
    expect(page.locator("#h-archer")).to_be_focused()


def players_with_pile(*kinds: str) -> str:
    """Players with a pile, as the server sends it: its first card is where Tab enters."""
    rest = [' tabindex="-1"'] * (len(kinds) - 1)
    cards = "".join(
        f'<li><button type="button" class="piled"{mark}>{kind}</button></li>'
        for kind, mark in zip(kinds, ["", *rest], strict=True)
    )
    return players(len(kinds), f'<ul class="pile">{cards}</ul>')


def test_a_pile_stays_one_stop_where_its_reader_is(fake: Fake, visit: Visit) -> None:
    fake.regions["players"] = players_with_pile("archer", "spy", "heir")
    page = visit()
    cards = page.locator(".piled")
    stops = "all => all.map((one) => one.tabIndex)"
    cards.first.focus()
    page.keyboard.press("End")
    expect(cards.last).to_be_focused()
    fake.push({"players": players_with_pile("archer", "spy", "heir", "lord")})
    expect(cards).to_have_count(4)
    expect(cards.nth(2)).to_be_focused()
    assert cards.evaluate_all(stops) == [-1, -1, 0, -1]
    page.locator("#h-spy").focus()
    fake.push({"players": players_with_pile("archer")})
    expect(cards).to_have_count(1)
    assert cards.evaluate_all(stops) == [0], "whoever comes by keyboard gets in"


def test_at_the_end_the_focus_goes_from_places_that_ask_for_nothing_to_the_result(fake: Fake, visit: Visit) -> None:
    """The result comes in above the row, which may be pushed out of sight; later the reader goes where they like."""
    page = visit()
    page.locator("[data-at='slot:3']").focus()
    fake.push({"result": "<h2>Ann wins</h2>", "prompt": ""}, phase="over")
    expect(page.get_by_role("heading", name="Ann wins")).to_be_focused()
    page.locator("[data-at='slot:3']").focus()
    fake.push({"players": players(9)}, phase="over")
    version(page, 9)
    expect(page.locator("[data-at='slot:3']")).to_be_focused()


def test_a_drag_survives_eight_pushes(fake: Fake, visit: Visit) -> None:
    page = visit()
    start, end = page.locator("#h-spy").bounding_box(), page.locator("[data-at='to:last']").bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 20, start["y"] - 20, steps=4)
    for number in range(8, 16):
        fake.push({"board": board(rotation(number)), "hand": hand(), "prompt": ask(number, moves())})
        version(page, number)
        page.mouse.move(start["x"] + number, start["y"] - 20 - number)
        expect(page.locator(".drag-ghost")).to_be_visible()
    end = page.locator("[data-at='to:last']").bounding_box()
    assert end
    page.mouse.move(end["x"] + 10, end["y"] + 10, steps=4)
    page.mouse.up()
    fake.wait(lambda: len(fake.posted_bodies()) == 1)
    assert fake.posted_bodies()[0]["request"] == {"do": "move", "seat": 1, "move": "place spy last"}
    assert fake.posted_bodies()[0]["expected"] == 15
    expect(page.locator(".drag-ghost")).to_have_count(0)


def test_no_click_is_lost_during_ten_pushes_a_second(fake: Fake, visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    page.evaluate(
        """() => {
            window.toggled = 0;
            new MutationObserver((all) => (window.toggled += all.length))
                .observe(document.querySelector("#h-archer"), {attributes: true, attributeFilter: ["aria-pressed"]});
        }"""
    )
    box = page.locator("#h-archer").bounding_box()
    assert box

    def regions_at(number: int) -> dict[str, str]:
        return {"board": board(rotation(number)), "hand": hand(), "prompt": ask(8 + number, moves())}

    fake.every(0.1, 20, regions_at)
    clicks = 0
    while fake.version < 27:
        page.mouse.move(box["x"] + 15 + clicks % 20, box["y"] + 15)
        page.mouse.down()
        page.mouse.move(box["x"] + 16 + clicks % 20, box["y"] + 16)
        page.mouse.up()
        clicks += 1
    version(page, 27)
    assert clicks > 10
    assert page.evaluate("window.toggled") == clicks


SHIFTED = ("spy", "archer", "soldier")


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def push_hand(fake: Fake, page: Page, number: int, kinds: tuple[str, ...]) -> None:
    """A push after which something else lies under the pointer."""
    fake.push({"hand": hand(kinds), "prompt": ask(number, moves(kinds))})
    version(page, number)
    expect(page.locator("#r-hand .held").first).to_have_id(f"h-{kinds[0]}")


def test_what_moves_away_between_press_and_release_is_clicked(fake: Fake, visit: Visit) -> None:
    page = visit()
    assert middle(page, "#h-spy") != middle(page, "#h-soldier")
    page.mouse.move(*middle(page, "#h-spy"))
    page.mouse.down()
    push_hand(fake, page, 8, SHIFTED)
    page.mouse.up()
    expect(page.locator(".picked")).to_have_id("h-spy")


def test_who_slides_away_before_the_release_clicks_nothing(fake: Fake, visit: Visit) -> None:
    page = visit()
    fake.push({"prompt": ask(8, [("H3", ["slot:3"], "Three."), ("H1", ["slot:1"], "One.")])})
    version(page, 8)
    page.mouse.move(*middle(page, "[data-at='slot:3']"))
    page.mouse.down()
    page.mouse.move(*middle(page, "[data-at='slot:1']"))
    page.mouse.up()
    page.locator("[data-at='slot:1']").focus()
    assert page.locator(".picked, .pending").count() == 0
    assert not fake.posted_bodies("do")


def test_a_finger_taps_what_it_came_down_on(fake: Fake, visit: Visit) -> None:
    page = visit(touch=True)
    line = page.context.new_cdp_session(page)
    x, y = middle(page, "#h-spy")
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    push_hand(fake, page, 8, SHIFTED)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".picked")).to_have_id("h-spy")


def test_the_log_grows_and_nothing_in_it_is_made_anew(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.evaluate(
        """() => {
            window.added = [];
            const note = (node) => window.added.push(node.textContent);
            const seen = (all) => all.forEach((one) => one.addedNodes.forEach(note));
            new MutationObserver(seen).observe(document.querySelector("#r-log"), {childList: true, subtree: true});
        }"""
    )
    for number in range(8, 12):
        fake.push({"board": board()}, log=[f"<li>Line {number}.</li>"])
    version(page, 11)
    fake.send(fake.snapshot())
    fake.push({}, log=["<li>The last.</li>"])
    version(page, 12)
    expected = ["Line 8.", "Line 9.", "Line 10.", "Line 11.", "The last."]
    assert page.evaluate("window.added") == expected
    assert page.locator("#r-log > li").all_inner_texts() == ["The game begins.", *expected]


def test_what_was_picked_stays_picked(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("#h-spy").click()
    fake.push({"hand": hand(), "board": board(rotation(1)), "prompt": ask(8, moves())})
    version(page, 8)
    expect(page.locator("#h-spy")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-at='to:first']").click()
    fake.wait(lambda: bool(fake.posted_bodies()))
    assert (fake.posted_bodies()[0]["expected"], fake.posted_bodies()[0]["request"]["move"]) == (8, "place spy first")


def test_a_pick_that_leads_nowhere_any_more_is_dropped(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("#h-spy").click()
    fake.push({"hand": hand(("archer",)), "prompt": ask(8, moves(("archer",)))})
    version(page, 8)
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator(".picked")).to_have_count(0)


def test_selected_text_open_details_and_typed_words_survive(fake: Fake, visit: Visit) -> None:
    fake.regions["seats"] = '<form><input id="name" name="name" value="Ann"><input id="other" name="o"></form>'
    page = visit()
    page.locator("#piles summary").click()
    page.locator("#other").fill("half a na")
    page.locator("#name").fill("Anna Bella")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#r-log li'))")
    page.locator("#name").focus()
    page.evaluate("getSelection().setBaseAndExtent(document.querySelector('#r-log li').firstChild, 0,"
                  " document.querySelector('#r-log li').firstChild, 8)")  # fmt: skip
    selected = page.evaluate("String(getSelection())")
    assert selected == "The game"
    fake.push(
        {"players": players(5), "seats": fake.regions["seats"], "board": board(rotation(2))}, log=["<li>New.</li>"]
    )
    version(page, 8)
    assert page.evaluate("String(getSelection())") == selected
    expect(page.locator("#piles")).to_have_attribute("open", "")
    expect(page.locator("#p1 b")).to_have_text("5")
    assert page.locator("#name").input_value() == "Anna Bella"
    assert page.locator("#other").input_value() == "half a na"


def test_marks_do_not_stick_to_what_takes_the_place_of_a_button(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.locator("#h-spy").click()
    expect(page.locator("[data-at='do:wait']")).not_to_have_attribute("aria-disabled", "true")
    fake.push({"prompt": '<form id="ask"><p id="question">Q</p><button type="button" id="new">Else</button></form>'})
    version(page, 8)
    expect(page.locator("#new")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-at='slot:2']")).to_have_attribute("aria-disabled", "true")


def test_every_event_is_announced_once(fake: Fake, visit: Visit) -> None:
    page = visit()
    steps = [{"say": "Bob reveals the Spy.", "pause": 1, "regions": {}, "fx": []}]
    fake.push({}, steps=steps, log=["<li>Bob reveals the Spy.</li>", "<li>Cyd came back.</li>"])
    fake.push({}, log=["<li>Dee sat down.</li>"])
    version(page, 9)
    expect(page.locator("#announcer")).to_contain_text("Dee")
    told = page.locator("#announcer p").all_inner_texts()
    assert told == ["Your turn. Place a card.", "Bob reveals the Spy.", "Cyd came back.", "Dee sat down."]


def test_events_are_announced_in_their_order(fake: Fake, visit: Visit) -> None:
    """What happens beside the steps is told where it stands among them."""
    page = visit()
    said = ["Round 1 begins.", "Ann places a card.", "Ann places a card."]
    steps = [{"say": text, "pause": 1, "regions": {}, "fx": []} for text in said]
    lines = ["The cards are dealt.", said[0], "Cyd came back.", said[1], said[2], "Dee sat down."]
    fake.push({}, steps=steps, log=[f"<li>{text}</li>" for text in lines])
    expect(page.locator("#announcer")).to_contain_text("Dee sat down.")
    assert page.locator("#announcer p").all_inner_texts() == ["Your turn. Place a card.", *lines]
