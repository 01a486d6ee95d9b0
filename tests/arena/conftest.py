"""What the tests of the arena share: the command line, and games that are drawn from known strengths."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from intrigue.cli import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs the command line in this process, in English unless asked otherwise."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*arguments: object) -> Ran:
        code = main([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return run
