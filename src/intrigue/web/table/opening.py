"""How a table begins: opened by somebody, or as the rematch of another with the seats rotated."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.web.table import fair, log_entries
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import AnyContent
from intrigue.web.table.seats import check_name, unique_name
from intrigue.web.table.settings import Settings, offered_game, valid_settings

if TYPE_CHECKING:
    from intrigue.web.table.table import Table


LONGEST_START = 64 * 1024
"""Signs that a start may have; the longest game has a quarter of them."""


def match_from_start(start: str) -> Match:
    """The match that a start tells: a record of a game that is not over; raises what is wrong with it."""
    if len(start) > LONGEST_START:
        raise Denied("refused.start_long", n=LONGEST_START)
    record = Record.parse(start)
    match = Match.load(offered_game(record.headers.get("Game", "")), record)
    if match.over:
        raise Denied("refused.start_over")
    match.names = []
    return match


def table_from_start(
    start: str, origin: str, settings: Settings, person: int, name: str, seat: int, secret: bytes
) -> list[AnyContent]:
    """The first entries of a table that goes on from a start: a person in one seat (0 for none: they watch), bots of
    the table's level in the others; it begins at once. Game, edition, players, stall guard and who begins are the
    start's."""
    match = match_from_start(start)
    settings = valid_settings(
        msgspec.structs.replace(
            settings,
            game=match.game.name,
            edition=match.edition,
            players=match.players,
            kinds=(),
            hot_seat=False,
            stall_guard=match.deal.get("Stall-guard") != "off",
            first=0,
        )
    )
    found: list[AnyContent] = [log_entries.Opened(settings, fair.commitment(secret), start, origin)]
    for number in range(1, match.players + 1):
        if number == seat:
            found.append(log_entries.Sat(number, person, check_name(name)))
        else:
            found.append(log_entries.Filled(number, settings.level))
    return [*found, log_entries.Began(match.version, match.game.deck_file or "")]


def new_table(
    settings: Settings, person: int, name: str, fill: str | None, secret: bytes, people: int = 0
) -> list[AnyContent]:
    """The first entries of a table: its host in seat 1 (on a hot seat in the first `people` seats, or in all of
    them), and bots of a level in the rest if asked."""
    settings = valid_settings(settings)
    name = check_name(name)
    mine = (people or settings.players) if settings.hot_seat else 1
    found: list[AnyContent] = [log_entries.Opened(settings, fair.commitment(secret))]
    names: list[str] = []
    for seat in range(1, settings.players + 1):
        if seat <= mine:
            names.append(unique_name(name, names))
            found.append(log_entries.Sat(seat, person, names[-1]))
        elif fill:
            found.append(log_entries.Filled(seat, fill))
    return found


def rematch(table: Table, person: int, secret: bytes, gone: Collection[int] = ()) -> list[AnyContent]:
    """The first entries of a table that goes on with the same people and bots, less those who are gone. Everybody
    moves on by one seat; the seat that was chosen to begin stays the same, so somebody else begins. A game that begins
    in the middle is tried again."""
    if not table.seats_of(person):
        raise Denied("refused.stranger")
    if table.phase not in ("over", "aborted"):
        raise Denied("refused.not_over")
    if table.start:
        mine, name = table.seats_of(person)[0], table.seat(table.seats_of(person)[0]).name
        return table_from_start(table.start, table.origin, table.settings, person, name, mine, secret)
    found: list[AnyContent] = [log_entries.Opened(table.settings, fair.commitment(secret))]
    for old in sorted(table.seats, key=lambda seat: seat.number % len(table.seats)):
        seat = old.number % len(table.seats) + 1
        if old.person in gone:
            continue
        if old.person is not None:
            found.append(log_entries.Sat(seat, old.person, old.name))
        elif old.level:
            found.append(log_entries.Filled(seat, old.level))
    return found
