"""An owner's deck file for tests of the site: ours with other numbers, so that nothing of ours may be seen where it is
played with."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from typing import Any

from intrigue.engine.game import Game
from intrigue.games import GAMES, install
from intrigue.games.richelieu.box import OURS
from intrigue.games.richelieu.game import RICHELIEU

TEXT = OURS.read_text(encoding="utf-8")


def with_value(text: str, card: str, key: str, value: str) -> str:
    """A deck file with another value in one of its cards."""
    found, count = re.subn(rf'(id = "{card}"\n(?:.+\n)*?{key} = ).+', rf"\g<1>{value}", text, count=1)
    assert count == 1
    return found


def owners() -> bytes:
    """A deck file with other prizes, steps and spaces on every card than ours, and tracks that end elsewhere."""
    text = re.sub(r"spaces = .+", "spaces = [2, 3, 1, 2, 0]", TEXT)
    text = re.sub(r"first = .+", 'first = "17P AG"', text)
    text = re.sub(r"second = .+", 'second = "13E"', text)
    text = re.sub(r"cardinal = .+", "cardinal = -9", text)
    text = with_value(text, "R5", "first", '"11M QU"')
    text = re.sub(r"(?m)^end = \d+", "end = 14", text)
    text = re.sub(r"costs = .+", "costs = [7, 8, 9]", text)
    return re.sub(r"symbols = .+", 'symbols = ["I", "", ""]', text).encode()


OWNERS = RICHELIEU.with_deck("mybox.toml", owners())


@contextmanager
def played_with(game: Game[Any]) -> Iterator[None]:
    """As if this process had been started with a deck file: nothing is remembered of another one, before or after."""
    before = GAMES[game.name]
    try:
        forget()
        install(game)
        yield
    finally:
        install(before)
        forget()


def forget() -> None:
    """Empties whatever the site and the rulebook remember."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("intrigue.web", "intrigue.rulebook")):
            for one in vars(module).values():
                if isinstance(one, _lru_cache_wrapper):
                    one.cache_clear()
