"""Every ruling in the docs leads to its position in the sandbox, and every such position can be tried."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.runtime.sandbox.trial import Trial

ROOT = Path(__file__).parent.parent


def tool() -> Any:
    """The tool, which is no module of the package."""
    told = importlib.util.spec_from_file_location("rulings", ROOT / "tools" / "rulings.py")
    assert told and told.loader
    module = importlib.util.module_from_spec(told)
    told.loader.exec_module(module)
    return module


rulings = tool()
ADDRESS = re.compile(rf"\]\(({re.escape(rulings.SITE)}/sandbox[^)\s]*)\)")


def record_at(address: str) -> Record:
    """The record that an address in the docs stands for."""
    asked = dict(parse_qsl(urlsplit(address).query, strict_parsing=True))
    return sketches.record_of_sketch(asked["game"], asked["sketch"], asked.get("moves", ""))


def test_the_documents_are_as_the_tool_writes_them() -> None:
    assert [str(path) for path, text in rulings.documents().items() if path.read_text(encoding="utf-8") != text] == []


@pytest.mark.parametrize("name", rulings.RULINGS)
def test_every_numbered_ruling_has_a_position_or_a_reason(name: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    items = [(number, line) for _, number, line in rulings.ITEM.findall(text)]
    due = [(number, line) for number, line in items if rulings.is_ruling(name, number, line)]
    assert [number for number, line in items if re.search(r"\bours?\b", line) and (number, line) not in due] == []
    assert len(due) == len(rulings.positions()[name]) - 1 + len(rulings.positions()[name][rulings.NONE]) > 40
    assert [number for number, line in due if len(rulings.LINK.findall(line)) != 1] == []
    assert [number for number, line in items if (number, line) not in due and rulings.LINK.search(line)] == []


@pytest.mark.parametrize("name", rulings.RULINGS)
def test_a_mark_of_ours_above_a_list_holds_for_all_of_it(name: str) -> None:
    """Each of its items has its sign, or a sketch stands there."""
    text = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    marked = [
        part
        for part in re.split(r"\n(?=##+ )", text)
        if re.search(r"^(?!- |\|).*(\bours\b|It is not settled)", part, re.MULTILINE)
    ]
    assert len(marked) == 2
    for part in marked:
        bare = [line[:60] for line in part.splitlines() if line.startswith("- ") and not rulings.LINK.search(line)]
        assert (bare == [] and "\n- " in part) or rulings.SKETCH.search(part), part[:40]


def test_every_question_has_a_position_or_a_reason() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    asked = [block for block in text.split("\n\n") if re.match(r"\*\*[^*]+\?\*\*", block)]
    assert len(asked) > 50
    assert [block[:60] for block in asked if not ADDRESS.search(block) and "(no position: " not in block] == []


@pytest.mark.parametrize("path", rulings.documents(), ids=lambda path: path.name)
def test_every_position_can_be_tried(path: Path) -> None:
    addresses = ADDRESS.findall(path.read_text(encoding="utf-8"))
    assert len(addresses) > 40
    for address in addresses:
        trial = Trial(record_at(address))
        assert trial.scene(trial.first, None).view and trial.scene(trial.last, None).view


def test_a_ruling_without_a_position_would_be_noticed() -> None:
    told = {"E1": "1Lord @1", rulings.NONE: {}}
    with pytest.raises(KeyError):
        rulings.rules('- **E2**<a id="e2"></a> Something. *all*', "oriflamme", told)
    with pytest.raises(KeyError):
        rulings.rules('- **R1**<a id="r1"></a> Something. *all for cards; ours for the rest*', "oriflamme", told)
    assert "try it" not in rulings.rules('- **R1**<a id="r1"></a> Something. *all*', "oriflamme", told)
    once = rulings.rules('- **E1**<a id="e1"></a> Something. *all*', "oriflamme", told)
    assert rulings.rules(once, "oriflamme", told) == once and once.count("try it") == 1
    shown = rulings.rules("Something.\\\n`1Lord @1` - it pays 1.", "oriflamme", told)
    assert rulings.rules(shown, "oriflamme", told) == shown and len(ADDRESS.findall(shown)) == 1


@pytest.mark.parametrize(("edition", "winners"), [("fr", [1]), ("ru", [1, 2])])
@pytest.mark.parametrize("move", ["wait", "reveal"])
def test_a_tie_at_the_end_is_seen_in_its_position(edition: str, winners: list[int], move: str) -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    (address,) = ADDRESS.findall(text[text.index("**Equal influence at the end?**") :].partition("\n\n")[0])
    sketch = dict(parse_qsl(urlsplit(address).query))["sketch"]
    match = Match.begin(GAMES["oriflamme"], sketches.record_of_sketch("oriflamme", f"{sketch}; edition {edition}"))
    match.play(move)
    assert match.over and match.position["winners"] == winners
