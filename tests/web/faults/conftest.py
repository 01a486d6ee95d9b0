"""A site behind a proxy that spoils the way to it, and what the tests of faults say about a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web.client.conftest import faults
from web.databases import postgres
from web.faults.proxy import Proxy
from web.servers import Site, inn

__all__ = ["faults", "inn", "postgres"]


@pytest.fixture
def way(inn: Site) -> Iterator[Proxy]:
    """The way to a site; all is well with it as yet."""
    one = Proxy(inn.port)
    yield one
    one.close()
