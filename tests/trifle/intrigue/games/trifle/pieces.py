"""The cards on the table as pieces that people follow: which lie where, and what their owners recall."""

from __future__ import annotations

from typing import Any

from intrigue.engine.game import Places, View
from intrigue.games.trifle.cards import HAND, NO_CARD
from intrigue.games.trifle.state import State
from intrigue.games.trifle.table import card_of


def pieces(g: State) -> Places:
    """`{"laid": [[3, 7], [1]]}`: player by player, round by round, as in a view."""
    laid = [[card_of(g, player, turn) for turn in range(HAND)] for player in range(g.players)]
    return {"laid": [[card for card in cards if card != NO_CARD] for cards in laid]}


def pieces_in(position: View) -> Places:
    return {"laid": [[card["value"] - 1 for card in player["laid"]] for player in position["players"]]}


def own_pieces(view: View, things: Places, seat: int) -> dict[int, Any]:
    """The value of a player's card that lies face down."""
    cards = view["players"][seat - 1]["laid"]
    return {thing: card["value"] for card, thing in zip(cards, things["laid"][seat - 1], strict=True) if not card["up"]}


def with_own_pieces(view: View, things: Places, known: dict[int, Any]) -> View:
    players = view["players"][:]
    for at, (player, numbers) in enumerate(zip(players, things["laid"], strict=True)):
        if not known.keys().isdisjoint(numbers):
            laid = [
                card | {"value": known[thing]} if thing in known and not card["up"] else card
                for card, thing in zip(player["laid"], numbers, strict=True)
            ]
            players[at] = player | {"laid": laid}
    return view | {"players": players}
