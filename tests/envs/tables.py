"""The tables that tests of the environments sit at, and episodes played there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from quick import quick

from intrigue.games import GAMES

SHIPPED = ("oriflamme", "ablaze", "oriflamme-mix", "richelieu")
TABLES = [(name, players) for name in SHIPPED for players in GAMES[name].seats]
SOME = {("oriflamme", 3), ("ablaze", 4), ("oriflamme-mix", 5), ("richelieu", 3)}
everywhere = pytest.mark.parametrize("name, players", quick(SOME, TABLES))


def choose(observation: dict[str, Any], chooser: Random) -> int:
    """A random legal action."""
    return int(chooser.choice(observation["action_mask"].nonzero()[0]))


def play_episode(env: Any, seed: int, chooser: Random) -> Iterator[str]:
    """A random episode of an AEC environment; yields the agent to act before each action."""
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        if over:
            return
        yield agent
        env.step(choose(observation, chooser))
