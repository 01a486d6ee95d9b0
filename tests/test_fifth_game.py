"""A fifth game is a folder in every storey and a line in every list: the terminal, bots, study, environments, pages and
tests follow. `trifle` holds what the walk "A game" in CONTRIBUTING asks for, step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import fifth_game
import pytest

TESTS = Path(__file__).parent
ASKED = {
    "rules": ["engine", "properties", "secrecy", "parity", "bots", "test_one_place.py"],
    "environments and study": ["envs", "arena"],
    "words": ["locale", "rulebook", "terminal"],
    "pages": ["web/render", "web/table", "web/games", "web/html", "web/view"],
    "the site": ["web/routes", "web/runtime", "web/secrecy", "web/commands"],
}
"""Tests that are asked game by game. Of golden games a file is kept, which a new game has not got."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of five games."""
    return fifth_game.make(tmp_path_factory.mktemp("five"))


def run(package: Path, *command: str) -> str:
    """What a program says that runs in the package of five games."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(package), str(TESTS)))}
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def new_files() -> Iterator[str]:
    for path in sorted((fifth_game.NEW / "intrigue").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(fifth_game.NEW / "intrigue").as_posix()


def test_all_that_is_new_has_the_games_name() -> None:
    """So nothing else of the program is touched but its lists."""
    assert all(fifth_game.NAME in path for path in new_files())
    assert len(fifth_game.LISTS) == 8 and all(
        path.endswith(("registry.py", "__init__.py")) for path in fifth_game.LISTS
    )


def test_contributing_counts_the_files() -> None:
    """Of each storey as many as the walk says; beside them the lists and the sources of the rules."""
    walk = (
        (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## A game\n")[2].partition("\n## ")[0]
    )
    storeys = Counter(path.partition("/")[0] for path in new_files())
    told = ", ".join(f"{number} in `{storey}`" for storey, number in sorted(storeys.items()))
    assert f"{sum(storeys.values())} new files in the package ({told})" in walk
    assert f"{len(fifth_game.LISTS) + 1} changed ones" in walk


def test_a_fifth_game_is_played_and_told(package: Path) -> None:
    code = f"""
import intrigue
from golden.playthrough import playthrough
from intrigue.bots import Sight, make
from intrigue.envs.registry import family_of
from intrigue.locale import LANGUAGES, words
match = intrigue.new({fifth_game.NAME!r}, players=2, seed=5)
while not match.over:
    for seat in range(3):
        world = match.game.sample(match.state, seat, 1)
        assert match.game.view(world, seat) == match.view(seat)
        assert match.game.observe(world, seat) == match.observe(seat)
    match.play(make("greedy").choose(Sight(match), 3))
again = intrigue.load(str(match.record))
assert again.position == match.position and again.events == match.events
for language in LANGUAGES:
    speaker = match.game.speaker(words(language), 2)
    assert all(map(speaker.event, match.events)) and speaker.result(match.position)
assert family_of(match.game).svg(match.view(1)).startswith("<svg")
assert playthrough({fifth_game.NAME!r}, "fr", 2).count("> ") == len(match.played)
"""
    run(package, "-c", code)


def test_the_terminal_plays_it(package: Path) -> None:
    out = run(package, "-m", "intrigue", "simulate", fifth_game.NAME, "--players", "2", "--bots", "search,greedy")
    assert out.startswith("Game: trifle") and out.count("\nlay ") == 8
    assert "Trifle" in run(package, "-m", "intrigue", "games", "--lang", "en")


@pytest.mark.full
@pytest.mark.parametrize("what", ASKED)
def test_tests_that_know_every_game_pass_for_a_fifth_one(package: Path, what: str) -> None:
    paths = [str(TESTS / path) for path in ASKED[what]]
    out = run(package, "-m", "pytest", "-q", "-p", "fifth_game", "-p", "no:cacheprovider", *paths)
    assert " passed" in out


@pytest.mark.full
def test_bots_compete_in_it_and_a_study_is_written(package: Path, tmp_path: Path) -> None:
    out = run(package, "-m", "intrigue", "arena", fifth_game.NAME, "--bots", "greedy,random", "--games", "40")
    assert "Trifle" in out
    run(package, "-m", "intrigue", "study", fifth_game.NAME, "--games", "40", "--out", str(tmp_path))
    assert "Rounds by card" in (tmp_path / "study.html").read_text(encoding="utf-8")
