"""A fifth language is a folder and a line: pages, lessons, the search of the rules, the terminal and tests follow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import fifth_language
import pytest

TESTS = Path(__file__).parents[1]
ASKED = {
    "words": ["locale/test_catalogues.py", "locale/test_tellings.py"],
    "terminal": ["terminal", "arena/test_study_page.py", "engine/test_extras.py"],
    "pages": ["web/render", "web/routes", "web/games"],
    "lessons and rules": ["web/table", "rulebook"],
}
"""Tests that are asked language by language."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of five languages."""
    return fifth_language.make(tmp_path_factory.mktemp("five"))


def run(package: Path, *command: str) -> str:
    """What a program says that runs in the package of five languages."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(package), str(TESTS)))}
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.parametrize(
    "what", ["words", *(pytest.param(what, marks=pytest.mark.full) for what in ASKED if what != "words")]
)
def test_tests_of_a_language_pass_for_a_fifth_one(package: Path, what: str) -> None:
    paths = [str(TESTS / path) for path in ASKED[what]]
    out = run(package, "-m", "pytest", "-q", "-p", "fifth_language", "-p", "no:cacheprovider", *paths)
    assert " passed" in out


def test_a_fifth_language_is_spoken(package: Path) -> None:
    code = f"""
from intrigue.locale import LANGUAGES, spoken, words
from intrigue.games import GAMES
assert LANGUAGES == ("en", "fr", "ru", "uk", {fifth_language.CODE!r})
assert spoken({{"LANG": "sl_SI.UTF-8"}}) == "sl"
said = words("sl")
assert said("card.archer.name") == "Árchér"
assert [said.plural(n) for n in (1, 2, 3, 5, 101)] == [0, 1, 2, 3, 0]
assert [game.usual_edition("sl") for game in GAMES.values()] == ["ru", "ru", "ru+ru", "ru"]
"""
    run(package, "-c", code)


def test_the_rules_are_searched_by_its_endings(package: Path) -> None:
    code = """
from intrigue.rulebook.search import holds, query_from
assert holds("Thé Árchér élímínátés", query_from("archera eliminated"))
assert holds("Qu’Árchér", query_from("archer"))
"""
    run(package, "-c", code)


def test_the_terminal_speaks_it(package: Path) -> None:
    assert "Árchér" in run(package, "-m", "intrigue", "card", "archer", "--lang", "sl")
    assert "Árchér" in run(package, "-m", "intrigue", "card", "árchér", "--lang", "sl")
