"""How the Oriflamme family is dealt: the kinds of a mix, the first player, the cards set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from intrigue.engine.game import Game
from intrigue.engine.numbers import members
from intrigue.envs import contract
from intrigue.envs.contract import Memory, Move
from intrigue.games.oriflamme.deal import chosen_kinds
from intrigue.games.oriflamme.flow import begin
from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.oriflamme.kinds import COMBINATION, KINDS, NAMES, NO_CARD, PRINCE, ROYAL_DECREE, SHAPESHIFTER
from intrigue.games.oriflamme.state import PLACE_WHICH
from intrigue.games.oriflamme.view import names


class Dealing(contract.Dealing):
    """The first player, then one node a player for the cards set aside.

    A mix whose kinds are not given begins with ten nodes that draw them one by one.
    """

    def __init__(self, game: Game[Any], players: int, edition: str, first: int, kinds: str = "") -> None:
        assert isinstance(game, Oriflamme)
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

    @classmethod
    def choices(cls, game: Game[Any]) -> dict[str, str]:
        return {"kinds": ""} if "Kinds" in game.headers else {}

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

    def start(self, dealt: tuple[int, ...]) -> Any:
        g = self.blank()
        g.listener = []
        g.draws_kinds = 0
        g.kinds = self.kinds_of(dealt)
        g.first, g.chosen_first = self.first_of(dealt), self.first
        for player in range(self.players if self.set_aside else 0):
            g.aside[player] = self.aside_of(dealt, player)
        begin(g)
        return g

    def known_deal(self, dealt: tuple[int, ...], seat: int) -> list[str]:
        lines = super().known_deal(dealt, seat)
        if self.drawn and len(dealt) >= self.drawn:
            lines.insert(0, f"kinds {', '.join(names(self.kinds_of(dealt)))}")
        if f"aside {seat}" in self.steps[: len(dealt)]:
            lines.append(f"aside {', '.join(names(self.aside_of(dealt, seat - 1)))}")
        return lines

    def redeal(
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

    # For the tensor of all that a seat remembers

    def hides_choice(self, g: Any) -> bool:
        return bool(g.ask == PLACE_WHICH)

    def public(self, g: Any) -> list[int]:
        """The kinds that everybody saw; KINDS further on those that everybody knows not to be aside."""
        piles = zip(g.up, g.discard, g.never_aside, strict=True)
        return [up | discarded | missing << KINDS for up, discarded, missing in piles]

    def memory_shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "seat": (self.players + 1,),
            "kinds": (KINDS,),
            "first": (self.players,),
            "aside": (KINDS,),
            "actions": (self.longest, 2),
            "seen": (self.players, 2 * KINDS),
        }

    def write_memory(self, pieces: Mapping[str, Any], memory: Memory, seat: int) -> None:
        pieces["seat"][seat] = 1
        pieces["first"][self.first_of(memory.dealt)] = 1
        pieces["kinds"][members(memory.state.kinds)] = 1
        if seat and self.set_aside:
            pieces["aside"][members(self.aside_of(memory.dealt, seat - 1))] = 1
        for at, (player, action) in enumerate(memory.actions):
            pieces["actions"][at] = player + 1, action + 1
        for family, kind, when in memory.seen:
            pieces["seen"][family, kind] = when


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
