"""A built wheel, installed beside nothing but what it says it needs, serves a game; builds are the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from web.wheel.builds import HERE, NPM, VENDOR, build_sdist, build_wheel, clone, play, unpack, write_program

from intrigue.web.http.browser_code import MODULE

LATER = 2_000_000_000
"""A moment long after this program was written."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this clone, whatever was built before."""
    folder = tmp_path_factory.mktemp("wheel")
    return build_wheel(clone(folder / "source"), folder)


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in an environment that holds the wheel and what it needs; nothing is asked of a network."""
    return unpack(wheel, tmp_path_factory.mktemp("empty"))


@pytest.mark.full
def test_the_wheel_holds_what_the_page_runs_and_its_licence(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    for name in ("vendor/idiomorph.js", "vendor/idiomorph.LICENSE", "art/sprite.svg", "js/table.js", "css/table.css"):
        assert f"intrigue/web/static/{name}" in names
    assert "intrigue/web/templates/table.html" in names
    assert {"intrigue/web/package.json", "intrigue/web/npm.txt"} <= set(names)
    assert "intrigue/locale/uk/web.po" in names
    assert any(name.startswith("intrigue/web/store/migrations/versions/") for name in names)


@pytest.mark.full
def test_it_serves_a_game(program: Path, tmp_path: Path) -> None:
    play(program, tmp_path)


@pytest.mark.full
def test_two_builds_are_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    source = clone(tmp_path / "source")
    for path in source.rglob("*"):  # cloned another day, by somebody whose group may write, and built before
        path.chmod(path.stat().st_mode | 0o020)
        os.utime(path, (LATER, LATER))
    (source / "build" / "lib" / "intrigue").mkdir(parents=True)
    (source / "build" / "lib" / "intrigue" / "long_gone.py").touch()
    sources = build_sdist(source, tmp_path / "one").read_bytes()
    assert build_wheel(source, tmp_path / "two").read_bytes() == wheel.read_bytes()
    assert build_sdist(clone(tmp_path / "other"), tmp_path / "three").read_bytes() == sources
    unmade = next((tmp_path / "one").glob("*.tar.gz"))
    assert build_wheel(unmade, tmp_path / "four").read_bytes() == wheel.read_bytes()


def test_a_build_without_network_warns_and_does_not_start_npm(tmp_path: Path) -> None:
    source = clone(tmp_path / "source", set_up=False)
    npm = write_program(tmp_path / "brings", "npm", f"#!/bin/sh\ntouch {tmp_path}/started\n")
    prepare = "import sys; sys.path.insert(0, 'tools/wheel'); import backend; backend.prepare()"
    environment = HERE | {"PATH": f"{npm}:{os.environ['PATH']}", "INTRIGUE_OFFLINE": "1"}
    built = subprocess.run(
        [sys.executable, "-c", prepare], cwd=source, env=environment, check=True, capture_output=True, text=True
    )
    assert "warning: the browser code of others was not fetched (INTRIGUE_OFFLINE is set)" in built.stderr
    assert not (tmp_path / "started").exists()


@pytest.mark.full
def test_what_the_build_cannot_take_along_the_site_fetches(tmp_path: Path) -> None:
    source = clone(tmp_path / "source", set_up=False)
    fails = write_program(tmp_path / "fails", "npm", "#!/bin/sh\necho 'npm error code ENOTFOUND' >&2\nexit 1\n")
    pip = [sys.executable, "-m", "pip", "wheel", "--verbose", "--no-deps", "--no-index", "--no-build-isolation"]
    path = os.environ["PATH"]
    built = subprocess.run(
        [*pip, "-w", tmp_path, source],
        env=HERE | {"PATH": f"{fails}:{path}"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert (
        "warning: the browser code of others was not fetched (npm error code ENOTFOUND)" in built.stdout + built.stderr
    )
    wheel = next(tmp_path.glob("*.whl"))
    assert not any("vendor" in name for name in ZipFile(wheel).namelist())
    python = unpack(wheel, tmp_path / "site")
    serve = [python, "-P", "-m", "intrigue", "serve", "--no-open", "--lang", "en", "--data", tmp_path / "data"]
    ran = subprocess.run(serve, env=HERE | {"PATH": f"{fails}:{path}"}, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout.count("\n"), ran.stderr.count("\n")) == (2, 1, 1)
    assert "npm could not fetch (npm error code ENOTFOUND)" in ran.stderr
    brings = NPM.format(python=sys.executable, vendor=str(Path(__file__).parents[3] / VENDOR), end=MODULE)
    npm = write_program(tmp_path / "brings", "npm", brings)
    play(python, tmp_path, PATH=f"{npm}:{path}")
    play(python, tmp_path, PATH=f"{fails}:{path}")  # once is enough
