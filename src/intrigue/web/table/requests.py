"""What a browser may ask of a table. A request becomes entries only through `Table.answer`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from intrigue.web.table.settings import Settings

Seat = Annotated[int, msgspec.Meta(ge=1, le=5)]
Text = Annotated[str, msgspec.Meta(max_length=80)]
KEY = "^[0-9A-Za-z_-]{8,64}$"
Key = Annotated[str, msgspec.Meta(pattern=KEY)]
"""What a page makes up, so that what it sends twice counts once."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """Something a person wants to do at a table."""


class Sit(Request, frozen=True):
    """Take a free seat (or one that a bot holds); a person may hold several only at a hot-seat table."""

    seat: Seat
    name: Text


class Rise(Request, frozen=True):
    """Leave the seat; in a running game a bot takes it."""

    seat: Seat


class Fill(Request, frozen=True):
    """Put a bot of a level into a free seat, or in another bot's place; only the host."""

    seat: Seat
    level: Text


class Empty(Request, frozen=True):
    """Take a bot from its seat before the deal; only the host."""

    seat: Seat


class Rename(Request, frozen=True):
    """Be called otherwise."""

    seat: Seat
    name: Text


class ChangeSettings(Request, frozen=True, tag="change"):
    """Choose other settings before the deal; only the host."""

    settings: Settings


class Ready(Request, frozen=True):
    """Say ready, with a nonce of 32 hexadecimal digits for the deal."""

    seat: Seat
    nonce: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Move(Request, frozen=True):
    """Play a move in the notation."""

    seat: Seat
    move: Text


class TakeBack(Request, frozen=True):
    """Take the own last move back, while nothing was revealed and nobody else acted."""

    seat: Seat


class Return(Request, frozen=True):
    """Take over again from the bot that plays on."""

    seat: Seat


class Resign(Request, frozen=True):
    """Give the game up."""

    seat: Seat


class Vote(Request, frozen=True):
    """Be for ending the game here, or no longer be."""

    seat: Seat
    end: bool


class StandIn(Request, frozen=True):
    """Let a bot play for whoever is asked and does not answer, until they are back; where no clock does it. The seat is
    the one that asks for it."""

    seat: Seat


class Close(Request, frozen=True):
    """Close the table before the deal; only the host."""


AnyRequest: TypeAlias = (
    Sit
    | Rise
    | Fill
    | Empty
    | Rename
    | ChangeSettings
    | Ready
    | Move
    | TakeBack
    | Return
    | Resign
    | Vote
    | StandIn
    | Close
)


class Posted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a POST: a request, the version it was made at, and a key that makes sending it twice harmless."""

    key: Key
    expected: Annotated[int, msgspec.Meta(ge=0)]
    request: AnyRequest
