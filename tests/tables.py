"""Tables for tests: a match from a sketch, and what a test looks at afterwards."""

from __future__ import annotations

from typing import Any

import intrigue
from intrigue.games.oriflamme import sketch

LARGE = frozenset(("oriflamme", "ablaze", "oriflamme-mix", "richelieu"))
"""Games so large that tests count what they meet; of a small one they may meet little."""


def table(text: str) -> intrigue.Match:
    """A match that starts at a sketch (see `intrigue.games.oriflamme.sketch`)."""
    return intrigue.load(sketch.record(text))


def after(text: str, *moves: str) -> intrigue.Match:
    """The match of a sketch after some moves."""
    match = table(text)
    for move in moves:
        match.play(move)
    return match


def row(match: intrigue.Match) -> str:
    """The row as a sketch writes it: `1Soldier 2ambush:2 3spy/3lord`."""
    return " ".join("/".join(map(sketch.card_text, slot)) for slot in match.position["row"])


def stock(match: intrigue.Match) -> list[int]:
    """Everybody's influence, player 1 first."""
    return [player["influence"] for player in match.position["players"]]


def pile(match: intrigue.Match, name: str, player: int) -> Any:
    """A player's hand, aside or discard."""
    return match.position["players"][player - 1][name]


def turn(match: intrigue.Match) -> tuple[int | None, int | None]:
    """Who is asked, and at which slot."""
    return match.to_act, match.position["pointer"]


def events_named(match: intrigue.Match, name: str) -> list[dict[str, Any]]:
    """What the events of that name said, in order."""
    return [event.values for event in match.events if event.name == name]
