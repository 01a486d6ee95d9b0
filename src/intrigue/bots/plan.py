"""How a compiled bot plays, as numbers that the compiled loops read."""

from __future__ import annotations

from typing import Self

from intrigue.engine.state import Flat, i8, i32

RANDOM, GREEDY, SEARCH = range(3)


class Plan(Flat):
    """How a compiled bot plays."""

    sims: int = i32("simulations a move")
    nodes: int = i32("the most nodes a search may remember")
    worlds: int = i32("how many worlds a search imagines; 0: a new one for each simulation")
    reach: int = i32("how far a search looks beyond what has won so far, in hundredths")
    trust: int = i32("how many simulations greedy's opinion of a choice weighs as much as")
    point: int = i32("what a point is worth, in thousandths of a win")
    noise: int = i32("how much a bot misjudges: in thousandths of a win (search), in hundredths of a point (greedy)")
    policy: int = i8("RANDOM, GREEDY or SEARCH")
    playout: int = i8("the policy of a search's playouts: RANDOM or GREEDY")

    @classmethod
    def of(cls, **numbers: int) -> Self:
        """A plan with these numbers, the others 0."""
        plan = cls()
        for name, number in numbers.items():
            setattr(plan, name, number)
        return plan
