"""Every rule, difference, step, ruling and fine point of the rules has a test that carries its number in its name.

A name cites what stands right after `test_`: `test_E26_...`, or several, `test_E26_E31_...`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from named_tests import names_of_tests

FOLDER = Path(__file__).parent
SECTIONS = {"R": 37, "D": 34, "P": 5, "X": 6, "E": 120, "F": 4, "G": 21}
EXEMPT = {
    "R9": "the supply is unlimited: there is nothing to run out",
    "D14": "the oldest player begins: people at a table decide that, here chance or a header does",
    "D27": "which cards are called characters or intrigues: words on paper, the types are tested by R24",
    "D28": "the name of a card in one language",
    "D29": "slips in the lists of components",
    "D30": "where the gain for an elimination is printed; R28 is the rule",
    "D33": "which attacker an example in a book shows",
}
CITED = re.compile(r"[RDPXEFG][1-9]\d*")


def cited_numbers(name: str) -> list[str]:
    """The numbers that a test's name cites."""
    found = []
    for word in name.removeprefix("test_").split("_"):
        if not CITED.fullmatch(word):
            break
        found.append(word)
    return found


def test_names_cite_their_numbers() -> None:
    assert cited_numbers("test_E26_E31_the_ambush_pays_4") == ["E26", "E31"]
    assert cited_numbers("test_fault_03_an_ambush_pays_E26") == []


@pytest.mark.parametrize("letter", SECTIONS)
def test_every_rule_is_tested(letter: str) -> None:
    tested = {number for name in names_of_tests(FOLDER) for number in cited_numbers(name)}
    due = [f"{letter}{n}" for n in range(1, SECTIONS[letter] + 1)]
    assert ", ".join(number for number in due if number not in tested | EXEMPT.keys()) == ""


def test_no_test_cites_a_rule_that_does_not_exist() -> None:
    unknown = {
        name: number
        for name in names_of_tests(FOLDER)
        for number in cited_numbers(name)
        if int(number[1:]) > SECTIONS[number[0]]
    }
    assert unknown == {}
