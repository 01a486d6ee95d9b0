"""The vector environment: step by step what as many single ones are."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from envs.tables import TABLES, choose
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

import intrigue
from intrigue.bots import builtin
from intrigue.envs import single, vector
from intrigue.envs.vector_env import Vector

LINE_UPS = [("oriflamme", 4, "greedy,random,greedy"), ("richelieu", 3, "random,greedy")]
MORE = [(name, players, "random") for name, players in TABLES]
MORE += [("ablaze", 3, "greedy"), ("oriflamme-mix", 3, "search:sims=20"), ("richelieu", 2, "search:sims=10")]
SIZE = 3


def one_by_one(*arguments: Any, **more: Any) -> VectorEnv[Any, Any, Any]:
    """Gymnasium's own vector environment over single ones."""
    make = [lambda: single(*arguments, **more) for _ in range(SIZE)]
    return SyncVectorEnv(make, autoreset_mode=AutoresetMode.SAME_STEP)


def actions(seen: dict[str, Any], chooser: Random) -> Any:
    """Random legal actions; now and then an illegal one."""
    rows = [{key: array[i] for key, array in seen.items()} for i in range(SIZE)]
    return np.array([62 if chooser.random() < 0.004 else choose(row, chooser) for row in rows])


@pytest.mark.parametrize(
    "name, players, bots", [*LINE_UPS, *(pytest.param(*line_up, marks=pytest.mark.full) for line_up in MORE)]
)
def test_it_is_as_many_single_ones(name: str, players: int, bots: str) -> None:
    seat = players - 1
    many = vector(name, SIZE, players, seat, bots)
    singles = one_by_one(name, players, seat, bots)
    assert isinstance(many, Vector)
    chooser, ended, illegal = Random(1), 0, 0
    seen, infos = many.reset(seed=40)
    assert data_equivalence((seen, infos), singles.reset(seed=40), exact=True)
    for _ in range(220 if name == "richelieu" else 90):
        chosen = actions(seen, chooser)
        seen, rewards, over, cut, infos = many.step(chosen)
        assert data_equivalence((seen, rewards, over, cut, infos), singles.step(chosen), exact=True)
        assert many.observation_space.contains(seen)
        ended += over.sum()
        illegal += sum(infos["final_info"]["illegal"]) if "final_info" in infos else 0
    assert ended > illegal
    assert data_equivalence(many.reset(), singles.reset(), exact=True)


def test_bots_that_cannot_be_compiled_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(vector("oriflamme", SIZE, 3, bots="search:ms=1,random"), SyncVectorEnv)
    fast = vector("oriflamme", SIZE, 3, 2)
    monkeypatch.setattr(builtin.Random, "plan", lambda bot, game: None)
    slow = vector("oriflamme", SIZE, 3, 2)
    assert isinstance(slow, SyncVectorEnv) and isinstance(fast, Vector)
    assert slow.metadata["autoreset_mode"] == fast.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert slow.observation_space == fast.observation_space and slow.action_space == fast.action_space
    assert data_equivalence(slow.reset(seed=2), fast.reset(seed=2), exact=True)


def test_seeds_are_those_of_gymnasium() -> None:
    many, alone = vector("ablaze", SIZE, 4), single("ablaze", 4)
    seen, _ = many.reset(seed=5)
    listed, _ = many.reset(seed=[5, 6, 7])
    assert data_equivalence(seen, listed, exact=True)
    for i in range(SIZE):
        expected, _ = alone.reset(seed=5 + i)
        assert all(np.array_equal(seen[key][i], expected[key]) for key in expected)


def test_what_was_seen_is_not_written_over() -> None:
    many = vector("oriflamme", SIZE, 3)
    seen, _ = many.reset(seed=1)
    before = {key: array.copy() for key, array in seen.items()}
    for _ in range(40):
        after, *_ = many.step(seen["action_mask"].argmax(axis=1))
    assert data_equivalence(seen, before, exact=True) and not data_equivalence(seen, after)


def test_options_reach_the_games() -> None:
    many = vector("richelieu", SIZE, 2, guard=False)
    many.reset(seed=1)
    assert isinstance(many, Vector) and not many.states["guard"].any()
    with pytest.raises(intrigue.IntrigueError, match="has no option"):
        vector("oriflamme", SIZE, 3, guard=False)


def test_there_is_at_least_one_game() -> None:
    with pytest.raises(intrigue.IntrigueError):
        vector("oriflamme", 0, 3)
