"""Writes the pictures into the static files of the site: `make art`."""

from __future__ import annotations

from pathlib import Path

from art.ornament import favicon
from art.sprite import sprite

FOLDER = Path(__file__).parents[2] / "src" / "intrigue" / "web" / "static" / "art"


def files() -> dict[Path, str]:
    """What the folder of art should hold."""
    return {FOLDER / "sprite.svg": sprite(), FOLDER / "favicon.svg": favicon()}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in files().items():
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
