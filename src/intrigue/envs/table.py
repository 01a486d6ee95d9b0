"""One game played action by action, with interpreted or with compiled rules, and what each seat sees of it as arrays.

Seats are counted from 0 here, as in states.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from intrigue.engine.chance import derive, words
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match, check_table
from intrigue.engine.numbers import ACTIONS
from intrigue.envs import loops
from intrigue.envs.drawing import MODES
from intrigue.envs.walk import Walk

Observation = dict[str, Any]
LOWEST = -1.0
"""The reward of an illegal action."""


class Table(ABC):
    """A game that is dealt, played and looked at; `to_act` is -1 when it is over."""

    to_act: int
    seed: int

    def __init__(self, game: Game[Any], players: int, edition: str | None, options: Mapping[str, Any]) -> None:
        self.game = game
        self.players = players
        self.edition = check_table(game, players, edition, ())
        self.options = options
        self.blank = game.blank(players, self.edition, options)
        self.actions: list[int] = []
        self.told: Walk | None = None

    def deal(self, seed: int) -> None:
        """Begins the game that `intrigue.new` deals from this seed."""
        self.seed = seed
        self.actions = []
        self.told = None
        self.begin(words(seed))

    def act(self, action: int) -> bool:
        """One action of the player to act; whether it was legal. An illegal one changes nothing."""
        if not self.play(action):
            return False
        self.actions.append(action)
        return True

    def walk(self) -> Walk:
        """The game as a match so far; told anew from the actions when it is asked for."""
        if self.told is None:
            match = Match.new(self.game, self.players, self.edition, self.seed, **self.options)
            self.told = Walk(match)
        for action in self.actions[self.told.taken :]:
            self.told.act(action)
        return self.told

    def rewards(self) -> list[float]:
        """What the end of the game is worth to each seat."""
        winners = self.winners()
        return [reward(winners, seat, self.players) for seat in range(self.players)]

    @abstractmethod
    def begin(self, generator: list[int]) -> None:
        """Deals from a generator."""

    @abstractmethod
    def play(self, action: int) -> bool:
        """See `act`."""

    @abstractmethod
    def look(self, seat: int) -> Observation:
        """What a seat sees and may do now: new arrays, which the caller may keep."""

    @abstractmethod
    def winners(self) -> int:
        """Who won, as a mask of seats."""

    @abstractmethod
    def state(self) -> Any:
        """The whole truth, as the interpreted rules know it."""


class Interpreted(Table):
    """A table for plain Python."""

    def begin(self, generator: list[int]) -> None:
        self.g = self.blank.copy()
        self.g.generator = generator
        self.game.deal(self.g)
        self.to_act = self.g.to_act

    def play(self, action: int) -> bool:
        if not 0 <= action < ACTIONS or not self.g.legal >> action & 1:
            return False
        self.game.rules["step"](self.g, self.game.box, action)
        self.to_act = self.g.to_act
        return True

    def look(self, seat: int) -> Observation:
        return observation_of(self.game, self.g, seat)

    def winners(self) -> int:
        return int(self.game.rules["winners"](self.g, self.game.box))

    def state(self) -> Any:
        return self.g


class Compiled(Table):
    """A table for the compiled rules; the view of the seat to act is written in the same call as the step."""

    def __init__(self, game: Game[Any], players: int, edition: str | None, options: Mapping[str, Any]) -> None:
        super().__init__(game, players, edition, options)
        self.box = game.box_array()
        self.states = np.zeros(1, game.state.dtype())
        self.size = game.observation_size
        self.env_deal = game.compiler.kernel(loops.env_deal)
        self.env_step = game.compiler.kernel(loops.env_step)
        self.env_look = game.compiler.kernel(loops.env_look)
        self.env_winners = game.compiler.kernel(loops.env_winners)

    def begin(self, generator: list[int]) -> None:
        self.states[0] = np.frombuffer(self.blank.to_bytes(), self.states.dtype)[0]
        self.states["generator"] = generator
        self.seen = np.empty(self.size, np.uint8), np.empty(ACTIONS, np.int8)
        self.to_act = self.env_deal(self.states, self.box, *self.seen)

    def play(self, action: int) -> bool:
        observation, mask = np.empty(self.size, np.uint8), np.empty(ACTIONS, np.int8)
        to_act = self.env_step(self.states, self.box, action, observation, mask)
        if to_act == loops.ILLEGAL:
            return False
        self.to_act, self.seen = to_act, (observation, mask)
        return True

    def look(self, seat: int) -> Observation:
        if seat == self.to_act:
            observation, mask = self.seen[0].copy(), self.seen[1].copy()
        else:
            observation, mask = np.empty(self.size, np.uint8), np.empty(ACTIONS, np.int8)
            self.env_look(self.states, self.box, seat, observation, mask)
        return {"observation": observation, "action_mask": mask}

    def winners(self) -> int:
        return int(self.env_winners(self.states, self.box))

    def state(self) -> Any:
        return self.game.state.from_bytes(self.states[0].tobytes())


TABLES: dict[str, type[Table]] = {"compiled": Compiled, "interpreted": Interpreted}


def table(game: Game[Any], players: int, edition: str | None, target: str, options: Mapping[str, Any]) -> Table:
    """A table for a way of running the rules."""
    if target not in TABLES:
        raise IntrigueError("error.no_target", name=target, known=", ".join(TABLES))
    return TABLES[target](game, players, edition, options)


def observation_of(game: Game[Any], g: Any, seat: int) -> Observation:
    """What a seat, counted from 0, sees of a state and may do in it."""
    mask = np.zeros(ACTIONS, np.int8)
    if seat == g.to_act:
        mask[game.legal(g)] = 1
    return {"observation": np.array(game.observe(g, seat + 1), np.uint8), "action_mask": mask}


def reward(winners: int, seat: int, players: int) -> float:
    """What an episode is worth to a seat: its part of the win, less what each has at the start.

    >>> reward(0b0001, 0, 4), reward(0b0011, 0, 4), reward(0b0010, 0, 4)
    (0.75, 0.25, -0.25)
    """
    share = 1 / winners.bit_count() if winners >> seat & 1 else 0.0
    return share - 1 / players


def seen_space(game: Game[Any]) -> Dict:
    """What an observation is."""
    seen = Box(0, 255, (game.observation_size,), np.uint8)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (ACTIONS,), np.int8)})


def metadata(game: Game[Any]) -> dict[str, Any]:
    """What both libraries ask of an environment."""
    return {"name": f"{game.name.replace('-', '_')}_v{game.version}", "render_modes": [*MODES], "render_fps": 1}


class Episodes:
    """The seeds of the episodes: the first is the seed given, each later one is derived from it and its number.

    >>> episodes = Episodes()
    >>> episodes.next(7), episodes.next() == episodes.next()
    (7, False)
    """

    def __init__(self) -> None:
        self.seed = secrets.randbits(62)
        self.number = 0

    def next(self, seed: int | None = None) -> int:
        """The seed of the next episode; a seed given begins the sequence anew, and without any it is drawn."""
        if seed is not None:
            self.seed, self.number = int(seed), 0
        self.number += 1
        return self.seed if self.number == 1 else derive(self.seed, self.number - 1, 0)
