"""Loops"""

from __future__ import annotations

from typing import Any

from intrigue.engine.chance import derive, sow
from intrigue.engine.kernels import deal, score, step, winners
from intrigue.engine.rules import rule
from searches.mind import ROOT, decide, put

Array = Any


@rule
def contest_at(
    states: Array,
    box: Array,
    i: int,
    seeds: Array,
    plans: Array,
    seats: Array,
    think: Array,
    nodes: Array,
    trails: Array,
    results: Array,
) -> None:
    """Game i from the deal of its seed to the end."""
    g = states[i]
    sow(g, seeds[i])
    deal(g, box[0])
    moves = 0
    made = 0
    while g.to_act >= 0:
        player = g.to_act
        put(think, ROOT, g)
        found = decide(think, box, nodes, plans[seats[i, player]], derive(seeds[i], moves, player + 1))
        action = found & 63
        while action >= 0:
            step(g, box[0], action)
            if made < trails.shape[1]:
                trails[i, made] = action
            made += 1
            found = found >> 6
            action = (found & 63) - 1
            if found == 0:
                action = -1
            else:
                found = 0
        moves += 1
    results[i, 0] = winners(g, box[0])
    results[i, 1] = made
    results[i, 2] = moves
    for player in range(seats.shape[1]):
        results[i, 3 + player] = score(g, box[0], player)


def contest_all(
    states: Array,
    box: Array,
    seeds: Array,
    plans: Array,
    seats: Array,
    think: Array,
    nodes: Array,
    trails: Array,
    results: Array,
) -> None:
    for i in range(len(states)):
        contest_at(states, box, i, seeds, plans, seats, think, nodes, trails, results)


def decide_one(think: Array, box: Array, nodes: Array, plans: Array, seed: int) -> int:
    return decide(think, box, nodes, plans[0], seed)
