"""How Trifle is dealt: the first player, then all hands card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.engine.game import Game
from intrigue.engine.numbers import members
from intrigue.envs import contract
from intrigue.envs.contract import Move
from intrigue.games.trifle.cards import CARDS, HAND, PLAYERS
from intrigue.games.trifle.flow import begin
from intrigue.games.trifle.table import open_cards


class Dealing(contract.Dealing):
    """The first player, then five cards for each."""

    longest = PLAYERS * HAND
    widest = CARDS

    def __init__(self, game: Game[Any], players: int, edition: str, first: int) -> None:
        super().__init__(game, players, edition, first)
        self.steps = ([] if first else ["first"]) + [f"hand {n + 1}" for n in range(players) for _ in range(HAND)]

    def cards(self, dealt: tuple[int, ...]) -> tuple[int, ...]:
        return dealt if self.first else dealt[1:]

    def outcomes(self, dealt: tuple[int, ...]) -> Sequence[int]:
        if self.steps[len(dealt)] == "first":
            return range(self.players)
        return [card for card in range(CARDS) if card not in self.cards(dealt)]

    def text(self, dealt: tuple[int, ...], outcome: int) -> str:
        step = self.steps[len(dealt)]
        return self.text_of_first(outcome) if step == "first" else f"{step}: {outcome + 1}"

    def start(self, dealt: tuple[int, ...]) -> Any:
        g = self.blank()
        g.listener = []
        g.first, g.chosen_first = self.first_of(dealt), self.first
        cards = self.cards(dealt)
        for player in range(self.players):
            g.hand[player] = sum(1 << card for card in cards[player * HAND : (player + 1) * HAND])
        begin(g)
        return g

    def known_deal(self, dealt: tuple[int, ...], seat: int) -> list[str]:
        lines = super().known_deal(dealt, seat)
        cards = self.cards(dealt)[(seat - 1) * HAND : seat * HAND] if seat else ()
        return [*lines, f"hand {', '.join(str(card + 1) for card in cards)}"] if cards else lines

    def redeal(
        self, dealt: tuple[int, ...], moves: Sequence[Move], true: Any, other: Any
    ) -> tuple[list[int], list[str]]:
        """Each card that the seat could not see stands for another one, of the same player or of the box."""
        stands_for: dict[int, int] = {}
        for player in range(self.players):
            laid = range(player * HAND, (player + 1) * HAND)
            stands_for |= {true.laid[at]: other.laid[at] for at in laid if true.laid[at] >= 0}
            stands_for |= dict(zip(members(true.hand[player]), members(other.hand[player]), strict=True))
        texts = [f"lay {stands_for[int(move.split(' ')[1]) - 1] + 1}" for _, move in moves]
        again = [] if self.first else [dealt[0]]
        return [*again, *(stands_for[card] for card in self.cards(dealt))], texts

    # For the tensor of all that a seat remembers

    def hides_choice(self, g: Any) -> bool:
        return True

    def public(self, g: Any) -> list[int]:
        return [open_cards(g, player) for player in range(self.players)]
