"""How bots are written: `name[:key=value,...]`, and several of them with commas between."""

from __future__ import annotations

import re

from intrigue.engine.errors import IntrigueError

OPTION = re.compile(r"[a-z_]+=.*")
SHOWN = 60
FORM = "name:option=value,option=value"


def specs(text: str) -> list[str]:
    """The bots of a list. What looks like an option belongs to the bot before it.

    >>> specs("search:sims=1000,playout=greedy,greedy,random")
    ['search:sims=1000,playout=greedy', 'greedy', 'random']
    """
    found: list[str] = []
    for piece in text.split(","):
        if OPTION.fullmatch(piece) and found and ":" in found[-1]:
            found[-1] += f",{piece}"
        else:
            found.append(piece.strip())
    return found


def taken_apart(spec: str) -> tuple[str, dict[str, str]]:
    """The name of a bot and its options.

    >>> taken_apart("search:sims=1000,playout=greedy")
    ('search', {'sims': '1000', 'playout': 'greedy'})
    """
    name, colon, rest = spec.partition(":")
    options: dict[str, str] = {}
    for piece in rest.split(",") if colon else []:
        key, equals, value = piece.partition("=")
        if not equals or not key or key in options:
            raise IntrigueError("error.bot_written", bot=spec[:SHOWN], form=FORM)
        options[key] = value
    return name, options


class Options:
    """The options of a bot, taken one by one; what is left over at the end is refused."""

    def __init__(self, spec: str) -> None:
        self.name, self.given = taken_apart(spec)
        self.known: list[str] = []

    def number(self, key: str, usual: int, low: int, high: int) -> int:
        """A whole number within bounds."""
        self.known.append(key)
        told = self.given.pop(key, None)
        if told is None:
            return usual
        if not (told.isascii() and told.isdigit() and len(told) < 10 and low <= int(told) <= high):
            raise IntrigueError("error.bot_number", bot=self.name, option=key, low=low, high=high)
        return int(told)

    def word(self, key: str, usual: str, words: tuple[str, ...]) -> str:
        """One of some words."""
        self.known.append(key)
        told = self.given.pop(key, usual)
        if told not in words:
            raise IntrigueError("error.bot_word", bot=self.name, option=key, known=", ".join(words))
        return told

    def end(self) -> None:
        """Nothing may be left."""
        if self.given:
            names = ", ".join(self.known) or "-"
            raise IntrigueError("error.bot_option", bot=self.name, option=next(iter(self.given))[:SHOWN], known=names)
