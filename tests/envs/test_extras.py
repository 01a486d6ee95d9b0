"""Environments are extras: without their packages the rest works, and asking for one says what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from intrigue.engine.errors import IntrigueError
from intrigue.envs import extras

LANGUAGES = ("en", "fr", "ru", "uk")

HIDDEN = """
import importlib.abc, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in ("pettingzoo", "gymnasium", "numpy", "numba", "pyspiel", "open_spiel"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
import importlib.util
importlib.util.find_spec = lambda name: None
import intrigue, intrigue.envs
for make in (intrigue.envs.aec, intrigue.envs.single, lambda game, players: intrigue.envs.vector(game, 2, players)):
    try:
        make("oriflamme", players=3)
    except intrigue.IntrigueError as fault:
        print(fault)
"""


def test_without_the_packages_one_message_says_what_is_missing() -> None:
    run = subprocess.run([sys.executable, "-c", HIDDEN], capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert [line.split(",")[0] for line in lines] == ["This needs pettingzoo", *["This needs gymnasium"] * 2]
    assert all('extra "envs"' in line for line in lines) and not run.stderr


def test_the_environments_cost_nothing_until_they_are_asked_for() -> None:
    code = "import sys, intrigue.envs; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"gymnasium", "pettingzoo", "numpy"} & set(run.stdout.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_is_there_in_every_language(language: str) -> None:
    with pytest.raises(IntrigueError) as fault:
        extras.need("no_such_package", "envs")
    text = fault.value.text(language)
    assert "no_such_package" in text and "envs" in text


def test_every_package_of_the_extra_is_pinned() -> None:
    root = Path(__file__).parent.parent.parent
    pins = {line.partition("==")[0].lower() for line in (root / "constraints.txt").read_text().splitlines()}
    peers = {line.partition("==")[0].lower() for line in (root / "constraints-peers.txt").read_text().splitlines()}
    assert {"pettingzoo", "gymnasium", "numpy", "numba", "distributed", "open-spiel"} <= pins
    assert not {pin for pin in pins & peers if not pin.startswith("#")}
