"""Other libraries, measured in the same run: random play, decisions per second of processor time, one core."""

from __future__ import annotations

import importlib
import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from intrigue.bench.timing import Row, rate

OPEN_SPIEL = ("hearts", "oh_hell(players=4)", "euchre", "hanabi(players=4)", "leduc_poker")
ROLLOUTS = 300


def optional(name: str) -> Any:
    """A library that may be missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(name)
        except ImportError:
            return None


def open_spiel(seconds: float) -> list[Row]:
    """OpenSpiel"""
    pyspiel = optional("pyspiel")
    if pyspiel is None:
        return []
    rows = []
    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        chance = random.Random(1)
        for way, observe in (("step", False), ("step + observation", True)):
            decisions, games = rate(partial(spiel_game, game, chance, observe), seconds / 2)
            rows.append(Row(f"OpenSpiel {name}", way, decisions, games))
        if name != "hanabi(players=4)":  # it has no terminal rewards, so OpenSpiel offers no playouts for it
            rows.append(Row(f"OpenSpiel {name}", "native", *spiel_native(pyspiel, game, chance, seconds)))
    return rows


def first_decision(game: Any, chance: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        roll(state, chance)
    return state


def roll(state: Any, chance: random.Random) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(outcomes, weights)[0])


def spiel_game(game: Any, chance: random.Random, observe: bool) -> tuple[int, int]:
    state = first_decision(game, chance)
    tensor = game.get_type().provides_information_state_tensor
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            roll(state, chance)
            continue
        player = state.current_player()
        if observe:
            _ = state.information_state_tensor(player) if tensor else state.observation_tensor(player)
        state.apply_action(chance.choice(state.legal_actions()))
        decisions += 1
    return decisions, 1


def spiel_native(pyspiel: Any, game: Any, chance: random.Random, seconds: float) -> tuple[float, float]:
    """Playouts inside OpenSpiel's own C++: a search of one simulation that evaluates by random rollouts."""
    length = sum(spiel_game(game, chance, False)[0] for _ in range(200)) / 200
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 1.4, 1, 1000, False, 1, False)

    best = (0.0, 0.0)
    for _ in range(4):
        spent, searches = 0.0, 0
        while spent < seconds / 4:
            state = first_decision(game, chance)  # dealt in Python, so not part of the time
            start = time.process_time()
            bot.step(state)
            spent += time.process_time() - start
            searches += ROLLOUTS
        best = max(best, (length * searches / spent, searches / spent))
    return best


def petting_zoo(seconds: float) -> list[Row]:
    """PettingZoo"""
    rows = []
    for name in ("leduc_holdem_v4", "tictactoe_v3", "connect_four_v3"):
        module = optional(f"pettingzoo.classic.{name}")
        if module is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                decisions, games = rate(zoo_game(module.env()), seconds)
            rows.append(Row(f"PettingZoo {name}", "step + observation", decisions, games))
    return rows


def zoo_game(env: Any) -> Callable[[], tuple[int, int]]:
    chance = random.Random(1)

    def play() -> tuple[int, int]:
        env.reset(seed=chance.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            action = None
            if not (ended or cut):
                action = chance.choice([i for i, legal in enumerate(seen["action_mask"]) if legal])
                decisions += 1
            env.step(action)
        return decisions, 1

    return play


def rl_card(seconds: float) -> list[Row]:
    """RLCard"""
    rlcard = optional("rlcard")
    if rlcard is None:
        return []
    rows = []
    for name in ("leduc-holdem", "uno", "doudizhu", "mahjong"):
        env = rlcard.make(name, config={"seed": 1})
        decisions, games = rate(card_game(env), seconds)
        rows.append(Row(f"RLCard {name}", "step + observation", decisions, games))
    return rows


def card_game(env: Any) -> Callable[[], tuple[int, int]]:
    chance = random.Random(1)

    def play() -> tuple[int, int]:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions, 1

    return play


STEPS = [open_spiel, petting_zoo, rl_card]
