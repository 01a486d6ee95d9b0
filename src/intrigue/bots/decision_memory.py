"""One decision of a compiled bot, made from a world that its player cannot tell from the true one."""

from __future__ import annotations

import time
from typing import Any

from intrigue.bots import loops, registry
from intrigue.bots.plan import Plan
from intrigue.bots.tree import STATES, Node
from intrigue.engine import targets
from intrigue.engine.game import Game

SECOND = 6
"""Where the second action of a move begins in the number that tells it."""


class Thought:
    """The memory of one decision: two states, and the nodes that the plan allows. Made for it and then forgotten."""

    def __init__(self, game: Game[Any], plan: Plan, world: Any, fast: bool | None = None) -> None:
        self.fast = targets.available() if fast is None else fast
        self.rules: Any = registry.compiler(game) if self.fast else registry.plain(game)
        self.plans: Any = [plan]
        self.box: Any = [game.box]
        self.sims = plan.sims
        self.states: Any = [world, world.copy()]
        self.nodes: Any = [Node() for _ in range(0 if self.fast else plan.nodes)]
        if self.fast:
            import numpy as np

            self.plans = np.frombuffer(plan.to_bytes(), Plan.dtype())
            self.box = game.box_array()
            self.states = np.frombuffer(bytearray(world.to_bytes() * STATES), game.state.dtype())
            self.nodes = np.empty(plan.nodes, Node.dtype())

    def decide(self, seed: int) -> tuple[int, ...]:
        """The actions of the move, by as many simulations as the plan says."""
        return self.go_on(seed, 0, self.sims)

    def decide_within(self, seconds: float, seed: int) -> tuple[int, ...]:
        """The actions of the move, by as many simulations as the time allows."""
        self.go_on(seed, 0, 1)  # loads what all need, before the clock starts
        start = time.perf_counter()
        done, portion = 0, 1
        while True:
            found = self.go_on(seed, done, done + portion)
            done += portion
            spent = time.perf_counter() - start
            if spent >= seconds:
                return found
            portion = max(1, min(done, int((seconds - spent) * done / spent / 2)))

    def go_on(self, seed: int, start: int, stop: int) -> tuple[int, ...]:
        """The actions of the move after the simulations of these numbers."""
        loop = self.rules.kernel(loops.decide_one)
        return actions(int(loop(self.states, self.box, self.nodes, self.plans, seed, start, stop)))


def actions(told: int) -> tuple[int, ...]:
    """The actions of a move that a rule told as one number.

    >>> actions(5), actions(5 | 22 << 6)
    ((5,), (5, 21))
    """
    second = (told >> SECOND) - 1
    return (told & 63,) if second < 0 else (told & 63, second)
