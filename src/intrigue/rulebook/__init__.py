"""The rulebooks: which paragraphs there are, what each is about, and the numbers its text asks for.

The structure of a family's book lies in `<family>/book.toml`, its sentences in the catalogues under `rules.<family>.…`.
A file that says something unknown is refused as a whole: a slip must not become a missing rule.

>>> [section.id for section in book("richelieu", "ru")][0] == sections("richelieu")[0].id
True
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from intrigue.games import GAMES
from intrigue.rulebook.checking import NUMBER, BadBook, check, check_fields, id_in, names_in, tables
from intrigue.rulebook.facts import facts
from intrigue.rulebook.registry import FAMILIES, family_of

__all__ = [
    "BadBook",
    "Example",
    "Links",
    "Paragraph",
    "Section",
    "book",
    "facts",
    "family_of",
    "links",
    "read",
    "sections",
]

FOLDER = Path(__file__).parent
LISTS = ("rules", "printed", "games", "editions", "cards", "events", "prompts")
"""What a paragraph lists."""


@dataclass(frozen=True)
class Example:
    """A position or a record to be drawn, with whose eyes, and the moves that lead to a second picture."""

    key: str
    """Of its caption."""
    position: str = ""
    record: str = ""
    seat: int | None = None
    """None: everything lies open."""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Paragraph:
    """One paragraph; `key` is that of its text."""

    id: str
    key: str
    rules: tuple[str, ...] = ()
    """The numbers of the rules that it tells."""
    printed: tuple[str, ...] = ()
    """Those among them of which it also tells what the books say, where we play otherwise."""
    games: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    """Empty: all of them."""
    cards: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    example: Example | None = None
    deck: bool = False
    """Whether it says something else, under a key of its own, where an owner's deck file is played with."""

    @property
    def deck_key(self) -> str:
        return f"{self.key}.deck"


@dataclass(frozen=True)
class Section:
    """A heading and its paragraphs."""

    id: str
    key: str
    games: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]


# Asking


@cache
def sections(family: str) -> tuple[Section, ...]:
    """All of a family's book."""
    return read((FOLDER / family / "book.toml").read_text(encoding="utf-8"), family)


def book(game: str, edition: str) -> tuple[Section, ...]:
    """What a game in an edition needs to know; sections with nothing to say are left out."""
    if edition not in GAMES[game].editions:
        raise KeyError(edition)
    found = []
    for section in sections(family_of(game)):
        told = tuple(one for one in section.paragraphs if game in one.games and edition in (one.editions or (edition,)))
        if GAMES[game].deck_file:
            told = tuple(replace(one, key=one.deck_key) if one.deck else one for one in told)
        if game in section.games and told:
            found.append(replace(section, paragraphs=told))
    return tuple(found)


class Links(NamedTuple):
    """By what is asked about: the paragraph of a game in an edition that tells it, the first of several."""

    cards: Mapping[str, str]
    events: Mapping[str, str]
    prompts: Mapping[str, str]


@cache
def links(game: str, edition: str) -> Links:
    """Where everything of a game is told."""
    cards: dict[str, str] = {}
    events: dict[str, str] = {}
    prompts: dict[str, str] = {}
    for paragraph in (one for section in book(game, edition) for one in section.paragraphs):
        for found, names in ((cards, paragraph.cards), (events, paragraph.events), (prompts, paragraph.prompts)):
            for name in names:
                found.setdefault(name, paragraph.id)
    return Links(cards, events, prompts)


# Reading


def read(text: str, family: str) -> tuple[Section, ...]:
    """A book as its file writes it; raises `BadBook`."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadBook(str(fault)) from None
    check_fields(told, ("facts", "section"), "the file")
    listed = tuple(section_in(one, family) for one in tables(told.get("section", []), "section"))
    ids = [one.id for section in listed for one in section.paragraphs]
    for name, found in (("section", [section.id for section in listed]), ("paragraph", ids)):
        if doubles := sorted({one for one in found if found.count(one) > 1}):
            raise BadBook(f"{name} {doubles[0]}: there are two of them")
    blanks = names_in(told, "facts", "the file")
    for game in FAMILIES[family].games:
        for edition in GAMES[game].editions:
            check(blanks, facts(game, edition), "the file", "fact")
    return listed


def section_in(told: dict[str, Any], family: str) -> Section:
    name = id_in(told, "section")
    check_fields(told, ("id", "games", "paragraph"), f"section {name}")
    games = names_in(told, "games", f"section {name}") or FAMILIES[family].games
    check(games, FAMILIES[family].games, f"section {name}", "game")
    listed = tables(told.get("paragraph", []), f"section {name}")
    if not listed:
        raise BadBook(f"section {name}: it has no paragraph")
    paragraphs = tuple(paragraph_in(one, family, games) for one in listed)
    return Section(name, f"rules.{family}.{name}", games, paragraphs)


def paragraph_in(told: dict[str, Any], family: str, games: tuple[str, ...]) -> Paragraph:
    name = id_in(told, "paragraph")
    place, key, may = f"paragraph {name}", f"rules.{family}.{name}", FAMILIES[family]
    check_fields(told, ("id", *LISTS, "example", "deck"), place)
    lists = {field: names_in(told, field, place) for field in LISTS}
    lists["games"] = lists["games"] or games
    check(lists["games"], games, place, "game")
    check(lists["editions"], {one for game in lists["games"] for one in GAMES[game].editions}, place, "edition")
    check(lists["cards"], may.cards, place, "card")
    check(lists["events"], may.events, place, "event")
    check(lists["prompts"], may.prompts, place, "prompt")
    for number in lists["rules"]:
        if not NUMBER.fullmatch(number):
            raise BadBook(f"{place}: {number} is no number of a rule")
    check(lists["printed"], lists["rules"], place, "number that it tells")
    example = example_in(told["example"], f"{key}.example", place) if "example" in told else None
    if told.get("deck", True) is not True:
        raise BadBook(f"{place}: deck is true or left out")
    return Paragraph(name, key, example=example, deck="deck" in told, **lists)


def example_in(told: Any, key: str, place: str) -> Example:
    if not isinstance(told, dict):
        raise BadBook(f"{place}: its example is no table")
    check_fields(told, ("position", "record", "seat", "moves"), f"the example of {place}")
    texts = {field: told.get(field, "") for field in ("position", "record")}
    seat = told.get("seat")
    if not all(isinstance(text, str) for text in texts.values()) or bool(texts["position"]) == bool(texts["record"]):
        raise BadBook(f"{place}: an example has either a position or a record")
    if seat is not None and (type(seat) is not int or seat < 0):
        raise BadBook(f"{place}: {seat} is no seat")
    return Example(key, **texts, seat=seat, moves=names_in(told, "moves", place))
