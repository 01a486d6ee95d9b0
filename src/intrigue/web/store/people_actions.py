"""Calls of a store about people: devices, recovery codes, results, notices, bans, and taking somebody out again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Column, Connection, Table, and_, delete, exists, func, insert, or_, select, text, update

from intrigue.web.store.actions import added, plain, upserted
from intrigue.web.store.contract import Ban, Channels, Hook, Missing, Person, Played, Push, Result
from intrigue.web.store.schema import (
    bans,
    codes,
    devices,
    hooks,
    keys,
    log,
    notices,
    orders,
    people,
    pushes,
    quiets,
    recoveries,
    results,
    rewritings,
    seats,
    shelf,
    sittings,
    tables,
    talk,
)
from intrigue.web.table.seats import Seat, resized, unique

NOBODY = "—"
"""What somebody is called who was forgotten: records and pages of every language can hold it."""
NAMING = ("sat", "renamed", "lent")
"""Commands that hold a name."""
SEATING = ("opened", "changed", "rose", "handedover")
"""Commands that say, beside these, who holds which seat."""
SHELF_LIFE = 90 * 24 * 60 * 60 * 1000
"""Milliseconds for which a record lies on the shelf."""
BROWSERS = 10
"""The most browsers of a person that take web push."""

PERSON = (people.c.id, people.c.name, people.c.language, people.c.settings)
BAN = (bans.c.id, bans.c.kind, bans.c.value, bans.c.why, bans.c.at, bans.c.until)
RESULT = tuple(results.c[name] for name in Result._fields)
Where: TypeAlias = Column[Any]


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


def selves(c: Connection, person: int) -> list[int]:
    """A person, and all whom they left behind."""
    return [person, *c.scalars(select(people.c.id).where(people.c.heir == person).order_by(people.c.id))]


def put_recovery(c: Connection, code_hash: bytes, person: int, at: int) -> None:
    """Put a code in place of the person's earlier one."""
    fresh = {"code_hash": code_hash, "at": at}
    c.execute(upserted(c, recoveries, {"person": person, **fresh}, ["person"], fresh))


def recovery(c: Connection, code_hash: bytes) -> int | None:
    """Whom a code leads to."""
    return c.scalar(select(recoveries.c.person).where(recoveries.c.code_hash == code_hash))


def recover(c: Connection, code_hash: bytes, token_hash: bytes, fresh_hash: bytes, at: int) -> int | None:
    """Put the next code in place of one, and let a device be its person."""
    used = update(recoveries).where(recoveries.c.code_hash == code_hash).values(code_hash=fresh_hash, at=at)
    person: int | None = c.scalar(used.returning(recoveries.c.person))
    if person is not None:
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


# Taking out, and giving out


def forget(c: Connection, person: int) -> list[str]:
    """Take a person out everywhere; the tables that changed thereby, and the records that left the shelf."""
    gone = selves(c, person)
    spoke = set(c.scalars(select(talk.c.table_id).where(talk.c.author.in_(gone)).distinct()))
    sat = set(c.scalars(select(sittings.c.table_id).where(sittings.c.person.in_(gone))))
    brought = set(c.scalars(select(shelf.c.id).where(shelf.c.person.in_(gone))))
    for table in sat:
        unname(c, table, gone)
    for column in (
        talk.c.author,
        devices.c.person,
        recoveries.c.person,
        pushes.c.person,
        hooks.c.person,
        quiets.c.person,
        notices.c.person,
        shelf.c.person,
        sittings.c.person,
    ):
        c.execute(delete(column.table).where(column.in_(gone)))
    at_theirs = and_(seats.c.table_id == orders.c.table_id, seats.c.seat == orders.c.seat, seats.c.person.in_(gone))
    c.execute(delete(orders).where(exists().where(at_theirs)))
    c.execute(delete(seats).where(seats.c.person.in_(gone)))
    c.execute(update(results).where(results.c.person.in_(gone)).values(person=None))
    c.execute(delete(people).where(people.c.id.in_(gone)))
    changed = sorted(spoke | sat | brought)
    number(c, changed)
    return changed


def number(c: Connection, changed: Sequence[str]) -> None:
    """Number what is not as it was. Nobody else does so until the commit: whoever knows a number missed none before."""
    if not changed:
        return
    if c.dialect.name != "sqlite":
        c.execute(text(f"LOCK TABLE {rewritings.name} IN EXCLUSIVE MODE"))
    c.execute(insert(rewritings), [{"id": id} for id in changed])


def unname(c: Connection, table: str, gone: Collection[int]) -> None:
    """Write a table's log anew without the names that people gave themselves there, or took over with a seat. It need
    not be a log that this program can follow."""
    starts = (log.c.command.startswith(f'{{"did":"{did}",') for did in (*NAMING, *SEATING))
    found = select(log.c.version, log.c.author, log.c.command).where(log.c.table_id == table, or_(*starts))
    done = {version: (author, readable(text)) for version, author, text in c.execute(found.order_by(log.c.version))}
    named = {version: str(command["name"]) for version, (_, command) in done.items() if "name" in command}
    theirs = {version for version, (author, command) in done.items() if gave(command, author, gone)}
    theirs = (theirs | handed_over(done, gone)) & named.keys()
    taken = [name for version, name in named.items() if version not in theirs]
    called: dict[str, str] = {}
    for version in sorted(theirs):
        name = called.setdefault(named[version], unique(NOBODY, [*taken, *called.values()]))
        changed = msgspec.json.encode(done[version][1] | {"name": name}).decode()
        c.execute(update(log).where(log.c.table_id == table, log.c.version == version).values(command=changed))


def readable(text: str) -> dict[str, Any]:
    """A command as far as it can be read."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}


def gave(command: Mapping[str, Any], author: int, gone: Collection[int]) -> bool:
    """Whether a command holds a name of somebody: whoever is seated by another (for a rematch) is meant, too."""
    match command:
        case {"did": "sat", "person": seated}:
            return seated in gone
        case {"did": "renamed" | "lent"}:
            return author in gone
        case _:
            return False


def handed_over(done: Mapping[int, tuple[int, dict[str, Any]]], gone: Collection[int]) -> set[int]:
    """Where names were given that somebody took over with a seat."""
    theirs: set[int] = set()
    held: list[Seat] = []
    names: dict[int, list[int]] = {}
    for version, (_, command) in done.items():  # in place of a person: when whoever holds the seat sat down
        match command:
            case {"did": "opened" | "changed", "settings": {"players": int(players)}}:
                held = resized(held, players)
            case {"did": "sat" | "rose" | "renamed" | "handedover", "seat": int(seat)} if 1 <= seat <= len(held):
                if command["did"] in ("sat", "rose"):
                    held[seat - 1] = Seat(seat, version if command["did"] == "sat" else None)
                sitting = names.setdefault(held[seat - 1].person or 0, [])
                sitting.append(version)
                if command["did"] == "handedover" and command.get("person") in gone:
                    theirs.update(sitting)
    return theirs


def everything(c: Connection, person: int) -> dict[str, Any]:
    """All that is kept of a person."""
    about = c.execute(
        select(
            people.c.id.label("number"),
            people.c.name,
            people.c.language,
            people.c.settings,
            people.c.created,
            people.c.changed,
        ).where(people.c.id == person)
    ).first()
    if about is None:
        raise Missing(str(person))
    all_of_them = selves(c, person)
    return {
        "person": about._asdict(),
        "devices": rows(c, devices, devices.c.person == person, devices.c.since),
        "recovery_code_since": c.scalar(select(recoveries.c.at).where(recoveries.c.person == person)),
        "tables": tables_sat_at(c, all_of_them),
        "results": rows(
            c,
            results,
            results.c.person.in_(all_of_them),
            results.c.table_id,
            *(results.c[name] for name in Result._fields if name not in ("person", "level")),
        ),
        "talk": rows(
            c,
            talk,
            talk.c.author.in_(all_of_them),
            *(talk.c[name] for name in ("table_id", "at", "seat", "name", "kind", "text")),
        ),
        "push": rows(
            c,
            pushes,
            pushes.c.person == person,
            *(pushes.c[name] for name in ("endpoint", "p256dh", "auth", "at", "site")),
        ),
        "webhook": None if (given := hooked(c, person)) is None else given._asdict(),
        "quiet_tables": sorted(quiet(c, person)),
        "last_told": rows(c, notices, notices.c.person.in_(all_of_them), notices.c.table_id, notices.c.version),
        "shelved": rows(c, shelf, shelf.c.person == person, shelf.c.id, shelf.c.text, shelf.c.at),
        "bans": rows(
            c,
            bans,
            and_(bans.c.kind == "person", bans.c.value.in_([str(one) for one in all_of_them])),
            *(bans.c[name] for name in ("at", "until", "why")),
        ),
    }


def rows(c: Connection, table: Table, condition: Any, *columns: Where) -> list[dict[str, Any]]:
    """Some columns of a person's rows, in their order."""
    return [one._asdict() for one in c.execute(select(*columns).select_from(table).where(condition).order_by(*columns))]


def tables_sat_at(c: Connection, selves: Collection[int]) -> list[dict[str, Any]]:
    """Tables where a person ever sat, with the seats they still hold and the standing orders they gave there."""
    columns = (tables.c.table_id, tables.c.game, tables.c.phase, tables.c.created, tables.c.changed)
    sat = select(sittings.c.table_id).where(sittings.c.person.in_(selves))
    in_order = select(*columns).where(tables.c.table_id.in_(sat)).order_by(tables.c.created, tables.c.table_id)
    found = [one._asdict() for one in c.execute(in_order)]
    held = c.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.name, orders.c.things)
        .outerjoin(orders, and_(orders.c.table_id == seats.c.table_id, orders.c.seat == seats.c.seat))
        .where(seats.c.person.in_(selves))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    by_table: dict[str, list[dict[str, Any]]] = {}
    for table, number, name, things in held:
        by_table.setdefault(table, []).append({"seat": number, "name": name, "standing_orders": things or []})
    return [{**one, "seats": by_table.get(one["table_id"], [])} for one in found]


# Notices


def put_push(c: Connection, person: int, put: Push, at: int) -> None:
    """Put an endpoint; the oldest of too many go."""
    fresh = {"person": person, "p256dh": plain(put.p256dh), "auth": plain(put.auth), "at": at, "site": plain(put.site)}
    c.execute(upserted(c, pushes, {"endpoint": plain(put.endpoint), **fresh}, ["endpoint"], fresh))
    theirs = select(pushes.c.endpoint).where(pushes.c.person == person, pushes.c.endpoint != put.endpoint)
    kept = c.scalars(theirs.order_by(pushes.c.at.desc(), pushes.c.endpoint)).all()
    c.execute(delete(pushes).where(pushes.c.endpoint.in_(kept[BROWSERS - 1 :])))


def few_browsers(c: Connection, person: int) -> None:
    """Of too many endpoints the oldest go."""
    theirs = select(pushes.c.endpoint).where(pushes.c.person == person)
    kept = c.scalars(theirs.order_by(pushes.c.at.desc(), pushes.c.endpoint)).all()
    c.execute(delete(pushes).where(pushes.c.endpoint.in_(kept[BROWSERS:])))


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
        fresh = {"url": plain(url), "site": plain(site), "failures": 0}
        c.execute(upserted(c, hooks, {"person": person, **fresh}, ["person"], fresh))
    else:
        c.execute(delete(hooks).where(hooks.c.person == person))


def count_hook(c: Connection, person: int, url: str, worked: bool) -> None:
    """Count failures in a row."""
    same = (hooks.c.person == person, hooks.c.url == url)
    c.execute(update(hooks).where(*same).values(failures=0 if worked else hooks.c.failures + 1))


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
        c.execute(upserted(c, quiets, {"person": person, "table_id": table}, ["person", "table_id"], {}))
    else:
        c.execute(delete(quiets).where(quiets.c.person == person, quiets.c.table_id == table))


def quiet(c: Connection, person: int) -> set[str]:
    """Silenced tables."""
    return set(c.scalars(select(quiets.c.table_id).where(quiets.c.person == person)))


def running_out(c: Connection, before: int, limit: int) -> list[str]:
    """Where a clock may run out on somebody who has a channel."""
    told = select(pushes.c.person).union(select(hooks.c.person))
    seated = exists().where(seats.c.table_id == tables.c.table_id, seats.c.person.in_(told))
    soon = select(tables.c.table_id).where(tables.c.due <= before, seated)
    return list(c.scalars(soon.order_by(tables.c.due, tables.c.table_id).limit(limit)))


def claim_notice(c: Connection, person: int, table: str, version: int) -> bool:
    """Move the version told on, if it is behind: one statement, so that of several processes one does."""
    key = {"person": person, "table_id": table}
    if added(c, notices, {**key, "version": version}, list(key)):
        return True
    behind = (notices.c.person == person, notices.c.table_id == table, notices.c.version < version)
    return bool(c.execute(update(notices).where(*behind).values(version=version)).rowcount)


# The house


def ban(c: Connection, kind: str, value: str, why: str, at: int, until: int | None) -> int:
    """Put a ban."""
    put = {"kind": plain(kind), "value": plain(value), "why": plain(why), "at": at, "until": until}
    number: int = c.execute(insert(bans).values(put).returning(bans.c.id)).scalar_one()
    return number


def banned(c: Connection, now: int) -> list[Ban]:
    """Bans in force."""
    lasts = or_(bans.c.until.is_(None), bans.c.until > now)
    return [Ban(*one) for one in c.execute(select(*BAN).where(lasts).order_by(bans.c.id))]


def unban(c: Connection, id: int) -> bool:
    """Take a ban out."""
    return bool(c.execute(delete(bans).where(bans.c.id == id)).rowcount)


def shelve(c: Connection, id: str, text: str, person: int | None, at: int) -> None:
    """Put a record."""
    c.execute(upserted(c, shelf, {"id": plain(id), "text": plain(text), "person": person, "at": at}, ["id"], {}))


def shelved(c: Connection, id: str, now: int) -> str | None:
    """A record on the shelf; one that is too old is not shown, even before it is taken out."""
    return c.scalar(select(shelf.c.text).where(shelf.c.id == id, shelf.c.at > now - SHELF_LIFE))


def tidy(c: Connection, now: int) -> None:
    """Take out records that are too old, and codes that ran out."""
    c.execute(delete(shelf).where(shelf.c.at <= now - SHELF_LIFE))
    c.execute(delete(codes).where(codes.c.expires <= now))
