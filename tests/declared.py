"""Modules, and the whole package, as they would be with other declarations in them."""

from __future__ import annotations

import inspect
import shutil
from pathlib import Path
from types import ModuleType

import intrigue


def copy_package(folder: Path) -> Path:
    """Copies the package as it would lie in a checkout; returns the copy."""
    (folder / "Makefile").touch()
    copy = folder / "src" / "intrigue"
    shutil.copytree(Path(intrigue.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def with_changes(module: ModuleType, *changes: tuple[str, str]) -> str:
    """The source of a module with pieces of it replaced; each stands in it once."""
    source = inspect.getsource(module)
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source
