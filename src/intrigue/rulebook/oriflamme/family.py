"""What the rulebook asks of Oriflamme, Ablaze and the mix."""

from __future__ import annotations

from typing import Any

from intrigue.engine.game import Game
from intrigue.games.oriflamme.events import EVENTS
from intrigue.games.oriflamme.flow import START
from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.rulebook.contract import Facts, Family


def facts(rules: Game[Any], edition: str) -> Facts:
    """Sizes, and what editions differ in."""
    assert isinstance(rules, Oriflamme)
    return rules.size._asdict() | rules.flags[edition]._asdict() | {"start": START}


ORIFLAMME = Family(
    games=("oriflamme", "ablaze", "oriflamme-mix"),
    cards=frozenset(NAMES),
    events=frozenset(EVENTS),
    prompts=frozenset(
        ("placement", "resolution", "place", "reveal", "wait", "hit", "rob", "copy", "move", "twin", "bribe")
        + ("use", "take", "again")
    ),
    facts=facts,
    books=("RU", "FR", "EN", "DE", "RU2", "UK2", "EN2", "boxes", "faces"),
    own_books={
        ("oriflamme", "fr"): frozenset({"FR", "EN"}),
        ("oriflamme", "ru"): frozenset({"RU"}),
        ("ablaze", "uk"): frozenset({"UK2"}),
        ("ablaze", "ru"): frozenset({"RU2"}),
        ("oriflamme-mix", "fr+uk"): frozenset({"FR", "EN", "UK2"}),
        ("oriflamme-mix", "ru+ru"): frozenset({"RU", "RU2"}),
    },
)
