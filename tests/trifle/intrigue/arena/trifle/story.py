"""What a game of Trifle tells of its cards: which were laid, and which won their round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from intrigue.arena.intervals import share_interval
from intrigue.arena.study_figures import interval_json
from intrigue.arena.study_games import live_through
from intrigue.engine.game import Game
from intrigue.games.trifle.cards import CARDS, HAND
from intrigue.games.trifle.state import State

Array = Any


class Story:
    """`laid[card]` is 1 if the card was laid, `won[card]` if it won its round."""

    def __init__(self, g: State) -> None:
        self.g = g
        self.laid = np.zeros(CARDS)
        self.won = np.zeros(CARDS)


def story(game: Game[Any], g: State, actions: Sequence[int]) -> Story:
    """A game, lived through from its first question to its last action."""
    live_through(game, g, actions, [])
    told = Story(g)
    for turn in range(HAND):
        cards = g.laid[turn : g.players * HAND : HAND]
        told.laid[cards] = 1
        told.won[max(cards)] = 1
    return told


def figures(stories: Sequence[Story], won: Array) -> dict[str, Any]:
    """How often each card won the round that it was laid in."""
    laid, rounds = np.array([one.laid for one in stories]), np.array([one.won for one in stories])
    cards = []
    for card in range(CARDS):
        games = np.flatnonzero(laid[:, card])
        share = share_interval(rounds[games, card], np.ones(len(games)), games) if len(games) else None
        cards.append({"value": card + 1, "round_won": share and interval_json(share)})
    return {"cards": cards}
