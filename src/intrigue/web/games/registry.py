"""The HTML of every game: one line each, and where the page finds it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from intrigue.games import GAMES
from intrigue.locale import Words
from intrigue.rulebook import family_of
from intrigue.web.games.contract import GameHtml
from intrigue.web.games.oriflamme import html as oriflamme
from intrigue.web.games.richelieu import html as richelieu
from intrigue.web.view.scene import Scene

FAMILIES: dict[str, GameHtml] = {"oriflamme": oriflamme, "richelieu": richelieu}
"""By the name of the family, which the page has, too."""


@cache
def html_of(game: str) -> GameHtml:
    """The HTML of a game."""
    return FAMILIES[family_of(game)]


def hints(game: str, edition: str, words: Words) -> str:
    """Every explanation of a game in an edition: `<template data-hint="…">` blocks."""
    return html_of(game).hints(game, edition, words)


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
    return html_of(scene.settings.game).orders(scene, ordered, words)
