"""What a user types installs a program that runs: from a fresh clone, from an archive of the sources and from a
wheel, in fresh environments."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from web.wheel.builds import HERE, build_sdist, build_wheel, clone, install, play

pytestmark = pytest.mark.full

ARENA = """
from intrigue.arena import play, runner
from intrigue.arena.contest import Contest
contest = Contest("ablaze", 3, "uk", ("greedy", "search:sims=5"), games=6, seed=5)
print(sum(map(len, runner.play(play.chunks(contest, range(contest.blocks), compiled=False), cores=2))), contest.blocks)
"""
COMMANDS = (
    "games",
    "card spy",
    "simulate oriflamme --players 3 --bots greedy,random,search:sims=5 --record one.game",
    "replay one.game",
    "moves one.game",
    "study --help",
)
"""What the command line does without any extra."""
SITE = r"This needs \w+, which comes with the extra \"web\": {pip} install '\.\[web\]'"
LACKING = {
    "serve": SITE,
    "admin stats": SITE,
    "arena oriflamme --bots greedy,random": r"The arena needs numpy: {pip} install '\.\[fast\]'",
}
"""What else it says, in one line."""


def at_a_terminal(program: list[str], answers: bytes) -> tuple[int, str]:
    """How a program ends whose user types answers, and what its terminal showed."""
    ours, theirs = os.openpty()
    with open(ours, "rb", buffering=0) as screen:
        process = subprocess.Popen(program, stdin=theirs, stdout=theirs, stderr=theirs, env=HERE)
        os.close(theirs)
        os.write(ours, answers)
        shown = b""
        with contextlib.suppress(OSError):  # the end, where nobody holds the other side
            while part := screen.read(4096):
                shown += part
        return process.wait(), shown.decode()


def test_the_site_of_a_fresh_clone(tmp_path: Path) -> None:
    play(install(clone(tmp_path / "clone", set_up=False), "web", tmp_path / "program"), tmp_path)


def test_the_site_of_an_archive_of_the_sources(tmp_path: Path) -> None:
    archive = build_sdist(clone(tmp_path / "clone"), tmp_path / "dist")
    play(install(archive, "web", tmp_path / "program"), tmp_path)


def test_the_site_of_a_wheel(tmp_path: Path) -> None:
    wheel = build_wheel(clone(tmp_path / "clone"), tmp_path / "dist")
    play(install(wheel, "web", tmp_path / "program"), tmp_path)


def test_the_base_install_plays_and_says_what_it_lacks(tmp_path: Path) -> None:
    source = clone(tmp_path / "clone")
    python = install(source, "", tmp_path / "program")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        program = [str(python), "-P", *words]
        return subprocess.run(program, cwd=source, env=HERE, check=False, capture_output=True, text=True)

    listed = run("-m", "pip", "list", "--format", "json", "--disable-pip-version-check").stdout
    assert {one["name"].lower() for one in json.loads(listed)} - {"pip", "setuptools"} == {"intrigue", "babel"}
    for line in COMMANDS:
        ran = run("-W", "error", "-m", "intrigue", *line.split(), "--lang", "en")
        assert (ran.returncode, ran.stderr) == (0, ""), line
    assert run("-c", ARENA).stdout == "2 2\n"
    for line, lacks in LACKING.items():
        ran = run("-W", "error", "-m", "intrigue", *line.split(), "--lang", "en")
        assert (ran.returncode, ran.stdout) == (2, ""), line
        assert re.fullmatch(rf"intrigue: {lacks.format(pip=re.escape(str(python.with_name('pip'))))}\n", ran.stderr)
    program = [
        str(python),
        "-P",
        "-m",
        "intrigue",
        "play",
        "oriflamme",
        "--players",
        "3",
        "--seed",
        "7",
        "--lang",
        "en",
    ]
    code, shown = at_a_terminal(program, b"1\n" * 60 + b"\x04")
    assert code == 0 and "The game is over." in shown
