"""The catalogues agree with each other, with the code and with the typography of their languages."""

from __future__ import annotations

import ast
import re
import string
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

import intrigue
from intrigue.engine.events import Event
from intrigue.games import GAMES
from intrigue.games.oriflamme.events import EVENTS, FIELDS
from intrigue.games.oriflamme.kinds import FAMILIES, NAMES
from intrigue.games.oriflamme.words import Speaker
from intrigue.locale import FOLDER, LANGUAGES, words

SOURCE = Path(intrigue.__file__).parent
FILES = sorted(path.name for path in (FOLDER / "en").glob("*.po"))
FOREIGN = [language for language in LANGUAGES if language != "en"]
FORMS = ("name", "object", "of", "by")
NUMBERS = (0, 1, 2, 5, 21)

# Blanks of the English sentence that a language may leave out, by language and key.
REDUNDANT: dict[tuple[str, str], set[str]] = {}
# What stands in a sentence as it is typed or written in a record.
CODE = ("pip install 'intrigue[fast]'", "Key: value")
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
        assert form in ("", *FORMS)
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
    cases = {
        "en": [1, 0, 1, 1, 1, 1],
        "fr": [0, 0, 1, 1, 1, 1],
        "ru": [2, 0, 1, 2, 2, 0],
        "uk": [2, 0, 1, 2, 2, 0],
    }
    assert [words(language).plural(n) for n in (0, 1, 2, 5, 11, 21)] == cases[language]


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
            assert forms <= set(FORMS), entry.key
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
        if looks_like_a_key.fullmatch(node.value) and node.value not in known
    }
    assert missing == set()


def test_every_key_put_together_in_the_code_has_a_sentence() -> None:
    """`f"ask.{verb}"` must fit some key; what a helper such as `wrong("phase")` puts in must give one."""
    known = keys()
    first = "|".join(sorted({key.partition(".")[0] for key in known}))
    for path, tree in modules():
        helpers: dict[str, str] = {}
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for node in (node for node in ast.walk(function) if isinstance(node, ast.JoinedStr)):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                if not re.match(rf"(?:{first})\.", str(parts[0])):
                    continue
                pattern = re.compile("".join(".+" if part is None else re.escape(str(part)) for part in parts))
                assert any(pattern.fullmatch(key) for key in known), f"{path.name}: {pattern.pattern}"
                hole = node.values[-1]
                argument = function.args.args[0].arg if function.args.args else ""
                if len(parts) == 2 and isinstance(hole, ast.FormattedValue) and ast.unparse(hole.value) == argument:
                    helpers[function.name] = str(parts[0])
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in helpers and call.args:
                if isinstance(call.args[0], ast.Constant):
                    assert f"{helpers[call.func.id]}{call.args[0].value}" in known, path.name


def test_every_game_edition_card_and_family_has_a_name() -> None:
    known = keys()
    assert {f"game.{game}" for game in GAMES} <= known
    assert {f"edition.{edition}" for game in GAMES.values() for edition in game.editions} <= known
    assert {f"family.{number}.name" for number in range(1, FAMILIES + 1)} <= known
    assert {f"card.{kind}.{part}" for kind in NAMES for part in (*FORMS, "text", "notes")} <= known
    assert {f"card.hidden.{form}" for form in FORMS} <= known


# What Oriflamme tells


def values(field: str) -> list[Any]:
    """What a field of an event may hold."""
    if field in ("card", "face", "copied", "attacker"):
        kinds: list[str | None] = [*NAMES, None]
        return [{"family": 2, "kind": kind} for kind in kinds]
    return {"place": ["first", "last", 3], "amount": list(NUMBERS), "player": [1], "victim": [3]}.get(field, [4])


def tellings(name: str) -> Iterator[Event]:
    fields = [field for field in FIELDS[name] if field != "-"]
    for choice in product(*map(values, fields)):
        yield Event(name, dict(zip(fields, choice, strict=True)))


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_a_sentence(language: str, name: str) -> None:
    speaker = Speaker(words(language), 5, ["Ann", "Bob", "Cyd", "Dee", "Eve"])
    for event in tellings(name):
        text = speaker.event(event)
        assert re.fullmatch(r"[\w][^{}]*\.", text), text
        assert text[0].isdigit() or text[0].isupper(), text
        if "victim" in event.values:
            assert "Ann" in text and "Cyd" in text
        amount = event.values.get("amount")
        if amount and name != "influence_spent":
            assert re.search(rf"\b{amount}\b", text), text
        if language == "fr":
            assert not re.search(r"\b(de|à) les?\b|\b[Dd]e d", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_and_moves_have_the_same_verbs(language: str) -> None:
    known = {entry.key for entry in everything(language)}
    verbs = {key.split(".")[1] for key in known if key.startswith("ask.")}
    told = {key.split(".")[1] for key in known if key.startswith("move.")}
    assert told - verbs == {"wait", "again"} and verbs <= told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told(language: str) -> None:
    for game in GAMES:
        match = intrigue.new(game, players=5, seed=3)
        speaker = Speaker(words(language), match.players)
        while not match.over:
            view = match.view(match.to_act or 0)
            texts = [speaker.question(view, match.acting), *(speaker.move(move, view) for move in view["legal"])]
            assert all(text and "{" not in text for text in texts)
            match.play(match.moves()[len(match.played) * 7 % len(match.moves())])
        assert len(speaker.result(match.position)) > match.players


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


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_cyrillic_dashes_are_long_and_do_not_begin_a_line(language: str) -> None:
    for entry in everything(language):
        for form in map(prose, entry.forms):
            assert not re.search(r"\s[-–]\s|(?<!\u00a0)—|—(?! )", form), entry.key
            assert not re.search(r"«\s|\s»", form), entry.key
