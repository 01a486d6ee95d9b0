"""The state of a Richelieu game: zones, agents, tracks, and what is being asked.

Players, zones and spaces are counted from 0; agents are counted by set and kind (see `cards`).
"""

from __future__ import annotations

from intrigue.engine.game import Playable
from intrigue.engine.state import chance, i8, i8s, i16, i16s, i32s, i64
from intrigue.games.richelieu.cards import CARD_PLACES, CARDS, KINDS, PLAYERS, SETS, SPACES

# The stages of a turn: what happens next when nobody is asked.
TURN, ACTION, NEUTRAL_STEP, TURN_END, RESOLUTION, PRIZES, CLEARING, THE_END = range(8)

# The questions.
NOTHING = 0
ACT_HOW, AGENT_WHERE, NEUTRAL_WHICH, NEUTRAL_WHERE, FREE_WHICH, FREE_WHERE = range(1, 7)
CORRUPT_WHICH, CORRUPT_WHERE, GREY_WHERE, QUEEN_WHERE, GAME_OVER = range(7, 12)


class State(Playable):
    """Everything there is to know about a game."""

    legal: int = i64("the actions that may answer the question, as a mask")
    empty: int = i64("the free spaces of the zones that hold cards, as actions")
    generator: list[int] = chance("drives the deal and random playouts")

    cards: list[int] = i32s(PLAYERS, "the intrigue cards each player has won, as a mask")
    ecu: list[int] = i32s(PLAYERS, "money of each player")
    cardinal: int = i16("where the cardinal stands, past 30 too")
    prestige: list[int] = i16s(PLAYERS, "true totals, past 30 too")

    players: int = i8("2 to 4")
    edition: int = i8("index into the game's editions")
    guard: int = i8("1 if the stall guard is on")
    chosen_first: int = i8("who begins every deal, counted from 1, 0 where each draws it", counts=False)
    first: int = i8("who began")
    turn: int = i8("whose turn it is, -1 when the game is over")
    to_act: int = i8("who is asked, -1 when the game is over")
    stage: int = i8("what happens next when nobody is asked")
    resume: int = i8("the stage to go back to when no zone is left to resolve")
    ask: int = i8("the question")
    chosen: int = i8("the first half of a move of two halves")
    half: int = i8("1 if the player to act has chosen that half")

    actions_left: int = i8("actions still to come in this turn")
    acted: int = i8("actions made in this turn")
    took_income: int = i8("1 if income was taken in this turn")
    took_office: int = i8("1 if an office was bought in this turn")
    traded: int = i8("1 if a jewel was bought or sold in this turn")
    agents_sent: int = i8("agents placed by actions in this turn")
    placed: int = i8("1 if anything was placed on a card in this turn")
    quiet: int = i8("turns in a row in which nothing was placed")
    marked: int = i8("zones that the stall guard still has to resolve, as a mask")

    income: list[int] = i8s(PLAYERS, "income track")
    military: list[int] = i8s(PLAYERS, "military track")
    jewels: list[int] = i8s(PLAYERS, "jewels of each player")
    city_jewels: int = i8("jewels in the city")

    hand: list[int] = i8s(SETS * KINDS, "how many agents of each kind are in the hand of each set")
    city: list[int] = i8s(SETS * KINDS, "how many are in the city")
    filling: list[int] = i8s(SETS, "how often each hand has been filled")
    who: list[int] = i8s(SPACES, "the set of the agent on each space, or a figure, else -1")
    kind: list[int] = i8s(SPACES, "the kind of that agent")
    up: list[int] = i8s(SPACES, "1 if it lies face up")
    filled: list[int] = i8s(SPACES, "which filling of its hand it came from")

    card_at: list[int] = i8s(CARD_PLACES, "the card of each zone and side, else -1")
    deck: list[int] = i8s(len(CARDS), "the two decks as they were shuffled")
    drawn: int = i8("cards drawn from each deck")
    resolved: int = i8("resolutions so far")

    zone: int = i8("the zone being resolved, else -1")
    winner: int = i8("the side that won there")
    ranked: list[int] = i8s(2, "the players with the most and the second most; 4 is the neutral player, -1 nobody")
    prize: int = i8("which prize is being paid")
    icon: int = i8("which icon of it")
