"""Visitors: people with a browser each, as tests know them. Every one must leave without an error on the console."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

DESKTOP = (1280, 800)
PHONE = (360, 640)
NAME = "games.test"
"""A name for this machine, which browsers trust less than its address."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)
WHOLE, BARE = "chromium", "chromium-headless-shell"
"""Debian's Chromium, and the same without all that belongs to a window: less work, but notices are never seen there."""
PATIENCE = 60_000
"""Milliseconds that a condition may take on a slow machine; nothing waits as long when all is well."""
expect.set_options(timeout=PATIENCE)
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until all that has just changed is drawn."""


class Browsers:
    """Playwright and the browsers it has started: once for all tests of a process, since starting costs seconds."""

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.loop = asyncio.get_running_loop()
        self.running: dict[str, Browser] = {}

    def browser(self, *programs: str) -> Browser:
        """The first of some programs that is there, started unless it runs."""
        path = next(filter(None, map(shutil.which, programs)), None)
        assert path, "The tests need Chromium: install the package chromium."
        if path not in self.running or not self.running[path].is_connected():
            self.running[path] = self.playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        return self.running[path]

    @contextmanager
    def awake(self) -> Iterator[None]:
        """Playwright's loop counts as the one that runs in our thread, as long as this lasts. Left alone, Playwright
        marks it so for ever, and tests of other files could not run loops of their own."""
        asyncio._set_running_loop(self.loop)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    """All browsers of this process; they end with it."""
    manager = sync_playwright()
    started = Browsers(manager.start())
    asyncio._set_running_loop(None)
    yield started
    with started.awake():
        for browser in started.running.values():
            browser.close()
        manager.__exit__()


@pytest.fixture(scope="module")
def awake_browsers(browsers: Browsers) -> Iterator[Browsers]:
    """The browsers, while the tests of one file talk to them."""
    with browsers.awake():
        yield browsers


@pytest.fixture(scope="module")
def chromium(awake_browsers: Browsers) -> Browser:
    """Debian's Chromium without a window."""
    return awake_browsers.browser(BARE, WHOLE)


@pytest.fixture(scope="module")
def whole_chromium(awake_browsers: Browsers) -> Browser:
    """The same with all that belongs to a window, though none is opened."""
    return awake_browsers.browser(WHOLE)


class Visitors:
    """Everybody who came to a test."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def __call__(
        self,
        url: str,
        language: str = "en",
        size: tuple[int, int] = DESKTOP,
        touch: bool | None = None,
        likes: dict[str, str] | None = None,
        **settings: Any,
    ) -> Page:
        """A new visitor with cookies of their own, on a page; `likes` is what the site already knows of them."""
        touch = size[0] < 600 if touch is None else touch
        context = self.browser.new_context(
            locale=language,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion=settings.pop("reduced_motion", "reduce"),
            **settings,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        if likes:
            introduce(context, url, language, likes)
        page = context.new_page()
        self.watch(page)
        page.goto(url)
        return page

    def watch(self, page: Page) -> None:
        """Remembers what the page complains about; a lost connection is no complaint, nor that others were quicker."""

        def note_message(message: Any) -> None:
            usual = any(sign in message.text for sign in ("ERR_", "WebSocket", "status of 409"))
            if message.type in ("error", "warning") and not usual:
                self.complaints.append(f"{message.type}: {message.text}")

        page.on("console", note_message)
        page.on("pageerror", lambda fault: self.complaints.append(f"uncaught: {fault}"))


def introduce(context: BrowserContext, url: str, language: str, likes: dict[str, str]) -> None:
    """Tells the site a visitor's name and likings, as its forms do."""
    parts = urlsplit(url)
    origin = f"{parts.scheme}://{parts.netloc}"
    headers = {"Origin": origin, "Accept-Language": language}
    token = re.search(r'name="token" value="([^"]+)"', context.request.get(f"{origin}/about", headers=headers).text())
    assert token
    told = context.request.post(f"{origin}/me", form={"token": token[1], **likes}, headers=headers)
    assert told.ok, told.text()


@pytest.fixture
def visitors(chromium: Browser) -> Iterator[Visitors]:
    """How a test lets people come; at the end they leave, and nobody may have found fault."""
    all_of_them = Visitors(chromium)
    yield all_of_them
    for context in all_of_them.contexts:
        context.close()
    assert not all_of_them.complaints, "\n".join(all_of_them.complaints)
