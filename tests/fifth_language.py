"""A made-up fifth language in a copy of the package: a folder with English in disguise, and one line in the table.

As a plugin of pytest it leaves the tests that are asked about that language.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from declared import copy_package, with_changes

from intrigue.locale import FOLDER, languages

CODE = "sl"
"""One that Babel knows, with a plural rule that none of ours has."""
PLURAL = "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3"
LINE = f'    "{CODE}": Language("Slovenščina", "{PLURAL}", ("- a e i o u s ed ing",), "ru ru+ru", "qu"),\n'
DISGUISE = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ") | str.maketrans("“”", "«»")
PLAIN = re.compile(r"(\{[^}]*\}|`[^`]*`|<[^>]*>|&\w+;|--[\w-]+|\b[A-Z]\d\b)")
"""What is no prose: blanks, what is typed, marks, names of cards."""


def disguise(text: str) -> str:
    """English that is not quite English.

    >>> disguise("The `spy` robs {name}")
    'Thé `spy` róbs {name}'
    """
    parts = PLAIN.split(re.sub(r'"([^"]*)"', r"«\1»", text))
    return "".join(part if number % 2 else part.translate(DISGUISE) for number, part in enumerate(parts))


def translate(source: Path, target: Path) -> None:
    """A catalogue of the fifth language."""
    with source.open("rb") as file:
        english = read_po(file)
    catalog = Catalog(locale=CODE, charset="utf-8")
    for message in english:
        if not message.id:
            continue
        if isinstance(message.id, str):
            catalog.add(message.id, disguise(str(message.string)))
        else:
            one, *_, many = map(disguise, message.string)
            catalog.add(message.id, (one, *[many] * (catalog.num_plurals - 1)))
    with target.open("wb") as file:
        write_po(file, catalog, width=0)


def make(folder: Path) -> Path:
    """A copy of the package in a checkout, with the fifth language; returns the folder that it is imported from."""
    copy = copy_package(folder)
    table = with_changes(languages, ('}\n"""English first', f'{LINE}}}\n"""English first'))
    (copy / "locale" / "languages.py").write_text(table)
    (copy / "locale" / CODE).mkdir()
    for source in sorted((FOLDER / "en").glob("*.po")):
        translate(source, copy / "locale" / CODE / source.name)
    return copy.parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the tests of the fifth language."""
    asked = [item for item in items if isinstance(item, pytest.Function) and is_asked(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in asked])
    items[:] = asked


def is_asked(item: pytest.Function) -> bool:
    return "callspec" in vars(item) and CODE in item.callspec.params.values()
