"""The state of an Oriflamme game: the row, the players, and what is being asked.

Players, families and slots are counted from 0; sets of kinds are bit masks over `kinds.NAMES`.
"""

from __future__ import annotations

from intrigue.engine.game import Playable
from intrigue.engine.state import chance, i8, i8s, i16s, i32, i32s, i64, u8, u8s
from intrigue.games.oriflamme.kinds import CARDS, FAMILIES, ROW

# The stages of a round: what happens next when nobody is asked.
PLACEMENT, ARRIVAL, EFFECT, AFTERMATH, THE_END = range(5)

# The questions.
NOTHING = 0
PLACE_WHICH, PLACE_WHERE, REVEAL_OR_WAIT, HIT_WHICH, ROB_WHICH, COPY_WHICH, MOVE_WHICH, MOVE_WHERE = range(1, 9)
TWIN_WHERE, BRIBE_WHICH, USE_WHICH, TAKE_OR_AGAIN, GAME_OVER = range(9, 14)


class State(Playable):
    """Everything there is to know about a game, in 464 bytes."""

    legal: int = i64("the actions that may answer the question, as a mask")
    generator: list[int] = chance("drives the deal and random playouts")

    kinds: int = i32("the kinds in play, the Twin not counted")
    hand: list[int] = i32s(FAMILIES, "kinds in each hand")
    aside: list[int] = i32s(FAMILIES, "kinds set aside before the game")
    discard: list[int] = i32s(FAMILIES, "kinds in each discard pile")
    up: list[int] = i32s(FAMILIES, "kinds face up in the row, covered ones too")
    never_aside: list[int] = i32s(FAMILIES, "G20: kinds that everybody knows are not set aside")
    stock: list[int] = i16s(FAMILIES, "influence of each player")

    players: int = i8("3 to 5, in a yardstick game 2 too")
    edition: int = i8("index into the game's editions")
    draws_kinds: int = i8("how many kinds every deal draws (mix), 0 where they are given", counts=False)
    chosen_first: int = i8("who begins every deal, counted from 1, 0 where each draws it", counts=False)
    rounds: int = i8("how many rounds are played")
    set_aside: int = i8("how many cards each player sets aside before the game")
    own_ambush_leaves: int = i8("D1: 1 if an own card that eliminates the own Ambush gains 1 more and leaves")
    ties_count_covered: int = i8("D2: 1 if covered cards count when a tie is broken")
    lord_counts_covered: int = i8("D3: 1 if the Lord counts covered cards beside it")
    schemer_gain: int = i8("D15: what a Schemer pays")

    round: int = i8("1 to the number of rounds")
    first: int = i8("who places first in this round")
    placed: int = i8("how many have placed in this round")
    stage: int = i8("what happens next when nobody is asked")
    ask: int = i8("the question")
    to_act: int = i8("who is asked, -1 when the game is over")
    chosen: int = i8("the first half of a move of two halves")
    half: int = i8("1 if the player to act has chosen that half, and nobody else may know it yet")

    twins: int = i8("families whose Twin lies ready, as a mask")
    length: int = i8("number of slots")
    row: list[int] = u8s(ROW, "the top card of each slot")
    holder: list[int] = i8s(ROW, "who controls each slot; all cards of a stack have one controller")
    below: list[int] = u8s(CARDS, "the card under each card in the row, else NO_CARD")
    influence: list[int] = i8s(CARDS, "influence lying on each card in the row")

    pointer: int = i8("the slot being resolved, -1 in placement")
    gap: int = i8("1 if that slot is gone: the next one already stands in its place")
    card: int = u8("the card being resolved")
    active: int = i8("who controls it")
    actor: int = u8("the card that acts: the one resolved, or the one a Combination uses")
    at: int = i8("the slot of the actor, -1 if it is gone")
    effect: int = i8("the kind whose effect the actor applies")
    combining: int = i8("1 while a Combination is being carried out")
    spare: int = i8("influence of a Combination still to be decided on")
