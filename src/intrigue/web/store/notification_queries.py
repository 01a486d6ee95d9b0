"""Calls of a store about notices: how people are told that it is their move, and of what they were told."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, Exists, Table, delete, exists, or_, select, update

from intrigue.web.store.interface import Channels, Hook, Push
from intrigue.web.store.log_queries import added, gone, plain, stays, upserted
from intrigue.web.store.schema import hooks, keys, log, notices, people, pushes, quiets, seats, tables
from intrigue.web.table.log_entries import CLOSED

BROWSERS = 10
"""The most browsers of a person that take web push."""
A_DAY = 24 * 3_600_000
"""Milliseconds after a failure that was counted, in which no other is: an hour without a network is one failure."""
NO_FAILURE: dict[str, int | None] = {"failures": 0, "failed": None}


def put_push(c: Connection, person: int, put: Push, at: int) -> None:
    """Put an endpoint; the oldest of too many go."""
    stays(c, person)
    keys = {"p256dh": plain(put.p256dh), "auth": plain(put.auth)}
    fresh = {"person": person, **keys, "at": at, "site": plain(put.site), **NO_FAILURE}
    c.execute(upserted(c, pushes, {"endpoint": plain(put.endpoint), **fresh}, ["endpoint"], fresh))
    few_browsers(c, person, put.endpoint)


def few_browsers(c: Connection, person: int, newest: str = "") -> None:
    """Of too many endpoints the oldest go; the newest stays, whatever the clock said."""
    theirs = select(pushes.c.endpoint).where(pushes.c.person == person)
    in_order = theirs.order_by((pushes.c.endpoint == newest).desc(), pushes.c.at.desc(), pushes.c.endpoint)
    c.execute(delete(pushes).where(pushes.c.endpoint.in_(c.scalars(in_order).all()[BROWSERS:])))


def pushed(c: Connection, person: int) -> list[Push]:
    """A person's endpoints."""
    found = select(*(pushes.c[name] for name in Push._fields)).where(pushes.c.person == person)
    return [Push(*one) for one in c.execute(found.order_by(pushes.c.at, pushes.c.endpoint))]


def drop_push(c: Connection, endpoint: str) -> None:
    """Take an endpoint out."""
    c.execute(delete(pushes).where(pushes.c.endpoint == endpoint))


def set_hook(c: Connection, person: int, url: str, site: str) -> None:
    """Put or take out a webhook."""
    if url:
        stays(c, person)
        fresh = {"url": plain(url), "site": plain(site), **NO_FAILURE}
        c.execute(upserted(c, hooks, {"person": person, **fresh}, ["person"], fresh))
    else:
        c.execute(delete(hooks).where(hooks.c.person == person))


def count_push(c: Connection, endpoint: str, worked: bool, at: int) -> int:
    """Count an endpoint's failures; none if it is no more."""
    count(c, pushes, pushes.c.endpoint == endpoint, worked=worked, at=at)
    return c.scalar(select(pushes.c.failures).where(pushes.c.endpoint == endpoint)) or 0


def count_hook(c: Connection, person: int, url: str, worked: bool, at: int) -> None:
    """Count a webhook's failures."""
    count(c, hooks, hooks.c.person == person, hooks.c.url == url, worked=worked, at=at)


def count(c: Connection, channels: Table, *same: ColumnElement[bool], worked: bool, at: int) -> None:
    """Count a failure, unless one was counted within a day; what works has none."""
    if worked:
        c.execute(update(channels).where(*same).values(NO_FAILURE))
        return
    apart = or_(channels.c.failed.is_(None), channels.c.failed <= at - A_DAY)
    c.execute(update(channels).where(*same, apart).values(failures=channels.c.failures + 1, failed=at))


def reachable(c: Connection) -> set[int]:
    """Whoever has a channel."""
    return {*c.scalars(select(pushes.c.person).distinct()), *c.scalars(select(hooks.c.person))}


def channels(c: Connection, person: int, table: str) -> Channels | None:
    """How a person is told about a table."""
    language = c.scalar(select(people.c.language).where(people.c.id == person))
    if language is None:
        return None
    silenced = select(quiets.c.table_id).where(quiets.c.person == person, quiets.c.table_id == table)
    quiet = c.scalar(silenced) is not None
    return Channels(language, tuple(pushed(c, person)), hooked(c, person), quiet)


def hooked(c: Connection, person: int) -> Hook | None:
    """A person's webhook, and how it fares."""
    found = c.execute(select(*(hooks.c[name] for name in Hook._fields)).where(hooks.c.person == person)).first()
    return None if found is None else Hook(*found)


def key(c: Connection, name: str, fresh: bytes) -> bytes:
    """Put a key unless there is one; the one that stands."""
    added(c, keys, {"name": name, "key": fresh}, ["name"])
    standing: bytes = c.execute(select(keys.c.key).where(keys.c.name == name)).scalar_one()
    return standing


def hook(c: Connection, person: int) -> str:
    """A person's webhook."""
    return c.scalar(select(hooks.c.url).where(hooks.c.person == person)) or ""


def set_quiet(c: Connection, person: int, table: str, quiet: bool) -> None:
    """Silence a table, or no longer."""
    if quiet:
        stays(c, person)
        c.execute(upserted(c, quiets, {"person": person, "table_id": table}, ["person", "table_id"], {}))
    else:
        c.execute(delete(quiets).where(quiets.c.person == person, quiets.c.table_id == table))


def quiet(c: Connection, person: int) -> set[str]:
    """Silenced tables."""
    return set(c.scalars(select(quiets.c.table_id).where(quiets.c.person == person)))


def changed_since(c: Connection, at: int, limit: int) -> list[str]:
    """Games that went on where somebody has a channel."""
    lately = select(tables.c.table_id).where(tables.c.phase == "playing", tables.c.changed > at, somebody_hears())
    return list(c.scalars(lately.order_by(tables.c.changed.desc(), tables.c.table_id).limit(limit)))


def running_out(c: Connection, before: int, limit: int) -> list[str]:
    """Where a clock may run out on somebody who has a channel."""
    soon = select(tables.c.table_id).where(tables.c.due <= before, somebody_hears())
    return list(c.scalars(soon.order_by(tables.c.due, tables.c.table_id).limit(limit)))


def closed_since(c: Connection, at: int) -> list[str]:
    """Where a game was ended for somebody who has a channel; what came after that raises `changed` only."""
    ended = or_(*(log.c.command.startswith(f'{{"did":"ended","why":"{why}"') for why in CLOSED))
    lately = (
        select(tables.c.table_id)
        .join(log, log.c.table_id == tables.c.table_id)
        .where(tables.c.phase == "aborted", tables.c.changed > at, log.c.at > at, ended, somebody_hears())
    )
    return list(c.scalars(lately.order_by(log.c.at, tables.c.table_id)))


def somebody_hears() -> Exists:
    """The condition that somebody sits at a table who has a channel."""
    told = select(pushes.c.person).union(select(hooks.c.person))
    return exists().where(seats.c.table_id == tables.c.table_id, seats.c.person.in_(told))


def claim_notice(c: Connection, person: int, table: str, version: int) -> bool:
    """Move the version told on, if it is behind: one statement, so that of several processes one does."""
    if gone(c, person):
        return False
    key = {"person": person, "table_id": table}
    if added(c, notices, {**key, "version": version}, list(key)):
        return True
    behind = (notices.c.person == person, notices.c.table_id == table, notices.c.version < version)
    return bool(c.execute(update(notices).where(*behind).values(version=version)).rowcount)
