"""Draws every page of the routes' table on a real site, and rich positions, in all languages, themes and sizes into
build/screenshots.

Each page gets a folder with a picture per variant, and a contact sheet that shows them all: NAME.png. The pictures
that the documents show are drawn into docs/pictures.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import html
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from positions import NAMES, POSITIONS, WATCHER, Position, cookie, table_id, write
from sample_pages import PAGES, fill
from sample_pages import write as write_samples

from intrigue.locale import LANGUAGES
from intrigue.web.http.identity_cookie import COOKIE
from intrigue.web.runtime.tokens import csrf_token
from intrigue.web.store.factory import open_store
from intrigue.web.view.sandbox_link import link_to_sketch

ROOT = Path(__file__).parent.parent
OUT = ROOT / "build" / "screenshots"
DOCS = ROOT / "docs" / "pictures"
THEMES = ("light", "dark")
PHONE, DESKTOP = SIZES = ("360x640", "1280x800")
QUALITY = 45
"""Of a picture in the documents, in percent: letters stay sharp, files small."""
DRAWING = ["--no-sandbox", "--disable-lcd-text", "--disable-partial-raster", "--force-color-profile=srgb"]
"""How the browser is started: the same page gives the same picture."""
PATIENCE = 20_000
PAINTED = 100
"""Milliseconds after which a page surely shows what was done on it."""
HOST = NAMES[0]

Deed = Callable[[Page], None]


@dataclass(frozen=True)
class Picture:
    """A page, who looks at it, and what they do before the picture is taken."""

    name: str
    path: str
    """Its blanks hold their samples."""
    who: str = HOST
    """Empty: a stranger."""
    do: Deed | None = None
    whole: bool = False
    """Whether the picture goes on below the window."""


def at_table(name: str, position: str = "", who: str = HOST, do: Deed | None = None, whole: bool = False) -> Picture:
    """A picture of a table."""
    return Picture(name, f"/t/{table_id(position or name)}", who, do, whole)


# What people do


def touch(page: Page) -> bool:
    """Whether fingers are used."""
    return bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))


def can(page: Page, start: str, at: int = 0) -> None:
    """Picks one of the parts that can be picked now."""
    page.locator(f".can[data-at^='{start}']").nth(at).click()


def pick(page: Page) -> None:
    """Takes a card into the hand."""
    can(page, "hand:")


def pick_both(page: Page) -> None:
    """A card and its place; a sentence asks whether that is meant."""
    can(page, "hand:", 1)
    page.locator(".can[data-at^='slot:'], .can[data-at^='to:']").last.click()
    expect(page.locator("#confirm-yes")).to_be_visible()


def pick_agent(page: Page) -> None:
    """An agent and a space."""
    can(page, "agent:")
    can(page, "space:")
    expect(page.locator("#confirm-yes")).to_be_visible()


def pick_agent_only(page: Page) -> None:
    can(page, "agent:")


def answer(page: Page) -> None:
    """Picks the first button among the answers."""
    can(page, "do:")


def explain(selector: str, at: int = 0) -> Deed:
    """Points at something until it explains itself."""

    def point(page: Page) -> None:
        place = page.locator(selector).nth(at)
        place.scroll_into_view_if_needed()
        if touch(page):
            press = "e => e.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch'}))"
            place.evaluate(press)
        else:
            place.hover()
        expect(page.locator("#hint")).to_be_visible()

    return point


def refuse(selector: str) -> Deed:
    """Tries what is not offered until the page says why."""

    def press(page: Page) -> None:
        page.locator(selector).first.click(force=True)
        expect(page.locator("#hint .why")).to_be_visible()

    return press


def open_drawer(drawer: str) -> Deed:
    """Opens a drawer where it is one; beside the table it is open."""

    def press(page: Page) -> None:
        button = page.locator(f"[popovertarget=drawer-{drawer}]").first
        if button.is_visible():
            button.click()

    return press


def menu_then(selector: str, sign: str) -> Deed:
    """Something from the menu, until a sign is there."""

    def press(page: Page) -> None:
        open_drawer("menu")(page)
        page.locator(selector).first.click()
        expect(page.locator(sign).first).to_be_visible()

    return press


def piles(page: Page) -> None:
    """Looks at what lies before a player."""
    page.locator(".piles > summary").first.click(position={"x": 4, "y": 4})


def lift(page: Page) -> None:
    """Lifts the curtain."""
    page.locator("#curtain-open").click()
    expect(page.locator("#curtain")).to_be_hidden()


def peek(page: Page) -> None:
    """Holds the button that shows the own card."""
    page.locator("[data-peek]").hover()
    page.mouse.down()
    expect(page.locator(".peeked")).to_be_visible()


def to_the_end(page: Page) -> None:
    page.evaluate("document.querySelector('#table').scrollTo(0, 1e6); scrollTo(0, 1e6)")


def look_back(times: int) -> Deed:
    """Looks at an earlier moment."""

    def press(page: Page) -> None:
        for _ in range(times):
            before = page.locator("body").get_attribute("data-past") or ""
            page.keyboard.press("Shift+ArrowLeft")
            expect(page.locator("body")).not_to_have_attribute("data-past", before)
            expect(page.locator("#past")).to_be_visible()

    return press


def broken_record(page: Page) -> None:
    """Brings what is no record."""
    page.locator("#upload-text").fill("Game: oriflamme\nPlayers: 3\nSeed: 7\n\nplace unicorn first\n")
    page.locator(".upload button.main").click()
    expect(page.locator("#upload-fault")).to_be_visible()


def replay_of(name: str, position: str, asked: str, do: Deed | None = None) -> Picture:
    """A picture of a game that is watched."""
    return Picture(name, f"/t/{table_id(position)}/replay?{asked}", do=do)


SHAPESHIFTER = "2Soldier 1Archer/1shapeshifter:1 3Lord 3spy 2heir:2 @2"
CORRUPTION = "R9[1:3 2:1 1:1 2:1 .] E1 | R2[2:3 3:1 3:1 2:1 .] E2[3:2 . . . .]"


def held_piece(page: Page) -> None:
    """Chooses a piece that lies in the row."""
    page.locator("#r-setup .laid").nth(1).click()
    expect(page.locator("#piece-tools")).to_be_visible()


PICTURES = (
    *(Picture(name, path, whole=True) for name, path in PAGES.items()),
    Picture("home-stranger", "/", who=""),
    Picture("upload-broken", "/replay", do=broken_record, whole=True),
    at_table("replay-past", "placing", do=look_back(3)),
    at_table("replay-past-court", "court-rich", do=look_back(2)),
    replay_of("replay-all", "end", "seat=all&step=21"),
    replay_of("replay-seat", "ablaze-end", "seat=1&step=30"),
    replay_of("replay-end", "end", "seat=all&step=999"),
    replay_of("replay-court", "court-end", "seat=all&step=60"),
    replay_of("replay-what-if", "end", "seat=2&step=21", lambda page: page.locator("#what-if-open").click()),
    replay_of("replay-menu", "end", "seat=2&step=21", open_drawer("menu")),
    Picture("new-mix", "/new?game=oriflamme-mix", whole=True),
    Picture("new-court", "/new?game=richelieu", do=lambda page: page.locator(".more > summary").click(), whole=True),
    Picture("tables-watcher", "/tables", who=WATCHER, whole=True),
    Picture("mine-window", "/mine"),
    Picture("mine-none", "/mine", who="", whole=True),
    Picture(
        "identity-code", "/me", do=lambda page: page.locator("form[action='/me/recovery'] button").click(), whole=True
    ),
    Picture("gone-stranger", "/me/gone", who="", whole=True),
    Picture("rules-window", "/rules"),
    Picture("rules-row", "/rules/oriflamme#archer"),
    Picture("rules-ablaze", "/rules/ablaze#prince"),
    Picture("rules-court", "/rules/richelieu#face"),
    Picture("rules-search", "/rules/oriflamme-mix?q=archer", whole=True),
    Picture("learn-stranger", "/learn", who="", whole=True),
    Picture("sandbox-row", link_to_sketch("oriflamme", SHAPESHIFTER)),
    Picture("sandbox-laid", link_to_sketch("ablaze", "1Cutthroat 2queen:1 3Queen 2felon @1")),
    Picture("sandbox-court", link_to_sketch("richelieu", CORRUPTION)),
    Picture("sandbox-setup", f"{link_to_sketch('oriflamme', SHAPESHIFTER)}&mode=setup", do=held_piece),
    Picture("sandbox-setup-court", f"{link_to_sketch('richelieu', CORRUPTION)}&mode=setup"),
    Picture(
        "sandbox-share", link_to_sketch("oriflamme", SHAPESHIFTER), do=lambda page: page.locator("#share-open").click()
    ),
    Picture(
        "sandbox-text", link_to_sketch("oriflamme", SHAPESHIFTER), do=lambda page: page.locator("#text-open").click()
    ),
    Picture("sandbox-menu", link_to_sketch("ablaze", "1bribery:1 2Queen 3Felon @1"), do=open_drawer("menu")),
    at_table("lesson-row"),
    at_table("lesson-row-picked", "lesson-row", do=pick),
    at_table("lesson-reveal"),
    at_table("lesson-ablaze"),
    at_table("lesson-mix"),
    at_table("lesson-court"),
    at_table("lesson-neutral"),
    at_table("lesson-end", whole=True),
    at_table("lesson-court-end", whole=True),
    at_table("lobby", whole=True),
    at_table("lobby-guest", "lobby", who="", whole=True),
    at_table("lobby-hot", whole=True),
    at_table("early"),
    at_table("placing"),
    at_table("placing-picked", "placing", do=pick),
    at_table("placing-confirm", "placing", do=pick_both),
    at_table("placing-hint", "placing", do=explain(".held", 1)),
    at_table("placing-why", "placing", do=refuse(".slot .place:not(.can)")),
    at_table("reveal"),
    at_table("reveal-confirm", "reveal", do=answer),
    at_table("target"),
    at_table("waiting"),
    at_table("waiting-hint", "waiting", do=explain(".slot .place", 1)),
    at_table("waiting-piles", "waiting", do=piles),
    at_table("spectator", "watched", who=WATCHER),
    at_table("stranger", "watched", who="", do=open_drawer("menu")),
    at_table("log", "waiting", do=open_drawer("log")),
    at_table("talk", "waiting", do=open_drawer("talk")),
    at_table("menu", "waiting", do=open_drawer("menu")),
    at_table("share", "waiting", do=menu_then("[data-open=dialog-share]", "#dialog-share")),
    at_table("resign", "waiting", do=menu_then("[data-do*=resign]", "#sure-text")),
    at_table("ablaze-early"),
    at_table("ablaze-rich"),
    at_table("ablaze-rich-confirm", "ablaze-rich", do=pick_both),
    at_table("ablaze-rich-hint", "ablaze-rich", do=explain(".slot .place", 4)),
    at_table("mix-rich"),
    at_table("days"),
    at_table("days-orders", "days", do=menu_then("[data-open=dialog-orders]", "#orders form")),
    at_table("live"),
    at_table("hot-curtain", "hot"),
    at_table("hot-lifted", "hot", do=lift),
    at_table("hot-open"),
    at_table("hot-peek", "hot-open", do=peek),
    at_table("court-early"),
    at_table("court-two"),
    at_table("court-rich"),
    at_table("court-rich-picked", "court-rich", do=pick_agent_only),
    at_table("court-rich-confirm", "court-rich", do=pick_agent),
    at_table("court-rich-hint", "court-rich", do=explain(".about", 2)),
    at_table("court-rich-why", "court-rich", do=refuse(".barred")),
    at_table("court-corrupt"),
    at_table("court-waiting"),
    at_table("court-piles", "court-rich", do=piles),
    at_table("court-spectator", "court-rich", who=WATCHER),
    at_table("end"),
    at_table("end-board", "end", do=to_the_end),
    at_table("ablaze-end"),
    at_table("mix-end"),
    at_table("court-end"),
    at_table("aborted"),
)


@dataclass(frozen=True)
class Shown:
    """A picture that the documents show: one of the pictures above, at a size and in a theme."""

    name: str
    of: str
    size: str = DESKTOP
    theme: str = "light"


SHOWN = (
    Shown("first-page", "home-stranger"),
    Shown("oriflamme", "reveal"),
    Shown("richelieu", "court-rich-confirm"),
    Shown("phone-question", "reveal", PHONE),
    Shown("phone-lesson", "lesson-row", PHONE),
    Shown("phone-richelieu", "court-corrupt", PHONE, "dark"),
    Shown("looking-back", "replay-past"),
    Shown("replay", "replay-all"),
    Shown("rulebook", "rules-row"),
    Shown("sandbox", "sandbox-setup"),
    Shown("statistics", "statistics"),
)


# The site and its visitors


def free_port() -> int:
    """A port nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def site(positions: Sequence[Position], samples: bool) -> Iterator[str]:
    """The address of a site whose store holds the tables, and what the samples of pages name if that is wanted."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/site.db"

        async def furnish() -> None:
            store = await open_store(database)
            host = await write(store, positions)
            if samples:
                await write_samples(store, host)
            await store.close()

        asyncio.run(furnish())
        port = str(free_port())
        command = [sys.executable, "-P", "-m", "intrigue", "serve", "--no-open", "--lang", "en", "--port", port]
        named = ["--public-url", f"http://127.0.0.1:{port}"]  # so that there is something for friends to scan
        with (Path(folder) / "log").open("w") as log:
            process = subprocess.Popen(
                [*command, *named, "--database", database],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "INTRIGUE_SHOWN_DELAY": "0"},
            )
        try:
            assert process.stdout
            found = (word for line in process.stdout for word in line.split() if word.startswith("http://"))
            yield next(found).rstrip("/.")
        except BaseException:
            print((Path(folder) / "log").read_text(), file=sys.stderr)
            raise
        finally:
            process.terminate()
            process.wait()


def visitor(
    browser: Browser, url: str, who: str, language: str, size: str, theme: str, dots: float = 1
) -> BrowserContext:
    """Somebody with a browser of that size on a light or dark device, who reads that language; dots for each pixel."""
    width, height = (int(number) for number in size.split("x"))
    phone = width < 600
    context = browser.new_context(
        base_url=url,
        locale=language,
        viewport={"width": width, "height": height},
        device_scale_factor=dots,
        has_touch=phone,
        is_mobile=phone,
        color_scheme=theme,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    if who:
        token = cookie(who)
        context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
        fields = {"token": csrf_token(token), "language": language}
        answer = context.request.post("/me", form=fields, headers={"Origin": url})
        assert answer.ok, answer.status_text
    return context


def arrange(page: Page, picture: Picture) -> None:
    """Opens a page and does what is to be done before its picture is taken."""
    page.mouse.move(0, 0)
    page.goto(fill(picture.path))
    page.wait_for_selector("body:not([data-page=table]), body[data-line=online]")
    if picture.do:
        picture.do(page)
    page.wait_for_timeout(PAINTED)


def take_picture(page: Page, picture: Picture, variant: str) -> None:
    """Takes the picture of a page."""
    arrange(page, picture)
    page.screenshot(path=OUT / picture.name / f"{variant}.png", full_page=picture.whole)
    page.mouse.up()


def sheet(page: Page, name: str, variants: Sequence[tuple[str, str]]) -> None:
    """The contact sheet of a page: its pictures side by side, a line for each language."""
    lines = ""
    for language in dict.fromkeys(language for language, _ in variants):
        pictures = "".join(
            f"<figure><img src='{name}/{language}-{rest}.png'><figcaption>{language} {rest}</figcaption></figure>"
            for other, rest in variants
            if other == language
        )
        lines += f"<div>{pictures}</div>"
    style = (
        "body{margin:12px;width:max-content;background:#777;font:14px sans-serif;color:#fff}div{display:flex;gap:12px}"
        "figure{margin:0 0 12px}img{display:block;height:480px}h1{font-size:18px;margin:0 0 8px}"
    )
    written = OUT / f"{name}.html"
    written.write_text(f"<!doctype html><style>{style}</style><h1>{html.escape(name)}</h1>{lines}")
    page.goto(written.as_uri())
    page.locator("body").screenshot(path=OUT / f"{name}.png")
    written.unlink()


@contextmanager
def visit_site(pictures: Sequence[Picture]) -> Iterator[tuple[str, Browser]]:
    """A site with the tables that are shown and those of its open list, and a browser to visit it."""
    needed = [one for one in POSITIONS if any(table_id(one.name) in picture.path for picture in pictures)]
    needed += [one for one in POSITIONS if one.name.startswith("open-") and one not in needed]
    samples = any("{" in picture.path for picture in pictures)
    with site(needed, samples) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=DRAWING)
        yield url, browser
        browser.close()


def draw_sheets(pictures: Sequence[Picture], options: argparse.Namespace) -> None:
    """Every picture in every variant, and the contact sheets."""
    languages, themes = options.language or LANGUAGES, options.theme or THEMES
    sizes = options.size or SIZES
    for picture in pictures:
        (OUT / picture.name).mkdir(parents=True, exist_ok=True)
    with visit_site(pictures) as (url, browser):
        for language, size, theme in product(languages, sizes, themes):
            for who in dict.fromkeys(picture.who for picture in pictures):
                context = visitor(browser, url, who, language, size, theme)
                page = context.new_page()
                for picture in pictures:
                    if picture.who == who:
                        take_picture(page, picture, f"{language}-{size}-{theme}")
                context.close()
            print(f"{language} {size} {theme}: {len(pictures)} pages", flush=True)
        page = browser.new_page(viewport={"width": 800, "height": 600})
        variants = [(language, f"{size}-{theme}") for language, size, theme in product(languages, sizes, themes)]
        for picture in pictures:
            sheet(page, picture.name, variants)
    print(f"The contact sheets are in {OUT}.")


def still(page: Page) -> bytes:
    """The page as WebP, once nothing on it moves any more."""
    line = page.context.new_cdp_session(page)
    last = b""
    for _ in range(50):
        page.wait_for_timeout(PAINTED)
        answer = line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        now = base64.b64decode(answer["data"])
        if now == last:
            return now
        last = now
    raise TimeoutError(f"{page.url} never stands still")


def draw_docs() -> None:
    """The pictures of the documents, in English, on a site that holds nothing else; phones have two dots a pixel."""
    by_name = {picture.name: picture for picture in PICTURES}
    DOCS.mkdir(exist_ok=True)
    with visit_site([by_name[shown.of] for shown in SHOWN]) as (url, browser):
        for shown in SHOWN:
            picture = by_name[shown.of]
            dots = 2 if shown.size == PHONE else 1
            context = visitor(browser, url, picture.who, "en", shown.size, shown.theme, dots)
            page = context.new_page()
            arrange(page, picture)
            (DOCS / f"{shown.name}.webp").write_bytes(still(page))
            context.close()
    print(f"The pictures of the documents are in {DOCS}.")


# The command


def parse_arguments() -> argparse.Namespace:
    """What is to be drawn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", action="store_true", help="only the pictures that the documents show")
    parser.add_argument("--only", action="append", metavar="NAME", help="pages whose name begins so")
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--size", action="append", choices=SIZES)
    return parser.parse_args()


def main() -> None:
    """Draws."""
    options = parse_arguments()
    some = any((options.only, options.language, options.theme, options.size))
    if not options.docs:
        draw_sheets([one for one in PICTURES if one.name.startswith(tuple(options.only or [""]))], options)
    if options.docs or not some:
        draw_docs()


if __name__ == "__main__":
    main()
