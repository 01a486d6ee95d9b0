"""How a compiled bot plays, as numbers that the compiled loops read."""

from __future__ import annotations

from intrigue.engine.state import Flat, i8, i32

RANDOM, GREEDY, SEARCH = range(3)


class Plan(Flat):
    """How a compiled bot plays."""

    sims: int = i32("simulations a move")
    nodes: int = i32("the most nodes a search may remember")
    worlds: int = i32("how many worlds it imagines; 0: a new one for each simulation")
    reach: int = i32("how far it explores, in hundredths")
    temper: int = i32("how much it errs, in thousandths of a win (search) or hundredths of a point (greedy)")
    policy: int = i8("RANDOM, GREEDY or SEARCH")
    playout: int = i8("how many of a hundred moves in a playout are greedy ones")
    variant: int = i8("")
    margin: int = i8("")
    outcome: int = i8("")
    final: int = i8("")
    bias: int = i8("")
