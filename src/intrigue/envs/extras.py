"""Packages that only some environments need: there, or one clear message that says which extra brings them."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

from intrigue.engine.errors import IntrigueError


def need(package: str, extra: str) -> Any:
    """The package, if it is installed.

    >>> need("json", "envs").__name__
    'json'
    >>> need("no_such_package", "envs")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    intrigue.engine.errors.IntrigueError: This needs no_such_package, ...
    """
    if find_spec(package) is None:
        raise IntrigueError("error.no_extra", name=package, extra=extra)
    return importlib.import_module(package)
