"""What a seat sees as numbers for networks: one layout for all player counts and card sets, relative to the seat.

Seats are told as steps clockwise from the observing one (0 is oneself), plus 1 where 0 must mean nobody.
"""

from __future__ import annotations

from intrigue.engine.game import Box
from intrigue.engine.numbers import clear, count, mark
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.kinds import FAMILIES, MOST_KINDS, NO_CARD, ROW, family_of, kind_of
from intrigue.games.oriflamme.row import height, is_up
from intrigue.games.oriflamme.state import (
    MOVE_WHERE,
    MOVE_WHICH,
    PLACE_WHERE,
    PLACE_WHICH,
    REVEAL_OR_WAIT,
    State,
)

PLAYER = 5 + MOST_KINDS
CARD = 7
MOST = 255  # every number fits into a byte

# name, length, meaning: documented in docs/observation.md, which a test compares with this table.
LAYOUT = (
    ("players", 1, "how many play"),
    ("round", 1, "1 to 6"),
    ("question", 1, "the question asked, as in `state`; 0 when the game is over"),
    ("first", 1, "seat that places first in this round"),
    ("to_act", 1, "seat that is asked, plus 1; 0 for nobody"),
    ("placed", 1, "how many have placed in this round"),
    ("pointer", 1, "slot being resolved, plus 1; 0 in placement"),
    ("gap", 1, "1 if that slot is gone"),
    ("active", 1, "seat whose card is being resolved, plus 1; 0 in placement"),
    ("at", 1, "slot of the acting card, plus 1; 0 if it is gone"),
    ("effect", 1, "kind whose effect is being applied, plus 1; 0 if none, or if the card lies face down"),
    ("combining", 1, "1 while a Combination is carried out"),
    ("spare", 1, "influence of a Combination still to be decided on"),
    ("chosen", 1, "half-chosen move, if the seat may know it: kind to place or slot to move, plus 1"),
    ("flags", 4, "own_ambush_leaves, ties_count_covered, lord_counts_covered, schemer_gain"),
    ("kinds", MOST_KINDS, "1 for each kind in play"),
    ("hand", MOST_KINDS, "1 for each kind in the own hand"),
    ("aside", MOST_KINDS, "1 for each kind set aside by oneself"),
    (
        "seats",
        FAMILIES * PLAYER,
        "for each seat: 1 if taken, influence, cards in hand, cards aside, 1 if the Twin lies ready; "
        "for each kind: 1 in the discard, 2 known not to be aside",
    ),
    (
        "row",
        ROW * CARD,
        "for each card in the row, slot 1 first, bottom to top: slot plus 1, seat of its family plus 1, seat of its "
        "controller plus 1, kind plus 1 (0 if it may not be seen), 1 if face up, influence, number of cards above it",
    ),
)
SIZE = sum(length for _, length, _ in LAYOUT)
KINDS_AT = 18
HAND_AT = KINDS_AT + MOST_KINDS
ASIDE_AT = HAND_AT + MOST_KINDS
SEATS_AT = ASIDE_AT + MOST_KINDS
ROW_AT = SEATS_AT + FAMILIES * PLAYER


@rule
def observe(g: State, box: Box, seat: int, out: list[int]) -> None:
    """Fills `out` with what the seat sees (-1 for a spectator, who counts from player 1)."""
    clear(out, SIZE)
    me = max(seat, 0)
    observe_question(g, me, seat, out)
    mark(out, KINDS_AT, g.kinds, 1)
    if seat >= 0:
        mark(out, HAND_AT, g.hand[seat], 1)
        mark(out, ASIDE_AT, g.aside[seat], 1)
    for player in range(g.players):
        observe_seat(g, player, SEATS_AT + relative(g, player, me) * PLAYER, out)
    observe_row(g, me, seat, out)


@rule
def relative(g: State, player: int, me: int) -> int:
    return player - me if player >= me else player - me + g.players


@rule
def observe_question(g: State, me: int, seat: int, out: list[int]) -> None:
    ask = g.ask
    if g.half and g.to_act != seat:  # a half-chosen move is nobody else's business
        if ask == PLACE_WHERE:
            ask = PLACE_WHICH
        elif ask == MOVE_WHERE:
            ask = MOVE_WHICH
    out[0] = g.players
    out[1] = g.round
    out[3] = relative(g, g.first, me)
    out[5] = g.placed
    if g.to_act >= 0:
        out[2] = ask
        out[4] = relative(g, g.to_act, me) + 1
    if g.pointer >= 0:
        out[6] = g.pointer + 1
        out[7] = g.gap
        out[8] = relative(g, g.active, me) + 1
        out[9] = g.at + 1
        if ask != REVEAL_OR_WAIT:
            out[10] = g.effect + 1
    out[11] = g.combining
    out[12] = g.spare
    if ask == MOVE_WHERE or (ask == PLACE_WHERE and g.to_act == seat):  # the last card of a hand is a secret too
        out[13] = g.chosen + 1
    out[14] = g.own_ambush_leaves
    out[15] = g.ties_count_covered
    out[16] = g.lord_counts_covered
    out[17] = g.schemer_gain


@rule
def observe_seat(g: State, player: int, at: int, out: list[int]) -> None:
    out[at] = 1
    out[at + 1] = min(g.stock[player], MOST)
    out[at + 2] = count(g.hand[player])
    out[at + 3] = count(g.aside[player])
    out[at + 4] = (g.twins >> player) & 1
    mark(out, at + 5, g.never_aside[player], 2)
    mark(out, at + 5, g.discard[player], 1)  # what lies in the discard is not aside either


@rule
def observe_row(g: State, me: int, seat: int, out: list[int]) -> None:
    start = ROW_AT
    for slot in range(g.length):
        cards = height(g, slot)
        card = g.row[slot]
        above = 0
        while card != NO_CARD:
            at = start + (cards - 1 - above) * CARD
            out[at] = slot + 1
            out[at + 1] = relative(g, family_of(card), me) + 1
            out[at + 2] = relative(g, g.holder[slot], me) + 1
            if is_up(g, card):
                out[at + 3] = kind_of(card) + 1
                out[at + 4] = 1
            elif family_of(card) == seat or g.to_act < 0:
                out[at + 3] = kind_of(card) + 1
            out[at + 5] = g.influence[card]
            out[at + 6] = above
            above += 1
            card = g.below[card]
        start += cards * CARD
