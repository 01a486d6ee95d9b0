"""Positions and views (notation, sections 5 and 7): built field by field from what a seat may know."""

from __future__ import annotations

from functools import lru_cache

from intrigue.engine.game import Box, View
from intrigue.engine.numbers import count, members
from intrigue.games.oriflamme.ending import winners
from intrigue.games.oriflamme.kinds import NAMES, NO_CARD, family_of, kind_of
from intrigue.games.oriflamme.moves import moves
from intrigue.games.oriflamme.row import is_up
from intrigue.games.oriflamme.state import PLACEMENT, THE_END, State
from intrigue.games.oriflamme.view_types import CardSeen, PlayerSeen, PositionSeen

BOX = Box()  # Oriflamme prints no tables
ALL = -1
"""The seat of nobody, who sees everything."""


def position(g: State, game: str, edition: str) -> View:
    """Everything about a game between two moves."""
    return {**position_for(g, game, edition, ALL)}


def view(g: State, game: str, edition: str, seat: int) -> View:
    """What a seat sees (0 is a spectator). When the game is over everybody sees everything."""
    return {"for": seat, **position_for(g, game, edition, ALL if g.stage == THE_END else seat)}


def own_view(g: State, public: View, seat: int) -> View:
    """What a seat sees, from what a spectator sees: besides that its own cards, and its moves."""
    if seat == 0 or g.stage == THE_END:
        return {**public, "for": seat}
    row, players = public["row"][:], public["players"][:]
    for slot, cards in enumerate(row):
        if any(card["family"] == seat and not card["up"] for card in cards):
            row[slot] = slot_seen(g, slot, seat)
    players[seat - 1] = player_seen(g, seat - 1, seat)
    legal = list(moves(g)) if seat == g.to_act + 1 else []
    return {**public, "for": seat, "row": row, "players": players, "legal": legal}


def position_for(g: State, game: str, edition: str, seat: int) -> PositionSeen:
    over = g.stage == THE_END
    to_act = None if over else g.to_act + 1
    return {
        "game": game,
        "edition": edition,
        "round": g.round,
        "phase": "over" if over else "placement" if g.stage == PLACEMENT else "resolution",
        "first": g.first + 1,
        "to_act": to_act,
        "pointer": None if g.pointer < 0 or g.gap else g.pointer + 1,
        "spare": g.spare,
        "row": [slot_seen(g, slot, seat) for slot in range(g.length)],
        "players": [player_seen(g, player, seat) for player in range(g.players)],
        "legal": list(moves(g)) if seat in (ALL, to_act) else [],
        "winners": [player + 1 for player in members(winners(g, BOX))] if over else None,
    }


def slot_seen(g: State, slot: int, seat: int) -> list[CardSeen]:
    """The cards of a slot, bottom to top."""
    cards: list[CardSeen] = []
    card = g.row[slot]
    while card != NO_CARD:
        family = family_of(card) + 1
        up = is_up(g, card)
        cards.append(
            {
                "family": family,
                "kind": NAMES[kind_of(card)] if up or seat in (ALL, family) else None,
                "up": up,
                "influence": g.influence[card],
                "controller": g.holder[slot] + 1,
            }
        )
        card = g.below[card]
    return cards[::-1]


def player_seen(g: State, player: int, seat: int) -> PlayerSeen:
    own = seat in (ALL, player + 1)
    return {
        "influence": g.stock[player],
        "hand": names(g.hand[player]) if own else count(g.hand[player]),
        "aside": names(g.aside[player]) if own else count(g.aside[player]),
        "discard": names(g.discard[player]),
        "twin": bool(g.twins >> player & 1),
    }


def names(kinds: int) -> list[str]:
    """The kinds of a set, in plain string order."""
    return list(in_order(kinds))


@lru_cache(maxsize=4096)
def in_order(kinds: int) -> tuple[str, ...]:
    return tuple(sorted(NAMES[kind] for kind in members(kinds)))
