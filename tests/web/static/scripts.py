"""The scripts as they are sent, and which of them a page loads."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import intrigue.web
from intrigue.web.http.static_files import Assets

TEMPLATES = Path(intrigue.web.__file__).parent / "templates"
files = Assets().files


def script_and_imports(script: str) -> set[str]:
    """A script and all that it loads with it; what is loaded when it is needed does not count."""
    names, waiting = set(), [script]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            text = files[f"js/{name}"].body.decode()
            waiting += re.findall(r'^import (?:[^"]* from )?"\./([^"]+)"', text, re.MULTILINE)
    return names


def scripts_of(page: str) -> set[str]:
    """All scripts that a page loads at once."""
    named = re.findall(r"asset\('js/([^']+)'\)", (TEMPLATES / f"{page}.html").read_text(encoding="utf-8"))
    return set().union(*map(script_and_imports, named))


def packed_size(names: set[str]) -> int:
    """Bytes of scripts, compressed."""
    return sum(len(gzip.compress(files[f"js/{name}"].body, 9)) for name in names)
