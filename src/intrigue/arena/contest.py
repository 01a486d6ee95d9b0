"""What is to be played: a pure value, from which all line-ups and seeds follow; so any part can be played anywhere.

A block is one deal played in all seat rotations. Its seeds follow from the contest's seed and the block's number alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from intrigue.arena.lineups import TABLES, tables
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import check_table
from intrigue.games import game

MOST = 10**8
"""Games of one contest; more do not fit into memory."""


@dataclass(frozen=True)
class Contest:
    """Bots, a table and a number of games. Two of them that differ in `games` only begin with the same games.

    >>> contest = Contest("oriflamme", 4, "fr", ("greedy", "random"), games=10, seed=1)
    >>> contest.blocks, contest.all_games
    (3, 12)
    """

    name: str
    players: int
    edition: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    tables: str = "auto"

    @property
    def game(self) -> Game[Any]:
        return game(self.name)

    @property
    def blocks(self) -> int:
        """How many deals."""
        return -(-self.games // self.players)

    @property
    def all_games(self) -> int:
        """How many games: all seat rotations of every deal."""
        return self.blocks * self.players

    @cached_property
    def lineups(self) -> list[tuple[int, ...]]:
        """For every block the bots, as numbers of the list, in the order of the seats of its first game."""
        return tables(self.tables, len(self.bots), self.players, self.blocks, self.seed)

    def arguments(self) -> dict[str, Any]:
        """What decides every single game; the number of games does not."""
        return {
            "game": self.name,
            "players": self.players,
            "edition": self.edition,
            "bots": list(self.bots),
            "seed": self.seed,
            "tables": self.tables,
        }


def checked_contest(contest: Contest, edition: str | None) -> Contest:
    """The same with its edition, after a look at everything but the bots."""
    edition = check_table(contest.game, contest.players, edition, ())
    if contest.tables not in TABLES:
        raise IntrigueError("error.no_tables", name=contest.tables, known=", ".join(TABLES))
    if not 1 <= contest.games <= MOST:
        raise IntrigueError("error.arena_games", most=MOST)
    if not contest.bots:
        raise IntrigueError("error.arena_bots")
    return Contest(contest.name, contest.players, edition, contest.bots, contest.games, contest.seed, contest.tables)


def rotate(lineup: tuple[int, ...], by: int) -> tuple[int, ...]:
    """The line-up of another game of the block: everybody has moved on by that many seats.

    >>> rotate((5, 6, 7), 1)
    (6, 7, 5)
    """
    return lineup[by:] + lineup[:by]


def deal_seed(seed: int, block: int) -> int:
    """What a block's games are dealt from, all alike."""
    return number(f"deal {seed} {block}")


def game_seed(seed: int, block: int, rotation: int) -> int:
    """What the bots' choices of one game follow from."""
    return number(f"game {seed} {block} {rotation}")


def number(text: str) -> int:
    """A number of 62 bits."""
    return int.from_bytes(hashlib.sha256(b"intrigue arena 1\n" + text.encode()).digest()[:8], "little") >> 2
