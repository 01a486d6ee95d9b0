"""Whole games by keyboard alone, from the first page on: Tab, arrows, Enter and Escape, the focus always in sight."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page
from web.access.looking import House
from web.play import Player

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
            return `out of sight: ${name(element)}`;
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
    const open = stops.filter(one => one.checkVisibility({visibilityProperty: true}) && one.tabIndex >= 0);
    return [group?.contains(target) ? "ArrowRight" : "Tab", open.indexOf(target) - open.indexOf(active)];
}"""
"""Which key leads from the focus to an element, and how often it must be pressed; below 0: backwards."""


class Fingers(Player):
    """Somebody with nothing but a keyboard."""

    def key(self, key: str, times: int = 1) -> None:
        assert key in ("Tab", "Enter", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
        for _ in range(times):
            self.page.keyboard.press(key)

    def reach(self, selector: str) -> None:
        """Goes to an element: along its group by arrows, else by Tab, round the page if need be."""
        target = self.page.locator(selector)
        key, steps = target.evaluate(WAY)
        if key == "Tab":
            self.key(key, max(steps, 0))
        else:
            self.key(key if steps > 0 else "ArrowLeft", abs(steps))
        for _ in range(400):
            if target.evaluate("target => target === document.activeElement"):
                assert not target.evaluate("target => unseen(target)")
                return
            self.key("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

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
