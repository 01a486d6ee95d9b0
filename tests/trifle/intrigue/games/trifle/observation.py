"""What a seat sees as numbers for networks: one layout, relative to the seat.

Seats are told as steps clockwise from the observing one (0 is oneself), plus 1 where 0 must mean nobody.
"""

from __future__ import annotations

from intrigue.engine.game import Box
from intrigue.engine.numbers import clear, count, mark
from intrigue.engine.rules import rule
from intrigue.games.trifle.cards import CARDS, HAND, NO_CARD, PLAYERS
from intrigue.games.trifle.state import State
from intrigue.games.trifle.table import card_of

SEAT = 3 + 2 * HAND
LAYOUT = (
    ("players", 1, "how many play"),
    ("round", 1, "1 to 5"),
    ("question", 1, "the question asked, as in `state`; 0 when the game is over"),
    ("first", 1, "seat that lays first in this round"),
    ("to_act", 1, "seat that is asked, plus 1; 0 for nobody"),
    ("hand", CARDS, "1 for each card in the own hand"),
    (
        "seats",
        PLAYERS * SEAT,
        "for each seat: 1 if taken, rounds won, cards in hand; for each round: 1 if laid, the value if it may be seen",
    ),
)
SIZE = sum(length for _, length, _ in LAYOUT)
HAND_AT = 5
SEATS_AT = HAND_AT + CARDS


@rule
def observe(g: State, box: Box, seat: int, out: list[int]) -> None:
    """Fills `out` with what the seat sees (-1 for a spectator, who counts from player 1)."""
    clear(out, SIZE)
    me = max(seat, 0)
    out[0] = g.players
    out[1] = min(g.round + 1, HAND)
    out[3] = relative(g, g.first, me)
    if g.to_act >= 0:
        out[2] = g.ask
        out[4] = relative(g, g.to_act, me) + 1
    if seat >= 0:
        mark(out, HAND_AT, g.hand[seat], 1)
    for player in range(g.players):
        observe_seat(g, player, seat, SEATS_AT + relative(g, player, me) * SEAT, out)


@rule
def relative(g: State, player: int, me: int) -> int:
    return (player - me + g.players) % g.players


@rule
def observe_seat(g: State, player: int, seat: int, at: int, out: list[int]) -> None:
    out[at] = 1
    out[at + 1] = g.taken[player]
    out[at + 2] = count(g.hand[player])
    for turn in range(HAND):
        card = card_of(g, player, turn)
        if card != NO_CARD:
            out[at + 3 + 2 * turn] = 1
            if turn < g.round or player == seat:
                out[at + 4 + 2 * turn] = card + 1
