"""The deal as headers of a record (notation, section 2): first player and decks, or a seed; and the guard."""

from __future__ import annotations

from intrigue.engine.game import BadHeader, Headers
from intrigue.games.richelieu.cards import CARDS, DECK, OPPOSING_CARDS, RICHELIEU_CARDS
from intrigue.games.richelieu.state import State

DECKS = {"Deck-richelieu": RICHELIEU_CARDS, "Deck-opposing": OPPOSING_CARDS}
HEADERS = ("First", *DECKS, "Seed", "Position", "Stall-guard", "Deck-file")


def guard_in(headers: Headers) -> int:
    """8.12: `Stall-guard: off` switches the guard off."""
    value = headers.get("Stall-guard", "on")
    if value not in ("on", "off"):
        raise BadHeader("Stall-guard", "error.on_or_off", value=value[:60])
    return int(value == "on")


def seed_in(headers: Headers) -> int:
    """The seed in the headers; it stands instead of the explicit deal."""
    for other in ("First", *DECKS, "Position"):
        if other in headers:
            raise BadHeader(other, "error.seed_and_deal")
    value = headers["Seed"]
    if not (value.isascii() and value.isdigit() and len(value) <= 40):
        raise BadHeader("Seed", "error.not_a_number", value=value[:60])
    return int(value)


def read_deal(g: State, headers: Headers) -> None:
    """Takes the explicit deal over into a blank state."""
    first = headers.get("First")
    if first is None:
        raise BadHeader("First", "error.missing_header")
    if first not in [str(player) for player in range(1, g.players + 1)]:
        raise BadHeader("First", "error.no_such_player", value=first[:60], count=g.players)
    g.first = int(first) - 1
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
    return {"First": str(g.first + 1), **decks}
