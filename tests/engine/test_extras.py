"""What extras bring: without it the rest works, and asking for it says in one sentence what to install, and how."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path
from typing import Any

import pytest

from intrigue.engine import extras, gpu
from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
REQUIRED = """Metadata-Version: 2.4
Name: intrigue
Version: 0.1.0
Requires-Dist: Babel
Requires-Dist: starlette; extra == "web"
Requires-Dist: uvloop; sys_platform != "win32" and extra == "web"
Requires-Dist: intrigue[fast,web]; extra == "all"
Requires-Dist: numba>=0.60; extra == "fast"
"""

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
    pins = {line.partition("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().splitlines()}
    peers = {line.partition("==")[0].lower() for line in (ROOT / "constraints-peers.txt").read_text().splitlines()}
    assert {"pettingzoo", "gymnasium", "numpy", "numba", "distributed", "open-spiel"} <= pins
    assert not {pin for pin in pins & peers if not pin.startswith("#")}


def test_every_package_has_one_version() -> None:
    """Also of what only a card or a build needs, but for other libraries to compare with."""
    pins = {line.partition("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().splitlines()}
    extra = {name: lines for name, lines in PROJECT["project"]["optional-dependencies"].items() if name != "peers"}
    needs = [*PROJECT["project"]["dependencies"], *(line for lines in extra.values() for line in lines)]
    names = {re.split(r"[\[; ]", need)[0].lower().replace("_", "-") for need in needs} - {"intrigue"}
    assert len(names) > 20 and names <= {pin.replace("_", "-") for pin in pins}
    assert PROJECT["build-system"]["requires"][0] in (ROOT / "constraints.txt").read_text().splitlines()


# How it is installed


def install_as(folder: Path, origin: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the program lie in a folder, installed from there; None: it was not installed at all."""
    about = folder / "site" / "intrigue-0.1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "site" / "intrigue").mkdir()
    (about / "METADATA").write_text(REQUIRED)
    if origin:
        (about / "direct_url.json").write_text(json.dumps(origin))

    def distribution(name: str) -> Distribution:
        if origin is None:
            raise extras.PackageNotFoundError(name)
        return PathDistribution(about)

    monkeypatch.setattr(extras, "distribution", distribution)
    monkeypatch.setattr(extras, "PACKAGE", folder / "site" / "intrigue")
    monkeypatch.setattr(extras, "CHECKOUT", folder)


@pytest.mark.parametrize("editable", [False, True])
def test_from_a_folder_it_is_installed_from_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, editable: bool
) -> None:
    sources = tmp_path / "our sources"
    sources.mkdir()
    (sources / "pyproject.toml").touch()
    about = {"editable": True} if editable else {}
    install_as(tmp_path, {"url": sources.as_uri(), "dir_info": about}, monkeypatch)
    option = "-e " if editable else ""
    assert extras.source("envs") == f"{option}'{sources}[envs]'"
    monkeypatch.chdir(sources)
    assert extras.source("envs") == f"{option}'.[envs]'"


def test_from_a_checkout_that_nobody_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_as(tmp_path, None, monkeypatch)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    assert extras.source("envs") == "'.[envs]'"


def test_from_a_file_that_is_still_there_or_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "intrigue-0.1.0-py3-none-any.whl"
    wheel.touch()
    install_as(tmp_path, {"url": wheel.as_uri(), "archive_info": {}}, monkeypatch)
    assert extras.source("envs") == f"'{wheel}[envs]'"
    wheel.unlink()
    assert extras.source("web") == "starlette uvloop"
    assert extras.source("all") == "'numba>=0.60' starlette uvloop"


def test_from_elsewhere_its_address_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = "https://castle.example/intrigue-0.1.0-py3-none-any.whl"
    install_as(tmp_path / "file", {"url": url, "archive_info": {}}, monkeypatch)
    assert extras.source("envs") == f"'intrigue[envs] @ {url}'"
    commit = {"vcs": "git", "commit_id": "c0ffee", "requested_revision": "main"}
    install_as(tmp_path / "git", {"url": "https://castle.example/intrigue", "vcs_info": commit}, monkeypatch)
    assert extras.source("envs") == "'intrigue[envs] @ git+https://castle.example/intrigue@c0ffee'"


def test_only_what_came_from_an_index_is_named_as_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_as(tmp_path / "index", {}, monkeypatch)
    assert extras.source("envs") == "'intrigue[envs]'"
    monkeypatch.setattr(extras, "PACKAGE", tmp_path / "elsewhere" / "intrigue")  # then the one there is a stranger's
    assert extras.source("envs") == "" and extras.command("envs", "gymnasium").endswith(" install gymnasium")


def test_pip_is_called_so_that_it_installs_for_this_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert extras.pip() == f"{tmp_path}/python -m pip"
    (tmp_path / "pip").touch()
    (tmp_path / "pip").chmod(0o755)
    assert extras.pip() == f"{tmp_path}/pip"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert extras.pip() == "pip"


def test_a_fault_of_ours_is_no_missing_extra() -> None:
    with pytest.raises(IntrigueError, match='This needs starlette, which comes with the extra "web": '):
        with extras.explain_missing("web"):
            raise ModuleNotFoundError(name="starlette.routing")
    with pytest.raises(ModuleNotFoundError):
        with extras.explain_missing("web"):
            raise ModuleNotFoundError(name="intrigue.no_such_module")


def test_without_a_card_its_extra_is_asked_for_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu.cuda, "is_available", lambda: False)
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(IntrigueError, match='This needs numba_cuda, which comes with the extra "gpu": '):
        gpu.Device({})
    monkeypatch.setattr(gpu, "need", lambda package, extra: None)
    with pytest.raises(IntrigueError, match="No GPU that numba can use was found"):
        gpu.Device({})
