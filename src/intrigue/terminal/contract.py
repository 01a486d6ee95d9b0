"""What the command line asks of every family of games: options, cards, a table, menus. It names none of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import intrigue
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.engine.speaker import Speaker
from intrigue.locale import Words
from intrigue.terminal.style import FAMILY_COLOURS, Ink, in_columns, pad, width, wrap

View = dict[str, Any]
SMALLEST = 24
"""Columns; narrower terminals wrap by themselves."""


class Setting(NamedTuple):
    """An option of the command line that only some games have."""

    name: str
    metavar: str
    commands: tuple[str, ...]
    choices: tuple[str, ...] = ()
    is_file: bool = False

    def value_in(self, options: Namespace) -> Any:
        """What was typed for it, if anything."""
        return getattr(options, self.name.replace("-", "_"), None)


class Option(NamedTuple):
    """An answer: the moves it stands for (of several the next question chooses) and the card that it is about."""

    text: str
    moves: list[str]
    card: str | None = None


class Menu(NamedTuple):
    """A question with its answers."""

    question: str
    options: list[Option]
    side_by_side: bool = False


class Artist(ABC):
    """Draws the views of one game in one language as lines, and puts its questions: nothing is printed here."""

    def __init__(self, speaker: Speaker, ink: Ink, columns: int, game: Game[Any]) -> None:
        self.speaker = speaker
        self.words: Words = speaker.words
        self.ink = ink
        self.columns = max(SMALLEST, columns)
        self.game = game

    @abstractmethod
    def table(self, view: View) -> list[str]:
        """Everything that the seat of the view sees."""

    @abstractmethod
    def ending(self, view: View) -> list[str]:
        """What lies open when the game is over, below the table."""

    def pile(self, name: str, view: View) -> list[str]:
        """What the family's command of that name shows."""
        return []

    @abstractmethod
    def legend(self) -> list[tuple[str, str]]:
        """The signs on the table, each with what it means."""

    # Menus: a move is chosen in steps, by the parts of its path

    def path(self, move: str) -> tuple[str, ...]:
        """The choices that lead to a move, the last one being the move itself."""
        return (move,)

    def order(self, move: str) -> Any:
        """What moves are sorted by in a menu."""
        return in_order(move)

    def groups(self, moves: Sequence[str]) -> tuple[int, dict[str, list[str]]]:
        """Moves by the first choice in which they differ, and which choice that is."""
        paths = {move: self.path(move) for move in sorted(moves, key=self.order)}
        step = 0
        while len({path[: step + 1] for path in paths.values()}) == 1 and len(moves) > 1:
            step += 1
        found: dict[str, list[str]] = {}
        for move, path in paths.items():
            found.setdefault(path[min(step, len(path) - 1)], []).append(move)
        return step, found

    @abstractmethod
    def menu(self, moves: Sequence[str], view: View, acting: str | None) -> Menu:
        """The next question, when the answers so far leave these moves."""

    # Text

    def text(self, text: str, first: str = "", rest: str = "  ") -> list[str]:
        """A sentence as lines."""
        return wrap(text, self.columns, first, rest)

    def number_options(self, options: Sequence[str], side_by_side: bool = False, start: int = 1) -> list[str]:
        """Numbered options."""
        broad = len(str(start + len(options) - 1))
        lines = [f"{number:>{broad}} {option}" for number, option in enumerate(options, start=start)]
        if side_by_side and (found := in_columns(lines, self.columns)):
            return found
        return [line for option in lines for line in wrap(option, self.columns, "  ", " " * (broad + 3))]


class Family(ABC):
    """Games that share a table."""

    games: tuple[str, ...]
    artist: type[Artist]
    headings: frozenset[str]
    """The events that begin a paragraph."""
    redraw: str
    """The command that draws the table again; `piles` are those that show something else of it."""
    piles: tuple[str, ...] = ()
    average: str
    """The key of the sentence about a seat's wins and points."""
    settings: tuple[Setting, ...] = ()
    colours: tuple[str, ...] = FAMILY_COLOURS

    # The game

    def game(self, name: str, options: Namespace, headers: Mapping[str, str] | None = None) -> Game[Any]:
        """The game as the options, and the headers of a record that is there already, want it."""
        return intrigue.game(name)

    def deal(self, options: Namespace) -> dict[str, Any]:
        """What a new match is told beside players, edition and seed."""
        return {}

    def as_typed(self, options: Namespace, command: str) -> list[str]:
        """The settings as one types them again for a command."""
        words: list[str] = []
        for setting in self.settings:
            if command in setting.commands and (value := setting.value_in(options)) is not None:
                words += [f"--{setting.name}", str(value)]
        return words

    @abstractmethod
    def introduction(self, words: Words, game: Game[Any]) -> list[str]:
        """What a newcomer must know, as paragraphs."""

    @abstractmethod
    def opening(self, match: Match, view: View, artist: Artist) -> list[str]:
        """What a replay tells before the first move."""

    # Cards

    @abstractmethod
    def cards(self, words: Words) -> dict[str, dict[str, str]]:
        """All cards: under each heading their words in records and their names."""

    @abstractmethod
    def names(self) -> dict[str, str]:
        """Every name of every card in every language, made simple, with its word in records."""

    @abstractmethod
    def card_text(self, words: Words, card: str, options: Namespace) -> list[str]:
        """A card's title and its texts."""

    @abstractmethod
    def card_text_in(self, words: Words, card: str, match: Match) -> list[str]:
        """The same as it is in a match."""

    @abstractmethod
    def card_name(self, words: Words, card: str) -> str:
        """A card's name."""

    @abstractmethod
    def example(self, words: Words) -> str:
        """Some card's name."""

    def find(self, name: str) -> str | None:
        """The card of that name."""
        return self.names().get(simple(name))


def simple(name: str) -> str:
    """A name without what people type differently.

    >>> simple("  Royal_Decree ")
    'royal decree'
    """
    for sign, plain in (("_", " "), ("-", " "), ("ё", "е"), ("’", "'"), ("ʼ", "'")):
        name = name.casefold().replace(sign, plain)
    return " ".join(name.split())


def in_order(move: str) -> list[tuple[int, str]]:
    """Numbers count as numbers: 2 comes before 10."""
    return [(int(word), "") if word.isdigit() else (0, word) for word in move.split(" ")]


def align(rows: Sequence[Sequence[str]], right: bool = False) -> list[str]:
    """Cells under each other; all but the first column may lean to the right."""
    broad = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            " " * (n - width(cell)) + cell if right and number else pad(cell, n)
            for number, (cell, n) in enumerate(zip(row, broad, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def number_of(pile: Any) -> int:
    """A pile that is known, or only its size."""
    return pile if isinstance(pile, int) else len(pile)


def no_setting(game: str, setting: Setting) -> IntrigueError:
    return IntrigueError("error.no_option", game=game, option=setting.name)
