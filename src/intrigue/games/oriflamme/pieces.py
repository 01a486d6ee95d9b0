"""The cards of the row as pieces that people follow while they move: which lie where, and what their owners recall."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.game import Places, View
from intrigue.games.oriflamme.kinds import KINDS, NAMES, NO_CARD
from intrigue.games.oriflamme.state import REVEAL_OR_WAIT, State


def pieces(g: State) -> Places:
    """`{"row": [[3], [1, 7], …]}`: slot by slot, bottom to top, as the row of a view."""
    return {"row": cards_in_row(g)}


def cards_in_row(g: State) -> list[list[int]]:
    """The cards of every slot, bottom to top."""
    slots = []
    for slot in range(g.length):
        cards, card = [], g.row[slot]
        while card != NO_CARD:
            cards.append(card)
            card = g.below[card]
        slots.append(cards[::-1])
    return slots


def pieces_in(position: View) -> Places:
    return {"row": [[card_number(card) for card in stack] for stack in position["row"]]}


def card_number(card: dict[str, Any]) -> int:
    """The number of a card that a position or an event names."""
    return int((card["family"] - 1) * KINDS + NAMES.index(card["kind"]))


def moved_piece(event: Event) -> tuple[int, int | None] | None:
    """A card that goes back to the hand: if it comes again, it is another piece."""
    return (card_number(event.values["card"]), None) if event.name == "card_replaced" else None


def waiting_piece(g: State) -> int | None:
    """The card that reveal-or-wait is asked about."""
    return g.row[g.pointer] if g.ask == REVEAL_OR_WAIT else None


def own_pieces(view: View, things: Places, seat: int) -> dict[int, Any]:
    """The kinds of a family's cards that lie face down."""
    return {
        thing: card["kind"]
        for cards, numbers in zip(view["row"], things["row"], strict=True)
        for card, thing in zip(cards, numbers, strict=True)
        if card["family"] == seat and not card["up"]
    }


def with_own_pieces(view: View, things: Places, known: dict[int, Any]) -> View:
    row = view["row"][:]
    for slot, numbers in enumerate(things["row"]):
        if not known.keys().isdisjoint(numbers):
            row[slot] = [
                card | {"kind": known[thing]} if thing in known and not card["up"] else card
                for card, thing in zip(row[slot], numbers, strict=True)
            ]
    return view | {"row": row}
