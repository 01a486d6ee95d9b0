"""What the compiled bots do without thinking: any action, the one that seems worth most, or nearly that one.

`worth`, left open here, stands for that of a game's family.
"""

from __future__ import annotations

from intrigue.bots.plan import RANDOM, Plan
from intrigue.engine.chance import any_of, below
from intrigue.engine.game import Playable, Printed
from intrigue.engine.kernels import step
from intrigue.engine.numbers import lowest
from intrigue.engine.rules import rule


@rule
def worth(g: Playable, box: Printed, action: int) -> int:
    """The family's rule: what an action is worth to the player to act, in hundredths of a point."""
    return 0


@rule
def best_of(g: Playable, box: Printed, actions: int) -> int:
    """The action of a set that is worth most; ties are drawn."""
    best = lowest(actions)
    most = worth(g, box, best)
    ties = 1
    actions &= actions - 1
    while actions != 0:
        action = lowest(actions)
        actions &= actions - 1
        value = worth(g, box, action)
        if value > most:
            best, most, ties = action, value, 1
        elif value == most:
            ties += 1
            if below(g, ties) == 0:
                best = action
    return best


# Errors of people grow rarer with their cost: a Gumbel number added to each value gives every action the chance
# exp(value / noise). In hundredths, at 64 equally likely places.
GUMBEL = (
    *(-158, -132, -118, -107, -98, -90, -83, -76, -70, -65, -59, -54, -49, -44, -40, -35),
    *(-30, -26, -22, -17, -13, -9, -4, 0, 4, 8, 13, 17, 21, 26, 30, 34),
    *(39, 43, 48, 53, 58, 63, 68, 73, 78, 84, 89, 95, 101, 108, 114, 121),
    *(128, 136, 144, 153, 162, 172, 183, 195, 208, 223, 241, 262, 288, 322, 374, 485),
)


@rule
def slip(g: Playable, noise: int) -> int:
    """By how much a value is misjudged, in hundredths of it."""
    return noise * GUMBEL[below(g, 64)]


@rule
def nearly_best(g: Playable, box: Printed, noise: int) -> int:
    """What looks best to somebody who misjudges."""
    best = -1
    most = 0
    left = g.legal
    while left != 0:
        action = lowest(left)
        left &= left - 1
        value = 100 * worth(g, box, action) + slip(g, noise)
        if best < 0 or value > most:
            best, most = action, value
    return best


@rule
def pick(g: Playable, box: Printed, plan: Plan) -> int:
    """One action of a bot that does not search."""
    if plan.policy == RANDOM:
        return any_of(g, g.legal)
    if plan.noise > 0:
        return nearly_best(g, box, plan.noise)
    return best_of(g, box, g.legal)


@rule
def play_out(g: Playable, box: Printed, plan: Plan) -> None:
    """The rest of a game, by the plan's policy for playouts."""
    while g.to_act >= 0:
        if plan.playout == RANDOM:
            step(g, box, any_of(g, g.legal))
        else:
            step(g, box, best_of(g, box, g.legal))
