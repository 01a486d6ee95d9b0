"""What whoever runs a site asks the database: who somebody is, who sits where, how much there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, func, or_, select

from intrigue.web.store.queries.erasure import selves
from intrigue.web.store.schema import bans, log, people, seats, tables, talk
from intrigue.web.store.types import ENDED
from intrigue.web.table.log_entries import Began, Ended, decode

ENDS = ("began", "ended")
"""Entries that say by which rules a game began, and how it was ended before its end."""


class NamedPerson(NamedTuple):
    """Somebody by number, with a name they use: their own, or one at a table."""

    person: int
    name: str
    table: str
    """Empty for their own name."""


class SeatHolder(NamedTuple):
    """Who holds a seat of a table."""

    seat: int
    person: int
    name: str


def find_people(c: Connection, name: str, limit: int) -> list[NamedPerson]:
    """People whose names hold a text, who came last first, whatever its capitals: the database knows those of English
    only."""
    wanted = name.casefold()
    own = c.execute(select(people.c.id, people.c.name).where(people.c.name != ""))
    matching = [NamedPerson(id, called, "") for id, called in own if wanted in called.casefold()]
    sat = c.execute(select(seats.c.person, seats.c.name, seats.c.table_id))
    matching += [NamedPerson(*row) for row in sat if wanted in row.name.casefold()]
    return sorted(matching, key=lambda match: (-match.person, match.table, match.name))[:limit]


def bans_of(c: Connection, person: int) -> int:
    """How many bans, also such as have ended, name a person or one whom they left behind."""
    named = [str(one) for one in selves(c, person)]
    statement = select(func.count()).select_from(bans).where(bans.c.kind == "person", bans.c.value.in_(named))
    return c.scalar(statement) or 0


def seat_holders(c: Connection, table: str) -> list[SeatHolder]:
    """Who sits at a table."""
    rows = c.execute(
        select(seats.c.seat, seats.c.person, seats.c.name).where(seats.c.table_id == table).order_by(seats.c.seat)
    )
    return [SeatHolder(*row) for row in rows]


def person_exists(c: Connection, person: int) -> bool:
    """Whether there is such a person."""
    return c.scalar(select(people.c.id).where(people.c.id == person)) is not None


def is_entry_of(content: Column[str], tags: Sequence[str]) -> ColumnElement[bool]:
    """The condition that a line of a log is an entry with one of some tags."""
    return or_(*(content.startswith(f'{{"did":"{tag}"') for tag in tags))


def games_by_rules(c: Connection) -> Counter[tuple[str, int]]:
    """How many games ended under which version of which game's rules. What was closed because of its rules is shown as
    it was before it began, so it is not among them."""
    rows = c.execute(
        select(log.c.table_id, tables.c.game, log.c.version, log.c.command)
        .join(tables, tables.c.table_id == log.c.table_id)
        .where(tables.c.phase.in_(ENDED), is_entry_of(log.c.command, ENDS))
        .order_by(log.c.table_id, log.c.version)
    )
    counted: Counter[tuple[str, int]] = Counter()
    for (_, game), lines in groupby(rows, key=lambda line: line[:2]):
        done = {line.version: decode(line.command) for line in lines}
        kept = max((one.kept for one in done.values() if isinstance(one, Ended)), default=0) or max(done)
        counted.update((game, one.rules) for version, one in done.items() if isinstance(one, Began) and version <= kept)
    return counted


def counts(c: Connection, now: int) -> dict[str, int]:
    """How many there are: people, tables by phase, lines of talk, bans in force."""
    count = func.count()
    counted = c.execute(select(tables.c.phase, count).group_by(tables.c.phase))
    phases: dict[str, int] = {row.phase: row[1] for row in counted}
    lasting = or_(bans.c.until.is_(None), bans.c.until > now)
    return {
        "people": c.scalar(select(count).select_from(people)) or 0,
        **{phase: phases.get(phase, 0) for phase in ("gathering", "playing", "over", "aborted")},
        "talk": c.scalar(select(count).select_from(talk)) or 0,
        "bans": c.scalar(select(count).select_from(bans).where(lasting)) or 0,
    }
