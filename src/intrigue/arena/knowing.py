"""Who knows the opponent's policy: a bot that simulates with the very policy that it plays against.

Such a pairing measures what this knowledge is worth. It is reported with a mark and never used as a target.
"""

from __future__ import annotations

from functools import cache

from intrigue.arena.play import made
from intrigue.bots.plan import GREEDY, RANDOM, SEARCH, Plan
from intrigue.games import GAMES

POLICIES = {RANDOM: "random", GREEDY: "greedy"}


def simulates(spec: str) -> set[str]:
    """The names of the bots whose policies a bot plays its simulations with.

    >>> simulates("search:sims=1000,playout=greedy"), simulates("greedy")
    ({'greedy'}, set())
    """
    plan = plan_of(spec)
    return {POLICIES[plan.playout]} if plan is not None and plan.policy == SEARCH else set()


def knows(spec: str, opponent: str) -> bool:
    """Whether a bot simulates with this opponent's own policy, whatever the opponent is called."""
    plan = plan_of(opponent)
    return plan is not None and POLICIES.get(plan.policy) in simulates(spec)


@cache
def plan_of(spec: str) -> Plan | None:
    """How a bot of ours plays; in all games by the same kind of policy."""
    return made(spec).plan(next(iter(GAMES.values())))
