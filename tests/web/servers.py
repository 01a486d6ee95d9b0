"""A site as a process of its own, which tests may kill and start again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest


def free_port() -> int:
    """A port nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """`intrigue serve` on loopback with a database of its own; the port stays the same over restarts."""

    def __init__(self, folder: Path, database: str | None = None, *options: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder / 'site.db'}"
        self.options = options
        self.python = sys.executable
        self.environment = dict(os.environ)
        self.log = folder / "server.log"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it and returns when it serves."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [
                    *(self.python, "-P", "-m", "intrigue", "serve", "--no-open", "--lang", "en"),
                    *("--port", str(self.port), "--database", self.database, *self.options),
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={"INTRIGUE_SHOWN_DELAY": "0", **self.environment},
            )
        assert self.process.stdout
        for line in self.process.stdout:
            if re.search(rf":{self.port}\b", line):
                return
        raise AssertionError(f"the server did not start: {self.log.read_text()}")

    def kill(self) -> None:
        """As if the power failed."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator stops it."""
        self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait(timeout=30)
        assert self.process.stdout
        self.process.stdout.close()
        self.process = None


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with an empty database."""
    one = Site(tmp_path)
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site for all tests of a file, which finds nothing to complain about."""
    one = Site(tmp_path_factory.mktemp("inn"))
    one.start()
    yield one
    one.stop()
    assert one.log.read_text() == ""


@pytest.fixture(scope="module")
def known_inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that was told how others call it, so that it draws QR codes; here they call it as this machine does."""
    one = Site(tmp_path_factory.mktemp("known"))
    one.options = ("--public-url", one.url)
    one.start()
    yield one
    one.stop()
    assert one.log.read_text() == ""
