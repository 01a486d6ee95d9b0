"""The storeys of the site: each imports only from those above it, also lazily and for types; little lies flat."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import intrigue

WEB = Path(intrigue.__file__).parent / "web"
STOREYS = (
    "observe",
    "errors",
    "config",
    "table",
    "store",
    "view",
    "html",
    "games",
    "render",
    "runtime",
    "live",
    "site",
    "http",
    "routes",
    "server",
    "app",
    "commands",
)
"""From the first, which knows nobody, to the last, which knows everything."""
FLAT = {"app", "config", "errors", "site"}
DATA = {"static", "templates", "types"}

EXCEPTIONS: dict[str, set[str]] = {}
"""What may still import from a later storey. This only shrinks."""


def modules() -> dict[str, Path]:
    """All modules of the site by their dotted names within it."""
    found = {}
    for path in sorted(WEB.rglob("*.py")):
        parts = path.relative_to(WEB).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(path: Path) -> Iterator[str]:
    """The modules of the site that a file names anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import, which escapes this test"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith("intrigue.web."):
                name = name.removeprefix("intrigue.web.")
                yield name if name in MODULES else name.rpartition(".")[0]


def storey(module: str) -> int:
    """The number of the storey that a module stands in."""
    return STOREYS.index(module.partition(".")[0])


@pytest.mark.parametrize("module", [name for name in MODULES if name])
def test_a_storey_imports_only_from_those_above_it(module: str) -> None:
    later = {other for other in imports(MODULES[module]) if other and storey(other) > storey(module)}
    assert later == EXCEPTIONS.get(module, set())


def test_no_route_imports_a_route() -> None:
    found = {
        (module, other)
        for module in MODULES
        if module.startswith("routes.") and module != "routes.urls"
        for other in imports(MODULES[module])
        if other.startswith("routes")
    }
    assert found == set()


def test_every_folder_is_a_storey_and_little_lies_flat() -> None:
    files = [path.relative_to(WEB).parts for path in WEB.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    folders = {parts[0] for parts in files if len(parts) > 1}  # a folder that was left may still hold what was compiled
    assert folders == set(STOREYS) - FLAT | DATA
    assert {path.stem for path in WEB.glob("*.py")} == FLAT | {"__init__"}
