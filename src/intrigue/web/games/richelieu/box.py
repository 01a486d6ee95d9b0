"""The cards and tracks that Richelieu is played with."""

from __future__ import annotations

from intrigue.games import game as game_of
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.words import SIGN


def is_reconstruction() -> bool:
    """Whether they are our guess, and marked wherever they are shown."""
    return game_of("richelieu").is_reconstruction


def sign() -> str:
    """What stands beside that guess, if it is one."""
    return SIGN if is_reconstruction() else ""


def box() -> Box:
    """The cards and tracks that are played with."""
    printed = game_of("richelieu").box
    assert isinstance(printed, Box)
    return printed
