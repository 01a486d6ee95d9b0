"""A record: the truth about a game as text. Headers, an empty line, one move a line; replayed, never trusted."""

from __future__ import annotations

import codecs
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
    fault: BadLine | None = field(default=None, compare=False)
    """A line among the moves that cannot be read: what stands before it is still a game."""

    @classmethod
    def parse(cls, text: str | bytes) -> Record:
        """Reads a record; a fault raises `BadLine` with its line. What headers and moves mean is the match's affair."""
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        record = cls({})
        in_headers = True
        for number, raw in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), start=1):
            try:
                line = raw.decode()
            except UnicodeDecodeError:
                record.fault = BadLine(number, IntrigueError("error.not_text"))
                break
            content = line.partition("#")[0].strip(" \t\r")
            if in_headers and content:
                record.add_header(content, number)
            elif content:
                record.moves.append(content)
                record.move_lines.append(number)
            elif in_headers and record.headers and "#" not in line:
                in_headers = False
        if record.fault and in_headers:
            raise record.fault
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
        if not self.header_lines:  # never text: the line it would be written to
            return [*self.headers, header].index(header) + 1
        return self.header_lines.get(header, self.end_of_headers)

    def line_of_move(self, index: int) -> int:
        """The line a move stands on; for a record that was never text, the line it would be written to."""
        return self.move_lines[index] if index < len(self.move_lines) else len(self.headers) + 2 + index

    def __str__(self) -> str:
        headers = "".join(f"{key}: {value}\n" for key, value in self.headers.items())
        return headers + "\n" + "".join(f"{move}\n" for move in self.moves)


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
        if not name.strip() or name != name.strip() or any(sign in "#," or not sign.isprintable() for sign in name):
            raise IntrigueError("error.name", name=name)
    return ", ".join(listed)
