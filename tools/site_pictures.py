"""Draws the pictures of the site that browsers draw: a table for the first page, cards for links, icons for phones.

They lie in src/intrigue/web/static/art: `table-LANGUAGE.webp` is a table of a real site; `card-GAME.png` and `card.png`
are what others show beside a link, and hold nothing of any table; `icon-SIZE.png` is for home screens. The drawings in
them are those of `tools/art`: run `make art` first if they changed.
"""

from __future__ import annotations

import argparse
import base64
import shutil
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from art.heraldry import tinctures
from playwright.sync_api import Browser, sync_playwright
from screenshots import DESKTOP, DRAWING, HOST, PAINTED, PICTURES, arrange, visit_site, visitor

from intrigue.games import GAMES
from intrigue.locale import LANGUAGES

ART = Path(__file__).parent.parent / "src" / "intrigue" / "web" / "static" / "art"
TABLE = "reveal"
"""The picture of `screenshots` that shows the table: a question that a newcomer understands, and a row of all sorts."""
SCALE, QUALITY = 0.75, 40
"""Of the table: dots for a pixel, and how well they are kept, in percent."""
CARD = (1200, 630)
"""What shows links asks for this size."""
ICONS = (180, 192, 512)
"""The sizes that telephones ask for."""
FAN = (-8, -4, 0, 4, 8)
"""By how many degrees the cards of a fan lean."""
COLOURS = 128
"""Of a PNG: flat drawings need few, and small files are shown sooner."""
PIXELS = """async address => {
  const picture = await createImageBitmap(await (await fetch(address)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  const bytes = new Uint8Array(pen.getImageData(0, 0, picture.width, picture.height).data.buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}"""
"""In a browser: what a picture is made of, red, green, blue and alpha of each dot."""
FANS: dict[str, Sequence[str]] = {
    "": ("back-1", "kind-archer", "crown", "cardinal", "back-4"),
    "oriflamme": ("back-2", "kind-spy", "kind-lord", "kind-archer", "back-4"),
    "ablaze": ("back-3", "kind-cutthroat", "kind-queen", "kind-trap", "back-1"),
    "oriflamme-mix": ("back-5", "kind-lord", "kind-bribery", "kind-queen", "back-3"),
    "richelieu": ("agent-1", "faction-england", "cardinal", "faction-france", "agent-2"),
}
"""The drawings on the cards of each game's fan; without a name those of the whole site."""
STYLE = """
  * { box-sizing: border-box; margin: 0 }
  body { background: #f4ead2; overflow: hidden }
  .card { position: relative; width: 1200px; height: 630px; border: 14px double #a98f5c }
  .leaf { position: absolute; left: 482px; top: 120px; width: 236px; height: 331px; transform-origin: 50% 1000%;
          border: 3px solid #2a1b10; border-radius: 14px; overflow: hidden; background: #fffdf4 }
  .leaf svg { width: 100%; height: 100%; display: block }
  .leaf.front { border-bottom: 44px solid; padding: 16px 8px }
  .icon { display: grid; place-items: center; width: 100vw; height: 100vh }
  .icon svg { width: 68vw; height: 68vw }
"""


def draw_tables() -> None:
    """The table of the first page, in every language."""
    picture = next(one for one in PICTURES if one.name == TABLE)
    with visit_site([picture]) as (url, browser):
        for language in LANGUAGES:
            context = visitor(browser, url, HOST, language, DESKTOP, "light")
            page = context.new_page()
            arrange(page, picture)
            page.wait_for_timeout(PAINTED)
            box = page.locator("#table").bounding_box()
            assert box
            shot = {"format": "webp", "quality": QUALITY, "clip": {**box, "scale": SCALE}}
            answer = context.new_cdp_session(page).send("Page.captureScreenshot", shot)
            (ART / f"table-{language}.webp").write_bytes(base64.b64decode(answer["data"]))
            context.close()


def draw_page(browser: Browser, name: str, body: str, width: int, height: int) -> None:
    """A page of its own as a PNG."""
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(f"<!doctype html><style>{STYLE}</style>{body}")
    shot = base64.b64encode(page.screenshot()).decode()
    found = base64.b64decode(page.evaluate(PIXELS, f"data:image/png;base64,{shot}"))
    page.close()
    (ART / name).write_bytes(png(np.frombuffer(found, np.uint8).reshape(height, width, 4)[:, :, :3]))


def png(pixels: np.ndarray) -> bytes:
    """A picture as a PNG with a palette: its commonest colours, and for any other the nearest of these."""
    height, width, _ = pixels.shape
    every, where, times = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    palette = every[np.argsort(-times, kind="stable")[:COLOURS]]
    apart = ((every[:, None].astype(int) - palette[None].astype(int)) ** 2).sum(axis=2)
    dots = apart.argmin(axis=1).astype(np.uint8)[where.reshape(-1)].reshape(height, width)
    lines = np.insert(dots, 0, 0, axis=1).tobytes()  # before each line: it is not filtered

    def part(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    body = part(b"PLTE", palette.tobytes()) + part(b"IDAT", zlib.compress(lines, 9))
    return b"\x89PNG\r\n\x1a\n" + head + body + part(b"IEND", b"")


def leaf(symbol: str, degrees: float, family: int) -> str:
    """A card of a fan: a back as it is, anything else on a front in a family's colour."""
    front = not symbol.startswith("back-")
    colour = f";border-bottom-color:{tinctures(family)[0]}" if front else ""
    return (
        f'<div class="leaf{" front" * front}" style="transform:rotate({degrees}deg){colour}">'
        f'<svg preserveAspectRatio="{"xMidYMid" if front else "none"}"><use href="#{symbol}"/></svg></div>'
    )


def draw_cards(browser: Browser) -> None:
    """A card for the site and one for each game."""
    sprite = (ART / "sprite.svg").read_text(encoding="utf-8")
    assert set(FANS) == {"", *GAMES}
    for game, symbols in FANS.items():
        fan = "".join(leaf(*one) for one in zip(symbols, FAN, (1, 2, 3, 1, 4), strict=True))
        hidden = f"<div hidden>{sprite}</div>"
        name = f"card-{game}.png" if game else "card.png"
        draw_page(browser, name, f'{hidden}<div class="card">{fan}</div>', *CARD)


def draw_icons(browser: Browser) -> None:
    """The sign of the site on parchment, with room around it for masks."""
    sign = (ART / "favicon.svg").read_text(encoding="utf-8")
    for size in ICONS:
        draw_page(browser, f"icon-{size}.png", f'<div class="icon">{sign}</div>', size, size)


def main() -> None:
    """Draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("tables", "cards", "icons"))
    only = parser.parse_args().only
    if only in (None, "tables"):
        draw_tables()
    if only != "tables":
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=DRAWING)
            if only in (None, "cards"):
                draw_cards(browser)
            if only in (None, "icons"):
                draw_icons(browser)
            browser.close()
    for path in sorted([*ART.glob("*.webp"), *ART.glob("*.png")]):
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
