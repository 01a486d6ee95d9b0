"""Oriflamme, Ablaze and their mix as HTML: all that the site asks of them (`games/contract.py`)."""

from __future__ import annotations

from intrigue.games.oriflamme.kinds import BOXES
from intrigue.web.games.contract import Tries
from intrigue.web.games.oriflamme.board import board_parts, head, whole_board
from intrigue.web.games.oriflamme.examples import tries
from intrigue.web.games.oriflamme.hand import hand, orders, peek
from intrigue.web.games.oriflamme.hints import about_hint, hints
from intrigue.web.games.oriflamme.players import of_all_players, players
from intrigue.web.games.oriflamme.questions import law, prompt
from intrigue.web.games.oriflamme.result import points, swings
from intrigue.web.games.oriflamme.rulebook import about_event, is_empty_place, parts_in_example, with_signs
from intrigue.web.games.oriflamme.setup import FIELDS, setup, setup_head
from intrigue.web.games.oriflamme.steps import PAUSES, PLAIN, SOUNDS, board_at, effects

COLOUR, EMBLEM = "fam", "family"
SIGNS = {"oriflamme": "family-2", "ablaze": "family-3", "oriflamme-mix": "crown"}
MINUTES = {"oriflamme": 15, "ablaze": 20, "oriflamme-mix": 20}
WEIGHTS = {"oriflamme": 1, "ablaze": 2, "oriflamme-mix": 2}
HAS_ORDERS = True
KINDS = tuple(BOXES.values())
TRIES = Tries("sandbox.tries", "kind-", "card.")
