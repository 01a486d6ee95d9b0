"""The GPU target: the same rules and the same loops, one game a thread. Needs numba-cuda and an NVIDIA card."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

import numpy

if not hasattr(numpy, "row_stack"):  # numba-cuda asks for it; newer numpy has only the other name
    numpy.row_stack = numpy.vstack

from intrigue.engine import kernels
from intrigue.engine.errors import IntrigueError
from intrigue.engine.extras import need
from intrigue.engine.game import Game
from intrigue.engine.kernels import act_at, choose_at, deal, perft_at, play_at, report_at, sample
from intrigue.engine.rules import Twins

Array = Any
cuda: Any = importlib.import_module("numba.cuda")
THREADS = 256


def play_grid(states: Array, decisions: Array, box: Array, games: int) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        decisions[i] = play_at(states, box, i, games)


def deal_grid(states: Array, decisions: Array, box: Array) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        deal(states[i], box[0])


def sample_grid(states: Array, decisions: Array, box: Array, seat: int) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        sample(states[i], box[0], seat)


def choose_grid(states: Array, decisions: Array, box: Array, actions: Array) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        choose_at(states, i, actions)


def perft_grid(states: Array, decisions: Array, box: Array, left: Array, moves: Array, depth: int) -> None:
    if cuda.grid(1) == 0:
        decisions[0] = perft_at(states, box, left, moves, depth)


def step_grid(
    states: Array,
    decisions: Array,
    box: Array,
    actions: Array,
    observations: Array,
    legal: Array,
    to_act: Array,
    scores: Array,
    won: Array,
    done: Array,
) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        act_at(states, box, i, actions[i])
        report_at(states, box, i, observations, legal, to_act, scores, won, done)


def report_grid(
    states: Array,
    decisions: Array,
    box: Array,
    observations: Array,
    legal: Array,
    to_act: Array,
    scores: Array,
    won: Array,
    done: Array,
) -> None:
    i = cuda.grid(1)
    if i < states.shape[0]:
        report_at(states, box, i, observations, legal, to_act, scores, won, done)


GRIDS = {
    kernels.play_all: play_grid,
    kernels.deal_all: deal_grid,
    kernels.sample_all: sample_grid,
    kernels.choose_all: choose_grid,
    kernels.perft: perft_grid,
    kernels.step_all: step_grid,
    kernels.report_all: report_grid,
}
"""Which grid does on the GPU what a loop does on a core."""


COUNTING = (kernels.play_all, kernels.perft)


class Device(Twins):
    """A GPU and a game's rules on it."""

    def __init__(self, standing_in: dict[Any, Any]) -> None:
        if not cuda.is_available():
            need("numba_cuda", "gpu")
            raise IntrigueError("error.no_gpu")
        super().__init__(cuda.jit(device=True), standing_in)
        self.grids: dict[Any, Any] = {}

    def array(self, content: Any) -> Any:
        """The content as an array on the GPU."""
        return cuda.to_device(content)

    def share(self, array: Any) -> Any:
        """A tensor of another library as an array here: the same memory."""
        return array if cuda.cudadrv.devicearray.is_cuda_ndarray(array) else cuda.as_cuda_array(array)

    def run(self, loop: Any, states: Any, *arguments: Any) -> int:
        """Does in every game what the loop does; returns the sum of what it counts."""
        if loop not in self.grids:
            self.grids[loop] = cuda.jit(self.rebound(GRIDS[loop]))
        size = states.shape[0]
        decisions = cuda.to_device(numpy.zeros(size if loop is kernels.play_all else 1, numpy.int64))
        self.grids[loop][(size + THREADS - 1) // THREADS, THREADS](states, decisions, *arguments)
        return int(decisions.copy_to_host().sum()) if loop in COUNTING else 0

    def perft(self, game: Game[Any], g: Any, depth: int) -> int:
        """How many sequences of that many whole moves can be played from a state, counted by one thread."""
        stack = numpy.zeros(2 * depth + 2, game.state.dtype())
        stack[0] = numpy.frombuffer(g.to_bytes(), stack.dtype)[0]
        numbers = [self.array(numpy.zeros(2 * depth + 2, numpy.int64)) for _ in range(2)]
        return self.run(kernels.perft, self.array(stack), self.array(game.box_array()), *numbers, depth)


@cache
def device_of(rules: tuple[tuple[str, Any], ...]) -> Device:
    return Device({getattr(kernels, name): rule for name, rule in rules})


def device(game: Game[Any]) -> Device:
    """The GPU with the rules of a game; games with the same rules share them."""
    return device_of(tuple(game.rules.items()))
