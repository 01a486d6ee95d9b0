"""How strong the levels are, as it was measured (`ladder.toml`; docs/ladder.md tells how)."""

from __future__ import annotations

import tomllib
from functools import cache
from math import sqrt
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("ladder.toml")


class Rung(NamedTuple):
    """A level in one game."""

    level: str
    step: int
    """Points above the next weaker; the weakest stands above random moves."""
    step_reach: int
    """How far the interval of 95 % reaches to either side."""
    rating: int
    """Points above random moves: the sum of the steps."""
    rating_reach: int
    """The same of the sum, the steps taken as measured apart."""
    games: int


class Ladder(NamedTuple):
    """All levels of all games, weakest first."""

    measured: str
    """The day, as ISO writes it."""
    command: str
    players: dict[str, int]
    rungs: dict[str, list[Rung]]


@cache
def ladder() -> Ladder:
    """The ladder that is shipped.

    >>> [rung.rating for rung in ladder().rungs["oriflamme"]]
    [188, 359, 514, 636, 784]
    """
    with FILE.open("rb") as file:
        found = tomllib.load(file)
    rungs: dict[str, list[Rung]] = {}
    for game in found["players"]:
        rating, square = 0, 0
        for step in found["step"]:
            points, reach, games = step[game]
            rating, square = rating + points, square + reach * reach
            rungs.setdefault(game, []).append(Rung(step["level"], points, reach, rating, round(sqrt(square)), games))
    return Ladder(found["measured"], found["command"], found["players"], rungs)
