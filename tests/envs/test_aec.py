"""The PettingZoo environment: their own suite, rewards, seeds, masks, secrets and illegal actions."""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from envs import suite
from envs.tables import everywhere, play_episode

import intrigue
from intrigue.envs import aec
from intrigue.games.oriflamme.kinds import LAST

TARGETS = ["compiled", "interpreted"]
targets = pytest.mark.parametrize("target", TARGETS)

# The suite knows by name which of PettingZoo's own environments may have masks; ours has a mask of zeros at the end.
as_for_their_own = [
    pytest.mark.filterwarnings(f"ignore:{text}:UserWarning")
    for text in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "Action mask numpy array is all zeros",
    )
]


def for_their_suite(function: Any) -> Any:
    for mark in as_for_their_own:
        function = mark(function)
    return function


# Their suite


@everywhere
@for_their_suite
def test_the_api_is_theirs(name: str, players: int) -> None:
    suite.api_test(aec(name, players), num_cycles=60)


@targets
@for_their_suite
def test_the_api_is_theirs_for_whole_games(target: str) -> None:
    suite.api_test(aec("oriflamme", 3, target=target), num_cycles=500)


@everywhere
def test_seeds_decide_as_theirs_do(name: str, players: int) -> None:
    suite.seed_test(lambda: aec(name, players), num_cycles=60)


@pytest.mark.parametrize("name", ["oriflamme-mix", "richelieu"])
def test_rendering_is_as_theirs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    suite.render_test(lambda render_mode: aec(name, 4, render_mode=render_mode), {"svg": lambda svg: "<svg" in svg})
    assert name in capsys.readouterr().out


def test_their_benchmark_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on for five seconds: of a clock that ticks when it is looked at."""
    ticks = count(step=0.02)
    theirs = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(theirs, "time", SimpleNamespace(time=lambda: next(ticks)))
    suite.performance_benchmark(aec("oriflamme", 4))
    assert "Finished performance benchmark" in capsys.readouterr().out


# Steps


@everywhere
def test_both_ways_of_running_are_the_same_episode_and_that_of_a_match(name: str, players: int) -> None:
    ways = [aec(name, players, target=target) for target in TARGETS]
    for number, agents in enumerate(zip(*(play_episode(env, 11, Random(1)) for env in ways), strict=True)):
        assert agents[0] == agents[1]
        for agent in ways[0].agents if number % 10 == 0 else agents[:1]:
            seen = [env.observe(agent) for env in ways]
            assert seen[0]["observation"].dtype == np.uint8 and seen[0]["action_mask"].dtype == np.int8
            for key in seen[0]:
                assert np.array_equal(seen[0][key], seen[1][key])
    assert ways[0].rewards == ways[1].rewards
    match = ways[0].table.walk().match
    again = intrigue.load(str(match.record))
    assert again.over and again.winners == match.winners
    assert match.deal == intrigue.new(name, players, seed=11).deal


@everywhere
def test_only_the_seat_to_act_may_do_anything(name: str, players: int) -> None:
    env = aec(name, players)
    for number, agent in enumerate(play_episode(env, 2, Random(2))):
        for other in env.agents if number < 12 else [agent]:
            observation = env.observe(other)
            legal = env.table.game.legal(env.table.state()) if other == agent else []
            assert np.flatnonzero(observation["action_mask"]).tolist() == legal
            assert env.observation_space(other).contains(observation)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_what_was_seen_is_not_written_over() -> None:
    env = aec("oriflamme", 3)
    kept = []
    for agent in play_episode(env, 3, Random(3)):
        seen = env.observe(agent)
        kept.append((seen, {key: array.copy() for key, array in seen.items()}))
    assert all(np.array_equal(seen[key], copy[key]) for seen, copy in kept for key in seen)


# Rewards


@everywhere
def test_the_win_is_shared_out_and_rewards_sum_to_nothing(name: str, players: int) -> None:
    env = aec(name, players)
    for seed in range(5):
        for _ in play_episode(env, seed, Random(seed)):
            assert not any(env.rewards.values())
        winners = env.table.walk().match.winners
        assert winners
        for seat, agent in enumerate(env.possible_agents, start=1):
            share = 1 / len(winners) if seat in winners else 0
            assert env.rewards[agent] == share - 1 / players
            assert env.terminations[agent] and env.infos[agent] == {"illegal": False}
        assert sum(env.rewards.values()) == pytest.approx(0)


def test_a_shared_win_is_split() -> None:
    env = aec("oriflamme", 5)
    shared = 0
    for seed in range(60):
        list(play_episode(env, seed, Random(seed)))
        winners = env.table.walk().match.winners or []
        shared += len(winners) > 1
        assert [env.rewards[f"player_{seat}"] for seat in winners] == [1 / len(winners) - 1 / 5] * len(winners)
    assert shared


@targets
@pytest.mark.parametrize("action", [62, -1, 63, 10**6, -(2**40)])
def test_an_illegal_action_ends_the_episode_with_the_lowest_reward(target: str, action: int) -> None:
    env = aec("oriflamme", 4, target=target)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    culprit, before = env.agent_selection, env.table.state().to_bytes()
    env.step(action)
    assert env.rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert {agent for agent, info in env.infos.items() if info["illegal"]} == {culprit}
    assert env.table.state().to_bytes() == before
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], over, _, _ = env.last()
        assert over
        env.step(None)
    assert rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in env.possible_agents}
    env.reset()
    assert env.agents == env.possible_agents and not any(env.terminations.values())


def test_what_is_no_number_is_no_action() -> None:
    env = aec("oriflamme", 3)
    env.reset(seed=1)
    for action in (None, "reveal", 1.5):
        with pytest.raises(TypeError):
            env.step(action)


# Seeds


def first_cards(env: Any) -> bytes:
    return bytes(env.table.state().to_bytes())


def test_the_same_seed_gives_the_same_sequence_of_episodes() -> None:
    sequences = []
    for env in (aec("ablaze", 4), aec("ablaze", 4, target="interpreted")):
        for _ in range(2):
            env.reset(seed=9)
            sequence = [(env.game_seed, first_cards(env))]
            for _ in range(5):
                env.reset()
                sequence.append((env.game_seed, first_cards(env)))
            sequences.append(sequence)
    assert all(sequence == sequences[0] for sequence in sequences)
    assert len({seed for seed, _ in sequences[0]}) == 6 and sequences[0][0][0] == 9


def test_without_a_seed_every_environment_has_a_sequence_of_its_own() -> None:
    one, other = aec("richelieu", 3), aec("richelieu", 3)
    one.reset()
    other.reset()
    assert first_cards(one) != first_cards(other)


# Secrets


@everywhere
def test_a_half_made_choice_is_seen_by_its_own_seat_only(name: str, players: int) -> None:
    env, halves = aec(name, players), 0
    before: dict[str, Any] = {}
    for agent in play_episode(env, 4, Random(4)):
        if env.table.state().half and not halves % 7:
            for other in env.agents:
                same = np.array_equal(env.observe(other)["observation"], before[other][0])
                assert same == (other != agent)
                assert (env.information_state(other) == before[other][1]) == (other != agent)
            assert env.information_state(agent).endswith("...")
        halves += env.table.state().half
        before = {other: (env.observe(other)["observation"], env.information_state(other)) for other in env.agents}
    assert halves


def test_an_information_state_remembers_all_that_was_shown() -> None:
    for name, players in (("oriflamme", 3), ("richelieu", 2)):
        env = aec(name, players)
        before = dict.fromkeys(env.possible_agents, "")
        for number, agent in enumerate(play_episode(env, 6, Random(6))):
            if number % 9:
                continue
            texts = {other: env.information_state(other) for other in env.agents}
            shown = {other: text.removesuffix("...").rpartition("\n")[0] for other, text in texts.items()}
            assert all(texts[other].startswith(before[other]) for other in env.agents)
            assert len(set(texts.values())) == players
            before = {other: text if other != agent else shown[other] for other, text in texts.items()}


def test_worlds_that_differ_in_what_was_hidden_have_one_information_state() -> None:
    """Another player places another card at the same place: nobody else can tell."""
    one, other = aec("oriflamme", 4), aec("oriflamme", 4)
    for env in (one, other):
        env.reset(seed=5)
        env.step(int(env.last()[0]["action_mask"].argmax()))
    mover = one.agent_selection
    kinds = np.flatnonzero(one.last()[0]["action_mask"])
    for env, kind in ((one, kinds[0]), (other, kinds[1])):
        env.step(kind)
        env.step(LAST)
    for agent in one.agents:
        told = [env.information_state(agent) for env in (one, other)]
        seen = [env.observe(agent)["observation"].tolist() for env in (one, other)]
        assert (told[0] == told[1]) == (seen[0] == seen[1]) == (agent != mover)


def test_an_information_state_reads_as_a_story() -> None:
    env = aec("oriflamme", 3, target="interpreted")
    env.reset(seed=7)
    env.step(0)
    own, others = env.information_state("player_3"), env.information_state("player_1")
    assert "3 place archer first" in own.splitlines()
    assert "3 place ? first" in others.splitlines() and "archer" not in others.split("3 place")[1]


# Wrong input


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"players": 6}, "is for 3 to 5 players"),
        ({"edition": "de"}, "has no edition"),
        ({"target": "gpu"}, "There is no target"),
        ({"render_mode": "smell"}, "There is no render mode"),
        ({"guard": False}, "has no option"),
    ],
)
def test_wrong_input_is_one_clear_message(more: dict[str, Any], message: str) -> None:
    with pytest.raises(intrigue.IntrigueError, match=message):
        aec("oriflamme", **{"players": 4} | more)


def test_options_and_editions_reach_the_game() -> None:
    env = aec("richelieu", 2, guard=False)
    env.reset(seed=1)
    assert env.table.state().guard == 0 and "Stall-guard" in str(env.table.walk().match.record)
    env = aec("oriflamme", 3, edition="ru")
    env.reset()
    assert env.table.walk().match.edition == "ru"
