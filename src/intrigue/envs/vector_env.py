"""Many single-seat environments side by side as one Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from intrigue.bots import make
from intrigue.bots.compiled import Minds
from intrigue.bots.plan import SEARCH, Plan
from intrigue.engine import targets
from intrigue.engine.chance import words
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import check_table
from intrigue.engine.numbers import ACTIONS
from intrigue.envs import loops
from intrigue.envs.gymnasium_env import Info, Single, line_up
from intrigue.envs.table import LOWEST, Episodes, Observation, metadata, reward, seen_space
from intrigue.games import game as game_of

Stepped = tuple[Observation, Any, Any, Any, Info]


def vector_of(
    game: str, n: int, players: int, seat: int, bots: str | Sequence[str], edition: str | None, **options: Any
) -> VectorEnv[Any, Any, Any]:
    """Side by side in the compiled loops if the bots can run there, else one after the other."""
    if n < 1:
        raise IntrigueError("error.batch_size")
    plans = {other: make(spec).plan(game_of(game)) for other, spec in line_up(players, seat, bots).items()}
    compiled = {other: plan for other, plan in plans.items() if plan is not None}
    if targets.available() and len(compiled) == len(plans):
        return Vector(game, n, players, seat, compiled, edition, **options)

    def make_one() -> Single:
        return Single(game, players, seat, bots, edition, **options)

    return SyncVectorEnv([make_one] * n, autoreset_mode=AutoresetMode.SAME_STEP)


class Vector(VectorEnv[Observation, Any, Any]):
    """n games in one array of states; the learner has the same seat in all of them.

    Everything is as in Gymnasium's `SyncVectorEnv` of as many `Single` environments that reset in the same step.
    """

    def __init__(
        self,
        game: str,
        n: int,
        players: int,
        seat: int,
        plans: Mapping[int, Plan],
        edition: str | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of(game)
        self.players = players
        self.seat = seat
        edition = check_table(self.game, players, edition, ())
        self.num_envs = n
        self.metadata = metadata(self.game) | {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = seen_space(self.game)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.box = self.game.box_array()
        self.minds = Minds(self.game, list(plans.values()))
        """The bots; `sitting` says which of them has which seat of each game, counted from 0."""
        self.sitting = np.full((n, players), -1, np.int64)
        self.sitting[:, [other - 1 for other in plans]] = range(len(plans))
        self.workers = 0 if any(plan.policy == SEARCH for plan in plans.values()) else 1
        """All cores for bots that think; the others have answered before a thread would start."""
        self.blank = np.frombuffer(self.game.blank(players, edition, options).to_bytes(), self.game.state.dtype())
        self.states = np.zeros(n, self.game.state.dtype())
        self.seeds = np.zeros(n, np.int64)
        self.moves = np.zeros(n, np.int64)
        """How many whole moves have been played in each game: what bots do depends on it."""
        self.episodes = [Episodes() for _ in range(n)]
        self.everyone = np.arange(n)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deals all games. Game i has the seed plus i; without a seed each goes on with its own sequence."""
        self.deal(self.everyone, seeds_of(seed, self.num_envs))
        return self.look(self.everyone), {}

    def step(self, actions: Any) -> Stepped:
        """One action in every game, and the answers of the bots."""
        illegal = np.zeros(self.num_envs, np.bool_)
        self.run(loops.act_all, self.states, np.asarray(actions, np.int64), self.moves, illegal)
        won = self.answer(self.states, self.seeds, self.moves)
        seen = self.look(self.everyone)
        over = illegal | (self.states["to_act"] < 0)
        rewards = np.zeros(self.num_envs)
        infos: Info = {}
        ended = np.flatnonzero(over)
        for i in ended.tolist():
            rewards[i] = LOWEST if illegal[i] else reward(int(won[i]), self.seat - 1, self.players)
            last = {key: array[i].copy() for key, array in seen.items()}
            final = {"final_obs": last, "final_info": {"illegal": bool(illegal[i])}}
            infos = self._add_info(infos, final, i)
        if len(ended):
            self.deal(ended, [None] * len(ended))
            anew = self.look(ended)
            for key, array in seen.items():
                array[ended] = anew[key]
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def deal(self, which: Any, seeds: Sequence[int | None]) -> None:
        """New games up to the learner's first choice."""
        chosen = [self.episodes[i].next(seed) for i, seed in zip(which.tolist(), seeds, strict=True)]
        states = np.repeat(self.blank, len(which))
        states["generator"] = [words(seed) for seed in chosen]
        numbers, moves = np.array(chosen, np.int64), np.full(len(which), -1, np.int64)
        self.answer(states, numbers, moves)
        self.states[which], self.seeds[which], self.moves[which] = states, numbers, moves

    def answer(self, states: Any, seeds: Any, moves: Any) -> Any:
        """The bots play in every game until the learner is asked or the game is over; who won then, as masks.

        A game of -1 moves is dealt first.
        """
        sitting = self.sitting[: len(states)]
        return self.minds.play(states, seeds, moves, sitting, self.seat - 1, workers=self.workers).won

    def look(self, which: Any) -> Observation:
        """What the learner sees of some games."""
        observations = np.empty((len(which), self.game.observation_size), np.uint8)
        masks = np.empty((len(which), ACTIONS), np.int8)
        states = self.states if which is self.everyone else self.states[which]
        self.run(loops.look_all, states, self.seat - 1, observations, masks)
        return {"observation": observations, "action_mask": masks}

    def run(self, loop: Any, states: Any, *arguments: Any) -> None:
        self.game.compiler.kernel(loop)(states, self.box, *arguments)


def seeds_of(seed: int | Sequence[int | None] | None, n: int) -> list[int | None]:
    """A seed for each game, as Gymnasium understands one seed or a list of them.

    >>> seeds_of(7, 3), seeds_of(None, 2)
    ([7, 8, 9], [None, None])
    """
    if seed is None:
        return [None] * n
    return [seed + i for i in range(n)] if isinstance(seed, int) else list(seed)
