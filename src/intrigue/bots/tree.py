"""The search: a tree over what one player would see, grown by playing out imagined worlds.

`veil`, `edge` and `glimpse`, left open here, stand for those of a game's family; `step`, `sample` and the like for the
game's. The memory is the caller's: two states and a fixed number of nodes.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from intrigue.bots.plan import RANDOM, Plan
from intrigue.bots.policies import best_of, play_out, slip, worth
from intrigue.engine.chance import any_of, derive, sow
from intrigue.engine.game import Playable, Printed
from intrigue.engine.kernels import halfway, sample, step, winners
from intrigue.engine.numbers import MOST_ACTIONS, count
from intrigue.engine.rules import rule
from intrigue.engine.state import Flat, i32, i64

ROOT, WORLD = range(2)
STATES = 2
HIDDEN = MOST_ACTIONS
"""What the searching player sees of actions it could not tell apart; no game has that many actions."""
SHARE = 60
"""What a win counts; divided among those who share it."""
NO_NODE = 0
"""The root is nobody's child."""
NOBODY = -1


class Node(Flat):
    """What a search remembers: of a choice that was made, or of what the searching player saw happen after it."""

    value: int = i64("what its mover won in its games, in SHAREs")
    parent: int = i32("the node it belongs to")
    first: int = i32("its newest child, 0 for none")
    next: int = i32("its parent's next older child, 0 for none")
    seen: int = i32("what the searching player saw: of the choice, or of what followed")
    mover: int = i32("who chose, -1 where nobody did")
    offered: int = i32("how often it could be chosen")
    visits: int = i32("how often it was")
    gap: int = i32("how much less it seemed worth than the best choice, in hundredths of a point")


# What the searching player would see


@rule
def veil(g: Playable, seat: int) -> int:
    """The family's rule: the actions that a seat could not tell apart now, as a mask."""
    return 0


@rule
def edge(g: Playable, box: Printed, seat: int, action: int) -> int:
    """The family's rule: what a seat would see of an action; its lowest six bits are the action."""
    return action


@rule
def glimpse(g: Playable, box: Printed) -> int:
    """The family's rule: a number for all that has become known to everybody."""
    return 0


@rule
def options_seen(g: Playable, seat: int) -> int:
    """The legal actions as the seat would see them: those it could not tell apart are one."""
    hidden = g.legal & veil(g, seat)
    if hidden != 0:
        return g.legal & ~hidden | 1 << HIDDEN
    return g.legal


@rule
def sight_of(g: Playable, box: Printed, seat: int, action: int) -> int:
    """What the seat would see of one of these options."""
    if action == HIDDEN:
        return HIDDEN
    return edge(g, box, seat, action)


@rule
def fits(g: Playable, box: Printed, node: Node, options: int, seat: int) -> bool:
    """Whether a choice that was made in other worlds can be made in this one too."""
    action = node.seen & 63
    return (options >> action) & 1 == 1 and sight_of(g, box, seat, action) == node.seen


@rule
def some_hidden(g: Playable, box: Printed, seat: int, plan: Plan) -> int:
    """One of the actions that the seat could not tell apart, by the same policy."""
    hidden = g.legal & veil(g, seat)
    if plan.playout == RANDOM:
        return any_of(g, hidden)
    return best_of(g, box, hidden)


# Nodes


@rule
def add_node(nodes: list[Node], used: int, parent: int, seen: int, mover: int) -> int:
    """A new child; NO_NODE if the memory is full."""
    if used == len(nodes):
        return NO_NODE
    node = nodes[used]
    node.parent = parent
    node.first = NO_NODE
    node.next = nodes[parent].first
    node.seen = seen
    node.mover = mover
    node.offered = 1
    node.visits = 0
    node.value = 0
    node.gap = 0
    nodes[parent].first = used
    return used


@rule
def child_with(nodes: list[Node], at: int, seen: int) -> int:
    """The child in which the searching player saw that."""
    child = nodes[at].first
    while child != NO_NODE and nodes[child].seen != seen:
        child = nodes[child].next
    return child


@rule
def logarithm(n: int) -> float:
    """Nearly the natural one, by exact arithmetic: the same on every machine."""
    power = 1
    whole = 0
    while power * 2 <= n:
        power *= 2
        whole += 1
    part = n / power - 1.0
    return 0.6931471805599453 * (whole + part * (1.3465 - 0.3465 * part))


# What a search with greedy playouts expects of a choice before it has seen any: as much as the choices around it have
# won, less what greedy thinks it costs. That guess weighs as much as `trust` simulations.
@rule
def expected_win(node: Node, mean: float, plan: Plan) -> float:
    """What the mover of a node may expect to win."""
    guess = mean + node.gap * plan.point / 100000.0
    return (node.value / SHARE + plan.trust * guess) / (node.visits + plan.trust)


@rule
def promise(node: Node, mean: float, plan: Plan) -> float:
    """How much a node deserves a visit: what it is expected to win, and more the less it is known (UCB)."""
    doubt = sqrt(logarithm(node.offered) / (node.visits + plan.trust))
    return expected_win(node, mean, plan) + plan.reach * doubt / 100.0


@rule
def choose_child(g: Playable, box: Printed, nodes: list[Node], at: int, seat: int, plan: Plan) -> int:
    """The child to visit; NO_NODE if it is time to try something new."""
    options = options_seen(g, seat)
    untried = options
    visits = 0
    value = 0
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        if fits(g, box, node, options, seat):
            untried &= ~(1 << (node.seen & 63))
            node.offered += 1
            visits += node.visits
            value += node.value
        child = node.next
    if visits == 0 or (untried != 0 and plan.trust == 0):
        return NO_NODE
    mean = value / (visits * SHARE)
    best = NO_NODE
    most = 0.0
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        if fits(g, box, node, options, seat):
            value_of = promise(node, mean, plan)
            if best == NO_NODE or value_of > most:
                best, most = child, value_of
        child = node.next
    if untried != 0 and hope(g, box, nodes, at, untried, mean, most, plan):
        return NO_NODE
    return best


@rule
def hope(
    g: Playable, box: Printed, nodes: list[Node], at: int, untried: int, mean: float, most: float, plan: Plan
) -> bool:
    """Whether the best of the options that were never tried promises more than that.

    Good ones come first, so it is hardly better than the newest child: usually there is no need to look.
    """
    doubt = mean + plan.reach * sqrt(logarithm(nodes[at].visits + 1) / plan.trust) / 100.0
    if doubt + nodes[nodes[at].first].gap * plan.point / 100000.0 <= most:
        return False
    gap = 0
    if (untried >> HIDDEN) & 1 == 0:
        gap = min(0, worth(g, box, best_of(g, box, untried)) - worth(g, box, best_of(g, box, g.legal)))
    return doubt + gap * plan.point / 100000.0 > most


@rule
def new_child(g: Playable, box: Printed, nodes: list[Node], used: int, at: int, seat: int, plan: Plan) -> int:
    """The option to try next, and a child for it: their numbers as one, the option's in the lowest six bits."""
    options = options_seen(g, seat)
    child = nodes[at].first
    while child != NO_NODE:
        if fits(g, box, nodes[child], options, seat):
            options &= ~(1 << (nodes[child].seen & 63))
        child = nodes[child].next
    action = HIDDEN
    gap = 0
    if plan.trust == 0:
        action = any_of(g, options)
    elif (options >> HIDDEN) & 1 == 0:
        action = best_of(g, box, options)
        gap = min(0, worth(g, box, action) - worth(g, box, best_of(g, box, g.legal)))
    child = add_node(nodes, used, at, sight_of(g, box, seat, action), g.to_act)
    if child != NO_NODE:
        nodes[child].gap = gap
    return child << 6 | action


# Simulations


def put_twin(states: list[Playable], at: int, g: Any) -> None:
    states[at] = g


@rule(compiled=put_twin)
def put(states: list[Playable], at: int, g: Any) -> None:
    """Writes a copy of a state."""
    states[at] = g.copy()


@rule
def imagine(g: Playable, box: Printed, plan: Plan, seat: int, seed: int, number: int) -> None:
    """The world of that number; with few worlds the same ones come back."""
    world = number
    if plan.worlds > 0:
        world = number % plan.worlds
    sow(g, derive(seed, world, 1))
    sample(g, box, seat)
    sow(g, derive(seed, number, 2))


@rule
def simulate(
    states: list[Playable],
    box: Printed,
    nodes: list[Node],
    plan: Plan,
    seat: int,
    used: int,
    seed: int,
    number: int,
) -> int:
    """One game from states[ROOT] to its end: down the tree, one node beyond it, then played out.

    Returns the number of nodes in use. The player's own move comes before the world is imagined: the first visits of
    all moves are made in the same worlds, and so are the second ones, and so on.
    """
    put(states, WORLD, states[ROOT])
    g = states[WORLD]
    sow(g, derive(seed, number, 0))
    at = 0
    known = True
    own = True
    while known and g.to_act >= 0:
        if options_seen(g, seat) == 1 << HIDDEN:  # nothing to be seen: no branch, so that all worlds share what follows
            step(g, box, some_hidden(g, box, seat, plan))
            continue
        child = choose_child(g, box, nodes, at, seat, plan)
        action = nodes[child].seen & 63
        if child == NO_NODE:
            told = new_child(g, box, nodes, used, at, seat, plan)
            action = told & 63
            child = told >> 6
            used += child != NO_NODE
            known = False
        if own:
            imagine(g, box, plan, seat, seed, nodes[child].visits)
        if action == HIDDEN:
            action = some_hidden(g, box, seat, plan)
        step(g, box, action)
        if child != NO_NODE:
            at = child
        if not halfway(g):
            own = False
            if known:
                seen = glimpse(g, box)
                child = child_with(nodes, at, seen)
                if child == NO_NODE:
                    child = add_node(nodes, used, at, seen, NOBODY)
                    used += child != NO_NODE
                    known = False
                if child != NO_NODE:
                    at = child
    play_out(g, box, plan)
    remember(nodes, at, winners(g, box))
    return used


@rule
def remember(nodes: list[Node], at: int, won: int) -> None:
    """The result of a game, in all nodes on its way."""
    share = SHARE // count(won)
    while at != 0:
        node = nodes[at]
        node.visits += 1
        if node.mover >= 0 and (won >> node.mover) & 1 == 1:
            node.value += share
        at = node.parent
    nodes[0].visits += 1


@rule
def search(
    states: list[Playable], box: Printed, nodes: list[Node], plan: Plan, seed: int, start: int, stop: int
) -> int:
    """The simulations of these numbers, and the move they speak for so far."""
    seat = states[ROOT].to_act
    root = nodes[0]
    if start == 0:
        root.first = NO_NODE
        root.visits = 0
        root.offered = 1
    used = root.offered  # nobody chooses the root, so this is where the number of nodes in use is kept
    for number in range(start, stop):
        used = simulate(states, box, nodes, plan, seat, used, seed, number)
    root.offered = used
    return conclude(states, box, nodes, plan)


# The move


@rule
def with_second(first: int, second: int) -> int:
    """A move of two actions as one number: the second is told as one more than it is, so that 0 means none."""
    return first | (second + 1) << 6


@rule
def conclude(states: list[Playable], box: Printed, nodes: list[Node], plan: Plan) -> int:
    """The best move of the tree, told as one number (see `decide`)."""
    put(states, WORLD, states[ROOT])
    g = states[WORLD]
    child = best_child(g, nodes, 0, plan)
    first = nodes[child].seen
    step(g, box, first)
    if not halfway(g):
        return first
    child = best_child(g, nodes, child, plan)
    if child == NO_NODE:
        return with_second(first, best_of(g, box, g.legal))
    return with_second(first, nodes[child].seen)


@rule
def best_child(g: Playable, nodes: list[Node], at: int, plan: Plan) -> int:
    """The child that was visited most; with noise, the one that seems to win most."""
    visits = 0
    value = 0
    child = nodes[at].first
    while child != NO_NODE:
        visits += nodes[child].visits
        value += nodes[child].value
        child = nodes[child].next
    best = NO_NODE
    most = 0.0
    child = nodes[at].first
    while child != NO_NODE:
        node = nodes[child]
        seems = float(node.visits)
        if plan.noise > 0:
            seems = 1000.0 * expected_win(node, value / (visits * SHARE), plan) + slip(g, plan.noise) / 100.0
        if best == NO_NODE or seems > most:
            best, most = child, seems
        child = node.next
    return best
