"""What positions of the Oriflamme family hold, key by key (notation, section 5); a view leaves out what is hidden."""

from __future__ import annotations

from typing import Literal, TypedDict


class CardSeen(TypedDict):
    """A card in the row."""

    family: int
    """The player whose colour is printed on it."""
    kind: str | None
    """In views None where it lies face down and is another player's."""
    up: bool
    influence: int
    controller: int
    """The player it belongs to now: its family, unless it was bribed."""


class PlayerSeen(TypedDict):
    """What a player has beside the row. Of another player's `hand` and `aside` a view tells only how many."""

    influence: int
    hand: list[str] | int
    aside: list[str] | int
    discard: list[str]
    twin: bool
    """Whether the Twin lies ready beside its owner."""


class PositionSeen(TypedDict):
    """A game between two moves. A view also says whose it is, under `for`."""

    game: str
    edition: str
    round: int
    phase: Literal["placement", "resolution", "over"]
    first: int
    """Who places first in this round."""
    to_act: int | None
    pointer: int | None
    """In resolution the slot being resolved."""
    spare: int
    """Influence of a Combination still to be decided on."""
    row: list[list[CardSeen]]
    """Slot by slot, each bottom to top."""
    players: list[PlayerSeen]
    legal: list[str]
    """In views only the moves of the seat itself."""
    winners: list[int] | None
