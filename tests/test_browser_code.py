"""Browser code of others is what we looked at: each file has the SHA-256 that package.json names."""

from __future__ import annotations

import importlib.util
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

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


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tool in a folder of its own, in which every file is to have the same text."""
    found = importlib.util.spec_from_file_location("browser_code", ROOT / "tools" / "browser_code.py")
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    sums = {name: sha256(text.encode()).hexdigest() for name, text in FILES.items()}
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE | {"sha256": sums}))
    for name, place in {"ROOT": tmp_path, "NPM": tmp_path / "npm", "SERVED": tmp_path / "served"}.items():
        monkeypatch.setattr(module, name, place)
    return module


def bring(tool: Any, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the tool with an npm that brings these files."""
    monkeypatch.setattr(tool, "npm", lambda: [sys.executable, "-c", BRINGS.format(files=files)])
    tool.main()


def test_what_we_looked_at_is_served(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(tool, FILES, monkeypatch)
    assert (tool.SERVED / "idiomorph.js").read_text() == "as we looked at it" + tool.MODULE
    assert (tool.SERVED / "idiomorph.LICENSE").read_text() == "as we looked at it"


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
        "idiomorph/LICENSE": (served / "idiomorph.LICENSE").read_bytes(),
        "axe-core/axe.min.js": (ROOT / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js").read_bytes(),
    }.items():
        assert sha256(text).hexdigest() == PACKAGE["sha256"][name]
