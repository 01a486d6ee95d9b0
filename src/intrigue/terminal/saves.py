"""Saved games: an ordinary record, and in a comment who sits where and what the bots draw their choices from."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

import intrigue
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.terminal import files

NOTE = re.compile(r"^# intrigue play: seat (\d{1,3}), seed (\d{1,40})\r?$", re.MULTILINE)


class Saved(NamedTuple):
    """A game that can go on. `heard` is how many events the person had heard before the last own move."""

    match: Match
    seat: int | None
    seed: int
    heard: int


def written(match: Match, seat: int, seed: int) -> str:
    """The text of a saved game."""
    return f"# intrigue play: seat {seat}, seed {seed}\n{match.record}"


def read(name: str) -> Saved:
    """The game in a file; any record will do."""
    text = files.read(name)
    record = Record.parse(text)
    note = NOTE.search(text.decode("utf-8-sig"))
    seat, seed = (int(note[1]), int(note[2])) if note else (None, 0)
    heard = told = 0
    for match in Match.replay(intrigue.game_of(record), record):
        if match.played and match.played[-1][1] == seat:
            heard = told
        told = len(match.events)
    return Saved(match, seat, seed, heard)


def command(*words: str) -> str:
    """A command as one types it."""
    return shlex.join(["intrigue", *words])
