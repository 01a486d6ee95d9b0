"""`intrigue card`: cards by name, in any language we speak, and what is printed about them."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from difflib import get_close_matches
from functools import cache

from intrigue.engine.errors import IntrigueError
from intrigue.games import game
from intrigue.games.oriflamme import editions
from intrigue.games.oriflamme.kinds import ABLAZE, BASE, INTRIGUES, NAMES
from intrigue.games.oriflamme.words import card_text
from intrigue.locale import LANGUAGES, Words, words
from intrigue.terminal.ink import visible, wrapped

BOXES = {"oriflamme": BASE, "ablaze": (*ABLAZE, "twin")}


def run(options: Namespace, words: Words) -> int:
    """Shows a card, or lists all."""
    if not options.name:
        return listed(words)
    name = " ".join(options.name)
    kind = find(name)
    if kind is None:
        like = [words(f"card.{kind}.name") for kind in close(name)]
        key = "cli.no_card_close" if like else "cli.no_card"
        raise IntrigueError(key, name=visible(name[:60]), close=", ".join(like), command="intrigue card")
    title, *rest = told(words, kind, options.edition or usual_edition(kind, words.language))
    print(title)
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
    for text in rest:
        print("\n".join(wrapped(text, min(columns, 100), "  ")))
    return 0


def listed(words: Words) -> int:
    for box, kinds in BOXES.items():
        print(words(f"game.{box}"))
        for kind in kinds:
            sort = words("type.intrigue" if INTRIGUES >> NAMES.index(kind) & 1 else "type.character")
            print(f"  {kind:<14} {words(f'card.{kind}.name')} ({sort})")
    return 0


def simple(name: str) -> str:
    """A name without what people type differently."""
    for sign, plain in (("_", " "), ("-", " "), ("ё", "е"), ("’", "'"), ("ʼ", "'")):
        name = name.casefold().replace(sign, plain)
    return " ".join(name.split())


@cache
def by_name() -> dict[str, str]:
    """Every name of every card."""
    names = {simple(words(language)(f"card.{kind}.name")): kind for kind in NAMES for language in LANGUAGES}
    return names | {simple(kind): kind for kind in NAMES}


def find(name: str) -> str | None:
    """The kind of that name.

    >>> find("Décret royal"), find("royal_decree"), find("ШПИОН"), find("joker")
    ('royal_decree', 'royal_decree', 'spy', None)
    """
    return by_name().get(simple(name))


def close(name: str) -> list[str]:
    """Kinds whose names are like that one.

    >>> close("assasination")
    ['assassination']
    """
    names, typed = by_name(), simple(name)
    found = [names[one] for one in get_close_matches(typed, names, n=5, cutoff=0.75)]
    found += [kind for one, kind in names.items() if typed and one.startswith(typed)]
    return list(dict.fromkeys(found))[:5]


def editions_with(kind: str) -> dict[str, editions.Edition]:
    """The editions of all games that have the card."""
    return {**(editions.ORIFLAMME if kind in BASE else editions.ABLAZE), **editions.MIX}


def usual_edition(kind: str, language: str) -> str:
    """The edition that tells of a card if none is named."""
    return game("oriflamme" if kind in BASE else "ablaze").usual_edition(language)


def told(words: Words, kind: str, edition: str) -> list[str]:
    """A card's name and type, its text and its notes."""
    known = editions_with(kind)
    if edition not in known:
        raise IntrigueError("error.no_edition", game=kind, edition=edition, known=", ".join(known))
    return card_text(words, kind, known[edition])
