"""A conversation with one person over two streams: sentences go out, lines come in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from intrigue.locale import Words
from intrigue.terminal.style import BOLD, Ink, visible, wrap


class Leaving(Exception):
    """The person wants to go, or there is nobody to ask any more."""


class Talk:
    """Says things and asks for lines. The width is asked for anew each time: terminals change."""

    def __init__(
        self,
        words: Words,
        source: TextIO,
        target: TextIO,
        ink: Ink | None = None,
        columns: Callable[[], int] | None = None,
    ) -> None:
        self.words = words
        self.source = source
        self.target = target
        self.ink = ink or Ink()
        self.columns = columns or (lambda: 80)
        self.labels: Sequence[str] = ()

    def lines(self, lines: Iterable[str]) -> None:
        """Lines that fit already."""
        for line in lines:
            self.target.write(self.ink.printable(line, self.labels) + "\n")

    def say(self, key: str, **values: object) -> None:
        """A sentence of the catalogue."""
        self.text(self.words(key, **values))

    def command(self, key: str, command: str, **values: object) -> None:
        """A sentence, and below it a command to type, in one piece so that it can be copied."""
        self.say(key, **values)
        self.lines([f"  {visible(command)}"])

    def text(self, text: str, first: str = "", rest: str | None = None) -> None:
        """Any text, wrapped."""
        self.lines(wrap(text, self.columns(), first, rest))

    def ask(self, prompt: str) -> str:
        """The line that is typed after a prompt; the end of the input is `Leaving`."""
        self.target.write(self.ink.paint(self.ink.printable(prompt), BOLD) + " ")
        self.target.flush()
        line = self.source.readline()
        if not line:
            self.target.write("\n")
            raise Leaving
        return line.strip()

    def number(self, prompt: str, low: int, high: int, usual: int) -> int:
        """A number between two, or the usual one by Enter."""
        while True:
            typed = self.ask(prompt)
            if not typed:
                return usual
            number = number_in(typed)
            if number is not None and low <= number <= high:
                return number
            self.say("play.number", low=low, high=high)


def number_in(typed: str) -> int | None:
    """The number that was typed, if it is one.

    >>> number_in("12"), number_in("-1"), number_in("²"), number_in("")
    (12, None, None, None)
    """
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None
