"""A match played action by action: whole moves go to the match, a half-made one waits beside it."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.match import Match


class Walk:
    """Takes actions and tells what a seat has been shown.

    >>> import intrigue
    >>> walk = Walk(intrigue.new("oriflamme", players=3, seed=7))
    >>> walk.act(0), walk.match.to_act  # place archer: in an empty row that is a whole move
    (True, 1)
    >>> walk.act(3), walk.match.to_act  # place heir: where?
    (True, 1)
    >>> print(walk.information_state(1).splitlines()[-1])
    1 place heir ...
    >>> walk.act(0), walk.match.to_act
    (True, 2)
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.start = match.state.copy()
        self.heard = [list(match.events)]
        """What happened in the deal, and in each move."""
        self.begun: tuple[int, ...] = ()
        self.half: Any = None
        self.taken = 0

    @property
    def state(self) -> Any:
        """The state now, a half-made move included."""
        return self.match.state if self.half is None else self.half

    def act(self, action: int) -> bool:
        """One action of the player to act; whether it was legal. An illegal one changes nothing."""
        begun = (*self.begun, action)
        moves = {actions: move for move, actions in self.match.choices().items()}
        if not any(actions[: len(begun)] == begun for actions in moves):
            return False
        self.taken += 1
        whole = moves.get(begun)
        if whole is None:
            self.begun = begun
            self.half = self.match.state.copy()
            self.match.game.play(self.half, begun)
        else:
            self.begun, self.half = (), None
            self.play(whole)
        return True

    def play(self, move: str) -> None:
        """One whole move."""
        self.heard.append(self.match.play(move))

    def information_state(self, seat: int) -> str:
        """All that a seat (counted from 1; 0 is a spectator) was ever shown, as lines of text.

        First its view after the deal, then every move as it was shown, each with what the seat heard happen,
        and at last its own half-made move.
        """
        game = self.match.game
        lines = [json.dumps(game.view(self.start, seat))]
        lines += [event_text(game.event_for(event, seat)) for event in self.heard[0]]
        shown = zip(self.match.played, self.match.moves_for(seat), self.heard[1:], strict=True)
        for (_, by), move, events in shown:
            lines.append(f"{by} {move}")
            lines += [event_text(game.event_for(event, seat)) for event in events]
        if self.half is not None and self.match.to_act == seat:
            lines.append(f"{seat} {common_words(list(game.moves(self.half)))} ...")
        return "\n".join(lines)


def event_text(event: Event) -> str:
    return f"  {event.name} {json.dumps(event.values)}"


def common_words(texts: list[str]) -> str:
    """The words with which all texts begin.

    >>> common_words(["move 3 to 1", "move 3 to 12"])
    'move 3 to'
    """
    columns = zip(*(text.split(" ") for text in texts), strict=False)
    return " ".join(column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns))
