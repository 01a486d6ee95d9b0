"""Everything has room: rich positions on a phone and a desktop, in long words, large letters, forced colours."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect
from web.access.looking import SIZES, House, Look, table
from web.access.measures import BROKEN, COVERED, CRAMPED, CUT, NAMES, OUT, SIGHT, SMALL, STILL, STRETCH, TINY
from web.access.positions import BOB, GAMES, RICH
from web.browsers import DESKTOP, PHONE
from web.play import Toucher

from intrigue.locale import LANGUAGES
from intrigue.rulebook.registry import family_of
from intrigue.web.view.sandbox_link import link_to_sketch

ROWS = [game for game in GAMES if family_of(game) == "oriflamme"]
"""The games with a row of cards."""


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


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=pytest.mark.full) if name in ("ablaze", "oriflamme-mix") else name for name in GAMES],
)
def test_rich_positions_have_room(house: House, game: str) -> None:
    """On the phone board, hand and question are in sight without scrolling, and main choices fit a finger; nothing lies
    over a card, and with room its name is easy to read."""
    found: list[str] = []
    for n, asked in enumerate(RICH[game]):
        for size in ("phone", "desktop"):
            look = Look(("ru", "fr", "uk", "en")[n], ("light", "dark")[n % 2], size)
            page = house.show(table(f"{game} {asked}"), look)
            where = f"{asked} {' '.join(look)}"
            if size == "phone" and page.evaluate(SIGHT) != [True] * 5:
                found.append(f"{where}: not all in sight: {page.evaluate(SIGHT)}")
            found += [f"{where}: covered: {one}" for one in page.evaluate(COVERED)]
            if size == "desktop":
                found += [f"{where}: name: {one}" for one in page.evaluate(NAMES)]
            small = page.evaluate(SMALL, 24 if size == "desktop" else 44)
            found += [f"{where}: small: {one}" for one in small]
            found += faults(page, where)
    assert not found, "\n".join(found)


@pytest.mark.full
def test_names_on_cards_have_whole_words(house: House) -> None:
    found: list[str] = []
    for game, language, size in itertools.product(ROWS, LANGUAGES, SIZES):
        page = house.show(table(f"{game} {next(iter(RICH[game]))}"), Look(language, "light", size))
        found += [f"{game} {language} {size}: {one}" for one in page.evaluate(BROKEN)]
    assert not found, "\n".join(found)


@pytest.mark.full
def test_names_in_the_hand_are_read(house: House) -> None:
    found: list[str] = []
    for game, language in itertools.product(ROWS, LANGUAGES):
        page = house.show(table(f"{game} hand"), Look(language, size="phone"))
        assert page.locator("#r-hand .held").count() == 7
        found += [f"{game} {language}: {one}" for one in page.evaluate(TINY)]
    assert not found, "\n".join(found)


def places_in_a_game(page: Page) -> list[list[float]]:
    """Where the parts of the table are, before a card or an agent is picked and then."""
    found: list[list[float]] = [page.evaluate(STILL)]
    first = page.locator("#r-hand .held.can")
    if first.count():
        first.first.click()
        expect(page.locator("#confirm")).to_be_visible()
        found.append(page.evaluate(STILL))
    return found


def moves(places: list[list[float]]) -> bool:
    """Whether something is seen to move: less than a pixel is not."""
    return any(max(edge) - min(edge) >= 1 for edge in zip(*places, strict=True))


@pytest.mark.parametrize("game", ["oriflamme", "richelieu"])
def test_the_board_stays_where_it_is(house: House, game: str) -> None:
    """Whatever is asked, whoever is asked, whatever is picked."""
    for size, language in (("phone", "ru"), ("desktop", "fr")):
        found: list[list[float]] = []
        for asked in ("last action",) if game == "richelieu" else ("target",):
            found += places_in_a_game(house.show(table(f"{game} {asked}"), Look(language, size=size)))
        found += places_in_a_game(house.show(table(f"{game} hand"), Look(language, size=size)))
        found += places_in_a_game(house.show(table(f"{game} hand"), Look(language, size=size), BOB))
        assert not moves(found), (size, found)


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_stays_where_it_is_in_every_window(house: House, language: str) -> None:
    """Of cards in a row; at court on phones, and on desktops of the usual size by the quick test."""
    phones = [("richelieu", size) for size in (PHONE, (390, 844))]
    for game, (width, height) in [*itertools.product(("oriflamme", "ablaze"), (PHONE, (390, 844), *LAPTOPS)), *phones]:
        found: list[list[float]] = []
        for asked in RICH[game]:
            page = house.show(table(f"{game} {asked}"), Look(language, size="phone" if width < 600 else "desktop"))
            page.set_viewport_size({"width": width, "height": height})
            found += places_in_a_game(page)
        assert not moves(found), (game, width, height, found)
    for size in SIZES:
        page = house.page(1, size)
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))


def test_nothing_lies_over_the_cards_of_those_who_wait(house: House) -> None:
    for game in ROWS:
        assert house.show(table(f"{game} reveal"), Look("fr"), BOB).evaluate(COVERED) == [], game


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


def test_what_can_be_done_now_does_not_lie_over_the_past(house: House) -> None:
    """A move that could be taken back, while somebody looks at an earlier one."""
    for size in SIZES:
        page = house.show(table("oriflamme reveal"), Look(size=size))
        expect(page.locator("#drawer-menu .now")).to_be_visible()
        page.keyboard.press("Shift+ArrowLeft")
        expect(page.locator("#past")).to_be_visible()
        expect(page.locator("#drawer-menu .now")).to_be_hidden()


def test_all_that_a_last_action_can_be_leaves_the_court_in_sight(house: House) -> None:
    """Six zones and more choices than one line holds on a phone, in every language, also if all of them are offered."""
    found: list[str] = []
    for language in LANGUAGES:
        page = house.show(table("richelieu last action"), Look(language, "light", "phone"))
        for state in ("as it is", "all offered"):
            found += [f"{language}, {state}: covered: {one}" for one in page.evaluate(COVERED)]
            if page.evaluate(SIGHT) != [True] * 5:
                found.append(f"{language}, {state}: not all in sight: {page.evaluate(SIGHT)}")
            found += [f"{language}, {state}: small: {one}" for one in page.evaluate(SMALL, 44)]
            found += [f"{language}, {state}: {one}" for one in page.evaluate(CRAMPED)]
            page.locator("#ask .barred").evaluate_all("all => all.map((one) => one.classList.remove('barred'))")
    assert not found, "\n".join(found)


LAPTOPS = ((1000, 700), (1024, 768), (1180, 800), (1280, 720), (1366, 657), (1536, 730), (1920, 970))
"""What is left of a screen beside a browser's own bars, or of a tablet."""


def hidden_at_court(page: Page, where: str, windows: Iterable[tuple[int, int]] = LAPTOPS) -> list[str]:
    """What of six cards and of the agents in hand is not in sight in some window."""
    found: list[str] = []
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{where} {width}x{height}: {one}" for one in page.evaluate(COVERED) + page.evaluate(OUT)]
    return found


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_court_is_in_sight_in_every_window(house: House, language: str) -> None:
    """Six cards with their spaces, and the agents: also while a move is put together, looked back at, and tried."""
    found: list[str] = []
    for asked in ("hand", "last action", "two agent", "two neutral"):
        page = house.show(table(f"richelieu {asked}"), Look(language))
        found += hidden_at_court(page, asked)
        page.locator("#r-hand .held.can").first.click()
        expect(page.locator("#confirm")).to_be_visible()
        found += hidden_at_court(page, f"{asked}, picked")
    page = house.show(f"{table('richelieu over')}/replay?seat=all&step=30", Look(language))
    found += hidden_at_court(page, "replay")
    page = house.show(COURT, Look(language))  # with a bar of its own and the hands of all
    found += hidden_at_court(page, "sandbox", [DESKTOP, *LAPTOPS[-2:]])
    page.set_viewport_size(dict(zip(("width", "height"), DESKTOP, strict=True)))
    assert not found, "\n".join(found)


def test_a_lesson_lies_beside_its_table_in_every_window(house: House) -> None:
    for game in ("oriflamme", "richelieu"):
        page = house.show(table(f"{game} lesson"), Look("fr"))
        for width, height in LAPTOPS:
            page.set_viewport_size({"width": width, "height": height})
            over = "document.querySelector('#table').getBoundingClientRect().right"
            lesson = "document.querySelector('.region-lesson').getBoundingClientRect().left"
            assert page.evaluate(f"{over} - {lesson}") <= 0, f"{game} {width}x{height}"
        page.set_viewport_size(dict(zip(("width", "height"), DESKTOP, strict=True)))


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


CROSSED = """() => {
    document.querySelector("#film-again").setAttribute("aria-disabled", "false");
    const text = document.createRange();
    text.selectNodeContents(document.querySelector("#r-head > .stage"));
    const whole = text.commonAncestorContainer;
    const seen = [...document.querySelectorAll(".bar .brand, .bar .tool, .film .tool")]
        .filter((one) => one.checkVisibility());
    const tools = seen.map((one) => one.getBoundingClientRect());
    const crosses = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom && b.top < a.bottom;
    const lines = [...text.getClientRects()];
    const under = seen.filter((_, i) => lines.some((line) => crosses(line, tools[i]))
        || tools.some((other, j) => j < i && crosses(other, tools[i])));
    return [
        ...under.map((one) => `under ${one.id || one.title || one.textContent.trim()}`),
        ...(whole.scrollHeight > whole.clientHeight + 1 ? ["cut"] : []),
        ...(lines.length > 3 ? [`${lines.length} lines`] : []),
    ];
}"""
"""What of the line above a table is not read, and tools that lie over each other."""


@pytest.mark.full
def test_the_line_above_a_table_is_read_on_a_phone(house: House) -> None:
    """Also beside the film's button and the way to another table that waits."""
    found: list[str] = []
    names = ("oriflamme place", "oriflamme reveal", "richelieu hand", "oriflamme over", "aborted")
    for language, name in itertools.product(LANGUAGES, (*names, "oriflamme lesson", "richelieu lesson")):
        page = house.show(table(name), Look(language, size="phone"))
        for hidden in (False, True):
            page.locator("#next-table").evaluate("(one, hidden) => { one.hidden = hidden; }", hidden)
            found += [f"{language} {name}: {one}" for one in page.evaluate(CROSSED)]
    assert not found, "\n".join(found)


@pytest.mark.full
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


def test_an_explanation_has_room_on_a_phone_and_shows_that_there_is_more(house: House) -> None:
    """Also of a card of the row, and while one looks back."""
    page = house.show(table("oriflamme reveal"), Look("ru", size="phone"))
    hint, read = page.locator("#hint"), "one => [one.clientHeight, one.scrollHeight, one.hasAttribute('data-more')]"
    for back in (False, True):
        if back:
            page.keyboard.press("Shift+ArrowLeft")
            expect(page.locator("#past")).to_be_visible()
        for place in (".slot .place", ".slot .card.up", "#r-hand .held"):
            page.locator(place).first.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
            page.wait_for_selector("#hint h3, #hint p")
            seen, whole, more = hint.evaluate(read)
            assert seen >= min(whole, 250), place
            assert more == (whole - seen > 4), place
            hint.evaluate("one => one.scrollTo(0, 9999)")
            expect(hint).not_to_have_attribute("data-more", "")
            page.keyboard.press("Escape")
            expect(hint).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize(("game", "players", "moves"), [("ablaze", 5, 6), ("richelieu", 2, 4)])
def test_long_words_have_room_after_every_push(house: House, game: str, players: int, moves: int) -> None:
    """The language of long words on a phone, while a game goes on: what is pushed is stretched as it comes."""
    page = house.visitors(house.url, size=PHONE, likes={"speed": "none"})
    page.locator(f"#players-{game}").select_option(str(players))
    page.locator(f"#level-{game}").select_option("page")
    page.locator(f"[data-game={game}] .quick button").click()
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


ROW = link_to_sketch("oriflamme", "2Soldier 1Lord/1spy 3Lord 3archer 2heir:2 @2")
COURT = link_to_sketch("richelieu", "R9[1:3 2:1 n1:1 2:1 .] E1[G . . . .]")
PERSONAL = {
    "/mine": Look("uk", "light", "phone"),
    "/mine/statistics": Look("ru", "dark", "phone"),
    "/ladder": Look("fr", "light", "phone"),
    "/me": Look("uk", "dark", "phone"),
    "/me/delete": Look("fr", "light", "desktop"),
    "/learn": Look("ru", "light", "phone"),
    "/replay": Look("en", "dark", "desktop"),
    f"{table('oriflamme over')}/replay?seat=2": Look("en", "light", "phone"),
    f"{table('richelieu over')}/replay?seat=all": Look("uk", "dark", "phone"),
    ROW: Look("fr", "light", "phone"),
    f"{ROW}&mode=setup": Look("uk", "light", "phone"),
    COURT: Look("ru", "dark", "phone"),
    f"{COURT}&mode=setup": Look("ru", "light", "desktop"),
}
"""Of a person's own games and of trying things out, each in one look."""


def look_around(house: House, path: str, looks: Iterable[Look]) -> None:
    """Goes to a page in all these looks and hears about what has no room."""
    found: list[str] = []
    for look in looks:
        page = house.show(path, look)
        found += [f"{' '.join(look)}: small: {one}" for one in page.evaluate(SMALL, 24)]
        found += [f"{' '.join(look)}: cut: {one}" for one in page.evaluate(CUT)]
        found += faults(page, " ".join(look))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "look",
    [Look("ru", "dark", "phone"), pytest.param(Look("fr", "light", "desktop"), marks=pytest.mark.full)],
    ids=" ".join,
)
@pytest.mark.parametrize("path", PAGES)
def test_pages_have_room(house: House, path: str, look: Look) -> None:
    look_around(house, path, [look])


@pytest.mark.parametrize("path", PERSONAL)
def test_personal_pages_have_room(house: House, path: str) -> None:
    look_around(house, path, [PERSONAL[path]])


@pytest.mark.full
@pytest.mark.parametrize("path", PERSONAL)
def test_personal_pages_have_room_in_every_look(house: House, path: str) -> None:
    look_around(house, path, itertools.starmap(Look, itertools.product(LANGUAGES, ("light",), SIZES)))


@pytest.mark.full
def test_names_in_examples_of_the_rules_are_read_whole(house: House) -> None:
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    found: list[str] = []
    for game, language, size in itertools.product(("ablaze", "richelieu"), LANGUAGES, SIZES):
        page = house.show(f"/rules/{game}", Look(language, size=size))
        found += [f"{game} {language} {size}: {one}" for one in page.locator(".pieces .who .name").evaluate_all(cut)]
    assert not found, "\n".join(found)


def test_all_figures_of_a_person_are_in_sight_on_a_phone(house: House) -> None:
    for path in ("/mine/statistics", "/ladder"):
        page = house.show(path, Look("ru", "light", "phone"))
        wide = page.locator(".wide-table").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
        assert wide and not any(wide), path


def test_what_is_laid_out_otherwise_is_still_called_a_table(house: House) -> None:
    """Browsers forget what the parts of a table are where they are no longer laid out as such."""
    forgotten = """() => [...document.querySelectorAll("table")].flatMap((table) => {
        const parts = [table, ...table.querySelectorAll("thead, tbody, tr, th, td")];
        const otherwise = parts.some((one) => !getComputedStyle(one).display.startsWith("table"));
        return parts.filter((one) => otherwise && !one.hasAttribute("role")).map((one) => one.outerHTML.slice(0, 60));
    })"""
    for path in ("/mine/statistics", "/ladder", table("oriflamme over")):
        page = house.show(path, Look(size="phone"))
        assert page.locator("table").count() and page.evaluate(forgotten) == [], path


def test_what_is_chosen_is_read_on_a_phone(house: House) -> None:
    """How strong the bots of a new table are, and whose eyes a game is watched with."""
    for language in LANGUAGES:
        for path in ("/new?game=oriflamme", *list(PERSONAL)[7:9]):
            page = house.show(path, Look(language, "light", "phone"))
            assert page.evaluate(CUT) == [], f"{path} {language}"


def test_the_sandbox_has_its_court_in_sight_on_a_phone(house: House) -> None:
    for language in LANGUAGES:
        assert house.show(COURT, Look(language, "light", "phone")).evaluate(COVERED) == [], language


def test_a_phone_shows_every_action_of_the_sandbox_and_no_track_too_small_to_read(house: House) -> None:
    cut = """() => [...document.querySelectorAll("#ask .choice")].flatMap((one) => {
        const {left, right} = one.getBoundingClientRect();
        const list = one.closest("ul").getBoundingClientRect();
        const out = left < list.left - 1 || right > list.right + 1 || one.scrollWidth > one.clientWidth;
        return out ? [one.textContent] : [];
    })"""
    small = """() => [...document.querySelectorAll("#r-track text")].filter((one) => {
        const {width, height} = one.ownerSVGElement.getBoundingClientRect();
        return width > 1 && height * 8 / one.ownerSVGElement.viewBox.baseVal.height < 7;
    }).length"""
    for language in LANGUAGES:
        page = house.show("/sandbox?game=richelieu", Look(language, "light", "phone"))
        for width, height in (PHONE, (360, 740), (412, 915)):
            page.set_viewport_size({"width": width, "height": height})
            assert (page.evaluate(cut), page.evaluate(small)) == ([], 0), f"{language} {width}x{height}"
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_what_is_done_with_a_piece_stays_in_its_panel_on_a_phone(house: House) -> None:
    for language in LANGUAGES:
        page = house.show(f"{ROW}&mode=setup", Look(language, "light", "phone"))
        page.locator("#r-setup [data-piece]").first.click()
        for bar in ("#piece-tools", "#reel"):
            assert page.locator(bar).evaluate("one => one.scrollWidth <= one.clientWidth"), f"{bar} {language}"


def test_how_a_film_is_shown_is_read_on_a_desktop(house: House) -> None:
    """While it goes on, and when it can be shown again."""
    cut = """ending => [...document.querySelectorAll(".film .tool")].flatMap((one) => {
        one.setAttribute("aria-disabled", String(one.id === ending));
        if (one.id === ending) return [];
        const film = one.parentElement.getBoundingClientRect();
        const {left, right, top, bottom, width} = one.lastElementChild.getBoundingClientRect();
        const out = left < film.left || right > film.right || top < film.top || bottom > film.bottom;
        return out || one.lastElementChild.scrollWidth > Math.ceil(width) ? [one.textContent] : [];
    })"""
    for language in LANGUAGES:
        page = house.show(table("oriflamme place"), Look(language))
        for ending in ("film-again", "film-skip"):
            page.evaluate(cut, ending)
            assert page.evaluate(cut, ending) == [], language


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
