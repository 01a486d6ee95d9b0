"""The Oriflamme family as HTML: the row of slots, the players before it, the hand, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.games.oriflamme.editions import FULL
from intrigue.games.oriflamme.words import Card
from intrigue.locale import Words
from intrigue.web.games.oriflamme.hints import hints
from intrigue.web.games.oriflamme.reasons import reasons
from intrigue.web.games.oriflamme.steps import effects, parts, shown
from intrigue.web.html import panels, questions, templates
from intrigue.web.html.names import names_of, sentence, speaker_at
from intrigue.web.html.rule_links import CARD, PROMPT, About
from intrigue.web.html.templates import LARGE_PIECES, PIECES, Sewn, piece
from intrigue.web.view.scene import Scene, SeatSeen

__all__ = [
    "board",
    "board_parts",
    "effects",
    "hand",
    "head",
    "hints",
    "law",
    "moves",
    "orders",
    "peek",
    "players",
    "prompt",
    "shown",
    "whole_board",
]

View = dict[str, Any]
Seen = tuple[int, str | None, bool, int, int]
"""A card as views have it: family, kind if the viewer may know it, whether it lies face up, influence, controller."""
VERBS = {"wait": "reveal", "again": "take"}
"""Moves that answer the same question as another."""
PLAIN_HINTS = {"do:reveal": "do:reveal", "do:wait": "do:wait", "do:take": "do:take", "do:again": "do:again"}


def head(scene: Scene, words: Words) -> Markup:
    """The game, the round and its phase."""
    if scene.view is None:
        return panels.plain_head(scene.phase, words)
    phase = scene.phase if scene.phase == "aborted" else scene.view["phase"]
    return round_head(scene.view["round"], phase, words)


@lru_cache(maxsize=1024)
def round_head(number: int, phase: str, words: Words) -> Markup:
    told = words(f"board.round.{phase}", round=number, rounds=FULL.rounds)
    return piece("row", "head", number=number, rounds=FULL.rounds, told=told)


# Players


def players(scene: Scene, view: View, words: Words, old: View | None = None) -> Sewn:
    """Every family: influence, cards in hand, what was discarded and set aside; or those that changed since `old`."""
    names, turn = names_of(scene, words), view["to_act"] if scene.phase == "playing" else None
    over = view["phase"] == "over"
    listed = {
        number: panel(
            number,
            names[number - 1],
            scene.seats[number - 1],
            (scene.viewer.seat == number, number == turn, over and number in view["winners"]),
            number == view["first"],
            said["twin"],
            said["influence"],
            count(said["hand"]),
            count(said["aside"]),
            tuple(said["discard"]),
            (tuple(said["aside"]), tuple(said["hand"])) if over else None,
            words,
        )
        for number, said in panels.news_of_players(view, old)
    }
    return panels.player_list(len(view["players"]), listed, words)


@lru_cache(maxsize=LARGE_PIECES)
def panel(
    number: int,
    name: str,
    seat: SeatSeen,
    states: tuple[bool, bool, bool],
    first: bool,
    twin: bool,
    influence: int,
    hand: int,
    aside: int,
    discard: tuple[str, ...],
    opened: tuple[tuple[str, ...], tuple[str, ...]] | None,
    words: Words,
) -> str:
    """A player; when the game is over, also what was set aside and what is left in the hand."""
    marks = marks_of(states[1], states[2], first, twin, words)
    who = panels.who(f"family-{number}", name, states[0], panels.badges(seat, words), marks, words)
    facts = [influence_fact(number, influence, words), hand_fact(number, hand, words)]
    piles = piles_of(number, discard, opened[0] if opened else aside, opened[1] if opened else None, words)
    return panels.player(number, f"fam-{number}", states, who, facts, piles)


def count(cards: Any) -> int:
    """How many cards, whether they are known or not."""
    return cards if isinstance(cards, int) else len(cards)


@lru_cache(maxsize=256)
def marks_of(turn: bool, won: bool, first: bool, twin: bool, words: Words) -> tuple[tuple[str, str, str], ...]:
    marks = [("ui-arrow", words("board.mark.turn"), "turn")] if turn else []
    marks += [("crown", words("board.mark.won"), "won")] if won else []
    marks += [("ui-flag", words("board.mark.first"), "first")] if first else []
    marks += [("kind-twin", words("board.mark.twin"), "kind:twin")] if twin else []
    return tuple(marks)


@lru_cache(maxsize=4096)
def influence_fact(number: int, influence: int, words: Words) -> Markup:
    meaning = words("board.fact.influence", n=influence)
    return panels.fact(number, "influence", "coin", influence, meaning, "influence")


@lru_cache(maxsize=1024)
def hand_fact(number: int, cards: int, words: Words) -> Markup:
    return panels.fact(number, "cards", f"back-{number}", cards, words("board.fact.hand", n=cards), "hand")


@lru_cache(maxsize=LARGE_PIECES)
def piles_of(
    number: int, discard: tuple[str, ...], aside: int | tuple[str, ...], hand: tuple[str, ...] | None, words: Words
) -> Markup:
    lists = [pile("discard", discard, words), pile("aside", aside, words)]
    lists += [pile("hand", hand, words)] if hand is not None else []
    title = words("board.piles", discarded=len(discard), aside=count(aside))
    return piece("common", "piles", seat=number, title=title, lists=lists)


def pile(name: str, cards: int | tuple[str, ...], words: Words) -> tuple[str, list[tuple[str, str, str]]]:
    """The cards of a pile; only how many they are where they lie face down."""
    title = words(f"board.pile.{name}", n=count(cards))
    if isinstance(cards, int):
        return title, []
    return title, named_cards(cards, words)


def named_cards(cards: Sequence[str], words: Words) -> list[tuple[str, str, str]]:
    """Cards of a list: picture, name, explanation."""
    return [(f"kind-{kind}", words(f"card.{kind}.name"), f"kind:{kind}") for kind in cards]


# The row


def board(scene: Scene, view: View, things: View, words: Words) -> Markup:
    """The row, slot by slot, with the places before and after it."""
    return Markup(str(board_parts(scene, view, things, words)["board"]))


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
    names, own = names_of(scene, words), questions.own_eyes(scene, view)
    made = {}
    for n in slots:
        cards = tuple([tuple(card.values()) for card in row[n - 1]])
        made[n] = slot(n, cards, tuple(numbers[n - 1]), n == pointer, names, words, own)
    return {"board": Sewn(length + 2, ends | made)}


def whole_board(parts: Mapping[str, str], words: Words) -> Markup:
    """The board around its parts."""
    return Markup(parts["board"])


@lru_cache(maxsize=512)
def whole_row(length: int, spare: int, words: Words) -> tuple[str, ...]:
    size = "few" if length < 6 else "some" if length < 10 else "many"
    spares = words("board.spare", n=spare) if spare else ""
    return templates.around("row", "row", slots=templates.HOLE, length=length, size=size, spare=spares, words=words)


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
    told = [card_told(card, names, words, own) for card in cards]
    label = words("board.slot", slot=number, card=told[-1])
    if len(cards) > 1:
        label = words("board.slot.stack", slot=label, cards="; ".join(told[-2::-1]))
    if resolved:
        label = words("board.slot.resolved", slot=label)
    return templates.around(
        "row",
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


def card_told(card: Seen, names: tuple[str, ...], words: Words, own: bool = True) -> str:
    """A card in words, as far as the viewer knows it; one that lies face down is known as the `own`, or to all."""
    family, kind, up, influence, controller = card
    whose = words(f"family.{family}.of")
    if names[family - 1] != words(f"family.{family}.name"):
        whose = words("board.card.of", family=whose, player=names[family - 1])
    if up:
        told = words("board.card.up", card=Card(words, kind), family=whose)
    elif kind:
        told = words("board.card.own" if own else "board.card.known", card=Card(words, kind), family=whose)
    else:
        told = words("board.card.down", family=whose)
    if influence:
        told = words("board.card.influence", card=told, n=influence)
    if controller != family:
        told = words("board.card.bribed", card=told, player=names[controller - 1])
    return told


@lru_cache(maxsize=PIECES)
def card_drawn(card: Seen, covered: bool, words: Words) -> tuple[str, ...]:
    """A card, before and after its number."""
    family, kind, up, influence, controller = card
    return templates.around(
        "row",
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


# The own cards


def hand(scene: Scene, words: Words) -> Markup:
    """The viewer's hand, and what the seat set aside; nothing for who has no seat."""
    seat = scene.viewer.seat
    if scene.view is None or scene.view["phase"] == "over":
        return Markup("")
    if scene.viewer.open:
        return open_hands(tuple(tuple(one["hand"]) for one in scene.view["players"]), names_of(scene, words), words)
    if not seat:
        return Markup("")
    mine = scene.view["players"][seat - 1]
    return own_cards(seat, tuple(mine["hand"]), tuple(mine["aside"]), words)


def own_cards(seat: int, kinds: tuple[str, ...], aside: tuple[str, ...], words: Words) -> Markup:
    held = [held_card(kind, words) for kind in kinds]
    return Markup("".join(held).join(around_hand(seat, bool(kinds), aside, words)))


@lru_cache(maxsize=256)
def held_card(kind: str, words: Words) -> Markup:
    return piece("row", "held", kind=kind, name=words(f"card.{kind}.name"))


@lru_cache(maxsize=LARGE_PIECES)
def around_hand(seat: int, some: bool, aside: tuple[str, ...], words: Words) -> tuple[str, ...]:
    cards = templates.HOLE if some else ""
    return templates.around("row", "hand", seat=seat, cards=cards, aside=named_cards(aside, words), words=words)


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
        "row", "peeked", kind=card["kind"], family=card["family"], name=name, slot=view["pointer"], words=words
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
                told = words("board.order", card=Card(words, card["kind"]), slot=number)
                lines.append((thing, told, thing in ordered))
    return piece("row", "orders", seat=seat, lines=lines, words=words)


# What is asked


def moves(scene: Scene, words: Words) -> list[list[Any]]:
    """Every legal move of whoever may answer: in the notation, as parts of the page, as a sentence."""
    view = scene.view
    if view is None:
        return []
    speaker, length = speaker_at(scene, words), len(view["row"])
    return [
        [move, parts(move, length), sentence(speaker.move(move, view))] for move in sorted(view["legal"], key=order)
    ]


def order(move: str) -> tuple[Any, ...]:
    """Places from the left to the right: before the row, its slots, behind it."""
    *rest, last = move.split(" ")
    place = {"first": 0, "last": 99}.get(last, int(last) if last.isdigit() else 0)
    return ([int(word) if word.isdigit() else 0 for word in rest], rest[:2], place)


def prompt(scene: Scene, words: Words) -> Markup:
    """The question with its moves for whoever may answer; for all others, whom they wait for."""
    view = scene.view
    if view is None:
        return Markup("")
    if not questions.asked(scene):
        return questions.waiting(scene, words, wait_told(scene, words), law(scene, view))
    verb = view["legal"][0].split(" ")[0]
    about = {"question": f"ask:{VERBS.get(verb, verb)}", **PLAIN_HINTS}
    question = speaker_at(scene, words).question(view, scene.acting)
    return questions.ask(
        scene, words, question, moves(scene, words), about, law(scene, view), reasons(view, scene.effect)
    )


def law(scene: Scene, view: View) -> About:
    """What the paragraph is about that the question leads to: of who waits, by public facts only."""
    if scene.acting:
        return CARD, scene.acting
    return PROMPT, view["legal"][0].split(" ")[0] if questions.asked(scene) else view["phase"]


def wait_told(scene: Scene, words: Words) -> str:
    """What everybody waits for, by public facts only."""
    view, turn = scene.view, questions.turn_of(scene)
    if view is None or turn is None:
        return ""
    name = names_of(scene, words)[turn - 1]
    if view["phase"] == "placement":
        return words("board.wait.place", player=name)
    if scene.acting is not None:
        return words("board.wait.card", player=name, card=Card(words, scene.acting))
    return words("board.wait.reveal", player=name, slot=view["pointer"])
