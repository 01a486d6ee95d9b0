"""A table that tests tell a story at: every entry goes through the log, and the clock moves when it is told to."""

from __future__ import annotations

import random
from typing import Any

from intrigue.web.table import requests
from intrigue.web.table.log_entries import AnyContent, Entry, decode, encode
from intrigue.web.table.requests import AnyRequest
from intrigue.web.table.settings import Settings, default_settings
from intrigue.web.table.table import Moment, Table, move_by, new_table

ANN, BOB, CYD, DEE, EVE = 11, 22, 33, 44, 55
PEOPLE = (ANN, BOB, CYD, DEE, EVE)
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve")
SECRET = bytes(range(32))
GAMES = ("oriflamme", "ablaze", "oriflamme-mix", "richelieu")


def table_settings(game: str = "oriflamme", **more: Any) -> Settings:
    """Settings of a table, English, with three seats unless told otherwise."""
    usual = default_settings(game, "en")
    fields = {name: getattr(usual, name) for name in Settings.__struct_fields__}
    return Settings(**fields | {"players": 3} | more)


class Story:
    """A table, its log and its clock."""

    def __init__(self, settings: Settings | None = None, fill: str | None = None, secret: bytes = SECRET) -> None:
        self.log: list[Entry] = []
        self.now = 1_000_000
        self.secret = secret
        self.table = Table("k3v9q0ab2c", secret)
        self.write(new_table(settings or table_settings(), ANN, "Ann", fill, secret), ANN)

    def write(self, contents: list[AnyContent], person: int | None) -> list[Moment]:
        moments = []
        for content in contents:
            entry = Entry(self.table.version + 1, self.now, person, decode(encode(content)))
            self.log.append(entry)
            moments.append(self.table.apply(entry))
        return moments

    def ask(self, person: int, request: AnyRequest) -> list[AnyContent]:
        """What the table makes of a request, done."""
        contents = self.table.answer(request, person, self.now)
        self.write(contents, person)
        return contents

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds

    def seat_all(self) -> Story:
        """People in all free seats."""
        for seat in self.table.seats:
            if seat.free:
                self.ask(PEOPLE[seat.number - 1], requests.Sit(seat=seat.number, name=NAMES[seat.number - 1]))
        return self

    def begin(self, nonce: int = 0) -> Story:
        """Everybody ready, the cards dealt."""
        for seat in list(self.table.seats):
            if seat.person is not None:
                self.ask(seat.person, requests.Ready(seat=seat.number, nonce=f"{nonce + seat.number:032x}"))
        return self

    @property
    def acting(self) -> int:
        assert self.table.to_act is not None
        return self.table.to_act

    @property
    def holder(self) -> int:
        """The person of the seat to act."""
        person = self.table.seat(self.acting).person
        assert person is not None
        return person

    def moves(self) -> list[str]:
        assert self.table.match is not None
        return self.table.match.moves()

    def move(self, move: str) -> Moment:
        """The seat to act plays, by its person or its bot."""
        if self.table.driver(self.acting) == "person":
            return self.write(self.table.answer(requests.Move(self.acting, move), self.holder, self.now), self.holder)[
                -1
            ]
        return self.write(move_by(self.table, self.acting, move, "bot"), None)[-1]

    def play(self, chance: random.Random, moves: int = 10_000) -> Story:
        """Random moves, until the game is over or so many were played."""
        while self.table.phase == "playing" and moves:
            self.move(chance.choice(self.moves()))
            moves -= 1
        return self

    def again(self) -> Table:
        """The table as its log tells it."""
        return Table.of(self.table.id, self.secret, self.log)


def people_at(game: str = "oriflamme", secret: bytes = SECRET, **more: Any) -> Story:
    """A game among people, as many as the settings say, with the cards dealt."""
    return Story(table_settings(game, **more), secret=secret).seat_all().begin()


def secret_of(seed: int) -> bytes:
    """Another secret for every number."""
    return seed.to_bytes(32, "big")
