"""A record: the truth about a game as text. Headers, an empty line, one move a line; replayed, never trusted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from intrigue.engine.errors import BadLine, IntrigueError

COMMON = ("Game", "Edition", "Players", "Names", "Rules")


@dataclass
class Record:
    """A game as it was written down: its headers in order, its moves, and the lines they stand on.

    >>> record = Record.parse("Game: oriflamme\\nPlayers: 3\\nSeed: 7\\n\\nplace spy first # a comment\\n")
    >>> record.headers["Seed"], record.moves, record.line_of_move(0)
    ('7', ['place spy first'], 5)
    """

    headers: dict[str, str]
    moves: list[str] = field(default_factory=list)
    header_lines: dict[str, int] = field(default_factory=dict, compare=False)
    move_lines: list[int] = field(default_factory=list, compare=False)
    end_of_headers: int = field(default=1, compare=False)

    @classmethod
    def parse(cls, text: str | bytes) -> Record:
        """Reads a record; a fault raises `BadLine` with its line. What headers and moves mean is the match's affair."""
        lines = (decoded(text) if isinstance(text, bytes) else text).split("\n")  # splitlines knows too many ends
        record = cls({})
        in_headers = True
        for number, line in enumerate(lines, start=1):
            content = line.partition("#")[0].strip(" \t\r")
            if in_headers and content:
                record.add_header(content, number)
            elif content:
                record.moves.append(content)
                record.move_lines.append(number)
            elif in_headers and record.headers and "#" not in line:
                in_headers = False
        return record

    def add_header(self, content: str, line: int) -> None:
        key, colon, value = content.partition(":")
        if not colon or not key or key != key.strip():
            raise BadLine(line, IntrigueError("error.not_a_header", text=content[:60]))
        if key in self.headers:
            raise BadLine(line, IntrigueError("error.double_header", header=key))
        self.headers[key] = value.strip()
        self.header_lines[key] = line
        self.end_of_headers = line + 1

    def line_of(self, header: str) -> int:
        """The line of a header; where it is missing, the line after the last one."""
        return self.header_lines.get(header, self.end_of_headers)

    def line_of_move(self, index: int) -> int:
        """The line a move stands on; for a record that was never text, the line it would be written to."""
        return self.move_lines[index] if index < len(self.move_lines) else len(self.headers) + 2 + index

    def __str__(self) -> str:
        headers = "".join(f"{key}: {value}\n" for key, value in self.headers.items())
        return headers + "\n" + "".join(f"{move}\n" for move in self.moves)


def decoded(data: bytes) -> str:
    """The text of a file, or the line where it stops being text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise BadLine(data.count(b"\n", 0, fault.start) + 1, IntrigueError("error.not_text")) from None


def names_of(value: str, players: int) -> list[str]:
    """The names in a header; one for each player."""
    names = [name.strip() for name in value.split(",")]
    if len(names) != players or not all(names):
        raise IntrigueError("error.names", count=players)
    return names


def join_names(names: Iterable[str]) -> str:
    """Names as a header holds them."""
    listed = list(names)
    for name in listed:
        if not name.strip() or name != name.strip() or any(sign in name for sign in "#,\n\r"):
            raise IntrigueError("error.name", name=name)
    return ", ".join(listed)
