"""Families and what everybody shares: emblems, field patterns, card backs, the crown and the coin of influence.

Emblems stand on 32 by 32 in `currentColor`, patterns on 64 by 64, backs on 60 by 84.
"""

from __future__ import annotations

from art.pen import (
    CURRENT,
    GOLD,
    LINE,
    PAPER,
    RED,
    both,
    disc,
    element,
    flat,
    line,
    move,
    points,
    ring,
    shadow,
    shape,
    star,
)

FAMILIES = ("#95191e", "#2459a4", "#ac7410", "#521d64", "#219381")
INKS = ("#fff8e6", "#fff8e6", "#1c1208", "#fff8e6", "#1c1208")

TOWER = (
    "M6 2h5v4h3V2h4v4h3V2h5v9l-3 3v11l4 2v4H5v-4l4-2V14l-3-3z"
    "M14.5 15.5a1.5 1.5 0 0 1 3 0V19h-3zM13 31v-5a3 3 0 0 1 6 0v5z"
)
LILY = (
    "M16 1c5 6 5.5 9 3 15 0 1-.4 2-.6 3h1.6c.5-5 2-9 6-9 5 0 6 6 2 9-1-2-3-2-4 0-.5 1-.8 2-1 3.5 2 0 2 3.5 0 3.5h-2"
    "c.5 2 1.5 3 3 4.5h-5c-.5 1-1.5 2-3 2.5-1.5-.5-2.5-1.5-3-2.5H8c1.5-1.5 2.5-2.5 3-4.5H9c-2 0-2-3.5 0-3.5"
    "-.2-1.5-.5-2.5-1-3.5-1-2-3-2-4 0-4-3-3-9 2-9 4 0 5.5 4 6 9h1.6c-.2-1-.6-2-.6-3-2.5-6-2-9 3-15z"
)
SUN = star(16, 16, 15.5, 8.4, 12) + ring(16, 16, 7.4) + ring(16, 16, 6)
MOON = "M20 1.5A15 15 0 1 0 30 22.5 12.5 12.5 0 1 1 20 1.5z"
STAR = star(16, 17, 16.5, 6.6, 5) + ring(16, 17, 2.6)
EMBLEMS = (TOWER, LILY, SUN, MOON, STAR)


def emblem(family: int, fill: str = CURRENT) -> str:
    """The sign of a family, counted from 1, in one tone."""
    return element("path", fill=fill, stroke="none", fill_rule="evenodd", d=EMBLEMS[family - 1])


def laid(family: int, ink: str, width: int, height: int, step: int, opacity: float) -> str:
    """What lies on a family's colour: nothing, bends, bars, chequers, lozenges."""
    half = step // 2
    across = "".join(f"M0 {y}h{width}" for y in range(half // 2, height, step))
    more: dict[str, str | float] = {"stroke": ink, "stroke_opacity": opacity, "stroke_linecap": "butt"}
    if family == 2:
        bends = "".join(f"M{x} {height}l{height}-{height}" for x in range(-height, width, step))
        return element("path", d=bends, stroke_width=half * 0.7, **more)
    if family == 3:
        return element("path", d=across, stroke_width=half, **more)
    if family == 4:
        between = "".join(f"M{half} {y}h{width}" for y in range(half // 2 + half, height, step))
        return element("path", d=across + between, stroke_width=half, stroke_dasharray=half, **more)
    if family == 5:
        rows = range(0, height, step)
        lozenges = "".join(
            f"M{x} {y}l{half} {half}-{half} {half}-{half}-{half}z" for y in rows for x in range(half, width, step)
        )
        return flat(ink, lozenges, opacity)
    return ""


def tinctures(family: int) -> tuple[str, str]:
    """The colour of a family, and what is drawn on it."""
    return (
        f"var(--family-{family},{FAMILIES[family - 1]})",
        f"var(--family-{family}-ink,{INKS[family - 1]})",
    )


def pattern(family: int) -> str:
    colour, ink = tinctures(family)
    return flat(colour, "M0 0h64v64H0z") + laid(family, ink, 64, 64, 16, 0.28)


def back(family: int) -> str:
    colour, ink = tinctures(family)
    corners = both(
        60,
        flat(
            GOLD,
            "M7 7h9c-1 5-4 8-9 9zM7 77h9c-1-5-4-8-9-9zM11 17.5c4-1 6-3 6.5-6.5 2 4-2 8.5-6.5 6.5z"
            "M11 66.5c4 1 6 3 6.5 6.5 2-4-2-8.5-6.5-6.5z",
        ),
    )
    return (
        flat(colour, "M0 0h60v84H0z")
        + laid(family, ink, 60, 84, 12, 0.22)
        + element("rect", x=3.5, y=3.5, width=53, height=77, rx=2.5, stroke=GOLD, stroke_width=1.6)
        + element("rect", x=6, y=6, width=48, height=72, rx=1, stroke=GOLD, stroke_width=0.7)
        + corners
        + flat(GOLD, points([(30, 11), (53, 42), (30, 73), (7, 42)]))
        + disc(PAPER, 30, 42, 20.5, stroke=GOLD, stroke_width=2.4)
        + element("circle", cx=30, cy=42, r=17.6, stroke=colour, stroke_width=0.9)
        + move(16.4, 28.4, 0.85, emblem(family, colour))
    )


def crown() -> str:
    """On 32 by 32."""
    return (
        shape(GOLD, "M5 26L2 9l8 6 6-10 6 10 8-6-3 17z")
        + shadow("M16 5l6 10 8-6-3 17H16z", 0.14)
        + line("M6 22h20", width=1.3)
        + both(32, disc(GOLD, 2.8, 8, 1.8, stroke_width=1.3))
        + disc(RED, 16, 4.6, 2.2, stroke_width=1.3)
    )


def coin() -> str:
    """Influence, on 32 by 32: a gold piece with a flame, the oriflamme's."""
    return (
        disc(GOLD, 16, 16, 14)
        + shadow("M16 2a14 14 0 0 1 0 28 18 18 0 0 0 0-28z", 0.16)
        + element("circle", cx=16, cy=16, r=10.6, stroke_width=1)
        + flat(
            LINE,
            "M16 6.5c1 4 5.5 6 5.5 11.5 0 4-2.5 6.5-5.5 6.5s-5.5-2.5-5.5-6.5c0-2.5 1-4 2.5-5.5 0 2 .6 3 1.5 "
            "3.5-.5-4 .5-6.5 1.5-9.5z",
        )
        + flat(GOLD, "M16 16.5c.5 1.7 2.2 2.6 2.2 4.6 0 1.5-1 2.4-2.2 2.4s-2.2-.9-2.2-2.4c0-2 1.7-2.9 2.2-4.6z")
    )
