"""Packages that the base install lacks: there, or one sentence that says which is missing and how it is installed here.

Extras of `pyproject.toml` bring them. How one installs an extra depends on where this program came from: a checkout, a
file, a repository or an index. The name on an index is used only by who got the program from there.
"""

from __future__ import annotations

import importlib
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from intrigue.engine.errors import IntrigueError

NAME = "intrigue"
PACKAGE = Path(__file__).parents[1]
CHECKOUT = PACKAGE.parents[1]
"""Where `pyproject.toml` lies if the program runs from its sources."""
NESTED = re.compile(rf"{NAME}\[(.+)\]")
"""An extra that names other extras."""


def need(package: str, extra: str) -> Any:
    """The package, if it is installed.

    >>> need("json", "envs").__name__
    'json'
    >>> need("no_such_package", "envs")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    intrigue.engine.errors.IntrigueError: This needs no_such_package, ...
    """
    if find_spec(package) is None:
        raise extra_error(package, extra)
    return importlib.import_module(package)


@contextmanager
def explain_missing(extra: str) -> Iterator[None]:
    """Says which extra brings a package that an import inside does not find."""
    try:
        yield
    except ModuleNotFoundError as fault:
        package = (fault.name or NAME).partition(".")[0]
        if package == NAME:  # a fault of ours
            raise
        raise extra_error(package, extra) from None


def extra_error(package: str, extra: str) -> IntrigueError:
    """A package is not installed that an extra brings."""
    return IntrigueError("error.no_extra", name=package, extra=extra, command=command(extra, package))


def command(extra: str, package: str) -> str:
    """What one types to install an extra, for the sake of a package, for the Python that runs this."""
    return f"{pip()} install {source(extra) or package}"


def pip() -> str:
    """How pip is called that installs for this Python: by its name, if a shell finds that one first."""
    beside = Path(sys.executable).with_name("pip")
    if not beside.exists():
        return f"{shlex.quote(sys.executable)} -m pip"
    first = shutil.which("pip")
    return "pip" if first and Path(first) == beside else shlex.quote(str(beside))


def source(extra: str) -> str:
    """What pip installs an extra from, quoted for a shell; empty if nobody can say."""
    ours = installed_distribution()
    origin = json.loads(ours.read_text("direct_url.json") or "{}") if ours else {}
    place = local_path(origin.get("url", ""))
    folder = next((one for one in (CHECKOUT, place) if one and (one / "pyproject.toml").is_file()), None)
    if folder:
        editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
        return editable + shlex.quote(f"{'.' if folder.samefile(Path.cwd()) else folder}[{extra}]")
    if place and place.is_file():
        return shlex.quote(f"{place}[{extra}]")
    if "vcs_info" in origin:
        commit = origin["vcs_info"]
        return shlex.quote(f"{NAME}[{extra}] @ {commit['vcs']}+{origin['url']}@{commit['commit_id']}")
    if origin and not place:
        return shlex.quote(f"{NAME}[{extra}] @ {origin['url']}")
    if ours and not origin:
        return shlex.quote(f"{NAME}[{extra}]")
    return " ".join(map(shlex.quote, packages(extra, ours)))


def installed_distribution() -> Distribution | None:
    """This program as it was installed, if it was."""
    try:
        found = distribution(NAME)
    except PackageNotFoundError:
        return None
    runs = Path(str(found.locate_file(NAME))).resolve() == PACKAGE.resolve()
    return found if runs or (CHECKOUT / "pyproject.toml").is_file() else None


def local_path(url: str) -> Path | None:
    """The place of a file or folder of this machine."""
    parts = urlsplit(url)
    return Path(url2pathname(parts.path)) if parts.scheme == "file" else None


def packages(extra: str, ours: Distribution | None) -> Iterator[str]:
    """What an extra brings, by name, for a program that nobody can install again from where it came."""
    for line in (ours and ours.requires) or ():
        wanted, _, marker = line.partition(";")
        if f'extra == "{extra}"' in marker.replace("'", '"'):
            nested = NESTED.match(wanted)
            for other in nested[1].split(",") if nested else ():
                yield from packages(other, ours)
            if not nested:
                yield wanted.strip()
