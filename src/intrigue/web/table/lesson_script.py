"""Tables of lessons: which move the script wants next. A table that is none costs one look at its origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.lessons import Line, of_table
from intrigue.web.table.errors import Denied

if TYPE_CHECKING:
    from intrigue.web.table.table import Table


def line(table: Table) -> Line | None:
    """The line of the script that a table stands at; None where no script lasts, or where it does not fit."""
    found = of_table(table.origin) if table.match is not None else None
    now = found.at(table.moves - table.before) if found else None
    if found is None or now is None or now.mine != (table.to_act == found.seat):
        return None
    return now


def scripted_move(table: Table) -> str | None:
    """The move that the script makes now; None if whoever is to act chooses."""
    now = line(table)
    if now is None or table.match is None:
        return None
    return next((move for move in now.moves if move in table.match.choices()), None)


def check_move(table: Table, move: str) -> None:
    """Refuses a learner's move that the lesson cannot go on from, with what it waits for."""
    found, now = of_table(table.origin), line(table)
    if found and now and now.mine and move not in now.moves and scripted_move(table):
        raise Denied(f"lessons.{found.name}.{now.step}.do")
