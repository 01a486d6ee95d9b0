"""Functions are called what they do, return or ask, and a class name has one meaning in a package.

What is left stands in `words_left.json`, by file, and only shrinks: `python tests/test_words.py` writes it anew.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "bench", "tools", "tests")
LEFT = Path(__file__).with_name("words_left.json")
DENIED = frozenset(
    """
    told found said shown sent posted written one made kept given seen drawn taken born heard chosen held begun known
    meant bound built brought bought caught thought lost
    """.split()
)
"""Participles, and words for anything. A word that ends in `ed` is one, too."""
FINE = frozenset({"bleed", "deed", "embed", "feed", "need", "proceed", "seed", "shed", "speed"})
GAMES = tuple(path.parent.name for path in sorted((ROOT / "src" / "intrigue" / "games").glob("*/__init__.py")))


def is_denied(name: str) -> bool:
    """Whether a function may not be called so.

    >>> [is_denied(name) for name in ("told", "folded", "seed", "card_placed", "is_saved")]
    [True, True, False, False, False]
    """
    return name in DENIED or ("_" not in name and name.endswith("ed") and name not in FINE)


def sources() -> Iterator[tuple[str, ast.Module]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "build" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def functions() -> dict[str, list[str]]:
    """Functions with names that are denied, by file."""
    found: dict[str, list[str]] = {}
    for path, tree in sources():
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        if names := sorted({node.name for node in nodes if is_denied(node.name)}):
            found[path] = names
    return found


def package_of(path: str) -> str:
    """The folder whose names must not clash: one storey. What a game's folder holds stands beside the other games'."""
    parts = Path(path).parts[2:-1]
    parts = tuple(part for part in parts if part not in GAMES)
    return "/".join(parts[:2] if parts[:1] == ("web",) else parts[:1])


def classes() -> dict[str, list[str]]:
    """Class names that mean several things in a package. An implementation may be called as its interface is."""
    places: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path, tree in sources():
        if not path.startswith("src/"):
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not any(ast.unparse(base).endswith(node.name) for base in node.bases):
                game = next((part for part in Path(path).parts if part in GAMES), None)
                places[package_of(path), node.name].add("a game's" if game else path)
    found: dict[str, list[str]] = defaultdict(list)
    for (package, name), where in sorted(places.items()):
        if len(where) > 1:
            found[package].append(name)
    return dict(found)


def left() -> dict[str, dict[str, list[str]]]:
    return {"functions": functions(), "classes": classes()}


def check(what: str, now: dict[str, list[str]]) -> None:
    before = json.loads(LEFT.read_text())[what]
    more = {place: sorted({*names} - {*before.get(place, [])}) for place, names in now.items()}
    assert not {place: names for place, names in more.items() if names}
    gone = {place: sorted({*names} - {*now.get(place, [])}) for place, names in before.items()}
    assert not {place: names for place, names in gone.items() if names}, "well done: strike these out"


def test_functions_are_called_what_they_do() -> None:
    check("functions", functions())


def test_a_class_name_has_one_meaning_in_a_package() -> None:
    check("classes", classes())


if __name__ == "__main__":
    LEFT.write_text(json.dumps(left(), indent=1, sort_keys=True) + "\n")
