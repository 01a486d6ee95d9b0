"""What the rulebook asks of Trifle."""

from __future__ import annotations

from typing import Any

from intrigue.engine.game import Game
from intrigue.games.trifle.cards import CARDS, HAND
from intrigue.games.trifle.events import EVENTS
from intrigue.rulebook.contract import Facts, Family


def facts(rules: Game[Any], edition: str) -> Facts:
    """The cards that there are, and those of a hand."""
    return {"cards": CARDS, "hand": HAND}


TRIFLE = Family(
    games=("trifle",),
    cards=frozenset(),
    events=frozenset(EVENTS),
    prompts=frozenset(("laying", "lay")),
    facts=facts,
    books=("FR",),
    own_books={("trifle", "fr"): frozenset({"FR"})},
)
