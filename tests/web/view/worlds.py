"""Tables for tests of what viewers see: dealt from a number, played by chance, every entry through the log."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from intrigue.games import GAMES
from intrigue.web.table import fair, log_entries
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.settings import Settings
from intrigue.web.table.table import Moment, Table
from intrigue.web.view.scene import Viewer

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve")
PEOPLE = (11, 22, 33, 44, 55)
START = 1_700_000_000_000
TABLES = [
    (name, edition, players) for name, game in GAMES.items() for edition in game.editions for players in game.seats
]
"""Every game in every edition with every number of players."""


class World:
    """A table and the chance that plays at it."""

    def __init__(
        self,
        game: str,
        edition: str,
        players: int,
        seed: int,
        bots: tuple[int, ...] = (),
        people: tuple[int, ...] = PEOPLE,
        **more: Any,
    ) -> None:
        secret = seed.to_bytes(32, "big")
        self.settings = Settings(game=game, edition=edition, players=players, **more)
        self.table = Table(f"table{seed:05d}", secret)
        self.entries: list[Entry] = []
        self.chooser = Random(seed)
        self.seed = seed
        self.do(log_entries.Opened(self.settings, fair.commitment(secret)), people[0])
        for seat in range(1, players + 1):
            person = people[0] if self.settings.hot_seat else people[seat - 1]
            if seat in bots:
                self.do(log_entries.Filled(seat, "knight"), people[0])
            else:
                self.do(log_entries.Sat(seat, person, NAMES[seat - 1]), person)
        for seat in range(1, players + 1):
            if seat not in bots:
                self.do(log_entries.Readied(seat, f"{seat * 7919:032x}"), people[seat - 1])
        self.do(log_entries.Began(deck=GAMES[game].deck_file or ""))

    def do(self, content: AnyContent, person: int | None = None) -> Moment:
        version = self.table.version + 1
        self.entries.append(Entry(version, START + 1000 * version, person, content))
        return self.table.apply(self.entries[-1])

    def move(self, move: str) -> Moment:
        """The seat to act plays a move."""
        assert self.table.to_act is not None
        return self.do(log_entries.Moved(self.table.to_act, move), self.table.seat(self.table.to_act).person)

    @property
    def state(self) -> Any:
        """The true state of the game."""
        assert self.table.match is not None
        return self.table.match.state

    def moves(self) -> list[str]:
        assert self.table.match is not None
        return self.table.match.moves()

    def random_move(self) -> str:
        """A random move; cards wait more often than not in some games, so that influence gathers on them."""
        patient = [move for move in self.moves() if move == "wait"]
        return self.chooser.choice(patient * (self.seed % 3) + self.moves())

    def play(self) -> Iterator[Moment]:
        """The moments of a whole game: that of the deal, then one after each move."""
        yield self.table.moments[-1]
        while self.table.to_act is not None:
            yield self.move(self.random_move())

    def viewers(self) -> list[Viewer]:
        """Everybody at the table, and a spectator."""
        if self.settings.hot_seat:
            return [Viewer(0, tuple(range(1, self.settings.players + 1)), True), Viewer(0)]
        seats = [Viewer(seat.number, (seat.number,), seat.number == 1) for seat in self.table.seats if not seat.level]
        return [*seats, Viewer(0)]
