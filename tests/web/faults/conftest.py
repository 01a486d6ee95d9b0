"""A site behind a proxy that spoils the way to it, and what the tests of faults say about a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web.faults.proxy import Proxy
from web.servers import Site
from web.static.conftest import faults

__all__ = ["faults"]


@pytest.fixture
def way(inn: Site) -> Iterator[Proxy]:
    """The way to a site; all is well with it as yet."""
    one = Proxy(inn.port)
    yield one
    one.close()
