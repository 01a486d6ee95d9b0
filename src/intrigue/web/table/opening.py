"""How a table begins: opened by somebody, or as the rematch of another with the seats rotated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.web.table import commands, fair
from intrigue.web.table.commands import AnyCommand
from intrigue.web.table.seats import Refused, checked_name, unique
from intrigue.web.table.settings import Settings, checked

if TYPE_CHECKING:
    from intrigue.web.table.table import Table


def new_table(
    settings: Settings, person: int, name: str, fill: str | None, secret: bytes, people: int | None = None
) -> list[AnyCommand]:
    """The first commands of a table: its host in seat 1 (on a hot seat in the first `people` seats, else all of them),
    and bots of a level in the rest if asked."""
    settings = checked(settings)
    name = checked_name(name)
    mine = (people or settings.players) if settings.hot_seat else 1
    found: list[AnyCommand] = [commands.Opened(settings, fair.commitment(secret))]
    names: list[str] = []
    for seat in range(1, settings.players + 1):
        if seat <= mine:
            names.append(unique(name, names))
            found.append(commands.Sat(seat, person, names[-1]))
        elif fill:
            found.append(commands.Filled(seat, fill))
    return found


def rematch(table: Table, person: int, secret: bytes) -> list[AnyCommand]:
    """The first commands of a table that goes on with the same people and bots; everybody moves on by one seat."""
    if not table.seats_of(person):
        raise Refused("refused.stranger")
    if table.phase not in ("over", "aborted"):
        raise Refused("refused.not_over")
    found: list[AnyCommand] = [commands.Opened(table.settings, fair.commitment(secret))]
    for old in sorted(table.seats, key=lambda seat: seat.number % len(table.seats)):
        seat = old.number % len(table.seats) + 1
        if old.person is not None:
            found.append(commands.Sat(seat, old.person, old.name))
        elif old.level:
            found.append(commands.Filled(seat, old.level))
    return found
