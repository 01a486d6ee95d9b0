"""The own cards of Trifle as HTML, and every hand where all lies open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from intrigue.locale import Words
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import LARGE_PIECES, piece
from intrigue.web.view.scene import Scene


def hand(scene: Scene, words: Words) -> Markup:
    """The viewer's hand; nothing for who has no seat."""
    seat, view = scene.viewer.seat, scene.view
    if view is None or view["phase"] == "over":
        return Markup("")
    if scene.viewer.open:
        hands = tuple(tuple(player["hand"]) for player in view["players"])
        return open_hands(hands, names_of(scene, words), words)
    return own_cards(seat, tuple(view["players"][seat - 1]["hand"]), words) if seat else Markup("")


@lru_cache(maxsize=LARGE_PIECES)
def own_cards(seat: int, values: tuple[int, ...], words: Words) -> Markup:
    named = [(value, words("trifle.card.name", value=value)) for value in values]
    return piece("trifle", "hand", seat=seat, cards=named, words=words)


@lru_cache(maxsize=LARGE_PIECES)
def open_hands(hands: tuple[tuple[int, ...], ...], names: tuple[str, ...], words: Words) -> Markup:
    """Every hand."""
    held = [
        (f"family-{seat}", f"fam-{seat}", name, named_cards(seat, values, words))
        for seat, (values, name) in enumerate(zip(hands, names, strict=True), start=1)
    ]
    return piece("common", "open_hands", title=words("board.hands"), hands=held)


def named_cards(seat: int, values: Sequence[int], words: Words) -> list[tuple[str, str, str]]:
    """Picture, name, explanation."""
    return [(f"back-{seat}", words("trifle.card.name", value=value), "card") for value in values]


def peek(scene: Scene, words: Words) -> Markup:
    """The own hand."""
    return hand(scene, words)


def orders(scene: Scene, ordered: Sequence[int], words: Words) -> Markup:
    """Nothing waits, so there is nothing to order."""
    return Markup("")
