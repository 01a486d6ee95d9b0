"""Every sentence a player can read: catalogues of symbolic keys, one folder a language; the languages are a table.

>>> words("en")("card.archer.name"), words("fr")("card.archer.object")
('Archer', 'l’Archer')
"""

from __future__ import annotations

import gettext
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intrigue.locale.languages import TABLE

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = tuple(TABLE)
FOLDER = Path(__file__).parent


class Words:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        from babel.messages.pofile import read_po  # only who reads a sentence pays for it

        self.language = language
        self.plural = gettext.c2py(TABLE[language].plural)
        self.sentences: dict[str, tuple[str, ...]] = {}
        for path in sorted((FOLDER / language).glob("*.po")):
            with path.open("rb") as file:
                self.add(read_po(file))

    def add(self, catalog: Catalog) -> None:
        for message in catalog:
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                text = message.string
                self.sentences[key] = (text,) if isinstance(text, str) else tuple(text or ())

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def __call__(self, key: str, /, **values: Any) -> str:
        """The sentence with its blanks filled in; `n` chooses the plural form."""
        forms = self.sentences[key]
        form = forms[self.plural(int(values["n"]))] if len(forms) > 1 else forms[0]
        return form.format(**values) if values else form

    def listing(self, items: list[str]) -> str:
        """Items joined as the language joins them.

        >>> words("fr").listing(["Ann", "Bob", "Cyd"])
        'Ann, Bob et Cyd'
        """
        if len(items) < 2:
            return "".join(items)
        return self("list.last", rest=", ".join(items[:-1]), last=items[-1])


@cache
def words(language: str) -> Words:
    """The sentences of a language."""
    return Words(language)


def spoken(environment: dict[str, str] | None = None) -> str:
    """The language of this terminal, English if we do not speak it.

    >>> spoken({"LANG": "uk_UA.UTF-8"}), spoken({"LC_ALL": "C", "LANG": "fr_FR"}), spoken({})
    ('uk', 'en', 'en')
    """
    environment = dict(os.environ) if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            language = environment[name][:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"
