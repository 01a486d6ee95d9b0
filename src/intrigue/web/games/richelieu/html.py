"""Richelieu as HTML: all that the site asks of it (`games/contract.py`)."""

from __future__ import annotations

from intrigue.web.games.contract import Tries
from intrigue.web.games.richelieu.board import board_parts, head, whole_board
from intrigue.web.games.richelieu.examples import tries
from intrigue.web.games.richelieu.hand import hand, orders, peek
from intrigue.web.games.richelieu.hints import about_hint, hints
from intrigue.web.games.richelieu.players import of_all_players, players
from intrigue.web.games.richelieu.questions import law, prompt
from intrigue.web.games.richelieu.result import points, swings
from intrigue.web.games.richelieu.rulebook import about_event, is_empty_place, parts_in_example, with_signs
from intrigue.web.games.richelieu.setup import FIELDS, setup, setup_head
from intrigue.web.games.richelieu.steps import PAUSES, PLAIN, SOUNDS, board_at, effects

COLOUR = EMBLEM = "noble"
SIGNS = {"richelieu": "cardinal"}
MINUTES = {"richelieu": 45}
WEIGHTS = {"richelieu": 3}
HAS_ORDERS = False
KINDS: tuple[tuple[str, ...], ...] = ()
TRIES = Tries("sandbox.tries.court", "prize-", "prize.")
