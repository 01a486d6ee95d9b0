"""A process of our own that thinks for the bots, so that whoever talks to a person never stands still.

It compiles, or loads what was compiled before, while the person reads.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from intrigue.bots import process
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
        self.process = subprocess.Popen(
            process.command(),
            env=process.environment(),
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
        assert self.process.stdin
        with suppress(OSError):  # who has ended does not answer either
            self.process.stdin.write(process.line(process.question(self.game, spec, world, seed)))
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
