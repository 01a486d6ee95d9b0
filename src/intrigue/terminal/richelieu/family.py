"""What the command line asks of Richelieu: deck files and the stall guard, cards and introduction."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping
from functools import cache
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import DECK_FILE, Game
from intrigue.engine.match import Match
from intrigue.games.richelieu import words as tongue
from intrigue.games.richelieu.cards import CARDS
from intrigue.games.richelieu.game import RICHELIEU as OURS
from intrigue.games.richelieu.game import Richelieu as Rules
from intrigue.locale import LANGUAGES, Words, words
from intrigue.terminal import contract, files
from intrigue.terminal.contract import Setting, View, simple
from intrigue.terminal.richelieu.table import Artist, short_card

DECK = Setting("deck", "FILE", ("play", "simulate", "replay", "verify", "moves", "card"), is_file=True)
GUARD = Setting("stall-guard", "on|off", ("play", "simulate"), choices=("on", "off"))


class Richelieu(contract.Family):
    """One game, with our deck or an owner's."""

    games = ("richelieu",)
    artist = Artist
    headings = frozenset({"turn_begun", "zone_resolved"})
    redraw = "table"
    piles = ("cards",)
    average = "simulate.points"
    settings = (DECK, GUARD)
    colours = ("31", "94", "33", "32")  # as the nobles are called

    def game(self, name: str, options: Namespace, headers: Mapping[str, str] | None = None) -> Rules:
        """With the deck file that was named. A record calls it by the name it had then; its hash is what counts."""
        path = DECK.value_in(options)
        if path is None:
            return OURS
        return with_deck(path, (headers or {}).get(DECK_FILE, "").rpartition(" ")[0])

    def deal(self, options: Namespace) -> dict[str, Any]:
        guard = GUARD.value_in(options)
        return {} if guard is None else {"guard": guard == "on"}

    def introduction(self, words: Words, game: Game[Any]) -> list[str]:
        return [words("intro.richelieu"), provenance(words, game)]

    def opening(self, match: Match, view: View, artist: contract.Artist) -> list[str]:
        return [provenance(artist.words, match.game)]

    # Cards

    def cards(self, words: Words) -> dict[str, dict[str, str]]:
        cards = {card: short_card(words, OURS.box, card) for card in CARDS}
        prizes = {kind: words(f"prize.{kind}.name") for kind in tongue.PRIZES.values()}
        title = words("cards.reconstruction", game=words("game.richelieu"))  # no deck file can be named here
        return {title: cards, words("table.prizes"): prizes}

    def names(self) -> dict[str, str]:
        return all_names()

    def card_text(self, words: Words, card: str, options: Namespace) -> list[str]:
        game = self.game("richelieu", options)
        if options.edition not in (None, *game.editions):
            known = ", ".join(game.editions)
            raise IntrigueError("error.no_edition", game=game.name, edition=options.edition, known=known)
        return [*text_of(words, card, game), *([] if game.is_reconstruction else [provenance(words, game)])]

    def card_text_in(self, words: Words, card: str, match: Match) -> list[str]:
        assert isinstance(match.game, Rules)
        return text_of(words, card, match.game)

    def card_name(self, words: Words, card: str) -> str:
        return card if card in CARDS else text_of(words, card, OURS)[0]

    def example(self, words: Words) -> str:
        return CARDS[3]


def with_deck(path: str, name: str = "") -> Rules:
    """The game with the deck file at a path, under another name if one is given; a fault names the file."""
    try:
        return OURS.with_deck(name or os.path.basename(path), files.read(path))
    except files.BadFile:
        raise
    except IntrigueError as fault:
        raise files.BadFile(path, fault.key, **fault.values) from None


@cache
def all_names() -> dict[str, str]:
    """Cards by their ids; prizes and actions by their names."""
    names = {simple(card): card for card in CARDS}
    for language in LANGUAGES:
        said = words(language)
        names |= {simple(said(f"richelieu.action.{action}.name")): f"action {action}" for action in tongue.ACTIONS}
        names |= {simple(said(f"prize.{kind}.name")): kind for kind in tongue.PRIZES.values()}
    return names | {kind: kind for kind in tongue.PRIZES.values()}


def text_of(words: Words, what: str, game: Rules) -> list[str]:
    """The title and the text of a card, a prize or an action."""
    if what in CARDS:
        return tongue.card_text(words, game.box, what, game.is_reconstruction)
    verb, _, action = what.partition(" ")
    name = words(f"richelieu.action.{action}.name" if action else f"prize.{what}.name")
    kinds, texts = (
        (tongue.ACTIONS, tongue.actions_text) if action else (list(tongue.PRIZES.values()), tongue.prizes_text)
    )
    return [name, texts(words)[kinds.index(action or what)].removeprefix(f"{name}. ")]


def provenance(words: Words, game: Game[Any]) -> str:
    """Where the cards come from: an owner's file, or our reconstruction."""
    assert isinstance(game, Rules)
    if game.is_reconstruction:
        return words("richelieu.reconstruction")
    return words("intro.deck_file", file=game.deck_name)


RICHELIEU = Richelieu()
