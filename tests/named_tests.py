"""The tests of a folder by their names, which cite the rules that they are about."""

from __future__ import annotations

import ast
from pathlib import Path


def names_of_tests(folder: Path) -> list[str]:
    """The names of all test functions below a folder, read and not imported."""
    return [
        node.name
        for path in sorted(folder.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
