"""The pen: tones, and the few strokes from which every picture is made, as SVG text without styles or references."""

from __future__ import annotations

from math import cos, pi, sin

# Three digits are enough, and these values stand in the sprite hundreds of times.
TONES = {
    "fam": "#95191e",  # the family, or the noble: whoever the thing belongs to
    "fam-ink": "#fff8e6",  # drawn on the family's colour
    "art-line": "#211",  # around and inside of fills: dark in both themes
    "art-ink": "#211",  # bare lines on the ground
    "art-paper": "#ffe",  # skin and parchment
    "art-steel": "#ccb",
    "art-earth": "#963",  # hair, wood, leather
    "art-leaf": "#673",
    "art-gold": "#da3",
    "art-red": "#c22",
}


def tone(name: str) -> str:
    """A colour of the style sheet, with its light value where there is none."""
    return f"var(--{name},{TONES[name]})"


FAM = tone("fam")
FAM_INK = tone("fam-ink")
LINE = tone("art-line")
INK = tone("art-ink")
PAPER = tone("art-paper")
STEEL = tone("art-steel")
EARTH = tone("art-earth")
LEAF = tone("art-leaf")
GOLD = tone("art-gold")
RED = tone("art-red")
SHADE = "#000"  # with an opacity: the side away from the light
CURRENT = "currentColor"


def number(value: float) -> str:
    """At most two decimals, none where they say nothing.

    >>> number(2.0), number(0.125), number(-0.5)
    ('2', '.12', '-.5')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def element(name: str, **attributes: str | float) -> str:
    """One element without content; `stroke_width` is written stroke-width."""
    pairs = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{pairs}/>"


def shape(fill: str, d: str, **more: str | float) -> str:
    """A filled shape with the outline of its symbol."""
    return element("path", fill=fill, d=d, **more)


def flat(fill: str, d: str, opacity: float = 1) -> str:
    """A filled shape without an outline."""
    more = {} if opacity == 1 else {"fill_opacity": opacity}
    return element("path", fill=fill, stroke="none", d=d, **more)


def ground(d: str) -> str:
    """The panel behind a figure: a breath of the family's colour within a thread of gold."""
    return element("path", fill=FAM, fill_opacity=0.15, stroke=GOLD, stroke_width=1, d=d)


def shadow(d: str, opacity: float = 0.2) -> str:
    """The dark side of what lies beneath."""
    return flat(SHADE, d, opacity)


def line(d: str, stroke: str = "", width: float = 0) -> str:
    """A line without a fill; the symbol's own stroke unless told."""
    more: dict[str, str | float] = {}
    if stroke:
        more["stroke"] = stroke
    if width:
        more["stroke_width"] = width
    return element("path", d=d, **more)


def limb(fill: str, d: str, width: float, edge: float = 4) -> str:
    """A thick line with an outline: an arm, a rope, a ring."""
    return line(d, width=width + edge) + line(d, fill, width)


def disc(fill: str, x: float, y: float, r: float, **more: str | float) -> str:
    """A circle with the outline of its symbol."""
    return element("circle", fill=fill, cx=x, cy=y, r=r, **more)


def dot(fill: str, x: float, y: float, r: float) -> str:
    """A circle without an outline."""
    return element("circle", fill=fill, stroke="none", cx=x, cy=y, r=r)


def eyes(y: float, left: float, right: float, width: float = 3) -> str:
    """Two dots, drawn with one stroke of the symbol's own colour."""
    return line(f"M{number(left)} {number(y)}h.1M{number(right)} {number(y)}h.1", width=width)


def group(*parts: str, **attributes: str | float) -> str:
    """Parts that share attributes."""
    return element("g", **attributes).replace("/>", ">") + "".join(parts) + "</g>"


def move(x: float, y: float, scale: float, *parts: str, turn: float = 0) -> str:
    """Parts in another place and size, turned about their origin by so many degrees."""
    size = "" if scale == 1 else f"scale({number(scale)})"
    angle = f"rotate({number(turn)})" if turn else ""
    return group(*parts, transform=f"translate({number(x)} {number(y)}){size}{angle}")


def turn(degrees: float, x: float, y: float, *parts: str) -> str:
    """Parts turned about a point."""
    return group(*parts, transform=f"rotate({number(degrees)} {number(x)} {number(y)})")


def mirror(width: float, *parts: str) -> str:
    """Parts as seen in a mirror that stands in the middle of `width`."""
    return group(*parts, transform=f"matrix(-1 0 0 1 {number(width)} 0)")


def both(width: float, *parts: str) -> str:
    """Parts, and their mirror image."""
    return "".join(parts) + mirror(width, *parts)


def points(corners: list[tuple[float, float]]) -> str:
    """A closed path through corners."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"


def around(x: float, y: float, r: float, count: int, start: float = -90) -> list[tuple[float, float]]:
    """So many points on a circle, the first one at `start` degrees."""
    angles = ((start + step * 360 / count) * pi / 180 for step in range(count))
    return [(x + r * cos(angle), y + r * sin(angle)) for angle in angles]


def star(x: float, y: float, outer: float, inner: float, rays: int, start: float = -90) -> str:
    """A closed path: so many rays between two circles, the first one at `start` degrees."""
    tips, hollows = around(x, y, outer, rays, start), around(x, y, inner, rays, start + 180 / rays)
    return points([corner for pair in zip(tips, hollows, strict=True) for corner in pair])


def arc(x: float, y: float, r: float, start: float, end: float) -> str:
    """A piece of a circle, clockwise from one angle to another."""
    a, b = start * pi / 180, end * pi / 180
    large = 1 if end - start > 180 else 0
    return (
        f"M{number(x + r * cos(a))} {number(y + r * sin(a))}"
        f"A{number(r)} {number(r)} 0 {large} 1 {number(x + r * cos(b))} {number(y + r * sin(b))}"
    )


def ring(x: float, y: float, r: float) -> str:
    """A whole circle as a path, to be cut out of another."""
    half = f"a{number(r)} {number(r)} 0 1 0 "
    return f"M{number(x - r)} {number(y)}{half}{number(2 * r)} 0{half}{number(-2 * r)} 0z"
