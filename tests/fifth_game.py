"""A made-up fifth game in a copy of the package, as "A game" in CONTRIBUTING says: what is new lies in `trifle`, beside
it a line in every list.

As a plugin of pytest it leaves the tests that are asked about that game.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import intrigue

NAME = "trifle"
NEW = Path(__file__).parent / NAME
LISTS = {
    "games/__init__.py": ("game", "RICHELIEU", "MIX, RICHELIEU)", "MIX, RICHELIEU, TRIFLE)"),
    **{
        f"{storey}/registry.py": ("family", "RICHELIEU", "(ORIFLAMME, RICHELIEU)", "(ORIFLAMME, RICHELIEU, TRIFLE)")
        for storey in ("arena", "bots", "envs", "terminal")
    },
    "rulebook/registry.py": ("family", "RICHELIEU", '": RICHELIEU}', '": RICHELIEU, "trifle": TRIFLE}'),
    "web/games/registry.py": ("", "html as richelieu", '": richelieu}', '": richelieu, "trifle": trifle}'),
    "lessons/__init__.py": ("", "", '"richelieu")\n', '"richelieu", "trifle")\n'),
}
"""Of each list: the module and the name that it imports of a game, and what is written in the list."""
SOURCES = "\n[trifle]\n" + "".join(f'R{number} = {{ printed = ["FR"] }}\n' for number in range(1, 7))
"""What is written at the end of `rulebook/sources.toml`."""


def make(folder: Path) -> Path:
    """A copy of the package in a checkout, with the fifth game; returns the folder that it is imported from."""
    (folder / "Makefile").touch()
    copy = folder / "src" / "intrigue"
    shutil.copytree(Path(intrigue.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(NEW / "intrigue", copy, dirs_exist_ok=True)
    for path, (module, name, old, new) in LISTS.items():
        text = (copy / path).read_text(encoding="utf-8")
        if name:
            storey = Path(path).parent.as_posix().replace("/", ".")
            line = f"from intrigue.{storey}.richelieu{'.' * bool(module)}{module} import {name}\n"
            text = put(text, line, line + line.replace("richelieu", NAME).replace("RICHELIEU", NAME.upper()))
        (copy / path).write_text(put(text, old, new), encoding="utf-8")
    with (copy / "rulebook" / "sources.toml").open("a", encoding="utf-8") as file:
        file.write(SOURCES)
    return copy.parent


def put(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the tests of the fifth game."""
    asked = [item for item in items if isinstance(item, pytest.Function) and is_asked(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in asked])
    items[:] = asked


def is_asked(item: pytest.Function) -> bool:
    return "callspec" in vars(item) and any(map(is_meant, item.callspec.params.values()))


def is_meant(value: object) -> bool:
    """Whether something that a test is asked about is the game, its name or a table of it."""
    if isinstance(value, tuple | list):
        return any(map(is_meant, value))
    name = value if isinstance(value, str) else getattr(value, "name", None)
    return isinstance(name, str) and NAME in name.split()
