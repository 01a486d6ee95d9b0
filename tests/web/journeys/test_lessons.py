"""Lessons from end to end in a browser: by mouse, finger, keyboard and ear, each into a real game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ElementHandle, Locator, Page, expect
from web.access.test_keyboard import WATCH, Fingers, role_and_name
from web.browsers import DESKTOP, PHONE, Visitors
from web.play import OVER, Player
from web.servers import Site

from intrigue.lessons import LESSONS, lesson
from intrigue.locale import LANGUAGES, words

SAID = words("en")
READY = f"{OVER}, .taught"
"""Something is marked to be chosen, or the game is over."""
SEEN = """() => {
    const parts = ["#r-board", "#lesson", "#r-prompt", "#r-hand"].map((part) => document.querySelector(part));
    const boxes = [...parts, ...document.querySelectorAll(".taught")].map((one) => [one, one.getBoundingClientRect()]);
    const out = boxes.filter(([, box]) => box.bottom > innerHeight + 1 || box.top < -1 || box.right > innerWidth + 1
        || box.left < -1 || box.height < 20);
    const scrolls = document.scrollingElement.scrollHeight > innerHeight + 1;
    return [...out.map(([one]) => one.outerHTML.slice(0, 80)), ...(scrolls ? ["page"] : [])];
}"""
"""What of a lesson's table is not in sight."""
MARK = "(fact, on) => fact.closest('[data-at]').classList.toggle('taught', on)"
PRESSED = """([at, told, over]) => document.querySelector(over)
    || document.querySelector("#confirm-yes")?.checkVisibility()
    || document.querySelector(".taught")?.dataset.at !== at
    || document.querySelector("#ask")?.getAttribute("aria-busy") === "true"
    || document.querySelector(".lesson-why")?.innerText !== told"""
"""The page has heard of a press: a finger's is told a moment after it."""


class Learner:
    """Somebody who does what a lesson says: presses what it marks, and nothing else."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.said = words(language)

    def from_home(self, name: str) -> None:
        """From the first page, as somebody who was never here."""
        self.press(self.page.locator(f"[data-game={name}] .teach button"))
        self.page.wait_for_selector("main[data-lesson]")

    def press(self, place: Locator) -> None:
        place.click()

    def expect_step(self, name: str, number: int) -> None:
        """The step is told on the page, and once to who listens."""
        steps = len(lesson(name).steps)
        expect(self.page.locator("#lesson-title")).to_contain_text(self.said("lessons.step", step=number, steps=steps))
        both = self.said(f"lessons.{name}.{number}"), self.said(f"lessons.{name}.{number}.do")
        expect(self.page.locator(".lesson-why")).to_have_text(both[0])
        expect(self.page.locator(".lesson-do")).to_have_text(both[1])
        heard = self.page.locator("#announcer > p").all_inner_texts()
        assert heard.count(" ".join(both)) == 1, heard

    def step(self) -> None:
        """One choice, part by part, until it is sent."""
        for _ in range(3):
            mark = self.page.locator(".taught").first
            before = [mark.get_attribute("data-at"), self.page.locator(".lesson-why").inner_text(), OVER]
            self.press(mark)
            self.page.wait_for_function(PRESSED, arg=before)
            yes = self.page.locator("#confirm-yes")
            if yes.is_visible():
                self.press(yes)
            if not self.page.locator("body[data-picking]").count():
                return
        raise AssertionError("the marks lead nowhere")

    def learn(self, name: str) -> None:
        for number in range(1, len(lesson(name).steps) + 1):
            self.page.wait_for_selector(READY)
            self.expect_step(name, number)
            self.look()
            self.step()
            self.page.wait_for_function(
                "([step, over]) => document.querySelector(over) "
                "|| !document.querySelector('.lesson-why')?.textContent.includes(step)",
                arg=[self.said(f"lessons.{name}.{number}"), OVER],
            )
        self.page.wait_for_selector(OVER)

    def look(self) -> None:
        """Looks at the page before a choice."""

    def go_on(self, name: str) -> None:
        """At the end, what was learned, and then a real game against the easiest bots."""
        expect(self.page.locator(".learned > li")).to_have_text(self.said(f"lessons.{name}.end").split("\n"))
        self.press(self.page.get_by_role("button", name=self.said("lessons.play")))
        self.page.wait_for_selector("main[data-phase=playing]:not([data-lesson])")
        bots = self.page.locator(".badge:has([href$='ui-bot'])")
        assert bots.count() >= 2
        for bot in bots.all():
            expect(bot).to_have_attribute("aria-label", self.said("board.badge.bot", level=self.said("level.page")))


OTHERS = [name for name in LESSONS if name != "ablaze"]
ONE_OF_ALL = ["ablaze", *(pytest.param(name, marks=pytest.mark.full) for name in OTHERS)]


@pytest.mark.parametrize("name", ONE_OF_ALL)
def test_a_lesson_by_mouse(inn: Site, visitors: Visitors, name: str) -> None:
    page = visitors(inn.url)
    learner = Learner(page)
    learner.from_home(name)
    page.evaluate("document.body.dataset.speed = 'none'")
    learner.learn(name)
    learner.go_on(name)
    page.evaluate("document.body.dataset.speed = 'none'")
    Player(page).play(2)


class Finger(Learner):
    """A learner with a small phone."""

    def press(self, place: Locator) -> None:
        place.tap()

    def look(self) -> None:
        assert self.page.evaluate(SEEN) == []
        assert self.page.locator("#r-board").evaluate("one => one.scrollHeight - one.clientHeight") <= 0
        for fact in self.page.locator(".slot .taught .card:not(.covered) :is(.tokens b, .name)").element_handles():
            if not fact.evaluate("one => parseFloat(getComputedStyle(one).fontSize)"):
                continue  # little cards have their names for those who listen only
            # Both pictures are of a card drawn anew: a round edge may differ by a shade where only a part was.
            fact.evaluate(MARK, False)
            plain = self.picture_of(fact)
            fact.evaluate(MARK, True)
            assert self.picture_of(fact) == plain, "the mark lies over what a card says"

    def picture_of(self, fact: ElementHandle) -> bytes:
        """A picture of it, but for its outermost pixels, which the frame of the mark touches."""
        box = fact.bounding_box()
        assert box
        x, y, width, height = (box[name] for name in ("x", "y", "width", "height"))
        return self.page.screenshot(clip={"x": x + 2, "y": y + 2, "width": width - 4, "height": height - 4})


@pytest.mark.full
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_on_a_small_phone_is_all_in_sight(inn: Site, visitors: Visitors, name: str) -> None:
    by_finger(visitors(inn.url, size=PHONE), name, "en")


def by_finger(page: Page, name: str, language: str) -> None:
    """A whole lesson on a phone, and on to a real game."""
    learner = Finger(page, language)
    learner.from_home(name)
    page.evaluate("document.body.dataset.speed = 'none'")
    learner.learn(name)
    learner.go_on(name)


@pytest.mark.full
@pytest.mark.parametrize("name", ONE_OF_ALL)
def test_a_lesson_by_keyboard_alone(inn: Site, visitors: Visitors, name: str) -> None:
    page, steps = visitors("about:blank"), len(lesson(name).steps)
    page.context.add_init_script(WATCH)
    page.goto(inn.url)
    fingers = Fingers(page)
    fingers.reach(f"[data-game={name}] .teach button")
    fingers.key("Enter")
    page.wait_for_selector("#ask")
    fingers.reach("[popovertarget=drawer-menu]:not(.close)")
    fingers.key("Enter")
    fingers.choose_from("#likes-speed", "none")
    fingers.key("Escape")
    for number in range(1, steps + 1):
        expect(page.locator("#lesson-title")).to_contain_text(SAID("lessons.step", step=number, steps=steps))
        page.wait_for_selector(".taught")
        fingers.press(page.locator(".taught").first.get_attribute("data-at") or "")
        while page.locator("body[data-picking]").count():
            fingers.press(page.locator(".taught").first.get_attribute("data-at") or "")
    page.wait_for_selector(OVER)
    fingers.reach(".lesson-end .main")
    fingers.key("Enter")
    page.wait_for_selector("main[data-phase=playing]:not([data-lesson])")
    assert page.evaluate("() => window.lost ?? []") == []


HEARD: list[tuple[str | re.Pattern[str], ...]] = [
    (SAID("card.conspiracy.name"), SAID("board.gap.only")),
    (re.compile("leave it face down", re.IGNORECASE),),
    (SAID("card.spy.name"), SAID("board.gap.last")),
    (re.compile("^reveal it", re.IGNORECASE),),
    (re.compile("^reveal it", re.IGNORECASE),),
    (SAID("card.archer.name"), SAID("board.gap.first")),
    (re.compile("^reveal it", re.IGNORECASE),),
    (re.compile("^slot 7: .*of the Lily", re.IGNORECASE),),
    (re.compile("^slot 5: .*of the Sun", re.IGNORECASE),),
    (SAID("card.assassination.name"), re.compile("^slot 4: .*Spy", re.IGNORECASE)),
    (re.compile("^reveal it", re.IGNORECASE),),
    (re.compile("^slot 1: .*Soldier", re.IGNORECASE),),
    (re.compile("^slot 3: .*of the Sun", re.IGNORECASE),),
]
"""What somebody presses who hears the lesson of Oriflamme, step by step: by the names of buttons."""


@pytest.mark.full
def test_a_lesson_by_ear(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, likes={"speed": "none"})
    page.get_by_role("navigation").get_by_role("link", name=SAID("lessons.nav"), exact=True).click()
    offer = page.get_by_role("article", name=SAID("game.oriflamme"), exact=True)
    offer.get_by_role("button", name=SAID("lessons.begin")).click()
    table = page.get_by_role("main")
    for number, names in enumerate(HEARD, start=1):
        title = SAID("lessons.step", step=number, steps=len(HEARD))
        told = table.get_by_role("region", name=f"{SAID('lessons.region')} {title}", exact=True)
        expect(told).to_contain_text(SAID(f"lessons.oriflamme.{number}.do"))
        expect(page).to_have_title(re.compile("^●"))
        for name in names:
            button = table.get_by_role("button", name=name, exact=True, disabled=False)
            expect(button).to_have_accessible_description(re.compile(re.escape(SAID("lessons.mark"))))
            button.click()
    end = table.get_by_role("region", name=SAID("lessons.end"))
    for line in SAID("lessons.oriflamme.end").split("\n"):
        expect(end.get_by_role("listitem").filter(has_text=line)).to_be_visible()
    end.get_by_role("button", name=SAID("lessons.play")).click()
    expect(page).to_have_title(re.compile("."))
    expect(page.get_by_role("main").get_by_role("region", name=SAID("lessons.region"))).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("heading", name=SAID("board.hand"))).to_be_attached()


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in LESSONS if name != "oriflamme"])
def test_the_other_lessons_by_ear(inn: Site, visitors: Visitors, name: str) -> None:
    """Of all buttons, one after the other, the one that says that the lesson means it."""
    page, steps = visitors(f"{inn.url}/learn", likes={"speed": "none"}), len(lesson(name).steps)
    offer = page.get_by_role("article", name=SAID(f"game.{name}"), exact=True)
    offer.get_by_role("button", name=SAID("lessons.begin")).click()
    table = page.get_by_role("main")
    marked = table.get_by_role("button", disabled=False).and_(
        page.locator(f"[aria-description='{SAID('lessons.mark')}']")
    )
    for number in range(1, steps + 1):
        title = SAID("lessons.step", step=number, steps=steps)
        told = table.get_by_role("region", name=f"{SAID('lessons.region')} {title}", exact=True)
        expect(told).to_contain_text(SAID(f"lessons.{name}.{number}.do"))
        for _ in range(3):
            marked.first.focus()
            role, said = role_and_name(page)
            assert role == "button" and said.strip()
            page.keyboard.press("Enter")
            if not page.locator("body[data-picking]").count():
                break
    end = table.get_by_role("region", name=SAID("lessons.end"))
    for line in SAID(f"lessons.{name}.end").split("\n"):
        expect(end.get_by_role("listitem").filter(has_text=line)).to_be_visible()


def test_another_choice_is_answered_with_what_to_try(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url)
    learner = Learner(page)
    learner.from_home("oriflamme")
    missed = page.locator(".lesson-missed")
    expect(missed).to_be_hidden()
    page.locator("[data-at='hand:archer']").click()
    expect(page.locator("[data-at='hand:conspiracy']")).to_have_class(re.compile("taught"))
    expect(missed).to_have_text(SAID("lessons.missed"))
    expect(missed).to_be_visible()
    expect(page.locator("[data-at='hand:archer']")).not_to_have_class(re.compile("picked"))
    page.locator("[data-at='hand:conspiracy']").click()
    expect(missed).to_be_hidden()
    expect(page.locator("[data-at='hand:conspiracy']")).to_have_class(re.compile("picked"))
    page.locator("[data-at='hand:archer']").click()  # what was right stays
    expect(page.locator("[data-at='hand:conspiracy']")).to_have_class(re.compile("picked"))
    said = f"{SAID('lessons.missed')} {SAID('lessons.oriflamme.1.do')}"
    expect(page.locator("#announcer > p").filter(has_text=said)).to_have_count(2)
    expect(missed).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
    page.locator("[data-at='hand:conspiracy']").click()  # a second click lets it go
    learner.step()
    expect(page.locator("#r-board")).to_contain_text(SAID("card.conspiracy.name"))
    expect(missed).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_try_is_said_where_it_stands_on_a_phone(inn: Site, visitors: Visitors, language: str) -> None:
    page = visitors(inn.url, language, size=PHONE)
    learner = Finger(page, language)
    learner.from_home("oriflamme")
    page.locator("[data-at='hand:archer']").tap()
    told = f"{learner.said('lessons.missed')} {learner.said('lessons.oriflamme.1.do')}"
    expect(page.locator("#announcer > p").filter(has_text=told)).to_have_count(1)
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator(".lesson-missed")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()
    learner.look()
    learner.step()
    expect(page.locator("#r-board")).to_contain_text(learner.said("card.conspiracy.name"))


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_notice_lies_over_nothing_that_a_lesson_says(inn: Site, visitors: Visitors, size: tuple[int, int]) -> None:
    """Nor over what is pressed next."""
    page = visitors(inn.url, size=size)
    learner = Learner(page)
    learner.from_home("oriflamme")
    page.route("**/do", lambda route: route.fulfill(status=422, json={"message": "Something else. " * 9}))
    learner.step()
    if page.locator("#confirm-yes").is_visible():
        page.locator("#confirm-yes").click()
    expect(page.locator("#notice")).to_be_visible()
    visitors.complaints.clear()  # the browser's, about an answer that says no
    notice, *others = (page.locator(one).bounding_box() for one in ("#notice", "#lesson", ".dock", "#r-players"))
    for other in others:
        assert notice and other
        apart = notice["y"] + notice["height"] <= other["y"] or other["y"] + other["height"] <= notice["y"]
        assert apart or notice["x"] + notice["width"] <= other["x"]


@pytest.mark.full
def test_who_leaves_a_lesson_finds_the_others(inn: Site, visitors: Visitors) -> None:
    page = visitors(f"{inn.url}/learn")
    page.locator("[data-lesson=richelieu] .main").click()
    page.locator(".lesson-leave").click()
    page.locator("#dialog-sure button[value=yes]").click()
    expect(page.get_by_role("heading", name=SAID("lessons.left"))).to_be_visible()
    expect(page.locator("#ending")).to_be_hidden()  # how a game ended is no news of a lesson
    page.get_by_role("link", name=SAID("lessons.all")).click()
    expect(page.get_by_role("heading", level=1, name=SAID("lessons.title"))).to_be_visible()
    page.goto(inn.url)
    page.locator("[data-game=richelieu] .game-more a[href='/learn']").click()
    page.wait_for_url("**/learn")
