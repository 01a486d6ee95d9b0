"""Where rules come from: every number declares it, the documents say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from intrigue.games import GAMES
from intrigue.rulebook import BadBook, book, sections
from intrigue.rulebook.sources import OWN, REASONS, mark, read_sources, sources

DOCS = Path(__file__).parents[3] / "docs" / "rules"
DOCUMENTS = {"row": DOCS / "oriflamme.md", "court": DOCS / "richelieu.md"}
ITEM = re.compile(r'^(?:- |\| )\*\*([A-Z]?[\d.]+)\*\*<a id="[^"]+"></a>(.*)$', re.MULTILINE)
AFTER = re.compile(r" \[try it\]\([^)\s]*\)| \*\(no position: [^)]*\)\*| \|$")
WRITTEN = re.compile(r" \*([^*]+)\*$")
CODE = re.compile(r"\b(?:RU2?|FR|EN2?|DE|UK2|faces|boxes|reviews)\b")
ALL = [{"RU", "FR", "EN", "RU2", "UK2"}, {"RU", "FR", "EN"}, {"RU2", "UK2"}]
"""What the mark *all* stands for: of both boxes, of the first, of the second."""
RECONSTRUCTION = {"6.1", "6.2", "6.3", "6.4"}
"""Of section 6, whose tables say themselves what is the rulebook's."""
EDITIONS = [(game.name, edition) for game in GAMES.values() for edition in game.editions if game.name in ("richelieu",)]
EDITIONS += [(name, edition) for name in ("oriflamme", "ablaze", "oriflamme-mix") for edition in GAMES[name].editions]
every_edition = pytest.mark.parametrize(("game", "edition"), EDITIONS)
every_family = pytest.mark.parametrize("family", DOCUMENTS)


def items(family: str) -> dict[str, str]:
    """The marks of all numbered items of a document; empty where there is none."""
    found = {}
    for number, line in ITEM.findall(DOCUMENTS[family].read_text(encoding="utf-8")):
        written = WRITTEN.search(AFTER.sub("", AFTER.sub("", line)))
        found[number] = written[1] if written else ""
    return found


def numbers_told(game: str, edition: str) -> Iterator[tuple[str, str]]:
    """All numbers beside the paragraphs of a book."""
    for section in book(game, edition):
        for one in section.paragraphs:
            for number in one.rules:
                yield one.id, number


# What is declared


@every_family
def test_every_numbered_item_declares_its_source_and_is_told(family: str) -> None:
    declared = {*sources(family)}
    assert declared == {*items(family)} | (RECONSTRUCTION if family == "court" else set())
    assert declared == {number for section in sections(family) for one in section.paragraphs for number in one.rules}


@every_family
def test_the_documents_say_what_is_declared(family: str) -> None:
    wrong = {}
    for number, written in items(family).items():
        one = sources(family)[number]
        printed, _, _ = re.sub(r"\bsee .*", "", written).partition("ours")
        books = set(CODE.findall(printed))
        if re.search(r"\ball\b(?! boxes)", printed):
            books |= next(every for every in ALL if every <= {*one.printed})
        if not written or books != {*one.printed} or bool(re.search(r"\bours\b", written)) != bool(one.ours):
            wrong[number] = written
    assert wrong == {}


@every_family
def test_what_follows_follows_from_something(family: str) -> None:
    """From other numbers, and never from itself by a detour, as far as no book and no ruling holds it."""
    declared = sources(family)
    assert {one for source in declared.values() for one in source.follows} <= {*declared}
    for number, one in declared.items():
        seen, open_ = {number}, list(one.follows)
        while open_ and not (one.printed or one.ours):
            following = open_.pop()
            assert following != number, number
            if following not in seen:
                seen.add(following)
                open_ += declared[following].follows


def test_every_edition_has_rulebooks_and_every_reason_is_used() -> None:
    assert {*OWN} == {*EDITIONS}
    assert {one.ours for family in DOCUMENTS for one in sources(family).values() if one.ours} == {*REASONS}


GOOD = '[row]\nR1 = { printed = ["RU"], follows = ["R2"], ours = "silent", editions = ["fr"] }\n[court]\n'
FAULTS = {
    "no toml": ("[row]", "[row"),
    "unknown family": ("[court]", "[chess]"),
    "unknown key": ("follows", "because"),
    "unknown book": ('"RU"', '"ES"'),
    "unknown reason": ('"silent"', '"whim"'),
    "unknown edition": ('"fr"', '"es"'),
    "no number": ("R1 =", "one ="),
    "no number to follow from": ('"R2"', '"two"'),
    "no table": ("R1 = {", "R2 = 5\nR1 = {"),
    "no source": ("R1 = {", "R2 = {}\nR1 = {"),
    "printed nowhere, and not ours everywhere": ('printed = ["RU"], ', ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_is_unknown_is_refused(fault: str) -> None:
    assert read_sources(GOOD)["row"]["R1"].editions == ("fr",)
    before, after = FAULTS[fault]
    assert before in GOOD
    with pytest.raises(BadBook):
        read_sources(GOOD.replace(before, after, 1))


# What a number wears


def worn(game: str, edition: str, number: str) -> str:
    one = mark(game, edition, number)
    return f"{one.kind} {one.reason or ' '.join(one.books)}" if one else ""


WORN = [
    ("oriflamme", "fr", "R9", "ours silent"),
    ("oriflamme", "fr", "R36", "ours silent"),
    ("oriflamme", "fr", "R37", "ours silent"),
    ("oriflamme", "fr", "R25", "partly alike"),
    ("oriflamme", "fr", "R10", ""),
    ("oriflamme", "fr", "E36", ""),
    # What only the Russian book says.
    ("oriflamme", "fr", "E18", "elsewhere RU"),
    ("oriflamme", "ru", "E18", ""),
    ("oriflamme-mix", "fr+uk", "E18", "elsewhere RU"),
    ("oriflamme-mix", "ru+ru", "E18", ""),
    ("ablaze", "ru", "R27", "elsewhere RU"),
    ("ablaze", "ru", "R13", "elsewhere UK2"),
    ("oriflamme", "ru", "R21", "elsewhere FR EN"),
    # The Decree: the first French and English books set no limit.
    ("oriflamme", "fr", "D4", "ours later"),
    ("oriflamme-mix", "fr+uk", "E56", "ours later"),
    ("oriflamme", "ru", "D4", ""),
    ("oriflamme-mix", "ru+ru", "E56", ""),
    # A face-down Prince, hidden Shapeshifters, Cutthroat and Trap, Apothecary on itself, compulsory first use.
    ("ablaze", "uk", "G14", "ours otherwise"),
    ("ablaze", "ru", "G14", "ours otherwise"),
    ("ablaze", "ru", "E70", "ours otherwise"),
    ("oriflamme", "ru", "E49", "ours otherwise"),
    ("ablaze", "uk", "E79", "ours otherwise"),
    ("ablaze", "uk", "E84", "ours silent"),
    ("ablaze", "uk", "E107", "ours must"),
    ("ablaze", "uk", "G6", "partly must"),
    ("ablaze", "uk", "G13", ""),
    # The mix as a whole.
    *(("oriflamme-mix", "fr+uk", number, "ours mix") for number in ("F1", "F2", "F3", "F4", "G17", "G19", "E116")),
    *(("oriflamme-mix", "ru+ru", number, "partly mix") for number in ("E119", "E120")),
    # Richelieu: what the book leaves open, and where we read it otherwise.
    ("richelieu", "ru", "1.1", ""),
    ("richelieu", "ru", "1.11", "partly silent"),
    ("richelieu", "ru", "2.1", "partly silent"),
    ("richelieu", "ru", "2.2", ""),
    ("richelieu", "ru", "5.5", ""),
    ("richelieu", "ru", "4.2", "elsewhere DE"),
    ("richelieu", "ru", "4.4", "elsewhere reviews"),
    *(("richelieu", "ru", number, "ours otherwise") for number in ("3.19", "3.30", "5.15", "5.22", "8.3", "8.9")),
    *(("richelieu", "ru", number, "ours guard") for number in ("5.12", "8.6", "8.12")),
    ("richelieu", "ru", "5.23", "ours silent"),
    ("richelieu", "ru", "8.8", "partly open"),
]


@pytest.mark.parametrize(("game", "edition", "number", "expected"), WORN)
def test_a_number_wears_the_mark_of_its_source(game: str, edition: str, number: str, expected: str) -> None:
    assert worn(game, edition, number) == expected
