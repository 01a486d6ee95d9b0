"""Saved games: an ordinary record, and in a comment who sits where and what the bots draw their choices from."""

from __future__ import annotations

import re
from argparse import Namespace
from typing import Any, NamedTuple

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.terminal import files, registry

NOTE = re.compile(r"^# intrigue play: seat (\d{1,3}), seed (\d{1,40})(?:, bots (.+?))?(?=\r?$)", re.MULTILINE)
UNSAID = "random"
"""The bots of a note that names none."""
MARK = "\ufeff"


class Base(NamedTuple):
    """The text that a game goes on from, and how many moves it holds."""

    text: str
    moves: int


class Saved(NamedTuple):
    """A game that can go on. `heard` is how many events the person had heard before the last own move.

    Only what was saved from here has a seat and bots.
    """

    match: Match
    seat: int | None
    seed: int
    heard: int
    base: Base
    bots: str | None

    @property
    def ours(self) -> bool:
        """Whether the file was written here, so that it may be written again."""
        return self.seat is not None


def save_text(match: Match, seat: int, seed: int, bots: str, base: Base | None = None) -> str:
    """The text of a saved game. What stood in the text it goes on from stays, comments too."""
    note = f"# intrigue play: seat {seat}, seed {seed}" + (f", bots {bots}" if bots != UNSAID else "")
    if base is None:
        return f"{note}\n{match.record}"
    end = "\r\n" if "\r\n" in base.text else "\n"
    mark, text = (MARK, base.text[1:]) if base.text.startswith(MARK) else ("", base.text)
    text = NOTE.sub(lambda _: note, text, count=1) if NOTE.search(text) else f"{note}{end}{text}"
    text += "" if text.endswith("\n") else end
    if not base.moves:
        text += "" if text.endswith(end * 2) else end  # an empty line ends the headers
    return mark + text + "".join(f"{move}{end}" for move, _ in match.played[base.moves :])


def read(name: str, options: Namespace) -> Saved:
    """The game in a file; any record will do."""
    data = files.read(name)
    try:
        record = Record.parse(data)
        text = data.decode("utf-8")
        note = NOTE.search(text.removeprefix(MARK))
        seat, seed, bots = (int(note[1]), int(note[2]), note[3] or UNSAID) if note else (None, 0, None)
        heard = told = 0
        for match in Match.replay(game_of(record, options), record):
            if match.played and match.played[-1][1] == seat:
                heard = told
            told = len(match.events)
    except BadLine as fault:
        raise files.BadFile(f"{name}:{fault.line}", fault.key, **fault.values) from None
    return Saved(match, seat, seed, heard, Base(text, len(match.played)), bots)


def game_of(record: Record, options: Namespace) -> Game[Any]:
    """The game that a record names, as the options want it."""
    try:
        if "Game" not in record.headers:
            raise IntrigueError("error.missing_header", header="Game")
        return registry.game_for(record.headers["Game"], options, record.headers)
    except files.BadFile:
        raise
    except IntrigueError as fault:
        raise BadLine(record.line_of("Game"), fault) from None
