"""Games with their logs, to unroll."""

from __future__ import annotations

from typing import Any

from web.view.worlds import START, World

from intrigue.web.runtime.replays import Timeline
from intrigue.web.table import log_entries
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.table import Moment

FOUR = [("oriflamme", "fr", 3), ("ablaze", "uk", 4), ("oriflamme-mix", "fr+uk", 3), ("richelieu", "ru", 2)]


class Logged(World):
    """A table that keeps its log, as the store does."""

    def __init__(self, *chosen: Any, **more: Any) -> None:
        self.log: list[Entry] = []
        super().__init__(*chosen, **more)

    def do(self, content: AnyContent, person: int | None = None) -> Moment:
        version = self.table.version + 1
        self.log.append(Entry(version, START + 1000 * version, person, content))
        return self.table.apply(self.log[-1])

    def timeline(self) -> Timeline:
        """The game unrolled."""
        return Timeline.of(self.table.id, self.table.secret, self.log)

    def finish(self) -> Logged:
        """Played to the end, with what people do beside playing."""
        for number, _ in enumerate(self.play()):
            taker = self.table.taker
            if taker is not None and number % 5 == 0:
                self.do(log_entries.TookBack(taker, self.table.moves - 1), self.table.seat(taker).person)
            if number % 11 == 7 and self.table.phase == "playing":
                self.do(log_entries.Voted(2, not self.table.seat(2).for_ending), self.table.seat(2).person)
        return self
