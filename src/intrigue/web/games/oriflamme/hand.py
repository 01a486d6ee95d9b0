"""The own cards of the Oriflamme family as HTML: the hand, a look at the card that is asked about, standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from intrigue.games import game as game_of
from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.oriflamme.words import Card, card_short
from intrigue.locale import Words
from intrigue.web.games.oriflamme.players import named_cards
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import HOLE, LARGE_PIECES, around, piece
from intrigue.web.view.scene import Scene


def hand(scene: Scene, words: Words) -> Markup:
    """The viewer's hand, and what the seat set aside; nothing for who has no seat."""
    seat = scene.viewer.seat
    if scene.view is None or scene.view["phase"] == "over":
        return Markup("")
    if scene.viewer.open:
        return open_hands(
            tuple(tuple(player["hand"]) for player in scene.view["players"]), names_of(scene, words), words
        )
    if not seat:
        return Markup("")
    mine = scene.view["players"][seat - 1]
    held = [held_card(kind, short_text(scene, kind, words), words) for kind in mine["hand"]]
    return Markup("".join(held).join(around_hand(seat, bool(held), tuple(mine["aside"]), words)))


def short_text(scene: Scene, kind: str, words: Words) -> str:
    """What a card does in the edition that is played, in one breath."""
    rules = game_of(scene.settings.game)
    assert isinstance(rules, Oriflamme)
    return card_short(words, kind, rules.flags[scene.settings.edition])


@lru_cache(maxsize=256)
def held_card(kind: str, text: str, words: Words) -> Markup:
    name, narrow = words(f"card.{kind}.name"), words(f"card.{kind}.narrow")
    return piece("oriflamme", "held", kind=kind, name=name, narrow=narrow, text=text)


@lru_cache(maxsize=LARGE_PIECES)
def around_hand(seat: int, some: bool, aside: tuple[str, ...], words: Words) -> tuple[str, ...]:
    cards = HOLE if some else ""
    return around("oriflamme", "hand", seat=seat, cards=cards, aside=named_cards(aside, words), words=words)


@lru_cache(maxsize=LARGE_PIECES)
def open_hands(hands: tuple[tuple[str, ...], ...], names: tuple[str, ...], words: Words) -> Markup:
    """Every hand, where all lies open."""
    held = [
        (f"family-{seat}", f"fam-{seat}", name, named_cards(kinds, words))
        for seat, (kinds, name) in enumerate(zip(hands, names, strict=True), start=1)
    ]
    return piece("common", "open_hands", title=words("board.hands"), hands=held)


def peek(scene: Scene, words: Words) -> Markup:
    """The own card that is asked about: the one being resolved."""
    view = scene.view
    if view is None or view["pointer"] is None:
        return Markup("")
    card = view["row"][view["pointer"] - 1][-1]
    if card["kind"] is None:
        return Markup("")
    name = words(f"card.{card['kind']}.name")
    return piece(
        "oriflamme", "peeked", kind=card["kind"], family=card["family"], name=name, slot=view["pointer"], words=words
    )


def orders(scene: Scene, ordered: Sequence[int], words: Words) -> Markup:
    """For each own face-down card on top of its slot: whether it waits until told otherwise."""
    seat, view = scene.viewer.seat, scene.view
    if not seat or view is None or scene.phase != "playing":
        return Markup("")
    lines = []
    for number, (cards, numbers) in enumerate(zip(view["row"], scene.things["row"], strict=True), start=1):
        for card, thing in zip(cards, numbers, strict=True):
            if not card["up"] and card["controller"] == seat and card["kind"]:
                label = words("board.order", card=Card(words, card["kind"]), slot=number)
                lines.append((thing, label, thing in ordered))
    return piece("oriflamme", "orders", seat=seat, lines=lines, words=words)
