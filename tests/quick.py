"""What `make test` tries of many cases that are alike; the full run tries all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def quick(some: Collection[Any], values: Iterable[Any]) -> list[Any]:
    """Values for `parametrize`, of which only some run in `make test`.

    >>> [value for value in quick({"en"}, ["en", "fr"])]
    ['en', ParameterSet(values=('fr',), marks=(MarkDecorator(mark=Mark(name='full', args=(), kwargs={})),), id=None)]
    """
    cases = []
    for value in values:
        several = value if isinstance(value, tuple) else (value,)
        cases.append(value if value in some else pytest.param(*several, marks=pytest.mark.full))
    return cases
