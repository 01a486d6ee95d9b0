"""`intrigue card`: cards by name, in any language we speak, and what is printed about them."""

from __future__ import annotations

from argparse import Namespace
from difflib import get_close_matches

from intrigue.engine.errors import IntrigueError
from intrigue.locale import Words
from intrigue.terminal import program, registry, streams
from intrigue.terminal.contract import Family, simple
from intrigue.terminal.style import pad, visible, width, wrap


def run(options: Namespace, words: Words) -> int:
    """Shows a card, or lists all."""
    if not options.name:
        return list_cards(words)
    family, card = find(" ".join(options.name), words)
    registry.check_settings(family, card, options)
    title, *rest = family.card_text(words, card, options)
    print("\n".join(wrap(title, streams.columns())))
    for text in rest:
        print("\n".join(wrap(text, streams.columns(), "  ")))
    return 0


def list_cards(words: Words) -> int:
    for family in registry.FAMILIES:
        for title, cards in family.cards(words).items():
            print(title)
            broad = max(map(width, cards))
            for card, name in cards.items():
                print(f"  {pad(card, broad)}  {name}")
    return 0


def find(name: str, words: Words) -> tuple[Family, str]:
    """The card of that name, or one clear error with names that are like it.

    >>> from intrigue.locale import words
    >>> [find(name, words("en"))[1] for name in ("Décret royal", "royal_decree", "ШПИОН", "r4")]
    ['royal_decree', 'royal_decree', 'spy', 'R4']
    """
    for family in registry.FAMILIES:
        if card := family.find(name):
            return family, card
    like = [known for family in registry.FAMILIES for known in close(family, name, words)]
    key = "cli.no_card_close" if like else "cli.no_card"
    close_to = ", ".join(like[:5])
    raise IntrigueError(key, name=visible(name[:60]), close=close_to, command=program.command("card"))


def close(family: Family, name: str, words: Words) -> list[str]:
    """Names of cards that are like that one, in the reader's language."""
    names, typed = family.names(), simple(name)
    found = [names[one] for one in get_close_matches(typed, names, n=5, cutoff=0.75)]
    found += [card for one, card in names.items() if typed and one.startswith(typed)]
    return [family.card_name(words, card) for card in dict.fromkeys(found)]
