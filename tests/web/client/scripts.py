"""The scripts as they are sent, and which of them a page loads."""

from __future__ import annotations

import gzip
import re

from intrigue.web.assets import Assets

files = Assets().files


def imported(script: str) -> set[str]:
    """A script and all that it loads with it; what is loaded when it is needed does not count."""
    names, waiting = set(), [script]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            text = files[f"js/{name}"].body.decode()
            waiting += re.findall(r'^import (?:[^"]* from )?"\./([^"]+)"', text, re.MULTILINE)
    return names


def packed(names: set[str]) -> int:
    """Bytes of scripts, compressed."""
    return sum(len(gzip.compress(files[f"js/{name}"].body, 9)) for name in names)
