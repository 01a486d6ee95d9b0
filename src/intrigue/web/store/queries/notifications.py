"""Queries of notices: how people are told that it is their move, and of what they were told."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, Exists, Table, delete, exists, or_, select, update

from intrigue.web.store.queries.person_lock import is_forgotten, require_person
from intrigue.web.store.queries.statements import insert_if_absent, plain, upsert
from intrigue.web.store.schema import hooks, log, notices, people, pushes, quiets, seats, tables
from intrigue.web.store.types import Channels, Hook, Push
from intrigue.web.table.log_entries import CLOSED

BROWSERS = 10
"""The most browsers of a person that take web push."""
A_DAY = 24 * 3_600_000
"""Milliseconds after a failure that was counted, in which no other is: an hour without a network is one failure."""
NO_FAILURE: dict[str, int | None] = {"failures": 0, "failed": None}


# Channels


def put_push(c: Connection, person: int, endpoint: str, p256dh: str, auth: str, at: int, site: str = "") -> None:
    """Let a browser take web push; an endpoint belongs to whoever put it last. Of many of a person the latest are
    kept."""
    require_person(c, person)
    keys = {"p256dh": plain(p256dh), "auth": plain(auth)}
    changes = {"person": person, **keys, "at": at, "site": plain(site), **NO_FAILURE}
    c.execute(upsert(c, pushes, {"endpoint": plain(endpoint), **changes}, ["endpoint"], changes))
    keep_latest_browsers(c, person, endpoint)


def keep_latest_browsers(c: Connection, person: int, newest: str = "") -> None:
    """Of too many endpoints the oldest go; the newest stays, whatever the clock said."""
    theirs = select(pushes.c.endpoint).where(pushes.c.person == person)
    in_order = theirs.order_by((pushes.c.endpoint == newest).desc(), pushes.c.at.desc(), pushes.c.endpoint)
    c.execute(delete(pushes).where(pushes.c.endpoint.in_(c.scalars(in_order).all()[BROWSERS:])))


def pushes_of(c: Connection, person: int) -> list[Push]:
    """Where a person takes web push, oldest first."""
    statement = select(*(pushes.c[name] for name in Push._fields)).where(pushes.c.person == person)
    return [Push(*row) for row in c.execute(statement.order_by(pushes.c.at, pushes.c.endpoint))]


def drop_push(c: Connection, endpoint: str) -> None:
    """An endpoint is no more."""
    c.execute(delete(pushes).where(pushes.c.endpoint == endpoint))


def set_hook(c: Connection, person: int, url: str, site: str = "") -> None:
    """Where a person's webhook is; empty for none. Failures are counted anew."""
    if url:
        require_person(c, person)
        changes = {"url": plain(url), "site": plain(site), **NO_FAILURE}
        c.execute(upsert(c, hooks, {"person": person, **changes}, ["person"], changes))
    else:
        c.execute(delete(hooks).where(hooks.c.person == person))


def count_push(c: Connection, endpoint: str, worked: bool, at: int) -> int:
    """Whether a call of an endpoint worked: on how many days it failed since one did. A day is 24 hours from a failure
    that was counted."""
    count_call(c, pushes, pushes.c.endpoint == endpoint, worked=worked, at=at)
    return c.scalar(select(pushes.c.failures).where(pushes.c.endpoint == endpoint)) or 0


def count_hook(c: Connection, person: int, url: str, worked: bool, at: int) -> None:
    """Whether a call of a person's webhook worked, counted alike; of one that is theirs no longer nothing is."""
    count_call(c, hooks, hooks.c.person == person, hooks.c.url == url, worked=worked, at=at)


def count_call(c: Connection, channels: Table, *same: ColumnElement[bool], worked: bool, at: int) -> None:
    """Count a failure, unless one was counted within a day; what works has none."""
    if worked:
        c.execute(update(channels).where(*same).values(NO_FAILURE))
        return
    apart = or_(channels.c.failed.is_(None), channels.c.failed <= at - A_DAY)
    c.execute(update(channels).where(*same, apart).values(failures=channels.c.failures + 1, failed=at))


def reachable_people(c: Connection) -> set[int]:
    """Everybody who has web push or a webhook."""
    return {*c.scalars(select(pushes.c.person).distinct()), *c.scalars(select(hooks.c.person))}


def channels(c: Connection, person: int, table: str) -> Channels | None:
    """How a person is told about a table; None if there is no such person."""
    language = c.scalar(select(people.c.language).where(people.c.id == person))
    if language is None:
        return None
    silenced = select(quiets.c.table_id).where(quiets.c.person == person, quiets.c.table_id == table)
    quiet = c.scalar(silenced) is not None
    return Channels(language, tuple(pushes_of(c, person)), hook_of(c, person), quiet)


def hook_of(c: Connection, person: int) -> Hook | None:
    """A person's webhook, and how it fares."""
    row = c.execute(select(*(hooks.c[name] for name in Hook._fields)).where(hooks.c.person == person)).first()
    return None if row is None else Hook(*row)


def hook_url(c: Connection, person: int) -> str:
    """Where a person's webhook is; empty for none."""
    return c.scalar(select(hooks.c.url).where(hooks.c.person == person)) or ""


def set_quiet(c: Connection, person: int, table: str, quiet: bool) -> None:
    """Whether a person wants no notices of a table."""
    if quiet:
        require_person(c, person)
        c.execute(upsert(c, quiets, {"person": person, "table_id": table}, ["person", "table_id"]))
    else:
        c.execute(delete(quiets).where(quiets.c.person == person, quiets.c.table_id == table))


def quiet_tables(c: Connection, person: int) -> set[str]:
    """Tables of which a person wants no notices."""
    return set(c.scalars(select(quiets.c.table_id).where(quiets.c.person == person)))


# Whom to tell


def changed_since(c: Connection, at: int, limit: int) -> list[str]:
    """Games under way that changed after a time, where somebody sits who can be told; latest first."""
    lately = select(tables.c.table_id).where(
        tables.c.phase == "playing", tables.c.changed > at, somebody_is_reachable()
    )
    return list(c.scalars(lately.order_by(tables.c.changed.desc(), tables.c.table_id).limit(limit)))


def due_before(c: Connection, before: int, limit: int) -> list[str]:
    """Tables where something happens by itself until then, and somebody sits who can be told; earliest first."""
    soon = select(tables.c.table_id).where(tables.c.due <= before, somebody_is_reachable())
    return list(c.scalars(soon.order_by(tables.c.due, tables.c.table_id).limit(limit)))


def closed_since(c: Connection, at: int) -> list[str]:
    """Tables that whoever runs the site closed after a time, or new rules did, and where somebody sits who can be told;
    earliest closed first."""
    # What came after the end raises `changed` only.
    ended = or_(*(log.c.command.startswith(f'{{"did":"ended","why":"{why}"') for why in CLOSED))
    lately = (
        select(tables.c.table_id)
        .join(log, log.c.table_id == tables.c.table_id)
        .where(tables.c.phase == "aborted", tables.c.changed > at, log.c.at > at, ended, somebody_is_reachable())
    )
    return list(c.scalars(lately.order_by(log.c.at, tables.c.table_id)))


def somebody_is_reachable() -> Exists:
    """The condition that somebody sits at a table who has a channel."""
    reachable = select(pushes.c.person).union(select(hooks.c.person))
    return exists().where(seats.c.table_id == tables.c.table_id, seats.c.person.in_(reachable))


def claim_notice(c: Connection, person: int, table: str, version: int) -> bool:
    """Whether the caller is the first who tells a person of a table at a version, and nobody has of a later one."""
    # One statement moves the version on, so that of several processes one does.
    if is_forgotten(c, person):
        return False
    key = {"person": person, "table_id": table}
    if insert_if_absent(c, notices, {**key, "version": version}, list(key)):
        return True
    behind = (notices.c.person == person, notices.c.table_id == table, notices.c.version < version)
    return bool(c.execute(update(notices).where(*behind).values(version=version)).rowcount)
