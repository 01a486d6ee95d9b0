"""Queries of people: who has which device, recovery codes, and what they played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from intrigue.web.store.errors import Missing
from intrigue.web.store.queries.erasure import forget
from intrigue.web.store.queries.notifications import keep_latest_browsers, quiet_tables, set_quiet
from intrigue.web.store.queries.person_lock import require_person
from intrigue.web.store.queries.statements import insert_if_absent, plain, upsert
from intrigue.web.store.schema import (
    devices,
    hooks,
    people,
    pushes,
    recoveries,
    results,
    seats,
    shelf,
    sittings,
    talk,
)
from intrigue.web.store.types import FinishedGame, Person, SeatResult

PERSON = (people.c.id, people.c.name, people.c.language, people.c.settings)
RESULT = tuple(results.c[name] for name in SeatResult._fields)


# Who they are


def person(c: Connection, token_hash: bytes) -> Person | None:
    """Whose cookie has this hash."""
    row = c.execute(
        select(*PERSON).join(devices, devices.c.person == people.c.id).where(devices.c.token_hash == token_hash)
    ).first()
    return None if row is None else Person(*row)


def save_person(
    c: Connection, token_hash: bytes, name: str, language: str, settings: Mapping[str, Any], at: int
) -> Person:
    """Put the person of a device, or what is new about one."""
    changes = {"name": plain(name), "language": plain(language), "settings": dict(settings), "changed": at}
    known = update_person(c, token_hash, changes)
    if known is not None:
        return known
    new = Person(*c.execute(insert(people).values(created=at, **changes).returning(*PERSON)).one())
    device = {"token_hash": token_hash, "person": new.id, "since": at}
    if insert_if_absent(c, devices, device, ["token_hash"]):
        return new
    # Another process met this device for the first time at the same moment.
    c.execute(delete(people).where(people.c.id == new.id))
    known = update_person(c, token_hash, changes)
    assert known is not None
    return known


def update_person(c: Connection, token_hash: bytes, changes: Mapping[str, Any]) -> Person | None:
    """Change the person of a device; who they are then."""
    theirs = select(devices.c.person).where(devices.c.token_hash == token_hash).scalar_subquery()
    row = c.execute(update(people).where(people.c.id == theirs).values(changes).returning(*PERSON)).first()
    return None if row is None else Person(*row)


def set_language(
    c: Connection, token_hash: bytes, settings: Mapping[str, Any], language: str, at: int
) -> Person | None:
    """Let the person of a device read another language, and nothing else; if their settings are not these any more,
    not even that. Who they are then; None if there is nobody."""
    theirs = select(devices.c.person).where(devices.c.token_hash == token_hash).scalar_subquery()
    row = c.execute(select(*PERSON).where(people.c.id == theirs).with_for_update()).first()
    if row is not None and row.settings != settings:
        return Person(*row)
    return update_person(c, token_hash, {"language": plain(language), "changed": at})


def adopt(c: Connection, token_hash: bytes, person: int, at: int) -> None:
    """Let a device be a person."""
    if c.scalar(select(people.c.id).where(people.c.id == person)) is None:
        raise Missing(str(person))
    before = c.scalar(select(devices.c.person).where(devices.c.token_hash == token_hash))
    changes = {"person": person, "since": at}
    c.execute(upsert(c, devices, {"token_hash": token_hash, **changes}, ["token_hash"], changes))
    if before not in (None, person) and not any_row(c, devices.c.person == before):
        pass_notices_on(c, before, person)
        if not any_row(c, recoveries.c.person == before):
            inherit(c, before, person)


def any_row(c: Connection, *conditions: Any) -> bool:
    """Whether there is a row for any of the conditions."""
    return bool(c.scalar(select(or_(*(exists().where(condition) for condition in conditions)))))


def pass_notices_on(c: Connection, before: int, person: int) -> None:
    """The notices of whoever has no browser any more go to another person, who keeps a webhook of their own."""
    c.execute(update(pushes).where(pushes.c.person == before).values(person=person))
    keep_latest_browsers(c, person)
    if not any_row(c, hooks.c.person == person):
        c.execute(update(hooks).where(hooks.c.person == before).values(person=person))
    c.execute(delete(hooks).where(hooks.c.person == before))
    for table in quiet_tables(c, before):
        set_quiet(c, person, table, True)
        set_quiet(c, before, table, False)


def inherit(c: Connection, before: int, person: int) -> None:
    """Whoever nobody can be any more is left to another person; nothing of them stays where nobody met them."""
    c.execute(update(shelf).where(shelf.c.person == before).values(person=person))
    c.execute(update(people).where(or_(people.c.id == before, people.c.heir == before)).values(heir=person))
    if not any_row(c, sittings.c.person == before, talk.c.author == before):
        forget(c, before)


def put_recovery(c: Connection, code_hash: bytes, person: int, at: int) -> None:
    """Let a code lead to a person once; their earlier code is void."""
    require_person(c, person)
    changes = {"code_hash": code_hash, "at": at}
    c.execute(upsert(c, recoveries, {"person": person, **changes}, ["person"], changes))


def recovery(c: Connection, code_hash: bytes) -> int | None:
    """The person a code leads to."""
    return c.scalar(select(recoveries.c.person).where(recoveries.c.code_hash == code_hash))


def recover(c: Connection, code_hash: bytes, token_hash: bytes, fresh_hash: bytes, at: int) -> int | None:
    """Let a device be the person of a code from now on, and the next code stand in its place: all of it or nothing;
    None if the code leads nowhere. Whoever the device was before stays where they sat and spoke. If no other device is
    theirs, their notices go to the person; if no code leads to them either, they are forgotten together with the
    person, and at once where they neither sat nor spoke."""
    person = recovery(c, code_hash)
    if person is None:
        return None
    require_person(c, person)  # before the code is taken: whoever is forgotten is locked before their codes go
    used = update(recoveries).where(recoveries.c.code_hash == code_hash).values(code_hash=fresh_hash, at=at)
    if not c.execute(used).rowcount:
        return None
    adopt(c, token_hash, person, at)
    return person


# What they played


def put_results(c: Connection, table: str, every: Sequence[SeatResult]) -> None:
    """Keep how a game ended, once."""
    for one in every:
        c.execute(upsert(c, results, {"table_id": table, **one._asdict()}, ["table_id", "seat"]))


def results_of(c: Connection, person: int, limit: int = 1_000) -> list[FinishedGame]:
    """Finished games that count in which a person held a seat, latest first."""
    mine = (
        select(results.c.table_id, func.max(results.c.ended).label("ended"))
        .where(results.c.person == person)
        .group_by(results.c.table_id)
        .order_by(func.max(results.c.ended).desc(), results.c.table_id)
        .limit(limit)
        .subquery()
    )
    there = and_(
        seats.c.table_id == results.c.table_id, seats.c.seat == results.c.seat, seats.c.person == results.c.person
    )
    rows = c.execute(
        select(results.c.table_id, func.coalesce(seats.c.name, ""), *RESULT)
        .join(mine, mine.c.table_id == results.c.table_id)
        .outerjoin(seats, there)
        .order_by(mine.c.ended.desc(), results.c.table_id, results.c.seat)
    )
    games = []
    for table, of_table in groupby(rows, key=lambda row: row[0]):
        every = list(of_table)
        names = tuple(row[1] for row in every)
        games.append(FinishedGame(table, tuple(SeatResult(*row[2:]) for row in every), names if any(names) else ()))
    return games


def count_results(c: Connection, person: int, most: int) -> int:
    """How many games of a person came to their end and count; `most` if there are more."""
    some = select(results.c.table_id).where(results.c.person == person).distinct().limit(most).subquery()
    return c.scalar(select(func.count()).select_from(some)) or 0


def results_at(c: Connection, table: str) -> tuple[SeatResult, ...]:
    """How a finished game ended for every seat, if it counts."""
    statement = select(*RESULT).where(results.c.table_id == table).order_by(results.c.seat)
    return tuple(SeatResult(*row) for row in c.execute(statement))
