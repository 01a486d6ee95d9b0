"""An endpoint for every test, and a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from web.notices.endpoints import Endpoint, listening
from web.notices.games import Played
from web.server.guests import running
from web.thinking.made_up import MadeClock


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
