"""The list of threats tells the truth: every threat has a defence that exists and tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
WEB = ROOT / "src" / "intrigue" / "web"
TESTS = ROOT / "tests" / "web"
THREATS = [number for number in range(1, 23) if number != 11]
TEXT = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
PARTS = re.compile(r"^## (\d+)\. ([^\n]+)$(.*?)^\*\*Defence\*\*$(.*?)^\*\*Tests\*\*$(.*?)(?=^## )", re.M | re.S)
ROWS = [[number, heading + told, defence, tests] for number, heading, told, defence, tests in PARTS.findall(TEXT)]


def functions_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_threat_has_its_row() -> None:
    assert [int(row[0]) for row in ROWS] == THREATS and all(len(row) == 4 for row in ROWS)
    assert re.findall(r"^## (\d+)\.", TEXT, re.M) == [str(number) for number in THREATS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_defences_and_tests_are_there(row: list[str]) -> None:
    _, threat, defence, tests = row
    files = re.findall(r"`([a-z_/]+\.(?:py|js))`", defence)
    assert threat and files
    assert all((WEB / name).exists() or (WEB.parent / name).exists() for name in files), files
    named = re.findall(r"`([a-z_/]+\.py)::([a-zA-Z0-9_]+)`", tests)
    assert len(named) >= 2 and tests.count("::") == len(named)
    for path, name in named:
        assert name in functions_in(TESTS / path), (path, name)


def test_tests_named_elsewhere_are_there_too() -> None:
    for path, name in re.findall(r"`([a-z_/]+\.py)::([a-zA-Z0-9_]+)`", TEXT):
        assert name in functions_in(TESTS / path), (path, name)
