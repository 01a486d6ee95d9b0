"""What every page that sets up a position is made of: choices, numbers, and piles of pieces that can be taken up.

A piece carries `data-piece`, a place `data-spot`, whatever can be set `data-set`; what becomes of a change is the
server's affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.games import GAMES
from intrigue.locale import Words
from intrigue.web.html.names import seat_names

Draft = dict[str, Any]


class Choice(NamedTuple):
    """Something to choose: what is set, how it is called, the values with their names, the one it has."""

    what: str
    label: str
    options: Sequence[tuple[Any, str]]
    chosen: Any


class Number(NamedTuple):
    """A number to set."""

    what: str
    label: str
    value: int
    most: int


class Piece(NamedTuple):
    """A piece outside of the board: its id, picture, name, how many there are, and all of that in words."""

    id: str
    picture: str
    name: str
    many: int
    description: str


class Pile(NamedTuple):
    """A pile that pieces can be taken to."""

    spot: str
    label: str
    description: str
    pieces: Sequence[Piece]


def common(position: Draft, words: Words) -> list[Choice]:
    """Game, edition and number of players."""
    game = GAMES[position["game"]]
    return [
        Choice("game", words("sandbox.game"), [(name, words(f"game.{name}")) for name in GAMES], game.name),
        Choice(
            "edition",
            words("sandbox.edition"),
            [(edition, words(f"edition.{edition}")) for edition in game.editions],
            position["edition"],
        ),
        Choice("players", words("sandbox.players"), [(n, str(n)) for n in game.seats], len(position["players"])),
    ]


def usual_names(position: Draft, words: Words) -> tuple[str, ...]:
    return seat_names(position["game"], ("",) * len(position["players"]), words)
