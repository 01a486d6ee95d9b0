"""Where rules come from: every number declares it, the documents say the same, and the pages show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from web.render.samples import SITE, me

from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.rulebook import BadBook, book, sections
from intrigue.rulebook.sources import BOOKS, OWN, REASONS, TOLD, mark, read_sources, sources
from intrigue.web.html.rule_links import address
from intrigue.web.render import rulebook
from intrigue.web.view.rulebook_examples import open_book

DOCS = Path(__file__).parents[2] / "docs" / "rules"
DOCUMENTS = {"oriflamme": DOCS / "oriflamme.md", "richelieu": DOCS / "richelieu.md"}
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
    assert declared == {*items(family)} | (RECONSTRUCTION if family == "richelieu" else set())
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_every_book_has_its_words(language: str) -> None:
    written = {key for key in words(language).sentences if key.startswith(("learn.ours.", "learn.book."))}
    named = {f"learn.book.{family}.{book}" for family, books in BOOKS.items() for book in books}
    assert written == {f"learn.ours.{reason}" for reason in REASONS} | named | {f"{one}.short" for one in named}


@every_edition
def test_where_the_books_say_something_else_a_paragraph_tells_what(game: str, edition: str) -> None:
    """Exactly one; and no paragraph does so where we play what is printed."""
    due = {number for _, number in numbers_told(game, edition)}
    due = {number for number in due if (one := mark(game, edition, number)) and one.reason in TOLD}
    told = [number for section in book(game, edition) for one in section.paragraphs for number in one.printed]
    assert sorted(told) == sorted(due) and due


GOOD = '[oriflamme]\nR1 = { printed = ["RU"], follows = ["R2"], ours = "silent", editions = ["fr"] }\n[richelieu]\n'
FAULTS = {
    "no toml": ("[oriflamme]", "[oriflamme"),
    "unknown family": ("[richelieu]", "[chess]"),
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
    assert read_sources(GOOD)["oriflamme"]["R1"].editions == ("fr",)
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
    ("richelieu", "ru", "1.4", "partly silent"),
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


# On the page


PARAGRAPH = re.compile(r'<div class="paragraph" id="([^"]+)">(.*?)<div class="words">', re.DOTALL)
NUMBER = re.compile(
    r'<span class="number"><span aria-hidden="true">([^<]+)</span>(.*?)</span>\s*(?=<span|</div)', re.DOTALL
)
LINK = re.compile(r'<a class="source (\w+)" href="([^"]+)" aria-label="([^"]+)" data-meaning="([^"]+)">([^<]+)</a>')


@pytest.mark.parametrize("language", LANGUAGES)
@every_edition
def test_every_number_stands_with_its_mark_which_leads_to_its_ruling(game: str, edition: str, language: str) -> None:
    said = words(language)
    html = rulebook.page(me(language), SITE, open_book(game, edition))
    ids = set(re.findall(r' id="([^"]+)"', html))
    found = []
    for paragraph, margin in PARAGRAPH.findall(html):
        for number, rest in NUMBER.findall(margin):
            found.append((paragraph, number))
            one = mark(game, edition, number)
            link = LINK.search(rest)
            assert (one is None) == (link is None), number
            if one and link:
                kind, href, spoken, meaning, label = map(unescape, link.groups())
                assert (kind, href) == (one.kind, f"#ruling-{number}") and href[1:] in ids
                assert label == rulebook.label(one, game, said) and meaning == rulebook.meaning(one, game, said)
                assert spoken == f"{number}: {label}. {meaning}" and not re.search(r"[{}]|learn\.", spoken)
    assert found == [*numbers_told(game, edition)]


@every_edition
def test_the_list_of_rulings_leads_back_to_every_rule(game: str, edition: str) -> None:
    html = rulebook.page(me(), SITE, open_book(game, edition))
    listed = re.findall(r'<li id="ruling-([^"]+)"><a href="#([^"]+)">([^<]+)</a>', html)
    told = {*numbers_told(game, edition)}
    assert {number for number, _, _ in listed} == {number for _, number in told if mark(game, edition, number)}
    assert len(listed) == len({number for number, _, _ in listed})
    assert all((paragraph, number) in told and shown == number for number, paragraph, shown in listed)
    whole = {one.id: one for section in book(game, edition) for one in section.paragraphs}
    for number, paragraph, _ in listed:
        one = mark(game, edition, number)
        assert one and (one.reason not in TOLD or number in whole[paragraph].printed), number


def test_a_mark_among_what_a_search_found_leads_to_the_whole_book() -> None:
    html = rulebook.page(me(), SITE, open_book("ablaze", "uk"), "G14")
    (link,) = [one for one in LINK.findall(html) if "G14" in one[2]]
    assert unescape(link[1]) == f"{address('ablaze', 'uk')}#ruling-G14" and 'id="ruling-' not in html


@pytest.mark.parametrize("language", LANGUAGES)
@every_edition
def test_the_legend_tells_every_mark(game: str, edition: str, language: str) -> None:
    said = words(language)
    for query in ("", "R10", "xyzzy"):
        html = unescape(rulebook.page(me(language), SITE, open_book(game, edition), query))
        for kind in ("ours", "partly", "elsewhere", "none"):
            assert html.count(said(f"learn.legend.{kind}")) == 1


PRINTED = {
    "rules.oriflamme.decree_printed": {
        "en": "no exception",
        "fr": "sans exception",
        "ru": "исключений",
        "uk": "винятків",
    },
    "rules.oriflamme.hard_partners": {
        "en": "The books spare",
        "fr": "Les livrets",
        "ru": "Правила щадят",
        "uk": "Правила щадять",
    },
    "rules.oriflamme.hard_copy_heir": {
        "en": "The books speak",
        "fr": "Les livrets",
        "ru": "В правилах",
        "uk": "У правилах",
    },
    "rules.oriflamme.hard_cutthroat_points": {
        "en": "of the books",
        "fr": "des livrets",
        "ru": "В пояснении",
        "uk": "У поясненні",
    },
    "rules.richelieu.prize_prestige": {"en": "The book", "fr": "le livret", "ru": "В книге", "uk": "У книзі"},
    "rules.richelieu.elsewhere": {
        "en": "The printed sentence",
        "fr": "Le livret",
        "ru": "В правилах",
        "uk": "У правилах",
    },
    "rules.richelieu.figure_moves": {
        "en": "The printed sentence",
        "fr": "Le livret",
        "ru": "В правилах",
        "uk": "У правилах",
    },
    "rules.richelieu.neutral_rank": {
        "en": "The printed sentence",
        "fr": "Selon le livret",
        "ru": "В правилах",
        "uk": "У правилах",
    },
}


@pytest.mark.parametrize("language", sorted({language for said in PRINTED.values() for language in said}))
def test_5_15_5_22_D4_G14_what_is_printed_is_told_where_we_play_otherwise(language: str) -> None:
    telling = {
        one.key for family in DOCUMENTS for section in sections(family) for one in section.paragraphs if one.printed
    }
    assert telling == {*PRINTED}
    for key, said in PRINTED.items():
        assert said[language] in words(language)(key), key
