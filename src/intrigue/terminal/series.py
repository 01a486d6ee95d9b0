"""Games of bots, one after another. Each follows from its number: its seed deals it and decides its choices.

A game is told by its actions; its record and its arrays follow from them. Compiled or interpreted, it is the same game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from intrigue import bots
from intrigue.arena.play import Quiet
from intrigue.bots.builtin import Search
from intrigue.bots.plan import SEARCH, Plan
from intrigue.bots.sight import Sight, decision_seed
from intrigue.engine import targets
from intrigue.engine.batch import cores
from intrigue.engine.game import Game
from intrigue.engine.record import Record
from intrigue.terminal.opponents import move_without_waiting

FEW = 1000
"""So many games of bots that do not search are played before a compiler would be ready."""
PORTION = 500
"""Games at a time: what must fit into memory."""
PLAIN_PORTION = 20
"""Interpreted games at a time, of bots that are quick."""
SIMULATIONS = 100_000
"""Simulations at a time on each core: a second or two, which an interrupt has to wait for."""
DECISIONS = 64
"""Decisions in a game, roughly."""


@dataclass(frozen=True)
class Series:
    """What is played: a bot at each seat, and the seed of the first game."""

    game: Game[Any]
    players: int
    edition: str
    bots: tuple[str, ...]
    seed: int
    deal: Mapping[str, Any]
    """What a new match is told beside these."""

    def seed_of(self, number: int) -> int:
        """The seed of a game, counted from 0."""
        return self.seed + number

    def begin(self, number: int) -> Quiet:
        """A game before its first move."""
        match = Quiet.new(self.game, self.players, self.edition, self.seed_of(number), **self.deal)
        assert isinstance(match, Quiet)
        return match

    def plans(self) -> list[Plan]:
        """How the compiled loops play these bots; none if they cannot play all of them."""
        found = [plan for spec in self.bots if (plan := bots.make(spec).plan(self.game)) is not None]
        return found if len(found) == len(self.bots) else []

    def effort(self) -> float:
        """Simulations for a decision, on average; at least one."""
        plans = self.plans()
        return sum(max(1, plan.sims) for plan in plans) / len(plans) if plans else 1.0

    def searches(self) -> bool:
        """Whether some bot is too slow to be interpreted."""
        for bot in map(bots.make, self.bots):
            plan = bot.plan(self.game)
            if isinstance(bot, Search) or (plan is not None and plan.policy == SEARCH):
                return True
        return False


class Played(NamedTuple):
    """A game that was played: its number, its actions, and how it ended."""

    number: int
    trail: tuple[int, ...]
    winners: list[int]
    scores: list[int]


def worth_compiling(series: Series, games: int) -> bool:
    """Whether the compiled loops can play these games, and it pays to wait for them."""
    return targets.available() and bool(series.plans()) and games * series.effort() > FEW


def play(series: Series, games: int, compiled: bool) -> Iterator[list[Played]]:
    """All games in portions, in the order of their numbers."""
    size = portion(series, compiled)
    for start in range(0, games, size):
        numbers = range(start, min(start + size, games))
        yield compiled_games(series, numbers) if compiled else [plain_game(series, number) for number in numbers]


def portion(series: Series, compiled: bool) -> int:
    """Games at a time: as many as are played in a second or so."""
    if compiled:
        return max(cores(), min(PORTION, int(cores() * SIMULATIONS / (series.effort() * DECISIONS))))
    return PLAIN_PORTION if series.plans() and not series.searches() else 1


def compiled_games(series: Series, numbers: Sequence[int]) -> list[Played]:
    """Some games inside the compiled loops, on all cores."""
    from intrigue.bots.compiled import contest  # loads numba

    seeds = [series.seed_of(number) for number in numbers]
    told = contest(
        series.game,
        series.players,
        series.edition,
        series.plans(),
        deals=seeds,
        seeds=[as_int64(seed) for seed in seeds],
        seats=[list(range(series.players))] * len(seeds),
        trails=True,
        options=series.deal,
    )
    rows = zip(numbers, told.trails, told.made.tolist(), told.won.tolist(), told.scores.tolist(), strict=True)
    by_all = range(series.players)
    return [
        Played(number, tuple(trail[:made].tolist()), [seat + 1 for seat in by_all if won >> seat & 1], scores)
        for number, trail, made, won, scores in rows
    ]


def as_int64(seed: int) -> int:
    """A seed as a number of 64 bits: more of them decide nothing.

    >>> as_int64(7), as_int64(2**64 + 7), as_int64(2**64 - 1)
    (7, 7, -1)
    """
    return (seed + 2**63) % 2**64 - 2**63


def plain_game(series: Series, number: int) -> Played:
    """One game through the interface that every bot has."""
    match, seed = series.begin(number), series.seed_of(number)
    trail: tuple[int, ...] = ()
    seated: list[bots.Bot] = []
    try:
        for seat, spec in enumerate(series.bots, start=1):
            seated.append(bots.make(spec).sit(series.game, series.players, seat))
        while at := match.to_act:
            sight = Sight(match)
            move = move_without_waiting(seated[at - 1], sight, decision_seed(seed, len(match.played), at))
            trail += sight.choices[move]
            match.play(move)
    finally:
        for bot in seated:
            bot.leave()
    return Played(number, trail, match.winners or [], match.scores)


def record_of(series: Series, played: Played) -> Record:
    """A game as text: its actions put into words one by one, which is much faster than playing its moves anew."""
    match = series.begin(played.number)
    g, moves, at = match.state, [], 0
    while g.to_act >= 0:
        legal, g.legal = g.legal, 1 << played.trail[at]  # only the moves that begin so are written
        choices = series.game.moves(g)
        g.legal = legal
        move = next(move for move, actions in choices.items() if actions == played.trail[at : at + len(actions)])
        series.game.play(g, choices[move])
        at += len(choices[move])
        moves.append(move)
    return Record(match.record.headers, moves)
