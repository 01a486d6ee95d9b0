"""Setting up the table of Trifle as HTML: every card and every place it can be taken to."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from intrigue.games.trifle.cards import CARDS
from intrigue.locale import Words
from intrigue.web.games.trifle import board
from intrigue.web.html.setup_pieces import Choice, Draft, Piece, Pile, common, usual_names
from intrigue.web.html.templates import piece
from intrigue.web.view.sandbox_link import link_to_sketch

FIELDS = {
    "round": "sandbox.round",
    "first": "sandbox.first",
    "to_act": "sandbox.turn",
    "players": "sandbox.players",
    "taken": "trifle.setup.taken",
}
"""How the page calls the numbers of a position."""
SKETCHES = {"1": "hand 1 2 5 8 11 12; laid 2 7", "2": "players 3; laid 1 3 12; laid 2 8 4; laid 3 20"}


def tries(game: str, edition: str) -> list[tuple[str, str]]:
    """What can be tried, each with its way."""
    return [(name, link_to_sketch(game, text)) for name, text in SKETCHES.items()]


def setup_head(position: Draft, words: Words) -> Markup:
    """The head of the page as a draft says it."""
    return board.round_head(position["round"], position["phase"], words)


def setup(position: Draft, words: Words) -> Markup:
    """A draft to be changed."""
    names = usual_names(position, words)
    seats = list(enumerate(names, start=1))
    choices = [*common(position, words), Choice("first", words("sandbox.first"), seats, position["first"])]
    lying = {value for player in position["players"] for value in cards_of(player)}
    rest = [card(value, words) for value in range(1, CARDS + 1) if value not in lying]
    return piece(
        "setup_trifle",
        "table",
        choices=choices,
        box=Pile("box", words("trifle.setup.box"), words("trifle.setup.box"), rest),
        people=[person(position, number, name, words) for number, name in seats],
        words=words,
    )


def cards_of(player: Draft) -> list[int]:
    return [*player["hand"], *(card["value"] for card in player["laid"])]


def person(position: Draft, number: int, name: str, words: Words) -> dict[str, Any]:
    """A player: the hand, and the cards that were laid."""
    player = position["players"][number - 1]
    values = {"hand": player["hand"], "laid": [card["value"] for card in player["laid"]]}
    piles = []
    for pile, cards in values.items():
        label = words(f"trifle.setup.{pile}", n=len(cards))
        told = words("sandbox.pile.of", pile=label, player=name)
        piles.append(Pile(f"{pile}:{number}", label, told, [card(value, words) for value in cards]))
    return {"name": name, "emblem": f"family-{number}", "colour": f"fam-{number}", "numbers": [], "piles": piles}


def card(value: int, words: Words) -> Piece:
    name = words("trifle.card.name", value=value)
    return Piece(str(value), "ui-cards", name, 1, name)
