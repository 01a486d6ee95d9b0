"""Small games of OpenSpiel solved and measured: the whole tree as arrays, CFR+ on it, best responses and NashConv.

A policy is an array with one row an information set and one column an action, in the order of `Tree.infosets`.

>>> import pyspiel
>>> tree = Tree(pyspiel.load_game("kuhn_poker"))
>>> len(tree.infosets), [round(float(value), 3) for value in tree.values(tree.uniform())]
(12, [0.125, -0.125])
>>> round(tree.nash_conv(tree.uniform()), 3), tree.nash_conv(solve(tree, 300)) < 0.01
(0.917, True)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from intrigue.bots.bot import Bot
from intrigue.bots.sight import Sight, decision_seed
from intrigue.engine.extras import need

np: Any = need("numpy", "openspiel")
Array = Any
Policy = Callable[[Any], dict[int, float]]
"""The chance of each action in a state, for the player to act, who must be asked nothing that he cannot know."""


class Tree:
    """A game from its root to its ends. Nodes stand in order of depth, so that a level is a range of them."""

    def __init__(self, game: Any, progress: Callable[[int], None] = lambda nodes: None) -> None:
        self.players = game.num_players()
        self.infosets: list[tuple[int, str]] = []
        """Who is asked, and all that this player knows then."""
        self.options: list[list[int]] = []
        """The actions of each information set; their places are the columns of a policy."""
        self.examples: list[list[int]] = []
        """For each information set a history that leads there."""
        self.levels: list[slice] = []
        self.ends: dict[int, list[float]] = {}
        """The nodes where the game is over, with what each player gets there."""
        steps = self.grown(game.new_initial_state(), progress)
        self.parent, self.column, self.chance, self.infoset = (np.array(column) for column in zip(*steps, strict=True))
        self.payoff = np.zeros((self.nodes, self.players))
        self.payoff[list(self.ends)] = list(self.ends.values())
        self.owner = np.array([player for player, _ in self.infosets])
        widths = np.array([len(actions) for actions in self.options])
        self.legal = np.arange(widths.max()) < widths[:, None]
        self.actor = np.append(self.owner, -1)[self.infoset]
        """Who chooses at each node, -1 for chance and at the end."""
        self.led_by = np.where(self.parent < 0, -1, self.actor[self.parent])
        """Who chose the step that leads to each node; the root is chance's."""
        self.chosen = np.where(self.led_by < 0, 0, self.infoset[self.parent])

    def grown(self, root: Any, progress: Callable[[int], None]) -> list[tuple[int, int, float, int]]:
        """For each node: its parent, the column or else the probability of the step to it, its information set."""
        steps: list[tuple[int, int, float, int]] = []
        numbers: dict[tuple[int, str], int] = {}
        level = [(root, -1, 0, 1.0)]
        while level:
            start, following = len(steps), []
            for state, parent, column, probability in level:
                node, infoset = len(steps), -1
                if state.is_terminal():
                    self.ends[node] = state.returns()
                elif state.is_chance_node():
                    following += [(state.child(action), node, 0, p) for action, p in state.chance_outcomes()]
                else:
                    infoset = self.infoset_of(state, numbers)
                    following += [(state.child(a), node, n, 1.0) for n, a in enumerate(self.options[infoset])]
                steps.append((parent, column, probability, infoset))
            self.levels.append(slice(start, len(steps)))
            progress(len(steps))
            level = following
        return steps

    def infoset_of(self, state: Any, numbers: dict[tuple[int, str], int]) -> int:
        """The number of the information set of a state."""
        key = state.current_player(), state.information_state_string()
        if key not in numbers:
            numbers[key] = len(self.infosets)
            self.infosets.append(key)
            self.options.append(state.legal_actions())
            self.examples.append(state.history())
        return numbers[key]

    @property
    def nodes(self) -> int:
        """How many nodes there are, chance and ends included."""
        return len(self.parent)

    def uniform(self) -> Array:
        """The policy that chooses blindly."""
        return self.legal / self.legal.sum(axis=1, keepdims=True)

    def weights(self, policy: Array) -> Array:
        """For each node the probability of the step that leads to it."""
        return np.where(self.led_by < 0, self.chance, policy[self.chosen, self.column])

    def reaches(self, policy: Array) -> Array:
        """For each node and player, and chance last: the share of its probability that is theirs."""
        steps = np.ones((self.nodes, self.players + 1))
        steps[np.arange(self.nodes), self.led_by] = self.weights(policy)
        for level in self.levels[1:]:
            steps[level] *= steps[self.parent[level]]
        return steps

    def node_values(self, policy: Array) -> Array:
        """What each node is worth to each player."""
        found = self.payoff.copy()
        share = self.weights(policy)[:, None]
        for level in self.levels[:0:-1]:
            np.add.at(found, self.parent[level], found[level] * share[level])
        return found

    def values(self, policy: Array) -> Array:
        """What the game is worth to each player."""
        return self.node_values(policy)[0]

    def others(self, reaches: Array, player: int) -> Array:
        """For each node the probability that all but the player bring the game there."""
        return np.delete(reaches, player, axis=1).prod(axis=1)

    def best_value(self, policy: Array, player: int) -> float:
        """What the game is worth to a player who knows the others' policies and answers them perfectly."""
        reach = self.others(self.reaches(policy), player)
        found = self.payoff[:, player] * reach
        for level in self.levels[:0:-1]:
            mine = np.flatnonzero(self.led_by[level] == player) + level.start
            rest = np.flatnonzero(self.led_by[level] != player) + level.start
            np.add.at(found, self.parent[rest], found[rest])
            if len(mine):
                worth = np.where(self.legal, 0.0, -np.inf)
                np.add.at(worth, (self.chosen[mine], self.column[mine]), found[mine])
                best = worth.argmax(axis=1)
                taken = mine[self.column[mine] == best[self.chosen[mine]]]
                found[self.parent[taken]] = found[taken]
        return float(found[0])

    def gains(self, policy: Array) -> list[float]:
        """For each player what a best answer to the others gains."""
        values = self.values(policy)
        return [self.best_value(policy, player) - float(values[player]) for player in range(self.players)]

    def nash_conv(self, policy: Array) -> float:
        """The sum of what each player could gain alone: 0 for an equilibrium."""
        return sum(self.gains(policy))

    def policy_of(self, game: Any, policy: Policy, progress: Callable[[int, int], None] | None = None) -> Array:
        """A policy as an array; it is asked only where it can bring the game itself, and is blind elsewhere."""
        found = self.uniform()
        asked = np.zeros(len(self.infosets), bool)
        reach = np.ones((self.nodes, self.players))
        for level in self.levels:
            nodes = np.arange(level.start, level.stop)
            if level.start:
                reach[nodes] = reach[self.parent[nodes]]
                led = nodes[self.led_by[nodes] >= 0]
                reach[led, self.led_by[led]] *= found[self.chosen[led], self.column[led]]
            choices = nodes[self.infoset[nodes] >= 0]
            rows = np.unique(self.infoset[choices[reach[choices, self.actor[choices]] > 0]])
            for row in rows[~asked[rows]]:
                found[row] = self.answer(game, policy, row)
                asked[row] = True
                if progress:
                    progress(int(asked.sum()), len(self.infosets))
        return found

    def answer(self, game: Any, policy: Policy, row: int) -> Array:
        """A policy at one information set."""
        state = game.new_initial_state()
        for action in self.examples[row]:
            state.apply_action(action)
        chances = policy(state)
        found = np.zeros(self.legal.shape[1])
        found[: len(self.options[row])] = [chances.get(action, 0.0) for action in self.options[row]]
        return found


def solve(tree: Tree, iterations: int, watch: Callable[[int, Array], None] | None = None) -> Array:
    """CFR+ (regrets that never fall below 0, players in turn, linear averaging): an average policy near equilibrium."""
    regret = np.zeros(tree.legal.shape)
    total = np.zeros(tree.legal.shape)
    led = [np.flatnonzero(tree.led_by == player) for player in range(tree.players)]
    rows = [tree.owner == player for player in range(tree.players)]
    for iteration in range(1, iterations + 1):
        for player in range(tree.players):
            policy = proportional(tree, regret)
            worth = tree.node_values(policy)[:, player]
            reaches = tree.reaches(policy)
            others = tree.others(reaches, player)
            mine = led[player]
            gain = (worth[mine] - worth[tree.parent[mine]]) * others[mine]
            np.add.at(regret, (tree.chosen[mine], tree.column[mine]), gain)
            np.maximum(regret, 0, out=regret)
            own = np.zeros(len(tree.infosets))
            own[tree.infoset[tree.parent[mine]]] = reaches[tree.parent[mine], player]
            total[rows[player]] += iteration * (own[:, None] * policy)[rows[player]]
        if watch:
            watch(iteration, proportional(tree, total))
    return proportional(tree, total)


def proportional(tree: Tree, weights: Array) -> Array:
    """Rows that add up to 1, in proportion to weights; blind where there are none."""
    sums = weights.sum(axis=1, keepdims=True)
    return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), tree.uniform())


def policy_of_bot(bot: Bot, seeds: int) -> Policy:
    """How often a bot chooses each action, over that many seeds; for states of `intrigue.envs.open_spiel`."""

    def policy(state: Any) -> dict[int, float]:
        match = state.match()
        sight = Sight(match)
        begun = state.playthrough.half_made
        chosen: dict[int, float] = {}
        for seed in range(seeds):
            move = bot.choose(sight, decision_seed(seed, len(match.played), sight.seat))
            actions = sight.choices[move]
            if actions[: len(begun)] == begun:
                chosen[actions[len(begun)]] = chosen.get(actions[len(begun)], 0.0) + 1
        times = sum(chosen.values())
        return {action: count / times for action, count in chosen.items()}

    return policy
