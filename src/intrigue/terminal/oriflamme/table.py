"""The row as lines of text, drawn from a view, and the questions at it: pure functions, nothing is printed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from intrigue.games.oriflamme.words import Card
from intrigue.terminal import contract
from intrigue.terminal.contract import Menu, Option, View, align, number_of
from intrigue.terminal.style import BOLD, DIM, SPACE, cut, pad, width

BOX = 6
"""The least columns inside a slot."""
TOKENS = 4
"""As many tokens are drawn one by one, more as a number."""


IN_TWO_STEPS = ("place", "move")


class Artist(contract.Artist):
    """Draws the row, the players and the own cards."""

    def table(self, view: View) -> list[str]:
        """Players, row and the own cards; the hand only where no menu lists it."""
        lines = [*self.title(view), *self.players(view), "", *self.row(view)]
        if view["spare"]:
            lines += self.text(self.words("table.spare", n=view["spare"]))
        return [*lines, *self.own_cards(view)]

    def ending(self, view: View) -> list[str]:
        """Everybody's hand and set-aside cards."""
        lines: list[str] = self.text(self.words("play.all_open"))
        for number, said in enumerate(view["players"], start=1):
            for pile in ("hand", "aside"):
                if said[pile]:
                    name = self.speaker.name(number)
                    lines += self.text(self.words(f"table.{pile}_of", player=name, cards=self.names(said[pile])))
        return lines

    def pile(self, name: str, view: View) -> list[str]:
        """Everybody's discard pile."""
        lines: list[str] = []
        for number, said in enumerate(view["players"], start=1):
            key = "table.discard_of" if said["discard"] else "table.discard_of.none"
            name = self.speaker.name(number)
            lines += self.text(self.words(key, player=name, cards=self.names(said["discard"])))
        return lines

    def legend(self) -> list[tuple[str, str]]:
        words, signs = self.words, self.ink.signs
        shown = [(signs.pointer, "pointer"), (signs.token, "token"), (signs.card, "card"), (signs.first, "first")]
        shown += [(signs.back, "back"), (f"({words('card.spy.name')})", "own"), (signs.under, "under")]
        if self.game.name != "oriflamme":
            shown.append((f"[{self.ink.emblem(1).strip('[]')}]", "bribed"))
        return [(sign, words(f"play.legend.{key}")) for sign, key in shown]

    def title(self, view: View) -> list[str]:
        words = self.words
        text = words(f"table.title.{view['phase']}", game=words(f"game.{view['game']}"), round=view["round"])
        return [self.ink.paint(line, BOLD) for line in self.text(text)]

    # Players

    def players(self, view: View) -> list[str]:
        """One line for each player: influence, cards in hand, who is first, whether the Twin is ready."""
        rows = [self.player(view, number) for number in range(1, len(view["players"]) + 1)]
        if max(map(width, align(rows))) > self.columns:
            rows = [self.short_player(view, number) for number in range(1, len(view["players"]) + 1)]
        return [cut(line, self.columns, self.ink.signs.more) for line in align(rows)]

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
            lines += ["".join(parts) for parts in zip(*(self.draw(box, height) for box in shelf), strict=True)]
        return lines

    def box(self, stack: Sequence[dict[str, Any]], slot: int, pointed: bool) -> Box:
        signs, top = self.ink.signs, stack[-1]
        cards = [self.card(top)]
        cards += [f" {signs.under}{self.card(card)}{self.tokens(card)}" for card in reversed(stack[:-1])]
        tokens = self.tokens(top)
        inside = min(max(BOX, width(tokens) + 3, *(width(card) + 1 for card in cards)), self.columns - 2)
        cards = [pad(cut(card, inside, signs.more), inside) for card in cards]
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

    def draw(self, box: Box, height: int) -> list[str]:
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
        """Hand and set-aside cards of the seat that looks; when it places, the menu is the hand."""
        seat = view.get("for", 0)
        if not seat or view["phase"] == "over":
            return []
        own = view["players"][seat - 1]
        lines: list[str] = []
        if not (view["legal"] and view["legal"][0].startswith("place")):
            key = "table.your_hand" if own["hand"] else "table.your_hand.empty"
            lines = self.text(self.words(key, cards=self.names(own["hand"])))
        return [*lines, *self.text(self.words("table.your_aside", cards=self.names(own["aside"])))]

    def names(self, kinds: Sequence[str]) -> str:
        return ", ".join(self.words(f"card.{kind}.name") for kind in kinds)

    # Questions

    def path(self, move: str) -> tuple[str, ...]:
        """A card that is placed or moved is chosen before its place.

        >>> Artist.path(None, "place spy first"), Artist.path(None, "move 3 to 1"), Artist.path(None, "wait")
        (('place spy', 'place spy first'), ('move 3', 'move 3 to 1'), ('wait',))
        """
        verb, *rest = move.split(" ")
        return (f"{verb} {rest[0]}", move) if verb in IN_TWO_STEPS else (move,)

    def menu(self, moves: Sequence[str], view: View, acting: str | None) -> Menu:
        step, groups = self.groups(moves)
        verb, *which = moves[0].split(" ")
        if verb not in IN_TWO_STEPS:
            options = [Option(self.speaker.move(move, view), [move], self.about(move, view)) for move in groups]
            return Menu(self.speaker.question(view, acting), options)
        if step == 0:
            asked = self.words("play.ask.card" if verb == "place" else "play.ask.moved", player=self.asked_player(view))
            return Menu(asked, [self.half(*group, view) for group in groups.items()], verb == "place")
        options = [Option(self.place(move, view), [move], self.about(move, view)) for move in groups]
        if verb == "move":
            return Menu(self.words("play.ask.where_to"), options)
        return Menu(self.words("play.ask.where", card=Card(self.words, which[0])), options)

    def asked_player(self, view: View) -> str:
        return self.speaker.name(view["to_act"])

    def half(self, half: str, moves: list[str], view: View) -> Option:
        """A card to place or to move, before it is asked where to."""
        verb, which = half.split(" ")
        if verb == "place":
            return Option(self.words(f"card.{which}.name"), moves, which)
        top = view["row"][int(which) - 1][-1]
        owner = self.speaker.name(top["controller"])
        text = self.words("play.option.slot", target=Card(self.words, top["kind"]), owner=owner, slot=which)
        return Option(text, moves, top["kind"])

    def place(self, move: str, view: View) -> str:
        """Where a card goes."""
        verb, which, where, *slot = move.split(" ")
        if verb == "move":
            return self.words("play.option.move", slot=slot[0], cards=self.between(view, int(which), int(slot[0])))
        if not slot:
            return self.words(f"play.option.place.{where if view['row'] else 'only'}")
        top = view["row"][int(slot[0]) - 1][-1]
        return self.words("play.option.place.on", target=Card(self.words, top["kind"]), slot=slot[0])

    def between(self, view: View, slot: int, to: int) -> str:
        """A card that moves, between the cards that will lie beside it."""
        stacks = [list(stack) for stack in view["row"]]
        moved = stacks[slot - 1].pop()
        tops = [self.card(stack[-1]) for stack in stacks if stack]
        left, right = tops[to - 2 : to - 1] if to > 1 else [], tops[to - 1 : to]
        return "  ".join([*left, f">{self.card(moved)}<", *right])

    def about(self, move: str, view: View) -> str | None:
        """The card that a move is about, if the person may know it."""
        verb, *rest = move.split(" ")
        if verb == "place":
            return rest[0]
        slot = int(rest[0]) if rest and rest[0].isdigit() else view["pointer"]
        kind: str | None = view["row"][slot - 1][-1]["kind"] if slot else None
        return kind


class Box(NamedTuple):
    """A slot, ready to be drawn: the top card first, then what it covers."""

    slot: int
    pointed: bool
    controller: int
    up: bool
    inside: int
    cards: list[str]
    tokens: str


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
