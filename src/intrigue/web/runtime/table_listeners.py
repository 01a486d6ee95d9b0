"""What the tables in memory announce to others, and what they ask of others: facts and questions, each a list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from intrigue.web.table.table import Table


@dataclass
class Listeners:
    """Who is told of facts about tables, right after they stand."""

    change: list[Callable[[Table], None]] = field(default_factory=list)
    """A table has a new version."""
    erasure: list[Callable[[str], None]] = field(default_factory=list)
    """Somebody was taken out of a table (or record on the shelf): what is kept of it is void."""
    departure: list[Callable[[str], None]] = field(default_factory=list)
    """Another process went on with a table, which was left to it."""
    trouble: list[Callable[[str, Exception], None]] = field(default_factory=list)
    """The store could not do something for a table, or for all of them."""


@dataclass
class Interests:
    """Who is asked whether a table must stay in memory."""

    watches: list[Callable[[str], bool]] = field(default_factory=list)
    """Whether somebody looks at a table here."""
    follows: list[Callable[[Table], bool]] = field(default_factory=list)
    """Whether it matters here how a table goes on at another process, though nobody looks at it."""
