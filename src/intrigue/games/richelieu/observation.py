"""What a seat sees as numbers for networks: one layout for all player counts and decks, relative to the seat.

Seats are told as steps clockwise from the observing one (0 is oneself), plus 1 where 0 must mean nobody.
"""

from __future__ import annotations

from intrigue.engine.numbers import clear, mark
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    CARD_PLACES,
    CARDS,
    GREY,
    KINDS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    PLAYERS,
    SPACES,
    WIDTH,
)
from intrigue.games.richelieu.state import (
    ACT_HOW,
    AGENT_WHERE,
    CORRUPT_WHERE,
    CORRUPT_WHICH,
    FREE_WHERE,
    FREE_WHICH,
    NEUTRAL_WHERE,
    NEUTRAL_WHICH,
    State,
)

CARD_COUNT = len(CARDS)
AGENTS = 3 * KINDS
SEAT = 7 + 2 * AGENTS + CARD_COUNT
CARD = 3 + 8 + WIDTH
AGENT = 5
MOST = 255  # every number fits into a byte
NO_STEP = 20  # a step of the cardinal is between -20 and 20; told as 0 to 40

LAYOUT = (
    ("players", 1, "how many play"),
    ("question", 1, "the question asked, as in `state`; 0 when the game is over"),
    ("to_act", 1, "seat that is asked, plus 1; 0 for nobody"),
    ("turn", 1, "seat whose turn it is, plus 1; 0 for nobody"),
    ("first", 1, "seat that began"),
    ("actions", 2, "actions still to come in the turn, actions made"),
    ("limits", 4, "1 if income was taken, an office bought, a jewel traded; agents sent by actions in this turn"),
    (
        "stall",
        3,
        "1 if the stall guard is on, turns in a row with nothing placed, 1 if something was placed in this one",
    ),
    ("cardinal", 1, "where the cardinal stands, at most 255"),
    ("jewels", 1, "jewels in the city"),
    ("decks", 2, "cards left in each deck, resolutions so far"),
    ("zone", 5, "zone being resolved, plus 1; winning side; prize and icon being paid; zones the guard will resolve"),
    ("chosen", 1, "own half-chosen move: kind of agent or space, plus 1"),
    (
        "seats",
        PLAYERS * SEAT,
        "for each seat: 1 if taken, prestige and ecu (at most 255), income, military, jewels, agents in hand; of "
        "the own set, then of the neutral set: 4 kinds in hand (own seat only), 4 in the city, 4 hidden in hand and "
        "face down together since the hand was last filled; 26 cards won",
    ),
    (
        "cards",
        CARD_PLACES * CARD,
        "for each zone and side: card plus 1, faction plus 1, cardinal's step plus 20; 4 icons and 4 amounts (first "
        "prize, second prize); the cost of the 5 spaces",
    ),
    (
        "spaces",
        SPACES * AGENT,
        "for each space: seat of the agent's set plus 1, 1 if neutral, 1 or 2 for the Grey Eminence or the Queen, kind "
        "plus 1 (0 if it may not be seen), 1 if face up",
    ),
)
SIZE = sum(length for _, length, _ in LAYOUT)
SEATS_AT = 24
CARDS_AT = SEATS_AT + PLAYERS * SEAT
SPACES_AT = CARDS_AT + CARD_PLACES * CARD


@rule
def observe(g: State, box: Box, seat: int, out: list[int]) -> None:
    """Fills `out` with what the seat sees (-1 for a spectator, who counts from player 1)."""
    clear(out, SIZE)
    me = max(seat, 0)
    observe_turn(g, me, seat, out)
    for player in range(g.players):
        observe_seat(g, player, seat, SEATS_AT + relative(g, player, me) * SEAT, out)
    for place in range(CARD_PLACES):
        if g.card_at[place] != NO_CARD:
            observe_card(box, g.card_at[place], CARDS_AT + place * CARD, out)
    for space in range(SPACES):
        if g.who[space] != NOBODY:
            observe_agent(g, space, me, seat, SPACES_AT + space * AGENT, out)
            count_hidden(g, space, me, out)


@rule
def relative(g: State, player: int, me: int) -> int:
    return player - me if player >= me else player - me + g.players


@rule
def question_for(g: State, seat: int) -> int:
    """The question as a seat may know it: a half-chosen move is nobody else's business."""
    ask = g.ask
    if g.to_act != seat:
        if ask == AGENT_WHERE:
            return ACT_HOW
        if ask == NEUTRAL_WHERE:
            return NEUTRAL_WHICH
        if ask == FREE_WHERE:
            return FREE_WHICH
        if ask == CORRUPT_WHERE:
            return CORRUPT_WHICH
    return ask


@rule
def observe_turn(g: State, me: int, seat: int, out: list[int]) -> None:
    out[0] = g.players
    if g.to_act >= 0:
        out[1] = question_for(g, seat)
        out[2] = relative(g, g.to_act, me) + 1
        out[3] = relative(g, g.turn, me) + 1
    out[4] = relative(g, g.first, me)
    out[5] = g.actions_left
    out[6] = g.acted
    out[7] = g.took_income
    out[8] = g.took_office
    out[9] = g.traded
    out[10] = g.agents_sent
    out[11] = g.guard
    out[12] = g.quiet
    out[13] = g.placed
    out[14] = min(g.cardinal, MOST)
    out[15] = g.city_jewels
    out[16] = 13 - g.drawn
    out[17] = g.resolved
    out[18] = g.zone + 1
    out[19] = g.winner
    out[20] = g.prize
    out[21] = g.icon
    out[22] = g.marked
    if g.to_act == seat and seat >= 0 and asks_half(g):
        out[23] = g.chosen + 1


@rule
def asks_half(g: State) -> bool:
    return g.ask == AGENT_WHERE or g.ask == NEUTRAL_WHERE or g.ask == FREE_WHERE or g.ask == CORRUPT_WHERE


@rule
def observe_seat(g: State, player: int, seat: int, at: int, out: list[int]) -> None:
    out[at] = 1
    out[at + 1] = min(g.prestige[player], MOST)
    out[at + 2] = min(g.ecu[player], MOST)
    out[at + 3] = g.income[player]
    out[at + 4] = g.military[player]
    out[at + 5] = g.jewels[player]
    for kind in range(KINDS):
        out[at + 6] += g.hand[player * KINDS + kind]
    observe_set(g, player, player == seat, at + 7, out)
    if g.players == 2:
        observe_set(g, NEUTRAL + player, player == seat, at + 7 + AGENTS, out)
    mark(out, at + 7 + 2 * AGENTS, g.cards[player], 1)


@rule
def observe_set(g: State, which: int, own: bool, at: int, out: list[int]) -> None:
    for kind in range(KINDS):
        if own:
            out[at + kind] = g.hand[which * KINDS + kind]
        out[at + KINDS + kind] = g.city[which * KINDS + kind]
        out[at + 2 * KINDS + kind] = g.hand[which * KINDS + kind]


@rule
def count_hidden(g: State, space: int, me: int, out: list[int]) -> None:
    """An agent that lies face down is among the hidden ones of its set, unless its hand was filled since."""
    which = g.who[space]
    if which < GREY and g.up[space] == 0 and g.filled[space] == g.filling[which]:
        at = SEATS_AT + relative(g, which % NEUTRAL, me) * SEAT + 7
        out[at + which // NEUTRAL * AGENTS + 2 * KINDS + g.kind[space]] += 1


@rule
def observe_card(box: Box, card: int, at: int, out: list[int]) -> None:
    out[at] = card + 1
    out[at + 1] = box.faction[card] + 1
    out[at + 2] = box.step[card] + NO_STEP
    for i in range(4):
        out[at + 3 + i] = box.icon[card * 4 + i]
        out[at + 7 + i] = box.amount[card * 4 + i]
    for i in range(WIDTH):
        out[at + 11 + i] = box.cost[card * WIDTH + i]


@rule
def observe_agent(g: State, space: int, me: int, seat: int, at: int, out: list[int]) -> None:
    which = g.who[space]
    if which >= GREY:
        out[at + 2] = which - GREY + 1
        out[at + 4] = 1
        return
    holder = which % NEUTRAL
    out[at] = relative(g, holder, me) + 1
    out[at + 1] = which // NEUTRAL
    if g.up[space] or holder == seat or g.to_act < 0:
        out[at + 3] = g.kind[space] + 1
    out[at + 4] = g.up[space]
