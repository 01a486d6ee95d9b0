"""The facts that Oriflamme tells, and who may hear what of them.

A face is what everybody sees of a card: the card if it is face up, else `BACKS` plus its family.
Only CARD_PLACED names a card that lies face down; `heard` hides it from the other seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from intrigue.engine.events import Event
from intrigue.games.oriflamme.kinds import CARDS, FIRST, KINDS, LAST, NAMES, NO_CARD, SLOT

BACKS = CARDS

# Each event's three numbers, by what they mean. "-" is not used. The third number may hold two,
# the second of them a card.
FIELDS = {
    "round_begun": ("round", "player", "-"),
    "card_placed": ("card", "place", "-"),
    "resolution_begun": ("-", "-", "-"),
    "card_left_waiting": ("player", "slot", "amount"),
    "card_revealed": ("card", "slot", "-"),
    "card_turned_up": ("card", "slot", "player", "attacker"),
    "influence_collected": ("player", "amount", "card"),
    "conspiracy_paid": ("player", "amount", "card"),
    "influence_thrown_away": ("card", "amount", "-"),
    "influence_gained": ("player", "amount", "card"),
    "influence_lost": ("player", "amount", "card"),
    "influence_robbed": ("player", "amount", "victim", "card"),
    "card_eliminated": ("card", "attacker", "player"),
    "card_discarded": ("card", "by", "-"),
    "card_moved": ("face", "slot", "to"),
    "card_copied": ("card", "copied", "-"),
    "twin_placed": ("card", "place", "-"),
    "card_bribed": ("card", "player", "-"),
    "character_used": ("card", "player", "-"),
    "influence_kept": ("player", "amount", "card"),
    "influence_spent": ("player", "amount", "card"),
    "card_replaced": ("card", "slot", "-"),
    "replacement_missing": ("card", "player", "-"),
    "nothing_happened": ("card", "-", "-"),
    "game_ended": ("-", "-", "-"),
}
EVENTS = tuple(FIELDS)

(
    ROUND_BEGUN,
    CARD_PLACED,
    RESOLUTION_BEGUN,
    CARD_LEFT_WAITING,
    CARD_REVEALED,
    CARD_TURNED_UP,
    INFLUENCE_COLLECTED,
    CONSPIRACY_PAID,
    INFLUENCE_THROWN_AWAY,
    INFLUENCE_GAINED,
    INFLUENCE_LOST,
    INFLUENCE_ROBBED,
    CARD_ELIMINATED,
    CARD_DISCARDED,
    CARD_MOVED,
    CARD_COPIED,
    TWIN_PLACED,
    CARD_BRIBED,
    CHARACTER_USED,
    INFLUENCE_KEPT,
    INFLUENCE_SPENT,
    CARD_REPLACED,
    REPLACEMENT_MISSING,
    NOTHING_HAPPENED,
    GAME_ENDED,
) = range(25)


def card(number: int) -> dict[str, Any]:
    if number >= BACKS:
        return {"family": number - BACKS + 1, "kind": None}
    return {"family": number // KINDS + 1, "kind": NAMES[number % KINDS]}


def place(action: int) -> str | int:
    return {FIRST: "first", LAST: "last"}.get(action, action - SLOT + 1)


SPEAK: dict[str, Callable[[int], Any]] = {
    "card": card,
    "face": card,
    "attacker": card,
    "by": lambda number: None if number == NO_CARD else card(number),
    "copied": card,
    "place": place,
    "player": lambda seat: seat + 1,
    "victim": lambda seat: seat + 1,
    "slot": lambda slot: slot + 1,
    "to": lambda slot: slot + 1,
    "round": int,
    "amount": int,
}


def event(code: int, *numbers: int) -> Event:
    """The event as people and JSON know it, players and slots counted from 1."""
    name = EVENTS[code]
    if len(FIELDS[name]) > len(numbers):
        numbers = (*numbers[:-1], *divmod(numbers[-1], CARDS))
    said = {key: SPEAK[key](n) for key, n in zip(FIELDS[name], numbers, strict=True) if key != "-"}
    return Event(name, said)


def event_for(event: Event, seat: int) -> Event:
    """The event as a seat (0 for a spectator) may hear it."""
    if event.name == "card_placed" and event.values["card"]["family"] != seat:
        return Event(event.name, event.values | {"card": event.values["card"] | {"kind": None}})
    return event
