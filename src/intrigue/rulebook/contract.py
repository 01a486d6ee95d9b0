"""What the rulebook asks of a family of games: what its book may speak of, the numbers in it, where its rules stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from intrigue.engine.game import Game

Facts = dict[str, Any]
"""Numbers and texts by the names under which sentences ask for them."""


class Family(NamedTuple):
    """One family: games that share a book."""

    games: tuple[str, ...]
    cards: frozenset[str]
    """What hints and links call a card."""
    events: frozenset[str]
    prompts: frozenset[str]
    """Phases of views, and verbs of moves."""
    facts: Callable[[Game[Any], str], Facts]
    """What a text about a game in an edition may name, beside the number of players."""
    books: tuple[str, ...]
    """What a rule can be printed in; `docs/rules` says what each is."""
    own_books: Mapping[tuple[str, str], frozenset[str]]
    """Those of each game and edition."""
