"""Dependencies between folders point downwards only."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "intrigue"

# Lowest first; a folder may import from itself and from those before it, not from those it stands together with.
LEVELS = [
    {"locale"},
    {"engine"},
    {"games"},
    {"bots", "lessons", "rulebook"},
    {"arena", "coach", "envs"},
    {"intrigue"},
    {"bench", "terminal", "web"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: number for number, names in enumerate(LEVELS) for name in names}


def folder(module: str) -> str:
    """The folder (or top-level file) a module of the package belongs to; the package's face is called intrigue."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LEVEL else "intrigue"


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "intrigue":
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.split(".")[0] == "intrigue"}
    return found


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return tree


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path: Path) -> None:
    inside = path.relative_to(SOURCE).with_suffix("").parts
    here = inside[0] if inside[0] != "__init__" else "intrigue"
    assert here in LEVEL, f"{here} has no level in the house"
    for module in imports(path):
        there = folder(module)
        assert there == here or LEVEL[there] < LEVEL[here], f"{here} may not import {module}"


def test_games_do_not_know_each_other() -> None:
    for path in (SOURCE / "games").rglob("*/*.py"):
        for module in imports(path):
            if module.startswith("intrigue.games."):
                assert module.split(".")[2] == path.parent.name, f"{path} imports {module}"


def test_the_engine_knows_no_game() -> None:
    for path in (SOURCE / "engine").glob("*.py"):
        code = ast.unparse(without_docstrings(ast.parse(path.read_text()))).lower()
        for word in ("archer", "soldier", "ablaze", "richelieu", "cardinal"):
            assert word not in code, f"{path.name} speaks of {word}"


def test_nothing_reads_what_a_clone_does_not_have() -> None:
    for path in SOURCE.rglob("*.py"):
        assert "../shared" not in path.read_text(), path
