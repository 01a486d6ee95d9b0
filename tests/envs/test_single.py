"""The Gymnasium environment of one seat: their checker, rewards, bots and what the learner may know."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from envs.tables import choose, everywhere
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import intrigue
from intrigue.bots import make
from intrigue.bots.sight import Sight, decision_seed
from intrigue.envs import gymnasium_env, single
from intrigue.envs.drawing import svg, text


@everywhere
def test_their_checker_is_content(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(single(name, players, seat=players))
    assert not capsys.readouterr().err


def test_it_can_be_made_again_from_its_spec() -> None:
    env = single("richelieu", 3, seat=2, bots="random", guard=False)
    again = gymnasium.make(env.spec, disable_env_checker=True)
    assert np.array_equal(env.reset(seed=3)[0]["observation"], again.reset(seed=3)[0]["observation"])
    assert again.unwrapped.seat == 2 and again.unwrapped.options == {"guard": False}


def episode(env: Any, seed: int, chooser: Random) -> list[Any]:
    """All that a random episode showed."""
    seen, info = env.reset(seed=seed)
    shown, over = [(seen, info)], False
    while not over:
        seen, reward, over, cut, info = env.step(choose(seen, chooser))
        shown.append((seen, reward, over, cut, info))
    return shown


@everywhere
def test_it_is_a_match_between_the_learner_and_the_bots(name: str, players: int) -> None:
    for seat in range(1, players + 1):
        env = single(name, players, seat, "random")
        shown = episode(env, 8, Random(seat))
        played = env.walk.match
        again = intrigue.new(name, players, seed=8)
        bot = make("random")
        for move, by in played.played:
            assert again.to_act == by
            if by != seat:
                assert bot.choose(Sight(again), decision_seed(8, len(again.played), by)) == move
            again.play(move)
        share = 1 / len(again.winners) if seat in again.winners else 0
        assert [step[1] for step in shown[1:]] == [0.0] * (len(shown) - 2) + [share - 1 / players]
        assert shown[-1][2:] == (True, False, {"illegal": False})
        assert all(step[2:] == (False, False, {}) for step in shown[1:-1])
        assert shown[-1][0]["observation"].tolist() == again.observe(seat)


def test_the_same_seed_gives_the_same_episodes() -> None:
    sequences = []
    for _ in range(2):
        env = single("ablaze", 4, 2, "random")
        first = [[step[0]["observation"].tolist() for step in episode(env, 3, Random(3))]]
        env.reset()
        sequences.append([*first, env.game_seed, env.reset()[0]["observation"].tolist()])
    assert sequences[0] == sequences[1] and sequences[0][1] != 3


@pytest.mark.parametrize("action", [62, -1, 63, 10**12])
def test_an_illegal_action_ends_the_episode_with_the_lowest_reward(action: int) -> None:
    env = single("oriflamme", 3)
    before, _ = env.reset(seed=1)
    seen, reward, over, cut, info = env.step(action)
    assert (reward, over, cut, info) == (-1.0, True, False, {"illegal": True})
    assert all(np.array_equal(seen[key], before[key]) for key in seen)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    env.step(int(env.reset()[0]["action_mask"].argmax()))


def test_nothing_can_be_asked_before_the_first_deal() -> None:
    env = single("oriflamme", 3, render_mode="ansi")
    for ask in (env.render, env.information_state, lambda: env.step(0)):
        with pytest.raises(ResetNeeded):
            ask()


# What the learner may know


@pytest.mark.parametrize("name, players", [("oriflamme", 3), ("richelieu", 2)])
def test_a_half_made_choice_is_the_learners_own(name: str, players: int) -> None:
    env, chooser, halves = single(name, players), Random(2), 0
    seen, _ = env.reset(seed=2)
    over = False
    while not over:
        half = env.walk.half is not None
        halves += half
        assert env.information_state().endswith("...") == half
        assert seen["observation"].tolist() == env.game.observe(env.walk.state, env.seat)
        seen, _, over, _, _ = env.step(choose(seen, chooser))
    assert halves


def test_it_is_drawn_as_the_learner_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    pictures = {mode: single("oriflamme", 4, 3, render_mode=mode) for mode in ("ansi", "svg", "human")}
    for env in pictures.values():
        env.reset(seed=4)
    view = pictures["svg"].walk.match.view(3)
    assert pictures["svg"].render() == svg(view) and pictures["ansi"].render() == text(view)
    assert pictures["human"].render() is None
    assert capsys.readouterr().out == text(view) + "\n"
    assert single("oriflamme", 4).render_mode is None


# Bots


class Guest:
    """A bot that notes when it sits down and gets up."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def sit(self, game: Any, players: int, seat: int) -> Guest:
        self.notes.append(f"sit {seat}")
        return self

    def choose(self, sight: Sight, seed: int) -> str:
        return sight.legal[0]

    def leave(self) -> None:
        self.notes.append("leave")


def test_bots_sit_down_for_each_game_and_get_up_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest()
    monkeypatch.setattr(gymnasium_env, "make", lambda spec: guest)
    env = single("richelieu", 2, 2, "guest")
    episode(env, 1, Random(1))
    assert guest.notes == ["sit 1", "leave"]
    env.reset()
    env.reset()
    env.close()
    env.close()
    assert guest.notes == ["sit 1", "leave", "sit 1", "leave", "sit 1", "leave"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"seat": 5}, "There is no seat 5"),
        ({"seat": 0}, "There is no seat 0"),
        ({"bots": "random,random"}, "or 3 bots"),
        ({"bots": []}, "or 3 bots"),
        ({"players": 7}, "is for 3 to 5 players"),
        ({"render_mode": "rgb_array"}, "There is no render mode"),
    ],
)
def test_wrong_input_is_one_clear_message(more: dict[str, Any], message: str) -> None:
    with pytest.raises(intrigue.IntrigueError, match=message):
        single("oriflamme", **{"players": 4} | more)
