"""What lies on a table, as HTML: pure functions of what one viewer may see, in the viewer's language.

Every family of games is a module with the same names: `head`, `players`, `board`, `prompt`, `law`, `hand`, `orders`,
`moves`, `shown`, `effects` and `hints`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from markupsafe import Markup

from intrigue.engine.events import Event
from intrigue.games import GAMES
from intrigue.locale import Words
from intrigue.web.games.oriflamme import board as oriflamme
from intrigue.web.games.richelieu import board as richelieu
from intrigue.web.html.rule_links import About
from intrigue.web.html.templates import Sewn
from intrigue.web.view.scene import Scene, Step

View = dict[str, Any]
Things = dict[str, Any]


class Family(Protocol):
    """What the module of a family of games offers."""

    def head(self, scene: Scene, words: Words) -> Markup:
        """Which game it is and how far it has come."""

    def players(self, scene: Scene, view: View, words: Words, old: View | None = None) -> Sewn:
        """Who plays, and what lies before them; only those of whom an old view says something else, if one is given."""

    def board(self, scene: Scene, view: View, things: Things, words: Words) -> Markup:
        """What lies in the middle."""

    def board_parts(
        self, scene: Scene, view: View, things: Things, words: Words, old: tuple[View, Things] | None = None
    ) -> Mapping[str, str | Sewn]:
        """The parts of the board that are regions of their own (`board` where there are none), but for those that look
        as they did in an old view with its things."""

    def whole_board(self, parts: Mapping[str, str], words: Words) -> Markup:
        """The board around its parts."""

    def prompt(self, scene: Scene, words: Words) -> Markup:
        """What is asked of the viewer, or whom everybody waits for."""

    def law(self, scene: Scene, view: View) -> About:
        """What the paragraph is about to which that leads."""

    def hand(self, scene: Scene, words: Words) -> Markup:
        """What the viewer's seat holds."""

    def peek(self, scene: Scene, words: Words) -> Markup:
        """What the seat that is asked may look at under cover of a hand."""

    def orders(self, scene: Scene, ordered: Sequence[int], words: Words) -> Markup:
        """The standing orders of the viewer's seat, to change."""

    def moves(self, scene: Scene, words: Words) -> list[list[Any]]:
        """Every move the viewer may make: in the notation, as parts of the page, as a sentence."""

    def shown(self, step: Step, after: Things) -> tuple[View, Things]:
        """The board of a step with what its event tells, also where the rules tell before they do."""

    def effects(self, event: Event, view: View, things: Things) -> list[dict[str, Any]]:
        """What moves on the page when this happens."""

    def hints(self, game: str, edition: str, words: Words) -> Markup:
        """Every explanation of the game, as templates."""


COURT = ("richelieu",)


def of(game: str) -> Family:
    """The module of the family that a game belongs to."""
    return richelieu if game in COURT else oriflamme


def family(game: str) -> str:
    """What the page calls that family.

    >>> family("ablaze"), family("richelieu")
    ('oriflamme', 'richelieu')
    """
    return "richelieu" if game in COURT else "oriflamme"


def hints(game: str, edition: str, words: Words) -> str:
    """Every explanation of a game in an edition: `<template data-hint="…">` blocks."""
    return of(game).hints(game, edition, words)


def hints_at(game: str, edition: str, language: str) -> str:
    """Where they are found: with another deck file elsewhere, for browsers keep them.

    >>> hints_at("richelieu", "ru", "en")
    '/hints/richelieu/ru/en'
    """
    mark = deck_mark(game)
    return f"/hints/{game}/{edition}/{language}{f'?deck={mark}' if mark else ''}"


def deck_mark(game: str) -> str:
    """The beginning of the hash of the deck file that a game is played with; empty for the box that we ship."""
    return (GAMES[game].deck_file or "").rpartition(" ")[2][:12]


def orders(scene: Scene, ordered: Sequence[int], words: Words) -> str:
    """The standing orders of the viewer's seat: a box to tick for each own face-down card."""
    return of(scene.settings.game).orders(scene, ordered, words)
