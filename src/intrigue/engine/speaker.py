"""A game in words: what every game's speaker can say in one language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from intrigue.engine.events import Event
from intrigue.locale import Words


class Speaker(ABC):
    """Tells one game in one language, with the names of its players (the game's own where there are none)."""

    def __init__(self, words: Words, players: int, names: Sequence[str] = ()) -> None:
        self.words = words
        self.names = list(names) or [self.usual_name(player) for player in range(1, players + 1)]

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.names[player - 1]

    @abstractmethod
    def usual_name(self, player: int) -> str:
        """What a player is called who gave no name."""

    @abstractmethod
    def event(self, event: Event) -> str:
        """What happened, as a sentence."""

    @abstractmethod
    def question(self, view: dict[str, Any], acting: str | None) -> str:
        """What the player to act is asked; `acting` is what `Game.acting` says."""

    @abstractmethod
    def move(self, move: str, view: dict[str, Any]) -> str:
        """What a legal move means, for a menu."""

    @abstractmethod
    def result(self, position: dict[str, Any]) -> list[str]:
        """Who won, with the scores, best first."""
