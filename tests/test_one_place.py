"""What is one game's own stands in a folder of its name; nothing beside it speaks of a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import intrigue
from intrigue.games import GAMES
from intrigue.rulebook.registry import FAMILIES as LISTED

SOURCE = Path(intrigue.__file__).parent
STOREYS = ("arena", "bots", "envs", "rulebook", "terminal")
FAMILIES = {name: family.games for name, family in LISTED.items()}
NAMES = {*FAMILIES, *GAMES, "court"}
"""What a game is called, and was."""
COMMON = {"scores", "value"}
"""Keys that only one game's views have, but that many other things have, too."""
IN_FILES = {"rulebook": {"cards", "deck"}}
"""Such keys that a storey's own files have, too."""
LISTS = {"registry.py"}
"""The one list of each storey."""


def keys(value: Any) -> Iterator[str]:
    """All keys of a nested value."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from keys(part)


def own_keys() -> set[str]:
    """The keys that only the views of one family have, at any time of some games."""
    families = []
    for games in FAMILIES.values():
        views: set[str] = set()
        for name in games:
            match = intrigue.new(name, GAMES[name].seats[0], seed=1)
            while not match.over:
                if len(match.played) % 5 == 0:
                    views |= set(keys([match.view(seat) for seat in range(match.players + 1)]))
                match.play(match.moves()[len(match.played) % len(match.moves())])
        families.append(views)
    return {key for views in families for key in views if sum(key in other for other in families) == 1} - COMMON


def asked_keys(node: ast.AST) -> Iterator[ast.expr]:
    """Where a node asks a value for a key: `view["row"]`, `view.get("row")`, `"row" in view`."""
    if isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        yield from node.args[:1]
    elif isinstance(node, ast.Compare) and any(isinstance(way, ast.In | ast.NotIn) for way in node.ops):
        yield node.left


def identifiers(node: ast.AST) -> Iterator[str]:
    """The names that a node gives or uses, and the modules it imports."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name):
            yield name
        case ast.ImportFrom(module=str(name)):
            yield name


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def without_docstrings(tree: ast.AST) -> ast.AST:
    """The tree without texts that stand alone: docstrings, and those of values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [ast.Pass() if is_text(part) else part for part in node.body]
    return tree


def spoken_of(path: Path, keys: set[str]) -> set[str]:
    """The names of games, and the keys that only one has, in a file."""
    found = set()
    for node in ast.walk(without_docstrings(ast.parse(path.read_text()))):
        for asked in asked_keys(node):
            if isinstance(asked, ast.Constant) and asked.value in keys:
                found.add(f"[{asked.value}]")
        words = {part for name in identifiers(node) for part in name.lower().replace(".", "_").split("_")}
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words |= {word.strip(".,:;()") for word in node.value.lower().replace("_", " ").replace("/", " ").split()}
        found |= words & NAMES
    return found


@pytest.fixture(scope="module")
def only_one_has() -> set[str]:
    found = own_keys()
    assert {"row", "zones", "cardinal", "influence"} <= found and found.isdisjoint({"players", "hand", "legal"})
    return found


@pytest.mark.parametrize("storey", STOREYS)
def test_no_module_beside_a_games_folder_speaks_of_a_game(storey: str, only_one_has: set[str]) -> None:
    for path in sorted((SOURCE / storey).rglob("*.py")):
        inside = path.relative_to(SOURCE)
        if inside.parts[1] in FAMILIES or path.name in LISTS:
            continue
        assert spoken_of(path, only_one_has - IN_FILES.get(storey, set())) == set(), inside


@pytest.mark.parametrize("storey", STOREYS)
def test_every_storey_has_a_folder_for_each_family_of_games(storey: str) -> None:
    for family in FAMILIES:
        assert (SOURCE / storey / family / "__init__.py").is_file()


def test_the_families_are_all_the_games() -> None:
    assert sorted(GAMES) == sorted(name for games in FAMILIES.values() for name in games)
    assert all((SOURCE / "games" / family).is_dir() for family in FAMILIES)
