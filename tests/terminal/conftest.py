"""What the tests of the command line share: running it here or as a process of its own, and a record to spoil."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from terminal.talking import interruptible

import intrigue
from intrigue.cli import main
from intrigue.games.richelieu.box import OURS

SOURCE = Path(intrigue.__file__).parents[1]


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the shell finds our program."""
    path = tmp_path_factory.mktemp("bin") / "intrigue"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path.parent


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, program: Path) -> None:
    """English, whoever runs the tests and however; the program is installed."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("PATH", f"{program}{os.pathsep}{os.environ['PATH']}")
    for name in ("NO_COLOR", "COLUMNS", "LINES", "MAKELEVEL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs the command line in this process."""

    def run(*arguments: object) -> Ran:
        code = main([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def environment() -> dict[str, str]:
    """What a process of our own needs to know."""
    return {**os.environ, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", "TERM": "xterm"}


@pytest.fixture
def shell(environment: dict[str, str]) -> Callable[..., Ran]:
    """Runs it as a process."""

    def shell(*arguments: object, **more: Any) -> Ran:
        data, changes = more.pop("input", b""), more.pop("env", {})
        done = subprocess.run(
            [sys.executable, "-m", "intrigue", *map(str, arguments)],
            input=data,
            capture_output=True,
            env=environment | changes,
            timeout=120,
            preexec_fn=interruptible,
            **more,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return shell


@pytest.fixture
def record() -> str:
    """A whole game, as text."""
    match = intrigue.new("oriflamme", players=3, seed=7)
    while not match.over:
        match.play(match.moves()[len(match.played) % len(match.moves())])
    return str(match.record)


@pytest.fixture
def file(tmp_path: Path, record: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same in a file, in an otherwise empty folder where the test runs."""
    monkeypatch.chdir(tmp_path)
    path = Path("my.game")
    path.write_text(record, encoding="utf-8")
    return path


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """An owner's deck file: ours with one prize corrected."""
    path = tmp_path / "mine.toml"
    path.write_bytes(OURS.read_bytes().replace(b'first = "5P"', b'first = "7P"', 1))
    return path
