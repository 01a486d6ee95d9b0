"""The board of the Oriflamme family as HTML: the head of the table, and the row slot by slot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.games.oriflamme.editions import FULL
from intrigue.games.oriflamme.words import Card
from intrigue.locale import Words
from intrigue.web.html import panels, questions, templates
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import LARGE_PIECES, PIECES, Sewn, piece
from intrigue.web.view.scene import Scene

View = dict[str, Any]
Seen = tuple[int, str | None, bool, int, int]
"""A card as views have it: family, kind if the viewer may know it, whether it lies face up, influence, controller."""


def head(scene: Scene, words: Words) -> Markup:
    """The game, the round and its phase."""
    if scene.view is None:
        return panels.plain_head(scene.phase, words)
    phase = scene.phase if scene.phase == "aborted" else scene.view["phase"]
    return round_head(scene.view["round"], phase, words)


@lru_cache(maxsize=1024)
def round_head(number: int, phase: str, words: Words) -> Markup:
    text = words(f"board.round.{phase}", round=number, rounds=FULL.rounds)
    return piece("oriflamme", "head", number=number, rounds=FULL.rounds, text=text)


# The row


def board_parts(
    scene: Scene, view: View, things: View, words: Words, old: tuple[View, View] | None = None
) -> dict[str, Sewn]:
    """The row is one region, sewn of its slots. As long as it has as many as before (`old`), only those that changed;
    nothing if none did."""
    row, numbers, pointer = view["row"], things["row"], view["pointer"]
    length, ends = len(row), {}
    slots = [*range(1, length + 1)]
    if old and len(old[0]["row"]) == length and old[0]["spare"] == view["spare"]:
        before, lay, pointed = old[0]["row"], old[1]["row"], old[0]["pointer"]
        moved = (pointer, pointed) if pointer != pointed else ()
        slots = [n for n in slots if n in moved or row[n - 1] != before[n - 1] or numbers[n - 1] != lay[n - 1]]
        if not slots:
            return {}
    else:
        first, last = whole_row(length, view["spare"], words)
        ends = {0: first, length + 1: last}
    names, own = names_of(scene, words), questions.has_own_eyes(scene, view)
    slots_by_number = {}
    for n in slots:
        cards = tuple([tuple(card.values()) for card in row[n - 1]])
        slots_by_number[n] = slot(n, cards, tuple(numbers[n - 1]), n == pointer, names, words, own)
    return {"board": Sewn(length + 2, ends | slots_by_number)}


def whole_board(parts: Mapping[str, str], words: Words) -> Markup:
    """The board around its parts."""
    return Markup(parts["board"])


@lru_cache(maxsize=512)
def whole_row(length: int, spare: int, words: Words) -> tuple[str, ...]:
    size = "few" if length < 6 else "some" if length < 10 else "many"
    spares = words("board.spare", n=spare) if spare else ""
    return templates.around(
        "oriflamme", "row", slots=templates.HOLE, length=length, size=size, spare=spares, words=words
    )


@lru_cache(maxsize=LARGE_PIECES)
def slot(
    number: int,
    cards: tuple[Seen, ...],
    things: tuple[int, ...],
    resolved: bool,
    names: tuple[str, ...],
    words: Words,
    own: bool = True,
) -> str:
    """A slot: the top card, and those under it peeping out."""
    before, after = place(number, cards, resolved, names, words, own)
    drawn = []
    for at, (card, thing) in enumerate(zip(cards, things, strict=True), start=1):
        start, end = card_drawn(card, at < len(cards), words)
        drawn.append(f"{start}{thing}{end}")
    return f"{before}{''.join(drawn)}{after}"


@lru_cache(maxsize=LARGE_PIECES)
def place(
    number: int, cards: tuple[Seen, ...], resolved: bool, names: tuple[str, ...], words: Words, own: bool = True
) -> tuple[str, ...]:
    """What stands around the cards of a slot, with all of them in words."""
    in_words = [card_in_words(card, names, words, own) for card in cards]
    label = words("board.slot", slot=number, card=in_words[-1])
    if len(cards) > 1:
        label = words("board.slot.stack", slot=label, cards="; ".join(in_words[-2::-1]))
    if resolved:
        label = words("board.slot.resolved", slot=label)
    return templates.around(
        "oriflamme",
        "slot",
        number=number,
        cards=templates.HOLE,
        height=len(cards),
        label=label,
        hint=hint_of(cards[-1]),
        resolved=resolved,
    )


def hint_of(card: Seen) -> str:
    return f"kind:{card[1]}" if card[1] else "hidden"


def card_in_words(card: Seen, names: tuple[str, ...], words: Words, own: bool = True) -> str:
    """A card in words, as far as the viewer knows it; one that lies face down is known as the `own`, or to all."""
    family, kind, up, influence, controller = card
    whose = words(f"family.{family}.of")
    if names[family - 1] != words(f"family.{family}.name"):
        whose = words("board.card.of", family=whose, player=names[family - 1])
    if up:
        text = words("board.card.up", card=Card(words, kind), family=whose)
    elif kind:
        text = words("board.card.own" if own else "board.card.known", card=Card(words, kind), family=whose)
    else:
        text = words("board.card.down", family=whose)
    if influence:
        text = words("board.card.influence", card=text, n=influence)
    if controller != family:
        text = words("board.card.bribed", card=text, player=names[controller - 1])
    return text


@lru_cache(maxsize=PIECES)
def card_drawn(card: Seen, covered: bool, words: Words) -> tuple[str, ...]:
    """A card, before and after its number."""
    family, kind, up, influence, controller = card
    return templates.around(
        "oriflamme",
        "card",
        thing=templates.HOLE,
        kind=kind,
        name=words(f"card.{kind}.name") if kind else "",
        family=family,
        up=up,
        influence=influence,
        controller=controller,
        covered=covered,
        hint=hint_of(card),
    )
