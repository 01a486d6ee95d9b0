"""Writes the links of all rulings in the docs to their positions in the sandbox; with --check only says what is old.

The positions of numbered items stand in rulings.toml; those of passages without a number and of the questions in
docs/rulings.md stand in the page.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from intrigue.web.view import sandbox_link

ROOT = Path(__file__).parent.parent
SITE = "http://localhost:8000"
"""Where `intrigue serve` runs unless told otherwise."""
POSITIONS = Path(__file__).with_suffix(".toml")
RULINGS = {"oriflamme": re.compile(r"[DPXEFG]\d+"), "richelieu": re.compile(r"[458]\.\d+")}
"""Which numbered items are rulings, besides those that bear the mark of ours; all others are rules."""
OURS = re.compile(r"\bours\b")
ITEM = re.compile(r'^((?:- |\| )\*\*([A-Z]?[\d.]+)\*\*<a id="[^"]+"></a>)(.*)$', re.MULTILINE)
LINK = re.compile(r" \[try it\]\([^)\s]*\)| \*\(no position: [^)]*\)\*")
SKETCH = re.compile(r"(?<=\\\n)(?:\[`([^`]+)`\]\([^)\s]*\)|`([^`]+)`)(?= - )")
NONE = "none"


Positions = dict[str, Any]
"""Sketches by number, and under `none` the reasons why some have no position."""


def positions() -> dict[str, Positions]:
    """The sketches of numbered rulings, by document."""
    found: dict[str, Positions] = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))
    return found


def address(game: str, sketch: str) -> str:
    """Where a sketch is tried."""
    return f"{SITE}{sandbox_link.link_to_sketch(game, sketch)}"


def is_ruling(name: str, number: str, text: str) -> bool:
    """Whether a numbered item of a game is a ruling, wholly or in part."""
    return bool(RULINGS[name].fullmatch(number) or OURS.search(text))


def rules(text: str, name: str, told: Positions) -> str:
    """The document of a game's rules, each of its rulings with its link."""
    none: dict[str, str] = told[NONE]

    def link(item: re.Match[str]) -> str:
        head, number, rest = item.groups()
        rest = LINK.sub("", rest)
        if not is_ruling(name, number, rest):
            return f"{head}{rest}"
        sign = f" *(no position: {none[number]})*" if number in none else f" [try it]({address(name, told[number])})"
        return f"{head}{sign}{rest}" if head.startswith("|") else f"{head}{rest}{sign}"

    return sketches(ITEM.sub(link, text), name)


def sketches(text: str, game: str) -> str:
    """A text of a game, each sketch that stands in it a link to itself."""
    return SKETCH.sub(lambda found: f"[`{found[1] or found[2]}`]({address(game, found[1] or found[2])})", text)


def questions(text: str) -> str:
    """The page of questions, each sketch a link to itself."""
    family, heading, own = text.partition("\n## Richelieu\n")
    return sketches(family, "oriflamme") + heading + sketches(own, "richelieu")


def documents() -> dict[Path, str]:
    """Every document with rulings as it should be."""
    found = {}
    for name, told in positions().items():
        path = ROOT / "docs" / "rules" / f"{name}.md"
        found[path] = rules(path.read_text(encoding="utf-8"), name, told)
    path = ROOT / "docs" / "rulings.md"
    found[path] = questions(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Writes or checks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    old = [path for path, text in documents().items() if path.read_text(encoding="utf-8") != text]
    for path in old:
        print(path.relative_to(ROOT))
        if not check:
            path.write_text(documents()[path], encoding="utf-8")
    sys.exit(1 if check and old else 0)


if __name__ == "__main__":
    main()
