"""Setting up the court as HTML: every agent, card and figure and every place it can be taken to."""

from __future__ import annotations

from collections import Counter
from typing import Any

from markupsafe import Markup

from intrigue.games.richelieu.cards import CARDS, OPPOSING_CARDS, RICHELIEU_CARDS, WIDTH
from intrigue.games.richelieu.words import card_name, faction_of, number_text
from intrigue.locale import Words
from intrigue.web.games.richelieu import board
from intrigue.web.games.richelieu.box import box, sign
from intrigue.web.html.setup_pieces import Choice, Draft, Number, Piece, Pile, common, usual_names
from intrigue.web.html.templates import piece

SIDES = (("r", "richelieu", RICHELIEU_CARDS), ("o", "opposing", OPPOSING_CARDS))
TRACKS = (("prestige", 99), ("income", 15), ("military", 15), ("ecu", 99), ("jewels", 10))
FIELDS = {
    "first": "sandbox.first",
    "to_act": "sandbox.turn",
    "turn": "sandbox.turn",
    "players": "sandbox.players",
    "cardinal": "sandbox.cardinal",
    "deck": "sandbox.deck",
    **{track: f"sandbox.track.{track}" for track, _ in TRACKS},
}
"""How the page calls the numbers of a position."""
MOST_CARDINAL = 60


def setup_head(position: Draft, words: Words) -> Markup:
    """The head of the page as a draft says it."""
    turn = usual_names(position, words)[position["turn"] - 1]
    left, deck = position["actions_left"], position["deck"][0]
    return board.turn_head(position["phase"], turn, left, deck, position["jewels"], words)


def setup(position: Draft, words: Words) -> Markup:
    """A draft to be changed."""
    names = usual_names(position, words)
    seats = list(enumerate(names, start=1))
    choices = [
        *common(position, words),
        Choice("first", words("sandbox.first"), seats, position["first"]),
        Choice("turn", words("sandbox.turn"), seats, position["turn"]),
    ]
    numbers = [
        Number("cardinal", words("sandbox.cardinal"), position["cardinal"], MOST_CARDINAL),
        Number("deck", words("sandbox.deck"), position["deck"][0], 13),
    ]
    return piece(
        "setup_richelieu",
        "zones",
        choices=choices,
        numbers=numbers,
        listed=[zone(position, number, names, words) for number in (1, 2, 3)],
        box=figures(position, words),
        nobles=[noble(position, number, name, words) for number, name in seats],
        sign=sign(),
        words=words,
    )


def zone(position: Draft, number: int, names: tuple[str, ...], words: Words) -> list[dict[str, Any]]:
    """The two sides of a zone: which card, and its spaces."""
    sides, drawn = position["zones"][number - 1], []
    for side, key, deck in SIDES:
        lies = sides[key]
        options = [("", words("sandbox.no_card")), *((card, card_name(words, card)) for card in deck)]
        choice = Choice(f"card:{number}.{side}", words(f"sandbox.card_of.{side}", zone=number), options, lies or "")
        spaces = [space(position, f"{number}.{side}.{at}", lies, names, words) for at in range(1, WIDTH + 1)]
        drawn.append({"side": side, "card": choice, "faction": faction_of(lies) if lies else "", "spaces": spaces})
    return drawn


def space(position: Draft, at: str, card: str | None, names: tuple[str, ...], words: Words) -> dict[str, Any]:
    """A space: what it costs, who stands there, and both in words."""
    zone, side, number = int(at[0]), at[2], int(at[4])
    agent = position["zones"][zone - 1][side][number - 1]
    cost = box().cost[CARDS.index(card) * WIDTH + number - 1] if card else 0
    figure = next((name for name in ("grey", "queen") if position[name] == at), "")
    on = words("sandbox.space.free", n=cost)
    if figure:
        on = words(f"figure.{figure}.name")
    elif agent:
        name = names[agent["player"] - 1] if agent["player"] else ""
        on = board.agent_in_words(agent["player"], agent["value"], agent["up"], name, words, False)
    called = card_name(words, card) if card else words("sandbox.no_card")
    return {
        "at": at,
        "cost": cost,
        "figure": figure,
        "agent": agent,
        "value": number_text(agent["value"]) if agent else "",
        "description": words("board.space", zone=zone, card=called, space=number, on=on),
    }


def figures(position: Draft, words: Words) -> Pile:
    """The figures that stand nowhere."""
    beside = [
        Piece(f"figure:{figure}", f"figure-{figure}", words(f"figure.{figure}.name"), 1, words(f"figure.{figure}.name"))
        for figure in ("grey", "queen")
        if position[figure] is None
    ]
    return Pile("box", words("sandbox.box"), words("sandbox.box"), beside)


def noble(position: Draft, number: int, name: str, words: Words) -> dict[str, Any]:
    """A noble: tracks, agents in hand and in the city, cards."""
    player = position["players"][number - 1]
    piles = agents(str(number), player, name, f"agent-{number}", words)
    if position["neutral"]:
        held = position["neutral"][number - 1]
        piles += agents(f"n{number}", held, words("sandbox.neutral", player=name), "agent-neutral", words)
    free = [card for card in CARDS if card not in lying_cards(position)]
    return {
        "name": name,
        "emblem": f"noble-{number}",
        "colour": f"noble-{number}",
        "numbers": [
            Number(f"{track}:{number}", words(f"sandbox.track.{track}"), player[track], most) for track, most in TRACKS
        ],
        "piles": piles,
        "number": number,
        "cards": [(card, card_name(words, card), f"faction-{faction_of(card)}") for card in player["cards"]],
        "free": [(card, card_name(words, card)) for card in free],
    }


def lying_cards(position: Draft) -> set[str]:
    won = {card for player in position["players"] for card in player["cards"]}
    return won | {zone[key] for zone in position["zones"] for _, key, _ in SIDES}


def agents(owner: str, held: Draft, name: str, picture: str, words: Words) -> list[Pile]:
    """The hand and the city of a set."""
    piles = []
    for pile in ("hand", "city"):
        title = words(f"sandbox.agents.{pile}", n=len(held[pile]))
        listed = [
            Piece(
                f"agent:{owner}:{value}:{pile}",
                picture,
                number_text(value),
                many,
                words("sandbox.agents", n=many, value=number_text(value), player=name),
            )
            for value, many in sorted(Counter[int](held[pile]).items())
        ]
        label = title if not owner.startswith("n") else words("sandbox.pile.of", pile=title, player=name)
        piles.append(Pile(f"{pile}:{owner}", label, words("sandbox.pile.of", pile=title, player=name), listed))
    return piles
