"""Queries of what is said at a table."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select, update

from intrigue.web.store.errors import Missing
from intrigue.web.store.queries.announcements import CHAT, announce
from intrigue.web.store.queries.person_lock import require_person
from intrigue.web.store.queries.statements import at_seat, author, plain
from intrigue.web.store.schema import people, seats, tables, talk
from intrigue.web.store.types import ChatLine

LINE = (talk.c.number, talk.c.at, talk.c.seat, talk.c.name, talk.c.kind, talk.c.text)


def add_chat_line(
    c: Connection, table: str, person: int | None, seat: int, key: str, at: int, kind: str, text: str
) -> ChatLine:
    """Add a line to the chat; the same key again gives the same line."""
    require_person(c, person)
    own = (talk.c.table_id == table, talk.c.author == author(person))
    first = c.scalar(select(func.min(talk.c.number)).where(*own))
    earlier = c.execute(select(*LINE).where(*own, talk.c.key == key)).first()
    if earlier is not None:
        return ChatLine(*earlier, speaker=first or 0)
    # The count in the index is locked until the commit, so there is no gap.
    number = c.scalar(
        update(tables).where(tables.c.table_id == table).values(talked=tables.c.talked + 1).returning(tables.c.talked)
    )
    if number is None:
        raise Missing(table)
    at_their_seat = select(seats.c.name).where(*at_seat(seats, table, seat), seats.c.person == author(person))
    their_own = select(people.c.name).where(people.c.id == author(person))
    name = c.scalar(at_their_seat) or c.scalar(their_own) or ""
    line = (number, at, seat, name, plain(kind), plain(text))
    columns = {column.name: value for column, value in zip(LINE, line, strict=True)}
    c.execute(insert(talk).values(table_id=table, author=author(person), key=key, **columns))
    announce(c, table, CHAT)
    return ChatLine(*line, speaker=first or number)


def chat_lines(c: Connection, table: str, after: int = 0, limit: int = 200) -> list[ChatLine]:
    """The latest lines beyond a number, oldest first."""
    at_table = select(talk.c.author, func.min(talk.c.number).label("number")).where(talk.c.table_id == table)
    first = at_table.group_by(talk.c.author).subquery()
    rows = c.execute(
        select(*LINE, first.c.number)
        .join(first, first.c.author == talk.c.author)
        .where(talk.c.table_id == table, talk.c.number > after)
        .order_by(talk.c.number.desc())
        .limit(limit)
    )
    return [ChatLine(*row) for row in rows][::-1]
