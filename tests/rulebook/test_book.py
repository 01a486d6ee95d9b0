"""The structure of the rulebooks: strict, complete over all numbered rules, and every example a position that plays."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from web.render.samples import SITE, me

from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.rulebook import BadBook, Example, Paragraph, book, facts, links, read, sections
from intrigue.rulebook.registry import FAMILIES, family_of
from intrigue.rulebook.search import holds, meanings, query_from
from intrigue.web.render import rulebook
from intrigue.web.view import rulebook_examples, sandbox_link
from intrigue.web.view.rulebook import Book
from intrigue.web.view.rulebook_examples import open_book

TESTS = Path(__file__).parents[1]
EDITIONS = [(game.name, edition) for game in GAMES.values() for edition in game.editions]

GOOD = """
facts = ["rounds"]
[[section]]
id = "round"
[[section.paragraph]]
id = "placing"
rules = ["R12", "R13"]
editions = ["fr", "ru"]
cards = ["archer"]
events = ["card_placed"]
prompts = ["place"]
[section.paragraph.example]
position = "{}"
seat = 0
moves = ["reveal"]
"""
FAULTS = {
    "no toml": ("facts =", "facts"),
    "unknown key": ("facts =", "sentences = []\nfacts ="),
    "unknown key of a section": ('id = "round"', 'id = "round"\nname = "x"'),
    "unknown key of a paragraph": ('rules = ["R12"', 'rule = ["R12"'),
    "unknown key of an example": ("seat = 0", "eyes = 0"),
    "unknown game": ('id = "round"', 'id = "round"\ngames = ["chess"]'),
    "a game of the other family": ('id = "placing"', 'id = "placing"\ngames = ["richelieu"]'),
    "unknown edition": ('["fr", "ru"]', '["first"]'),
    "unknown card": ('"archer"', '"bishop"'),
    "unknown event": ('"card_placed"', '"agent_placed"'),
    "unknown prompt": ('prompts = ["place"]', 'prompts = ["castle"]'),
    "unknown fact": ('facts = ["rounds"]', 'facts = ["laps"]'),
    "no number of a rule": ('"R12"', '"twelve"'),
    "no list": ('cards = ["archer"]', 'cards = "archer"'),
    "an id with a space": ('id = "placing"', 'id = "Placing it"'),
    "no id": ('id = "placing"\n', ""),
    "two of an id": (
        "[section.paragraph.example]",
        '[[section.paragraph]]\nid = "placing"\n[section.paragraph.example]',
    ),
    "position and record": ('position = "{}"', 'position = "{}"\nrecord = "x"'),
    "neither": ('position = "{}"', ""),
    "no seat": ("seat = 0", 'seat = "Ann"'),
    "no paragraph": (GOOD[GOOD.index("[[section.paragraph]]") :], ""),
}


def test_a_good_book_is_read() -> None:
    (section,) = read(GOOD, "oriflamme")
    (paragraph,) = section.paragraphs
    assert (section.key, section.games) == ("rules.oriflamme.round", ("oriflamme", "ablaze", "oriflamme-mix"))
    assert (paragraph.key, paragraph.rules, paragraph.editions) == (
        "rules.oriflamme.placing",
        ("R12", "R13"),
        ("fr", "ru"),
    )
    assert paragraph.example == Example("rules.oriflamme.placing.example", position="{}", seat=0, moves=("reveal",))


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_is_unknown_is_refused(fault: str) -> None:
    before, after = FAULTS[fault]
    assert before in GOOD
    with pytest.raises(BadBook):
        read(GOOD.replace(before, after, 1), "oriflamme")


def names_of_tests(folder: str) -> list[str]:
    return [
        node.name
        for path in sorted((TESTS / folder).rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]


def rules_in(family: str) -> set[str]:
    return {number for section in sections(family) for one in section.paragraphs for number in one.rules}


def test_every_rule_of_the_row_that_is_tested_is_told() -> None:
    cited = {
        number
        for name in names_of_tests("games/oriflamme")
        if (found := re.match(r"test_((?:[RDPXEFG][1-9]\d*_)+)", name))
        for number in found[1].rstrip("_").split("_")
    }
    assert len(cited) > 200 and sorted(cited - rules_in("oriflamme")) == []


def test_every_rule_of_the_court_that_is_tested_is_told() -> None:
    found = (re.match(r"test_([458])_(\d+)_[a-z]", name) for name in names_of_tests("games/richelieu"))
    cited = {f"{one[1]}.{one[2]}" for one in found if one}
    assert len(cited) == 51 and sorted(cited - rules_in("richelieu")) == []


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_an_edition_reads_only_what_is_its_own(game: str, edition: str) -> None:
    whole = {one.id: one for section in sections(family_of(game)) for one in section.paragraphs}
    shown = [one.id for section in book(game, edition) for one in section.paragraphs]
    assert len(shown) == len(set(shown))
    for name, one in whole.items():
        mine = game in one.games and (not one.editions or edition in one.editions)
        section = next(found for found in sections(family_of(game)) if one in found.paragraphs)
        assert (name in shown) == (mine and game in section.games), name


def test_the_mix_has_the_cards_of_both_boxes() -> None:
    for edition in GAMES["oriflamme-mix"].editions:
        cards = links("oriflamme-mix", edition).cards
        assert {"archer", "conspiracy", "prince", "substitution", "twin"} <= set(cards) and len(cards) == 21


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_no_blank_is_left_and_no_sentence_is_missing(game: str, edition: str, language: str) -> None:
    for heading in rulebook.book_text(open_book(game, edition), words(language)):
        assert heading.title.strip() and "{" not in heading.title
        for one in heading.paragraphs:
            assert one.text.strip() and not re.search(r"[{}]|\bNone\b", one.whole), one.id
            assert bool(one.caption) == (one.example is not None)


def test_no_sentence_of_the_books_is_left_unread() -> None:
    for family in FAMILIES:
        keys = set()
        for section in sections(family):
            keys |= {section.key}
            for one in section.paragraphs:
                keys |= {one.key, *([one.example.key] if one.example else []), *([one.deck_key] if one.deck else [])}
        written = {key for key in words("en").sentences if key.startswith(f"rules.{family}.")}
        assert written == keys


SAYS = {
    "a Bribery without a target leaves": (
        "bribery",
        {"en": "nothing and is discarded", "fr": "sans effet", "ru": "без эффекта", "uk": "скидають"},
    ),
    "the points of a Cutthroat come before the victim strikes back": (
        "hard_cutthroat",
        {"en": "strike back", "fr": "riposte", "ru": "ответный удар", "uk": "удару у відповідь"},
    ),
    "partners go in order": (
        "hard_partners_two",
        {"en": "order of the row", "fr": "ordre de la file", "ru": "порядку с начала ряда", "uk": "порядком ряду"},
    ),
}
SAYS_NOT = {
    "an intrigue that can do nothing does not stay": (
        "face_up",
        {"en": "it stays", "fr": "reste", "ru": "остаётся", "uk": "лишається"},
    ),
    "a card that is discarded is not eliminated": (
        "hard_thrown_out",
        {"en": "eliminat", "fr": "élimin", "ru": "устран", "uk": "вилуч"},
    ),
}


@pytest.mark.parametrize(
    ("fault", "language"),
    [(fault, language) for fault, (_, rules_in) in (SAYS | SAYS_NOT).items() for language in rules_in],
)
def test_the_book_of_the_row_says_what_it_must(fault: str, language: str) -> None:
    name, told = (SAYS | SAYS_NOT)[fault]
    assert (told[language] in words(language)(f"rules.oriflamme.{name}")) == (fault in SAYS)


def test_facts_are_those_of_the_games() -> None:
    assert facts("ablaze", "uk")["schemer_gain"] == 2 and facts("ablaze", "ru")["schemer_gain"] == 1
    assert facts("oriflamme", "fr")["rounds"] == 6 and facts("richelieu", "ru")["income_end"] == 10


# Examples


EXAMPLES = [one for family in FAMILIES for section in sections(family) for one in section.paragraphs if one.example]


@pytest.mark.parametrize("paragraph", EXAMPLES, ids=lambda one: one.id)
def test_every_example_is_drawn(paragraph: Paragraph) -> None:
    example = paragraph.example
    assert example is not None
    for language in ("en", "uk"):
        whole = Book("", "", {example.key: rulebook_examples.prepare(example, "")})
        pictures = rulebook.draw_example(whole, example.key, words(language))
        assert len(pictures) == (2 if example.moves else 1)
        for one in pictures:
            html = "".join(one.parts)
            assert one.description and "{" not in one.description
            assert "<use href=" in html
            assert not re.search(r"<button|<a |<details| id=| data-(at|hint|flip)|tabindex", html)


SEEN = [one for one in EXAMPLES if one.example and one.example.seat is not None]


@pytest.mark.parametrize("paragraph", SEEN, ids=lambda one: one.id)
def test_an_example_seen_by_a_seat_shows_only_what_it_may_know(paragraph: Paragraph) -> None:
    """Worlds that the seat cannot tell apart have the same picture."""
    example = paragraph.example
    assert example is not None and example.seat is not None
    said = words("en")
    match = rulebook_examples.begin(example, "")
    true = rulebook_examples.scene_of(match, example.seat)
    picture = rulebook.picture(true, "", [true], said)
    for seed in range(5):
        twin = match.copy()
        twin.state = match.sample(example.seat, seed)
        other = rulebook_examples.scene_of(twin, example.seat)
        assert rulebook.picture(other, "", [other], said) == picture


def test_an_example_without_eyes_lies_open() -> None:
    example = next(
        one.example
        for one in EXAMPLES
        if one.example and one.example.seat is None and '"up":false' in one.example.position
    )
    scene = rulebook_examples.scene_of(rulebook_examples.begin(example, ""), None)
    assert scene.view is not None and not re.search(r'"(kind|value)": ?null', str(scene.view))


# Search


def test_words_are_found_whatever_their_case_accent_or_ending() -> None:
    assert holds("Лучник стреляет в крайнюю карту.", query_from("КАРТА лучника"))
    assert holds("Вилучіть крайню карту ряду подій.", query_from("карти подія"))
    assert holds("Éliminez la carte.", query_from("eliminez cartes"))
    assert holds("Her cards wait.", query_from("card"))
    assert not holds("Her cards wait.", query_from("card eats"))
    assert query_from("  ,.! ") == () and holds("anything", ())


@pytest.mark.parametrize("family", FAMILIES)
def test_the_number_of_a_rule_finds_exactly_what_tells_it(family: str) -> None:
    game = "ablaze" if family == "oriflamme" else family
    edition = GAMES[game].editions[0]
    whole = rulebook.book_text(open_book(game, edition), words("en"))
    told = [one for section in book(game, edition) for one in section.paragraphs]
    for number in sorted({number for one in told for number in one.rules}):
        found = [
            one.id for heading in rulebook.find_paragraphs(whole, query_from(number))[0] for one in heading.paragraphs
        ]
        assert found == [one.id for one in told if number in one.rules], number


def found_by(game: str, edition: str, language: str, query: str) -> list[str]:
    """Which paragraphs the page of a search shows."""
    html = rulebook.page(me(language), SITE, open_book(game, edition), query)
    return re.findall(r'<div class="paragraph" id="(\w+)"', html)


@pytest.mark.parametrize(
    ("game", "edition", "language", "slip", "meant"),
    [
        ("oriflamme", "ru", "en", "arhcer", "archer"),
        ("oriflamme", "ru", "en", "shapshifter", "shapeshifter"),
        ("oriflamme", "fr", "fr", "embuscde", "embuscade"),
        ("ablaze", "ru", "ru", "аптекрь", "аптекарь"),
        ("richelieu", "ru", "uk", "кориптція", "корупція"),
    ],
)
def test_a_slip_finds_what_was_meant(game: str, edition: str, language: str, slip: str, meant: str) -> None:
    found = found_by(game, edition, language, slip)
    assert found and set(found) <= set(found_by(game, edition, language, meant))


@pytest.mark.parametrize(
    ("game", "language", "theirs", "ours"),
    [
        ("oriflamme", "ru", "стек", "стопка"),
        ("oriflamme", "ru", "активировать", "открыть"),
        ("oriflamme", "ru", "перетасовать", "перемешать"),
        ("richelieu", "ru", "приз", "награда"),
        ("richelieu", "ru", "взнос", "вложил"),
    ],
)
def test_a_word_of_players_or_rulebooks_finds_what_we_say_instead(
    game: str, language: str, theirs: str, ours: str
) -> None:
    found = found_by(game, "ru", language, ours)
    assert found and set(found) <= set(found_by(game, "ru", language, theirs))


def test_where_no_paragraph_has_all_words_those_that_have_most_are_shown() -> None:
    for language, query in (("en", "how many players xyzzy"), ("ru", "сколько нужно игроков")):
        assert found_by("oriflamme", "ru", language, query), query
    said = words("en")
    html = rulebook.page(me("en"), SITE, open_book("oriflamme", "ru"), "archer xyzzy")
    assert said("learn.found.some", n=len(found_by("oriflamme", "ru", "en", "archer"))) in html
    for nothing in ("xyzzy", "99.9", "d99"):
        assert found_by("oriflamme", "ru", "en", nothing) == []
        assert said("learn.found.none") in rulebook.page(me("en"), SITE, open_book("oriflamme", "ru"), nothing)


def test_another_edition_is_searched_for_the_same() -> None:
    html = rulebook.page(me("en"), SITE, open_book("oriflamme", "ru"), "first card")
    assert 'href="/rules/oriflamme?edition=fr&amp;q=first%20card"' in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_lead_to_others_lead_to_words_of_the_books(language: str) -> None:
    """Each says something in at least one book, and is not written down twice."""
    said = words(language)
    same = meanings(said("learn.search.same"))
    books = [rulebook.book_text(open_book(game, edition), said) for game, edition in EDITIONS]
    texts = [one.whole for whole in books for heading in whole for one in heading.paragraphs]
    for typed, others in same:
        assert typed and others
        for other in others:
            assert any(holds(text, ((other,),)) for text in texts), other
    every = [one for typed, _ in same for one in typed]
    assert len(every) == len(set(every))


def test_what_was_found_is_marked_and_nothing_becomes_markup() -> None:
    text = "The *Archer* <hits>.\n- one archer\n- two"
    assert str(rulebook.format_text(text, query_from("archer"))) == (
        "<p>The <em><mark>Archer</mark></em> &lt;hits&gt;.</p><ul><li>one <mark>archer</mark></li><li>two</li></ul>"
    )


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_an_example_is_of_the_edition_that_is_read(game: str, edition: str) -> None:
    """Also what is tried from it; of a mix, it is of the edition of its box, if that has it."""
    for section in book(game, edition):
        for one in section.paragraphs:
            if one.example is None:
                continue
            match = rulebook_examples.begin(one.example, edition)
            boxes = {edition, *edition.split("+")} & set(match.game.editions)
            assert match.edition in boxes if boxes else match.game.name != game, one.id
            for move in one.example.moves:
                match.play(move)
            tried = sandbox_link.unpack(rulebook_examples.prepare(one.example, edition).link.partition("?r=")[2])
            assert Record.parse(tried).headers["Edition"] == match.edition, one.id
