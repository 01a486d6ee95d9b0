"""Calls of a store about people: who has which device, recovery codes, and what they played."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from intrigue.web.store.erasure import forget
from intrigue.web.store.interface import Missing, Person, Played, Result
from intrigue.web.store.log_queries import added, plain, stays, upserted
from intrigue.web.store.notification_queries import few_browsers, quiet, set_quiet
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

PERSON = (people.c.id, people.c.name, people.c.language, people.c.settings)
RESULT = tuple(results.c[name] for name in Result._fields)


# Who they are


def person(c: Connection, token_hash: bytes) -> Person | None:
    """Whose cookie has this hash."""
    found = c.execute(
        select(*PERSON).join(devices, devices.c.person == people.c.id).where(devices.c.token_hash == token_hash)
    ).first()
    return None if found is None else Person(*found)


def remember(
    c: Connection, token_hash: bytes, name: str, language: str, settings: Mapping[str, Any], at: int
) -> Person:
    """Put a person or what is new."""
    fresh = {"name": plain(name), "language": plain(language), "settings": dict(settings), "changed": at}
    changed = renewed(c, token_hash, fresh)
    if changed is not None:
        return changed
    made = Person(*c.execute(insert(people).values(created=at, **fresh).returning(*PERSON)).one())
    device = {"token_hash": token_hash, "person": made.id, "since": at}
    if added(c, devices, device, ["token_hash"]):
        return made
    # Another process met this device for the first time at the same moment.
    c.execute(delete(people).where(people.c.id == made.id))
    changed = renewed(c, token_hash, fresh)
    assert changed is not None
    return changed


def renewed(c: Connection, token_hash: bytes, fresh: Mapping[str, Any]) -> Person | None:
    """The person of a device with what is new about them."""
    mine = select(devices.c.person).where(devices.c.token_hash == token_hash).scalar_subquery()
    changed = c.execute(update(people).where(people.c.id == mine).values(fresh).returning(*PERSON)).first()
    return None if changed is None else Person(*changed)


def speaks(c: Connection, token_hash: bytes, settings: Mapping[str, Any], language: str, at: int) -> Person | None:
    """Change the language of a person, unless they changed their settings meanwhile."""
    mine = select(devices.c.person).where(devices.c.token_hash == token_hash).scalar_subquery()
    found = c.execute(select(*PERSON).where(people.c.id == mine).with_for_update()).first()
    if found is not None and found.settings != settings:
        return Person(*found)
    return renewed(c, token_hash, {"language": plain(language), "changed": at})


def adopt(c: Connection, token_hash: bytes, person: int, at: int) -> None:
    """Let a device be a person."""
    if c.scalar(select(people.c.id).where(people.c.id == person)) is None:
        raise Missing(str(person))
    before = c.scalar(select(devices.c.person).where(devices.c.token_hash == token_hash))
    fresh = {"person": person, "since": at}
    c.execute(upserted(c, devices, {"token_hash": token_hash, **fresh}, ["token_hash"], fresh))
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
    few_browsers(c, person)
    if not any_row(c, hooks.c.person == person):
        c.execute(update(hooks).where(hooks.c.person == before).values(person=person))
    c.execute(delete(hooks).where(hooks.c.person == before))
    for table in quiet(c, before):
        set_quiet(c, person, table, True)
        set_quiet(c, before, table, False)


def inherit(c: Connection, before: int, person: int) -> None:
    """Whoever nobody can be any more is left to another person; nothing of them stays where nobody met them."""
    c.execute(update(shelf).where(shelf.c.person == before).values(person=person))
    c.execute(update(people).where(or_(people.c.id == before, people.c.heir == before)).values(heir=person))
    if not any_row(c, sittings.c.person == before, talk.c.author == before):
        forget(c, before)


def put_recovery(c: Connection, code_hash: bytes, person: int, at: int) -> None:
    """Put a code in place of the person's earlier one."""
    stays(c, person)
    fresh = {"code_hash": code_hash, "at": at}
    c.execute(upserted(c, recoveries, {"person": person, **fresh}, ["person"], fresh))


def recovery(c: Connection, code_hash: bytes) -> int | None:
    """Whom a code leads to."""
    return c.scalar(select(recoveries.c.person).where(recoveries.c.code_hash == code_hash))


def recover(c: Connection, code_hash: bytes, token_hash: bytes, fresh_hash: bytes, at: int) -> int | None:
    """Put the next code in place of one, and let a device be its person."""
    person = recovery(c, code_hash)
    if person is None:
        return None
    stays(c, person)  # before the code is taken: whoever is forgotten is locked before their codes go
    used = update(recoveries).where(recoveries.c.code_hash == code_hash).values(code_hash=fresh_hash, at=at)
    if not c.execute(used).rowcount:
        return None
    adopt(c, token_hash, person, at)
    return person


# What they played


def results_of(c: Connection, person: int, limit: int) -> list[Played]:
    """Finished games of a person, with all seats."""
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
    found = c.execute(
        select(results.c.table_id, func.coalesce(seats.c.name, ""), *RESULT)
        .join(mine, mine.c.table_id == results.c.table_id)
        .outerjoin(seats, there)
        .order_by(mine.c.ended.desc(), results.c.table_id, results.c.seat)
    )
    games = []
    for table, rows in groupby(found, key=lambda one: one[0]):
        every = list(rows)
        names = tuple(one[1] for one in every)
        games.append(Played(table, tuple(Result(*one[2:]) for one in every), names if any(names) else ()))
    return games


def results_at(c: Connection, table: str) -> tuple[Result, ...]:
    """How a game ended for every seat."""
    found = select(*RESULT).where(results.c.table_id == table).order_by(results.c.seat)
    return tuple(Result(*one) for one in c.execute(found))
