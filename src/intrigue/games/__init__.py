"""The games. Each is a folder that declares a state, its rules and how they are written down."""

from __future__ import annotations

from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.games.oriflamme.game import ABLAZE, MIX, ORIFLAMME
from intrigue.games.richelieu.game import RICHELIEU

GAMES: dict[str, Game[Any]] = {game.name: game for game in (ORIFLAMME, ABLAZE, MIX, RICHELIEU)}


def game(name: str) -> Game[Any]:
    """The game of that name.

    >>> game("ablaze").editions
    ('uk', 'ru')
    """
    if name not in GAMES:
        raise IntrigueError("error.no_game", name=name, known=", ".join(GAMES))
    return GAMES[name]
