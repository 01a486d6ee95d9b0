"""Who knows the opponent's policy: a bot that simulates with the very policy that it plays against.

Such a pairing measures what this knowledge is worth. It is reported with a mark and never used as a target.
"""

from __future__ import annotations

from typing import Any

from intrigue.arena.play import make_bot
from intrigue.bots.plan import GREEDY, RANDOM, SEARCH
from intrigue.engine.game import Game

POLICIES = {RANDOM: "random", GREEDY: "greedy"}


def simulates(spec: str, game: Game[Any]) -> set[str]:
    """The names of the bots whose policies a bot plays its simulations with.

    >>> from intrigue.games import game
    >>> simulates("search:sims=1000,playout=greedy", game("ablaze")), simulates("greedy", game("ablaze"))
    ({'greedy'}, set())
    """
    plan = make_bot(spec).plan_of(game)
    return {POLICIES[plan.playout]} if plan is not None and plan.policy == SEARCH else set()


def knows(spec: str, opponent: str, game: Game[Any]) -> bool:
    """Whether a bot simulates with this opponent's own policy, whatever the opponent is called."""
    plan = make_bot(opponent).plan_of(game)
    return plan is not None and POLICIES.get(plan.policy) in simulates(spec, game)
