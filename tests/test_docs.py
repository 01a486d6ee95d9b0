"""The documents tell the truth about the code: tables, links and commands."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from intrigue.cli import parser
from intrigue.games.oriflamme import kinds, observation, state
from intrigue.games.oriflamme.events import FIELDS
from intrigue.games.oriflamme.state import State
from intrigue.locale import words

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCUMENTS += sorted((ROOT / "docs").rglob("*.md"))
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(document: str, heading: str) -> str:
    """What stands under a heading of the second level."""
    return document.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(part: str) -> list[list[str]]:
    """The lines of all tables, without their heads."""
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"]
    rules = [number for number, row in enumerate(found) if set("".join(row)) <= set("-:")]
    return [row for number, row in enumerate(found) if number not in rules and number + 1 not in rules]


def offsets() -> dict[str, int]:
    found, at = {}, 0
    for name, length, _ in observation.LAYOUT:
        found[name], at = at, at + length
    return found


# Observations and actions


def test_the_layout_is_the_one_in_the_code() -> None:
    at = offsets()
    expected = [[str(at[name]), str(n), f"`{name}`", meaning] for name, n, meaning in observation.LAYOUT]
    assert rows(section(text("docs/observation.md"), "Observation")) == expected
    assert f"{observation.SIZE} small whole numbers" in text("docs/observation.md")


def test_the_code_writes_where_the_layout_says() -> None:
    at = offsets()
    code = observation
    assert [at[name] for name in ("kinds", "hand", "aside", "seats", "row")] == [
        code.KINDS_AT,
        code.HAND_AT,
        code.ASIDE_AT,
        code.SEATS_AT,
        code.ROW_AT,
    ]
    g = State()
    g.players, g.round, g.ask, g.first, g.to_act, g.placed = 5, 6, state.MOVE_WHERE, 3, 2, 4
    g.pointer, g.gap, g.active, g.at, g.effect, g.combining, g.spare, g.chosen = 20, 1, 4, 30, 7, 1, 9, 17
    g.own_ambush_leaves, g.ties_count_covered, g.lord_counts_covered, g.schemer_gain = 1, 0, 1, 2
    out = [0] * observation.SIZE
    observation.observe_question(g, 0, 0, out)
    said = {"players": 5, "round": 6, "question": state.MOVE_WHERE, "first": 3, "to_act": 3, "placed": 4}
    said |= {"pointer": 21, "gap": 1, "active": 5, "at": 31, "effect": 8, "combining": 1, "spare": 9, "chosen": 18}
    assert {name: out[at[name]] for name in said} == said
    assert out[at["flags"] : at["flags"] + 4] == [1, 0, 1, 2]


def test_the_actions_are_those_in_the_code() -> None:
    table = rows(section(text("docs/observation.md"), "Actions"))
    named = {code: name.strip("`") for code, name, _ in table if name}
    expected = {str(number): name for number, name in enumerate(kinds.NAMES)}
    for name in ("FIRST", "LAST", "REVEAL", "WAIT", "TAKE", "AGAIN"):
        expected[str(getattr(kinds, name))] = name.lower()
    assert named == expected | {f"{kinds.SLOT}-{kinds.ACTIONS - 1}": "slot"}


def test_the_questions_are_those_in_the_code() -> None:
    table = rows(section(text("docs/observation.md"), "Questions"))
    assert [int(row[0]) for row in table] == list(range(1, state.GAME_OVER))
    assert all(getattr(state, row[1].strip("`").upper()) == int(row[0]) for row in table)


def test_the_events_are_those_in_the_code() -> None:
    table = rows(section(text("docs/notation.md"), "9. Events"))
    told = {name.strip("`"): re.findall(r"`(\w+)`", values) for name, values in table}
    assert told == {name: [field for field in fields if field != "-"] for name, fields in FIELDS.items()}


# Links


def anchors(document: str) -> set[str]:
    """Where a link into a document can lead: its headings, and the anchors set by hand."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", document), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    return set(plain) | set(re.findall(r'<a id="([^"]+)">', document))


@every_document
def test_links_lead_somewhere(path: Path) -> None:
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", FENCED.sub("", path.read_text(encoding="utf-8"))):
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


# Commands


def commands() -> dict[str, argparse.ArgumentParser]:
    """The commands of the command line."""
    for action in parser(words("en"))._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("the command line has no commands")


def typed(document: str) -> str:
    """What a reader may type: shell blocks and code inside sentences."""
    blocks = [block for language, block in FENCED.findall(document) if language == "sh"]
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", FENCED.sub("", document))])


@every_document
def test_commands_exist(path: Path) -> None:
    said = typed(path.read_text(encoding="utf-8"))
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", said)) <= targets
    assert set(re.findall(r"\bintrigue ([a-z]+)", said)) <= set(commands())


@pytest.mark.parametrize("name", commands())
def test_every_command_and_option_is_explained(name: str) -> None:
    playing = text("docs/playing.md")
    assert f"`intrigue {name} --help`" in playing
    options = {option for action in commands()[name]._actions for option in action.option_strings}
    assert [option for option in sorted(options) if option.startswith("--") and option not in playing] == []
