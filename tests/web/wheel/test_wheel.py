"""A built wheel, installed beside nothing but what it says it needs, serves a game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from html import unescape
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest
from packaging.requirements import Requirement
from web.servers import Site

ROOT = Path(__file__).parents[3]
TAKEN = ("src", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this clone, whatever was built before."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *TAKEN],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    vendor = [str(path.relative_to(ROOT)) for path in (ROOT / "src/intrigue/web/static/vendor").iterdir()]
    for name in filter(None, [*tracked, *vendor]):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--no-build-isolation", "-w", str(folder), "."], cwd=source, check=True)
    return next(folder.glob("intrigue-*.whl"))


def needed(one: Distribution, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """What a distribution needs to run here, with what that needs."""
    for text in one.requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            name = re.sub(r"[-_.]+", "-", wanted.name).lower()
            if name not in found:
                found[name] = distribution(wanted.name)
                needed(found[name], found)
    return found


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in an environment that holds the wheel and what it needs; nothing is asked of a network."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    installed = next(iter(Distribution.discover(name="intrigue", path=[str(packages)])))
    for one in needed(installed, {}).values():
        for top in {file.parts[0] for file in one.files or () if file.parts[0] not in ("..", "__pycache__")}:
            if not (packages / top).exists():
                (packages / top).symlink_to(one.locate_file(top))
    return python


@pytest.mark.full
def test_the_wheel_holds_what_the_page_runs_and_its_licence(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    for name in ("vendor/idiomorph.js", "vendor/idiomorph.LICENSE", "art/sprite.svg", "js/table.js", "css/table.css"):
        assert f"intrigue/web/static/{name}" in names
    assert "intrigue/web/templates/table.html" in names
    assert "intrigue/locale/uk/web.po" in names
    assert any(name.startswith("intrigue/web/store/migrations/versions/") for name in names)


def asked(client: httpx.Client, table: str) -> tuple[int, str]:
    """Waits for the own turn: the version, and the first move that is offered."""
    for _ in range(50):
        page = client.get(table).text
        version, moves = re.search(r'data-version="(\d+)"', page), re.search(r"data-moves='([^']*)'", page)
        assert version
        if moves:
            return int(version[1]), str(json.loads(unescape(moves[1]))[0][0])
        client.get(f"{table}/poll", params={"since": version[1], "talk": 0})
    raise AssertionError("nobody asks")


@pytest.mark.full
def test_it_serves_a_game(program: Path, tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.python = str(program)
    site.environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    site.start()
    try:
        said_of_us = {"Origin": site.url, "Accept": "text/html"}
        with httpx.Client(base_url=site.url, headers=said_of_us, follow_redirects=True, timeout=30) as client:
            home = client.get("/").text
            token = re.search(r'name="token" value="([^"]+)"', home)
            assert token
            chosen = {"game": "oriflamme", "players": "3", "level": "page", "token": token[1]}
            page = client.post("/quick", data=chosen)
            assert page.url.path.startswith("/t/"), page.text[:3000]
            table = page.url.path
            version = re.search(r'data-version="(\d+)"', page.text)
            assert version
            said = {
                "key": "ready-0001",
                "expected": int(version[1]),
                "request": {"do": "ready", "seat": 1, "nonce": "0" * 32},
            }
            done = client.post(f"{table}/do", json=said, headers={"X-Intrigue": token[1]})
            assert done.status_code == 200, done.text
            assert 'data-phase="playing"' in client.get(table).text
            for number in (1, 2):  # with bots that answer in between
                version, move = asked(client, table)
                said = {
                    "key": f"move-000{number}",
                    "expected": version,
                    "request": {"do": "move", "seat": 1, "move": move},
                }
                done = client.post(f"{table}/do", json=said, headers={"X-Intrigue": token[1]})
                assert done.status_code == 200, done.text
            asked(client, table)
            for other in set(re.findall(r'href="(/[a-z][^"#]*)"', home)):
                assert client.get(other).status_code == 200, other
            script = re.search(r'src="(/static/[^"]+table\.js[^"]*)"', page.text)
            assert script
            assert client.get(script[1]).status_code == 200
    finally:
        site.stop()
