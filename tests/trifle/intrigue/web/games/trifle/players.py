"""The players of Trifle as HTML: rounds won, cards in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.locale import Words
from intrigue.web.html import panels
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import LARGE_PIECES, Sewn
from intrigue.web.view.scene import Scene, SeatSeen

View = dict[str, Any]


def players(scene: Scene, view: View, words: Words, old: View | None = None) -> Sewn:
    """All players, or those that changed since `old`."""
    names, turn = names_of(scene, words), view["to_act"] if scene.phase == "playing" else None
    over = view["phase"] == "over"
    listed = {
        number: panel(
            number,
            names[number - 1],
            scene.seats[number - 1],
            (scene.viewer.seat == number, number == turn, over and number in view["winners"]),
            number == view["first"],
            player["taken"],
            player["hand"] if isinstance(player["hand"], int) else len(player["hand"]),
            words,
        )
        for number, player in panels.news_of_players(view, old, of_all_players)
    }
    return panels.player_list(len(view["players"]), listed, words)


def of_all_players(view: View) -> tuple[Any, ...]:
    """What a view says that may change the panel of every player."""
    return view["first"], view["phase"], view["winners"]


@lru_cache(maxsize=LARGE_PIECES)
def panel(
    number: int,
    name: str,
    seat: SeatSeen,
    states: tuple[bool, bool, bool],
    first: bool,
    taken: int,
    hand: int,
    words: Words,
) -> str:
    marks = marks_of(states[1], states[2], first, words)
    who = panels.who(f"family-{number}", name, states[0], panels.badges(seat, words), marks, words)
    facts = [
        panels.fact(number, "taken", "coin", taken, words("trifle.fact.taken", n=taken), "taken"),
        panels.fact(number, "cards", f"back-{number}", hand, words("board.fact.hand", n=hand), "hand"),
    ]
    return panels.player(number, f"fam-{number}", states, who, facts, Markup(""))


@lru_cache(maxsize=64)
def marks_of(turn: bool, won: bool, first: bool, words: Words) -> tuple[tuple[str, str, str], ...]:
    marks = [("ui-arrow", words("board.mark.turn"), "turn")] if turn else []
    marks += [("crown", words("board.mark.won"), "won")] if won else []
    marks += [("ui-flag", words("trifle.mark.first"), "first")] if first else []
    return tuple(marks)
