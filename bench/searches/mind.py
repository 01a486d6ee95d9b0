"""How the compiled bots think: rules over states that their player cannot tell from the true one.

`worth` and `edge`, left open here, stand for those of a game's family; `step`, `sample` and the like for the game's.
The memory of a search is the caller's: three states and a fixed number of nodes; nothing is made while it runs.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from intrigue.engine.chance import any_of, below, derive, sow
from intrigue.engine.game import Playable, Printed
from intrigue.engine.kernels import halfway, sample, step, winners
from intrigue.engine.numbers import count, lowest
from intrigue.engine.rules import rule
from intrigue.engine.state import Flat, i32
from searches.plan import RANDOM, SEARCH, Plan

Array = Any

ROOT, WORLD, SPARE = range(3)
STATES = 3
HIDDEN = 62
"""The edge of a choice that the searching player would not see."""
SHARE = 60
"""What a win counts, divided among those who share it."""
FLAT, SINGLE, AGAIN = range(3)


class Node(Flat):
    """What a search remembers of one choice."""

    parent: int = i32("")
    first: int = i32("")
    next: int = i32("")
    edge: int = i32("")
    visits: int = i32("")
    open: int = i32("")
    value: int = i32("")
    mover: int = i32("")
    prior: int = i32("")


@rule
def worth(g: Playable, box: Printed, action: int) -> int:
    """The family's rule that says what an action is worth to the player to act, in hundredths of a point."""
    return 0


@rule
def edge(g: Playable, box: Printed, seat: int, action: int) -> int:
    """The family's rule that says what a seat would see of an action of the player to act."""
    return 0


@rule
def veil(g: Playable, seat: int) -> int:
    """The family's rule that says which actions of the player to act a seat could not tell apart, as a mask."""
    return 0


@rule
def glimpse(g: Playable, box: Printed) -> int:
    return 0


@rule
def lead(g: Playable, box: Printed, player: int) -> int:
    return 0


def put_twin(states: Array, at: int, g: Any) -> None:
    states[at] = g


@rule(compiled=put_twin)
def put(states: Array, at: int, g: Any) -> None:
    """Writes a copy of a state."""
    states[at] = g.copy()


@rule
def best_action(g: Playable, box: Printed) -> int:
    """The action that is worth most; ties are drawn."""
    left = g.legal
    best = lowest(left)
    most = worth(g, box, best)
    ties = 1
    left &= left - 1
    while left != 0:
        action = lowest(left)
        left &= left - 1
        value = worth(g, box, action)
        if value > most:
            best, most, ties = action, value, 1
        elif value == most:
            ties += 1
            if below(g, ties) == 0:
                best = action
    return best


GUMBEL = (
    -158,
    -132,
    -118,
    -107,
    -98,
    -90,
    -83,
    -76,
    -70,
    -65,
    -59,
    -54,
    -49,
    -44,
    -40,
    -35,
    -30,
    -26,
    -22,
    -17,
    -13,
    -9,
    -4,
    0,
    4,
    8,
    13,
    17,
    21,
    26,
    30,
    34,
    39,
    43,
    48,
    53,
    58,
    63,
    68,
    73,
    78,
    84,
    89,
    95,
    101,
    108,
    114,
    121,
    128,
    136,
    144,
    153,
    162,
    172,
    183,
    195,
    208,
    223,
    241,
    262,
    288,
    322,
    374,
    485,
)


@rule
def noise(g: Playable) -> int:
    return GUMBEL[below(g, 64)]


@rule
def shaky_action(g: Playable, box: Printed, temper: int) -> int:
    left = g.legal
    best = -1
    most = 0
    while left != 0:
        action = lowest(left)
        left &= left - 1
        value = worth(g, box, action) * 100 + temper * noise(g)
        if best < 0 or value > most:
            best, most = action, value
    return best


@rule
def hidden_action(g: Playable, box: Printed, hidden: int, greedy: int) -> int:
    if greedy > 0 and below(g, 100) < greedy:
        legal = g.legal
        g.legal = hidden
        action = best_action(g, box)
        g.legal = legal
        return action
    return any_of(g, hidden)


@rule
def most_worth(g: Playable, box: Printed) -> int:
    most = -1000000
    left = g.legal
    while left != 0:
        most = max(most, worth(g, box, lowest(left)))
        left &= left - 1
    return most


@rule
def play_out(g: Playable, box: Printed, greedy: int) -> None:
    """The rest of a game, so many of a hundred moves greedy and the others random."""
    while g.to_act >= 0:
        if greedy > 0 and below(g, 100) < greedy:
            step(g, box, best_action(g, box))
        else:
            step(g, box, any_of(g, g.legal))


@rule
def logarithm(n: int) -> float:
    """Nearly the natural logarithm, by exact arithmetic: the same on every machine."""
    power = 1
    whole = 0
    while power * 2 <= n:
        power *= 2
        whole += 1
    part = n / power - 1.0
    return 0.6931471805599453 * (whole + part * (1.3465 - 0.3465 * part))


@rule
def add_node(nodes: Array, used: int, parent: int, key: int, mover: int) -> None:
    node = nodes[used]
    node.parent = parent
    node.first = 0
    node.next = nodes[parent].first
    node.edge = key
    node.visits = 0
    node.open = 0
    node.value = 0
    node.mover = mover
    node.prior = 0
    nodes[parent].first = used


@rule
def child_with(nodes: Array, at: int, key: int) -> int:
    child = nodes[at].first
    while child != 0 and nodes[child].edge != key:
        child = nodes[child].next
    return child


@rule
def options_seen(g: Playable, seat: int) -> int:
    """The legal actions as the seat would see them: those it could not tell apart are one."""
    hidden = g.legal & veil(g, seat)
    if hidden != 0:
        return g.legal & ~hidden | 1 << HIDDEN
    return g.legal


@rule
def fits(g: Playable, box: Printed, seat: int, seen: int, key: int) -> bool:
    action = key & 63
    return (seen >> action) & 1 == 1 and (action == HIDDEN or edge(g, box, seat, action) == key)


@rule
def select(g: Playable, box: Printed, nodes: Array, at: int, seat: int, seen: int, plan: Plan) -> int:
    """The child to follow; 0 if there is an action not tried yet."""
    left = seen
    best = 0
    most = 0.0
    child = nodes[at].first
    while child != 0:
        node = nodes[child]
        if fits(g, box, seat, seen, node.edge):
            left &= ~(1 << (node.edge & 63))
            node.open += 1
            value = (
                node.value / (node.visits * SHARE + 0.001)
                + plan.reach * sqrt(logarithm(node.open) / (node.visits + 0.001)) / 100.0
            )
            if plan.bias > 0:
                value += plan.bias * node.prior / (10000.0 * sqrt(1.0 + node.visits))
            if best == 0 or value > most:
                best, most = child, value
        child = node.next
    if left != 0:
        return 0
    return best


@rule
def untried(g: Playable, box: Printed, nodes: Array, at: int, seat: int, seen: int) -> int:
    left = seen
    child = nodes[at].first
    while child != 0:
        if fits(g, box, seat, seen, nodes[child].edge):
            left &= ~(1 << (nodes[child].edge & 63))
        child = nodes[child].next
    return any_of(g, left)


@rule
def simulate(states: Array, box: Array, nodes: Array, used: int, plan: Plan, seat: int, seed: int, number: int) -> int:
    put(states, WORLD, states[ROOT])
    g = states[WORLD]
    if plan.worlds > 0:
        sow(g, derive(seed, number % plan.worlds, 1))
        sample(g, box[0], seat)
        sow(g, derive(seed, number, 2))
    else:
        sow(g, derive(seed, number, 1))
        sample(g, box[0], seat)
    again = plan.variant == AGAIN and number & 1 == 1
    at = 0
    growing = True
    own_half = True
    while growing and g.to_act >= 0:
        player = g.to_act
        if plan.variant == FLAT and not own_half:
            growing = False
        else:
            if again and player != seat and own_half:
                sample(g, box[0], player)
                own_half = False
            seen = options_seen(g, seat)
            child = select(g, box[0], nodes, at, seat, seen, plan)
            if child != 0:
                action = nodes[child].edge & 63
            else:
                action = untried(g, box[0], nodes, at, seat, seen)
            key = action
            if action == HIDDEN:
                action = hidden_action(g, box[0], g.legal & veil(g, seat), plan.playout)
            else:
                key = edge(g, box[0], seat, action)
            if child == 0:
                growing = False
                if used < len(nodes):
                    add_node(nodes, used, at, key, player)
                    nodes[used].open = 1
                    if plan.bias > 0 and player == seat:
                        nodes[used].prior = max(0, 100 - (most_worth(g, box[0]) - worth(g, box[0], action)) // 2)
                    child = used
                    used += 1
            step(g, box[0], action)
            if child != 0:
                at = child
            if plan.variant == FLAT:
                own_half = halfway(g)
            if growing and plan.outcome and g.to_act >= 0 and not halfway(g):
                key = glimpse(g, box[0])
                child = child_with(nodes, at, key)
                if child == 0:
                    growing = False
                    if used < len(nodes):
                        add_node(nodes, used, at, key, -1)
                        child = used
                        used += 1
                if child != 0:
                    at = child
    play_out(g, box[0], plan.playout)
    won = winners(g, box[0])
    shared = SHARE // count(won)
    while True:
        node = nodes[at]
        counts = 1
        if plan.variant == AGAIN:
            counts = (node.mover == seat) != again
        if at == 0 or node.mover < 0:
            counts = 1
        if counts:
            node.visits += 1
            if node.mover >= 0:
                v = 0
                if (won >> node.mover) & 1 == 1:
                    v = shared
                if plan.margin > 0:
                    v = (v * (100 - plan.margin) + plan.margin * lead(g, box[0], node.mover)) // 100
                node.value += v
        if at == 0:
            return used
        at = node.parent


@rule
def grow(states: Array, box: Array, nodes: Array, used: int, plan: Plan, seed: int, start: int, stop: int) -> int:
    if used == 0:
        used = 1
        nodes[0].first = 0
        nodes[0].visits = 0
        nodes[0].mover = -1
        nodes[0].parent = 0
    for number in range(start, stop):
        used = simulate(states, box, nodes, used, plan, states[ROOT].to_act, seed, number)
    return used


@rule
def best_child(g: Playable, nodes: Array, at: int, plan: Plan) -> int:
    best = 0
    most = 0.0
    child = nodes[at].first
    while child != 0:
        node = nodes[child]
        if (g.legal >> node.edge) & 1 == 1 and node.visits > 0:
            value = float(node.visits)
            if plan.temper > 0:
                value = node.value * 1000.0 / (SHARE * node.visits) + plan.temper * noise(g) / 100.0
            elif plan.final == 1:
                value = node.value / node.visits
            if best == 0 or value > most:
                best, most = child, value
        child = node.next
    return best


@rule
def ponder(states: Array, box: Array, nodes: Array, plan: Plan, seed: int) -> int:
    grow(states, box, nodes, 0, plan, seed, 0, plan.sims)
    return conclude(states, box, nodes, plan)


@rule
def conclude(states: Array, box: Array, nodes: Array, plan: Plan) -> int:
    g = states[ROOT]
    child = best_child(g, nodes, 0, plan)
    first = nodes[child].edge
    put(states, WORLD, g)
    g = states[WORLD]
    step(g, box[0], first)
    if not halfway(g):
        return first
    child = best_child(g, nodes, child, plan)
    second = any_of(g, g.legal)
    if child != 0:
        second = nodes[child].edge
    return first | (second + 1) << 6


@rule
def decide(states: Array, box: Array, nodes: Array, plan: Plan, seed: int) -> int:
    """The move in states[ROOT]: its first action, and 64 times one more than its second if there is one."""
    g = states[ROOT]
    sow(g, seed)
    if plan.policy != RANDOM:
        sample(g, box[0], g.to_act)
    if plan.policy == SEARCH:
        return ponder(states, box, nodes, plan, seed)
    first = pick(g, box[0], plan)
    put(states, WORLD, g)
    g = states[WORLD]
    step(g, box[0], first)
    if not halfway(g):
        return first
    return first | (pick(g, box[0], plan) + 1) << 6


@rule
def pick(g: Playable, box: Printed, plan: Plan) -> int:
    if plan.policy == RANDOM:
        return any_of(g, g.legal)
    if plan.temper > 0:
        return shaky_action(g, box, plan.temper)
    return best_action(g, box)
