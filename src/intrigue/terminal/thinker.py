"""A process of our own that thinks for the bots, so that whoever talks to a person never stands still.

It compiles, or loads what was compiled before, while the person reads. Questions and answers are JSON, one a line. It
ends with its input.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from typing import Any

import intrigue
from intrigue.bots import family, make
from intrigue.bots.plain import Thinker as Thinking
from intrigue.bots.thought import Thought
from intrigue.engine import targets
from intrigue.engine.game import Game

TICK = 0.2
"""Seconds between two looks at how far it is."""


class Gone(Exception):
    """The process has ended."""


class Thinker:
    """The process as we see it: it is asked things one after another."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.done, self.total = 0, 0
        """How far the compiler is."""
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        path = os.pathsep.join(filter(None, sys.path))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt is for us
        )
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Takes the lines as they come; the last one is empty."""
        assert self.process.stdout
        with self.process.stdout as said:
            for line in said:
                self.lines.put(line)
        self.lines.put(b"")

    def ask(self, spec: str, world: Any, seed: int) -> None:
        """A question; the world is one that the bot's seat cannot tell from the true one."""
        box, told = self.game.box.to_bytes().hex(), world.to_bytes().hex()
        question = {"game": self.game.name, "box": box, "bot": spec, "world": told, "seed": seed}
        assert self.process.stdin
        with suppress(OSError):  # who has ended does not answer either
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()

    def answer(self, waiting: Callable[[], None]) -> tuple[int, ...]:
        """The actions that answer the oldest question; `waiting` is called while there is none."""
        while True:
            try:
                line = self.lines.get(timeout=TICK)
            except queue.Empty:
                waiting()
                continue
            if not line:
                self.lines.put(b"")
                raise Gone
            told = json.loads(line)
            if "actions" in told:
                return tuple(told["actions"])
            self.done, self.total = told["compiled"]
            waiting()

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin
        with suppress(OSError):
            self.process.stdin.close()


# The process itself


def main() -> None:
    """Answers every question of standard input."""
    for line in sys.stdin:
        tell({"actions": answer(json.loads(line))})


def answer(question: dict[str, Any]) -> tuple[int, ...]:
    """The actions of the bot's move."""
    game = game_with(question["game"], bytes.fromhex(question["box"]))
    if targets.available():
        family.compiler(game).progress = lambda done, total: tell({"compiled": [done, total]})
    bot = make(question["bot"])
    assert isinstance(bot, Thinking)
    world = game.state.from_bytes(bytes.fromhex(question["world"]))
    return bot.decide(Thought(game, bot.plan_of(game), world), question["seed"])


def game_with(name: str, box: bytes) -> Game[Any]:
    """The game with what is printed in the box of whoever asks: it may be a deck file's."""
    game = copy(intrigue.game(name))
    game.box = type(game.box).from_bytes(box)
    return game


def tell(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main()
