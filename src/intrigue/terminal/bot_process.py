"""A process of our own that thinks for the bots, so that whoever talks to a person never stands still.

It compiles, or loads what was compiled before, while the person reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from intrigue.bots import process
from intrigue.bots.client import Client, parse
from intrigue.engine.game import Game

TICK = 0.2
"""Seconds between two looks at how far it is."""


class Thinker:
    """The process as we see it: it is asked things one after another. One that has ended raises `client.Failed`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.done, self.total = 0, 0
        """How far the compiler is."""
        self.client = Client(process.command(), process.environment(), logs_errors=False)

    def ask(self, spec: str, world: Any, seed: int) -> None:
        """A question; the world is one that the bot's seat cannot tell from the true one."""
        self.client.tell(process.question(self.game, spec, world, seed))

    def answer(self, waiting: Callable[[], None]) -> tuple[int, ...]:
        """The actions that answer the oldest question; `waiting` is called while there is none."""
        actions = self.actions()
        while actions is None:
            self.client.exchange(TICK)
            if (actions := self.actions()) is None:
                waiting()
        return actions

    def actions(self) -> tuple[int, ...] | None:
        """The oldest answer that has come, if any; what came before it is how far the compiler is."""
        while (line := self.client.line()) is not None:
            message = parse(line)
            if "actions" in message:
                return tuple(message["actions"])
            self.done, self.total = message["compiled"]
        return None

    def stop(self) -> None:
        """Ends the process, whatever it does."""
        self.client.stop()
