"""Sounds are our own, wait for a gesture, and can be switched off, also for one table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect
from web.static.fake import Fake, board, players

Visit = Callable[..., Page]

LISTEN = """() => {
    window.heard = [];
    window.contexts = 0;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
        constructor(...all) { super(...all); window.contexts++; }
        get state() { return "running"; }
        createOscillator() { const voice = super.createOscillator(); window.heard.push(voice); return voice; }
    };
}"""


def rings(fake: Fake, page: Page, influence: int, sound: str = "coins") -> None:
    fake.push({"players": players(influence)}, sound=sound)
    expect(page.locator("#p1 b")).to_have_text(str(influence))


def test_nothing_sounds_before_a_gesture(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.evaluate(LISTEN)
    rings(fake, page, 3)
    assert page.evaluate("window.contexts + window.heard.length") == 0
    page.locator("#h-spy").click()
    rings(fake, page, 4)
    assert page.evaluate("[window.contexts, window.heard.length > 0]") == [1, True]


def test_every_sound_of_the_contract_sounds(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.evaluate(LISTEN)
    page.keyboard.press("Tab")
    for number, sound in enumerate(("turn", "place", "reveal", "fall", "coins", "end", "unknown", ""), start=2):
        page.evaluate("() => (window.heard = [])")
        rings(fake, page, number, sound)
        assert (page.evaluate("window.heard.length") > 0) == (sound not in ("unknown", ""))


def test_the_switch_is_obeyed(fake: Fake, visit: Visit) -> None:
    fake.attributes = 'data-sound="off"'
    page = visit()
    page.evaluate(LISTEN)
    page.locator("#h-spy").click()
    rings(fake, page, 3)
    assert page.evaluate("window.contexts + window.heard.length") == 0


def test_a_sound_belongs_to_the_steps_and_the_turn_to_their_end(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.evaluate(LISTEN)
    page.keyboard.press("Tab")
    step = {"say": "One.", "pause": 10_000_000, "regions": {"board": board((2, 1))}, "fx": []}
    for number, (sound, soon) in enumerate((("reveal", True), ("turn", False)), start=3):
        page.evaluate("() => (window.heard = [])")
        fake.push({"players": players(number), "board": board()}, steps=[step], sound=sound)
        expect(page.locator("#s1 .card")).to_have_text("2")
        assert (page.evaluate("window.heard.length") > 0) == soon
        page.locator("#film-skip").click()
        expect(page.locator("#p1 b")).to_have_text(str(number))
        assert page.evaluate("window.heard.length") > 0


def test_a_turn_sounds_and_is_marked_in_the_title_while_the_tab_is_hidden(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.evaluate(LISTEN)
    page.keyboard.press("Tab")
    page.evaluate("() => Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    fake.push({"players": players(5)}, turn=False)
    expect(page).to_have_title("Oriflamme")
    fake.push({"players": players(6)}, sound="turn", turn=True)
    expect(page).to_have_title("● Oriflamme")
    assert page.evaluate("window.heard.length") > 0


MENU = """<button type="button" popovertarget="drawer-menu">menu</button><section id="drawer-menu" popover>
<button type="button" id="quiet" data-state="on" data-on="Told" data-off="Silent" hidden><span></span></button>
<a id="notices-way" href="/me/notices" hidden>way</a></section>"""


def is_silent(fake: Fake, page: Page, influence: int, silent: bool) -> None:
    """Whether a turn neither sounds nor shows in the title."""
    page.evaluate("() => (window.heard = [])")
    fake.push({"players": players(influence)}, turn=False)
    fake.push({"players": players(influence + 1)}, sound="turn", turn=True)
    expect(page.locator("#p1 b")).to_have_text(str(influence + 1))
    expect(page).to_have_title("Oriflamme" if silent else "● Oriflamme")
    assert (page.evaluate("window.heard.length") == 0) == silent


def test_a_silenced_table_neither_sounds_nor_marks_its_title(fake: Fake, visit: Visit) -> None:
    """From the beginning, and on all open pages when the switch is flipped."""
    fake.regions["controls"] = MENU
    fake.answers["notices"] = {"seated": True, "on": False, "any": False}
    fake.attributes = "data-quiet"
    page = visit()
    other = page.context.new_page()
    other.goto(fake.url)
    expect(other.locator("body")).to_have_attribute("data-line", "online")
    for one, influence in ((page, 3), (other, 5)):  # each other numbers: what is pushed reaches both
        one.evaluate(LISTEN)
        one.keyboard.press("Tab")
        is_silent(fake, one, influence, True)
    page.get_by_role("button", name="menu").click()
    page.get_by_role("button", name="Silent").click()
    expect(page).to_have_title("● Oriflamme")
    expect(other).to_have_title("● Oriflamme")
    assert fake.posted_bodies("notices") == [{"on": True}]
    for one, influence in ((page, 7), (other, 9)):
        one.keyboard.press("Tab")
        is_silent(fake, one, influence, False)
    page.get_by_role("button", name="Told").click()
    expect(page).to_have_title("Oriflamme")
    expect(other).to_have_title("Oriflamme")
    for one, influence in ((page, 11), (other, 13)):
        is_silent(fake, one, influence, True)


def told_of_table(fake: Fake, visit: Visit) -> tuple[Page, Locator]:
    """A page whose reader is told of the table, with its menu open."""
    fake.regions["controls"] = MENU
    fake.answers["notices"] = {"seated": True, "on": True, "any": True}
    page = visit()
    menu = page.get_by_role("button", name="menu")
    menu.click()
    return page, menu


def test_what_was_asked_before_the_switch_was_flipped_does_not_flip_it_back(fake: Fake, visit: Visit) -> None:
    page, menu = told_of_table(fake, visit)
    expect(page.get_by_role("button", name="Told")).to_be_visible()
    menu.click()
    asked: list[Route] = []
    page.route("**/notices", lambda route: asked.append(route) if route.request.method == "GET" else route.continue_())
    with page.expect_request("**/notices"):
        menu.click()
    with page.expect_response("**/notices"):
        page.get_by_role("button", name="Told").click()
    with page.expect_response("**/notices"):
        asked[0].fulfill(json={"seated": True, "on": True, "any": True})
    page.evaluate("() => new Promise((go) => setTimeout(go))")  # it has been read by now
    expect(page.get_by_role("button", name="Silent")).to_be_visible()


def test_what_is_asked_while_the_switch_is_under_way_does_not_flip_it_back(fake: Fake, visit: Visit) -> None:
    page, menu = told_of_table(fake, visit)
    sent: list[Route] = []
    page.route("**/notices", lambda route: sent.append(route) if route.request.method == "POST" else route.continue_())
    with page.expect_request("**/notices"):
        page.get_by_role("button", name="Told").click()
    expect(page.get_by_role("button", name="Silent")).to_be_visible()
    menu.click()
    menu.click()
    expect(page.get_by_role("button", name="Told")).to_be_visible()  # the server does not know better yet
    sent[0].continue_()
    expect(page.get_by_role("button", name="Silent")).to_be_visible()


def test_a_switch_that_was_not_taken_is_put_back(fake: Fake, visit: Visit, faults: None) -> None:
    fake.regions["controls"] = MENU
    fake.answers["notices"] = {"seated": True, "on": True, "any": True}
    page = visit()
    page.get_by_role("button", name="menu").click()
    expect(page.get_by_role("button", name="Told")).to_be_visible()
    fake.answers["notices"] = (503, {})
    page.get_by_role("button", name="Told").click()
    fake.wait(lambda: bool(fake.posted_bodies("notices")))
    expect(page.get_by_role("button", name="Told")).to_be_visible()
    expect(page).to_have_title("● Oriflamme")
