"""Every sentence of the pages about the reader exists in four languages, and none is idle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import intrigue.web
from intrigue.locale import FOLDER, LANGUAGES, words

WEB = Path(intrigue.web.__file__).parent
KEY = re.compile(r"""["'](mine\.[a-z_.]+)["']( ~)?""")


def catalogue_keys(language: str) -> set[str]:
    text = (FOLDER / language / "mine.po").read_text(encoding="utf-8")
    return set(re.findall(r'^msgid "(mine\..+)"$', text, re.MULTILINE))


def keys_in_code() -> tuple[set[str], set[str]]:
    """Keys that are written out, and beginnings of keys that are put together."""
    paths = [*WEB.rglob("*.py"), *(WEB / "templates").rglob("*.html")]
    found = KEY.findall("\n".join(path.read_text(encoding="utf-8") for path in paths))
    return {key for key, made in found if not made}, {key for key, made in found if made}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_there_and_used(language: str) -> None:
    whole, begun = keys_in_code()
    assert len(whole) > 60
    assert {key for key in whole if key not in words(language)} == set()
    assert {key for key in catalogue_keys(language) if key not in whole and not key.startswith(tuple(begun))} == set()
    assert catalogue_keys(language) == catalogue_keys("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_blanks_are_the_same_in_every_language(language: str) -> None:
    for key in catalogue_keys("en"):
        blanks = [set(re.findall(r"\{(\w+)\}", form)) for form in words(language).sentences[key]]
        most = set().union(*(set(re.findall(r"\{(\w+)\}", form)) for form in words("en").sentences[key]))
        assert all(one <= most for one in blanks) and most == set().union(*blanks), key
