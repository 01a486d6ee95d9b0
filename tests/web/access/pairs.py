"""A few cases that stand for all: every two values of different factors come together in at least one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

Case = tuple[Any, ...]


def pairs_of(case: Case) -> set[tuple[int, Any, int, Any]]:
    """The pairs of values that a case brings together."""
    return {(a, x, b, y) for (a, x), (b, y) in combinations(enumerate(case), 2)}


def pairwise(factors: Sequence[Iterable[Any]]) -> list[Case]:
    """Cases chosen one by one, each bringing most new pairs, of equals one whose end was seen least: always the same.

    >>> pairwise([("home", "about"), ("en", "fr"), ("light", "dark")])
    [('home', 'en', 'light'), ('home', 'fr', 'dark'), ('about', 'en', 'dark'), ('about', 'fr', 'light')]
    """
    cases = {case: pairs_of(case) for case in product(*factors)}
    missing = set().union(*cases.values())
    chosen: list[Case] = []
    seen: Counter[Case] = Counter()
    while missing:
        best = max(cases, key=lambda case: (len(cases[case] & missing), -seen[case[1:]]))
        chosen.append(best)
        seen[best[1:]] += 1
        missing -= cases.pop(best)
    return chosen
