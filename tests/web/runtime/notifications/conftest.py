"""An endpoint for every test, and a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from web.guests import running
from web.runtime.made_up import MadeClock
from web.runtime.notifications.endpoints import Endpoint, listening
from web.runtime.notifications.games import Played


@pytest.fixture(scope="module")
def chromium(whole_chromium: Browser) -> Browser:
    """A browser that shows notices."""
    return whole_chromium


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[Endpoint]:
    with listening(tmp_path) as one:
        yield one


@pytest.fixture
def game(tmp_path: Path, endpoint: Endpoint) -> Iterator[Played]:
    clock = MadeClock()
    with running(tmp_path, now=clock.now) as site:
        yield Played(site, clock, endpoint)
