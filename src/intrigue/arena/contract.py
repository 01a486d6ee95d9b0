"""What a study asks of a family of games, beside what it counts in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from intrigue.arena.study_writer import Json, Writer
from intrigue.engine.game import Game
from intrigue.engine.state import Flat

Array = Any
Story = Any
"""What was counted in one game; only its family looks into it. `story.g` is the state at the end."""


class Family(NamedTuple):
    """One family: games that share a state."""

    state: type[Flat]
    story: Callable[[Game[Any], Any, Sequence[int]], Story]
    """Lives through a game, from its first question to its last action."""
    figures: Callable[[Sequence[Story], Array], dict[str, Any]]
    """What all games together say; `won[game, seat]` is the win share. JSON can hold it."""
    plots: Callable[[Writer, Json], Iterator[str]]
    """The same on the page."""
