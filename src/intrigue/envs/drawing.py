"""Pictures of a table, as text or as SVG, made of what one seat sees: a view, never a state."""

from __future__ import annotations

from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.envs.contract import Family, View
from intrigue.envs.registry import family_of
from intrigue.games import game as game_named

MODES = ("human", "ansi", "svg")


def check_mode(mode: str | None) -> str | None:
    """The way of drawing, if there is one of that name."""
    if mode is not None and mode not in MODES:
        raise IntrigueError("error.no_render_mode", name=mode, known=", ".join(MODES))
    return mode


def family_in(view: View) -> Family:
    return family_of(game_named(view["game"]))


def text(view: View) -> str:
    """A view in the words of the notation, for a terminal."""
    return family_in(view).text(view)


def svg(view: View) -> str:
    """A view as a picture. What is printed on cards that lie open is that of our own boxes."""
    return family_in(view).svg(view)


def draw(mode: str | None, game: Game[Any], g: Any, seat: int | None = None) -> str | None:
    """A state as a seat sees it, counted from 1; that of the player to act unless told."""
    if mode is None:
        return None
    view = game.view(g, g.to_act + 1 if seat is None else seat)
    if mode == "human":
        print(text(view))
        return None
    return svg(view) if mode == "svg" else text(view)
