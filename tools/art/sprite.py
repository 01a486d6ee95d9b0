"""The sprite: every symbol of the site in one file, each with its own viewBox."""

from __future__ import annotations

from art.court import COURT_32, COURT_48
from art.heraldry import back, coin, crown, emblem, pattern
from art.icons import ICONS
from art.intrigues import INTRIGUES
from art.ornament import banner, rule
from art.pen import CURRENT, LINE
from art.people import PEOPLE

HEAD = """\
<!-- Drawn by tools/art; written by: make art
  <svg class="fig"><use href="sprite.svg#kind-archer"/></svg>; the colours are variables of css/art.css.
  kind-* 64x64, family-* 32x32 (currentColor), pattern-* 64x64, back-* 60x84,
  coin crown ecu jewel shield-office prize-* 32x32, noble-* agent-* faction-* figure-*
  cardinal 48x48, ui-* 24x24 (currentColor),
  banner 480x120, rule 240x16. -->
"""


def symbol(name: str, width: int, height: int, body: str, stroke: str) -> str:
    """One symbol; `stroke` is what its lines are drawn with, empty where it has none."""
    lines = f' stroke="{stroke}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"' if stroke else ""
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}" fill="none"{lines}>{body}</symbol>\n'


def symbols() -> dict[str, str]:
    """Every symbol by its name, in the order of the file."""
    families = range(1, 6)
    drawn = [
        *((f"kind-{kind}", 64, 64, draw(), LINE) for kind, draw in {**PEOPLE, **INTRIGUES}.items()),
        *((f"family-{n}", 32, 32, emblem(n), "") for n in families),
        *((f"pattern-{n}", 64, 64, pattern(n), "") for n in families),
        *((f"back-{n}", 60, 84, back(n), LINE) for n in families),
        ("coin", 32, 32, coin(), LINE),
        ("crown", 32, 32, crown(), LINE),
        *((name, 48, 48, body, LINE) for name, body in COURT_48.items()),
        *((name, 32, 32, body, LINE) for name, body in COURT_32.items()),
        *((f"ui-{name}", 24, 24, body, CURRENT) for name, body in ICONS.items()),
        ("banner", 480, 120, banner(), LINE),
        ("rule", 240, 16, rule(), LINE),
    ]
    return {name: symbol(name, width, height, body, stroke) for name, width, height, body, stroke in drawn}


def sprite() -> str:
    """The text of `static/art/sprite.svg`."""
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + HEAD + "".join(symbols().values()) + "</svg>\n"
