"""What a table does not do, and why."""

from __future__ import annotations

from intrigue.engine.errors import IntrigueError


class Denied(IntrigueError):
    """A request that a table does not grant; the sentence says what to do instead."""


class OtherDeck(Exception):
    """The game was begun with another deck file than this program plays with."""
