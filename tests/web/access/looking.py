"""How Ann and Bob look at the site: in a language, a theme and a size, each with one browser a size.

Fixtures to import into a `conftest.py`: `furnished_site`, `house`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page
from web.access.positions import ANN, address, furnish, token
from web.browsers import DESKTOP, PHONE, Visitors
from web.servers import Site

from intrigue.web.http.identity_cookie import COOKIE
from intrigue.web.runtime.tokens import csrf_token

THEMES = ("light", "dark")
SIZES = {"phone": PHONE, "desktop": DESKTOP}


class Look(NamedTuple):
    """What one sees a page in."""

    language: str = "en"
    theme: str = "light"
    size: str = "desktop"


USUAL = Look()


class House:
    """The site with its people."""

    def __init__(self, site: Site, visitors: Visitors) -> None:
        self.url = site.url
        self.visitors = visitors
        self.pages: dict[tuple[int, str], Page] = {}
        self.worn: dict[int, tuple[str, str]] = {}

    def page(self, person: int, size: str, **settings: Any) -> Page:
        """The browser of a person on a device of this size."""
        if (person, size) not in self.pages:
            cookie = {"name": COOKIE, "value": token(person), "url": self.url}
            known: Any = {"cookies": [cookie], "origins": []}
            self.pages[person, size] = self.visitors("about:blank", size=SIZES[size], storage_state=known, **settings)
        return self.pages[person, size]

    def show(self, path: str, look: Look = USUAL, person: int = ANN) -> Page:
        """A page of the site as a person sees it who likes it so."""
        page = self.page(person, look.size)
        self.like(page, person, language=look.language, theme=look.theme)
        page.goto(self.url + path)
        page.wait_for_selector("body:not([data-page=table]), body[data-line=online]")
        return page

    def like(self, page: Page, person: int, **likings: str) -> None:
        """Tells the site what a person likes, as the forms do."""
        answer = page.request.post(
            f"{self.url}/me",
            form={"token": csrf_token(token(person)), **likings},
            headers={"Origin": self.url},
        )
        assert answer.ok, answer.text()


def table(name: str) -> str:
    """Where a table is."""
    return f"/t/{address(name)}"


@pytest.fixture(scope="session")
def furnished_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with tables in every state, once for each test process: nobody changes what another test looks at."""
    site = Site(tmp_path_factory.mktemp("house"))
    furnish(site.database)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def house(furnished_site: Site, visitors: Visitors) -> House:
    """How a test sends Ann and Bob through it."""
    return House(furnished_site, visitors)
