"""The line to the server comes back by itself and misses nothing; a move is sent until it is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from web.browsers import Visitors
from web.static.fake import Fake, ask, board, moves, players, waiting

Visit = Callable[..., Page]


def shows(page: Page, influence: int) -> None:
    expect(page.locator("#p1 b")).to_have_text(str(influence))


def same_page(page: Page) -> bool:
    return bool(page.evaluate("window.mine === true"))


@pytest.fixture
def page(visit: Visit) -> Page:
    """The table, with a mark that a reload would wipe away."""
    page = visit()
    page.evaluate("window.mine = true")
    return page


@pytest.mark.parametrize("code", [1012, 1011, 4000])
def test_a_broken_line_comes_back_and_brings_what_was_missed(fake: Fake, page: Page, code: int) -> None:
    fake.no_sockets = True
    fake.kick(code)
    fake.push({"players": players(5)}, log=["<li>One.</li>"])
    fake.push({"players": players(6)}, log=["<li>Two.</li>"])
    fake.no_sockets = False
    shows(page, 6)
    assert page.locator("#r-log > li").all_inner_texts() == ["The game begins.", "One.", "Two."]
    assert fake.joins[1][1] == 7 and ("socket", 0) not in fake.joins and same_page(page)


def test_a_server_that_restarts_is_found_again(fake: Fake, page: Page) -> None:
    fake.stop()
    expect(page.locator("body")).not_to_have_attribute("data-line", "online")
    fake.push({"players": players(9)})
    fake.start()
    shows(page, 9)
    assert same_page(page)


def test_where_sockets_do_not_get_through_the_page_polls(fake: Fake, visitors: Visitors, faults: None) -> None:
    fake.no_sockets = True
    page = visitors(fake.url)
    fake.wait(lambda: ("poll", 7) in fake.joins)
    fake.push({"players": players(3)})
    shows(page, 3)
    fake.wait(lambda: ("poll", 8) in fake.joins)
    fake.push({"players": players(4)})
    shows(page, 4)
    assert [how for how, _ in fake.joins[:3]] == ["socket", "socket", "poll"]


def test_somebody_elses_frame_is_not_shown_and_the_table_is_asked_for_anew(fake: Fake, page: Page) -> None:
    fake.regions["players"] = players(2)
    fake.send({"type": "frame", "v": 8, "for": "somebody else", "regions": {"players": players(99)}, "log": []})
    fake.wait(lambda: fake.joins[-1] == ("socket", 0))
    shows(page, 2)
    assert same_page(page)


def test_who_takes_a_seat_gets_the_table_with_new_eyes(fake: Fake, page: Page) -> None:
    fake.viewer = "viewer-two"
    fake.push({"players": players(4)})
    shows(page, 4)
    assert page.evaluate("document.body.dataset.viewer") == "viewer-two"
    fake.push({"players": players(5)})
    shows(page, 5)
    assert [since for _, since in fake.joins] == [7, 0]


def test_a_gap_is_never_played_over(fake: Fake, page: Page) -> None:
    fake.version += 1
    fake.push({"players": players(4)})
    shows(page, 4)
    assert fake.joins[-1] == ("socket", 0)


def test_a_frame_that_comes_twice_is_played_once(fake: Fake, page: Page) -> None:
    fake.push({}, log=["<li>One.</li>"])
    fake.send(fake.frames[-1])
    fake.push({"players": players(4)})
    shows(page, 4)
    assert page.locator("#r-log > li").all_inner_texts() == ["The game begins.", "One."]


def test_the_server_may_order_a_resync(fake: Fake, page: Page) -> None:
    fake.regions["players"] = players(8)
    fake.send({"type": "resync"})
    shows(page, 8)


def test_a_page_from_the_back_button_asks_what_it_missed(fake: Fake, page: Page) -> None:
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    fake.wait(lambda: len(fake.joins) == 2)
    assert fake.joins[-1] == ("socket", 7)


HIDE = """hidden => {
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_page_that_slept_for_long_asks_what_it_missed(fake: Fake, page: Page) -> None:
    """A phone's sleep breaks lines that still look alive; a glance at something else does not."""
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    fake.push({"players": players(3)})
    shows(page, 3)
    assert len(fake.joins) == 1
    page.evaluate(HIDE, True)
    page.evaluate("const now = Date.now; Date.now = () => now() + 60000")
    page.evaluate(HIDE, False)
    fake.wait(lambda: len(fake.joins) == 2)
    assert fake.joins[-1] == ("socket", 8)
    fake.push({"players": players(4)})
    shows(page, 4)
    assert same_page(page)


def test_a_page_that_is_shown_again_tries_at_once(fake: Fake, page: Page) -> None:
    fake.stop()
    expect(page.locator("body")).not_to_have_attribute("data-line", "online")
    page.evaluate(HIDE, True)
    fake.push({"players": players(9)})
    fake.start()
    page.evaluate(HIDE, False)
    shows(page, 9)
    assert same_page(page)


# Moves


def test_a_move_is_marked_before_anything_is_answered(page: Page) -> None:
    page.locator("#h-archer").click()
    marked = page.evaluate(
        """() => {
            const place = document.querySelector("[data-at='to:last']");
            place.click();
            return [place.className, document.querySelector("#ask").getAttribute("aria-busy")];
        }"""
    )
    assert "pending" in marked[0] and marked[1] == "true"
    expect(page.locator(".pending")).to_have_count(0)


def test_a_move_whose_answer_is_lost_is_sent_again_with_the_same_key(fake: Fake, page: Page) -> None:
    lost: list[Any] = []

    def lose(route: Route) -> None:
        if len(lost) < 2:
            lost.append(route.fetch())  # the server did it, and the answer is gone
            route.abort()
        else:
            route.continue_()

    page.route("**/do", lose)
    with page.expect_response("**/do"):
        page.locator("[data-at='do:wait']").click()
    expect(page.locator("#question")).to_have_text("Bob is to act.")
    keys = [posted["key"] for posted in fake.posted_bodies()]
    assert len(keys) == 3 and len(set(keys)) == 1
    assert fake.version == 8
    expect(page.locator("#line")).to_have_text("")


def test_a_move_made_while_the_server_is_away_is_kept(fake: Fake, page: Page) -> None:
    fake.stop()
    page.locator("[data-at='do:wait']").click()
    expect(page.locator("#line")).to_contain_text("Your move is kept")
    expect(page.locator("[data-at='do:wait']")).to_have_class("picked pending")
    fake.start()
    expect(page.locator("#question")).to_have_text("Bob is to act.")
    expect(page.locator("#line")).to_have_text("")
    assert len(fake.done) == 1 and same_page(page)


def test_a_move_at_a_table_that_went_on_is_dropped_with_the_servers_words(fake: Fake, page: Page, faults: None) -> None:
    fake.refuse = (409, {"version": 8, "message": "Somebody was quicker."})
    page.locator("[data-at='do:wait']").click()
    fake.wait(lambda: len(fake.posted_bodies()) == 1)
    expect(page.locator("[data-at='do:wait']")).to_have_class("picked pending")
    expect(page.locator("#notice")).to_be_empty()
    steps = [{"say": "The table moved.", "pause": 1, "regions": {"board": board((4, 1, 2, 3))}, "fx": []}]
    fake.push({"prompt": ask(8, moves())}, steps=steps)
    expect(page.locator("#notice")).to_have_text("Somebody was quicker.")
    expect(page.locator(".pending, .picked")).to_have_count(0)
    assert len(fake.posted_bodies()) == 1


def test_a_move_is_repeated_if_nothing_of_the_game_happened_meanwhile(fake: Fake, page: Page, faults: None) -> None:
    """Somebody voted or sat down in the same moment: the click is not lost."""
    fake.refuse = (409, {"version": 8, "message": "Somebody was quicker."})
    page.locator("[data-at='do:wait']").click()
    fake.wait(lambda: len(fake.posted_bodies()) == 1)
    fake.push({"prompt": ask(8, moves())})
    fake.wait(lambda: len(fake.posted_bodies()) == 2)
    first, second = fake.posted_bodies()
    assert (first["expected"], second["expected"]) == (7, 8)
    assert first["key"] != second["key"] and first["request"] == second["request"]
    expect(page.locator("#question")).to_have_text("Bob is to act.")


def test_a_refused_move_says_why_and_can_be_chosen_anew(fake: Fake, page: Page, faults: None) -> None:
    fake.refuse = (422, {"message": "Not with that card."})
    page.locator("[data-at='do:wait']").click()
    expect(page.locator("#notice")).to_have_text("Not with that card.")
    page.locator("[data-at='do:wait']").click()
    expect(page.locator("#question")).to_have_text("Bob is to act.")
    expect(page.locator("#notice")).to_be_empty()
    assert len({posted["key"] for posted in fake.posted_bodies()}) == 2


def test_a_busy_server_is_asked_again(fake: Fake, page: Page, faults: None) -> None:
    fake.refuse = (503, {"message": "Later."})
    page.locator("[data-at='do:wait']").click()
    expect(page.locator("#question")).to_have_text("Bob is to act.")
    assert len(fake.posted_bodies()) == 2 and len({posted["key"] for posted in fake.posted_bodies()}) == 1


def test_the_title_says_whose_turn_it_is(fake: Fake, page: Page) -> None:
    expect(page).to_have_title("● Oriflamme")
    fake.push({"prompt": waiting()})
    expect(page).to_have_title("Oriflamme")


def test_a_refused_line_says_so(fake: Fake, visitors: Visitors, faults: None) -> None:
    fake.no_sockets = True
    page = visitors("about:blank")
    page.route("**/poll*", lambda route: route.fulfill(status=403, body="{}"))
    page.goto(fake.url)
    expect(page.locator("#line")).to_contain_text("Reload it")
