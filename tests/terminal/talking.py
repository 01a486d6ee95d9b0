"""A person who talks to `intrigue play` over two streams, and children that can be interrupted."""

from __future__ import annotations

import io
import signal
from argparse import Namespace

from intrigue.locale import words
from intrigue.terminal import play
from intrigue.terminal.console import Talk


class Person(io.StringIO):
    """Types the lines it was given, then the same answer for ever; None: then nothing more."""

    def __init__(self, lines: str = "", then: str | None = None) -> None:
        super().__init__(lines)
        self.then = then

    def readline(self, size: int = -1) -> str:
        return super().readline() or (f"{self.then}\n" if self.then is not None else "")


def options(**said: object) -> Namespace:
    """What a command line says; bots that only roll dice, unless something else is said."""
    names = (
        "game",
        "players",
        "edition",
        "seed",
        "name",
        "seat",
        "resume",
        "save",
        "deck",
        "stall_guard",
        "level",
        "first",
    )
    return Namespace(**(dict.fromkeys(names) | {"bots": None if "level" in said else "random"} | said))


def talk(lines: str = "", then: str | None = None, columns: int = 80) -> Talk:
    return Talk(words("en"), Person(lines, then), io.StringIO(), columns=lambda: columns)


def converse(lines: str = "", then: str | None = None, **said: object) -> str:
    """All that was printed during a conversation."""
    conversation = talk(lines, then)
    play.play(options(**said), conversation)
    return conversation.target.getvalue()


def interruptible() -> None:
    """In a child: who ignores interrupts (nohup) hands that on, and a test must not depend on it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
