"""The Oriflamme family in the rulebook: what its lines of the log lead to, and what its examples show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from intrigue.engine.events import Event
from intrigue.locale import Words
from intrigue.web.html.rule_links import CARD, EVENT, About


def about_event(event: Event) -> About:
    """What a card brings, or why it brings nothing, is told with the card."""
    if event.name in ("influence_gained", "nothing_happened") and (card := event.values["card"]):
        return CARD, card["kind"]
    return EVENT, event.name


def with_signs(html: Markup, game: str, edition: str, words: Words) -> Markup:
    """There are none."""
    return html


def parts_in_example(views: Sequence[dict[str, Any]]) -> None:
    """The row is one part."""
    return None


def is_empty_place(label: str, words: Words) -> bool:
    """Nothing is said of places where no card lies."""
    return False
