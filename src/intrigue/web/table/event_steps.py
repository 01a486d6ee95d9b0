"""The board at every event of a move, and numbers for the physical things on it that stay while they move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from intrigue.engine.events import Event
from intrigue.engine.game import Game, Places, Playable
from intrigue.engine.match import Match

Things = Places
"""`Scene.things`: the numbers by where things lie, as the game writes it."""


class PackedState(NamedTuple):
    """A state as it was at one moment, packed: a table keeps many, and few are looked at again."""

    kind: type[Playable]
    packed: bytes

    @property
    def state(self) -> Playable:
        """The state, to look at only: whoever looks at the same moment may be handed the same object."""
        return unpack(self.kind, self.packed)


@lru_cache(maxsize=512)
def unpack(kind: type[Playable], packed: bytes) -> Playable:
    return kind.from_bytes(packed)


class EventStep(NamedTuple):
    """An event as it truly was, the state when it was told (without legal moves), and the things on the board then."""

    event: Event
    packed_state: PackedState
    things: Things

    @property
    def state(self) -> Playable:
        """The state, to look at only."""
        return self.packed_state.state


class StepRecorder(list[tuple[int, int, int, int]]):
    """A listener that keeps the board at every event."""

    def __init__(self, match: Match, numbering: Numbering) -> None:
        super().__init__()
        self.match = match
        self.numbering = numbering
        self.looks: list[tuple[PackedState, Things]] = []

    def append(self, told: tuple[int, int, int, int]) -> None:
        super().append(told)
        self.numbering.hear(self.match.game.event(*told))
        self.looks.append((pack_state(self.match.state), self.numbering.look(self.match.state)))


def pack_state(state: Playable) -> PackedState:
    """The state as it is now, though nobody can move in it."""
    legal, state.legal = state.legal, 0
    try:
        return PackedState(type(state), state.to_bytes())
    finally:
        state.legal = legal


class Numbering:
    """Numbers for what lies on the board: whatever comes gets the next one, and keeps it until it leaves.

    The order in which things come is public, so a number tells nothing about what lies face down.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.last = 0
        self.numbers: dict[int, int] = {}
        """By the number that the game gives a piece now."""
        self.moving: tuple[int, int] | None = None

    def hear(self, event: Event) -> None:
        """An event that may say more than the board: a piece that came back, one on its way."""
        match self.game.moved_piece(event):
            case (int(before), None):
                self.numbers.pop(before, None)
            case (int(before), int(after)):
                self.moving = before, after

    def look(self, state: Playable) -> Things:
        """Numbers what is new in a state, forgets what is gone."""
        return self.number(self.game.pieces(state))

    def number(self, places: Things) -> Things:
        """The same of pieces by where they lie."""
        lying = [*pieces_of(places)]
        if self.moving is not None and self.moving[1] in lying:
            start, end = self.moving
            self.numbers[end] = self.numbers.pop(start)
            self.moving = None
        self.numbers = {piece: number for piece, number in self.numbers.items() if piece in lying}
        for piece in lying:
            if piece not in self.numbers:
                self.last += 1
                self.numbers[piece] = self.last
        return {name: renumber(part, self.numbers) for name, part in places.items()}


def pieces_of(places: Any) -> Iterator[int]:
    """The numbers of pieces, from the first to the last place."""
    if isinstance(places, int):
        yield places
    else:
        for part in places.values() if isinstance(places, dict) else places:
            yield from pieces_of(part)


def renumber(places: Any, numbers: Mapping[int, int]) -> Any:
    """The same places with other numbers."""
    if isinstance(places, dict):
        return {place: renumber(part, numbers) for place, part in places.items()}
    if isinstance(places, list):
        return [renumber(part, numbers) for part in places]
    return numbers[places]


SHARED: dict[tuple[str, bytes], Event] = {}
"""Facts that were told at some table, each once. Not for speed: tables take less memory."""
MOST_SHARED = 5_000


def share_event(event: Event) -> Event:
    """The same fact as one object, whichever table it happened at: long games tell much, and mostly the same.

    >>> share_event(Event("round_begun", {"round": 2})) is share_event(Event("round_begun", {"round": 2}))
    True
    """
    if len(SHARED) > MOST_SHARED:
        SHARED.clear()
    return SHARED.setdefault((event.name, msgspec.json.encode(event.values)), event)


def record_move(match: Match, move: str, numbering: Numbering) -> list[EventStep]:
    """Plays a move and returns what happened, step by step."""
    recorder = StepRecorder(match, numbering)
    match.state.listener = recorder
    events = [share_event(event) for event in match.play(move)]
    match.events[len(match.events) - len(events) :] = events
    return [EventStep(event, *look) for event, look in zip(events, recorder.looks, strict=True)]


def steps_of_deal(match: Match, numbering: Numbering) -> list[EventStep]:
    """What the deal told, all of it at the board as it lay afterwards."""
    look = pack_state(match.state), numbering.look(match.state)
    return [EventStep(event, *look) for event in match.events]
