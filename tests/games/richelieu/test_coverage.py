"""Every rule, ruling and fine point of Richelieu has a test that carries its number in its name: `test_5_14_...`."""

import ast
import re
from pathlib import Path

import pytest
from named_tests import names_of_tests

FOLDER = Path(__file__).parent
SECTIONS = {4: 10, 5: 23, 8: 18}
CITED = re.compile(r"test_([458])_(\d+)_[a-z]")


def cited_numbers():
    """The numbers that the names of tests cite, as pairs of section and number."""
    matches = (CITED.match(name) for name in names_of_tests(FOLDER))
    return {(int(match[1]), int(match[2])) for match in matches if match}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_number_is_tested(section):
    due = {(section, number) for number in range(1, SECTIONS[section] + 1)}
    assert sorted(due - cited_numbers()) == []


def test_no_test_cites_a_number_that_does_not_exist():
    assert (
        sorted((section, number) for section, number in cited_numbers() if not 1 <= number <= SECTIONS[section]) == []
    )


def test_names_are_unique_in_their_file():
    for path in sorted(FOLDER.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), path.name
