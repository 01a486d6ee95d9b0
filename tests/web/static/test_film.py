"""What happens is played step by step, at the reader's pace, and never keeps anybody waiting who does not want to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.static.fake import Fake, ask, board, hand, moves, players, waiting

from intrigue.web.html.templates import SEAM

Visit = Callable[..., Page]
LONG = 10_000_000
"""A pause that no test waits for, once `hold` has stopped the clock of the film."""


def hold(page: Page) -> Page:
    """Whatever is shown stays until it is skipped: no longer film ends by itself."""
    page.evaluate(
        """() => {
            const real = window.setTimeout;
            window.setTimeout = (what, time) => (time > 1000 && time < 6000 ? 0 : real(what, time));
        }"""
    )
    return page


def step(say: str, things: tuple[int, ...], pause: int = 1, *fx: dict[str, Any]) -> dict[str, Any]:
    return {"say": say, "pause": pause, "regions": {"board": board(things)}, "fx": list(fx)}


def row(page: Page) -> list[str]:
    return page.locator("#r-board .card").all_inner_texts()


def announcements(page: Page) -> list[str]:
    return [text for text in page.locator("#announcer p").all_inner_texts() if not text.startswith("Your turn")]


def resolution(pause: int) -> list[dict[str, Any]]:
    return [step("One.", (2, 1, 3, 4), pause), step("Two.", (2, 3, 1, 4), pause), step("Three.", (2, 3, 1), pause)]


def watch(page: Page) -> None:
    """Notes every row the page shows."""
    page.evaluate(
        """() => {
            window.rows = [];
            const look = () => {
                const row = [...document.querySelectorAll("#r-board .card")].map((one) => one.textContent).join("");
                if (window.rows.at(-1) !== row) window.rows.push(row);
            };
            new MutationObserver(look).observe(document.querySelector("#r-board"), {subtree: true, childList: true});
        }"""
    )


def test_steps_are_shown_in_order_and_then_the_end(fake: Fake, visit: Visit) -> None:
    page = visit()
    watch(page)
    fake.push({"board": board((2, 3)), "players": players(4)}, steps=resolution(20))
    expect(page.locator("#p1 b")).to_have_text("4")
    assert page.evaluate("window.rows") == ["2134", "2314", "231", "23"]
    assert announcements(page) == ["One.", "Two.", "Three."]


def test_a_step_is_shown_until_its_time_is_over(fake: Fake, visit: Visit) -> None:
    page = hold(visit())
    fake.push({"board": board((2, 3)), "players": players(4)}, steps=resolution(LONG))
    expect(page.locator("#s1 .card")).to_have_text("2")
    assert row(page) == ["2", "1", "3", "4"]
    expect(page.locator("#p1 b")).to_have_text("1")
    expect(page.locator("#film-skip")).to_have_attribute("aria-disabled", "false")


def test_the_deal_is_seen_on_the_table(fake: Fake, visit: Visit) -> None:
    """Not played behind the lobby, which would only seem to wait."""
    page = hold(visit())
    page.evaluate("document.querySelector('#table').dataset.phase = 'gathering'")
    fake.push({"head": "<p>Round 2</p>", "board": board((2, 3))}, steps=resolution(LONG))
    expect(page.locator("#s1 .card")).to_have_text("2")
    expect(page.locator("#table")).to_have_attribute("data-phase", "playing")
    expect(page.locator("#r-head")).to_have_text("Round 2")


def test_skipping_shows_the_end_and_tells_everything(fake: Fake, visit: Visit) -> None:
    page = hold(visit())
    fake.push({"board": board((2, 3))}, steps=resolution(LONG))
    fake.push({"players": players(4), "board": board((2, 3))}, steps=[step("Four.", (3,), LONG)])
    expect(page.locator("#film-skip")).to_have_attribute("aria-disabled", "false")
    page.locator("#film-skip").click()
    expect(page.locator("#p1 b")).to_have_text("4")
    assert row(page) == ["2", "3"]
    assert announcements(page) == ["One.", "Two.", "Three.", "Four."]
    expect(page.locator("#film-skip")).to_have_attribute("aria-disabled", "true")


def test_who_wants_no_film_sees_the_end(fake: Fake, visit: Visit) -> None:
    fake.attributes = 'data-speed="none"'
    page = visit()
    fake.push({"board": board((2, 3)), "players": players(4)}, steps=resolution(LONG))
    expect(page.locator("#p1 b")).to_have_text("4")
    assert announcements(page) == ["One.", "Two.", "Three."]


def test_the_speed_is_switched_at_once_and_told_to_the_server(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.get_by_label("speed").select_option("none")
    fake.push({"players": players(4)}, steps=resolution(LONG))
    expect(page.locator("#p1 b")).to_have_text("4")
    fake.wait(lambda: bool(fake.posted_bodies("me")))
    assert "speed=none" in fake.posted_bodies("me")[0]["form"]


@pytest.mark.parametrize(("speed", "pause"), [("slow", 180), ("normal", 100), ("fast", 45)])
def test_speeds_differ_in_their_pauses(fake: Fake, visit: Visit, speed: str, pause: int) -> None:
    fake.attributes = f'data-speed="{speed}"'
    page = visit()
    page.evaluate(
        """() => {
            window.pauses = [];
            const real = window.setTimeout;
            window.setTimeout = (what, time) => (window.pauses.push(Math.round(time)), real(what, time));
        }"""
    )
    fake.push({"players": players(4)}, steps=[step("One.", (2, 1, 3, 4), 100)])
    expect(page.locator("#p1 b")).to_have_text("4")
    assert pause in page.evaluate("window.pauses")


def test_what_the_steps_have_shown_for_good_is_not_sent_again(fake: Fake, visit: Visit) -> None:
    fake.attributes = 'data-speed="none"'
    page = visit()
    fake.push({"players": players(4)}, steps=resolution(10))
    expect(page.locator("#p1 b")).to_have_text("4")
    end = row(page)
    assert end != ["1", "2", "3", "4"]
    page.evaluate("document.body.dataset.speed = 'fast'")
    fake.push({"players": players(5), "board": board((1, 2, 3, 4))}, steps=resolution(10))
    expect(page.locator("#p1 b")).to_have_text("5")
    assert row(page) == ["1", "2", "3", "4"]


def test_what_a_step_has_shown_already_is_not_put_together_again(fake: Fake, visit: Visit) -> None:
    page = hold(visit())
    fake.push({"players": players(4)}, steps=[step("One.", (2, 1, 3, 4), LONG)])
    expect(page.locator("#s1 .card")).to_have_text("2")
    page.evaluate("document.querySelector('#s1').dataset.here = 'still'")
    page.locator("#film-skip").click()
    expect(page.locator("#p1 b")).to_have_text("4")
    expect(page.locator("#s1")).to_have_attribute("data-here", "still")


def test_a_long_queue_is_caught_up_with(fake: Fake, visit: Visit) -> None:
    page = hold(visit())
    for number in range(4):
        fake.push({"players": players(2 + number)}, steps=resolution(LONG))
    expect(page.locator("#p1 b")).to_have_text("4")  # all but the last, which is played
    assert row(page) == ["2", "1", "3", "4"]


TIMES = """() => {
    window.pauses = [];
    const real = window.setTimeout;
    let now = 0;
    window.setTimeout = (what, time) => {
        window.pauses.push(Math.round(time));
        now += time;
        return real(what, 0);
    };
    performance.now = () => now; // as if showing took no time
}"""
"""Notes how long the page would wait, and waits for nothing."""


def pauses(fake: Fake, page: Page, steps: list[dict[str, Any]]) -> list[int]:
    """How long each thing that is seen of these steps is looked at."""
    page.evaluate(TIMES)
    fake.push({"players": players(4)}, steps=steps)
    expect(page.locator("#p1 b")).to_have_text("4")
    return [time for time in page.evaluate("window.pauses") if time > 0]


def test_a_longer_film_is_hurried_and_none_keeps_anybody_waiting(fake: Fake, visit: Visit) -> None:
    seen = pauses(fake, visit(), resolution(1000))
    assert len(seen) == 3 and len({*seen}) == 1 and 1500 < sum(seen) < 3000


def test_hurried_steps_are_shown_together_before_they_are_too_short_to_be_seen(fake: Fake, visit: Visit) -> None:
    page = visit()
    steps = [step(f"Step {number}.", (2, 1, 3, 4), 2500) for number in range(24)]
    seen = pauses(fake, page, steps)
    assert 8 < len(seen) < 20 and min(seen) >= 250 and sum(seen) < 6000
    assert announcements(page) == [one["say"] for one in steps], "nothing is left out for who listens"


def test_what_is_longer_in_a_film_stays_so_when_it_is_hurried(fake: Fake, visit: Visit) -> None:
    short, long = step("One.", (2, 1, 3, 4), 1500), step("Two.", (2, 3, 1, 4), 3000)
    first, second = pauses(fake, visit(), [short, long])
    assert first < 1500 and abs(second - 2 * first) < 5


def test_the_last_steps_can_be_shown_again(fake: Fake, visit: Visit) -> None:
    page = visit()
    again = page.locator("#film-again")
    expect(again).to_have_attribute("aria-disabled", "true")
    fake.push({"board": board((2, 3)), "prompt": ask(8, moves()), "hand": hand()}, steps=resolution(20))
    expect(again).to_have_attribute("aria-disabled", "false")
    page.locator("#h-spy").click()
    watch(page)
    again.click()
    expect(page.locator("body")).to_have_class("past")
    expect(page.locator("#line")).to_contain_text("once more")
    expect(page.locator("body")).not_to_have_class("past")
    expect(page.locator("#line")).to_have_text("")
    assert page.evaluate("window.rows") == ["1234", "2134", "2314", "231", "23"]
    expect(page.locator("#h-spy")).to_have_class("held picked")


def test_what_comes_while_looking_back_waits_and_acting_ends_it(fake: Fake, visit: Visit) -> None:
    fake.attributes = 'data-speed="none"'
    page = visit()
    fake.push({"board": board((2, 3)), "prompt": ask(8, moves())}, steps=resolution(LONG))
    expect(page.locator("#film-again")).to_have_attribute("aria-disabled", "false")
    page.evaluate("document.body.dataset.speed = 'normal'")
    page.locator("#film-again").click()
    expect(page.locator("body")).to_have_class("past")
    fake.push({"players": players(6), "prompt": ask(9, moves())})
    expect(page.locator("body")).to_have_attribute("data-version", "9")
    expect(page.locator("#p1 b")).to_have_text("1")
    page.locator("#h-spy").click()
    expect(page.locator("#p1 b")).to_have_text("6")
    assert row(page) == ["2", "3"]
    expect(page.locator("#h-spy")).to_have_class("held picked")


def test_a_film_that_begins_as_a_repeat_ends_can_be_skipped(fake: Fake, visit: Visit) -> None:
    fake.attributes = 'data-speed="none"'
    page = hold(visit())
    fake.push({"board": board((2, 3)), "prompt": ask(8, moves())}, steps=resolution(LONG))
    expect(page.locator("body")).to_have_attribute("data-version", "8")  # it came without its film
    page.evaluate("document.body.dataset.speed = 'normal'")
    page.locator("#film-again").click()
    expect(page.locator("body")).to_have_class("past")
    fake.push({"board": board((3, 2)), "players": players(6)}, steps=[step("Four.", (3,), 29_000)])
    expect(page.locator("body")).to_have_attribute("data-version", "9")
    page.locator("#h-spy").click()
    expect(page.locator("#r-board .card")).to_have_text(["3"])
    page.locator("#film-skip").click()
    expect(page.locator("#p1 b")).to_have_text("6")


def sewn(*texts: str) -> str:
    """A region of pieces."""
    return SEAM.join(["<ul>", *(f"<li>{text}</li>" for text in texts), "</ul>"])


@pytest.mark.parametrize("speed", ["none", "fast"])
def test_single_pieces_are_sewn_in(fake: Fake, visit: Visit, speed: str) -> None:
    """Whether or not the steps are shown, and again when they are repeated."""
    fake.attributes = f'data-speed="{speed}"'
    fake.regions["board"] = sewn("a", "b", "c")
    page = visit()
    items = page.locator("#r-board li")
    steps = [
        {"say": "One.", "pause": 1, "regions": {"board": {2: "<li>B</li>"}}, "fx": []},
        {"say": "Two.", "pause": 1, "regions": {"board": sewn("a", "B", "c", "d")}, "fx": []},
        {"say": "Three.", "pause": 1, "regions": {"board": {1: "<li>A</li>"}}, "fx": []},
    ]
    fake.push({"board": {4: "<li>D</li>"}, "players": players(4)}, steps=steps)
    expect(page.locator("#p1 b")).to_have_text("4")
    expect(items).to_have_text(["A", "B", "c", "D"])
    page.locator("#film-again").click()
    expect(page.locator("body")).not_to_have_class("past")
    expect(items).to_have_text(["A", "B", "c", "D"])
    fake.push({"board": {3: "<li>C</li>"}})
    expect(items).to_have_text(["A", "B", "C", "D"])


def test_the_question_comes_after_the_film(fake: Fake, visit: Visit) -> None:
    fake.regions["prompt"] = waiting()
    page = hold(visit())
    fake.push({"prompt": ask(8, moves())}, steps=[step("One.", (2, 1, 3, 4), LONG)])
    expect(page.locator("#s1 .card")).to_have_text("2")
    expect(page.locator("#question")).to_have_text("Bob is to act.")
    expect(page).to_have_title("Oriflamme")
    page.locator("#film-skip").click()
    expect(page.locator("#question")).to_have_text("Place a card.")
    expect(page).to_have_title("● Oriflamme")


# Movement

MOVING = "() => document.getAnimations().filter((one) => one.id === 'flip').map((one) => one.effect.target.id)"
EFFECTS = (
    {"do": "fly", "from": "h-spy", "to": "c5"},
    {"do": "turn", "at": "c1"},
    {"do": "strike", "at": "c2"},
    {"do": "glow", "at": "c3"},
    {"do": "coins", "n": 3, "from": "c4", "to": "p2"},
    {"do": "coins", "n": 1, "from": "supply", "to": "nowhere"},
)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_an_arrow_leads_to_its_target_while_its_step_is_shown(fake: Fake, visit: Visit, motion: str) -> None:
    """Over the page, which does not move for it; one of which an end is not there is not drawn."""
    page = visit(reduced_motion=motion)
    place = page.locator("#c1").bounding_box()
    arrows = ({"do": "arrow", "from": "c1", "to": "c3"}, {"do": "arrow", "from": "nowhere", "to": "c3"})
    fake.push({"board": board((2, 3))}, steps=[step("One.", (1, 2, 3, 4), LONG, *arrows)])
    expect(page.locator("#fx[aria-hidden='true'] .arrow")).to_have_count(1)
    assert page.locator("#c1").bounding_box() == place
    assert page.locator("#fx .arrow .shaft").get_attribute("d")
    page.locator("#film-skip").click()
    expect(page.locator("#c1")).to_have_count(0)
    expect(page.locator("#fx .arrow")).to_have_count(0)


def test_what_moves_travels_and_effects_are_played(fake: Fake, visit: Visit) -> None:
    page = hold(visit(reduced_motion="no-preference"))
    watch(page)
    # As slow as it gets, so that all of it can be seen at once.
    page.evaluate("() => (Element.prototype.real = Element.prototype.animate)")
    page.evaluate(
        """() => {
            Element.prototype.animate = function (frames, how) { return this.real(frames, {...how, duration: 1e9}); };
        }"""
    )
    fake.push({}, steps=[step("One.", (5, 2, 1, 3), LONG, *EFFECTS)])
    page.wait_for_function(f"() => ({MOVING})().includes('c5')")
    moving = page.evaluate(MOVING)
    assert {"c1", "c2", "c3", "c5"} <= set(moving)
    assert page.locator("#fx .flying-coin").count() == 3
    assert page.locator("#fx > .card").all_inner_texts() == ["4"]  # it left: its ghost falls
    expect(page.locator("#c1")).to_have_class("card turned")
    expect(page.locator("#c2")).to_have_class("card struck")
    expect(page.locator("#c3")).to_have_class("card glow")
    page.evaluate("() => (Element.prototype.animate = Element.prototype.real)")
    page.locator("#film-skip").click()
    expect(page.locator("#fx > *")).to_have_count(0)
    expect(page.locator(".turned, .struck, .glow")).to_have_count(0)


def test_less_movement_means_the_same_steps_without_any(fake: Fake, visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    watch(page)
    page.evaluate("() => { window.moved = 0; Element.prototype.animate = () => window.moved++; }")
    fake.push({"board": board((5, 2)), "players": players(4)}, steps=[step("One.", (5, 2, 1, 3), 20, *EFFECTS)])
    expect(page.locator("#p1 b")).to_have_text("4")
    assert page.evaluate("window.rows") == ["5213", "52"]
    assert page.evaluate("window.moved") == 0
    assert announcements(page) == ["One."]


def test_the_page_works_under_the_strict_policy(fake: Fake, visit: Visit) -> None:
    """Positions are set through the object model; a style attribute would be a complaint on the console."""
    page = visit(reduced_motion="no-preference")
    fake.push({"board": board((5, 2)), "players": players(4)}, steps=[step("One.", (5, 2, 1, 3), 50, *EFFECTS)])
    expect(page.locator("#p1 b")).to_have_text("4")
    fake.push({"board": board((2,)), "hand": hand(), "players": players(5)})
    expect(page.locator("#p1 b")).to_have_text("5")
