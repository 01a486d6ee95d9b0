"""All seats of a game as a PettingZoo environment in which agents choose one after the other (AEC)."""

from __future__ import annotations

import operator
from typing import Any

from gymnasium.spaces import Discrete, Space
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from intrigue.engine.numbers import ACTIONS
from intrigue.envs.drawing import check_mode, draw
from intrigue.envs.table import LOWEST, Episodes, Observation, metadata, seen_space, table
from intrigue.games import game as game_of

Agent = str


class Aec(AECEnv[Agent, Observation, int]):  # type: ignore[misc]
    """Agents `player_1` to `player_n`; each step is one action of the engine's 63.

    >>> env = Aec("richelieu", players=2, target="interpreted")
    >>> env.reset(seed=3)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     env.step(None if termination else int(observation["action_mask"].argmax()))
    >>> env.agents
    []
    """

    def __init__(
        self,
        game: str,
        players: int,
        edition: str | None = None,
        target: str = "compiled",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of(game)
        self.table = table(self.game, players, edition, target, options)
        self.render_mode = check_mode(render_mode)
        self.metadata = metadata(self.game) | {"is_parallelizable": False}
        self.episodes = Episodes()
        self.possible_agents = [f"player_{seat}" for seat in range(1, players + 1)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: seen_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.agents: list[Agent] = []

    def observation_space(self, agent: Agent) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game; without a seed the next one of the sequence that the last seed began."""
        self.table.deal(self.episodes.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.to_act]
        self._skip_agent_selection = None

    @property
    def game_seed(self) -> int:
        """The seed of this episode: `intrigue.new` deals the same game from it. It tells every secret."""
        return self.table.seed

    def observe(self, agent: Agent) -> Observation:
        """What an agent sees now and may do now; nobody but the agent to act may do anything."""
        return self.table.look(self.seat_of[agent])

    def information_state(self, agent: Agent) -> str:
        """All that an agent was ever shown, as text: its first view, moves, events, its half-made move."""
        return self.table.walk().information_state(self.seat_of[agent] + 1)

    def step(self, action: int | None) -> None:
        """One action of the agent to act; None for one that has finished."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        legal = self.table.act(operator.index(action))  # type: ignore[arg-type]
        if legal and self.table.to_act >= 0:
            self.agent_selection = self.possible_agents[self.table.to_act]
        else:
            self.finish(None if legal else agent)

    def finish(self, culprit: Agent | None) -> None:
        """The end for all: the win is shared out, or, after an illegal action, nobody but its agent is punished."""
        if culprit is None:
            self.rewards = dict(zip(self.agents, self.table.rewards(), strict=True))
        else:
            self.rewards[culprit] = LOWEST
        for agent in self.agents:
            self.infos[agent] = {"illegal": agent == culprit}
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as the seat to act sees it, or as it lies open when the game is over."""
        return draw(self.render_mode, self.game, self.table.state())

    def close(self) -> None:
        """Nothing is held open."""
