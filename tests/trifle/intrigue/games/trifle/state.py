"""The state of a game of Trifle: hands, the cards that were laid, rounds won. Players and rounds count from 0."""

from __future__ import annotations

from intrigue.engine.game import Playable
from intrigue.engine.state import chance, i8, i8s, i32s, i64
from intrigue.games.trifle.cards import HAND, PLAYERS

# The questions.
LAY_WHICH, GAME_OVER = range(1, 3)


class State(Playable):
    """Everything there is to know about a game."""

    legal: int = i64("the actions that may answer the question, as a mask")
    generator: list[int] = chance("drives the deal and random playouts")

    hand: list[int] = i32s(PLAYERS, "cards in each hand, as a mask")

    players: int = i8("2 to 4")
    edition: int = i8("index into the game's editions")
    chosen_first: int = i8("who begins every deal, counted from 1, 0 where each draws it", counts=False)
    first: int = i8("who lays first in this round")
    round: int = i8("the round, from 0; how many there were when the game is over")
    ask: int = i8("the question")
    to_act: int = i8("who is asked, -1 when the game is over")
    laid: list[int] = i8s(PLAYERS * HAND, "the card of each player in each round, else -1")
    taken: list[int] = i8s(PLAYERS, "rounds that each player has won")
