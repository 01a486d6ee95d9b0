"""The facts that Trifle tells, and who may hear what of them: only CARD_LAID names a card that lies face down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from intrigue.engine.events import Event
from intrigue.games.trifle.cards import CARDS

FIELDS = {
    "round_begun": ("round", "player", "-"),
    "card_laid": ("card", "-", "-"),
    "card_turned_up": ("card", "-", "-"),
    "round_won": ("player", "-", "-"),
    "game_ended": ("-", "-", "-"),
}
"""Each event's three numbers, by what they mean; "-" is not used."""
EVENTS = tuple(FIELDS)
ROUND_BEGUN, CARD_LAID, CARD_TURNED_UP, ROUND_WON, GAME_ENDED = range(5)

SPEAK: dict[str, Callable[[int], Any]] = {
    "round": lambda number: number + 1,
    "player": lambda seat: seat + 1,
    "card": lambda number: {"player": number // CARDS + 1, "value": number % CARDS + 1},
}


def event(code: int, *numbers: int) -> Event:
    """The event as people and JSON know it, players, rounds and cards counted from 1."""
    name = EVENTS[code]
    return Event(name, {key: SPEAK[key](n) for key, n in zip(FIELDS[name], numbers, strict=True) if key != "-"})


def event_for(event: Event, seat: int) -> Event:
    """The event as a seat (0 for a spectator) may hear it."""
    if event.name == "card_laid" and event.values["card"]["player"] != seat:
        return Event(event.name, event.values | {"card": event.values["card"] | {"value": None}})
    return event
