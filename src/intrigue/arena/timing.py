"""How long bots think: `choose` timed at positions of the contest's own games, in this process, one after another.

Compiled contests cannot be timed inside, and busy cores disturb each other; so every bot is timed here, afterwards.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from intrigue.arena.contest import Contest, deal_seed, game_seed
from intrigue.arena.play import make_bot
from intrigue.bots.bot import Bot
from intrigue.bots.sight import Sight, decision_seed
from intrigue.engine.match import Match

DECISIONS = 100
"""Of each bot, if there is time."""
SECONDS = 1.0
"""For each bot, roughly; at least one decision is timed."""


class Thought(NamedTuple):
    """Milliseconds a decision takes: the mean, and what 95 of 100 stay below."""

    mean: float
    most: float
    decisions: int


class Clock:
    """The times of one bot so far."""

    def __init__(self) -> None:
        self.times: list[float] = []

    @property
    def enough(self) -> bool:
        return len(self.times) >= DECISIONS or sum(self.times) > SECONDS

    def choose(self, bot: Bot, sight: Sight, seed: int) -> str:
        if not self.times:
            bot.choose(sight, seed)  # the first decision loads what all need
        start = time.perf_counter()
        move = bot.choose(sight, seed)
        self.times.append(time.perf_counter() - start)
        return move

    def summary(self) -> Thought:
        ordered = sorted(self.times)
        most = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
        return Thought(1000 * sum(ordered) / len(ordered), 1000 * most, len(ordered))


def thoughts(contest: Contest) -> dict[str, Thought]:
    """How long each bot thinks, by how it is written."""
    clocks = {spec: Clock() for spec in contest.bots}
    for number, lineup in enumerate(contest.lineups):
        specs = [contest.bots[bot] for bot in lineup]
        if all(clock.enough for clock in clocks.values()):
            break
        if not all(clocks[spec].enough for spec in specs):
            time_game(contest, number, specs, clocks)
    return {spec: clock.summary() for spec, clock in clocks.items() if clock.times}


def time_game(contest: Contest, number: int, specs: list[str], clocks: dict[str, Clock]) -> None:
    """Times the first game of a block until everybody at the table has had enough."""
    match: Any = Match.new(contest.game, contest.players, contest.edition, deal_seed(contest.seed, number))
    seed = game_seed(contest.seed, number, 0)
    seated: list[Bot] = []
    try:
        for seat, spec in enumerate(specs, start=1):
            seated.append(make_bot(spec).sit(contest.game, contest.players, seat))
        while (at := match.to_act) and not all(clocks[spec].enough for spec in specs):
            sight, own = Sight(match), decision_seed(seed, len(match.played), at)
            match.play(clocks[specs[at - 1]].choose(seated[at - 1], sight, own))
    finally:
        for bot in seated:
            bot.leave()
