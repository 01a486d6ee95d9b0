"""The pace of what happens by itself: when bots, orders and clocks act, from public facts and a delay drawn before."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from intrigue.bots.sight import decision_seed
from intrigue.web.table.clocks import PROGRAM, Span, after, overlap, share_of, shown_at, shown_delay
from intrigue.web.table.settings import ClockKind
from intrigue.web.table.table import Table


class Facts(NamedTuple):
    """All that the times of a table depend on; everybody at the table may know them, but for the delay."""

    table: str
    version: int
    seat: int | None
    """Whose decision is pending; None where the game does not run."""
    driver: str
    level: str
    """Of the bot, if one decides."""
    moves: int
    began: int
    clock: ClockKind
    warning: int | None
    deadline: int | None
    """When a person's clock is at zero, or a program's time is over."""
    delay: int
    """How long a bot or a standing order is seen to think, if nobody has waited for another bot before."""
    row: int = 0
    """How many moves of bots stand since the last one of anybody else, if a bot decides."""

    @classmethod
    def of(cls, table: Table, outages: list[Span]) -> Facts:
        """The facts about a table now."""
        seat, level, driver = table.to_act, "", ""
        if seat is not None:
            driver = table.driver(seat)
            level = table.seat(seat).level or table.settings.level
        return cls(
            table.id,
            table.version,
            seat,
            driver,
            level,
            table.moves,
            table.began_at,
            table.settings.clock.kind,
            table.warning(outages),
            after(table.began_at, PROGRAM, outages) if driver == "program" else table.deadline(outages),
            shown_delay(table.secret, table.began_at),
            table.bot_moves if driver == "bot" else 0,
        )

    @property
    def decision(self) -> tuple[int, int, int | None, str]:
        """What makes the pending decision this one, whatever else happens at the table meanwhile. A bot's level is no
        part of it: another one counts from the next decision, or a host could keep a bot thinking for ever."""
        return self.began, self.moves, self.seat, self.driver

    def counted_from(self, seen: int, now: int, outages: Sequence[Span]) -> Facts:
        """The facts about a decision that was seen to be pending at a moment, as waits are counted: from no later than
        that, whatever another server's clock said of it, and outages apart."""
        early = max(0, self.began - seen)
        began = self.began - early
        return self._replace(
            began=began + overlap((began, now), outages),
            warning=None if self.warning is None else self.warning - early,
            deadline=None if self.deadline is None else self.deadline - early,
        )


def time_to_show(facts: Facts, now: int, pace: int = 0) -> int:
    """When a decision that is made by now is shown.

    >>> facts = Facts("a", 7, 2, "bot", "duke", 3, 1_000_000, "none", None, None, 900)
    >>> [time_to_show(facts, now) for now in (1_000_000, 1_000_300, 1_000_901)], time_to_show(facts, 0, pace=1000)
    ([1000900, 1000900, 1001400], 1001900)
    >>> [time_to_show(facts._replace(row=row), 1_000_000) for row in (1, 2, 3)]
    [1000450, 1000315, 1000315]

    Bots in a row are quicker, by how many there were: a public fact. While searches are interpreted (`pace`) they are
    not, for their thoughts would take longer than that.
    """
    soonest = facts.began + (facts.delay if pace else share_of(facts.delay, facts.row))
    return shown_at(soonest, max(now, soonest + pace))


def bot_seed(table: Table, facts: Facts) -> int:
    """The seed of a bot's decision: the same if it is asked again, and nobody can know it before the secret is told."""
    assert facts.seat
    drawn = hashlib.sha256(b"intrigue bots 1\n" + table.id.encode() + b"\n" + table.secret).digest()
    return decision_seed(int.from_bytes(drawn[:7], "big"), facts.moves, facts.seat)
