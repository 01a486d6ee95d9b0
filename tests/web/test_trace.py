"""A real move goes the way that the document on architecture tells, through the storeys in their order."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import trace_move
from trace_move import Call

TEXT = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\d+\. `([\w/]+)\.py` `([\w.]+)`", re.MULTILINE)


@pytest.fixture(scope="module")
def calls() -> list[Call]:
    """In a process of its own: what other tests left in memory would not be made again."""
    command = [sys.executable, trace_move.__file__, "--calls"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    found = [re.fullmatch(r" *\d+ ([\w.]+): (.*)", line) for line in lines]
    return [Call(one[1], function) for one in found if one for function in one[2].split(", ")]


def documented_calls() -> list[Call]:
    section = TEXT.partition("\n## A move on the site")[2].partition("\n## ")[0]
    return [Call(path.replace("/", "."), function) for path, function in STEP.findall(section)]


def test_a_move_goes_the_documented_way(calls: list[Call]) -> None:
    """Every step of the list is taken, one after the other; what lies between them is left out there."""
    way, steps = iter(calls), documented_calls()
    assert len(steps) > 20
    missing = next((step for step in steps if step not in way), None)
    assert missing is None, f"{missing} does not come after the steps before it"


def test_storeys_are_entered_in_the_documented_order(calls: list[Call]) -> None:
    """On the way down to the log and up again to the page; who helps on the way is entered from several places."""
    helpers = {"config", "observe", "templates"}
    down = [call.storey for call in calls[: calls.index(Call("store.queries.log", "append"))]]
    assert list(dict.fromkeys(one for one in down if one not in helpers)) == [
        "server",
        "http",
        "runtime",
        "routes",
        "table",
        "live",
        "view",
        "store",
    ]
    up = [call.storey for call in calls[calls.index(Call("view.scene_builder", "change")) :]]
    assert list(dict.fromkeys(one for one in up if one not in helpers | {"runtime", "table"})) == [
        "view",
        "render",
        "html",
        "games",
        "live",
        "http",
        "server",
    ]
