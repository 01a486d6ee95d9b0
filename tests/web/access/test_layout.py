"""Everything has room: rich positions on a phone and a desktop, in long words, large letters, forced colours."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page
from web.access.looking import LANGUAGES, House, Look, table
from web.access.positions import GAMES, RICH
from web.browsers import PHONE
from web.play import Toucher

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
    .concat([document.documentElement, document.querySelector("#r-board")]
        .map((one) => one.scrollHeight <= one.clientHeight))"""
"""Whether board, hand and question are on the screen, and neither the page nor the board scrolls."""


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
            if size == "phone" and page.evaluate(SIGHT) != [True] * 5:
                found.append(f"{where}: not all in sight: {page.evaluate(SIGHT)}")
            small = page.evaluate(SMALL, 24 if size == "desktop" else 44)
            found += [f"{where}: small: {one}" for one in small]
            found += faults(page, where)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("asked", ["agent", "neutral"])
def test_two_nobles_have_both_sets_of_agents_in_sight(house: House, asked: str) -> None:
    """Also beside the button that takes a move back, and in letters of every language."""
    found: list[str] = []
    for language in LANGUAGES:
        page = house.show(table(f"richelieu two {asked}"), Look(language, "light", "phone"))
        over = page.locator("#r-hand").evaluate("one => one.scrollWidth - one.clientWidth")
        found += [f"{language}: the hand is {over} too wide"] if over > 0 else []
        found += [f"{language}: small: {one}" for one in page.evaluate(SMALL, 44)]
        if page.evaluate(SIGHT) != [True] * 5:
            found.append(f"{language}: not all in sight: {page.evaluate(SIGHT)}")
    assert not found, "\n".join(found)


def test_panels_of_five_players_have_one_line_for_everything(house: House) -> None:
    wrapped = """all => all.filter((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        const {height} = text.getBoundingClientRect();
        return height > 1.5 * parseFloat(getComputedStyle(one).lineHeight) || one.scrollWidth > one.clientWidth;
    }).map((one) => one.textContent)"""
    for language in LANGUAGES:
        page = house.show(table("ablaze reveal"), Look(language, "light", "desktop"))
        assert page.locator(".piles > summary").evaluate_all(wrapped) == [], language


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_an_explanation_never_covers_what_is_asked(house: House, size: str) -> None:
    page = house.show(table("richelieu hand"), Look(size=size))
    clear = """() => { const {top, bottom, left, right} = document.querySelector("#hint").getBoundingClientRect();
        return [...document.querySelectorAll("#ask button")].map((one) => one.getBoundingClientRect())
            .filter((box) => box.top < bottom && box.bottom > top && box.left < right && box.right > left).length; }"""
    places = page.locator("#r-board .about, #r-board .space, #r-hand .held, #question")
    shown = places.evaluate_all("all => all.map((one, n) => one.checkVisibility() ? n : -1).filter((n) => n >= 0)")
    for number in (shown[0], shown[len(shown) // 2], *shown[-9::2]):
        if size == "phone":
            places.nth(number).dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
        else:
            places.nth(number).hover()
        page.wait_for_selector("#hint h3, #hint p")
        assert page.evaluate(clear) == 0, places.nth(number).get_attribute("data-hint")
        page.keyboard.press("Escape")
        page.mouse.move(0, 0)


@pytest.mark.parametrize(("game", "players", "moves"), [("ablaze", 5, 6), ("richelieu", 2, 4)])
def test_long_words_have_room_after_every_push(house: House, game: str, players: int, moves: int) -> None:
    """The language of long words on a phone, while a game goes on: what is pushed is stretched as it comes."""
    page = house.visitors(house.url, size=PHONE, likes={"speed": "none"})
    page.locator(f"#players-{game}").select_option(str(players))
    page.locator(f"#level-{game}").select_option("page")
    page.locator(f"[data-game={game}] button").click()
    player = Toucher(page, seed=3)
    assert player.wait()
    page.evaluate(STRETCH)
    found: list[str] = []
    for number in range(moves):
        if (question := player.wait()) is None:
            break
        found += [f"move {number}: {fault}" for fault in page.evaluate(CRAMPED)]
        player.answer(question)
    assert not found, "\n".join(found)


PAGES = (
    "/",
    "/new?game=oriflamme-mix",
    "/tables",
    "/about",
    "/me/notices",
    "/rules",
    "/rules/ablaze?edition=uk",
    "/rules/richelieu",
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


def test_the_ways_of_the_site_stand_in_one_line_on_a_phone(house: House) -> None:
    """In words of every language, none touching the next; with the languages at most a sixth of the screen."""
    edges = """links => links.map((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        const {left, right} = text.getBoundingClientRect();
        return [left, right, one.getBoundingClientRect().top];
    })"""
    for language in LANGUAGES:
        page = house.show("/", Look(language, "light", "phone"))
        boxes = page.locator(".crown nav a").evaluate_all(edges)
        assert len(boxes) == 5 and len({top for _, _, top in boxes}) == 1, language
        assert all(right + 4 <= left for (_, right, _), (left, _, _) in itertools.pairwise(boxes)), language
        assert page.locator(".crown").evaluate("one => one.offsetHeight") * 6 <= PHONE[1], language


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
