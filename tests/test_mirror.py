"""Tests stand where what they test stands, or in a folder that tests/README.md names."""

from __future__ import annotations

import re
from pathlib import Path

import intrigue

TESTS = Path(__file__).parent
SOURCE = Path(intrigue.__file__).parent
ACROSS = set(re.findall(r"`([a-z/]+)`", (TESTS / "README.md").read_text(encoding="utf-8").partition("| folder |")[2]))


def test_every_folder_of_tests_mirrors_one_of_the_source_or_cuts_across() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    assert len(folders) > 20
    assert {str(one) for one in folders if not (SOURCE / one).is_dir()} <= ACROSS
