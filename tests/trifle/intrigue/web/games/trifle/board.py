"""The board of Trifle as HTML: the head of the table, and the cards of all players round by round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.games.trifle.cards import HAND
from intrigue.locale import Words
from intrigue.web.html import panels, questions
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import PIECES, piece
from intrigue.web.view.scene import Scene

View = dict[str, Any]


def head(scene: Scene, words: Words) -> Markup:
    """The round, and how many there are."""
    if scene.view is None:
        return panels.plain_head(scene.phase, words)
    phase = scene.phase if scene.phase == "aborted" else scene.view["phase"]
    return round_head(scene.view["round"], phase, words)


@lru_cache(maxsize=256)
def round_head(number: int, phase: str, words: Words) -> Markup:
    return piece("trifle", "head", told=words(f"trifle.round.{phase}", round=number, rounds=HAND))


def board(scene: Scene, view: View, things: View, words: Words) -> Markup:
    """What all have laid."""
    names, own = names_of(scene, words), questions.has_own_eyes(scene, view)
    rows = []
    for number, (player, numbers) in enumerate(zip(view["players"], things["laid"], strict=True), start=1):
        cards = [
            (thing, card["up"], card["value"], card_label(card["value"], card["up"], own, words))
            for card, thing in zip(player["laid"], numbers, strict=True)
        ]
        rows.append((number, names[number - 1], cards))
    return piece("trifle", "table", rows=rows, rounds=HAND, words=words)


@lru_cache(maxsize=PIECES)
def card_label(value: int | None, up: bool, own: bool, words: Words) -> str:
    """A card in words, as far as the viewer knows it."""
    if value is None:
        return words("trifle.card.down")
    if up:
        return words("trifle.card.name", value=value)
    return words("trifle.card.own" if own else "trifle.card.known", value=value)


def board_parts(
    scene: Scene, view: View, things: View, words: Words, old: tuple[View, View] | None = None
) -> dict[str, str]:
    """The table is one region; left out where the same cards lie there."""
    if old and old[1]["laid"] == things["laid"] and laid(old[0]) == laid(view):
        return {}
    return {"board": str(board(scene, view, things, words))}


def laid(view: View) -> list[Any]:
    return [player["laid"] for player in view["players"]]


def whole_board(parts: Mapping[str, str], words: Words) -> Markup:
    """The board around its parts."""
    return Markup(parts["board"])
