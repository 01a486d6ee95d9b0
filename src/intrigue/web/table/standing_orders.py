"""Standing orders: which decisions a seat has answered beforehand, to wait with a card until it says otherwise."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue.web.table.table import Table

WAIT = "wait"
"""The answer that can be given beforehand."""


def pending_card(table: Table) -> int | None:
    """The thing of which it is asked now whether it waits, by its number; None while anything else is asked."""
    match = table.match
    if match is None or table.numbering is None or table.to_act is None:
        return None
    piece = match.game.waiting_piece(match.state)
    return None if piece is None else table.numbering.numbers[piece]


def order_applies(table: Table, ordered: Collection[int]) -> bool:
    """Whether the seat to act, whose orders these are, has said to wait with the card it is asked about."""
    if table.to_act is None or table.driver(table.to_act) != "person":
        return False
    return pending_card(table) in ordered
