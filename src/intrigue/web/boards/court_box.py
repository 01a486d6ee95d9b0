"""The cards and tracks that Richelieu is played with."""

from __future__ import annotations

from intrigue.games import game as game_of
from intrigue.games.richelieu.box import Box


def box() -> Box:
    """The cards and tracks that are played with."""
    printed = game_of("richelieu").box
    assert isinstance(printed, Box)
    return printed
