"""The facts that Richelieu tells, and who may hear what of them.

Only AGENT_PLACED and AGENT_MOVED name a value that may be hidden; `heard` hides it from all but the set's holder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from intrigue.engine.events import Event
from intrigue.games.richelieu.cards import CARDS, GREY, ICONS, NEUTRAL, NO_CARD, PLAYERS, SIDES, VALUES, WIDTH

# Each event's three numbers, by what they mean. "-" is not used. The third number may hold two,
# the second of them a player.
FIELDS = {
    "turn_begun": ("player", "actions", "-"),
    "income_taken": ("player", "amount", "-"),
    "office_bought": ("player", "amount", "military"),
    "jewel_bought": ("player", "amount", "-"),
    "jewel_sold": ("player", "amount", "-"),
    "agent_placed": ("agent", "space", "amount"),
    "turn_ended": ("player", "-", "-"),
    "agents_returned": ("set", "amount", "-"),
    "zone_resolved": ("zone", "strength_for", "strength_against"),
    "agent_revealed": ("agent", "space", "-"),
    "side_won": ("zone", "card", "-"),
    "player_ranked": ("owner", "rank", "amount"),
    "prestige_gained": ("player", "amount", "card"),
    "ecu_gained": ("player", "amount", "card"),
    "income_raised": ("player", "amount", "card"),
    "military_raised": ("player", "amount", "card"),
    "card_won": ("player", "card", "-"),
    "card_left": ("card", "-", "-"),
    "agent_moved": ("agent", "space", "to", "by"),
    "figure_placed": ("figure", "space", "player"),
    "figure_returned": ("figure", "-", "-"),
    "prize_declined": ("player", "icon", "-"),
    "prize_lost": ("player", "icon", "-"),
    "cardinal_moved": ("step", "cardinal", "card"),
    "cardinal_followed": ("player", "cardinal", "-"),
    "cards_drawn": ("zone", "card", "opposing"),
    "stall_ended": ("-", "-", "-"),
    "game_ended": ("-", "-", "-"),
}
EVENTS = tuple(FIELDS)

(
    TURN_BEGUN,
    INCOME_TAKEN,
    OFFICE_BOUGHT,
    JEWEL_BOUGHT,
    JEWEL_SOLD,
    AGENT_PLACED,
    TURN_ENDED,
    AGENTS_RETURNED,
    ZONE_RESOLVED,
    AGENT_REVEALED,
    SIDE_WON,
    PLAYER_RANKED,
    PRESTIGE_GAINED,
    ECU_GAINED,
    INCOME_RAISED,
    MILITARY_RAISED,
    CARD_WON,
    CARD_LEFT,
    AGENT_MOVED,
    FIGURE_PLACED,
    FIGURE_RETURNED,
    PRIZE_DECLINED,
    PRIZE_LOST,
    CARDINAL_MOVED,
    CARDINAL_FOLLOWED,
    CARDS_DRAWN,
    STALL_ENDED,
    GAME_ENDED,
) = range(28)

FACE_DOWN = 8  # added to an agent's number while it lies face down
SETS_BY = 16  # an agent's number is its set times this, plus its kind, plus FACE_DOWN


def agent(number: int) -> dict[str, Any]:
    """An agent: the set's player, whether it is neutral, its value and whether it lies face up."""
    which, kind = divmod(number, SETS_BY)
    return set_of(which) | {"value": VALUES[kind % FACE_DOWN], "up": kind < FACE_DOWN}


def set_of(which: int) -> dict[str, Any]:
    return {"player": which % NEUTRAL + 1, "neutral": which >= NEUTRAL}


@cache
def space(number: int) -> str:
    """A space as the notation writes it: zone, side, space.

    >>> space(0), space(17)
    ('1.r.1', '2.o.3')
    """
    place, at = divmod(number, WIDTH)
    zone, side = divmod(place, SIDES)
    return f"{zone + 1}.{'ro'[side]}.{at + 1}"


def from_one(number: int) -> int:
    return number + 1


SPEAK: dict[str, Callable[[int], Any]] = {
    "player": from_one,
    "zone": from_one,
    "rank": from_one,
    "agent": agent,
    "set": set_of,
    "owner": lambda owner: owner % NEUTRAL + 1 if owner < NEUTRAL else 0,
    "space": space,
    "to": space,
    "by": from_one,
    "card": lambda card: None if card == NO_CARD else CARDS[card],
    "opposing": lambda card: CARDS[card],
    "figure": lambda figure: "grey" if figure == GREY else "queen",
    "icon": lambda icon: ICONS[icon],
}


def event(code: int, *numbers: int) -> Event:
    """The event as people and JSON know it, players and zones from_one from 1."""
    name = EVENTS[code]
    if len(FIELDS[name]) > len(numbers):
        numbers = (*numbers[:-1], *divmod(numbers[-1], PLAYERS))
    said = {key: SPEAK.get(key, int)(n) for key, n in zip(FIELDS[name], numbers, strict=True) if key != "-"}
    return Event(name, said)


def event_for(event: Event, seat: int) -> Event:
    """The event as a seat (0 for a spectator) may hear it."""
    one = event.values.get("agent")
    if one is not None and not one["up"] and one["player"] != seat:
        return Event(event.name, event.values | {"agent": one | {"value": None}})
    return event
