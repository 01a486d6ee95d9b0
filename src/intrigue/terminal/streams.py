"""The three standard streams, whatever state they are handed over in: closed, full, or with nobody at the other end."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
from typing import TextIO

PAGE = 100
"""Columns where nobody's screen decides."""


def mend() -> None:
    """Puts something in the place of a closed stream, so that no file that is opened later takes its number.

    What stands for standard input cannot be read, and what stands for standard output cannot be written: whoever needs
    them is told. What would go to standard error is lost.
    """
    sys.stdin = sys.stdin or stand_in(os.O_WRONLY, "r")
    sys.stdout = sys.stdout or stand_in(os.O_RDONLY, "w")
    sys.stderr = sys.stderr or stand_in(os.O_WRONLY, "w")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def stand_in(access: int, mode: str) -> TextIO:
    return open(os.open(os.devnull, access), mode, encoding="utf-8")  # type: ignore[return-value]


def complain(line: str) -> None:
    """One line on standard error, where there is one."""
    with contextlib.suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)


def silence() -> None:
    """Gives up standard output: what is left to be written goes nowhere, also at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def columns() -> int:
    """How wide a text may be: the screen's width, or a page's."""
    return min(shutil.get_terminal_size().columns, PAGE) if sys.stdout.isatty() else PAGE


class Bar:
    """A bar on standard error that overwrites itself; nothing where that is no terminal."""

    LENGTH = 30

    def __init__(self) -> None:
        self.drawn = False

    def draw(self, done: int, total: int, text: str) -> None:
        if sys.stderr.isatty():
            full = self.LENGTH * done // max(1, total)
            self.put(f"\r\x1b[K[{'#' * full}{'.' * (self.LENGTH - full)}] {text}")
            self.drawn = True

    def clear(self) -> None:
        if self.drawn:
            self.put("\r\x1b[K")
            self.drawn = False

    @staticmethod
    def put(text: str) -> None:
        with contextlib.suppress(OSError):
            print(text, end="", file=sys.stderr, flush=True)
