"""Measures the page in Chromium: its script's size, frames while a real game is animated, and clicks during pushes.

usage: python bench/page.py [--moves 15]

The frames are those of a game against bots at normal speed. Clicks fall on a hand card while ten pushes a second change
row, hand and question under it; the same is done with plain `innerHTML` in place of the morph, as a baseline, and with
a processor four times slower.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from web.browsers import FLAGS  # noqa: E402
from web.play import Player  # noqa: E402
from web.servers import Site  # noqa: E402
from web.static.fake import Fake, ask, board, hand, moves  # noqa: E402
from web.static.scripts import files, packed_size, scripts_of  # noqa: E402

PLAIN = "export const Idiomorph = { morph(place, html) { place.innerHTML = html; } };"
"""The baseline: everything is written anew."""
PUSHES, PAUSE = 40, 0.1

COUNT_FRAMES = """() => {
    window.spans = [];
    let last = performance.now();
    const look = (now) => {
        if (document.body.hasAttribute("data-playing")) window.spans.push(now - last);
        last = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
COUNT_CLICKS = """() => {
    window.clicks = 0;
    document.addEventListener("click", (event) => {
        if (event.target.closest?.("[data-at='hand:spy']")) window.clicks += 1;
    }, true);
}"""


def part(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def speed(slower: int) -> str:
    return "as it is" if slower == 1 else f"{slower} times slower"


def open_page(browser: Browser, url: str, slower: int = 1, **settings: Any) -> Page:
    context = browser.new_context(locale="en", viewport={"width": 1280, "height": 800}, **settings)
    page = context.new_page()
    if slower > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(url)
    return page


def frame_times(browser: Browser, wanted: int, slower: int) -> list[float]:
    """Milliseconds between frames while steps of a game are shown."""
    with TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            page = open_page(browser, site.url, slower)
            page.locator("form[action='/quick'] button").first.click()
            page.wait_for_selector("#ask[data-moves]", timeout=60_000)
            page.evaluate(COUNT_FRAMES)
            page.context.set_default_timeout(120_000)
            Player(page).play(wanted)
            return list(page.evaluate("window.spans"))
        finally:
            page.context.close()
            site.stop()


def click_through(browser: Browser, plain: bool, slower: int) -> tuple[int, int, bool]:
    """Clicks made and taken during ten pushes a second, and whether the focus stayed where it was."""
    fake = Fake()
    fake.start()
    try:
        page = open_page(browser, "about:blank", slower)
        if plain:
            page.route("**/idiomorph.js", lambda route: route.fulfill(body=PLAIN, content_type="text/javascript"))
        page.goto(fake.url)
        page.wait_for_selector("body[data-line=online]")
        page.evaluate(COUNT_CLICKS)
        page.locator("[data-at='slot:2']").focus()

        def next_regions(number: int) -> dict[str, str]:
            things = tuple((number + at) % 4 + 1 for at in range(4))
            return {"board": board(things), "hand": hand(), "prompt": ask(8 + number, moves())}

        box = page.locator("#h-spy").bounding_box()
        assert box
        fake.every(PAUSE, PUSHES, next_regions)
        made, kept = 0, True
        while fake.version < 7 + PUSHES:
            kept = kept and page.evaluate("document.activeElement.dataset?.at === 'slot:2'")
            page.mouse.click(box["x"] + 20, box["y"] + 20)
            made += 1
            page.locator("[data-at='slot:2']").focus()
        taken = int(page.evaluate("window.clicks"))
        page.context.close()
        return made, taken, kept
    finally:
        fake.stop()


def main() -> None:
    """Prints the size and two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=15, metavar="N", help="own moves of the animated game")
    options = parser.parse_args()
    own, other = packed_size(scripts_of("table")), len(gzip.compress(files["vendor/idiomorph.js"].body, 9))
    print(f"script of a table's page, gzip: {own / 1024:.1f} KB of our own, {other / 1024:.1f} KB idiomorph")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        print("\n| processor | frames | p50 ms | p95 ms | longest ms | within 20 ms |\n|---|---|---|---|---|---|")
        for slower in (1, 4):
            spans = frame_times(browser, options.moves, slower)
            within = sum(span <= 20 for span in spans) / len(spans)
            numbers = f"{part(spans, 0.5):.1f} | {part(spans, 0.95):.1f} | {max(spans):.0f} | {within:.1%}"
            print(f"| {speed(slower)} | {len(spans)} | {numbers} |")
        print("\n| way | processor | clicks made | clicks taken | focus kept |\n|---|---|---|---|---|")
        for plain in (False, True):
            for slower in (1, 4):
                made, taken, kept = click_through(browser, plain, slower)
                way = "innerHTML (baseline)" if plain else "ours"
                print(f"| {way} | {speed(slower)} | {made} | {taken} | {'yes' if kept else 'no'} |")
        browser.close()


if __name__ == "__main__":
    main()
