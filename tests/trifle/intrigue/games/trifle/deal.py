"""The deal as headers of a record: first player and hands, or a seed."""

from __future__ import annotations

from intrigue.engine.game import BadHeader, Headers
from intrigue.engine.headers import first_in, is_first_drawn, written_first
from intrigue.engine.numbers import members
from intrigue.games.trifle.cards import CARDS, HAND, PLAYERS
from intrigue.games.trifle.state import State

HANDS = tuple(f"Hand-{player}" for player in range(1, PLAYERS + 1))
DEAL = ("First", "First-drawn", *HANDS)
HEADERS = (*DEAL, "Seed", "Position")
VALUES = [str(card + 1) for card in range(CARDS)]


def read_deal(g: State, headers: Headers) -> None:
    """Takes the explicit deal over into a blank state."""
    g.first = first_in(headers, g.players)
    g.chosen_first = 0 if is_first_drawn(headers) else g.first + 1
    dealt = 0
    for player, header in enumerate(HANDS):
        if player >= g.players and header in headers:
            raise BadHeader(header, "error.no_such_player", value=header[5:], count=g.players)
        if player >= g.players:
            continue
        if header not in headers:
            raise BadHeader(header, "error.missing_header")
        listed = [value.strip() for value in headers[header].split(",")]
        cards = {VALUES.index(value) for value in listed if value in VALUES}
        if len(listed) != HAND or len(cards) != HAND or any(dealt >> card & 1 for card in cards):
            raise BadHeader(header, "trifle.error.hand", n=HAND, low=VALUES[0], high=VALUES[-1])
        g.hand[player] = sum(1 << card for card in cards)
        dealt |= g.hand[player]


def written_deal(g: State) -> dict[str, str]:
    """The headers of a deal."""
    hands = [", ".join(VALUES[card] for card in members(hand)) for hand in g.hand[: g.players]]
    return {**written_first(g.first, g.chosen_first), **dict(zip(HANDS, hands, strict=False))}
