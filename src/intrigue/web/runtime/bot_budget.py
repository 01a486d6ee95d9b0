"""How much a bot may think: less, the more tables wait. Their number says nothing about anybody's cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from intrigue.bots.contract import Family
from intrigue.bots.registry import family_of
from intrigue.bots.spec import taken_apart
from intrigue.engine.game import Game

GREEDY = "greedy"
LEAST_SHARE, LEAST = 4, 10
"""Where simulations end to shrink: at a quarter of the level's, and never under ten. Then greedy answers."""


class Lengths(NamedTuple):
    """How many tables may wait for each worker before searches shrink, have shrunk to the floor, and give way."""

    whole: int
    floor: int
    greedy: int


LENGTHS = {True: Lengths(50, 100, 300), False: Lengths(1, 2, 2)}
"""Compiled and interpreted. Whoever comes last into a full queue of one worker waits less than 5 s at the dearest level
of either family: compiled for 100 answers of 18 ms and 200 of 9 ms, interpreted for 3 of 1 s (one was begun before) and
one of 0.85 s; all others are greedy's and take 1 ms."""


def simulations(whole: int, waiting: float, fast: bool, family: Family) -> int:
    """How many simulations a search may make while so many tables wait for each worker; 0: greedy answers.

    >>> from intrigue.games import GAMES
    >>> ORIFLAMME, RICHELIEU = (family_of(GAMES[name]) for name in ("oriflamme", "richelieu"))
    >>> [simulations(400, waiting, True, ORIFLAMME) for waiting in (0, 50, 75, 100, 300, 301)]
    [400, 400, 250, 100, 100, 0]
    >>> [simulations(20, waiting, False, RICHELIEU) for waiting in (0, 1, 2, 3)]
    [12, 12, 10, 0]
    """
    lengths = LENGTHS[fast]
    most = whole if fast else min(whole, family.plain_sims)
    floor = min(most, max(LEAST, whole // LEAST_SHARE))
    if waiting > lengths.greedy:
        return 0
    pressed = min(1.0, max(0.0, (waiting - lengths.whole) / (lengths.floor - lengths.whole)))
    return round(most - (most - floor) * pressed)


def played_by(level: str, game: Game[Any], waiting: float, fast: bool) -> str:
    """The bot that plays a level now.

    >>> from intrigue.games import GAMES
    >>> played_by("duke", GAMES["oriflamme"], 75, True), played_by("page", GAMES["oriflamme"], 999, True)
    ('search:sims=250', 'greedy:noise=220')
    """
    spec = family_of(game).levels[level]
    name, options = taken_apart(spec)
    if "sims" not in options:
        return spec
    sims = simulations(int(options["sims"]), waiting, fast, family_of(game))
    options["sims"] = str(sims)
    return f"{name}:{','.join(f'{key}={value}' for key, value in options.items())}" if sims else GREEDY


def searches(game: Game[Any], level: str) -> bool:
    """Whether a level of a game searches; compiled, that is much faster."""
    return family_of(game).levels[level].startswith("search")
