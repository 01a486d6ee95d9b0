"""The table as lines of text, drawn from a view: pure functions, nothing is printed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.games.oriflamme.words import Speaker
from intrigue.locale import Words
from intrigue.terminal.ink import BOLD, DIM, SPACE, Ink, cut, in_columns, padded, width, wrapped

View = dict[str, Any]
SMALLEST = 24
"""Columns; narrower terminals wrap by themselves."""
BOX = 6
"""The least columns inside a slot."""
TOKENS = 4
"""As many tokens are drawn one by one, more as a number."""


class Artist:
    """Draws views of one game in one language."""

    def __init__(self, speaker: Speaker, ink: Ink, columns: int) -> None:
        self.speaker = speaker
        self.words: Words = speaker.words
        self.ink = ink
        self.columns = max(SMALLEST, columns)

    def table(self, view: View, hand: bool = True) -> list[str]:
        """Players, row and the own cards."""
        lines = [*self.title(view), *self.players(view), "", *self.row(view)]
        if view["spare"]:
            lines += self.text(self.words("table.spare", n=view["spare"]))
        return [*lines, *self.own_cards(view)] if hand else lines

    def title(self, view: View) -> list[str]:
        words = self.words
        text = words(f"table.title.{view['phase']}", game=words(f"game.{view['game']}"), round=view["round"])
        return [self.ink.paint(line, BOLD) for line in self.text(text)]

    # Players

    def players(self, view: View) -> list[str]:
        """One line for each player: influence, cards in hand, who is first, whether the Twin is ready."""
        rows = [self.player(view, number) for number in range(1, len(view["players"]) + 1)]
        if max(map(width, aligned(rows))) > self.columns:
            rows = [self.short_player(view, number) for number in range(1, len(view["players"]) + 1)]
        return [cut(line, self.columns, self.ink.signs.more) for line in aligned(rows)]

    def player(self, view: View, number: int) -> list[str]:
        words, said = self.words, view["players"][number - 1]
        marks = [words("table.first")] if number == view["first"] and view["phase"] != "over" else []
        marks += [words("table.twin")] if said["twin"] else []
        return [
            self.who(view, number),
            words("table.influence", n=said["influence"]),
            words("table.hand", n=number_of(said["hand"])),
            ", ".join(marks),
        ]

    def short_player(self, view: View, number: int) -> list[str]:
        """The same in signs, for narrow terminals."""
        signs, said = self.ink.signs, view["players"][number - 1]
        marks = [signs.first] if number == view["first"] and view["phase"] != "over" else []
        marks += [self.words("card.twin.name")] if said["twin"] else []
        return [
            cut(self.who(view, number), self.columns // 2, signs.more),
            f"{signs.token}{said['influence']}",
            f"{signs.card}{number_of(said['hand'])}",
            " ".join(marks),
        ]

    def who(self, view: View, number: int) -> str:
        name = self.speaker.name(number)
        turn = self.ink.signs.pointer if number == view["to_act"] else " "
        label = self.words("table.you", player=name) if number == view.get("for") else name
        return f"{turn}{SPACE}{label}"

    # The row

    def row(self, view: View) -> list[str]:
        """The slots as boxes, as many side by side as fit."""
        if not view["row"]:
            return self.text(self.words("table.empty_row"))
        boxes = [self.box(stack, slot, slot == view["pointer"]) for slot, stack in enumerate(view["row"], start=1)]
        lines: list[str] = []
        for shelf in shelves(boxes, self.columns):
            height = max(len(box.cards) for box in shelf)
            lines += ["".join(parts) for parts in zip(*(self.drawn(box, height) for box in shelf), strict=True)]
        return lines

    def box(self, stack: Sequence[dict[str, Any]], slot: int, pointed: bool) -> Box:
        signs, top = self.ink.signs, stack[-1]
        cards = [self.card(top)]
        cards += [f" {signs.under}{self.card(card)}{self.tokens(card)}" for card in reversed(stack[:-1])]
        tokens = self.tokens(top)
        inside = min(max(BOX, width(tokens) + 3, *(width(card) + 1 for card in cards)), self.columns - 2)
        cards = [padded(cut(card, inside, signs.more), inside) for card in cards]
        return Box(slot, pointed, top["controller"], top["up"], inside, cards, tokens)

    def card(self, card: dict[str, Any]) -> str:
        """A card in a slot: its family, and its name in brackets while it lies face down."""
        emblem = self.ink.emblem(card["controller"])
        if card["kind"] is None:
            return f"{emblem} {self.ink.signs.back}"
        name = self.words(f"card.{card['kind']}.name")
        name = name if card["up"] else f"({name})"
        bribed = f" [{self.ink.emblem(card['family']).strip('[]')}]" if card["family"] != card["controller"] else ""
        return f"{emblem} {name}{bribed}"

    def tokens(self, card: dict[str, Any]) -> str:
        """The influence on a card."""
        n, token = card["influence"], self.ink.signs.token
        return f" {token * n if n <= TOKENS else f'{token}{n}'}" if n else ""

    def drawn(self, box: Box, height: int) -> list[str]:
        signs = self.ink.signs
        top_left, top_right, bottom_left, bottom_right = list(signs.corners)
        mark = f"{signs.pointer if box.pointed else signs.across}{box.slot}"
        tokens = f"{box.tokens} {signs.across}" if box.tokens else ""
        side = signs.up if box.up else signs.down
        blank = [" " * box.inside] * (height - len(box.cards))
        lines = [top_left + mark + signs.across * (box.inside - width(mark)) + top_right]
        lines += [f"{side}{card}{side}" for card in [*box.cards, *blank]]
        lines += [bottom_left + signs.across * (box.inside - width(tokens)) + tokens + bottom_right]
        painted = [self.ink.family(box.controller, line) for line in lines]
        if box.pointed:
            painted = [self.ink.paint(line, BOLD) for line in painted]
        elif not box.up:
            painted = [self.ink.paint(line, DIM) for line in painted]
        return painted

    # Cards that do not lie in the row

    def own_cards(self, view: View) -> list[str]:
        """Hand and set-aside cards of the seat that looks."""
        seat = view.get("for", 0)
        if not seat:
            return []
        own = view["players"][seat - 1]
        key = "table.your_hand" if own["hand"] else "table.your_hand.empty"
        lines = self.text(self.words(key, cards=self.names(own["hand"])))
        return [*lines, *self.text(self.words("table.your_aside", cards=self.names(own["aside"])))]

    def open_cards(self, view: View) -> list[str]:
        """Everybody's hand and set-aside cards, when the game is over."""
        lines: list[str] = []
        for number, said in enumerate(view["players"], start=1):
            for pile in ("hand", "aside"):
                if said[pile]:
                    name = self.speaker.name(number)
                    lines += self.text(self.words(f"table.{pile}_of", player=name, cards=self.names(said[pile])))
        return lines

    def discards(self, view: View) -> list[str]:
        """Everybody's discard pile."""
        lines: list[str] = []
        for number, said in enumerate(view["players"], start=1):
            key = "table.discard_of" if said["discard"] else "table.discard_of.none"
            name = self.speaker.name(number)
            lines += self.text(self.words(key, player=name, cards=self.names(said["discard"])))
        return lines

    # Text

    def names(self, kinds: Sequence[str]) -> str:
        return ", ".join(self.words(f"card.{kind}.name") for kind in kinds)

    def text(self, text: str, first: str = "", rest: str = "  ") -> list[str]:
        """A sentence as lines."""
        return wrapped(text, self.columns, first, rest)

    def menu(self, options: Sequence[str], side_by_side: bool, start: int = 1) -> list[str]:
        """Numbered options."""
        broad = len(str(start + len(options) - 1))
        numbered = [f"{number:>{broad}} {option}" for number, option in enumerate(options, start=start)]
        if side_by_side:
            return in_columns(numbered, self.columns)
        return [line for option in numbered for line in wrapped(option, self.columns, "  ", " " * (broad + 3))]


class Box(NamedTuple):
    """A slot, ready to be drawn: the top card first, then what it covers."""

    slot: int
    pointed: bool
    controller: int
    up: bool
    inside: int
    cards: list[str]
    tokens: str


def number_of(pile: Any) -> int:
    """A pile that is known, or only its size."""
    return pile if isinstance(pile, int) else len(pile)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells under each other."""
    broad = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(padded(cell, n) for cell, n in zip(row, broad, strict=True)).rstrip() for row in rows]


def shelves(boxes: Sequence[Box], columns: int) -> list[list[Box]]:
    """The boxes of a row, broken into lines."""
    lines: list[list[Box]] = []
    room = 0
    for box in boxes:
        if room < box.inside + 2:
            lines.append([])
            room = columns
        lines[-1].append(box)
        room -= box.inside + 2
    return lines
