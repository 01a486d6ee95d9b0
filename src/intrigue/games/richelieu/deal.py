"""The deal as headers of a record (notation, section 2): first player and decks, or a seed; and the guard."""

from __future__ import annotations

from intrigue.engine.game import BadHeader, Headers
from intrigue.engine.headers import first_in, is_first_drawn, written_first
from intrigue.games.richelieu.cards import CARDS, DECK, OPPOSING_CARDS, RICHELIEU_CARDS
from intrigue.games.richelieu.state import State

DECKS = {"Deck-richelieu": RICHELIEU_CARDS, "Deck-opposing": OPPOSING_CARDS}
DEAL = ("First", "First-drawn", *DECKS)
HEADERS = (*DEAL, "Seed", "Position", "Stall-guard", "Deck-file")


def guard_in(headers: Headers) -> int:
    """8.12: `Stall-guard: off` switches the guard off."""
    value = headers.get("Stall-guard", "on")
    if value not in ("on", "off"):
        raise BadHeader("Stall-guard", "error.on_or_off", value=value[:60])
    return int(value == "on")


def read_deal(g: State, headers: Headers) -> None:
    """Takes the explicit deal over into a blank state."""
    g.first = first_in(headers, g.players)
    g.chosen_first = 0 if is_first_drawn(headers) else g.first + 1
    for start, (header, cards) in zip((0, DECK), DECKS.items(), strict=True):
        if header not in headers:
            raise BadHeader(header, "error.missing_header")
        listed = [card.strip() for card in headers[header].split(",")]
        if sorted(listed) != sorted(cards):
            raise BadHeader(header, "error.deck", cards=", ".join(cards))
        g.deck[start : start + DECK] = [CARDS.index(card) for card in listed]


def written_deal(g: State) -> dict[str, str]:
    """The headers of a deal."""
    names = [CARDS[card] for card in g.deck]
    decks = {"Deck-richelieu": ", ".join(names[:DECK]), "Deck-opposing": ", ".join(names[DECK:])}
    return {**written_first(g.first, g.chosen_first), **decks}
