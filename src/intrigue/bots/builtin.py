"""The bots of the house: random, greedy and search. They run compiled where numba is, interpreted elsewhere."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from intrigue.bots.bot import Bot
from intrigue.bots.decision_memory import Thought
from intrigue.bots.plan import GREEDY, RANDOM, SEARCH, Plan
from intrigue.bots.registry import family_of
from intrigue.bots.sight import Sight
from intrigue.bots.spec import Options
from intrigue.engine.chance import any_of, sow
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game

SIMS = 1000
MOST_SIMS = 1_000_000
MOST_NODES = 1 << 16
"""Nodes a search may remember: with 40 bytes each, two and a half megabytes."""
REACH = 70
MOST_SEED = (1 << 63) - 1


class Dice:
    """A generator of its own."""

    def __init__(self, seed: int) -> None:
        self.generator = [0] * 4
        sow(self, seed)


class Random(Bot):
    """Any legal choice, each equally likely; a move of two halves is two choices.

    >>> import intrigue
    >>> Random("random").choose(Sight(intrigue.new("oriflamme", players=3, seed=7)), seed=1)
    'place conspiracy first'
    """

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        Options(spec).end()

    def choose(self, sight: Sight, seed: int) -> str:
        dice = Dice(seed)
        made: tuple[int, ...] = ()
        choices = sight.choices
        while len(choices) > 1:
            at = len(made)
            made += (any_of(dice, sum({1 << actions[at] for actions in choices.values()})),)
            choices = {move: actions for move, actions in choices.items() if actions[: at + 1] == made}
        return next(iter(choices))

    def plan_of(self, game: Game[Any]) -> Plan:
        return Plan.of(policy=RANDOM)


class Thinker(Bot):
    """A bot whose moves follow from a plan."""

    def choose(self, sight: Sight, seed: int) -> str:
        seed &= MOST_SEED
        thought = Thought(sight.game, self.plan_of(sight.game), sight.sample(seed))
        return move_of(sight, self.decide(thought, seed))

    def decide(self, thought: Thought, seed: int) -> tuple[int, ...]:
        return thought.decide(seed)

    @abstractmethod
    def plan_of(self, game: Game[Any]) -> Plan:
        """The plan."""


def move_of(sight: Sight, actions: tuple[int, ...]) -> str:
    """The move that is made of these actions."""
    return next(move for move, made in sight.choices.items() if made == actions)


class Greedy(Thinker):
    """Always what looks best at once: the family's `worth`. With `noise` it errs, the more the less it costs."""

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        options = Options(spec)
        self.noise = options.number("noise", 0, 0, 10000)
        options.end()

    def plan_of(self, game: Game[Any]) -> Plan:
        return Plan.of(policy=GREEDY, noise=self.noise)


class Search(Thinker):
    """Plays the rest of the game many times in imagined worlds, and takes what won most."""

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        options = Options(spec)
        if {"sims", "ms"} <= set(options.given):
            raise IntrigueError("error.bot_both", bot=options.name, one="sims", other="ms")
        self.ms = options.number("ms", 0, 1, 600_000)
        self.sims = options.number("sims", 0 if self.ms else SIMS, 1, MOST_SIMS)
        self.playout = options.word("playout", "greedy", ("random", "greedy"))
        self.worlds = options.number("worlds", 0, 1, MOST_SIMS)
        self.noise = options.number("noise", 0, 0, 10000)
        options.end()

    def decide(self, thought: Thought, seed: int) -> tuple[int, ...]:
        return thought.decide_within(self.ms / 1000, seed) if self.ms else thought.decide(seed)

    def plan(self, game: Game[Any]) -> Plan | None:
        """None for a search by the clock: it is not the same twice."""
        return self.plan_of(game) if self.sims else None

    def plan_of(self, game: Game[Any]) -> Plan:
        family = family_of(game)
        return Plan.of(
            policy=SEARCH,
            sims=self.sims,
            nodes=min(self.sims + 1, MOST_NODES) if self.sims else MOST_NODES,
            worlds=self.worlds,
            reach=REACH,
            noise=self.noise,
            trust=family.trust if self.playout == "greedy" else 0,
            point=family.point,
            playout=GREEDY if self.playout == "greedy" else RANDOM,
        )
