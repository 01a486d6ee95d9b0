"""A deal as a row of chance nodes, one dealing a family of games; and a game so far told again with another deal.

An outcome is a number; all outcomes of a node are equally likely. `dealt` is the tuple of outcomes so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from intrigue.engine.game import Game
from intrigue.engine.match import checked
from intrigue.engine.numbers import members
from intrigue.games.oriflamme import flow as row_flow
from intrigue.games.oriflamme.deal import chosen_kinds
from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.oriflamme.kinds import COMBINATION, KINDS, NAMES, NO_CARD, PRINCE, ROYAL_DECREE, SHAPESHIFTER
from intrigue.games.oriflamme.view import names
from intrigue.games.richelieu import flow as court_flow
from intrigue.games.richelieu.cards import CARDS, DECK, SPACES, VALUES
from intrigue.games.richelieu.game import Richelieu
from intrigue.games.richelieu.moves import read_space

Move = tuple[int, str]
"""The seat that played it, counted from 1, and the move in the notation."""


class Dealing(ABC):
    """How one game, edition and number of players is dealt. `first` is the first player, 0 if chance names one."""

    steps: list[str]
    """What each chance node decides."""
    widest: int
    """Outcomes are numbers below this."""
    longest: int
    """More actions no game can have."""

    def __init__(self, game: Game[Any], players: int, edition: str, first: int) -> None:
        self.game = game
        self.players = players
        self.edition = checked(game, players, edition or None, ())
        if first:
            game.check_seat(self.blank(), first)
        self.first = first

    def blank(self) -> Any:
        return self.game.blank(self.players, self.edition, {})

    @abstractmethod
    def outcomes(self, dealt: tuple[int, ...]) -> Sequence[int]:
        """What the next chance node may decide."""

    @abstractmethod
    def text(self, dealt: tuple[int, ...], outcome: int) -> str:
        """The outcome of the next node in words."""

    @abstractmethod
    def begun(self, dealt: tuple[int, ...]) -> Any:
        """The state at the first choice of a game that has been dealt; it tells its events to a list."""

    @abstractmethod
    def retold(
        self, dealt: tuple[int, ...], moves: Sequence[Move], true: Any, other: Any
    ) -> tuple[list[int], list[str]]:
        """The deal and the moves of a game that led to `other`, a sample of the true state."""

    def known(self, dealt: tuple[int, ...], seat: int) -> list[str]:
        """What a seat (0 is a spectator) knows of the deal before anything has happened."""
        return [f"first {dealt[self.steps.index('first')] + 1}"] if self.knows_first(dealt) else []

    def knows_first(self, dealt: tuple[int, ...]) -> bool:
        return "first" in self.steps[: len(dealt)]

    def first_of(self, dealt: tuple[int, ...]) -> int:
        """The first player, counted from 0."""
        return self.first - 1 if self.first else dealt[self.steps.index("first")]

    def text_of_first(self, outcome: int) -> str:
        return f"first {outcome + 1}"


class Row(Dealing):
    """Oriflamme's family: the first player, then one node a player for the cards set aside.

    A mix whose kinds are not given begins with ten nodes that draw them one by one.
    """

    def __init__(self, game: Oriflamme, players: int, edition: str, first: int, kinds: str) -> None:
        super().__init__(game, players, edition, first)
        self.set_aside = game.size.set_aside
        self.drawn = self.blank().draws_kinds
        self.kinds = game.kinds
        if kinds:
            self.kinds = chosen_kinds("kinds", kinds.replace("+", ","), game.kinds, game.size.kinds)
            self.drawn = 0
        asides = [f"aside {player + 1}" for player in range(players)] if self.set_aside else []
        self.steps = ["kind"] * self.drawn + ([] if first else ["first"]) + asides
        self.widest = max(len(NAMES) if self.drawn else players, comb(game.size.kinds, self.set_aside))
        self.longest = longest_row(self.kinds, players, game.size.rounds)

    def kinds_of(self, dealt: tuple[int, ...]) -> int:
        return sum(1 << kind for kind in dealt[: self.drawn]) if self.drawn else self.kinds

    def outcomes(self, dealt: tuple[int, ...]) -> Sequence[int]:
        step = self.steps[len(dealt)]
        if step == "kind":
            return [kind for kind in members(self.kinds) if kind not in dealt]
        return range(self.players if step == "first" else len(asides_of(self.kinds_of(dealt), self.set_aside)))

    def text(self, dealt: tuple[int, ...], outcome: int) -> str:
        step = self.steps[len(dealt)]
        if step == "kind":
            return f"kind {NAMES[outcome]}"
        if step == "first":
            return self.text_of_first(outcome)
        return f"{step}: {', '.join(names(asides_of(self.kinds_of(dealt), self.set_aside)[outcome]))}"

    def aside_of(self, dealt: tuple[int, ...], player: int) -> int:
        return asides_of(self.kinds_of(dealt), self.set_aside)[dealt[self.steps.index(f"aside {player + 1}")]]

    def begun(self, dealt: tuple[int, ...]) -> Any:
        g = self.blank()
        g.listener = []
        g.draws_kinds = 0
        g.kinds = self.kinds_of(dealt)
        g.first, g.chosen_first = self.first_of(dealt), self.first
        for player in range(self.players if self.set_aside else 0):
            g.aside[player] = self.aside_of(dealt, player)
        row_flow.begin(g)
        return g

    def known(self, dealt: tuple[int, ...], seat: int) -> list[str]:
        found = super().known(dealt, seat)
        if self.drawn and len(dealt) >= self.drawn:
            found.insert(0, f"kinds {', '.join(names(self.kinds_of(dealt)))}")
        if f"aside {seat}" in self.steps[: len(dealt)]:
            found.append(f"aside {', '.join(names(self.aside_of(dealt, seat - 1)))}")
        return found

    def retold(
        self, dealt: tuple[int, ...], moves: Sequence[Move], true: Any, other: Any
    ) -> tuple[list[int], list[str]]:
        stood_for = dict(zip(cards_in_row(true), cards_in_row(other), strict=True))
        texts = []
        for seat, move in moves:
            words = move.split(" ")
            if words[0] == "place":
                card = (seat - 1) * KINDS + NAMES.index(words[1])
                words[1] = NAMES[stood_for.get(card, card) % KINDS]
            texts.append(" ".join(words))
        again = list(dealt)
        for player in range(self.players if self.set_aside else 0):
            before = self.aside_of(dealt, player)
            aside = other.aside[player] | before & ~true.aside[player]
            again[self.steps.index(f"aside {player + 1}")] = asides_of(true.kinds, self.set_aside).index(aside)
        return again, texts


@cache
def asides_of(kinds: int, number: int) -> list[int]:
    """The sets of that many kinds, in the order of their numbers."""
    return [sum(1 << kind for kind in some) for some in combinations(members(kinds), number)]


def cards_in_row(g: Any) -> list[int]:
    """The cards of the row, slot by slot, top to bottom."""
    found = []
    for slot in range(g.length):
        card = g.row[slot]
        while card != NO_CARD:
            found.append(card)
            card = g.below[card]
    return found


def longest_row(kinds: int, players: int, rounds: int) -> int:
    """More actions than any game has: two to place a card; at every resolution reveal or wait, copy, and target."""
    has = {kind: kinds >> kind & 1 for kind in (PRINCE, SHAPESHIFTER, ROYAL_DECREE, COMBINATION)}
    resolution = 2 + has[SHAPESHIFTER] + has[ROYAL_DECREE]
    resolved = players * rounds * (rounds + 1) // 2 + has[PRINCE] * players * rounds + has[ROYAL_DECREE] * players
    combined = has[COMBINATION] * players * (rounds + 1) * (resolution + 2)
    return 2 * players * rounds + resolved * resolution + combined + has[PRINCE] * players


class Court(Dealing):
    """Richelieu: the first player, then both decks card by card as they are shuffled, the last cards left out."""

    longest = 30_000
    """13 resolutions, before each at most 30 placements, before each at most 2 x players turns of two actions."""

    def __init__(self, game: Richelieu, players: int, edition: str, first: int) -> None:
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

    def begun(self, dealt: tuple[int, ...]) -> Any:
        g = self.blank()
        g.listener = []
        g.first, g.chosen_first = self.first_of(dealt), self.first
        for start, deck in zip((0, DECK), self.decks(dealt), strict=True):
            last = set(range(start, start + DECK)) - set(deck)
            g.deck[start : start + DECK] = [*deck, *last]
        court_flow.begin(g, self.box)
        return g

    def retold(
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
        g = self.begun(dealt)
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


def dealing(game: Game[Any], players: int, edition: str, first: int, kinds: str) -> Dealing:
    """How a game is dealt."""
    if isinstance(game, Oriflamme):
        return Row(game, players, edition, first, kinds)
    if isinstance(game, Richelieu):
        return Court(game, players, edition, first)
    raise TypeError(game)
