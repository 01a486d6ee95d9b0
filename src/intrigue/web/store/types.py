"""The values that a store is given and gives back."""

from __future__ import annotations

from typing import Any, NamedTuple

OPEN = ("gathering", "playing")
ENDED = ("over", "aborted")
"""Phases of a table."""


class SeatResult(NamedTuple):
    """How a finished game ended for one seat."""

    seat: int
    person: int | None
    """Who held it; None for a bot, and for somebody who was forgotten."""
    level: str
    """Of a bot; empty for a person."""
    game: str
    edition: str
    players: int
    points: int
    place: int
    """1 for whoever won, alone or with others."""
    ended: int
    resigned: bool = False
    """Whether its person gave the game up and a bot played on."""


class FinishedGame(NamedTuple):
    """A finished game: how it ended for every seat."""

    table: str
    results: tuple[SeatResult, ...]
    names: tuple[str, ...] = ()
    """What whoever still holds each seat is called there, empty where nobody does; nothing if all are."""


class TableRow(NamedTuple):
    """A table in the index, written in one transaction with its log."""

    table: str
    game: str
    phase: str
    listed: bool
    free: int
    """Seats that nobody holds."""
    version: int
    created: int
    changed: int
    due: int | None
    """When something happens by itself, in milliseconds; None if nothing does."""
    results: tuple[SeatResult, ...] = ()
    """How the game ended, if it has and counts; written once, and not read back with the row."""


class Person(NamedTuple):
    """Somebody who once posted something: no account, only what the cookie's hash leads to."""

    id: int
    """Counted from 1, never given again."""
    name: str
    language: str
    settings: dict[str, Any]


class Push(NamedTuple):
    """Where a browser of a person takes web push, and the keys to write to it."""

    endpoint: str
    p256dh: str
    auth: str
    site: str = ""
    """How the site was called when the browser asked for it."""
    failures: int = 0
    """Days with a call that did not work, and none with one that did between them."""


class Hook(NamedTuple):
    """A person's webhook."""

    url: str
    site: str
    """How the site was called when they gave it."""
    failures: int
    """Days with a call that did not work, and none with one that did between them."""


class Channels(NamedTuple):
    """How a person is told that it is their move at a table."""

    language: str
    pushes: tuple[Push, ...]
    hook: Hook | None
    quiet: bool
    """Whether they want no notices of that table."""


class Ban(NamedTuple):
    """Somebody who may not come in."""

    id: int
    kind: str
    """`person` or `network`."""
    value: str
    """The person's number, or the network as a prefix."""
    why: str
    at: int
    until: int | None
    """None: for good."""


class ChatLine(NamedTuple):
    """A line of a table's talk."""

    number: int
    """Counted from 1 for each table, without gaps."""
    at: int
    seat: int
    """0 for somebody who watches."""
    name: str
    """What the speaker was called then."""
    kind: str
    """`text` or `phrase`."""
    text: str
    speaker: int
    """The number of the first line at this table by the same person, whatever they were called then."""


class Appended(NamedTuple):
    """What became of an append."""

    version: int
    """The table's version right after it."""
    repeated: bool
    """The log held this key before (or the database's first answer was lost): read the log, nothing was added now."""
