"""Clones as git has them, wheels and archives of sources built from them, and environments in which they are."""

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

import httpx
from packaging.requirements import Requirement
from web.servers import Site

ROOT = Path(__file__).parents[3]
TAKEN = (
    "src",
    "tools/wheel",
    "pyproject.toml",
    "MANIFEST.in",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "constraints.txt",
)
VENDOR = "src/intrigue/web/static/vendor"
CONSTRAINTS = ROOT / "constraints.txt"
HERE = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
"""What a program sees that knows nothing of our own environment."""
SDIST = "import sys; sys.path.insert(0, 'tools/wheel'); import backend; backend.build_sdist(sys.argv[1])"
NPM = """#!{python}
import pathlib, sys
vendor, modules = pathlib.Path({vendor!r}), pathlib.Path("node_modules", "idiomorph")
(modules / "dist").mkdir(parents=True)
module = (vendor / "idiomorph.js").read_bytes()
(modules / "dist" / "idiomorph.min.js").write_bytes(module[: -len({end!r})])
(modules / "dist" / "idiomorph.d.ts").write_bytes((vendor / "idiomorph.d.ts").read_bytes())
(modules / "LICENSE").write_bytes((vendor / "idiomorph.LICENSE").read_bytes())
"""
"""An npm that brings what lies here."""


def clone(folder: Path, set_up: bool = True) -> Path:
    """A copy of this clone in a folder, with the browser code of others or without it."""
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *TAKEN],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    vendor = [str(path.relative_to(ROOT)) for path in (ROOT / VENDOR).iterdir()] if set_up else []
    for name in filter(None, [*tracked, *vendor]):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((ROOT / name).read_bytes())
    return folder


def build_wheel(source: Path, folder: Path) -> Path:
    """A wheel of a clone or an archive of sources, built with what is installed here."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--no-build-isolation", "-w", str(folder), str(source)], env=HERE, check=True)
    return next(folder.glob("intrigue-*.whl"))


def build_sdist(source: Path, folder: Path) -> Path:
    """The archive of the sources of a clone."""
    folder.mkdir(exist_ok=True)
    subprocess.run([sys.executable, "-c", SDIST, str(folder)], cwd=source, env=HERE, check=True, capture_output=True)
    return next(folder.glob("intrigue-*.tar.gz"))


def requirements(one: Distribution, found: dict[str, Distribution], extra: str = "") -> dict[str, Distribution]:
    """What a distribution needs to run here, with what that needs."""
    for text in one.requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
            name = re.sub(r"[-_.]+", "-", wanted.name).lower()
            if name not in found:
                found[name] = distribution(wanted.name)
                requirements(found[name], found)
    return found


def unpack(wheel: Path, folder: Path, extra: str = "web") -> Path:
    """The Python of an environment that holds a wheel and what it needs; nothing is asked of a network."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    installed = next(iter(Distribution.discover(name="intrigue", path=[str(packages)])))
    for one in requirements(installed, {}, extra).values():
        for top in {file.parts[0] for file in one.files or () if file.parts[0] not in ("..", "__pycache__")}:
            if not (packages / top).exists():
                (packages / top).symlink_to(one.locate_file(top))
    return python


def install(source: Path, extra: str, folder: Path) -> Path:
    """The Python of a fresh environment into which pip installs a clone or an archive, as a user does."""
    venv.create(folder, with_pip=True)
    pip = [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-c", CONSTRAINTS]
    place, wanted = (source, ".") if source.is_dir() else (source.parent, source.name)
    subprocess.run([*pip, f"./{wanted}[{extra}]" if extra else wanted], cwd=place, env=HERE, check=True)
    return folder / "bin" / "python"


def play(python: Path, folder: Path, **environment: str) -> None:
    """Starts the site of an environment with its database in a folder, plays two moves, and looks at every page."""
    site = Site(folder)
    site.python = str(python)
    site.environment = HERE | environment
    site.start()
    try:
        visit(site)
    finally:
        site.stop()
    assert site.log.read_text() == ""


def visit(site: Site) -> None:
    """Plays two moves and looks at every page."""
    headers = {"Origin": site.url, "Accept": "text/html"}
    with httpx.Client(base_url=site.url, headers=headers, follow_redirects=True, timeout=30) as client:
        home = client.get("/").text
        token = re.search(r'name="token" value="([^"]+)"', home)
        assert token
        chosen = {"game": "oriflamme", "players": "3", "level": "page", "token": token[1]}
        page = client.post("/quick", data=chosen)
        assert page.url.path.startswith("/t/"), page.text[:3000]
        table = page.url.path
        version = re.search(r'data-version="(\d+)"', page.text)
        assert version
        body = {
            "key": "ready-0001",
            "expected": int(version[1]),
            "request": {"do": "ready", "seat": 1, "nonce": "0" * 32},
        }
        response = client.post(f"{table}/do", json=body, headers={"X-Intrigue": token[1]})
        assert response.status_code == 200, response.text
        assert 'data-phase="playing"' in client.get(table).text
        for number in (1, 2):  # with bots that answer in between
            seen, move = next_question(client, table)
            body = {
                "key": f"move-000{number}",
                "expected": seen,
                "request": {"do": "move", "seat": 1, "move": move},
            }
            response = client.post(f"{table}/do", json=body, headers={"X-Intrigue": token[1]})
            assert response.status_code == 200, response.text
        next_question(client, table)
        for other in set(re.findall(r'href="(/[a-z][^"#]*)"', home)):
            assert client.get(other).status_code == 200, other
        script = re.search(r'src="(/static/[^"]+/)js/table\.js', page.text)
        assert script
        for name in ("js/table.js", "vendor/idiomorph.js"):
            assert client.get(f"{script[1]}{name}").status_code == 200


def next_question(client: httpx.Client, table: str) -> tuple[int, str]:
    """Waits for the own turn: the version, and the first move that is offered."""
    for _ in range(50):
        page = client.get(table).text
        version, moves = re.search(r'data-version="(\d+)"', page), re.search(r"data-moves='([^']*)'", page)
        assert version
        if moves:
            return int(version[1]), str(json.loads(unescape(moves[1]))[0][0])
        client.get(f"{table}/poll", params={"since": version[1], "talk": 0})
    raise AssertionError("nobody asks")


def write_program(folder: Path, name: str, text: str) -> Path:
    """A program in a folder of its own, which then stands first in a path."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    return folder
