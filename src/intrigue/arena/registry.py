"""The families of games that can be studied: one line each."""

from __future__ import annotations

from typing import Any

from intrigue.arena.contract import Family
from intrigue.arena.oriflamme.family import ORIFLAMME
from intrigue.arena.richelieu.family import RICHELIEU
from intrigue.engine.game import Game
from intrigue.engine.state import Flat

FAMILIES: dict[type[Flat], Family] = {family.state: family for family in (ORIFLAMME, RICHELIEU)}


def family_of(game: Game[Any]) -> Family:
    """The family of a game."""
    return FAMILIES[game.state]
