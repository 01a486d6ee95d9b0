"""Setting up a position as HTML: every piece and every place it can be taken to, drawn with the pieces of the table.

A piece carries `data-piece`, a place `data-spot`, whatever can be set `data-set`; what becomes of a change is the
server's affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from markupsafe import Markup

from intrigue.engine.errors import IntrigueError
from intrigue.games import GAMES
from intrigue.games.oriflamme.editions import FULL
from intrigue.games.oriflamme.kinds import ABLAZE, BASE, NAMES
from intrigue.games.oriflamme.words import Card
from intrigue.games.richelieu.cards import CARDS, OPPOSING_CARDS, RICHELIEU_CARDS, WIDTH
from intrigue.games.richelieu.words import card_name, faction_of, signed
from intrigue.locale import Words
from intrigue.web.games import registry
from intrigue.web.games.oriflamme import board as oriflamme
from intrigue.web.games.richelieu import board as richelieu
from intrigue.web.games.richelieu.box import box, sign
from intrigue.web.html import questions
from intrigue.web.html.names import named, names_of
from intrigue.web.html.templates import piece
from intrigue.web.view.scene import Scene, Viewer

Draft = dict[str, Any]
PILES = ("hand", "aside", "discard")
SIDES = (("r", "richelieu", RICHELIEU_CARDS), ("o", "opposing", OPPOSING_CARDS))
TRACKS = (("prestige", 99), ("income", 15), ("military", 15), ("ecu", 99), ("jewels", 10))
MOST_CARDINAL = 60
FIELDS = {
    "influence": "sandbox.influence",
    "round": "sandbox.round",
    "first": "sandbox.first",
    "pointer": "sandbox.moment",
    "to_act": "sandbox.turn",
    "turn": "sandbox.turn",
    "controller": "sandbox.controller",
    "players": "sandbox.players",
    "cardinal": "sandbox.cardinal",
    "deck": "sandbox.deck",
    **{track: f"sandbox.track.{track}" for track, _ in TRACKS},
}
"""How the page calls the numbers of a position."""


class Choice(NamedTuple):
    """Something to choose: what is set, how it is called, the values with their names, the one it has."""

    what: str
    label: str
    options: Sequence[tuple[Any, str]]
    chosen: Any


class Number(NamedTuple):
    """A number to set."""

    what: str
    label: str
    value: int
    most: int


class Piece(NamedTuple):
    """A piece outside of the board: its id, picture, name, how many there are, and all of that in words."""

    id: str
    picture: str
    name: str
    many: int
    told: str


class Pile(NamedTuple):
    """A pile that pieces can be taken to."""

    spot: str
    label: str
    told: str
    pieces: Sequence[Piece]


# What is played with


def prompt(scene: Scene, words: Words) -> Markup:
    """The question; where nothing can be chosen yet, what happens by itself, and where another seat is to choose than
    the one that is looked with, a way to see what it sees."""
    family = registry.of(scene.settings.game)
    if scene.phase != "playing" or questions.asked(scene):
        return family.prompt(scene, words)
    if scene.viewer.open:
        return piece("setup", "runs", words=words)
    seat = questions.turn_of(scene)
    player = names_of(scene, words)[seat - 1] if seat else ""
    return piece("setup", "elsewhere", player=player, words=words) if seat else family.prompt(scene, words)


def hands(scene: Scene, words: Words) -> Markup:
    """The hand of whoever is to act, and all hands where everything lies open."""
    family = registry.of(scene.settings.game)
    if not scene.viewer.open:
        return family.hand(scene, words)
    seat, asked = questions.turn_of(scene), questions.asked(scene)
    own = family.hand(replace(scene, viewer=Viewer(seat or 0)), words) if asked else Markup("")
    return own + piece("setup", "hands", inner=family.hand(scene, words), words=words)


# The whole


def setup(position: Draft, words: Words) -> Markup:
    """A draft to be changed."""
    return (court_setup if "zones" in position else row_setup)(position, words)


def head(position: Draft, words: Words) -> Markup:
    """The head of the page as a draft says it."""
    if "zones" not in position:
        return oriflamme.round_head(position["round"], position["phase"], words)
    turn = usual_names(position, words)[position["turn"] - 1]
    left, deck = position["actions_left"], position["deck"][0]
    return richelieu.turn_head(position["phase"], turn, left, deck, position["jewels"], words)


def fault(wrong: IntrigueError, words: Words) -> str:
    """What is wrong with a draft, for whoever looks at its pieces: numbers and cards are called as they are there."""
    told = dict(wrong.values)
    if wrong.key == "position.number" and told["what"] in FIELDS:
        return words("sandbox.fault.number", **told | {"what": words(FIELDS[told["what"]])})
    for key in ("kind", "kinds"):
        kinds = told.get(key, "").split(", ")
        if set(kinds) <= set(NAMES):
            told[key] = ", ".join(words(f"card.{kind}.name") for kind in kinds)
    return words(wrong.key, **told)


def common(position: Draft, words: Words) -> list[Choice]:
    """Game, edition and number of players."""
    game = GAMES[position["game"]]
    return [
        Choice("game", words("sandbox.game"), [(name, words(f"game.{name}")) for name in GAMES], game.name),
        Choice(
            "edition",
            words("sandbox.edition"),
            [(one, words(f"edition.{one}")) for one in game.editions],
            position["edition"],
        ),
        Choice("players", words("sandbox.players"), [(n, str(n)) for n in game.seats], len(position["players"])),
    ]


def usual_names(position: Draft, words: Words) -> tuple[str, ...]:
    return named(position["game"], ("",) * len(position["players"]), words)


# The row


def row_setup(position: Draft, words: Words) -> Markup:
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
        "setup",
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
    found = []
    for at, card in enumerate(stack, start=1):
        seen = (card["family"], card["kind"], card["up"], card["influence"], card["controller"])
        start, end = oriflamme.card_drawn(seen, False, words)
        label = words("sandbox.in_slot", slot=number, card=oriflamme.card_told(seen, names, words, False))
        drawn = Markup(f"{start}-setup-{card['family']}-{card['kind']}-{at}{end}")
        found.append((f"{card['family']}:{card['kind']}", label, drawn, str(card["influence"]), card["controller"]))
    return found[::-1]


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
        told = words("sandbox.pile.twin")
        twin = [card(number, "twin", name, words)]
        piles.append(Pile(f"twin:{number}", told, words("sandbox.pile.of", pile=told, player=name), twin))
    numbers = [Number(f"influence:{number}", words("sandbox.influence"), player["influence"], 999)]
    return {"name": name, "emblem": f"family-{number}", "colour": f"fam-{number}", "numbers": numbers, "piles": piles}


def card(number: int, kind: str, name: str, words: Words) -> Piece:
    told = words("sandbox.card", card=Card(words, kind), player=name)
    return Piece(f"{number}:{kind}", f"kind-{kind}", words(f"card.{kind}.name"), 1, told)


def swaps(position: Draft, words: Words) -> tuple[list[tuple[str, str]], list[tuple[str, str]]] | None:
    """Of a mix: the kinds in play, and those that could come in their place."""
    if position["game"] != "oriflamme-mix":
        return None
    player = position["players"][0]
    lying = {kind for pile in PILES for kind in player[pile]}
    lying |= {card["kind"] for stack in position["row"] for card in stack if card["family"] == 1}
    called = [(kind, words(f"card.{kind}.name"), kind in lying) for kind in (*BASE, *ABLAZE)]
    return [one[:2] for one in called if one[2]], [one[:2] for one in called if not one[2]]


# The court


def court_setup(position: Draft, words: Words) -> Markup:
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
        "setup",
        "court",
        choices=choices,
        numbers=numbers,
        zones=[zone(position, number, names, words) for number in (1, 2, 3)],
        box=figures(position, words),
        nobles=[noble(position, number, name, words) for number, name in seats],
        sign=sign(),
        words=words,
    )


def zone(position: Draft, number: int, names: tuple[str, ...], words: Words) -> list[dict[str, Any]]:
    """The two sides of a zone: which card, and its spaces."""
    told, found = position["zones"][number - 1], []
    for side, key, deck in SIDES:
        lies = told[key]
        options = [("", words("sandbox.no_card")), *((one, card_name(words, one)) for one in deck)]
        choice = Choice(f"card:{number}.{side}", words(f"sandbox.card_of.{side}", zone=number), options, lies or "")
        spaces = [space(position, f"{number}.{side}.{at}", lies, names, words) for at in range(1, WIDTH + 1)]
        found.append({"side": side, "card": choice, "faction": faction_of(lies) if lies else "", "spaces": spaces})
    return found


def space(position: Draft, at: str, card: str | None, names: tuple[str, ...], words: Words) -> dict[str, Any]:
    """A space: what it costs, who stands there, and both in words."""
    zone, side, number = int(at[0]), at[2], int(at[4])
    agent = position["zones"][zone - 1][side][number - 1]
    cost = box().cost[CARDS.index(card) * WIDTH + number - 1] if card else 0
    figure = next((one for one in ("grey", "queen") if position[one] == at), "")
    on = words("sandbox.space.free", n=cost)
    if figure:
        on = words(f"figure.{figure}.name")
    elif agent:
        name = names[agent["player"] - 1] if agent["player"] else ""
        on = richelieu.agent_told(agent["player"], agent["value"], agent["up"], name, words, False)
    called = card_name(words, card) if card else words("sandbox.no_card")
    return {
        "at": at,
        "cost": cost,
        "figure": figure,
        "agent": agent,
        "value": signed(agent["value"]) if agent else "",
        "told": words("board.space", zone=zone, card=called, space=number, on=on),
    }


def figures(position: Draft, words: Words) -> Pile:
    """The figures that stand nowhere."""
    beside = [
        Piece(f"figure:{one}", f"figure-{one}", words(f"figure.{one}.name"), 1, words(f"figure.{one}.name"))
        for one in ("grey", "queen")
        if position[one] is None
    ]
    return Pile("box", words("sandbox.box"), words("sandbox.box"), beside)


def noble(position: Draft, number: int, name: str, words: Words) -> dict[str, Any]:
    """A noble: tracks, agents in hand and in the city, cards."""
    player = position["players"][number - 1]
    piles = agents(str(number), player, name, f"agent-{number}", words)
    if position["neutral"]:
        held = position["neutral"][number - 1]
        piles += agents(f"n{number}", held, words("sandbox.neutral", player=name), "agent-neutral", words)
    free = [one for one in CARDS if one not in lying_cards(position)]
    return {
        "name": name,
        "emblem": f"noble-{number}",
        "colour": f"noble-{number}",
        "numbers": [
            Number(f"{track}:{number}", words(f"sandbox.track.{track}"), player[track], most) for track, most in TRACKS
        ],
        "piles": piles,
        "number": number,
        "cards": [(one, card_name(words, one), f"faction-{faction_of(one)}") for one in player["cards"]],
        "free": [(one, card_name(words, one)) for one in free],
    }


def lying_cards(position: Draft) -> set[str]:
    found = {card for player in position["players"] for card in player["cards"]}
    return found | {zone[key] for zone in position["zones"] for _, key, _ in SIDES}


def agents(owner: str, held: Draft, name: str, picture: str, words: Words) -> list[Pile]:
    """The hand and the city of a set."""
    found = []
    for pile in ("hand", "city"):
        told = words(f"sandbox.agents.{pile}", n=len(held[pile]))
        listed = [
            Piece(
                f"agent:{owner}:{value}:{pile}",
                picture,
                signed(value),
                many,
                words("sandbox.agents", n=many, value=signed(value), player=name),
            )
            for value, many in sorted(Counter[int](held[pile]).items())
        ]
        shown = told if not owner.startswith("n") else words("sandbox.pile.of", pile=told, player=name)
        found.append(Pile(f"{pile}:{owner}", shown, words("sandbox.pile.of", pile=told, player=name), listed))
    return found
