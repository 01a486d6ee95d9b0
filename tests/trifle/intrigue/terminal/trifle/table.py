"""The table as lines of text, drawn from a view, and the question at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.terminal import contract
from intrigue.terminal.contract import Menu, Option, View, align, number_of
from intrigue.terminal.style import BOLD, SPACE, cut


class Artist(contract.Artist):
    """Draws a line for each player: rounds won, cards in hand, cards on the table."""

    def table(self, view: View) -> list[str]:
        title = self.words("trifle.table.title", game=self.words("game.trifle"), round=view["round"])
        lines = [self.ink.paint(line, BOLD) for line in self.text(title)]
        rows = [self.player(view, number) for number in range(1, len(view["players"]) + 1)]
        lines += [cut(line, self.columns, self.ink.signs.more) for line in align(rows)]
        seat = view.get("for", 0)
        if not seat or view["phase"] == "over":
            return lines
        cards = SPACE.join(map(str, view["players"][seat - 1]["hand"]))
        return [*lines, *self.text(self.words("trifle.table.hand", cards=cards))]

    def player(self, view: View, number: int) -> list[str]:
        player, name = view["players"][number - 1], self.speaker.name(number)
        turn = self.ink.signs.pointer if number == view["to_act"] else " "
        label = self.words("table.you", player=name) if number == view.get("for") else name
        won = self.words("trifle.table.taken", n=player["taken"])
        held = self.words("table.hand", n=number_of(player["hand"]))
        return [f"{turn}{SPACE}{label}", won, held, " ".join(map(self.card, player["laid"]))]

    def card(self, card: dict[str, Any]) -> str:
        """A card on the table: in brackets while it lies face down."""
        if card["value"] is None:
            return self.ink.signs.back
        return str(card["value"]) if card["up"] else f"({card['value']})"

    def ending(self, view: View) -> list[str]:
        """All cards were laid."""
        return []

    def legend(self) -> list[tuple[str, str]]:
        signs = self.ink.signs
        named = ((signs.pointer, "pointer"), (signs.back, "back"), ("(7)", "own"))
        return [(sign, self.words(f"trifle.legend.{name}")) for sign, name in named]

    def menu(self, moves: Sequence[str], view: View, acting: str | None) -> Menu:
        ordered = sorted(moves, key=self.order)
        options = [Option(self.speaker.move(move, view), [move], f"t{move.split(' ')[1]}") for move in ordered]
        return Menu(self.speaker.question(view, acting), options)
