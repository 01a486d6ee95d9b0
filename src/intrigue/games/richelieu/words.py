"""Richelieu in words: events, questions, moves and results as sentences of a language."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.speaker import Speaker as GameSpeaker


class Speaker(GameSpeaker):
    """Richelieu; a player without a name is called after the colour."""

    def usual_name(self, player: int) -> str:
        return self.words(f"noble.{player}.name")

    def event(self, event: Event) -> str:
        return self.words(f"richelieu.event.{event.name}", **event.values)

    def question(self, view: dict[str, Any], acting: str | None) -> str:
        return self.words("richelieu.ask")

    def move(self, move: str, view: dict[str, Any]) -> str:
        return move

    def result(self, position: dict[str, Any]) -> list[str]:
        return []
