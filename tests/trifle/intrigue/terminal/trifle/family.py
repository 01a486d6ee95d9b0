"""What the command line asks of Trifle: cards and introduction."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.games.trifle.deal import VALUES
from intrigue.games.trifle.game import TRIFLE as RULES
from intrigue.locale import LANGUAGES, Words, words
from intrigue.terminal import contract
from intrigue.terminal.contract import View, simple
from intrigue.terminal.trifle.table import Artist


class Trifle(contract.Family):
    """One game without settings."""

    games = ("trifle",)
    artist = Artist
    headings = frozenset({"round_begun"})
    redraw = "table"
    average = "simulate.points"

    def introduction(self, words: Words, game: Game[Any]) -> list[str]:
        return [words("intro.trifle")]

    def opening(self, match: Match, view: View, artist: contract.Artist) -> list[str]:
        return []

    # Cards

    def cards(self, words: Words) -> dict[str, dict[str, str]]:
        return {words("game.trifle"): {f"t{value}": self.card_name(words, f"t{value}") for value in VALUES}}

    def names(self) -> dict[str, str]:
        said = [words(language) for language in LANGUAGES]
        named = {simple(self.card_name(one, f"t{value}")): f"t{value}" for value in VALUES for one in said}
        return named | {f"t{value}": f"t{value}" for value in VALUES}

    def card_text(self, words: Words, card: str, options: Namespace) -> list[str]:
        if options.edition not in (None, *RULES.editions):
            known = ", ".join(RULES.editions)
            raise IntrigueError("error.no_edition", game="trifle", edition=options.edition, known=known)
        return [self.card_name(words, card), words("trifle.card.text", n=int(card[1:]) - 1)]

    def card_text_in(self, words: Words, card: str, match: Match) -> list[str]:
        return [self.card_name(words, card), words("trifle.card.text", n=int(card[1:]) - 1)]

    def card_name(self, words: Words, card: str) -> str:
        return words("trifle.card.name", value=card[1:])

    def example(self, words: Words) -> str:
        return "t7"


TRIFLE = Trifle()
