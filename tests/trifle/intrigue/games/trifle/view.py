"""Positions and views: built field by field from what a seat may know."""

from __future__ import annotations

from intrigue.engine.game import Box, View
from intrigue.engine.numbers import count, members
from intrigue.games.trifle.cards import HAND, NO_CARD
from intrigue.games.trifle.ending import winners
from intrigue.games.trifle.moves import moves
from intrigue.games.trifle.state import GAME_OVER, State
from intrigue.games.trifle.table import card_of
from intrigue.games.trifle.view_types import CardSeen, PlayerSeen, PositionSeen

ALL = -1
"""The seat of nobody, who sees everything."""
BOX = Box()  # there are no tables


def position(g: State, edition: str) -> View:
    """Everything about a game between two moves."""
    return {**view_of(g, edition, ALL)}


def view(g: State, edition: str, seat: int) -> View:
    """What a seat sees (0 is a spectator). When the game is over everybody sees everything."""
    return {"for": seat, **view_of(g, edition, ALL if g.ask == GAME_OVER else seat)}


def own_view(g: State, public: View, seat: int) -> View:
    """What a seat sees, from what a spectator sees: besides that its own cards, and its moves."""
    if seat == 0 or g.ask == GAME_OVER:
        return {**public, "for": seat}
    players = public["players"][:]
    players[seat - 1] = player_seen(g, seat - 1, seat)
    return {**public, "for": seat, "players": players, "legal": list(moves(g)) if seat == g.to_act + 1 else []}


def view_of(g: State, edition: str, seat: int) -> PositionSeen:
    over = g.ask == GAME_OVER
    to_act = None if over else g.to_act + 1
    return {
        "game": "trifle",
        "edition": edition,
        "round": min(g.round + 1, HAND),
        "phase": "over" if over else "laying",
        "first": g.first + 1,
        "to_act": to_act,
        "players": [player_seen(g, player, seat) for player in range(g.players)],
        "legal": list(moves(g)) if seat in (ALL, to_act) else [],
        "scores": g.taken[: g.players] if over else None,
        "winners": [player + 1 for player in members(winners(g, BOX))] if over else None,
    }


def player_seen(g: State, player: int, seat: int) -> PlayerSeen:
    own = seat in (ALL, player + 1)
    return {
        "hand": [card + 1 for card in members(g.hand[player])] if own else count(g.hand[player]),
        "laid": [card_seen(g, player, turn, own) for turn in range(HAND) if card_of(g, player, turn) != NO_CARD],
        "taken": g.taken[player],
    }


def card_seen(g: State, player: int, turn: int, own: bool) -> CardSeen:
    up = turn < g.round
    return {"value": card_of(g, player, turn) + 1 if up or own else None, "up": up}
