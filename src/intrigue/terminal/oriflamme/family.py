"""What the command line asks of Oriflamme, Ablaze and the mix: options, cards and introduction."""

from __future__ import annotations

from argparse import Namespace
from functools import cache
from typing import Any

import intrigue
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.games.oriflamme import editions
from intrigue.games.oriflamme.kinds import BASE, BOXES, INTRIGUES, NAMES, with_twin
from intrigue.games.oriflamme.words import card_text
from intrigue.locale import LANGUAGES, Words, words
from intrigue.terminal import contract
from intrigue.terminal.contract import Setting, View, simple
from intrigue.terminal.oriflamme.table import Artist


class Oriflamme(contract.Family):
    """Three games with one row."""

    games = ("oriflamme", "ablaze", "oriflamme-mix")
    artist = Artist
    headings = frozenset({"round_begun", "resolution_begun"})
    redraw = "row"
    piles = ("discards",)
    average = "simulate.influence"
    settings = (Setting("kinds", "KINDS", ("simulate",)),)

    def deal(self, options: Namespace) -> dict[str, Any]:
        listed = getattr(options, "kinds", None)
        return {} if listed is None else {"kinds": [kind.strip() for kind in listed.split(",")]}

    def introduction(self, words: Words, game: Game[Any]) -> list[str]:
        return [words("intro.oriflamme")]

    def opening(self, match: Match, view: View, artist: contract.Artist) -> list[str]:
        """The kinds of a mix, and the cards set aside that are known."""
        assert isinstance(artist, Artist)
        said = artist.words
        lines = []
        if "Kinds" in match.deal:
            lines.append(said("replay.kinds", cards=artist.names(match.deal["Kinds"].split(", "))))
        for player, seen in enumerate(view["players"], start=1):
            if isinstance(seen["aside"], list):
                aside = artist.names(seen["aside"])
                lines.append(said("replay.aside", player=artist.speaker.name(player), cards=aside))
        return lines

    # Cards

    def cards(self, words: Words) -> dict[str, dict[str, str]]:
        return {
            words(f"game.{box}"): {kind: kind_name(words, kind) for kind in with_twin(kinds)}
            for box, kinds in BOXES.items()
        }

    def names(self) -> dict[str, str]:
        return all_names()

    def card_text(self, words: Words, card: str, options: Namespace) -> list[str]:
        known = editions_with(card)
        edition = options.edition or usual_edition(card, words.language)
        if edition not in known:
            raise IntrigueError("error.no_edition", game=card, edition=edition, known=", ".join(known))
        return card_text(words, card, known[edition])

    def card_text_in(self, words: Words, card: str, match: Match) -> list[str]:
        """As the match's edition has it; a card of the other box as that of the language."""
        known = editions_with(card)
        edition = match.edition if match.edition in known else usual_edition(card, words.language)
        return card_text(words, card, known[edition])

    def card_name(self, words: Words, card: str) -> str:
        return words(f"card.{card}.name")

    def example(self, words: Words) -> str:
        return words("card.spy.name").lower()


def kind_name(words: Words, kind: str) -> str:
    """A card's name and type."""
    sort = words("type.intrigue" if INTRIGUES >> NAMES.index(kind) & 1 else "type.character")
    return f"{words(f'card.{kind}.name')} ({sort})"


@cache
def all_names() -> dict[str, str]:
    names = {simple(words(language)(f"card.{kind}.name")): kind for kind in NAMES for language in LANGUAGES}
    return names | {simple(kind): kind for kind in NAMES}


def editions_with(kind: str) -> dict[str, editions.Edition]:
    """The editions of all games that have the card."""
    return {**(editions.ORIFLAMME if kind in BASE else editions.ABLAZE), **editions.MIX}


def usual_edition(kind: str, language: str) -> str:
    """The edition that tells of a card if none is named."""
    return intrigue.game("oriflamme" if kind in BASE else "ablaze").usual_edition(language)


ORIFLAMME = Oriflamme()
