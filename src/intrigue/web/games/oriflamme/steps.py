"""What happens in the row as movement on the page: the board at each event, what flies and turns, parts of moves."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.games.oriflamme.words import DOERS
from intrigue.web.view.scene import Step

View = dict[str, Any]
Effect = dict[str, Any]
PAUSES = {
    "round_begun": 900,
    "card_placed": 600,
    "resolution_begun": 800,
    "card_left_waiting": 700,
    "card_revealed": 1100,
    "card_turned_up": 1000,
    "card_eliminated": 1000,
    "card_discarded": 800,
    "card_moved": 1000,
    "game_ended": 1200,
}
"""Milliseconds that an event is looked at, where that is not as long as usual."""
SOUNDS = {
    "game_ended": "end",
    "card_eliminated": "fall",
    "card_discarded": "fall",
    "card_revealed": "reveal",
    "card_turned_up": "reveal",
    "influence_gained": "coins",
    "influence_collected": "coins",
    "influence_robbed": "coins",
    "conspiracy_paid": "coins",
    "card_placed": "place",
    "twin_placed": "place",
    "card_left_waiting": "place",
}
"""What is heard when an event happens."""


PLAIN = frozenset(
    {"round_begun", "card_placed", "resolution_begun", "card_left_waiting", "card_turned_up", "game_ended"}
)
"""Events that a digest leaves out: they are plain to see, or what follows says it, too."""


def parts(move: str, length: int) -> list[str]:
    """What is picked on the page, one after the other, to make a move.

    >>> parts("place spy on 2", 3), parts("move 1 to 4", 3), parts("twin last", 3), parts("wait", 3)
    (['hand:spy', 'slot:2'], ['slot:1', 'to:last'], ['to:last'], ['do:wait'])
    """
    verb, *rest = move.split(" ")
    if not rest:
        return [f"do:{verb}"]
    if verb == "place":
        return [f"hand:{rest[0]}", place(rest[1:])]
    if verb == "twin":
        return [place(rest)]
    if verb == "move":  # out of a stack a card may also become the slot behind the last
        return [f"slot:{rest[0]}", f"slot:{rest[2]}" if int(rest[2]) <= length else "to:last"]
    return [f"slot:{rest[0]}"]


def place(where: list[str]) -> str:
    return f"slot:{where[1]}" if where[0] == "on" else f"to:{where[0]}"


# The board at an event


def board_at(step: Step, after: View) -> tuple[View, View]:
    """The board of a step. Cards are told of before they are placed or moved: here they are where they go."""
    event, view, things = step.event, step.view, step.things
    if event.name in ("card_placed", "twin_placed"):
        return with_card(event, view, things, after)
    if event.name == "card_moved":
        return with_moved(event, view, things)
    return view, things


def with_card(event: Event, view: View, things: View, after: View) -> tuple[View, View]:
    known = {thing for slot in things["row"] for thing in slot}
    new = sorted(thing for slot in after.get("row", []) for thing in slot if thing not in known)
    if not new:
        return view, things
    family, kind = event.values["card"]["family"], event.values["card"]["kind"]
    up = event.name == "twin_placed"
    card = {"family": family, "kind": kind, "up": up, "influence": 0, "controller": family}
    row, numbers = copy_row(view, things)
    where = event.values["place"]
    if isinstance(where, int):
        row[where - 1].append(card)
        numbers[where - 1].append(new[0])
        return view | {"row": row}, {"row": numbers}
    at = 0 if where == "first" else len(row)
    row.insert(at, [card])
    numbers.insert(at, [new[0]])
    pointer = view["pointer"]
    return view | {"row": row, "pointer": pointer and pointer + (at < pointer)}, {"row": numbers}


def with_moved(event: Event, view: View, things: View) -> tuple[View, View]:
    start, end = event.values["slot"] - 1, event.values["to"] - 1
    row, numbers = copy_row(view, things)
    pointer = view["pointer"]
    card, number = row[start].pop(), numbers[start].pop()
    if not row[start]:
        del row[start], numbers[start]
        pointer = pointer and pointer - (start < pointer - 1)
    row.insert(end, [card])
    numbers.insert(end, [number])
    return view | {"row": row, "pointer": pointer and pointer + (end < pointer)}, {"row": numbers}


def copy_row(view: View, things: View) -> tuple[list[list[View]], list[list[int]]]:
    return [slot[:] for slot in view["row"]], [slot[:] for slot in things["row"]]


# What flies, turns and falls


def effects(event: Event, view: View, things: View) -> list[Effect]:
    """What moves when this happens; `view` and `things` are those of `board_at`."""
    return arrows(event, view, things) + movements(event, view, things)


def movements(event: Event, view: View, things: View) -> list[Effect]:
    values, name = event.values, event.name
    if name in ("card_placed", "twin_placed"):
        return arrival(event, things)
    if name == "card_replaced":
        return flight(f"p{values['card']['family']}-cards", top(things, values["slot"]))
    if name in ("card_revealed", "card_turned_up"):
        return [{"do": "turn", "at": f"c{top(things, values['slot'])}"}]
    if name == "card_left_waiting":
        return coins(1, "supply", f"c{top(things, values['slot'])}")
    if name == "card_moved":
        return [{"do": "glow", "at": f"c{top(things, values['to'])}"}]
    if name in MONEY:
        start, end = MONEY[name]
        return coins(values["amount"], purse(start, event, view, things), purse(end, event, view, things))
    if name in ("card_eliminated", "card_discarded"):
        return [{"do": "strike", "at": at} for at in places_of(values["card"], view, things)]
    return [{"do": "glow", "at": at} for key in ("card", "copied") for at in places_of(values.get(key), view, things)]


def arrows(event: Event, view: View, things: View) -> list[Effect]:
    """From what acts to what it acts on: cards while they lie open in the row, what players have, who they are."""
    values, name = event.values, event.name
    if name not in ACTING:
        return []
    start, end = ACTING[name]
    return [
        {"do": "arrow", "from": one, "to": other}
        for one in ends(start, values, view, things)[:1]
        for other in ends(end, values, view, things)[:1]
        if one != other
    ]


# Who or what acts, and on what or whom.
ACTING = {
    "card_turned_up": ("attacker", "slot"),
    "card_eliminated": ("attacker", "card"),
    "influence_robbed": ("card", "victim"),
    "influence_lost": ("card", "player"),
    "influence_gained": ("card", "player"),
    "card_copied": ("card", "copied"),
    "card_bribed": ("owner", "card"),
    "character_used": ("owner", "card"),
    "card_moved": ("royal_decree", "to"),
    "card_replaced": ("substitution", "slot"),
}


def ends(what: str, values: View, view: View, things: View) -> list[str]:
    """The ids of what a word of `ACTING` means; of a kind of intrigue: where one lies open, until it is discarded."""
    if what in ("slot", "to"):
        return [f"c{top(things, values[what])}"]
    if what in DOERS.values():
        families = range(1, len(view["players"]) + 1)
        return [at for family in families for at in places_of({"family": family, "kind": what}, view, things)]
    if what in ("player", "victim"):
        return [f"p{values[what]}-influence"]
    if what == "owner":
        return [f"p{values['player']}"]
    return places_of(values[what], view, things)


# Where influence comes from and goes to.
MONEY = {
    "influence_collected": ("card", "player"),
    "conspiracy_paid": ("supply", "player"),
    "influence_gained": ("supply", "player"),
    "influence_lost": ("player", "supply"),
    "influence_robbed": ("victim", "player"),
    "influence_thrown_away": ("card", "supply"),
    "influence_kept": ("supply", "player"),
    "influence_spent": ("player", "supply"),
}


def purse(whose: str, event: Event, view: View, things: View) -> str:
    if whose == "supply":
        return "supply"
    if whose == "card":
        return next(iter(places_of(event.values["card"], view, things)), "supply")
    return f"p{event.values[whose]}-influence"


def coins(amount: int, start: str, end: str) -> list[Effect]:
    return [{"do": "coins", "n": amount, "from": start, "to": end}] if amount else []


def arrival(event: Event, things: View) -> list[Effect]:
    """A card comes from the own hand, or from where its player sits."""
    card, where = event.values["card"], event.values["place"]
    if not things["row"]:
        return []
    slot = where if isinstance(where, int) else 1 if where == "first" else len(things["row"])
    start = f"h-{card['kind']}" if card["kind"] and event.name == "card_placed" else f"p{card['family']}-cards"
    return flight(start, top(things, slot))


def flight(start: str, thing: int) -> list[Effect]:
    return [{"do": "fly", "from": start, "to": f"c{thing}"}]


def top(things: View, slot: int) -> int:
    """The number of the top card of a slot."""
    number: int = things["row"][slot - 1][-1]
    return number


def places_of(card: View | None, view: View, things: View) -> list[str]:
    """Where an open card lies, if it still does; of a face-down one nobody is told which it is."""
    if card is None or card["kind"] is None:
        return []
    return [
        f"c{number}"
        for cards, numbers in zip(view["row"], things["row"], strict=True)
        for lying, number in zip(cards, numbers, strict=True)
        if lying["up"] and lying["family"] == card["family"] and lying["kind"] == card["kind"]
    ]
