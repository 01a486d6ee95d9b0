"""What style sheets may not do, because every change of a page would cost too much."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from intrigue import web

SHEETS = sorted((Path(web.__file__).parent / "static" / "css").glob("*.css"))
ASKS_THE_PAGE = re.compile(r"(?:\b(?:html|body)(?:\[[^]]*\]|:not\([^)]*\))*:(?:not\(:)?|[\s,]:)has\([^)]*\)")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_rule_looks_through_the_whole_page(sheet: Path) -> None:
    """`body:has(.x) .y` makes a browser work out the style of all elements whenever one of them changes: most of its
    time at a table. A mark on the body, set when the page is refreshed, costs nothing."""
    assert ASKS_THE_PAGE.findall(sheet.read_text(encoding="utf-8")) == []
