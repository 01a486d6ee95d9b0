"""Many games side by side, for training and statistics: compiled rules write into arrays that the caller owns."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from intrigue.engine import kernels
from intrigue.engine.chance import words
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import check_table
from intrigue.engine.numbers import ACTIONS

TARGETS = ("compiled", "parallel", "gpu")
REPORT = ("observations", "legal", "to_act", "scores", "won", "done")


class Batch:
    """A number of games of one kind that go on together; a game that ends is dealt anew in the same step.

    `states`, `actions`, `observations`, `legal`, `to_act`, `scores`, `won` and `done` are arrays with one entry a game.
    Seats are counted from 0 in `to_act`; `won` is a mask of players, and speaks with `scores` of games that are `done`.
    Game i of a batch with seed s is dealt as `new(seed=f"{s}/{i}".encode())`. Any array may be handed in through
    `arrays` (for the target `gpu` anything with `__cuda_array_interface__`);
    the others are made. Write `actions`, call `step()`, read the rest.

    >>> import intrigue
    >>> batch = intrigue.Batch("oriflamme", size=2, players=4, seed=1)
    >>> batch.to_act.tolist(), batch.legal.shape, batch.observations.shape
    ([0, 1], (2, 63), (2, 536))
    >>> batch.actions[:] = batch.legal.argmax(axis=1)
    >>> batch.step()
    """

    def __init__(
        self,
        game: Game[Any],
        size: int,
        players: int,
        edition: str | None = None,
        seed: int = 0,
        target: str = "compiled",
        observe: bool = True,
        arrays: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        if target not in TARGETS:
            raise IntrigueError("error.no_target", name=target, known=", ".join(TARGETS))
        if size < 1:
            raise IntrigueError("error.batch_size")
        self.game = game
        self.size = size
        self.target = target
        self.compiler = game.compiler
        edition = check_table(game, players, edition, ())
        box = game.box_array()
        made = arrays_for(game, size, players, observe) | {
            "states": dealt_from(game, size, players, edition, seed, options)
        }
        if target == "gpu":
            from intrigue.engine import gpu

            self.device = gpu.device(game)
            made = {name: self.device.array(array) for name, array in made.items()}
            box = self.device.array(box)
        self.box = box
        for name, array in (arrays or {}).items():
            if name not in made:
                raise IntrigueError("error.no_array", name=name, known=", ".join(made))
            made[name] = self.taken_over(name, array, made[name])
        self.states, self.actions = made["states"], made["actions"]
        self.observations, self.legal, self.to_act = made["observations"], made["legal"], made["to_act"]
        self.scores, self.won, self.done = made["scores"], made["won"], made["done"]
        self.reset()

    def taken_over(self, name: str, array: Any, made: Any) -> Any:
        """The caller's array instead of the one made here; states may come as plain bytes, one row a game."""
        array = self.device.share(array) if self.target == "gpu" else array
        if not hasattr(array, "dtype") or (self.target != "gpu" and not array.flags.writeable):
            raise IntrigueError("error.array", name=name, shape=made.shape, dtype=made.dtype)
        if name == "states" and str(array.dtype) == "uint8" and array.shape == (self.size, self.game.state.size):
            array = array.view(made.dtype).reshape(self.size)
        if array.shape != made.shape or array.dtype != made.dtype:
            raise IntrigueError("error.array", name=name, shape=made.shape, dtype=made.dtype)
        if name == "states":
            array[:] = made
        return array

    def reset(self) -> None:
        """Deals all games anew, each from its own generator."""
        self.run(kernels.deal_all)
        self.report()

    def choose(self) -> None:
        """Fills `actions` with random legal ones, drawn from each game's own generator."""
        self.run(kernels.choose_all, self.actions)

    def sample(self, seat: int) -> None:
        """Deals anew in every game what a seat, counted from 0, cannot know (-1 for a spectator)."""
        self.run(kernels.sample_all, seat)

    def step(self) -> None:
        """Plays `actions`: one in each game. An illegal one changes nothing in its game."""
        self.run(kernels.step_all, self.actions, *self.report_arguments())

    def report(self) -> None:
        """Writes all that `step` writes, without a step."""
        self.run(kernels.report_all, *self.report_arguments())

    def play(self, games: int) -> int:
        """Every state plays that many whole games at random; returns the number of decisions."""
        return int(self.run(kernels.play_all, games))

    def report_arguments(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in REPORT)

    def run(self, loop: Any, *arguments: Any) -> int:
        """A loop over all games; `arguments` are arrays with an entry a game, or plain numbers."""
        if self.target == "gpu":
            return int(self.device.run(loop, self.states, self.box, *arguments))
        kernel = self.compiler.kernel(loop)
        if self.target == "compiled":
            return kernel(self.states, self.box, *arguments) or 0

        def part(start: int, stop: int) -> int:
            some = [one[start:stop] if hasattr(one, "shape") else one for one in arguments]
            return kernel(self.states[start:stop], self.box, *some) or 0

        part(0, 0)  # compiled once, before the threads start
        cuts = [self.size * i // cores() for i in range(cores() + 1)]
        return sum(threads().map(part, cuts, cuts[1:]))


@cache
def threads() -> ThreadPoolExecutor:
    """One thread a core; the compiled loops let go of Python's lock."""
    return ThreadPoolExecutor(cores(), thread_name_prefix="intrigue")


if hasattr(os, "register_at_fork"):  # a child has none of its parent's threads
    os.register_at_fork(after_in_child=lambda: threads.cache_clear())


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def arrays_for(game: Game[Any], size: int, players: int, observe: bool) -> dict[str, Any]:
    """New arrays of the right shapes and types."""
    import numpy as np

    return {
        "actions": np.full(size, -1, np.int64),
        "observations": np.zeros((size, game.observation_size if observe else 0), np.uint8),
        "legal": np.zeros((size, ACTIONS), np.uint8),
        "to_act": np.zeros(size, np.int8),
        "scores": np.zeros((size, players), np.int16),
        "won": np.zeros(size, np.uint8),
        "done": np.zeros(size, np.uint8),
    }


def dealt_from(game: Game[Any], size: int, players: int, edition: str, seed: int, options: Mapping[str, Any]) -> Any:
    """Blank states, each with a generator of its own: that of the seed and the state's number."""
    import numpy as np

    states = np.zeros(size, game.state.dtype())
    states[:] = np.frombuffer(game.blank(players, edition, options).to_bytes(), states.dtype)
    states["generator"] = [words(f"{seed}/{i}".encode()) for i in range(size)]
    return states
