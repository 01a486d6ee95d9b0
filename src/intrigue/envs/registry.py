"""The families of games that there are environments of: one line each."""

from __future__ import annotations

from typing import Any

from intrigue.engine.game import Game
from intrigue.engine.state import Flat
from intrigue.envs.contract import Family
from intrigue.envs.oriflamme.family import ORIFLAMME
from intrigue.envs.richelieu.family import RICHELIEU

FAMILIES: dict[type[Flat], Family] = {family.state: family for family in (ORIFLAMME, RICHELIEU)}


def family_of(game: Game[Any]) -> Family:
    """The family of a game."""
    return FAMILIES[game.state]
