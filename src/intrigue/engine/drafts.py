"""Setting up a position piece by piece: a draft has the shape of a position, and need not be possible."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Set
from typing import Any, Protocol

from intrigue.engine.record import Record

Position = dict[str, Any]
"""The JSON of a position (notation, section 8)."""


class DraftChange(Protocol):
    """One touch of a draft, as a page writes it: a piece is moved, turned or marked, or something is set."""

    @property
    def do(self) -> str: ...
    @property
    def piece(self) -> str: ...
    @property
    def to(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def value(self) -> int | str: ...


class Drafts(ABC):
    """What a game knows of positions that are being set up."""

    keys: Set[str]
    """Of a position."""

    @abstractmethod
    def blank(self, edition: str, players: int) -> Position:
        """The beginning of a game, everything in its place."""

    @abstractmethod
    def check(self, position: Position) -> None:
        """Raises what is wrong with a draft that could not be drawn and changed."""

    @abstractmethod
    def change(self, position: Position, change: DraftChange) -> Position:
        """A draft after a change; the draft given is used up. A change that means nothing here raises."""

    @abstractmethod
    def fit(self, position: Position, kept: str = "") -> Position:
        """A draft with what follows from the rest put right; the draft given is used up. The piece `kept` stays where
        somebody has just laid it."""

    @abstractmethod
    def view(self, position: Position) -> dict[str, Any]:
        """A draft as a view, before anything happens in it; all of it lies open."""

    @abstractmethod
    def record(self, sketch: str) -> Record:
        """The record of a game that starts at a sketch, which may be one of another game of the family."""

    def with_names(self, sketch: str, edition: str = "") -> str:
        """A sketch of this game, and of an edition, if its sketches say such things."""
        return sketch
