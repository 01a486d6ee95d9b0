"""Seats of a table, who holds them, and what people may be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from intrigue.web.table.errors import Denied

LONGEST_NAME = 24
FORBIDDEN = "#,"
"""A record's header of names holds neither."""


@dataclass(frozen=True)
class Seat:
    """One seat: free, a bot's (it has a level) or a person's. Values; a change makes a new one."""

    number: int
    person: int | None = None
    name: str = ""
    """Of a person or a program; bots and free seats have none."""
    level: str = ""
    """Of a bot."""
    ready: bool = False
    nonce: str = ""
    away: bool = False
    resigned: bool = False
    for_ending: bool = False
    key: str = ""
    """Of a program outside, which has a name and a level too: what its token hashes to."""

    @property
    def free(self) -> bool:
        """Whether nobody holds it."""
        return self.person is None and not self.level

    @property
    def playing(self) -> bool:
        """Whether a person holds it who has not given the game up."""
        return self.person is not None and not self.resigned

    @property
    def driver(self) -> str:
        """Who chooses its moves: a `person`, a `program` outside, or a `bot` if either is away or nobody else does."""
        if self.away or not (self.playing or self.key):
            return "bot"
        return "program" if self.key else "person"

    @property
    def set_to_go(self) -> bool:
        """Whether the deal need not wait for it: a bot's, or its person said ready."""
        return bool(self.level) or (self.person is not None and self.ready)


def free_seats(count: int) -> list[Seat]:
    """That many seats that nobody holds."""
    return [Seat(number) for number in range(1, count + 1)]


def resize(seats: Sequence[Seat], count: int) -> list[Seat]:
    """The seats of a table that grew or shrank: people of seats that go move to the first seats without a person."""
    kept = [Seat(seat.number, seat.person, seat.name, seat.level, key=seat.key) for seat in seats[:count]]
    kept += free_seats(count)[len(kept) :]
    for gone in seats[count:]:
        if gone.person is not None:
            at = next(index for index, seat in enumerate(kept) if seat.person is None)
            kept[at] = Seat(at + 1, gone.person, gone.name)
    return kept


def people(seats: Iterable[Seat]) -> set[int]:
    """The persons who hold seats."""
    return {seat.person for seat in seats if seat.person is not None}


def check_name(name: str) -> str:
    """A name as it may stand: trimmed, 1 to 24 printable signs, none of those that records and pages cannot hold.

    >>> check_name("  Ann  of   Ghent ")
    'Ann of Ghent'
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or len(name) > LONGEST_NAME:
        raise Denied("refused.name.length", longest=LONGEST_NAME)
    if any(sign in FORBIDDEN or not sign.isprintable() for sign in name) or not any(map(is_visible, name)):
        raise Denied("refused.name.signs")
    return name


def is_visible(sign: str) -> bool:
    """Whether a sign can be seen: marks alone and fillers cannot."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in "\u115f\u1160\u3164\uffa0\u2800"


def unique_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number if somebody at the table looks the same.

    >>> unique_name("Ann", ["Bob", "ann"]), unique_name("Ann", ["Ann", "Ann 2"]), unique_name("Ann", ["Bob"])
    ('Ann 2', 'Ann 3', 'Ann')
    """
    taken = {appearance(other) for other in others}
    found, number = name, 1
    while appearance(found) in taken:
        number += 1
        ending = f" {number}"
        found = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return found


def appearance(name: str) -> str:
    """What two names have in common that look the same."""
    return unicodedata.normalize("NFKC", name).casefold()
