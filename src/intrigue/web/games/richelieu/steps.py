"""What happens at court as movement on the page: the board at each event, what flies and turns, parts of moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from intrigue.engine.events import Event
from intrigue.web.view.scene import Step

View = dict[str, Any]
Effect = dict[str, Any]
PAUSES = {
    "game_ended": 1200,
    "turn_begun": 500,
    "agents_returned": 500,
    "zone_resolved": 1300,
    "agent_revealed": 600,
    "side_won": 1200,
    "player_ranked": 800,
    "card_won": 900,
    "cards_drawn": 1000,
}
"""Milliseconds that an event is looked at, where that is not as long as usual."""
SOUNDS = {
    "game_ended": "end",
    "side_won": "fall",
    "agent_revealed": "reveal",
    "income_taken": "coins",
    "ecu_gained": "coins",
    "jewel_sold": "coins",
    "agent_placed": "place",
    "figure_placed": "place",
}
"""What is heard when an event happens."""
PLAIN = frozenset(
    {"turn_begun", "turn_ended", "agents_returned", "agent_revealed", "figure_returned", "cards_drawn", "game_ended"}
)
"""Events that a digest leaves out: they are plain to see, or what follows says it, too."""
OWN = ("agent", "free")


@lru_cache(maxsize=4096)
def parts(move: str) -> tuple[str, ...]:
    """What is picked on the page, one after the other, to make a move.

    >>> parts("free -2 1.r.3"), parts("corrupt 1.r.3 to 2.o.1"), parts("grey 2.o.1"), parts("income")
    (('agent:-2', 'space:1.r.3'), ('space:1.r.3', 'space:2.o.1'), ('space:2.o.1',), ('do:income',))
    """
    verb, *rest = move.split(" ")
    if not rest:
        return (f"do:{verb}",)
    if verb == "corrupt":
        return (f"space:{rest[0]}", f"space:{rest[2]}")
    if len(rest) == 1:
        return (f"space:{rest[0]}",)
    return (f"{'agent' if verb in OWN else verb}:{rest[0]}", f"space:{rest[1]}")


def board_at(step: Step, after: View) -> tuple[View, View]:
    """The board of a step. An agent is told of before it is moved: here it is where it goes."""
    event, view, things = step.event, step.view, step.things
    if event.name != "agent_moved" or event.values["space"] not in things["agents"]:
        return view, things
    start, end = event.values["space"], event.values["to"]
    zones = [zone | {side: zone[side][:] for side in "ro"} for zone in view["zones"]]
    spaces = zones[int(start[0]) - 1][start[2]]
    agent, spaces[int(start[4]) - 1] = spaces[int(start[4]) - 1], None
    zones[int(end[0]) - 1][end[2]][int(end[4]) - 1] = agent
    agents = dict(things["agents"])
    agents[end] = agents.pop(start)
    return view | {"zones": zones}, {"agents": agents}


# Who gains what, and where it comes from.
MONEY = {
    "income_taken": ("supply", "player"),
    "office_bought": ("player", "supply"),
    "jewel_bought": ("player", "supply"),
    "jewel_sold": ("supply", "player"),
    "ecu_gained": ("supply", "player"),
}
RAISED = {
    "prestige_gained": "prestige",
    "income_raised": "income",
    "military_raised": "military",
    "agents_returned": "agents",
}


def effects(event: Event, view: View, things: View) -> list[Effect]:
    """What moves when this happens; `view` and `things` are those of `board_at`."""
    return arrows(event, view, things) + movements(event, view, things)


def movements(event: Event, view: View, things: View) -> list[Effect]:
    values, name = event.values, event.name
    if name == "agent_placed":
        return arrival(event, things)
    if name == "agent_revealed":
        return at_agent("turn", values["space"], things)
    if name == "agent_moved":
        return at_agent("glow", values["to"], things)
    if name in MONEY:
        start, end = (f"p{values['player']}-ecu" if where == "player" else where for where in MONEY[name])
        if not values["amount"]:
            return []
        return [{"do": "coins", "n": values["amount"], "picture": "ecu", "from": start, "to": end}]
    if name in RAISED:
        player = values["set"]["player"] if "set" in values else values["player"]
        return [{"do": "glow", "at": f"p{player}-{RAISED[name]}"}]
    if name == "figure_placed":
        return [{"do": "glow", "at": f"f-{values['figure']}"}]
    if name in ("side_won", "card_won", "card_left"):
        return about_card(event, view)
    if name == "player_ranked":
        return [{"do": "glow", "at": f"p{values['owner']}"}] if values["owner"] else []
    if name in ("cardinal_moved", "cardinal_followed"):
        return [{"do": "glow", "at": "r-track"}]
    if name == "cards_drawn":
        return [{"do": "glow", "at": f"r-zone{values['zone']}"}]
    return []


def arrows(event: Event, view: View, things: View) -> list[Effect]:
    """From what acts to what it acts on: a card to whom it pays, a player to what a prize of theirs moves."""
    values, name = event.values, event.name
    if name in PAID and values["card"]:
        end = f"p{values['player']}-{PAID[name]}"
        return [{"do": "arrow", "from": place, "to": end} for place in lying(event, view)]
    if name == "agent_moved":
        moved = at_agent("arrow", values["to"], things)
        return [{"do": "arrow", "from": f"p{values['by']}", "to": effect["at"]} for effect in moved]
    if name == "figure_placed":
        return [{"do": "arrow", "from": f"p{values['player']}", "to": f"f-{values['figure']}"}]
    if name == "cardinal_moved":
        return [{"do": "arrow", "from": place, "to": "r-track"} for place in lying(event, view)]
    return []


PAID = {"prestige_gained": "prestige", "ecu_gained": "ecu", "income_raised": "income", "military_raised": "military"}
"""What the prize of a card adds to, by event."""


def arrival(event: Event, things: View) -> list[Effect]:
    """An agent comes from the own hand, or from where its player sits."""
    agent, space = event.values["agent"], event.values["space"]
    if space not in things["agents"]:
        return []
    if agent["value"] is None or agent["up"]:  # what lies open was placed before everybody's eyes
        start = f"p{agent['player']}-agents"
    else:
        start = f"{'n' if agent['neutral'] else 'h'}-{agent['value']}"
    return [{"do": "fly", "from": start, "to": f"a{things['agents'][space]}"}]


def at_agent(do: str, space: str, things: View) -> list[Effect]:
    return [{"do": do, "at": f"a{things['agents'][space]}"}] if space in things["agents"] else []


def lying(event: Event, view: View) -> list[str]:
    """Where the card of an event lies; the one that won does so in its zone until the zone is cleared."""
    card = event.values["card"]
    side, key = ("r", "richelieu") if card[0] == "R" else ("o", "opposing")
    return [f"z{number}-{side}" for number, zone in enumerate(view["zones"], start=1) if zone[key] == card]


def about_card(event: Event, view: View) -> list[Effect]:
    places = lying(event, view)[:1]
    if event.name == "card_won":
        return [{"do": "fly", "from": place, "to": f"p{event.values['player']}-cards"} for place in places]
    return [{"do": "strike" if event.name == "card_left" else "glow", "at": place} for place in places]
