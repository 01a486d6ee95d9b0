"""A site whose tables stand in every state, and the people who look at them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web.access.looking import House
from web.access.positions import furnish
from web.browsers import Visitors
from web.servers import Site


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, once for all tests of a process: none of them changes a table that another looks at."""
    site = Site(tmp_path_factory.mktemp("house"))
    furnish(site.database)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def house(furnished: Site, visitors: Visitors) -> House:
    """How a test sends Ann and Bob through the site."""
    return House(furnished, visitors)
