"""What adorns pages: the banner of the home page, a rule between parts, and the favicon."""

from __future__ import annotations

from art.heraldry import emblem, tinctures
from art.pen import (
    EARTH,
    GOLD,
    LEAF,
    PAPER,
    RED,
    around,
    disc,
    dot,
    element,
    flat,
    limb,
    line,
    mirror,
    move,
    shadow,
    shape,
)

FLAME = "M0 0c-7-2-10-8-7-15 2-5 6-8 5-16 7 6 4 11 6 14 1-2 1-4 0-6 6 5 9 19-4 23z"


def leaf(x: float, y: float, degrees: float, size: float, fill: str) -> str:
    return move(x, y, size, shape(fill, "M0 0C-7-3-9-11-6-18-2-15 5-12 0 0z", stroke_width=1.4), turn=degrees)


def vine() -> str:
    """A scroll of leaves from the middle to the left edge, 200 wide and 120 high."""
    stem = (
        "M196 66C176 30 140 30 132 56C126 78 152 86 156 68M140 40C118 12 78 20 70 52C64 78 92 88 98 70"
        "M80 32C60 10 24 18 16 48C10 74 40 86 46 66"
    )
    return (
        line(stem, LEAF, 3.2)
        + leaf(168, 40, 20, 0.9, LEAF)
        + leaf(118, 24, 10, 1, GOLD)
        + leaf(132, 62, -110, 0.9, LEAF)
        + leaf(56, 20, 0, 1, LEAF)
        + leaf(70, 60, -120, 0.9, GOLD)
        + leaf(16, 54, -130, 0.9, LEAF)
        + leaf(28, 24, -50, 0.8, GOLD)
        + "".join(
            dot(GOLD, x, y, 2.4) for x, y in ((150, 22), (144, 92), (104, 96), (88, 12), (52, 92), (8, 28), (180, 86))
        )
    )


def flower(x: float, y: float) -> str:
    petals = "".join(disc(RED, px, py, 4.6, stroke_width=1.4) for px, py in around(x, y, 6, 5))
    return petals + disc(GOLD, x, y, 3.6, stroke_width=1.4)


def roundel(family: int, x: float, y: float) -> str:
    colour, ink = tinctures(family)
    return move(
        x, y, 1, disc(colour, 0, 0, 15, stroke=GOLD, stroke_width=2), move(-9.6, -9.6, 0.6, emblem(family, ink))
    )


def banner() -> str:
    """The oriflamme between two scrolls that bear the five families, on 480 by 120."""
    side = vine() + flower(143, 64)
    cloth = "M208 14h64v56c-6 0-7 10-11 22-5-10-6-16-10-16s-6 14-11 34c-5-20-6-34-11-34s-5 6-10 16c-4-12-5-22-11-22z"
    return (
        side
        + mirror(480, side)
        + roundel(1, 31, 56)
        + roundel(2, 85, 61)
        + roundel(4, 395, 61)
        + roundel(5, 449, 56)
        + limb(EARTH, "M198 12h84", 3, 3)
        + disc(GOLD, 197, 12, 4.5)
        + disc(GOLD, 283, 12, 4.5)
        + shape(RED, cloth)
        + shadow("M256 14h16v56c-6 0-7 10-11 22-5-10-6-16-5-22z", 0.18)
        + flat(GOLD, "M208 18h64v3h-64zM208 24h64v1.2h-64z")
        + move(222, 92, 0.5, flat(GOLD, FLAME))
        + move(241, 102, 0.6, flat(GOLD, FLAME))
        + move(259, 92, 0.5, flat(GOLD, FLAME))
        + disc(PAPER, 240, 50, 18.5, stroke=GOLD, stroke_width=2.4)
        + move(226.4, 36.4, 0.85, emblem(3, tinctures(3)[0]))
    )


def rule() -> str:
    """A line with a lozenge and two leaves, on 240 by 16, in the tone of gold."""
    half = (
        line("M4 8h86", GOLD, 1.4)
        + flat(GOLD, "M92 8c6-7 13-7 18-4-5 1-8 3-10 6 3 0 6 0 9-1-4 5-12 6-17-1z")
        + dot(GOLD, 4, 8, 2)
    )
    return half + mirror(240, half) + flat(RED, "M120 2l6 6-6 6-6-6z") + line("M120 2l6 6-6 6-6-6z", GOLD, 1.2)


def favicon() -> str:
    """A shield with a flame; plain colours, for it stands outside of every page."""
    shield = "M4 3h24v12c0 8-5 12-12 15C9 27 4 23 4 15z"
    flame = "M16 5c1 5 7 7 7 13 0 4-3 7-7 7s-7-3-7-7c0-3 1.5-5 3-6.5 0 2 .7 3.5 2 4-.7-4.5.5-7 2-10.5z"
    core = "M16 15.5c.6 2.3 3 3.3 3 5.7 0 1.8-1.4 3-3 3s-3-1.2-3-3c0-2.4 2.4-3.4 3-5.7z"
    body = (
        element("path", fill="#97271f", stroke="#2a1b10", stroke_width=1.5, stroke_linejoin="round", d=shield)
        + element(
            "path", fill="none", stroke="#d9a636", stroke_width=1, d="M6 5h20v10c0 7-4 10-10 12.7C10 25 6 22 6 15z"
        )
        + element("path", fill="#f0bf4c", d=flame)
        + element("path", fill="#fff8e6", d=core)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{body}</svg>\n'
