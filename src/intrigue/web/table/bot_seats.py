"""Seats for programs outside: who may give one, and what becomes of what a program answers."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING

from intrigue.web.table import log_entries
from intrigue.web.table.decide import (
    LONGEST_LOG,
    Answer,
    free_name,
    move_by,
    require_gathering,
    require_host,
    with_deal,
)
from intrigue.web.table.errors import Denied
from intrigue.web.table.seats import Seat

if TYPE_CHECKING:
    from intrigue.web.table.table import Table


def token_hash(token: str) -> str:
    """A token as the log knows it."""
    return sha256(f"intrigue program 1\n{token}\n".encode()).hexdigest()


def lend(table: Table, person: int, seat: int, name: str, token: str) -> Answer:
    """The host gives a seat to a program before the deal; a seat that has one gets a new token."""
    require_host(table, person)
    require_gathering(table)
    if table.seat(seat).person is not None:
        raise Denied("refused.taken")
    level, name, key = table.settings.level, free_name(table, name, seat), token_hash(token)
    return with_deal(table, log_entries.Lent(seat, name, level, key), Seat(seat, name=name, level=level, key=key))


def seat_with_token(table: Table, token: str) -> int | None:
    """The seat that a token opens."""
    key = token_hash(token)
    return next((seat.number for seat in table.seats if seat.key and hmac.compare_digest(seat.key, key)), None)


def play(table: Table, seat: int, moves: int, move: str) -> Answer:
    """What a program's answer becomes: a move, or nothing if it was asked about another decision."""
    if table.moves != moves or table.to_act != seat or table.driver(seat) != "program":
        return []
    return move_by(table, seat, move, "bot")


def come_back(table: Table, seat: int) -> Answer:
    """A program is there again after a bot played for it. A decision that it let go twice stays the bot's."""
    stalls = table.to_act == seat and table.lapses > 1
    if table.phase != "playing" or not table.seat(seat).away or stalls or table.version >= LONGEST_LOG:
        return []
    return [log_entries.Returned(seat)]
