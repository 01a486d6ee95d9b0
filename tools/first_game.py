"""Plays first games as people see them, in Chromium, and writes what they were like: waits, jumps, slow inputs.

usage: python tools/first_game.py [--before a116e60] [--game oriflamme-4 ...] [--size 360x640 ...] [--moves 12]

Somebody who was never here comes to the home page of a site that this script starts, opens a game against bots by
clicks or taps on what is in sight, and plays it to its end, at the pace that everybody sees. The phone has a finger and
a processor four times slower. With `--before` the site of an earlier revision plays each game, too, by turns with the
checkout's own, so that whatever else the machine does slows both. Which move is made is chance, by `--seed`; the deal
and the bots are the site's, so two games are never the same.

`--moves` ends each game after so many moves of one's own: a quick look. `--json` writes everything that was seen.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from playwright.sync_api import TimeoutError as TooLate  # noqa: E402
from web.browsers import BARE, DRAWN, FLAGS, WHOLE  # noqa: E402
from web.play import ANSWERED, OVER, at  # noqa: E402
from web.servers import Site  # noqa: E402

GAMES = {
    "oriflamme-4": ("oriflamme", 4),
    "oriflamme-5": ("oriflamme", 5),
    "ablaze-4": ("ablaze", 4),
    "richelieu-3": ("richelieu", 3),
}
SIZES = {"360x640": (360, 640), "1280x800": (1280, 800)}
LANGUAGES = ("en", "fr", "ru", "uk")
SLOWER = 4
"""How much slower the phone's processor is than this machine's."""
PATIENCE = 120_000
LOOK = 100
"""Milliseconds between two looks for the next question; when it came is noted by the page itself."""
AGAIN = 10_000
"""Milliseconds after which a move that was put together and not sent is pressed once more."""

WATCH = """() => {
    const seen = window.seen = {asked: [], sent: [], came: [], shifts: [], tasks: [], inputs: [], board: [], own: [],
        over: 0};
    const round = (number) => Math.round(number * 10) / 10;
    const name = (node) => {
        const element = node instanceof Element ? node : node?.parentElement;
        if (!element) return "";
        const classes = typeof element.className === "string" ? element.className.trim().split(/\\s+/).join(".") : "";
        return element.id ? `#${element.id}` : `${element.localName}${classes && "." + classes}`;
    };
    const listen = (type, note, more = {}) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({type, buffered: true, ...more});
    listen("layout-shift", (entry) => seen.shifts.push({
        at: round(entry.startTime), value: entry.value, own: entry.hadRecentInput,
        of: entry.sources.map(({node, previousRect: from, currentRect: to}) =>
            [name(node), ...[from.left, from.top, to.left, to.top].map(round)])}));
    listen("longtask", ({startTime, duration}) => seen.tasks.push([round(startTime), duration]));
    listen("event", (entry) => entry.interactionId && seen.inputs.push({
        of: entry.name, at: round(entry.startTime), whole: entry.duration,
        delay: round(entry.processingStart - entry.startTime),
        work: round(entry.processingEnd - entry.processingStart)}), {durationThreshold: 16});
    window.WebSocket = class extends WebSocket {
        constructor(...told) {
            super(...told);
            this.addEventListener("message", ({data}) => {
                const version = /"v":(\\d+)/.exec(data);
                if (version) seen.came.push([Number(version[1]), round(performance.now())]);
            });
        }
    };
    let sent = false;
    new MutationObserver(() => {
        const ask = document.querySelector("#ask[data-moves]");
        const version = Number(ask?.dataset.version);
        const now = round(performance.now());
        if (ask && version !== seen.asked.at(-1)?.[0]) seen.asked.push([version, now]);
        const busy = ask?.getAttribute("aria-busy") === "true";
        if (busy && !sent) seen.sent.push([version, now]);
        sent = busy;
        const ended = document.querySelector("main:is([data-phase='over'], [data-phase='aborted'])");
        if (ended && !seen.over) seen.over = now;
    }).observe(document, {subtree: true, childList: true, attributes: true,
        attributeFilter: ["aria-busy", "data-version", "data-moves", "data-phase"]});
    let last = null;
    const place = () => {
        const board = document.querySelector("main[data-phase='playing'] .region-board");
        if (!board) return;
        const {top, bottom} = board.getBoundingClientRect();
        const moved = last && Math.max(Math.abs(top - last.top), Math.abs(bottom - last.bottom));
        if (moved >= 1) seen.board.push([round(performance.now()), round(moved)]);
        last = {top, bottom};
    };
    addEventListener("DOMContentLoaded", () => {
        const sizes = new ResizeObserver(place);
        const parts = document.querySelectorAll(".bar, .players, .region-players, .region-board, .dock");
        for (const part of parts) sizes.observe(part);
    });
}"""
"""What every page notes from its first moment on."""

LOOKS = """(part) => {
    const began = performance.now();
    const shown = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const unseen = (element) => {
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            const box = at.getBoundingClientRect();
            if (box.width <= 1.5 || box.height <= 1.5) return true;
        }
        return false;
    };
    // What is left of a box between the edges of all that scrolls or cuts around it.
    const cut = (element) => {
        const box = element.getBoundingClientRect();
        let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
        for (let at = element.parentElement; at && at !== document.documentElement; at = at.parentElement) {
            const style = getComputedStyle(at);
            const edge = at.getBoundingClientRect();
            if (style.overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
            if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        return Math.max(left - box.left, box.right - right, top - box.top, box.bottom - bottom);
    };
    const named = (element) => element.dataset.at || element.id || element.textContent.trim().slice(0, 24);
    const offered = [...document.querySelectorAll(".dock button:not([aria-disabled='true']), .dock a, [data-at].can")];
    const hidden = offered.filter((element) => shown(element) && !unseen(element))
        .map((element) => [named(element), Math.round(Math.max(cut(element),
            element.closest(".dock") ? element.scrollWidth - element.clientWidth - 4 : 0))])
        .filter(([, pixels]) => pixels > 1);
    const text = {hand: [999, ""], rest: [999, ""]};
    if (part === "all") {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const words = walker.currentNode.data.trim();
            const around = walker.currentNode.parentElement;
            if (!words || !around || !shown(around) || unseen(around)) continue;
            if (around.closest("script, style, [aria-hidden='true'], [popover]:not(:popover-open)")) continue;
            const style = getComputedStyle(around);
            if (style.color === "rgba(0, 0, 0, 0)") continue;
            const scale = around instanceof SVGGraphicsElement ? (around.getScreenCTM()?.a ?? 1) : 1;
            const size = Math.round(parseFloat(style.fontSize) * scale * 10) / 10;
            const where = around.closest(".region-hand") ? "hand" : "rest";
            if (size < text[where][0]) text[where] = [size, words.slice(0, 24)];
        }
    }
    const focus = document.activeElement;
    window.seen.own.push([began, performance.now()]);
    return {hidden, text, focused: Boolean(focus?.closest(".dock")), focus: focus?.id || focus?.localName || ""};
}"""
"""What is offered and out of sight, how small the text is, and where the focus is; its own time is noted."""

WAITING = """([version, over]) => {
    if (document.querySelector(over)) return true;
    const ask = document.querySelector("#ask[data-moves]");
    return Boolean(ask) && ask.getAttribute("aria-busy") !== "true" && Number(ask.dataset.version) !== version;
}"""
QUESTION = """(over) => {
    const ask = document.querySelector("#ask[data-moves]");
    if (!ask || document.querySelector(over)) return null;
    return {version: Number(ask.dataset.version), moves: JSON.parse(ask.dataset.moves)};
}"""


class PacedSite(Site):
    """A site of some checkout, at the pace that everybody sees."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        super().__init__(folder)
        self.environment |= {"PYTHONPATH": str(checkout / "src"), "INTRIGUE_SHOWN_DELAY": ""}


class Wait(NamedTuple):
    """Milliseconds between one's answer and the next question that one can answer."""

    bots: float
    """Until the server asked."""
    film: float
    """Until the page did."""

    @property
    def whole(self) -> float:
        return self.bots + self.film


@dataclass
class Seen:
    """What one game was like."""

    game: str
    size: str
    language: str
    site: str
    to_first_move: float = 0
    """Seconds from the home page to one's first move."""
    clicks: int = 0
    """Until then."""
    focused: bool = False
    """Whether the first question had the focus."""
    moves: int = 0
    """One's own."""
    versions: int = 0
    """Everybody's."""
    seconds: float = 0
    over: bool = False
    waits: list[Wait] = field(default_factory=list)
    hidden: dict[str, int] = field(default_factory=dict)
    """What was offered out of sight or cut off, and by how many pixels at most."""
    hand_text: tuple[float, str] = (999, "")
    other_text: tuple[float, str] = (999, "")
    work: dict[str, float] = field(default_factory=dict)
    """Seconds of its thread that the table's page took, by kind: whatever else the machine does is not in them."""
    page: dict[str, Any] = field(default_factory=dict)
    """What the page noted."""

    @property
    def shift(self) -> float:
        """Layout shift outside half a second after one's own input."""
        return float(sum(one["value"] for one in self.page["shifts"] if not one["own"]))

    @property
    def slowest(self) -> float:
        """Milliseconds between an input and what was drawn for it."""
        return float(max((one["whole"] for one in self.page["inputs"]), default=0))

    @property
    def long_tasks(self) -> float:
        """Seconds of tasks longer than 50 ms; looking around is no part of them."""
        own = self.page["own"]
        tasks = [(start, start + length) for start, length in self.page["tasks"]]
        alone = [end - start for start, end in tasks if not any(a < end and b > start for a, b in own)]
        return float(sum(alone)) / 1000


class Person:
    """Somebody who plays by what is in sight; chooses at random among what is asked."""

    def __init__(self, page: Page, seen: Seen, touch: bool, seed: int) -> None:
        self.page, self.seen, self.touch = page, seen, touch
        self.chooser = Random(seed)
        self.clicks = 0

    def press(self, selector: str) -> None:
        """Presses the first thing in sight that fits."""
        place = self.page.locator(selector).locator("visible=true").first
        place.tap() if self.touch else place.click()
        self.clicks += 1

    def open_game(self, url: str, game: str, players: int) -> None:
        """From the home page to a table's first question."""
        self.page.goto(url)
        form = f"form[action='/quick']:has([name='game'][value='{game}'])"
        seats = self.page.locator(f"{form} select[name='players']")
        if seats.input_value() != str(players):
            seats.select_option(str(players))
            self.clicks += 2
        self.press(f"{form} button")
        self.page.wait_for_selector("#ask[data-moves]", timeout=PATIENCE)

    def look(self, first: bool) -> None:
        """Looks around before a move."""
        self.page.evaluate(DRAWN)
        found = self.page.evaluate(LOOKS, "all")
        self.note(found)
        if first:
            self.seen.focused = found["focused"]

    def note(self, found: dict[str, Any]) -> None:
        for name, pixels in found["hidden"]:
            self.seen.hidden[name] = max(pixels, self.seen.hidden.get(name, 0))
        self.seen.hand_text = min(self.seen.hand_text, tuple(found["text"]["hand"]))
        self.seen.other_text = min(self.seen.other_text, tuple(found["text"]["rest"]))

    def move(self, question: dict[str, Any]) -> None:
        """One whole move."""
        text, parts, _ = self.chooser.choice(question["moves"])
        pressed = ""
        for part in parts:
            if self.page.locator("#hint").is_visible():  # it explains what the mouse rests on, and may cover the rest
                self.page.mouse.move(0, 0)
                self.page.locator("#hint").wait_for(state="hidden")
            pressed = at(part)
            if not self.page.locator(pressed).count():
                pressed = f"[data-move={json.dumps(text)}]"
            self.press(pressed)
        self.page.evaluate(DRAWN)
        if self.page.locator("#confirm-yes").is_visible():
            self.note(self.page.evaluate(LOOKS, "buttons"))
            pressed = "#confirm-yes"
            self.press(pressed)
        done = [question["version"], f"#ask[aria-busy='true'], {OVER}"]
        try:
            self.page.wait_for_function(ANSWERED, arg=done, timeout=AGAIN)
        except TooLate:
            if self.page.locator(pressed).is_visible():
                self.press(pressed)
            self.page.wait_for_function(ANSWERED, arg=done)
        self.seen.moves += 1

    def wait(self, version: int) -> dict[str, Any] | None:
        """The next question; None when the game is over."""
        self.page.wait_for_function(WAITING, arg=[version, OVER], polling=LOOK, timeout=PATIENCE)
        found: dict[str, Any] | None = self.page.evaluate(QUESTION, OVER)
        return found


def play(browser: Browser, site: PacedSite, seen: Seen, seed: int, most: int) -> Seen:
    """Plays one game and notes what it was like."""
    width, height = SIZES[seen.size]
    touch = width < 600
    context = browser.new_context(
        locale=seen.language, viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"({WATCH})()")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    if touch:
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    person = Person(page, seen, touch, seed)
    began = time.perf_counter()
    person.open_game(site.url, *GAMES[seen.game])
    question = person.wait(0)
    first = question["version"] if question else 0
    version = first
    while question and seen.moves < most:
        person.look(first=seen.moves == 0)
        person.move(question)
        if seen.moves == 1:
            seen.to_first_move, seen.clicks = time.perf_counter() - began, person.clicks
        version = question["version"]
        question = person.wait(version)
    page.evaluate(DRAWN)
    seen.seconds = time.perf_counter() - began
    seen.over = question is None
    seen.versions = int(page.evaluate("Number(document.body.dataset.version)")) - first
    seen.page = page.evaluate("window.seen")
    counted = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    seen.work = {name: counted[f"{name}Duration"] for name in ("Task", "Script", "Layout", "RecalcStyle")}
    seen.waits = list(waits(seen.page))
    context.close()
    return seen


def waits(page: dict[str, Any]) -> Iterator[Wait]:
    """Every wait between two decisions, from what a page noted."""
    came = dict(reversed(page["came"]))  # the first word of each version
    asked = page["asked"]
    for version, sent in page["sent"]:
        following = [(after, shown) for after, shown in asked if after > version and shown >= sent]
        if following:
            after, shown = following[0]
            ready = min(max(came.get(after, shown), sent), shown)
            yield Wait(ready - sent, shown - ready)


# What is written


COLUMNS = (
    *("game", "size", "language", "site", "first move", "wait mean / longest", "of it bots", "of it film"),
    *("shift", "board moved", "slowest input", "long tasks", "work", "text hand / other", "out of sight", "focus"),
)


def spread(values: list[float]) -> str:
    """Mean and longest, in seconds."""
    return f"{mean(values) / 1000:.1f} / {max(values) / 1000:.1f} s" if values else "-"


def row(seen: Seen) -> list[str]:
    """The line of a table about one game."""
    board = [pixels for _, pixels in seen.page["board"]]
    return [
        seen.game,
        seen.size,
        seen.language,
        seen.site,
        f"{seen.to_first_move:.1f} s, {seen.clicks} clicks",
        spread([one.whole for one in seen.waits]),
        spread([one.bots for one in seen.waits]),
        spread([one.film for one in seen.waits]),
        f"{seen.shift:.2f}",
        f"{len(board)} times, {sum(board):.0f} px",
        f"{seen.slowest:.0f} ms",
        f"{seen.long_tasks:.1f} s",
        f"{seen.work['Task']:.1f} s, {1000 * seen.work['Task'] / max(seen.versions, 1):.0f} ms a move",
        " / ".join("-" if size > 900 else f"{size:g} px" for size, _ in (seen.hand_text, seen.other_text)),
        str(len(seen.hidden)),
        "yes" if seen.focused else "no",
    ]


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


@contextmanager
def checkout_of(revision: str) -> Iterator[Path]:
    """An earlier revision's files, with what is not in the repository and its pages need."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", "--quiet", str(place), revision], check=True)
        try:
            vendor = Path("src/intrigue/web/static/vendor")
            shutil.copytree(ROOT / vendor, place / vendor, dirs_exist_ok=True)
            yield place
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=ROOT, metavar="PATH", help="the checkout whose site is played")
    parser.add_argument("--before", metavar="REV", help="a revision whose site is played by turns with it")
    parser.add_argument("--game", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=LANGUAGES, help="taken by turns")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--moves", type=int, default=10_000, metavar="N", help="own moves of each game")
    parser.add_argument("--json", type=Path, metavar="FILE", help="writes everything that was seen")
    chosen = parser.parse_args()
    kinds = [(game, size) for game in chosen.game for size in chosen.size]
    found: list[Seen] = []
    with ExitStack() as stack:
        checkouts = {"after": chosen.site.resolve()}
        if chosen.before:
            checkouts = {"before": stack.enter_context(checkout_of(chosen.before)), **checkouts}
        sites = {}
        for name, checkout in checkouts.items():
            sites[name] = PacedSite(Path(stack.enter_context(TemporaryDirectory())), checkout)
            sites[name].start()
            stack.callback(sites[name].stop)
        playwright = stack.enter_context(sync_playwright())
        program = next(filter(None, map(shutil.which, (BARE, WHOLE))), None)
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        stack.callback(browser.close)
        print(line(list(COLUMNS)), line(["---"] * len(COLUMNS)), sep="\n")
        for number, (game, size) in enumerate(kinds):
            language = chosen.language[number % len(chosen.language)]
            for name, site in sites.items():
                seen = Seen(game, size, language, name)
                found.append(play(browser, site, seen, chosen.seed, chosen.moves))
                print(line(row(seen)), flush=True)
    for seen in found:
        for what, pixels in seen.hidden.items():
            print(f"out of sight by {pixels} px: {what} ({seen.game}, {seen.size}, {seen.language}, {seen.site})")
    if chosen.json:
        told = [asdict(seen) | {"waits": [wait._asdict() for wait in seen.waits]} for seen in found]
        chosen.json.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
