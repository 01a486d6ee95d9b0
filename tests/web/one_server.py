"""One server for all tests of a file; tests that need another start their own.

Fixtures to import into a `conftest.py`: `site`, `log_lines`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from web.guests import Site, running

from intrigue.web.observe.logging import Discreet


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with running(folder) as found:
        yield found


@pytest.fixture
def log_lines() -> Iterator[list[str]]:
    """Every line of the log, at every level, as a handler with our filter writes it."""
    lines: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler, root = Handler(), logging.getLogger()
    handler.addFilter(Discreet())
    level, before = root.level, root.handlers[:]
    root.handlers = [handler]
    root.setLevel(logging.DEBUG)
    yield lines
    root.handlers = before
    root.setLevel(level)
