"""Whole games by keyboard alone, from the first page on: Tab both ways, arrows, Enter, Escape, the focus in sight."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.access.looking import House, Look, table
from web.play import Player

from intrigue.locale import words
from intrigue.web.games.registry import html_of
from intrigue.web.html import rule_links
from intrigue.web.table.settings import default_settings

WATCH = """
(() => {
    window.lost = [];
    let held = ""; // where the focus is, if the reader did not walk out of the page
    const soon = (look) => requestAnimationFrame(() => requestAnimationFrame(look)); // once it is drawn
    const name = (element) => element.outerHTML.slice(0, 120);
    window.unseen = (element) => {
        const {left, right, top, bottom, width, height} = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!width || !height || !at || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
            return `out of sight: ${name(element)} at ${[left, top, right, bottom]} of ${[innerWidth, innerHeight]}`;
        // What the reader opened may cover: Escape takes it away and leaves the focus.
        if (!element.contains(at) && !at.contains(element) && !at.closest(":popover-open"))
            return `covered: ${name(element)} by ${name(at)}`;
        if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return `not marked: ${name(element)}`;
        return "";
    };
    addEventListener("focusin", ({target}) => {
        held = name(target);
        soon(() => {
            if (document.activeElement !== target) return;
            const fault = target.matches("h1, h2, #question") ? "" : window.unseen(target);
            if (fault) window.lost.push(fault);
        });
    });
    addEventListener("keydown", ({key}) => key === "Tab" && (held = ""), {capture: true});
    new MutationObserver(() => soon(() => {
        const active = document.activeElement;
        if (held && (!active || active === document.body)) window.lost.push(`the focus is nowhere; it was at ${held}`);
    })).observe(document, {childList: true, subtree: true});
})();
"""
"""Notes wherever the focus goes whether one can see it, and whether anything that changes on the page drops it."""

WAY = """target => {
    const active = document.activeElement;
    const group = active?.closest("[data-group]");
    const stops = group?.contains(target) ? [...group.querySelectorAll("[data-at]")]
        : [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, [tabindex='0']")];
    const open = stops.filter(one => one.checkVisibility({visibilityProperty: true}) && one.tabIndex >= 0)
        .filter(one => !one.closest("[inert]"));
    const steps = open.includes(target) ? open.indexOf(target) - open.indexOf(active) : 0;
    return [group?.contains(target) ? "Arrow" : "Tab", steps];
}"""
"""Which key leads from the focus to an element, and how often it must be pressed; below 0: backwards."""
FAR = """moves => {
    const stops = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")];
    return moves.map((parts) => {
        let [way, at] = [0, stops.indexOf(document.activeElement)];
        for (const part of parts) {
            const next = stops.findIndex((one) => one.dataset.at === part);
            if (next >= 0) [way, at] = [way + Math.abs(next - at), next];
        }
        return way;
    });
}"""
"""How far the parts of each move are from the focus and from each other."""
SEEN = """async target => unseen(target)
    && await new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(() => seen(unseen(target)))))"""
"""What hides an element, also once all is drawn that has just come."""
KEYS = ("Tab", "Shift+Tab", "Enter", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


class Fingers(Player):
    """Somebody with nothing but a keyboard."""

    def key(self, key: str, times: int = 1) -> None:
        assert key in KEYS
        for _ in range(times):
            self.page.keyboard.press(key)

    def reach(self, selector: str) -> None:
        """Goes to an element: along its group by arrows, else by Tab forwards or backwards, round it if need be."""
        target = self.page.locator(selector)
        for _ in range(3):  # what opens on the way may bring a stop of its own
            way, steps = target.evaluate(WAY)
            on, back = ("Tab", "Shift+Tab") if way == "Tab" else ("ArrowRight", "ArrowLeft")
            self.key(on if steps > 0 else back, abs(steps))
            if not steps:
                break
        for _ in range(400):
            if target.evaluate("target => target === document.activeElement"):
                assert not target.evaluate(SEEN)
                return
            self.key("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    def choose(self, question: dict[str, Any]) -> tuple[str, list[str]]:
        """Of some moves by chance the one that is nearest: fingers are lazy, and games are long."""
        some = self.chooser.sample(question["moves"], min(4, len(question["moves"])))
        ways: list[int] = self.page.evaluate(FAR, [parts for _, parts, _ in some])
        move, parts, _ = some[ways.index(min(ways))]
        return str(move), list(parts)

    def press(self, part: str) -> None:
        self.reach(f"[data-at={json.dumps(part)}]")
        self.key("Enter")

    def choose_from(self, selector: str, value: str) -> None:
        """Chooses in a list without opening it."""
        self.reach(selector)
        values: list[str] = self.page.locator(selector).evaluate("list => [...list.options].map(one => one.value)")
        steps = values.index(value) - values.index(self.page.locator(selector).input_value())
        self.key("ArrowDown" if steps > 0 else "ArrowUp", abs(steps))
        assert self.page.locator(selector).input_value() == value

    def wait(self) -> dict[str, Any] | None:
        question = super().wait()
        assert self.page.evaluate("() => lost") == []
        assert self.page.evaluate("() => document.activeElement !== document.body"), "a push took the focus away"
        return question


def sit_down(page: Page, game: str, players: int) -> Fingers:
    """From the first page to a game with bots that are shown at once."""
    fingers = Fingers(page, seed=players)
    fingers.choose_from(f"#players-{game}", str(players))
    fingers.choose_from(f"#level-{game}", "page")
    fingers.reach(f"[data-game={game}] .quick button")
    fingers.key("Enter")
    page.wait_for_selector("#ask")
    fingers.reach("[popovertarget=drawer-menu]:not(.close)")
    fingers.key("Enter")
    fingers.choose_from("#likes-speed", "none")
    fingers.key("Escape")
    return fingers


@pytest.mark.full
@pytest.mark.parametrize(("game", "players"), [("oriflamme", 3), ("ablaze", 3), ("richelieu", 2)])
def test_a_whole_game(house: House, game: str, players: int) -> None:
    page = house.visitors("about:blank")
    page.context.add_init_script(WATCH)
    page.goto(house.url)
    fingers = sit_down(page, game, players)
    fingers.play()
    assert fingers.over
    assert page.evaluate("() => lost") == []
    fingers.reach("[data-post$=rematch]")


SPOKEN = """() => {
    const active = document.activeElement;
    const line = active.closest("#r-log > li")?.textContent ?? "";
    return [line, active.localName, active.getAttribute("aria-label") ?? ""];
}"""
"""The line of the log that the focus is in, what has it, and its own name."""


def role_and_name(page: Page) -> tuple[str, str]:
    """Role and name of what has the focus, as a screen reader hears them."""
    session = page.context.new_cdp_session(page)
    active = session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
    node = session.send("Accessibility.getPartialAXTree", {"objectId": active, "fetchRelatives": False})["nodes"][0]
    return node["role"]["value"], node["name"]["value"]


def test_the_log_is_one_stop_and_every_line_of_it_is_reached(house: House) -> None:
    """Arrows go from line to line and to the paragraph of the rules; Enter looks back; the list says so."""
    said, page = words("en"), house.show(table("oriflamme target"))
    list_, lines = page.locator("#r-log"), page.locator("#r-log > li:visible")
    assert lines.count() > 40
    before_deal = page.locator("#r-log > li:not([data-v])")
    assert before_deal.count() and not before_deal.locator("visible=true").count()
    page.locator("#r-talk").focus()
    page.keyboard.press("Shift+Tab")
    expect(list_).to_be_focused()
    expect(list_).to_have_accessible_description(said("replay.log.keys"))
    expect(page.locator("#log-keys")).to_be_in_viewport()
    page.keyboard.press("Tab")
    assert not list_.evaluate("list => list.contains(document.activeElement)"), "the log is more than one stop"
    page.keyboard.press("Shift+Tab")
    texts = lines.all_inner_texts()
    for key, number in (("ArrowUp", -1), ("ArrowUp", -2), ("ArrowDown", -1), ("ArrowDown", -1), ("Home", 0)):
        page.keyboard.press(key)
        assert page.evaluate(SPOKEN)[:2] == [texts[number], "li"]
        sign = lines.nth(number % len(texts)).locator("a").count() * f" {said('learn.sign')}"
        assert role_and_name(page) == ("listitem", texts[number] + sign)
    page.keyboard.press("End")
    line = page.locator("#r-log > li:focus")
    while not line.locator("a").count():
        page.keyboard.press("ArrowUp")
    text, expected = line.inner_text(), line.locator("a").get_attribute("href")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(SPOKEN) == [text, "a", said("learn.sign")]
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    assert expected and opened.value.url.endswith(expected)
    page.bring_to_front()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(SPOKEN)[:2] == [text, "li"]
    version = line.get_attribute("data-v")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#past")).to_be_visible()
    assert int(page.locator("body").get_attribute("data-past") or 0) <= int(version or 0)
    assert page.evaluate(SPOKEN)[1] == "li", "looking back took the focus away"
    page.keyboard.press("Escape")
    expect(page.locator("#past")).to_be_hidden()
    before = page.evaluate(SPOKEN)
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(list_).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(SPOKEN) == before, "the log forgot where the reader was"
    page.keyboard.press("Shift+Tab")
    assert not list_.evaluate("list => list.contains(document.activeElement)"), "the log is more than one stop"


LINKS = "#hint > .in-rules:last-child a"


def test_a_list_of_cards_is_one_stop_and_every_card_of_it_leads_to_the_rules(house: House) -> None:
    """What was set aside: arrows go from card to card, Tab goes on to the paragraph and then past the list."""
    page = house.show(table("oriflamme target"))
    cards = page.locator("#own-aside .piled")
    page.locator("#own-aside > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(cards.first).to_be_focused()
    last = cards.count() - 1
    assert last > 1
    for key, at in (("ArrowRight", 1), ("End", last), ("ArrowDown", last), ("ArrowUp", last - 1), ("Home", 0)):
        page.keyboard.press(key)
        expect(cards.nth(at)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_have_attribute("aria-describedby", "hint")
    expected = way_to_rules("oriflamme", cards.nth(1).get_attribute("data-hint"))
    page.keyboard.press("Tab")
    expect(page.locator(LINKS)).to_be_focused()
    expect(page.locator(LINKS)).to_have_attribute("href", expected)
    page.keyboard.press("Tab")
    assert not page.evaluate("() => document.activeElement.closest('.pile, #hint')"), "the list is more than one stop"
    page.keyboard.press("Shift+Tab")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#own-aside > summary")).to_be_focused()


def test_on_a_phone_what_was_set_aside_comes_into_sight_beside_the_hand(house: House) -> None:
    for asked in ("hand", "target"):
        page = house.show(table(f"ablaze {asked}"), Look(size="phone"))
        page.evaluate(WATCH)
        page.locator("#own-aside > summary").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        for card in page.locator("#own-aside .piled").all():
            expect(card).to_be_focused()
            assert not card.evaluate(SEEN)
            page.keyboard.press("ArrowRight")


def way_to_rules(game: str, hint: str | None) -> str:
    """The address to which an explanation leads."""
    return rule_links.address_of(game, default_settings(game, "en").edition, html_of(game).about_hint(hint or ""))


@pytest.mark.parametrize(
    ("game", "asked", "whole"),
    [("oriflamme", "target", ".place:has([data-hint^='kind:'])"), ("richelieu", "place", ".about")],
)
def test_what_lies_under_or_on_a_card_leads_to_the_rules(house: House, game: str, asked: str, whole: str) -> None:
    """The explanation of a stack or of a card with prizes ends with the ways to its paragraphs; Tab leads there."""
    page = house.show(table(f"{game} {asked}"))
    place = page.locator(f"#r-board {whole}").last
    place.focus()
    expect(place).to_have_attribute("aria-describedby", "hint")
    own = place.get_attribute("data-hint")
    parts: list[str] = place.locator("[data-hint]").evaluate_all("all => all.map((one) => one.dataset.hint)")
    links = page.locator(LINKS)
    expected = [way_to_rules(game, hint) for hint in dict.fromkeys(parts) if hint != own]
    assert expected and links.evaluate_all("all => all.map((one) => one.getAttribute('href'))") == expected
    for _ in range(page.locator("#hint a").count()):
        page.keyboard.press("Tab")
    expect(links.last).to_be_focused()
    expect(links.last).to_have_text(re.compile(r"\w"))
    page.keyboard.press("Tab")
    expect(place).not_to_have_attribute("aria-describedby", "hint")
    assert not place.evaluate("place => place === document.activeElement")


def test_whoever_leaves_an_explanation_at_the_end_of_the_table_does_not_come_into_it_again(house: House) -> None:
    page = house.show(table("richelieu place"))
    held = page.locator("#r-hand .held").last
    held.focus()
    expect(held).to_have_attribute("aria-describedby", "hint")
    for _ in range(page.locator("#hint a").count()):
        page.keyboard.press("Tab")
    expect(page.locator("#hint a").last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#hint")).to_be_hidden()
    assert not page.evaluate("() => document.activeElement.closest('main')")


def test_arrows_in_an_open_hand_leave_the_replay_where_it_is(house: House) -> None:
    page = house.show(f"{table('oriflamme over')}/replay?seat=all&step=7")
    hands = page.locator(".open-hands .pile")
    cards = hands.first.locator(".piled")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    expect(page.locator("body")).to_have_attribute("data-step", "7")
    page.keyboard.press("Escape")  # no explanation, so no link in one
    page.keyboard.press("Tab")
    expect(hands.nth(1).locator(".piled").first).to_be_focused()
    page.locator("#reel-on").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("body")).to_have_attribute("data-step", "8")


COVERED = ":is(main > *, .timeline)[inert]"


def test_what_lies_under_an_open_drawer_is_out_of_reach(house: House) -> None:
    """Tab does not lead there, and whoever taps beside the drawer only closes it."""
    page = house.show(table("oriflamme place"), Look(size="phone"))
    page.evaluate("() => addEventListener('click', ({target}) => (window.hit = target.closest('main > *')?.className))")
    page.locator(".tools [popovertarget=drawer-menu]").click()
    expect(page.locator(f"{COVERED}.dock")).to_have_count(1)
    for _ in range(40):
        page.keyboard.press("Tab")
        assert not page.evaluate("() => Boolean(document.activeElement.closest('main'))")
    box = page.locator("#r-players").bounding_box()
    assert box
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    expect(page.locator("#drawer-menu:popover-open")).to_have_count(0)
    assert not page.evaluate("() => window.hit")
    expect(page.locator(COVERED)).to_have_count(0)
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    assert page.evaluate("() => window.hit") == "region-players"


def test_whoever_goes_from_one_drawer_to_another_has_the_table_covered_all_the_while(house: House) -> None:
    page = house.show(table("oriflamme place"), Look(size="phone"))
    for name in ("log", "menu"):
        page.locator(f".tools [popovertarget=drawer-{name}]").click()
        expect(page.locator(f"#drawer-{name}:popover-open")).to_be_visible()
        expect(page.locator(f"{COVERED}.dock")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(COVERED)).to_have_count(0)
