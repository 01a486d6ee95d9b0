"""Playing chunks of a contest: `play_chunk(chunk)` is pure, and both can be sent to another process or machine.

A game is the same in every way of playing it: compiled bots inside one loop, any bots through `Match` and `Sight`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from intrigue import bots, engine
from intrigue.arena.contest import Contest, deal_seed, game_seed, rotate
from intrigue.arena.lineups import Lineup
from intrigue.bots.bot import Bot
from intrigue.bots.plan import SEARCH, Plan
from intrigue.bots.sight import Sight, decision_seed
from intrigue.engine import targets
from intrigue.engine.errors import IntrigueError
from intrigue.engine.events import Event
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.games import game as game_of

WORK = 30_000
"""Simulations in a chunk, roughly: some seconds at most."""
UNKNOWN, LONG = 200, 10_000
"""Simulations that a decision of an outside program, and of a search against the clock, is as slow as."""
TURNS = 16
"""Decisions of a seat in a game, roughly."""
CHUNKS = 64
"""A contest of quick games is cut into so many chunks at least."""


class Block(NamedTuple):
    """The games of one deal, rotation by rotation: who won (a mask of seats), the points of every seat."""

    number: int
    lineup: Lineup
    won: list[int]
    scores: list[list[int]]


@dataclass(frozen=True)
class Chunk:
    """Some blocks, and all that is needed to play them anywhere."""

    game: str
    players: int
    edition: str
    bots: tuple[str, ...]
    seed: int
    code: str
    compiled: bool
    numbers: tuple[int, ...]
    lineups: tuple[Lineup, ...]


def chunks(contest: Contest, numbers: Sequence[int], compiled: bool) -> list[Chunk]:
    """Cuts the blocks of these numbers into chunks."""
    size = chunk_size(contest)
    parts = [tuple(numbers[start : start + size]) for start in range(0, len(numbers), size)]
    code = code_of(contest.name)
    return [
        Chunk(
            contest.name,
            contest.players,
            contest.edition,
            contest.bots,
            contest.seed,
            code,
            compiled,
            part,
            tuple(contest.lineups[number] for number in part),
        )
        for part in parts
    ]


def chunk_size(contest: Contest) -> int:
    """Blocks in a chunk: few of slow bots, so that little is lost when somebody interrupts."""
    mean = sum(effort(spec, contest.game) for spec in contest.bots) / len(contest.bots)
    block = contest.players * contest.players * TURNS * mean
    return max(1, min(int(WORK / block), -(-contest.blocks // CHUNKS)))


def effort(spec: str, game: Game[Any]) -> int:
    """What a decision of a bot costs, in simulations, roughly."""
    plan = make_bot(spec).plan_of(game)
    if plan is None:
        return UNKNOWN
    return plan.sims or LONG if plan.policy == SEARCH else 1


def play_chunk(chunk: Chunk) -> list[Block]:
    """The blocks of a chunk, played."""
    if code_of(chunk.game) != chunk.code:
        raise IntrigueError("error.arena_code")
    return compiled_blocks(chunk) if chunk.compiled and targets.available() else plain_blocks(chunk)


# Any bots


def plain_blocks(chunk: Chunk) -> list[Block]:
    """Games through the interface that every bot has."""
    game, all_bots = game_of(chunk.game), [make_bot(spec) for spec in chunk.bots]
    found = []
    for number, lineup in zip(chunk.numbers, chunk.lineups, strict=True):
        block = Block(number, lineup, [], [])
        for rotation in range(chunk.players):
            seats = [all_bots[bot] for bot in rotate(lineup, rotation)]
            deal, seed = deal_seed(chunk.seed, number), game_seed(chunk.seed, number, rotation)
            match = play_game(game, chunk.edition, seats, deal, seed)
            block.won.append(sum(1 << winner - 1 for winner in match.winners or ()))
            block.scores.append(match.scores)
        found.append(block)
    return found


class Quiet(Match):
    """A match that tells no story: no bot hears one, and it takes time."""

    def collect_events(self) -> list[Event]:
        self.state.listener = None
        return []


def play_game(game: Game[Any], edition: str, bots: Sequence[Bot], deal: int, seed: int) -> Match:
    """One game from its deal to its end, seat by seat."""
    match = Quiet.new(game, len(bots), edition, deal)
    seated: list[Bot] = []
    try:
        for seat, bot in enumerate(bots, start=1):
            seated.append(bot.sit(game, len(bots), seat))
        while at := match.to_act:
            match.play(seated[at - 1].choose(Sight(match), decision_seed(seed, len(match.played), at)))
    finally:
        for bot in seated:
            bot.leave()
    return match


def prepare(contest: Contest) -> None:
    """Compiles what the bots need, once, before other processes want it at the same time."""
    match = Quiet.new(contest.game, contest.players, contest.edition, contest.seed)
    for spec in dict.fromkeys(contest.bots):
        if make_bot(spec).plan_of(contest.game) is not None:
            make_bot(spec).choose(Sight(match), 0)


@cache
def make_bot(spec: str) -> Bot:
    return bots.make(spec)


# Compiled bots


def all_compiled(contest: Contest) -> bool:
    """Whether every bot can play inside the compiled loops here."""
    return targets.available() and all(plan_of(spec, contest.game) is not None for spec in contest.bots)


def plan_of(spec: str, game: Game[Any]) -> Plan | None:
    """The plan of a bot that the compiled loops can follow."""
    return make_bot(spec).plan(game)


def compiled_blocks(chunk: Chunk) -> list[Block]:
    """Games inside one compiled loop."""
    from intrigue.bots.compiled import contest  # loads numba

    game, by_all = game_of(chunk.game), range(chunk.players)
    plans = [plan for spec in chunk.bots if (plan := plan_of(spec, game)) is not None]
    played = contest(
        game,
        chunk.players,
        chunk.edition,
        plans,
        deals=[deal for number in chunk.numbers for deal in [deal_seed(chunk.seed, number)] * chunk.players],
        seeds=[game_seed(chunk.seed, number, by) for number in chunk.numbers for by in by_all],
        seats=[rotate(lineup, by) for lineup in chunk.lineups for by in by_all],
        workers=1,
    )
    won, scores = played.won.tolist(), played.scores.tolist()
    starts = range(0, len(won), chunk.players)
    return [
        Block(number, lineup, won[at : at + chunk.players], scores[at : at + chunk.players])
        for number, lineup, at in zip(chunk.numbers, chunk.lineups, starts, strict=True)
    ]


# The code that played


@cache
def code_of(name: str) -> str:
    """A hash over the code that decides games: the rules' and the bots'."""
    return f"{rules_of(name)}-{digest([folder_of(bots)])}"


@cache
def rules_of(name: str) -> str:
    """A hash over the rules of a game: the files of the engine and of the game's family, tables of cards included."""
    return digest([folder_of(engine), folder_of(sys.modules[type(game_of(name)).__module__])])


def folder_of(module: Any) -> Path:
    return Path(module.__file__).parent


def digest(folders: list[Path]) -> str:
    """A hash over all sources in these folders, loaded or not, so that every process finds the same."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml"):
                found.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]
