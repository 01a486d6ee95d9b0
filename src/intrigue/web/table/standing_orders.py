"""Standing orders: which decisions a seat has answered beforehand, to wait with a card until it says otherwise."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue.web.table.table import Table

WAIT = "wait"
CHOICE = ("reveal", WAIT)


def pending_card(table: Table) -> int | None:
    """The thing that reveal-or-wait is asked about now, by its number; None while anything else is asked."""
    match, seat = table.match, table.to_act
    if match is None or seat is None or match.state.legal.bit_count() != len(CHOICE):
        return None
    if tuple(match.choices()) != CHOICE:
        return None
    top: int = table.things["row"][match.state.pointer][-1]
    return top


def order_applies(table: Table, ordered: Collection[int]) -> bool:
    """Whether the seat to act, whose orders these are, has said to wait with the card it is asked about."""
    if table.to_act is None or table.driver(table.to_act) != "person":
        return False
    return pending_card(table) in ordered
