"""How things look in a terminal: emblems, colours, and lines that fit a width. Knows no game."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TextIO

SPACE = "\u00a0"
"""Stands for a space where a line may not break; printed as a plain one."""


class Signs(NamedTuple):
    """The signs that a table is drawn with."""

    emblems: Sequence[str]
    back: str
    token: str
    card: str
    pointer: str
    first: str
    under: str
    more: str
    corners: str  # top left, top right, bottom left, bottom right
    across: str
    up: str  # the sides of a card that lies face up
    down: str


FINE = Signs("♜⚜☀☾★", "░░░", "●", "▯", "▶", "⚑", "└", "…", "╭╮╰╯", "─", "│", "┊")
PLAIN = Signs([f"[{letter}]" for letter in "ABCDE"], "###", "*", "=", ">", "^", "`", "~", "++++", "-", "|", ":")

FAMILY_COLOURS = ("31", "94", "33", "35", "32")
BOLD, DIM = "1", "2"
LONGEST_NAME = 20
PRINTERS = str.maketrans({"’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "…": "..."})


class Ink:
    """What this terminal can show: colours or none, fine signs or ASCII."""

    def __init__(self, colour: bool = False, fine: bool = True) -> None:
        self.colour = colour
        self.fine = fine
        self.signs = FINE if fine else PLAIN
        self.colours: Sequence[str] = FAMILY_COLOURS

    @classmethod
    def of(cls, stream: TextIO, environment: Mapping[str, str] = os.environ, colour: bool = True) -> Ink:
        """What a stream can show, and what the environment asks for."""
        wanted = colour and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
        return cls(wanted and stream.isatty(), can_write(stream.encoding, "".join([*FINE.emblems, *FINE[1:]])))

    def paint(self, text: str, *codes: str) -> str:
        """The text in colours, where there are any."""
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and codes and text else text

    def family(self, family: int, text: str) -> str:
        """The text in a family's colour; families are counted from 1."""
        return self.paint(text, self.colours[family - 1])

    def emblem(self, family: int) -> str:
        return self.signs.emblems[family - 1]

    def labels(self, names: Sequence[str]) -> list[str]:
        """Names with their families' emblems, which no line break tears apart."""
        shown = [cut(visible(name), LONGEST_NAME, self.signs.more) for name in names]
        return [f"{self.emblem(n)} {name}".replace(" ", SPACE) for n, name in enumerate(shown, start=1)]

    def printable(self, line: str, labels: Sequence[str] = ()) -> str:
        """A line as it is printed: labels in colours, spaces that no longer need to hold, only signs that exist."""
        if self.colour and labels:
            longest = sorted(labels, key=len, reverse=True)
            line = re.sub(
                "|".join(map(re.escape, longest)), lambda found: self.family(labels.index(found[0]) + 1, found[0]), line
            )
        line = line.replace(SPACE, " ")
        return line if self.fine else line.translate(PRINTERS)


def can_write(encoding: str | None, text: str) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def visible(text: str) -> str:
    r"""Text from outside with nothing in it that a terminal would obey.

    >>> visible("Ann\x1b[2J")
    'Ann\\x1b[2J'
    """
    return "".join(
        sign if sign.isprintable() or unicodedata.category(sign) == "Zs" else escape_sign(sign) for sign in text
    )


def escape_sign(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")


def width(text: str) -> int:
    """How many columns a text takes.

    >>> width("♜ Tower"), width("太郎")
    (7, 4)
    """
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def pad(text: str, columns: int) -> str:
    """The text with spaces after it."""
    return text + " " * (columns - width(text))


def cut(text: str, columns: int, more: str = "…") -> str:
    """The text, shortened if it is too wide.

    >>> cut("Assassination", 8)
    'Assassi…'
    """
    if width(text) <= columns:
        return text
    while text and width(text) + width(more) > columns:
        text = text[:-1]
    return (text + more)[:columns]


def wrap(text: str, columns: int, first: str = "", rest: str | None = None) -> list[str]:
    """The text as lines of at most so many columns, the first one and the others behind an indent.

    >>> wrap("Tower places the Archer first.", 16, "- ", "  ")
    ['- Tower places', '  the Archer', '  first.']
    """
    rest = first if rest is None else rest
    lines, line = [], first
    empty = True
    for word in text.split(" "):
        if not empty and width(line) + 1 + width(word) > columns:
            lines.append(line)
            line, empty = rest, True
        while empty and width(line) + width(word) > columns:
            head = cut(word, max(1, columns - width(line)), "")
            lines.append(line + head)
            line, word = rest, word[len(head) :]
        line += word if empty else " " + word
        empty = False
    return [*lines, line]


def in_columns(items: Sequence[str], columns: int, indent: str = "  ") -> list[str]:
    """Short items side by side, to be read downwards, in as many columns as fit; none: not even one fits.

    >>> in_columns(["1 Archer", "2 Spy", "3 Heir"], 22)
    ['  1 Archer  3 Heir', '  2 Spy']
    """
    for number in range(len(items), 0, -1):
        height = -(-len(items) // number)
        pillars = [items[start : start + height] for start in range(0, len(items), height)]
        broad = [max(map(width, pillar)) for pillar in pillars]
        if width(indent) + sum(broad) + 2 * (len(broad) - 1) <= columns:
            rows = [[pillar[row] for pillar in pillars if row < len(pillar)] for row in range(height)]
            return [indent + "  ".join(map(pad, row, broad)).rstrip() for row in rows]
    return []
