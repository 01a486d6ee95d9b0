"""Finding words in a text: without case and accents, whatever their endings, and also by words that mean the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from os.path import commonprefix

from intrigue.locale.languages import TABLE

APOSTROPHES = "’'ʼ"
ELIDED = "|".join(word for language in TABLE.values() for word in language.elided.split())
WORD = re.compile(rf"(?:(?:{ELIDED})[’'])?([1-9]\.[1-9]\d*|[\w’'ʼ]+)", re.IGNORECASE)
"""A word, less what is elided before it, or the number of a rule with a dot. An apostrophe within a word stays."""
LONGEST = 100
"""Letters of what somebody looks for; the rest is not read."""
LIKE = 0.75
"""How much of a word that stands nowhere must be in a word of the texts that may be meant, as `difflib` counts it."""
CORRECTED = 5
"""So many words are looked at for slips; whoever types more has other ways."""
STEM = 3
"""Letters that two forms of a word have in common at least."""
FORMS = tuple(
    frozenset(ending.strip("-") for ending in kind.split())
    for kind in dict.fromkeys(kind for language in TABLE.values() for kind in language.endings)
)
"""Endings that take each other's place, of all languages: whoever searches may type any."""

Word = tuple[str, ...]
"""A word that somebody looks for, and those that mean the same in our texts."""
Query = tuple[Word, ...]
Meanings = tuple[tuple[Word, Word], ...]


def fold(word: str) -> str:
    """A word as it is compared.

    >>> fold("Épée"), fold("Ёлка"), fold("Об’єкт"), fold("пʼять"), fold("nœud"), fold("5.23")
    ('epee', 'елка', 'обєкт', 'пять', 'noeud', '5.23')
    """
    plain = unicodedata.normalize("NFKD", word.casefold().replace("œ", "oe"))
    return "".join(sign for sign in plain if (sign.isalnum() or sign == ".") and sign not in APOSTROPHES)


def meanings(text: str) -> Meanings:
    """Words that people look for, with how those begin that our texts say instead: a line each.

    >>> meanings("kill murder = eliminat\\ndraw = tie share")
    ((('kill', 'murder'), ('eliminat',)), (('draw',), ('tie', 'share')))
    """
    sides = ([tuple(map(fold, side.split())) for side in line.split("=")] for line in text.splitlines())
    return tuple((typed, told) for typed, told in sides)


def query_from(query: str, same: Meanings = ()) -> Query:
    """The words that somebody looks for.

    >>> query_from("  The ARCHER, kills ", ((("kill",), ("eliminat",)),))
    (('the',), ('archer',), ('kills', 'eliminat'))
    >>> query_from("2.8 d'égalité")
    (('2.8',), ('egalite',))
    """
    found = (fold(one[1]) for one in WORD.finditer(query[:LONGEST]))
    return tuple(
        (word, *(other for typed, told in same if any(alike(word, one) for one in typed) for other in told))
        for word in found
        if word
    )


def alike(one: str, other: str) -> bool:
    """Whether two words differ in their endings at most.

    >>> alike("карты", "карта"), alike("рівності", "рівність"), alike("картонный", "карта"), alike("нічим", "нічия")
    (True, True, False, False)
    """
    if one == other or one[:STEM] != other[:STEM]:
        return one == other
    common = len(commonprefix((one, other)))
    return any(one[n:] in forms and other[n:] in forms for n in range(STEM, common + 1) for forms in FORMS)


def fits(word: str, wanted: str) -> bool:
    """Whether a word of a text is what somebody looks for, or begins so. What has a figure in it is a number: of
    those there is only the one.

    >>> fits("лучником", "лучник"), fits("archers", "arch"), fits("arch", "archer"), fits("d3", "d3"), fits("d34", "d3")
    (True, True, True, True, False)
    """
    if any(sign.isdigit() for sign in wanted):
        return word == wanted
    return word.startswith(wanted) or alike(word, wanted)


def spans(text: str, query: Query) -> Iterator[tuple[int, int]]:
    """Where the words stand in a text."""
    for found in WORD.finditer(text):
        word = fold(found[1])
        if any(fits(word, wanted) for wants in query for wanted in wants):
            yield found.span(1)


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The words of a text as they are compared."""
    return frozenset(fold(one[1]) for one in WORD.finditer(text))


def with_corrections(query: Query, known: Collection[str]) -> Query:
    """The same words, and with those that no text has the words that may be meant.

    >>> with_corrections(query_from("arhcer hits"), ["archer", "archers", "hits", "spy"])
    (('arhcer', 'archer', 'archers'), ('hits',))
    """
    if len(query) > CORRECTED:
        return query
    return tuple(
        wants if found else (*wants, *likely_words(wants[0], known))
        for wants, found in zip(query, fitting(query, known), strict=True)
    )


def fitting(query: Query, known: Collection[str]) -> list[frozenset[str]]:
    """For each word of a query the words of the texts that fit.

    >>> [sorted(one) for one in fitting(query_from("arch hits"), ["archer", "archers", "spy"])]
    [['archer', 'archers'], []]
    """
    return [frozenset(word for word in known if any(fits(word, wanted) for wanted in wants)) for wants in query]


def likely_words(word: str, known: Collection[str]) -> list[str]:
    """Which words somebody may have meant; a number is never another one."""
    if any(sign.isdigit() for sign in word):
        return []
    return get_close_matches(word, [other for other in known if not any(map(str.isdigit, other))], n=2, cutoff=LIKE)


def had(text: str, found: Sequence[frozenset[str]]) -> int:
    """How many of the words a text has, by what fits them."""
    known = words_of(text)
    return sum(not known.isdisjoint(fit) for fit in found)


def holds(text: str, query: Query) -> bool:
    """Whether a text has all the words.

    >>> holds("Лучник попадает в первую карту.", query_from("карта лучника"))
    True
    >>> holds("The Spy robs.", query_from("spy hits"))
    False
    >>> holds("En cas d’égalité", query_from("l'egalite"))
    True
    >>> holds("Rule 2.8", query_from("2")), holds("Rule 2.8", query_from("2.8"))
    (False, True)
    """
    return all(fitting(query, words_of(text)))
