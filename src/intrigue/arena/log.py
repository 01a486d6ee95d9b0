"""The games so far, in a file that an interrupted contest goes on from: a line of JSON about the contest, one a block.

A line that was being written when the power went is cut off; its block is played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from intrigue.arena.contest import Contest
from intrigue.arena.play import Block, code_of
from intrigue.engine.depth import check_depth
from intrigue.engine.errors import IntrigueError

NAME = "blocks.jsonl"
FORMAT = 1


class Log:
    """The file, open to be added to. `done` holds the blocks that it held already."""

    def __init__(self, folder: str, contest: Contest) -> None:
        self.path = Path(folder) / NAME
        self.contest = contest
        self.done: dict[int, Block] = {}
        head = heading(contest)
        whole = self.read(head)
        self.file: IO[bytes] = self.path.open("r+b" if whole else "wb")
        self.file.truncate(whole)
        self.file.seek(whole)
        if not whole:
            self.write([head])

    def read(self, head: dict[str, Any]) -> int:
        """Takes over what was played; returns how many bytes of the file are whole lines."""
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), start=1):
            told = self.parse(line, number)
            if number == 1:
                agree(told, head)
            else:
                block = self.block(told, number)
                self.done[block.number] = block
        return whole

    def parse(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            check_depth(line)
            told = json.loads(line.decode())
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise IntrigueError("error.arena_log", line=number)
        return told

    def block(self, told: dict[str, Any], number: int) -> Block:
        """A block as it was written; only numbers of the right shape are believed."""
        try:
            block = Block(told["block"], tuple(told["lineup"]), told["won"], told["scores"])
            players = self.contest.players
            sizes = [len(block.lineup), len(block.won), len(block.scores), *map(len, block.scores)]
            whole = [block.number, *block.lineup, *block.won, *(score for scores in block.scores for score in scores)]
            sound = sizes == [players] * len(sizes) and all(type(one) is int for one in whole)
            sound = sound and block.number >= 0
            known = (
                not sound or block.number >= self.contest.blocks or block.lineup == self.contest.lineups[block.number]
            )
            sound = sound and known and all(0 < mask < 1 << players for mask in block.won)
        except (KeyError, TypeError):
            sound = False
        if not sound:
            raise IntrigueError("error.arena_log", line=number)
        return block

    def append(self, blocks: Iterable[Block]) -> None:
        """Adds blocks, whole lines at a time."""
        self.write({"block": one.number, "lineup": one.lineup, "won": one.won, "scores": one.scores} for one in blocks)

    def write(self, lines: Iterable[dict[str, Any]]) -> None:
        self.file.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def heading(contest: Contest) -> dict[str, Any]:
    """What must be the same for games to belong together."""
    return {"format": FORMAT, **contest.arguments(), "code": code_of(contest.name)}


def agree(told: dict[str, Any], head: dict[str, Any]) -> None:
    """Refuses to mix the games of two contests."""
    if "format" not in told:
        raise IntrigueError("error.arena_log", line=1)
    differ = [name for name in head if told.get(name) != head[name]]
    if differ == ["code"]:
        raise IntrigueError("error.arena_other_code")
    if differ:
        raise IntrigueError("error.arena_other", what=", ".join(differ))
