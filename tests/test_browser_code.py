"""Browser code of others is what we looked at: each file has the SHA-256 that package.json names."""

from __future__ import annotations

import importlib.util
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from intrigue.web.http.static_files import Assets

ROOT = Path(__file__).parent.parent
PACKAGE = json.loads((ROOT / "package.json").read_text())
BRINGS = """
import pathlib
for name, text in {files!r}.items():
    file = pathlib.Path("node_modules", name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
"""
FILES = dict.fromkeys(PACKAGE["sha256"], "as we looked at it")
MACHINE = "linux-x64"
PROGRAM, FOLDER = "@biomejs/cli-linux-x64/biome", "@typescript/typescript-linux-x64/lib"
CHECKERS = {PROGRAM: "as we looked at it", f"{FOLDER}/lib.dom.d.ts": "a type", f"{FOLDER}/tsc": "as we looked at it"}


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tool in a folder of its own, in which every file is to have the same text."""
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
    for name in ("NPM", "SERVED", "CHECKERS"):
        monkeypatch.setattr(module, name, tmp_path / name)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "machine", lambda: MACHINE)
    return module


def bring(tool: Any, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, what: str = "") -> None:
    """Runs the tool with an npm that brings these files."""
    monkeypatch.setattr(tool, "npm", lambda: [sys.executable, "-c", BRINGS.format(files=files)])
    tool.main(what)


def test_what_we_looked_at_is_served(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(tool, FILES, monkeypatch)
    assert (tool.SERVED / "idiomorph.js").read_text() == "as we looked at it" + tool.MODULE
    assert (tool.SERVED / "idiomorph.LICENSE").read_text() == "as we looked at it"
    installed = json.loads((tool.NPM / "package.json").read_text())
    assert installed["dependencies"] == PACKAGE["dependencies"]  # whoever plays needs nothing that checks scripts


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
    assert not tool.SERVED.exists() and not (tool.NPM / "node_modules").exists()


def test_every_file_that_is_used_is_named_and_every_pin_has_one() -> None:
    assert {name.partition("/")[0] for name in PACKAGE["sha256"]} == set(PACKAGE["dependencies"])
    served = ROOT / "src" / "intrigue" / "web" / "static" / "vendor"
    code = (served / "idiomorph.js").read_text().removesuffix("\nexport { Idiomorph };\n")
    for name, text in {
        "idiomorph/dist/idiomorph.min.js": code.encode(),
        "idiomorph/dist/idiomorph.d.ts": (served / "idiomorph.d.ts").read_bytes(),
        "idiomorph/LICENSE": (served / "idiomorph.LICENSE").read_bytes(),
        "axe-core/axe.min.js": (ROOT / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js").read_bytes(),
    }.items():
        assert sha256(text).hexdigest() == PACKAGE["sha256"][name]
    assert "vendor/idiomorph.js" in Assets().files and "vendor/idiomorph.d.ts" not in Assets().files


def test_what_checks_scripts_lies_under_the_same_names_on_every_machine(
    tool: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):  # what was there before is no hindrance
        bring(tool, CHECKERS, monkeypatch, "checkers")
        assert (tool.CHECKERS / "biomejs").read_text() == "as we looked at it"
        assert (tool.CHECKERS / "typescript" / "tsc").read_text() == "as we looked at it"
    installed = json.loads((tool.CHECKERS / "package.json").read_text())
    assert installed["dependencies"] == PACKAGE["devDependencies"]
    assert not tool.SERVED.exists()


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
    pins = PACKAGE["dependencies"] | PACKAGE["devDependencies"]
    assert all(version.replace(".", "").isdigit() for version in pins.values())  # one version, not a range
    owners = {name.removeprefix("@").partition("/")[0] for name in PACKAGE["devDependencies"]}
    for machine, sums in PACKAGE["checkers"].items():
        assert {name.removeprefix("@").partition("/")[0] for name in sums} == owners
        assert all(f"-{machine}/" in name for name in sums)
    every = [*PACKAGE["sha256"].values(), *(one for sums in PACKAGE["checkers"].values() for one in sums.values())]
    assert all(len(one) == 64 and one == one.lower() for one in every) and len(set(every)) == len(every)
