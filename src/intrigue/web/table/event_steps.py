"""The board at every event of a move, and numbers for the physical things on it that stay while they move."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from intrigue.engine.events import Event
from intrigue.engine.match import Match
from intrigue.engine.state import Flat
from intrigue.games.oriflamme.kinds import KINDS, NAMES, NO_CARD
from intrigue.games.oriflamme.state import State as Row
from intrigue.games.richelieu.cards import GREY, NOBODY, SPACES
from intrigue.games.richelieu.events import space

Things = dict[str, Any]
"""`Scene.things`: {"row": [[3], [1, 7], …]} or {"agents": {"1.r.2": 4, …}}."""


class Still(NamedTuple):
    """A state as it was at one moment, packed: a table keeps many, and few are looked at again."""

    kind: type[Flat]
    packed: bytes

    @property
    def state(self) -> Any:
        """The state, to look at only: whoever looks at the same still may be handed the same object."""
        return unpacked(self.kind, self.packed)


@lru_cache(maxsize=512)
def unpacked(kind: type[Flat], packed: bytes) -> Flat:
    return kind.from_bytes(packed)


class Shot(NamedTuple):
    """An event as it truly was, the state when it was told (without legal moves), and the things on the board then."""

    event: Event
    still: Still
    things: Things

    @property
    def state(self) -> Any:
        """The state, to look at only."""
        return self.still.state


class Film(list[tuple[int, int, int, int]]):
    """A listener that keeps the board at every event."""

    def __init__(self, match: Match, numbering: Numbering) -> None:
        super().__init__()
        self.match = match
        self.numbering = numbering
        self.looks: list[tuple[Still, Things]] = []

    def append(self, told: tuple[int, int, int, int]) -> None:
        super().append(told)
        self.numbering.hear(self.match.game.event(*told))
        self.looks.append((still(self.match.state), self.numbering.look(self.match.state)))


def still(state: Any) -> Still:
    """The state as it is now, though nobody can move in it."""
    legal, state.legal = state.legal, 0
    try:
        return Still(type(state), state.to_bytes())
    finally:
        state.legal = legal


class Numbering:
    """Numbers for what lies on the board: whatever comes gets the next one, and keeps it until it leaves.

    The order in which things come is public, so a number tells nothing about what lies face down.
    """

    def __init__(self) -> None:
        self.last = 0
        self.numbers: dict[int, int] = {}
        """By card (Oriflamme) or by space (Richelieu)."""
        self.moving: tuple[int, int] | None = None

    def hear(self, told: Event) -> None:
        """An event that says more than the board: a card that came back, an agent on its way."""
        if told.name == "card_replaced":
            card = told.values["card"]
            self.numbers.pop((card["family"] - 1) * KINDS + NAMES.index(card["kind"]), None)
        elif told.name == "agent_moved":
            self.moving = (space_number(told.values["space"]), space_number(told.values["to"]))

    def look(self, state: Any) -> Things:
        """Numbers what is new in a state, forgets what is gone."""
        places = cards_in_row(state) if isinstance(state, Row) else [[at] for at in agents_at_court(state)]
        lying = [at for place in places for at in place]
        if self.moving is not None and self.moving[1] in lying:
            start, end = self.moving
            self.numbers[end] = self.numbers.pop(start)
            self.moving = None
        self.numbers = {at: number for at, number in self.numbers.items() if at in lying}
        for at in lying:
            if at not in self.numbers:
                self.last += 1
                self.numbers[at] = self.last
        if isinstance(state, Row):
            return {"row": [[self.numbers[at] for at in place] for place in places]}
        return {"agents": {space(at): self.numbers[at] for at in lying}}


def cards_in_row(g: Row) -> list[list[int]]:
    """The cards of every slot, bottom to top."""
    slots = []
    for slot in range(g.length):
        cards, card = [], g.row[slot]
        while card != NO_CARD:
            cards.append(card)
            card = g.below[card]
        slots.append(cards[::-1])
    return slots


def agents_at_court(g: Any) -> list[int]:
    """The spaces that agents lie on; figures have names of their own."""
    return [at for at in range(SPACES) if g.who[at] != NOBODY and g.who[at] < GREY]


SPACE_NUMBERS = {space(at): at for at in range(SPACES)}


def space_number(written: str) -> int:
    return SPACE_NUMBERS[written]


SHARED: dict[tuple[str, bytes], Event] = {}
"""Facts that were told at some table, each once."""
MOST_SHARED = 5_000


def once(event: Event) -> Event:
    """The same fact as one object, whichever table it happened at: long games tell much, and mostly the same.

    >>> once(Event("round_begun", {"round": 2})) is once(Event("round_begun", {"round": 2}))
    True
    """
    if len(SHARED) > MOST_SHARED:
        SHARED.clear()
    return SHARED.setdefault((event.name, msgspec.json.encode(event.values)), event)


def filmed(match: Match, move: str, numbering: Numbering) -> list[Shot]:
    """Plays a move and returns what happened, shot by shot."""
    film = Film(match, numbering)
    match.state.listener = film
    events = [once(event) for event in match.play(move)]
    match.events[len(match.events) - len(events) :] = events
    return [Shot(event, *look) for event, look in zip(events, film.looks, strict=True)]


def of_the_deal(match: Match, numbering: Numbering) -> list[Shot]:
    """What the deal told, all of it at the board as it lay afterwards."""
    look = still(match.state), numbering.look(match.state)
    return [Shot(event, *look) for event in match.events]
