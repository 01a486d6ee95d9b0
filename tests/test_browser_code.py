"""Browser code of others is what we looked at: each file has the SHA-256 that package.json names."""

from __future__ import annotations

import importlib.util
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from intrigue.web.http import browser_code
from intrigue.web.http.static_files import Assets

ROOT = Path(__file__).parent.parent
PACKAGE = json.loads((ROOT / "package.json").read_text())
PAGE = browser_code.pins()
PINS = PACKAGE["devDependencies"] | PAGE["dependencies"]
SUMS = PACKAGE["sha256"] | PAGE["sha256"]
BRINGS = """
import pathlib
for name, text in {files!r}.items():
    file = pathlib.Path("node_modules", name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
"""
FILES = dict.fromkeys(SUMS, "as we looked at it")
CHECKING = set(PACKAGE["devDependencies"]) - {"axe-core"}
MACHINE = "linux-x64"
PROGRAM, FOLDER = "@biomejs/cli-linux-x64/biome", "@typescript/typescript-linux-x64/lib"
CHECKERS = {PROGRAM: "as we looked at it", f"{FOLDER}/lib.dom.d.ts": "a type", f"{FOLDER}/tsc": "as we looked at it"}


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tool in a folder of its own, with a package and a cache there, in which every file is to have the same text.

    `page_code` is the package's module."""
    found = importlib.util.spec_from_file_location("browser_code", ROOT / "tools" / "browser_code.py")
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    sums = {name: sha256(text.encode()).hexdigest() for name, text in FILES.items()}
    listed = (
        f"{sha256(CHECKERS[f'{FOLDER}/{name}'].encode()).hexdigest()}  {name}\n" for name in ("lib.dom.d.ts", "tsc")
    )
    checkers = {PROGRAM: sums["axe-core/axe.min.js"], FOLDER: sha256("".join(listed).encode()).hexdigest()}
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE | {"sha256": sums, "checkers": {MACHINE: checkers}}))
    (tmp_path / "page.json").write_text(json.dumps(PAGE | {"sha256": {name: sums[name] for name in PAGE["sha256"]}}))
    for name in ("NPM", "CHECKERS"):
        monkeypatch.setattr(module, name, tmp_path / name)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(browser_code, "PINS", tmp_path / "page.json")
    monkeypatch.setattr(browser_code, "VENDOR", tmp_path / "package" / "vendor")
    monkeypatch.setenv("INTRIGUE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "machine", lambda: MACHINE)
    return module


def bring(tool: Any, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, what: str = "") -> None:
    """Runs the tool with an npm that brings these files."""
    monkeypatch.setattr(browser_code, "npm", lambda node: [sys.executable, "-c", BRINGS.format(files=files)])
    tool.main(what)


def test_what_we_looked_at_is_served(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(tool, FILES, monkeypatch)
    assert (browser_code.VENDOR / "idiomorph.js").read_text() == "as we looked at it" + browser_code.MODULE
    assert (browser_code.VENDOR / "idiomorph.LICENSE").read_text() == "as we looked at it"
    installed = json.loads((tool.NPM / "package.json").read_text())
    assert list(installed["dependencies"]) == ["axe-core"]  # whoever plays needs nothing that checks scripts


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("text", [None, "as others wrote it"])
def test_anything_else_is_refused_in_a_sentence_and_not_kept(
    tool: Any, name: str, text: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {known: said for known, said in (FILES | {name: text}).items() if said is not None}
    with pytest.raises(SystemExit) as refused:
        bring(tool, files, monkeypatch)
    told = f"What npm brought is not kept: {name} does not have the SHA-256 that package.json names."
    assert refused.value.code == told
    assert not browser_code.VENDOR.exists() and not (tool.NPM / "node_modules" / name).exists()


def test_every_file_that_is_used_is_named_and_every_pin_has_one() -> None:
    assert {name.partition("/")[0] for name in PAGE["sha256"]} == set(PAGE["dependencies"])
    assert {name.partition("/")[0] for name in PACKAGE["sha256"]} == {"axe-core"} <= set(PACKAGE["devDependencies"])
    served = ROOT / "src" / "intrigue" / "web" / "static" / "vendor"
    code = (served / "idiomorph.js").read_text().removesuffix("\nexport { Idiomorph };\n")
    for name, text in {
        "idiomorph/dist/idiomorph.min.js": code.encode(),
        "idiomorph/dist/idiomorph.d.ts": (served / "idiomorph.d.ts").read_bytes(),
        "idiomorph/LICENSE": (served / "idiomorph.LICENSE").read_bytes(),
        "axe-core/axe.min.js": (ROOT / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js").read_bytes(),
    }.items():
        assert sha256(text).hexdigest() == SUMS[name]
    assert "vendor/idiomorph.js" in Assets().files and "vendor/idiomorph.d.ts" not in Assets().files


def test_what_checks_scripts_lies_under_the_same_names_on_every_machine(
    tool: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):  # what was there before is no hindrance
        bring(tool, CHECKERS, monkeypatch, "checkers")
        assert (tool.CHECKERS / "biomejs").read_text() == "as we looked at it"
        assert (tool.CHECKERS / "typescript" / "tsc").read_text() == "as we looked at it"
    installed = json.loads((tool.CHECKERS / "package.json").read_text())
    assert installed["dependencies"] == {name: one for name, one in PINS.items() if name in CHECKING}
    assert not browser_code.VENDOR.exists()


@pytest.mark.parametrize(
    ("name", "text", "refused"),
    [
        (PROGRAM, "as others wrote it", PROGRAM),
        (PROGRAM, None, PROGRAM),
        (f"{FOLDER}/tsc", "as others wrote it", FOLDER),
        (f"{FOLDER}/lib.dom.d.ts", None, FOLDER),
        (f"{FOLDER}/lib.more.d.ts", "nobody looked at it", FOLDER),
    ],
)
def test_a_checker_that_nobody_looked_at_is_refused(
    tool: Any, name: str, text: str | None, refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {known: content for known, content in (CHECKERS | {name: text}).items() if content is not None}
    with pytest.raises(SystemExit) as ended:
        bring(tool, files, monkeypatch, "checkers")
    assert ended.value.code == (
        f"What npm brought is not kept: {refused} does not have the SHA-256 that package.json names."
    )
    assert not (tool.CHECKERS / "node_modules").exists() and not (tool.CHECKERS / "biomejs").exists()


def test_a_machine_without_checkers_is_told_so(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "machine", lambda: "abacus")
    with pytest.raises(SystemExit, match="Nothing checks scripts on abacus: package.json names no checkers for it."):
        bring(tool, CHECKERS, monkeypatch, "checkers")


def test_every_checker_is_pinned_and_has_a_sum_for_every_machine() -> None:
    assert all(version.replace(".", "").isdigit() for version in PINS.values())  # one version, not a range
    owners = {name.removeprefix("@").partition("/")[0] for name in CHECKING}
    for machine, sums in PACKAGE["checkers"].items():
        assert {name.removeprefix("@").partition("/")[0] for name in sums} == owners
        assert all(f"-{machine}/" in name for name in sums)
    every = [*SUMS.values(), *(one for sums in PACKAGE["checkers"].values() for one in sums.values())]
    assert all(len(one) == 64 and one == one.lower() for one in every) and len(set(every)) == len(every)


# At the start of a site


def test_a_site_fetches_what_the_build_could_not_take_along(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert browser_code.place() is None
    monkeypatch.setattr(browser_code, "npm", lambda node: [sys.executable, "-c", BRINGS.format(files=FILES)])
    assert browser_code.fetch() == browser_code.place() == browser_code.VENDOR
    assert sorted(path.name for path in browser_code.VENDOR.iterdir()) == sorted(browser_code.FILES)  # and no drafts
    monkeypatch.setattr(browser_code, "npm", lambda node: ["no such program"])
    browser_code.bring()  # what is there is not fetched again


def test_where_the_package_cannot_be_written_it_lies_in_the_cache(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "package").touch()  # no folder can be made in a file
    monkeypatch.setattr(browser_code, "npm", lambda node: [sys.executable, "-c", BRINGS.format(files=FILES)])
    assert browser_code.fetch() == browser_code.place() == tmp_path / "cache" / f"idiomorph-{PINS['idiomorph']}"
    served = Assets().files["vendor/idiomorph.js"]
    assert served.body == f"as we looked at it{browser_code.MODULE}".encode()
    (browser_code.places()[1] / "idiomorph.js").write_text("as others wrote it")
    assert browser_code.place() is None


def test_where_nothing_can_be_written_that_is_said(tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package").touch()
    (tmp_path / "cache").touch()
    monkeypatch.setattr(browser_code, "npm", lambda node: [sys.executable, "-c", BRINGS.format(files=FILES)])
    with pytest.raises(browser_code.NotFetched, match="Not a directory"):
        browser_code.fetch()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (
            [sys.executable, "-c", "raise SystemExit('\\nnpm error code E404\\nnpm error and more')"],
            "npm error code E404",
        ),
        ([sys.executable, "-c", "raise SystemExit(3)"], "exit status 3"),
        (["/nowhere/npm"], "npm: FileNotFoundError"),
    ],
)
def test_why_npm_fetched_nothing_is_told(
    tool: Any, command: list[str], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_code, "npm", lambda node: command)
    with pytest.raises(browser_code.NotFetched) as fault:
        browser_code.fetch()
    assert str(fault.value) == reason
    with pytest.raises(SystemExit) as ended:
        tool.main("page")
    assert ended.value.code == f"npm brought nothing: {reason}"


def test_an_npm_of_the_system_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "npm").write_text("#!/bin/sh\n")
    (tmp_path / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser_code.npm(tmp_path / "node") == [str(tmp_path / "npm")]
    assert not (tmp_path / "node").exists()


@pytest.mark.full
def test_pip_brings_an_npm_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser_code, "VENDOR", tmp_path / "vendor")
    browser_code.bring()
    assert browser_code.is_ours(tmp_path / "vendor")
