"""Brings the browser code of others: what pages run, and what only development needs.

usage: python tools/browser_code.py [page | checkers]

`intrigue.web.http.browser_code` fetches it. Every file that we use must have the SHA-256 that stands beside the pins:
nothing else gets into a page or looks at one, whoever answered npm. A folder's is that of the list that `sha256sum`
makes of its files in their order. What the page runs is put, with its licence and its types, where the site serves it
from and a wheel takes it along; what only tests need stays under build/npm, and is left out for `page`.

With `checkers` it brings instead what checks our own scripts, tsc and Biome: a program each for this machine, which
needs no node. They lie in build/checkers then.
"""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import Any

from intrigue.web.http import browser_code
from intrigue.web.http.browser_code import check, install

ROOT = Path(__file__).parent.parent
NPM = ROOT / "build" / "npm"
NODE = ROOT / "build" / "node"
CHECKERS = ROOT / "build" / "checkers"
TESTED = "axe-core"
"""What runs in tests of pages."""
PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
"""What npm calls them."""


def bring_test_code(package: Any) -> None:
    """What looks at pages in tests."""
    check(install({TESTED: package["devDependencies"][TESTED]}, NPM, NODE), package["sha256"])


def bring_checkers(package: Any, machine: str) -> None:
    """What checks our scripts, under its makers' names: those are the same on every machine."""
    sums = package["checkers"].get(machine)
    if sums is None:
        sys.exit(f"Nothing checks scripts on {machine}: package.json names no checkers for it.")
    pins = {name: version for name, version in package["devDependencies"].items() if name != TESTED}
    modules = install(pins, CHECKERS, NODE)
    check(modules, sums)
    for name in sums:
        link = CHECKERS / name.partition("/")[0].removeprefix("@")
        link.unlink(missing_ok=True)
        link.symlink_to(modules / name)


def machine() -> str:
    """What npm calls this machine."""
    processor = platform.machine().lower()
    return f"{sys.platform}-{PROCESSORS.get(processor, processor)}"


def bring(what: str) -> None:
    """Installs, checks and puts in place."""
    package = json.loads((ROOT / "package.json").read_text())
    if what == "checkers":
        bring_checkers(package, machine())
    elif what in ("", "page"):
        if not what:
            bring_test_code(package)
        browser_code.bring()
    else:
        sys.exit(__doc__)


def main(what: str = "") -> None:
    """The same, with a fault in one sentence."""
    try:
        bring(what)
    except browser_code.WrongFile as fault:
        sys.exit(f"What npm brought is not kept: {fault} does not have the SHA-256 that package.json names.")
    except browser_code.NotFetched as fault:
        sys.exit(f"npm brought nothing: {fault}")


if __name__ == "__main__":
    main(*sys.argv[1:])
