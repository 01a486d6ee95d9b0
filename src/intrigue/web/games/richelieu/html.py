"""Richelieu as HTML: all that the site asks of it (`games/contract.py`)."""

from __future__ import annotations

from intrigue.web.games.contract import Tries
from intrigue.web.games.richelieu.board import board, board_parts, head, whole_board
from intrigue.web.games.richelieu.examples import tries
from intrigue.web.games.richelieu.hand import hand, orders, peek
from intrigue.web.games.richelieu.hints import about_hint, hints
from intrigue.web.games.richelieu.in_rules import about_event, is_empty_place, parts_in_example, with_signs
from intrigue.web.games.richelieu.players import of_all_players, players
from intrigue.web.games.richelieu.questions import law, moves, prompt
from intrigue.web.games.richelieu.result import points
from intrigue.web.games.richelieu.setup import FIELDS, setup, setup_head
from intrigue.web.games.richelieu.steps import PAUSES, SOUNDS, board_at, effects

COLOUR = EMBLEM = "noble"
SIGNS = {"richelieu": "cardinal"}
HAS_ORDERS = False
KINDS: tuple[tuple[str, ...], ...] = ()
TRIES = Tries("sandbox.tries.court", "prize-", "prize.")

__all__ = [
    "COLOUR",
    "EMBLEM",
    "FIELDS",
    "HAS_ORDERS",
    "KINDS",
    "PAUSES",
    "SIGNS",
    "SOUNDS",
    "TRIES",
    "about_event",
    "about_hint",
    "board",
    "board_at",
    "board_parts",
    "effects",
    "hand",
    "head",
    "hints",
    "is_empty_place",
    "law",
    "moves",
    "of_all_players",
    "orders",
    "parts_in_example",
    "peek",
    "players",
    "points",
    "prompt",
    "setup",
    "setup_head",
    "tries",
    "whole_board",
    "with_signs",
]
