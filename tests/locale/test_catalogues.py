"""The catalogues agree with each other, with the code and with the typography of their languages."""

from __future__ import annotations

import ast
import re
import string
import unicodedata
from collections.abc import Iterator
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

import intrigue
from intrigue.games import GAMES
from intrigue.games.oriflamme.kinds import FAMILIES, NAMES
from intrigue.games.richelieu import words as richelieu_words
from intrigue.games.richelieu.box import OURS, read_box
from intrigue.games.richelieu.cards import FACTIONS, PLAYERS
from intrigue.locale import FOLDER, LANGUAGES, words

SOURCE = Path(intrigue.__file__).parent
FILES = sorted(path.name for path in (FOLDER / "en").glob("*.po"))
FOREIGN = [language for language in LANGUAGES if language != "en"]
FORMS = ("name", "object", "of", "by")
BEGINNING = ("Object",)  # a form that begins its sentence
PLACES = ("card", "at", "to", "from")  # more forms, of Richelieu's factions, cards and spaces
NUMBERS = (0, 1, 2, 5, 21)

# Blanks of the English sentence that a language may leave out, by language and key.
# Who won stands below how one came out oneself.
REDUNDANT: dict[tuple[str, str], set[str]] = {
    (language, key): {"players"} for language in ("ru", "uk") for key in ("web.ending.lost", "web.ending.lost.tie")
}
# What stands in a sentence as it is typed or written in a record.
CODE = ("Key: value", "R1-R13", "E1-E4, F1-F3, H1-H3, P1-P3")
CODE += ("3P, 3E, 1I, 1M", "AG, CO, GE, QU", '"", "I"', '"P"', "2.o.3", "2.r.3", "E1", "E4", "R2", "R6")
# Word for word from English, or not the rulebook's word: a card has a *capacité*, and a player holds a *lot* of agents.
CALQUES = (
    r"deux fois autant",
    r"pour la seconde fois",
    r"\b(?:va|n’est jamais) à personne",
    r"^C’est \{copied",
    r"\bD’une pile\b",
    r"\b[Jj]eux? (?:de sept agents|neutres?\b)",
    r"\b[Ee]ffets? (?:d’une carte|vient)",
)
# Names whose Latin letters stand in Cyrillic sentences are words of two letters or more; these are shorter.
LATIN_LETTERS: set[str] = set()


class Entry(NamedTuple):
    """One sentence of one language, in all its forms."""

    key: str
    forms: tuple[str, ...]
    plural: bool
    fuzzy: bool


@cache
def catalogue(language: str, name: str) -> Catalog:
    with (FOLDER / language / name).open("rb") as file:
        return read_po(file, locale=language)


@cache
def entries(language: str, name: str) -> dict[str, Entry]:
    if not (FOLDER / language / name).exists():
        return {}
    found = {}
    for message in catalogue(language, name):
        if message.id:
            plural = not isinstance(message.id, str)
            key = message.id[0] if plural else message.id
            forms = tuple(message.string) if plural else (message.string,)
            found[key] = Entry(key, forms, plural, message.fuzzy)
    return found


def everything(language: str) -> Iterator[Entry]:
    for name in FILES:
        yield from entries(language, name).values()


def keys() -> set[str]:
    return {entry.key for entry in everything("en")}


def blanks(text: str) -> dict[str, set[str]]:
    """The fields of a sentence, each with the forms it is asked for."""
    found: dict[str, set[str]] = {}
    for _, field, form, conversion in string.Formatter().parse(text):
        if field is not None:
            assert conversion is None and field.isidentifier(), text
            found.setdefault(field, set()).add(form or "")
    return found


def prose(text: str) -> str:
    """A sentence without blanks and code."""
    for code in CODE:
        text = text.replace(code, "")
    text = re.sub(r"`[^`]*`|(?<!\w)--\w[\w-]*", "", text)
    return re.sub(r"\{[^}]*\}", "0", text)


class Anything:
    """Fills any blank in any form."""

    def __format__(self, form: str) -> str:
        assert form in ("", *FORMS, *BEGINNING, *PLACES)
        return "x"


# One set of sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_files(language: str) -> None:
    assert sorted(path.name for path in (FOLDER / language).glob("*.po")) == FILES


def test_there_are_no_other_languages() -> None:
    assert sorted(path.parent.name for path in FOLDER.glob("*/cards.po")) == sorted(LANGUAGES)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", FOREIGN)
def test_every_language_has_the_same_keys(language: str, name: str) -> None:
    assert list(entries(language, name)) == list(entries("en", name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice(language: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((FOLDER / language).glob("*.po")))
    found = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    assert sorted(found) == sorted(set(found))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_fuzzy_or_obsolete(language: str) -> None:
    assert [entry.key for entry in everything(language) if entry.fuzzy] == []
    assert [entry.key for entry in everything(language) if not all(form.strip() for form in entry.forms)] == []
    assert [name for name in FILES if entries(language, name) and catalogue(language, name).obsolete] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_have_no_stray_spaces(language: str) -> None:
    for entry in everything(language):
        for form in entry.forms:
            assert form == form.strip() and "  " not in form, entry.key


# Plurals


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_all_the_forms_of_their_language(language: str) -> None:
    number = get_plural(language).num_plurals
    english = {entry.key: entry.plural for entry in everything("en")}
    for entry in everything(language):
        assert entry.plural == english[entry.key], entry.key
        assert len(entry.forms) == (number if entry.plural else 1), entry.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_counted_as_the_language_counts(language: str) -> None:
    expected = get_plural(language)
    for name in FILES:
        if entries(language, name):
            assert catalogue(language, name).num_plurals == expected.num_plurals
            counts = c2py(catalogue(language, name).plural_expr)
            assert [words(language).plural(n) for n in range(200)] == [counts(n) for n in range(200)]


def test_plurals_of_our_languages() -> None:
    cases = {
        "en": [1, 0, 1, 1, 1, 1],
        "fr": [0, 0, 1, 1, 1, 1],
        "ru": [2, 0, 1, 2, 2, 0],
        "uk": [2, 0, 1, 2, 2, 0],
    }
    for language, forms in cases.items():
        assert [words(language).plural(n) for n in (0, 1, 2, 5, 11, 21)] == forms


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_keys_are_written_twice(language: str) -> None:
    for name in FILES:
        if entries(language, name):
            both = [message.id for message in catalogue(language, name) if not isinstance(message.id, str)]
            assert all(one == other for one, other in both)


# Blanks


@pytest.mark.parametrize("language", LANGUAGES)
def test_blanks_are_those_of_the_english_sentence(language: str) -> None:
    english = {entry.key: set().union(*map(blanks, entry.forms)) for entry in everything("en")}
    for entry in everything(language):
        used = set().union(*map(blanks, entry.forms))
        assert used <= english[entry.key], entry.key
        assert english[entry.key] - used <= REDUNDANT.get((language, entry.key), set()), entry.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_can_be_filled_in(language: str) -> None:
    for entry in everything(language):
        for form in entry.forms:
            forms = set().union(*blanks(form).values()) - {""}
            assert forms <= {*FORMS, *BEGINNING, *PLACES}, entry.key
            assert "{" not in form.format(**{field: Anything() for field in blanks(form)}), entry.key


# The code's keys


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_every_key_in_the_code_has_a_sentence() -> None:
    known = keys()
    first = "|".join(sorted({key.partition(".")[0] for key in known}))
    looks_like_a_key = re.compile(rf"(?:{first})(?:\.[a-z][a-z_]*)+")
    missing = {
        f"{path.name}: {node.value}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if looks_like_a_key.fullmatch(node.value) and node.value not in known and not node.value.endswith(".toml")
    }
    assert missing == set()


def test_every_key_put_together_in_the_code_has_a_sentence() -> None:
    """`f"ask.{verb}"` must fit some key; what a helper such as `wrong("phase")` puts in must give one."""
    known = keys()
    first = "|".join(sorted({key.partition(".")[0] for key in known}))
    for path, tree in modules():
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if re.match(rf"(?:{first})\.", str(parts[0])):
                pattern = re.compile("".join(".+" if part is None else re.escape(str(part)) for part in parts))
                assert any(pattern.fullmatch(key) for key in known), f"{path.name}: {pattern.pattern}"
        for call, key in faults(tree):
            assert key in known, f"{path.name}:{call.lineno}: {key}"


def helpers(tree: ast.Module) -> dict[str, str]:
    """Functions that put their first argument at the end of a key, such as `wrong`, each with the key's beginning."""
    found = {}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.args.args):
        for node in (node for node in ast.walk(function) if isinstance(node, ast.JoinedStr)):
            if len(node.values) == 2 and isinstance(node.values[0], ast.Constant):
                hole = node.values[1]
                if isinstance(hole, ast.FormattedValue) and ast.unparse(hole.value) == function.args.args[0].arg:
                    if re.fullmatch(r"[a-z.]+\.", str(node.values[0].value)):
                        found[function.name] = str(node.values[0].value)
    return found


@cache
def all_helpers() -> dict[tuple[str, str], str]:
    """The helpers of every module, by module and name."""
    dotted = {path: ".".join(("intrigue", *path.relative_to(SOURCE).with_suffix("").parts)) for path, _ in modules()}
    return {(dotted[path], name): start for path, tree in modules() for name, start in helpers(tree).items()}


def faults(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """Every call that makes an error of a key written in the code, with that key."""
    prefixes = {"IntrigueError": "", "BadHeader": ""} | helpers(tree)
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)):
        for name in (alias.name for alias in node.names if alias.asname is None):
            if (str(node.module), name) in all_helpers():
                prefixes[name] = all_helpers()[str(node.module), name]
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in prefixes and len(call.args) > (name == "BadHeader"):
            told = call.args[name == "BadHeader"]
            for choice in (told.body, told.orelse) if isinstance(told, ast.IfExp) else (told,):
                if isinstance(choice, ast.Constant):
                    yield call, f"{prefixes[name]}{choice.value}"


def test_errors_are_given_what_their_sentences_say() -> None:
    english = {entry.key: entry for entry in everything("en")}
    for path, tree in modules():
        for call, key in faults(tree):
            given = {keyword.arg for keyword in call.keywords}
            if key.split(".")[0] in ("error", "position", "deck") and None not in given:  # `**values` may give anything
                given |= {"header"} if key.startswith("position.") or ast.unparse(call.func) == "BadHeader" else set()
                needed = set().union(*map(blanks, english[key].forms)) | ({"n"} if english[key].plural else set())
                assert needed <= given, f"{path.name}:{call.lineno}: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bad_deck_file_is_told_what_it_lacks(language: str) -> None:
    ours = OURS.read_text()
    faults = {
        "deck.not_toml": "card = ",
        "deck.cards": ours.replace('id = "R7"', 'id = "R6"'),
        "deck.faction": ours.replace('faction = "england"', 'faction = "france"'),
        "deck.spaces": ours.replace("[3, 2, 1, 0, 0]", "[3, 2, 1, 0]"),
        "deck.cardinal": ours.replace("cardinal = 1", "cardinal = 21"),
        "deck.prize": ours.replace('"3P 1I"', '"3P I"'),
        "deck.icons": ours.replace('"3P 1I"', '"3P 1I 1E"'),
        "deck.income": ours.replace("end = 10", "end = 0"),
        "deck.military": ours.replace("costs = [2,", "costs = [-2,"),
        "deck.symbols": ours.replace('symbols = ["", "I"', 'symbols = ["", "M"'),
    }
    for key, text in faults.items():
        with pytest.raises(intrigue.IntrigueError) as fault:
            read_box(text.encode())
        assert fault.value.key == key
        assert re.fullmatch(r"[^{}]+\.", fault.value.text(language))


def test_every_game_edition_card_and_family_has_a_name() -> None:
    known = keys()
    assert {f"game.{game}" for game in GAMES} <= known
    assert {f"edition.{edition}" for game in GAMES.values() for edition in game.editions} <= known
    assert {f"family.{number}.name" for number in range(1, FAMILIES + 1)} <= known
    assert {f"card.{kind}.{part}" for kind in NAMES for part in (*FORMS, "text", "notes")} <= known
    assert {f"card.hidden.{form}" for form in FORMS} <= known
    assert {f"noble.{number}.name" for number in range(1, PLAYERS + 1)} <= known
    assert {f"faction.{faction}.{form}" for faction in FACTIONS for form in ("name", "card")} <= known
    assert {f"figure.{figure}.name" for figure in ("grey", "queen")} <= known
    prizes = richelieu_words.PRIZES.values()
    assert {f"prize.{prize}.{part}" for prize in prizes for part in ("name", "won", "text")} <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_and_moves_have_the_same_verbs(language: str) -> None:
    known = {entry.key for entry in everything(language)}
    verbs = {key.split(".")[1] for key in known if key.startswith("ask.")}
    told = {key.split(".")[1] for key in known if key.startswith("move.")}
    assert told - verbs == {"wait", "again"} and verbs <= told


# Typography


def scripts(word: str) -> set[str]:
    return {unicodedata.name(letter).split()[0] for letter in word if letter.isalpha()}


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_no_word_mixes_latin_and_cyrillic_letters(language: str) -> None:
    foreign = {"ru": "іїєґ", "uk": "ыэъё"}[language]
    for entry in everything(language):
        for form in entry.forms:
            for word in re.findall(r"[^\W\d_]+", prose(form)):
                assert len(scripts(word)) == 1, f"{entry.key}: {word}"
                assert len(word) > 1 or scripts(word) == {"CYRILLIC"} or word in LATIN_LETTERS, f"{entry.key}: {word}"
                assert not set(word.lower()) & set(foreign), f"{entry.key}: {word}"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_latin_languages_have_no_cyrillic_letters(language: str) -> None:
    for entry in everything(language):
        assert "CYRILLIC" not in scripts("".join(entry.forms)), entry.key


@pytest.mark.parametrize("language", FOREIGN)
def test_quotes_and_apostrophes_are_those_of_print(language: str) -> None:
    for entry in everything(language):
        for form in map(prose, entry.forms):
            assert not set(form) & set("\"'“”„`"), entry.key
            assert form.count("«") == form.count("»"), entry.key
            assert "..." not in form, entry.key


def test_french_signs_stand_after_a_space_that_does_not_break() -> None:
    for entry in everything("fr"):
        for form in map(prose, entry.forms):
            assert not re.search(r"(?<![\u00a0\u202f])[:;!?»]", form), entry.key
            assert not re.search(r"«(?![\u00a0\u202f])", form), entry.key


@pytest.mark.parametrize("name", [name for name in FILES if name not in {"cli.po", "errors.po", "serve.po"}])
def test_french_pages_have_one_kind_of_space_before_a_sign(name: str) -> None:
    """The narrow one; terminals have fonts that lack it."""
    for entry in entries("fr", name).values():
        for form in map(prose, entry.forms):
            assert not re.search(r"\u00a0[;?!]|\u202f:", form), entry.key


@pytest.mark.parametrize("calque", CALQUES)
def test_french_is_not_english_word_for_word(calque: str) -> None:
    for entry in everything("fr"):
        for form in entry.forms:
            assert not re.search(calque, form), entry.key


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_cyrillic_dashes_are_long_and_do_not_begin_a_line(language: str) -> None:
    for entry in everything(language):
        for form in map(prose, entry.forms):
            assert not re.search(r"\s[-–]\s|(?<!\u00a0)—|—(?! )", form), entry.key
            assert not re.search(r"«\s|\s»", form), entry.key


# Usage

NOT_UKRAINIAN = [
    r"\bЛюдовік",  # the king is Людовик
    r"\bкошту\w+ (?:на \S+ екю )?дорожче",  # what costs, costs more; only prices are higher
    r"\b(?:упав|упала)\w*",
    r"\bподі(?:є|я(?:ти|в|ла|ло|ли))\b",  # cards спрацьовують
    r"\bпусти\w+ в діло",
    r"\bсорочк",  # cards lie долілиць and have a зворот
    r"\bПідготовка до гри",  # приготування, as in the book of Ablaze
    r"\bналежить (?:\w+ )?родині",  # до родини
]


def test_ukrainian_is_free_of_what_was_borrowed() -> None:
    for key, text in ((entry.key, form) for entry in everything("uk") for form in entry.forms):
        if key == "learn.search.same":  # what people type
            continue
        for pattern in NOT_UKRAINIAN:
            assert not re.search(pattern, text), f"{key}: {pattern}"
        # Cards are eliminated or discarded, and rules hang on which; only a lesson tells it as a story.
        assert key.startswith("lessons.") or not re.search(r"\b(?:загину|гине)\w*", text), key
