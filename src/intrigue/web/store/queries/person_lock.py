"""Who was forgotten, and a lock for whoever was not: what is written of a person never outlives them."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select, text

from intrigue.web.store.errors import Forgotten
from intrigue.web.store.schema import people

# Built once: it runs at most moves.
LOCKED = select(people.c.id).where(people.c.id == bindparam("person")).with_for_update(read=True, key_share=True)
NEWEST = {
    "sqlite": text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'people'"),
    "postgresql": text("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM people_id_seq"),
}
"""The highest number that anybody was ever given."""


def is_forgotten(c: Connection, person: int) -> bool:
    """Whether somebody was forgotten: no number is given twice. Who is not stays until this is committed."""
    return c.scalar(LOCKED, {"person": person}) is None and person <= (c.scalar(NEWEST[c.dialect.name]) or 0)


def require_person(c: Connection, person: int | None) -> None:
    """Raise `Forgotten` if somebody was."""
    if person is not None and is_forgotten(c, person):
        raise Forgotten(person)
