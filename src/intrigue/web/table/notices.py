"""What is told of a table beside the game: who sat down, who took a move back, who ended it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TableNotice:
    """Something at the table that is not of the game: `name` is the entry's tag, values are public."""

    name: str
    values: dict[str, Any]
