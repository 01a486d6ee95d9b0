"""Setting up the row as HTML: every card and every place it can be taken to, drawn with the pieces of the table."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from intrigue.games.oriflamme.editions import FULL
from intrigue.games.oriflamme.kinds import DEALT
from intrigue.games.oriflamme.words import Card
from intrigue.locale import Words
from intrigue.web.games.oriflamme import board
from intrigue.web.html.setup_pieces import Choice, Draft, Number, Piece, Pile, common, usual_names
from intrigue.web.html.templates import piece

FIELDS = {
    "influence": "sandbox.influence",
    "round": "sandbox.round",
    "first": "sandbox.first",
    "pointer": "sandbox.moment",
    "to_act": "sandbox.turn",
    "controller": "sandbox.controller",
    "players": "sandbox.players",
}
"""How the page calls the numbers of a position."""
PILES = ("hand", "aside", "discard")


def setup_head(position: Draft, words: Words) -> Markup:
    """The head of the page as a draft says it."""
    return board.round_head(position["round"], position["phase"], words)


def setup(position: Draft, words: Words) -> Markup:
    """A draft to be changed."""
    names = usual_names(position, words)
    seats = list(enumerate(names, start=1))
    moments = [(f"place:{n}", words("sandbox.moment.place", player=name)) for n, name in seats]
    moments += [(f"pointer:{n}", words("sandbox.moment.slot", slot=n)) for n in range(1, len(position["row"]) + 1)]
    now = f"pointer:{position['pointer']}" if position["pointer"] else f"place:{position['to_act']}"
    choices = [
        *common(position, words),
        Choice("round", words("sandbox.round"), [(n, str(n)) for n in range(1, FULL.rounds + 1)], position["round"]),
        Choice("first", words("sandbox.first"), seats, position["first"]),
        Choice("moment", words("sandbox.moment"), moments, now),
    ]
    slots = [slot(number, stack, names, words) for number, stack in enumerate(position["row"], start=1)]
    return piece(
        "setup_oriflamme",
        "row",
        choices=choices,
        slots=slots,
        pointer=position["pointer"],
        families=[family(position, number, name, words) for number, name in seats],
        swap=swaps(position, words),
        words=words,
    )


def slot(
    number: int, stack: list[Draft], names: tuple[str, ...], words: Words
) -> list[tuple[str, str, Markup, str, int]]:
    """The cards of a slot, the top one first: id, in words, drawn, the influence on it, who controls it."""
    cards = []
    for at, card in enumerate(stack, start=1):
        facts = (card["family"], card["kind"], card["up"], card["influence"], card["controller"])
        start, end = board.card_drawn(facts, False, words)
        label = words("sandbox.in_slot", slot=number, card=board.card_in_words(facts, names, words, False))
        drawn = Markup(f"{start}-setup-{card['family']}-{card['kind']}-{at}{end}")
        cards.append((f"{card['family']}:{card['kind']}", label, drawn, str(card["influence"]), card["controller"]))
    return cards[::-1]


def family(position: Draft, number: int, name: str, words: Words) -> dict[str, Any]:
    """A family: its influence and its piles."""
    player = position["players"][number - 1]
    piles = [
        Pile(
            f"{pile}:{number}",
            words(f"sandbox.pile.{pile}", n=len(player[pile])),
            words("sandbox.pile.of", pile=words(f"sandbox.pile.{pile}", n=len(player[pile])), player=name),
            [card(number, kind, name, words) for kind in player[pile]],
        )
        for pile in PILES
    ]
    if player["twin"]:
        label = words("sandbox.pile.twin")
        twin = [card(number, "twin", name, words)]
        piles.append(Pile(f"twin:{number}", label, words("sandbox.pile.of", pile=label, player=name), twin))
    numbers = [Number(f"influence:{number}", words("sandbox.influence"), player["influence"], 999)]
    return {"name": name, "emblem": f"family-{number}", "colour": f"fam-{number}", "numbers": numbers, "piles": piles}


def card(number: int, kind: str, name: str, words: Words) -> Piece:
    label = words("sandbox.card", card=Card(words, kind), player=name)
    return Piece(f"{number}:{kind}", f"kind-{kind}", words(f"card.{kind}.name"), 1, label)


def swaps(position: Draft, words: Words) -> tuple[list[tuple[str, str]], list[tuple[str, str]]] | None:
    """Of a mix: the kinds in play, and those that could come in their place."""
    if position["game"] != "oriflamme-mix":
        return None
    player = position["players"][0]
    lying = {kind for pile in PILES for kind in player[pile]}
    lying |= {card["kind"] for stack in position["row"] for card in stack if card["family"] == 1}
    called = [(kind, words(f"card.{kind}.name"), kind in lying) for kind in DEALT]
    return [each[:2] for each in called if each[2]], [each[:2] for each in called if not each[2]]
