"""What positions of Richelieu hold, key by key (notation, section 5); a view leaves out what is hidden."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class AgentSeen(TypedDict):
    """An agent on a space."""

    player: int
    """Whose it is; 0 for a neutral one."""
    value: int | None
    """In views None where it lies face down and its set is another player's."""
    up: bool
    set: NotRequired[int]
    """Only of a neutral agent: the player whose neutral set it belongs to."""


class ZoneSeen(TypedDict):
    """A zone: two cards, each with five spaces, which are empty where a figure stands."""

    richelieu: str | None
    opposing: str | None
    r: list[AgentSeen | None]
    o: list[AgentSeen | None]


class AgentsSeen(TypedDict):
    """A set of agents off the board. Of another player's `hand` a view tells only how many."""

    hand: list[int] | int
    city: list[int]


class PlayerSeen(AgentsSeen):
    """What a player has."""

    prestige: int
    income: int
    military: int
    ecu: int
    jewels: int
    cards: list[str]


class PositionSeen(TypedDict):
    """A game between two moves. A view also says whose it is, under `for`."""

    game: str
    edition: str
    phase: Literal["action", "prize", "neutral", "over"]
    first: int
    """Who had the first turn."""
    turn: int | None
    """Whose turn it is, also while somebody else chooses about a prize."""
    to_act: int | None
    actions_left: int
    cardinal: int
    """Where he stands, past 30 too."""
    grey: str | None
    queen: str | None
    """The spaces of the figures; None in their palace."""
    zones: list[ZoneSeen]
    deck: list[int]
    """How many cards are left in each deck, Richelieu's first."""
    jewels: int
    """In the city."""
    players: list[PlayerSeen]
    neutral: list[AgentsSeen]
    """With two players: what each one's neutral set has."""
    legal: list[str]
    """In views only the moves of the seat itself."""
    scores: list[int] | None
    winners: list[int] | None
