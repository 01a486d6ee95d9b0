"""Modules as they would be with other declarations in them."""

from __future__ import annotations

import inspect
from types import ModuleType


def with_changes(module: ModuleType, *changes: tuple[str, str]) -> str:
    """The source of a module with pieces of it replaced; each stands in it once."""
    source = inspect.getsource(module)
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source
