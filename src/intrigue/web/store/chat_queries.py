"""Calls of a store about what is said at a table."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from intrigue.web.store.interface import Missing, Said
from intrigue.web.store.log_queries import at_seat, author, plain, stays
from intrigue.web.store.schema import people, seats, tables, talk

SAID = (talk.c.number, talk.c.at, talk.c.seat, talk.c.name, talk.c.kind, talk.c.text)


def say(c: Connection, table: str, person: int | None, seat: int, key: str, at: int, kind: str, text: str) -> Said:
    """Add a line of talk under the next number: the count in the index is locked until the commit, so no gap."""
    stays(c, person)
    own = (talk.c.table_id == table, talk.c.author == author(person))
    first = c.scalar(select(func.min(talk.c.number)).where(*own))
    found = c.execute(select(*SAID).where(*own, talk.c.key == key)).first()
    if found is not None:
        return Said(*found, speaker=first or 0)
    number = c.scalar(
        update(tables).where(tables.c.table_id == table).values(talked=tables.c.talked + 1).returning(tables.c.talked)
    )
    if number is None:
        raise Missing(table)
    held = select(seats.c.name).where(*at_seat(seats, table, seat), seats.c.person == author(person))
    called = select(people.c.name).where(people.c.id == author(person))
    name = c.scalar(held) or c.scalar(called) or ""
    line = (number, at, seat, name, plain(kind), plain(text))
    columns = {column.name: value for column, value in zip(SAID, line, strict=True)}
    c.execute(insert(talk).values(table_id=table, author=author(person), key=key, **columns))
    return Said(*line, speaker=first or number)


def lines(c: Connection, table: str, after: int, limit: int) -> list[Said]:
    """The latest talk."""
    at_table = select(talk.c.author, func.min(talk.c.number).label("number")).where(talk.c.table_id == table)
    first = at_table.group_by(talk.c.author).subquery()
    found = c.execute(
        select(*SAID, first.c.number)
        .join(first, first.c.author == talk.c.author)
        .where(talk.c.table_id == table, talk.c.number > after)
        .order_by(talk.c.number.desc())
        .limit(limit)
    )
    return [Said(*one) for one in found][::-1]
