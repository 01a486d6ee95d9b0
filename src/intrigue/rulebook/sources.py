"""Where every numbered rule comes from: which books print it, what it follows from, and what of it is ours, and why.

It lies in `sources.toml`, one line for each number of the rules. A file that says something unknown is refused.

>>> source("oriflamme", "R36").ours, source("oriflamme", "E32").follows, source("richelieu", "4.2").printed
('silent', ('R17',), ('DE',))
>>> mark("oriflamme", "fr", "R36").kind, mark("oriflamme", "ru", "E18"), mark("oriflamme", "fr", "E18").books
('ours', None, ('RU',))
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from intrigue.games import GAMES
from intrigue.rulebook.checking import NUMBER, BadBook, check, check_fields, names_in
from intrigue.rulebook.registry import FAMILIES, family_of

__all__ = ["BOOKS", "PRINCIPLES", "REASONS", "Mark", "Source", "mark", "order", "source", "sources"]

FILE = Path(__file__).parent / "sources.toml"
BOOKS = {name: family.books for name, family in FAMILIES.items()}
"""What a rule can be printed in, by family."""
ANYWHERE = frozenset({"boxes"})
"""What comes with every edition."""
OWN = {place: books for family in FAMILIES.values() for place, books in family.own_books.items()}
"""The rulebooks of each edition."""
REASONS = tuple(
    "otherwise later age silent alike position moment must discard debts control actor"
    " order finished totals open guard mix reconstructed program".split()
)
"""Why a rule is ours, in the order in which a page tells them."""
LETTERS = "RDPXEFG"
PRINCIPLES = {"position": "R27", "must": "R23", "discard": "R32", "debts": "R37", "control": "G5", "actor": "E14"}
"""The rules that some reasons are."""
RECONSTRUCTED = "reconstructed"
"""Why what is printed in a box is ours; with an owner's deck file it is not."""
TOLD = frozenset({"otherwise", "later"})
"""The books do speak, but differently: such a rule is ours, however much of it is printed."""


class Source(NamedTuple):
    """Where one rule comes from."""

    printed: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    """From which other numbers."""
    ours: str = ""
    """Why it is ours; empty: it is not."""
    editions: tuple[str, ...] = ()
    """In which it is ours; empty: in all."""

    def is_ours(self, edition: str) -> bool:
        """Whether an edition plays it by a ruling of ours, at least in part."""
        return bool(self.ours) and (not self.editions or edition in self.editions)


class Mark(NamedTuple):
    """What stands beside a number that is not simply in the rulebook of the edition."""

    number: str
    kind: Literal["ours", "partly", "elsewhere"]
    reason: str = ""
    """Of `REASONS`, if it is ours."""
    books: tuple[str, ...] = ()
    """Where it is printed, if that is elsewhere."""


def source(family: str, number: str) -> Source:
    """Where a rule comes from; every number of the rules has a source."""
    return sources(family)[number]


@cache
def sources(family: str) -> Mapping[str, Source]:
    """Of all numbers of a family."""
    return read_sources(FILE.read_text(encoding="utf-8"))[family]


def mark(game: str, edition: str, number: str) -> Mark | None:
    """What stands beside a number; nothing where a book of the edition says it, or it follows from other rules."""
    one = source(family_of(game), number)
    if one.ours == RECONSTRUCTED and GAMES[game].deck_file:
        return None
    if one.is_ours(edition):
        return Mark(number, "partly" if one.printed and one.ours not in TOLD else "ours", one.ours)
    if one.follows or {*one.printed} & (OWN[game, edition] | ANYWHERE):
        return None
    return Mark(number, "elsewhere", books=one.printed)


def order(number: str) -> tuple[int, int]:
    """How numbers are sorted: rules, differences, the procedure, interactions, the mix, fine points.

    >>> sorted(["E10", "5.10", "G1", "E9", "5.9", "D2", "R37"], key=order)
    ['R37', 'D2', 'E9', 'E10', 'G1', '5.9', '5.10']
    """
    start, dot, end = number.partition(".")
    return (LETTERS.index(number[0]), int(number[1:])) if not dot else (len(LETTERS) + int(start), int(end))


# Reading


def read_sources(text: str) -> dict[str, dict[str, Source]]:
    """All sources as their file writes them; raises `BadBook`."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadBook(str(fault)) from None
    check_fields(written, BOOKS, "the sources")
    return {
        family: {number: source_in(family, number, one) for number, one in numbers.items()}
        for family, numbers in written.items()
    }


def source_in(family: str, number: str, written: Any) -> Source:
    place = f"the source of {number}"
    if not NUMBER.fullmatch(number) or not isinstance(written, dict):
        raise BadBook(f"{place}: a number of a rule has a table")
    check_fields(written, Source._fields, place)
    printed, follows, editions = (names_in(written, field, place) for field in ("printed", "follows", "editions"))
    ours = written.get("ours", "")
    check(printed, BOOKS[family], place, "book")
    check([ours] if ours else [], REASONS, place, "reason")
    check(editions, {one for game in GAMES.values() for one in game.editions}, place, "edition")
    if not (printed or follows or ours):
        raise BadBook(f"{place}: it names none")
    if editions and not (ours and printed):
        raise BadBook(f"{place}: where it is not ours it must be printed")
    for one in follows:
        if not NUMBER.fullmatch(one):
            raise BadBook(f"{place}: {one} is no number of a rule")
    return Source(printed, follows, ours, editions)
