"""Trifle as HTML: all that the site asks of it (`games/contract.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from intrigue.engine.events import Event
from intrigue.locale import Words
from intrigue.web.games.contract import Tries
from intrigue.web.games.trifle.board import board_parts, head, whole_board
from intrigue.web.games.trifle.hand import hand, orders, peek
from intrigue.web.games.trifle.hints import about_hint, hints
from intrigue.web.games.trifle.players import of_all_players, players
from intrigue.web.games.trifle.questions import law, prompt
from intrigue.web.games.trifle.setup import FIELDS, setup, setup_head, tries
from intrigue.web.games.trifle.steps import PAUSES, PLAIN, SOUNDS, board_at, effects
from intrigue.web.html.points import Points, Swing
from intrigue.web.html.rule_links import EVENT, About
from intrigue.web.view.scene import Scene

COLOUR, EMBLEM = "fam", "family"
SIGNS = {"trifle": "ui-cards"}
MINUTES = {"trifle": 5}
WEIGHTS = {"trifle": 1}
HAS_ORDERS = False
KINDS: tuple[tuple[str, ...], ...] = ()
TRIES = Tries("trifle.tries", "back-", "trifle.try.")


def points(scene: Scene) -> Points:
    """Rounds won; nothing else counts."""
    totals = list((scene.view or {})["scores"])
    return Points(("rounds",), [[total] for total in totals], totals, [()] * len(totals))


def swings(moves: Sequence[Sequence[Event]]) -> list[Swing]:
    """A round that is won is a point."""
    found = []
    for events in moves:
        won = [event for event in events if event.name == "round_won"]
        found.append(Swing({event.values["player"]: 1 for event in won}, won[0] if won else None))
    return found


def about_event(event: Event) -> About:
    """What an event is about."""
    return EVENT, event.name


def with_signs(html: Markup, game: str, edition: str, words: Words) -> Markup:
    """There are none."""
    return html


def parts_in_example(views: Sequence[dict[str, Any]]) -> None:
    """The table is one part."""
    return None


def is_empty_place(label: str, words: Words) -> bool:
    """Nothing is said of places where no card lies."""
    return False
