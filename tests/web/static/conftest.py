"""A made-up table for the page's own scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.static.fake import Fake


@pytest.fixture
def fake() -> Iterator[Fake]:
    """A table at version 7: a hand of three cards, a row of four, and a question to the reader."""
    one = Fake()
    one.start()
    yield one
    one.stop()


class Forgiving(list[str]):
    """Complaints but those of the browser about answers that say no, which a test provokes."""

    def append(self, complaint: str) -> None:
        if "Failed to load resource" not in complaint:
            super().append(complaint)


@pytest.fixture
def faults(visitors: Visitors) -> None:
    """For tests in which the server refuses something on purpose."""
    visitors.complaints = Forgiving()


@pytest.fixture
def visit(fake: Fake, visitors: Visitors) -> Callable[..., Page]:
    """Opens the table in a browser of its own, and returns when it follows the table."""

    def come(**settings: Any) -> Page:
        page = visitors(fake.url, **settings)
        expect(page.locator("body")).to_have_attribute("data-line", "online")
        return page

    return come
