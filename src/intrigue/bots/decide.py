"""A decision of a compiled bot. Whatever its player cannot know is dealt anew before anything else."""

from __future__ import annotations

from intrigue.bots.plan import RANDOM, SEARCH, Plan
from intrigue.bots.policies import pick
from intrigue.bots.tree import ROOT, WORLD, Node, put, search, with_second
from intrigue.engine.chance import sow
from intrigue.engine.game import Playable, Printed
from intrigue.engine.kernels import halfway, sample, step
from intrigue.engine.rules import rule


@rule
def decide(
    states: list[Playable], box: Printed, nodes: list[Node], plan: Plan, seed: int, start: int, stop: int
) -> int:
    """The move of the player to act in states[ROOT]: its first action, and 64 times one more than its second, if any.

    Whatever that player cannot know is dealt anew before anything else. A search makes the simulations numbered from
    `start` to `stop`; one that goes on from an earlier call finds its nodes where that left them.
    """
    g = states[ROOT]
    if start == 0:
        sow(g, seed)
        if plan.policy != RANDOM:
            sample(g, box, g.to_act)
    if plan.policy == SEARCH:
        return search(states, box, nodes, plan, seed, start, stop)
    put(states, WORLD, g)
    g = states[WORLD]
    first = pick(g, box, plan)
    step(g, box, first)
    if not halfway(g):
        return first
    return with_second(first, pick(g, box, plan))
