"""The loops around the compiled bots: one decision, many whole games, answers in many games.

Arrays belong to the caller; entry i of each belongs to game i.
`think` and `nodes` are the memory of one thought, `plans` the bots, and `seats` says which of them plays which seat.
"""

from __future__ import annotations

from typing import Any

from intrigue.bots.decide import decide
from intrigue.bots.tree import ROOT, put
from intrigue.engine.chance import derive
from intrigue.engine.kernels import deal, halfway, score, step, winners
from intrigue.engine.rules import rule

Array = Any


def decide_one(think: Array, box: Array, nodes: Array, plans: Array, seed: int, start: int, stop: int) -> int:
    """See `mind.decide`."""
    return decide(think, box[0], nodes, plans[0], seed, start, stop)


@rule
def move_at(
    states: Array,
    box: Array,
    i: int,
    seed: int,
    moves: int,
    plans: Array,
    seats: Array,
    think: Array,
    nodes: Array,
    trail: Array,
    made: int,
) -> int:
    """One whole move in game i; notes its actions after the `made` ones and returns how many there are then."""
    g = states[i]
    player = g.to_act
    plan = plans[seats[player]]
    put(think, ROOT, g)
    found = decide(think, box[0], nodes, plan, derive(seed, moves, player + 1), 0, plan.sims)
    action = found & 63
    step(g, box[0], action)
    if made < len(trail):
        trail[made] = action
    made += 1
    if halfway(g):
        action = (found >> 6) - 1
        step(g, box[0], action)
        if made < len(trail):
            trail[made] = action
        made += 1
    return made


def play_all(
    states: Array,
    box: Array,
    seat: int,
    seeds: Array,
    moves: Array,
    plans: Array,
    seats: Array,
    think: Array,
    nodes: Array,
    trails: Array,
    made: Array,
    won: Array,
    scores: Array,
) -> None:
    """Every game goes on until a seat is asked or the game is over; one with -1 moves is dealt first."""
    for i in range(len(states)):
        g = states[i]
        if moves[i] < 0:
            deal(g, box[0])
            moves[i] = 0
        made[i] = 0
        while g.to_act >= 0 and g.to_act != seat:
            made[i] = move_at(states, box, i, seeds[i], moves[i], plans, seats[i], think, nodes, trails[i], made[i])
            moves[i] += 1
        if g.to_act < 0:
            won[i] = winners(g, box[0])
            for player in range(scores.shape[1]):
                scores[i, player] = score(g, box[0], player)
