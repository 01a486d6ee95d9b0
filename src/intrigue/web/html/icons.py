"""The pictures of the site: parts of one file, each by its name."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path

from markupsafe import Markup

SPRITE = Path(__file__).parents[1] / "static" / "art" / "sprite.svg"


@cache
def sprite() -> str:
    """Where the pictures are, with a mark that changes when they do."""
    if not SPRITE.exists():
        return "/static/art/sprite.svg"
    return f"/static/art/sprite.svg?v={hashlib.sha256(SPRITE.read_bytes()).hexdigest()[:12]}"


@lru_cache(maxsize=1024)
def icon(name: str, kind: str = "fig", hidden: bool = True) -> Markup:
    """A picture of the sprite, hidden from screen readers unless what it stands in is. The names are ours, never a
    person's."""
    silent = " aria-hidden='true'" if hidden else ""
    return Markup(f"<svg class='{kind}'{silent}><use href='{sprite()}#{name}'/></svg>")
