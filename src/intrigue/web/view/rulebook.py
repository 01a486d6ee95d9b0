"""A rulebook that is read: a game in an edition, and its examples as scenes that anybody may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from intrigue.web.view.scene import Scene


class BookExample(NamedTuple):
    """An example: one scene, or before and after its moves; and where it can be tried."""

    scenes: tuple[Scene, ...]
    link: str


@dataclass(frozen=True, eq=False)
class Book:
    """Equal only to itself: whoever opens a book twice is handed the same one."""

    game: str
    edition: str
    examples: Mapping[str, BookExample]
    """By the keys of their captions. One that does not go with the deck file in play is left out."""
