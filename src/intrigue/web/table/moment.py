"""What one entry did at a table, kept as values for scenes after it and for clients that come back."""

from __future__ import annotations

from dataclasses import dataclass

from intrigue.engine.events import Event
from intrigue.engine.game import Playable
from intrigue.web.table.clocks import Span
from intrigue.web.table.event_steps import EventStep, PackedState, Things
from intrigue.web.table.log_entries import AnyContent
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.seats import Seat
from intrigue.web.table.settings import Settings

KEPT = 20
"""How many moments a table remembers, for clients that come back."""

LogLine = Event | TableNotice
"""A line of the log. Events of the game are the true ones: what a viewer hears of them is decided in `view`."""


@dataclass(frozen=True)
class Moment:
    """What one entry did, and all that a scene after it is made of; values, whatever the table does later."""

    version: int
    at: int
    content: AnyContent
    steps: tuple[EventStep, ...]
    lines: tuple[LogLine, ...]
    """The new lines of the log."""
    line_count: int
    """How many lines the log had afterwards."""
    phase: str
    settings: Settings
    seats: tuple[Seat, ...]
    host: int | None
    packed_state: PackedState | None
    """The game's state then, packed; None before the deal."""
    things: Things
    taker: int | None
    """The seat that might take its last move back then."""
    began_at: int
    spent: tuple[Span, ...]
    why: str
    next_table: str
    moves: int = 0
    """How many moves stood then that were made here."""
    last_choices: tuple[int, ...] = ()
    """By seat: how many lines the log had before what its person chose last; 0 before the first choice."""

    @property
    def state(self) -> Playable | None:
        """The game's state then, to look at only; None before the deal."""
        return None if self.packed_state is None else self.packed_state.state
