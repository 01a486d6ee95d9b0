"""Trifle in words: events, questions, moves and results as sentences of a language."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.speaker import Speaker as GameSpeaker


class Speaker(GameSpeaker):
    """Tells of a fox, a hare, and whoever joins them."""

    def usual_name(self, player: int) -> str:
        return self.words(f"trifle.player.{player}")

    def event(self, event: Event) -> str:
        blanks = dict(event.values)
        key = f"trifle.event.{event.name}"
        if card := blanks.pop("card", None):
            blanks = {"player": card["player"], "value": card["value"]}
            key += ".hidden" if card["value"] is None else ""
        if "player" in blanks:
            blanks["player"] = self.name(blanks["player"])
        return self.words(key, **blanks)

    def question(self, view: dict[str, Any], acting: str | None) -> str:
        return self.words("trifle.ask.lay", player=self.name(view["to_act"]))

    def move(self, move: str, view: dict[str, Any]) -> str:
        return self.words("trifle.move.lay", value=move.split(" ")[1])

    def result(self, position: dict[str, Any]) -> list[str]:
        scores = sorted(((points, -n) for n, points in enumerate(position["scores"], start=1)), reverse=True)
        lines = [self.words("trifle.result.score", player=self.name(-n), n=points) for points, n in scores]
        winners = [self.name(player) for player in position["winners"]]
        if len(winners) == 1:
            return [*lines, self.words("result.winner", player=winners[0])]
        return [*lines, self.words("result.shared", players=self.words.listing(winners))]
