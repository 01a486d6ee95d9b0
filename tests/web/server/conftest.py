"""One server for all tests of a file; tests that need another start their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web.databases import postgres
from web.server.guests import Site, running

__all__ = ["postgres", "site"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with running(folder) as found:
        yield found
