"""The documents tell the truth about the code: tables, links and commands."""

from __future__ import annotations

import argparse
import re
import tokenize
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

import intrigue
from intrigue.cli import parser
from intrigue.engine.numbers import ACTIONS
from intrigue.games.oriflamme import events, kinds, sketch, state
from intrigue.games.oriflamme import observation as oriflamme
from intrigue.games.richelieu import box, cards
from intrigue.games.richelieu import events as court_events
from intrigue.games.richelieu import observation as richelieu
from intrigue.games.richelieu import sketch as court_sketch
from intrigue.games.richelieu import state as court
from intrigue.locale import words

ROOT = Path(__file__).parent.parent
PAGE = "docs/observation.md"
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


def tables(part: str) -> list[list[list[str]]]:
    """The tables one by one, without their heads."""
    found = re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE)
    return [rows(table) for table in found]


Layout = Iterable[tuple[str, int, str]]


def offsets(layout: Layout) -> dict[str, int]:
    found, at = {}, 0
    for name, length, _ in layout:
        found[name], at = at, at + length
    return found


def laid_out(layout: Layout) -> list[list[str]]:
    """A layout as its table tells it."""
    at = offsets(layout)
    return [[str(at[name]), str(length), f"`{name}`", meaning] for name, length, meaning in layout]


# Observations and actions


@pytest.mark.parametrize("code, heading", [(oriflamme, "Observation"), (richelieu, "Richelieu: observation")])
def test_the_layout_is_the_one_in_the_code(code: ModuleType, heading: str) -> None:
    document = text(PAGE)
    assert tables(section(document, heading))[0] == laid_out(code.LAYOUT)
    assert f"| {code.SIZE} | " in document.split("\n## ")[0]


def test_the_code_writes_where_the_layout_says() -> None:
    at = offsets(oriflamme.LAYOUT)
    code = oriflamme
    assert [at[name] for name in ("kinds", "hand", "aside", "seats", "row")] == [
        code.KINDS_AT,
        code.HAND_AT,
        code.ASIDE_AT,
        code.SEATS_AT,
        code.ROW_AT,
    ]
    g = state.State()
    g.players, g.round, g.ask, g.first, g.to_act, g.placed = 5, 6, state.MOVE_WHERE, 3, 2, 4
    g.pointer, g.gap, g.active, g.at, g.effect, g.combining, g.spare, g.chosen = 20, 1, 4, 30, 7, 1, 9, 17
    g.own_ambush_leaves, g.ties_count_covered, g.lord_counts_covered, g.schemer_gain = 1, 0, 1, 2
    out = [0] * code.SIZE
    code.observe_question(g, 0, 0, out)
    said = {"players": 5, "round": 6, "question": state.MOVE_WHERE, "first": 3, "to_act": 3, "placed": 4}
    said |= {"pointer": 21, "gap": 1, "active": 5, "at": 31, "effect": 8, "combining": 1, "spare": 9, "chosen": 18}
    assert {name: out[at[name]] for name in said} == said
    assert out[at["flags"] : at["flags"] + 4] == [1, 0, 1, 2]


def test_richelieu_writes_where_the_layout_says() -> None:
    at = offsets(richelieu.LAYOUT)
    code = richelieu
    assert [at[name] for name in ("seats", "cards", "spaces")] == [code.SEATS_AT, code.CARDS_AT, code.SPACES_AT]
    g = court.State()
    g.players, g.ask, g.to_act, g.turn, g.first = 4, court.CORRUPT_WHERE, 2, 1, 3
    g.actions_left, g.acted, g.took_income, g.took_office, g.traded, g.agents_sent = 1, 2, 3, 4, 5, 6
    g.guard, g.quiet, g.placed, g.cardinal, g.city_jewels, g.drawn, g.resolved = 1, 7, 8, 200, 9, 4, 11
    g.zone, g.winner, g.prize, g.icon, g.marked, g.chosen = 2, 1, 12, 13, 14, 20
    out = [0] * code.SIZE
    code.observe_turn(g, 2, 2, out)
    said = {"players": [4], "question": [court.CORRUPT_WHERE], "to_act": [1], "turn": [4], "first": [1]}
    said |= {"actions": [1, 2], "limits": [3, 4, 5, 6], "stall": [1, 7, 8], "cardinal": [200], "jewels": [9]}
    said |= {"decks": [9, 11], "zone": [3, 1, 12, 13, 14], "chosen": [21]}
    assert {name: out[at[name] : at[name] + len(said[name])] for name in said} == said


def test_the_actions_are_those_in_the_code() -> None:
    told = [{code: name.strip("`") for code, name, _ in table} for table in tables(section(text(PAGE), "Actions"))]
    expected = {str(number): name for number, name in enumerate(kinds.NAMES)}
    assert told[0] == expected | {f"{kinds.KINDS}-{kinds.MOST_KINDS - 1}": ""}
    expected = {f"{kinds.SLOT}-{kinds.SLOT + kinds.ROW - 1}": "slot", f"{kinds.AGAIN + 1}-{ACTIONS - 1}": ""}
    for name in ("FIRST", "LAST", "REVEAL", "WAIT", "TAKE", "AGAIN"):
        expected[str(getattr(kinds, name))] = name.lower()
    assert told[1] == expected
    assert f"has {kinds.AGAIN + 1 + kinds.MOST_KINDS}: add {kinds.AGAIN + 1} to" in text(PAGE)


def test_the_actions_of_richelieu_are_those_in_the_code() -> None:
    table = rows(section(text(PAGE), "Richelieu: actions"))
    named = {code: name.strip("`") for code, name, _ in table}
    expected = {str(kind): str(value) for kind, value in enumerate(cards.VALUES)}
    expected |= {f"{cards.SPACE}-{cards.SPACE + cards.SPACES - 1}": "space"}
    for name in ("INCOME", "OFFICE", "BUY", "SELL", "END", "DECLINE"):
        expected[str(getattr(cards, name))] = name.lower()
    assert named == expected | {f"{cards.DECLINE + 1}-{ACTIONS - 1}": ""}


@pytest.mark.parametrize("code, heading", [(state, "Questions"), (court, "Richelieu: questions")])
def test_the_questions_are_those_in_the_code(code: ModuleType, heading: str) -> None:
    table = rows(section(text(PAGE), heading))
    assert [int(row[0]) for row in table] == list(range(1, code.GAME_OVER))
    assert all(getattr(code, row[1].strip("`").upper()) == int(row[0]) for row in table)


@pytest.mark.parametrize("code, heading", [(events, "the Oriflamme family"), (court_events, "Richelieu")])
def test_the_events_are_those_in_the_code(code: ModuleType, heading: str) -> None:
    part = section(text("docs/notation.md"), "9. Events").split(f"\n### Events of {heading}\n")[1].split("\n### ")[0]
    told = {name.strip("`"): re.findall(r"`(\w+)`", values) for name, values in rows(part)}
    assert told == {name: [field for field in fields if field != "-"] for name, fields in code.FIELDS.items()}


# The rules


def test_the_reconstruction_is_the_deck_file() -> None:
    part = section(text("docs/rules/richelieu.md"), "6. The reconstruction")
    opposing, own, military = tables(part)
    deck = box.told_deck()
    told = {row[0]: row[1:] for row in opposing} | {row[0]: ["Richelieu", *row[1:]] for row in own}
    assert told == {
        card["id"]: [
            card["faction"].capitalize(),
            " ".join(map(str, card["spaces"])),
            card["first"],
            card["second"],
            f"{card['cardinal']:+d}",
            card["source"],
        ]
        for card in deck["card"]
    }
    assert military == [
        ["cost in ecu", *map(str, deck["military"]["costs"])],
        ["symbol", *(symbol or "-" for symbol in deck["military"]["symbols"])],
    ]
    assert f"ends on {len(deck['military']['costs'])}." in part
    assert f"runs from 0 to {deck['income']['end']}:" in part


RULES = {
    "oriflamme": (r"\b(?:[RDPXEFG][1-9]\d*|B[12])\b", r"(?:\*\*|### )([A-Z]\d+)(?:\*\*|\.)"),
    "richelieu": (r"(?<![\d.])[1-8]\.\d+(?![\d.])", r"\*\*(\d\.\d+)\*\*"),
}


def remarks(path: Path) -> str:
    """The comments and docstrings of a module."""
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    said = [token.string for token in tokens if token.type == tokenize.COMMENT or token.string.startswith('"""')]
    return "\n".join(said)


@pytest.mark.parametrize("name", RULES)
def test_every_rule_that_the_code_cites_exists(name: str) -> None:
    citation, item = RULES[name]
    known = set(re.findall(item, text(f"docs/rules/{name}.md")))
    folder = ROOT / "src" / "intrigue" / "games" / name
    cited = {number for path in folder.glob("*.py") for number in re.findall(citation, remarks(path))}
    assert cited
    assert cited - known == set()


@pytest.mark.parametrize("name", RULES)
def test_every_rule_has_its_anchor(name: str) -> None:
    document = text(f"docs/rules/{name}.md")
    items = re.findall(r'\*\*([A-Z]?[\d.]+)\*\*(?:<a id="([^"]+)">)?', document)
    assert [number for number, anchor in items if number.lower() != anchor] == []
    assert len(items) == len({number for number, _ in items}) > 80


def test_the_sketches_of_the_rulings_can_be_played() -> None:
    family, own = text("docs/rulings.md").split("\n## Richelieu\n")
    for part, game in ((family, sketch), (own, court_sketch)):
        sketches = re.findall(r"\\\n\[`([^`]+)`\]\(\S+\) - ", part)
        assert len(sketches) > 10
        for line in sketches:
            intrigue.load(game.record(line))


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


@every_document
def test_files_that_are_named_by_their_whole_path_exist(path: Path) -> None:
    document = path.read_text(encoding="utf-8")
    named = re.findall(r"`((?:tests|src|tools|bench|examples|deploy)/[\w/-]+\.\w+)`", FENCED.sub("", document))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_first_page_of_the_documents_leads_to_every_other() -> None:
    page = ROOT / "docs" / "README.md"
    links = re.findall(r"\]\(([^)\s#]+)", page.read_text(encoding="utf-8"))
    linked = {(page.parent / link).resolve() for link in links}
    assert {path for path in (ROOT / "docs").rglob("*.md") if path != page} - linked == set()


def test_every_word_of_the_glossary_has_its_line_and_its_module() -> None:
    lines = [line for line in text("docs/glossary.md").splitlines() if line.startswith("-")]
    parts = [re.fullmatch(r"- \*\*([\w ]+)\*\*(?: of a page)?: .+\. `([\w/.]+)`", line) for line in lines]
    assert [line for line, part in zip(lines, parts, strict=True) if not part] == []
    modules = {part[2] for part in parts if part}
    source = ROOT / "src" / "intrigue"
    assert {name for name in modules if not (source / name).exists() and not (ROOT / name).exists()} == set()


# Tables

LONGEST_CELL = 300


@every_document
def test_no_cell_of_a_table_is_longer_than_a_reader_can_follow(path: Path) -> None:
    part = FENCED.sub("", path.read_text(encoding="utf-8"))
    assert [cell for row in rows(part) for cell in row if len(cell) > LONGEST_CELL] == []


# Pictures

PICTURES = ROOT / "docs" / "pictures"


def pictures(path: Path) -> list[tuple[str, Path]]:
    """The pictures that a document shows: what they are said to show, and their files."""
    plain = FENCED.sub("", path.read_text(encoding="utf-8"))
    found = re.findall(r"!\[([^\]]*)\]\(([^)\s]+)\)", plain)
    for tag in re.findall(r"<img\b[^>]*>", plain):
        fields = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        found.append((fields.get("alt", ""), fields["src"]))
    return [(told, (path.parent / name).resolve()) for told, name in found]


@every_document
def test_pictures_exist_and_are_told_in_words(path: Path) -> None:
    assert [file for told, file in pictures(path) if not file.is_file() or len(told) < 30] == []


def test_the_readme_opens_with_a_picture() -> None:
    assert pictures(ROOT / "README.md")
    assert "\n![" in text("README.md").split("\n## ")[0]


def test_every_picture_is_shown_and_drawn_by_the_tool() -> None:
    drawn = {
        f"{name}.webp" for name in re.findall(r'^    Shown\("([\w-]+)"', text("tools/screenshots.py"), re.MULTILINE)
    }
    files = {file.name for file in PICTURES.iterdir()}
    assert files == drawn == {file.name for path in DOCUMENTS for _, file in pictures(path)}


def test_the_pictures_are_small() -> None:
    assert sum(file.stat().st_size for file in PICTURES.iterdir()) < 600 * 1024


# Commands


def commands() -> dict[str, argparse.ArgumentParser]:
    """The commands of the command line."""
    for action in parser(words("en"))._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("the command line has no commands")


def typed_text(document: str) -> str:
    """What a reader may type: shell blocks and code inside sentences."""
    blocks = [block for language, block in FENCED.findall(document) if language == "sh"]
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", FENCED.sub("", document))])


@every_document
def test_commands_exist(path: Path) -> None:
    said = typed_text(path.read_text(encoding="utf-8"))
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", said)) <= targets
    assert set(re.findall(r"\bintrigue ([a-z]+)", said)) <= set(commands())


@pytest.mark.parametrize("name", commands())
def test_every_command_and_option_is_explained(name: str) -> None:
    playing = text("docs/playing.md")
    assert f"`intrigue {name} --help`" in playing
    options = {option for action in commands()[name]._actions for option in action.option_strings}
    assert [option for option in sorted(options) if option.startswith("--") and option not in playing] == []
