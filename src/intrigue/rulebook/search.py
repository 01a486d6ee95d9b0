"""Finding words in a text: without case and accents, by how words begin, so that other cases and numbers are found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

WORD = re.compile(r"[\w’'ʼ]+")
LONGEST = 100
"""Letters of what somebody looks for; the rest is not read."""
SHORT, LONG = 4, 6
"""From so many letters on a word may end otherwise: in the last letter, in the last two."""
ENDING = 3
"""Letters by which such a word may be longer."""


def folded(word: str) -> str:
    """A word as it is compared.

    >>> folded("Épée"), folded("Ёлка"), folded("Об’єкт")
    ('epee', 'елка', 'обєкт')
    """
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in plain if sign.isalnum())


def asked(query: str) -> tuple[str, ...]:
    """The words that somebody looks for.

    >>> asked("  The ARCHER, hits ")
    ('the', 'archer', 'hits')
    """
    return tuple(word for found in WORD.findall(query[:LONGEST]) if (word := folded(found)))


def fits(word: str, wanted: str) -> bool:
    """Whether a word of a text is what somebody looks for: it begins so, or differs in its ending only.

    >>> fits("карты", "карта"), fits("лучником", "лучник"), fits("archers", "arch"), fits("картонный", "карта")
    (True, True, True, False)
    """
    if word.startswith(wanted):
        return True
    cut = 0 if len(wanted) < SHORT or wanted.isdigit() else 1 if len(wanted) < LONG else 2
    return bool(cut) and word.startswith(wanted[:-cut]) and len(word) <= len(wanted) + ENDING


def spans(text: str, query: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where the words stand in a text."""
    for found in WORD.finditer(text):
        word = folded(found[0])
        if any(fits(word, wanted) for wanted in query):
            yield found.span()


def holds(text: str, query: tuple[str, ...]) -> bool:
    """Whether a text has all the words.

    >>> holds("Лучник попадает в первую карту.", asked("карта лучника")), holds("The Spy robs.", asked("spy hits"))
    (True, False)
    """
    found = {folded(word) for word in WORD.findall(text)}
    return all(any(fits(word, wanted) for word in found) for wanted in query)
