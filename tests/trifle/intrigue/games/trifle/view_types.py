"""What positions of Trifle hold, key by key; a view leaves out what is hidden."""

from __future__ import annotations

from typing import Literal, TypedDict


class CardSeen(TypedDict):
    """A card on the table."""

    value: int | None
    """In views None where it lies face down and is another player's."""
    up: bool


class PlayerSeen(TypedDict):
    """What a player has. Of another player's `hand` a view tells only how many cards."""

    hand: list[int] | int
    laid: list[CardSeen]
    """Round by round."""
    taken: int


class PositionSeen(TypedDict):
    """A game between two moves. A view also says whose it is, under `for`."""

    game: str
    edition: str
    round: int
    phase: Literal["laying", "over"]
    first: int
    to_act: int | None
    players: list[PlayerSeen]
    legal: list[str]
    """In views only the moves of the seat itself."""
    scores: list[int] | None
    winners: list[int] | None
