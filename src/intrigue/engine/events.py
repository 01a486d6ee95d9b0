"""What happened, as facts in order. Rules tell them while interpreted; compiled twins of `tell` are empty."""

from __future__ import annotations

from typing import Any, NamedTuple

from intrigue.engine.rules import rule
from intrigue.engine.state import Flat


def silence(g: Flat, code: int, a: int, b: int, c: int) -> None:
    return


@rule(compiled=silence)
def tell(g: Flat, code: int, a: int, b: int, c: int) -> None:
    """Says what happened to whoever listens to this object."""
    if g.listener is not None:
        g.listener.append((code, a, b, c))


class Event(NamedTuple):
    """One fact in the past tense, with what it is about; everything in it prints as JSON.

    >>> Event("influence_gained", {"player": 2, "amount": 1})
    Event(name='influence_gained', values={'player': 2, 'amount': 1})
    """

    name: str
    values: dict[str, Any]
