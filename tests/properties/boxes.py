"""The tables at which tests play: every game of a family with every edition and number of players."""

from __future__ import annotations

from typing import Any

import pytest

import intrigue
from intrigue.games import GAMES
from intrigue.games.oriflamme.state import State

OF_THE_ROW = {name: game for name, game in GAMES.items() if game.state is State}
"""Oriflamme and its kin: games whose cards lie in a row."""


def tables(games: dict[str, intrigue.Game[Any]]) -> list[Any]:
    """A parameter for each game, edition and number of players."""
    return [
        pytest.param(name, edition, players, id=f"{name}-{edition}-{players}")
        for name, game in games.items()
        for edition in game.editions
        for players in game.seats
    ]


TABLES = tables(OF_THE_ROW)
EVERYWHERE = pytest.mark.parametrize("name, edition, players", TABLES)
