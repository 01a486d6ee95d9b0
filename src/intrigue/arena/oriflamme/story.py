"""What a game of the Oriflamme family tells of its cards: who earned what with which kind, how long it lay hidden.

Points count for the card that earned them. What a bribed card earns counts for Bribery, what a substitute earns for
Substitution, what a used character earns for Combination, and the reward for a Queen for the card that eliminated her.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from intrigue.arena.intervals import mean_interval, share_interval
from intrigue.arena.study_figures import difference, interval_json
from intrigue.arena.study_games import live_through
from intrigue.engine.game import Game
from intrigue.games.oriflamme import events
from intrigue.games.oriflamme.kinds import (
    BRIBERY,
    CARDS,
    COMBINATION,
    KINDS,
    NAMES,
    QUEEN,
    SUBSTITUTION,
    TRAP,
    family_of,
    kind_of,
)
from intrigue.games.oriflamme.state import State

Array = Any
ROUNDS = 6
ENDS = ("stood", "eliminated", "discarded", "hit_hidden", "hidden")
"""What became of a placed card: revealed and in the row at the end, revealed and eliminated, revealed and discarded
(an intrigue that was used, or a card thrown out), eliminated face down, face down at the end."""
STOOD, ELIMINATED, DISCARDED, HIT_HIDDEN, HIDDEN = range(5)
FIELDS = ("in_play", "in_hand", "placed", "revealed", "collected", "effect", "taken", "wasted", "wait", "end")
"""Numbers kept for each seat and kind: `collected` from the influence on the card, `effect` all else that it earned its
player, `taken` what others lost by it, `wasted` influence that lay on it and went to the supply."""
AT = {name: number for number, name in enumerate(FIELDS)}


class Story:
    """Listens to one game. `cards[seat, kind, field]` and `lost[seat]` are its sums; seats are those of the state."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.round = 1
        self.cards = np.zeros((g.players, KINDS, len(FIELDS)), np.int16)
        self.cards[:, :, AT["wait"]] = self.cards[:, :, AT["end"]] = -1
        self.lost = [0] * g.players
        self.placed_in: dict[int, int] = {}
        self.earns_for: dict[int, int] = {}
        self.ended: set[int] = set()
        for kind in range(KINDS):
            self.cards[:, kind, AT["in_play"]] = g.kinds >> kind & 1
            for seat in range(g.players):
                self.cards[seat, kind, AT["in_hand"]] = g.hand[seat] >> kind & 1

    def append(self, fact: tuple[int, int, int, int]) -> None:
        code, a, b, c = fact
        if code in HEARD:
            HEARD[code](self, a, b, c)

    def add(self, seat: int, kind: int, field: str, amount: int) -> None:
        self.cards[seat, kind, AT[field]] += amount

    def note(self, card: int, field: str, value: int) -> None:
        self.cards[family_of(card), kind_of(card), AT[field]] = value

    def earner(self, card: int) -> int:
        """The kind that what a card does counts for."""
        g = self.g
        if kind_of(card) == QUEEN and card != g.actor:
            card = g.actor
        if g.combining and card == g.actor and card != g.card:
            return COMBINATION
        return self.earns_for.get(card, kind_of(card))

    # What is heard

    def round_begun(self, number: int, player: int, _: int) -> None:
        self.round = number

    def card_placed(self, card: int, place: int, _: int) -> None:
        self.placed_in[card] = self.round
        self.note(card, "placed", 1)
        self.note(card, "end", HIDDEN)

    def twin_placed(self, card: int, place: int, _: int) -> None:
        self.note(card, "placed", 1)
        self.note(card, "revealed", 1)
        self.note(card, "end", STOOD)

    def card_revealed(self, card: int, slot: int, _: int) -> None:
        self.note(card, "revealed", 1)
        self.note(card, "wait", self.round - self.placed_in.get(card, self.round))
        self.note(card, "end", STOOD)

    def card_eliminated(self, card: int, attacker: int, player: int) -> None:
        hidden = not self.cards[family_of(card), kind_of(card), AT["revealed"]]
        self.leaves(card, HIT_HIDDEN if hidden else ELIMINATED)

    def card_discarded(self, card: int, _: int, __: int) -> None:
        self.leaves(card, DISCARDED)

    def leaves(self, card: int, how: int) -> None:
        """A card's own end; what becomes of it after a Substitution brought it back is another story."""
        if card not in self.ended and self.cards[family_of(card), kind_of(card), AT["placed"]]:
            self.ended.add(card)
            self.note(card, "end", how)

    def influence_collected(self, player: int, amount: int, card: int) -> None:
        self.add(player, kind_of(card), "collected", amount)

    def influence_thrown_away(self, card: int, amount: int, _: int) -> None:
        self.add(family_of(card), kind_of(card), "wasted", amount)

    def influence_gained(self, player: int, amount: int, card: int) -> None:
        self.add(player, self.earner(card), "effect", amount)

    def influence_lost(self, player: int, amount: int, card: int) -> None:
        self.lost[player] += amount
        self.add(self.g.active, self.earner(card), "taken", amount)

    def influence_robbed(self, robber: int, amount: int, victim_and_card: int) -> None:
        victim = victim_and_card // CARDS
        kind = self.earner(self.g.actor) if robber == self.g.active else TRAP
        self.lost[victim] += amount
        self.add(robber, kind, "effect", amount)
        self.add(robber, kind, "taken", amount)

    def card_bribed(self, card: int, player: int, _: int) -> None:
        self.earns_for[card] = BRIBERY

    def card_replaced(self, card: int, slot: int, _: int) -> None:
        self.earns_for[card] = SUBSTITUTION


HEARD: dict[int, Callable[[Story, int, int, int], None]] = {
    events.ROUND_BEGUN: Story.round_begun,
    events.CARD_PLACED: Story.card_placed,
    events.TWIN_PLACED: Story.twin_placed,
    events.CARD_REVEALED: Story.card_revealed,
    events.CARD_ELIMINATED: Story.card_eliminated,
    events.CARD_DISCARDED: Story.card_discarded,
    events.INFLUENCE_COLLECTED: Story.influence_collected,
    events.CONSPIRACY_PAID: Story.influence_collected,
    events.INFLUENCE_KEPT: Story.influence_collected,
    events.INFLUENCE_THROWN_AWAY: Story.influence_thrown_away,
    events.INFLUENCE_GAINED: Story.influence_gained,
    events.INFLUENCE_LOST: Story.influence_lost,
    events.INFLUENCE_ROBBED: Story.influence_robbed,
    events.CARD_BRIBED: Story.card_bribed,
    events.CARD_REPLACED: Story.card_replaced,
}


def story(game: Game[Any], g: State, actions: Sequence[int]) -> Story:
    """A game, lived through from its first question to its last action."""
    heard = Story(g)
    live_through(game, g, actions, heard)
    return heard


# Figures


def figures(stories: Sequence[Story], won: Array) -> dict[str, Any]:
    """What all games together say of each kind; `won[game, seat]` is the win share."""
    cards = np.stack([one.cards for one in stories]).astype(float)
    kinds = [kind for kind in range(KINDS) if cards[:, :, kind, AT["placed"]].any()]
    return {"cards": [{"kind": NAMES[kind], **kind_figures(cards[:, :, kind], won)} for kind in kinds]}


def kind_figures(cards: Array, won: Array) -> dict[str, Any]:
    """One kind: `cards[game, seat, field]`."""
    games = np.repeat(np.arange(len(cards)), cards.shape[1])
    cards, won = cards.reshape(-1, len(FIELDS)), won.reshape(-1)
    field = {name: cards[:, at] for name, at in AT.items()}
    in_play, in_hand, placed, revealed = (field[name] > 0 for name in FIELDS[:4])
    points = field["collected"] + field["effect"]

    def mean(values: Array) -> dict[str, float]:
        return interval_json(mean_interval(values[placed], np.ones(int(placed.sum())), games[placed]))

    def share(among: Array, what: Array) -> dict[str, float] | None:
        if not among.any():
            return None
        return interval_json(share_interval(what[among].astype(float), np.ones(int(among.sum())), games[among]))

    return {
        "placed": int(placed.sum()),
        "share_placed": share(in_hand, placed),
        "points": mean(points),
        "collected": mean(field["collected"]),
        "effect": mean(field["effect"]),
        "taken": mean(field["taken"]),
        "wasted": mean(field["wasted"]),
        "wait": wait_figures(field["wait"], games),
        "ends": {name: share(placed, field["end"] == end) for end, name in enumerate(ENDS)},
        "win_in_hand": difference(won, in_hand, in_play, games),
        "win_placed": difference(won, placed, in_hand, games),
        "win_revealed": difference(won, revealed, placed, games),
    }


def wait_figures(waits: Array, games: Array) -> dict[str, Any] | None:
    """Rounds from placing to revealing, of cards that their players revealed."""
    seen = waits >= 0
    if not seen.any():
        return None
    mean = interval_json(mean_interval(waits[seen], np.ones(int(seen.sum())), games[seen]))
    shares = np.bincount(waits[seen].astype(int), minlength=ROUNDS) / seen.sum()
    return {"rounds": mean, "shares": [round(float(one), 5) for one in shares]}
