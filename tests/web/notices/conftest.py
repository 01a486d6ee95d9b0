"""An endpoint for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web.notices.endpoints import Endpoint, listening


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[Endpoint]:
    with listening(tmp_path) as one:
        yield one
