"""How Richelieu is dealt: the first player, then both decks card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.engine.game import Game
from intrigue.envs import contract
from intrigue.envs.contract import Move
from intrigue.games.richelieu.cards import CARDS, DECK, SPACES, VALUES
from intrigue.games.richelieu.flow import begin
from intrigue.games.richelieu.game import Richelieu
from intrigue.games.richelieu.moves import read_space


class Dealing(contract.Dealing):
    """The first player, then both decks card by card as they are shuffled, the last cards left out."""

    longest = 30_000
    """13 resolutions, before each at most 30 placements, before each at most 2 x players turns of two actions."""

    def __init__(self, game: Game[Any], players: int, edition: str, first: int) -> None:
        assert isinstance(game, Richelieu)
        super().__init__(game, players, edition, first)
        self.box = game.box
        self.steps = ([] if first else ["first"]) + ["richelieu"] * (DECK - 1) + ["opposing"] * (DECK - 1)
        self.widest = 2 * DECK

    def decks(self, dealt: tuple[int, ...]) -> list[list[int]]:
        """What is known of both decks."""
        cards = dealt if self.first else dealt[1:]
        return [list(cards[: DECK - 1]), list(cards[DECK - 1 :])]

    def outcomes(self, dealt: tuple[int, ...]) -> Sequence[int]:
        step = self.steps[len(dealt)]
        if step == "first":
            return range(self.players)
        start = 0 if step == "richelieu" else DECK
        lying = self.decks(dealt)[start // DECK]
        return [card for card in range(start, start + DECK) if card not in lying]

    def text(self, dealt: tuple[int, ...], outcome: int) -> str:
        step = self.steps[len(dealt)]
        return self.text_of_first(outcome) if step == "first" else f"{step} deck: {CARDS[outcome]}"

    def start(self, dealt: tuple[int, ...]) -> Any:
        g = self.blank()
        g.listener = []
        g.first, g.chosen_first = self.first_of(dealt), self.first
        for start, deck in zip((0, DECK), self.decks(dealt), strict=True):
            last = set(range(start, start + DECK)) - set(deck)
            g.deck[start : start + DECK] = [*deck, *last]
        begin(g, self.box)
        return g

    def redeal(
        self, dealt: tuple[int, ...], moves: Sequence[Move], true: Any, other: Any
    ) -> tuple[list[int], list[str]]:
        texts = [move for _, move in moves]
        for space, index in self.placed_by(dealt, texts).items():
            words = texts[index].split(" ")
            words[1] = str(VALUES[other.kind[space]])
            texts[index] = " ".join(words)
        again = [] if self.first else [dealt[0]]
        return [*again, *other.deck[: DECK - 1], *other.deck[DECK : 2 * DECK - 1]], texts

    def placed_by(self, dealt: tuple[int, ...], moves: Sequence[str]) -> dict[int, int]:
        """For each space with an agent that lies face down: the number of the move that brought it into the court."""
        g = self.start(dealt)
        found: dict[int, int] = {}
        for index, move in enumerate(moves):
            self.game.play(g, self.game.moves(g)[move])
            words = move.split(" ")
            if words[0] in ("agent", "neutral", "free"):
                found[read_space(words[2])] = index
            elif words[0] == "corrupt" and read_space(words[1]) in found:
                found[read_space(words[3])] = found.pop(read_space(words[1]))
            hidden = {space for space in range(SPACES) if g.who[space] >= 0 and not g.up[space]}
            found = {space: number for space, number in found.items() if space in hidden}
        return found
