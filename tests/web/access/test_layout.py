"""Everything has room: rich positions on a phone and a desktop, in long words, large letters, forced colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from web.access.looking import House, Look, table
from web.access.positions import GAMES, RICH

STRETCH = """() => {
    const accents = {a: "ä", e: "é", i: "ï", o: "ö", u: "ü", y: "ÿ", c: "ç", n: "ñ"};
    const ALONE = "#says, script, body [lang]"; // names of languages are in their own
    const done = new WeakMap();
    const long = (text) => text.replace(/[a-z]/g, (letter) => accents[letter] ?? letter)
        .replace(/\\p{L}{2,}/gu, (word) => word + word.slice(-Math.max(1, Math.round(word.length * 0.4))));
    const stretch = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!node.data.trim() || done.get(node) === node.data || node.parentElement.closest(ALONE)) continue;
            node.data = long(node.data);
            done.set(node, node.data);
        }
    };
    stretch();
    new MutationObserver(stretch).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
"""A language of our own: every word 40 % longer and accented, also what comes later."""

CRAMPED = """() => {
    const found = [];
    const name = (one) => `<${one.tagName.toLowerCase()} ${one.id || one.className?.baseVal || one.className}>`
        + (one.textContent.trim().slice(0, 40));
    const {scrollWidth, clientWidth} = document.documentElement;
    if (scrollWidth > clientWidth) {
        const wide = [...document.querySelectorAll("body *")].filter((one) =>
            one.getBoundingClientRect().right > clientWidth + 0.5 && !one.closest("svg") && one.checkVisibility());
        found.push(`the page is ${scrollWidth} wide in ${clientWidth}: ${wide.slice(0, 5).map(name).join(", ")}`);
    }
    for (const one of document.querySelectorAll("body *")) {
        if (!one.checkVisibility({visibilityProperty: true}) || one.closest(".unseen, .sr-only, svg")) continue;
        if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
        const style = getComputedStyle(one);
        if (style.clipPath !== "none" || parseFloat(style.fontSize) === 0 || style.display === "inline") continue;
        if (style.textOverflow === "ellipsis" || style.color === "rgba(0, 0, 0, 0)") continue;
        if (/auto|scroll/.test(style.overflowX)) continue;
        if (one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)}: ${one.scrollWidth} in ${one.clientWidth}`);
    }
    return found;
}"""
"""Text that is wider than its box, unless it scrolls or says by an ellipsis that there is more."""

SMALL = """least => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".skip, p > a"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, {width, height}]) => {
        const side = one.matches("[data-at].can, #ask button, #confirm button") ? least : 24;
        // As large as a finger: so many pixels both ways, or a little less one way and more the other.
        return width && (Math.min(width, height) < side * 0.9 || width * height < (side - 0.5) ** 2);
    })
    .map(([one, {width, height}]) => `${one.dataset.at ?? one.outerHTML.slice(0, 80)}: ${width} x ${height}`)"""
"""Targets under 24 pixels, and choices under what is asked for."""

SIGHT = """() => [...document.querySelectorAll("#r-board, #r-hand, #r-prompt")]
    .map((one) => one.getBoundingClientRect())
    .map(({top, bottom, left, right}) => top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1)
    .concat(document.documentElement.scrollHeight <= innerHeight + 4)"""
"""Whether board, hand and question are on the screen, and the page does not scroll (but for a frame drawn around)."""


def large(page: Page, letters: int) -> None:
    """Sets the size of letters, as readers do in their browser."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": letters}})


def faults(page: Page, where: str) -> list[str]:
    """What has no room: in the page's own words, in letters of double size, in stretched words."""
    found = [f"{where}: {fault}" for fault in page.evaluate(CRAMPED)]
    large(page, 32)
    found += [f"{where}, large: {fault}" for fault in page.evaluate(CRAMPED)]
    large(page, 16)
    page.evaluate(STRETCH)
    return found + [f"{where}, stretched: {fault}" for fault in page.evaluate(CRAMPED)]


@pytest.mark.parametrize("game", GAMES)
def test_rich_positions_have_room(house: House, game: str) -> None:
    """On the phone board, hand and question are in sight without scrolling, and main choices fit a finger."""
    found: list[str] = []
    for n, asked in enumerate(RICH[game]):
        for size in ("phone", "desktop"):
            look = Look(("ru", "fr", "uk", "en")[n], ("light", "dark")[n % 2], size)
            page = house.show(table(f"{game} {asked}"), look)
            where = f"{asked} {' '.join(look)}"
            if size == "phone" and page.evaluate(SIGHT) != [True] * 4:
                found.append(f"{where}: not all in sight: {page.evaluate(SIGHT)}")
            small = page.evaluate(SMALL, 24 if size == "desktop" else 44)
            found += [f"{where}: small: {one}" for one in small]
            found += faults(page, where)
    assert not found, "\n".join(found)


PAGES = (
    "/",
    "/new?game=oriflamme-mix",
    "/tables",
    "/about",
    table("lobby"),
    table("oriflamme over"),
    table("richelieu over"),
)


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_room(house: House, path: str) -> None:
    found: list[str] = []
    for look in (Look("ru", "dark", "phone"), Look("fr", "light", "desktop")):
        page = house.show(path, look)
        found += [f"{look.size}: small: {one}" for one in page.evaluate(SMALL, 24)]
        found += faults(page, " ".join(look))
    assert not found, "\n".join(found)


def test_choices_are_marked_by_more_than_colour(house: House) -> None:
    """What can be chosen has a dashed frame, what is chosen a solid one with a sign, also where colours are forced."""
    page = house.show(table("oriflamme place"))
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    style = (
        "part => { const {content, borderTopStyle: line, borderTopWidth: width} = getComputedStyle(part, '::after');"
    )
    style += " return [content !== 'none', line, parseFloat(width) >= 3]; }"
    can = page.locator("#r-hand .can").first
    assert can.evaluate(style) == [True, "dashed", True]
    can.click()
    assert page.locator("#r-hand .picked").evaluate(style) == [True, "solid", True]
    assert page.locator("#r-board .can").first.evaluate(style) == [True, "dashed", True]
    assert page.locator(".picked").evaluate("one => getComputedStyle(one, '::after').content").startswith('"✓"')
    choice = house.show(table("oriflamme reveal")).locator("#ask .can").first
    assert choice.evaluate("one => getComputedStyle(one).borderTopStyle") == "solid"


def test_nothing_moves_for_those_who_want_it_still(house: House) -> None:
    page = house.show(table("oriflamme place"))
    moving = "() => document.getAnimations().filter(one => one.effect.getComputedTiming().activeDuration > 1).length"
    page.locator("#r-hand .can").first.click()
    assert page.evaluate(moving) == 0
    assert page.evaluate("() => getComputedStyle(document.querySelector('#r-board')).transitionProperty") == "none"
