"""Who may look at a table, and with which eyes: those of a seat, of a spectator, or of somebody who sees everything."""

from __future__ import annotations

from intrigue.web.errors import Refusal
from intrigue.web.table.decide import why_not_sit
from intrigue.web.table.errors import Denied
from intrigue.web.table.table import Table
from intrigue.web.view.scene import Viewer

OPEN_ORIGINS = ("record", "trial")
"""Tables at which nothing was ever secret: a record that somebody brought, a position that somebody set up."""


def viewer_of(table: Table, person: int | None) -> Viewer | None:
    """With which eyes a person looks at a table; None if it may not be watched.

    Before the deal everybody with the link sees who sits there: how else would one sit down.
    """
    seats = table.seats_of(person)
    host = person is not None and table.host == person
    if table.settings.hot_seat and len(seats) > 1:
        return Viewer(0, seats, host)
    if seats:
        return Viewer(seats[0], seats, host)
    if table.settings.watch == "nobody" and table.phase != "gathering":
        return None
    return Viewer(0, (), host, barred=barred_seats(table, person or 0))


def require_viewer(table: Table, person: int | None) -> Viewer:
    """The same; raises if it may not be watched."""
    viewer = viewer_of(table, person)
    if viewer is None:
        raise Refusal(403, "serve.fault.may_not_watch")
    return viewer


def barred_seats(table: Table, person: int) -> tuple[int, ...]:
    """The seats that nobody holds and that a person may not take all the same."""
    if person not in table.knows and not table.settings.hot_seat:
        return ()
    return tuple(seat.number for seat in table.seats if seat.person is None and why_not_sit(table, seat.number, person))


def open_viewer(table: Table, seat: int | None) -> Viewer:
    """With whose eyes anybody may look at a game that is no secret any more: those of a seat, of a spectator (0), or of
    somebody who sees everything (None). A game that runs is looked at only with one's own eyes."""
    if not is_revealed(table):
        raise Denied("refused.replay_running")
    if seat is None:
        return Viewer(0, open=True)
    return Viewer(table.seat(seat).number if seat else 0)


def is_revealed(table: Table) -> bool:
    """Whether nobody has a secret at this table any more."""
    return table.phase in ("over", "aborted") or table.origin in OPEN_ORIGINS
