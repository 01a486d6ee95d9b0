"""The games. Each is a folder that declares a state, its rules and how they are written down."""

from __future__ import annotations

from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.games.oriflamme.game import ABLAZE, MIX, ORIFLAMME, TINY2, TINY3
from intrigue.games.richelieu.game import RICHELIEU

GAMES: dict[str, Game[Any]] = {game.name: game for game in (ORIFLAMME, ABLAZE, MIX, RICHELIEU)}
"""The games that people are offered."""

YARDSTICKS: dict[str, Game[Any]] = {game.name: game for game in (TINY2, TINY3)}
"""Games small enough to be solved, to measure bots by."""


def install(game: Game[Any]) -> None:
    """Has the whole program play this game under its name from now on: Richelieu with an owner's deck. Once, when a
    program starts: what was written, drawn or remembered of the game before stays as it was."""
    GAMES[game.name] = game


def game(name: str) -> Game[Any]:
    """The game of that name, yardsticks too.

    >>> game("ablaze").editions
    ('uk', 'ru')
    """
    found = GAMES.get(name) or YARDSTICKS.get(name)
    if found is None:
        raise IntrigueError("error.no_game", name=name, known=", ".join(GAMES))
    return found
