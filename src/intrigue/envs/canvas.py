"""What both families are drawn with: tags, colours, patterns, coins, as SVG. No script; text is escaped."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

COLOURS = ("#2f5f94", "#b23a2e", "#3c7a4b", "#c28a1e", "#6c4788")
"""Of players 1 to 5; each also has a pattern, so that nobody needs to tell colours apart."""
PATTERNS = (
    '<path d="M0 8 8 0" stroke="#fff" stroke-width="1.4" opacity=".45"/>',
    '<path d="M0 0 8 8M8 0 0 8" stroke="#fff" stroke-width="1" opacity=".4"/>',
    '<circle cx="4" cy="4" r="1.5" fill="#fff" opacity=".5"/>',
    '<path d="M0 4H8" stroke="#fff" stroke-width="1.6" opacity=".4"/>',
    '<path d="M4 1V7M1 4H7" stroke="#fff" stroke-width="1.2" opacity=".5"/>',
)
GREY = "#7b7468"
INK = "#2b241c"
FAINT = "#8a7d6b"
PAPER = "#f6efdf"
CARD = "#fffaf0"
EDGE = "#cdbfa5"
GOLD = "#e0b341"
GOLD_EDGE = "#94701a"
FONT = "Georgia, 'DejaVu Serif', serif"
NARROW = "'DejaVu Sans Condensed', 'Arial Narrow', Arial, sans-serif"


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """One element; `stroke_width=2` becomes `stroke-width="2"`. The content is SVG already."""
    written = "".join(f" {key.replace('_', '-')}={quoteattr(number(value))}" for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def number(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def rect(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    return tag("rect", "", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: object) -> str:
    return tag("circle", "", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: object) -> str:
    return tag("path", "", d=d, **attributes)


def words(
    x: float, y: float, text: object, size: float = 13, fill: str = INK, anchor: str = "start", **attributes: object
) -> str:
    """A line of text; what is in it is escaped."""
    return tag("text", escape(str(text)), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, **attributes)


def picture(width: float, height: float, title: str, parts: list[str]) -> str:
    """The whole drawing."""
    patterns = "".join(
        tag("pattern", mark, id=f"p{player}", width=8, height=8, patternUnits="userSpaceOnUse")
        for player, mark in enumerate(PATTERNS, start=1)
    )
    return tag(
        "svg",
        tag("title", escape(title))
        + tag("defs", patterns)
        + rect(0, 0, width, height, fill=PAPER)
        + tag("g", "".join(parts), font_family=FONT),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width:g} {height:g}",
    )


def colour(player: int) -> str:
    """A player's colour; 0 is nobody's."""
    return COLOURS[player - 1] if player else GREY


def clad(player: int, shape: str, **attributes: object) -> str:
    """A path or other shape in a player's colour and pattern; `shape` is the value of `d`."""
    plain = path(shape, fill=colour(player), **attributes)
    return plain + (path(shape, fill=f"url(#p{player})") if player else "")


def box(x: float, y: float, width: float, height: float, round: float = 0) -> str:
    """The path of a rectangle with round corners."""
    w, h, r = width - 2 * round, height - 2 * round, round
    corner = f"a{r:g} {r:g} 0 0 1"
    return (
        f"M{x + r:g} {y:g}h{w:g}{corner} {r:g} {r:g}v{h:g}{corner} {-r:g} {r:g}"
        f"h{-w:g}{corner} {-r:g} {-r:g}v{-h:g}{corner} {r:g} {-r:g}z"
    )


def shield(x: float, y: float, player: int, size: float = 24) -> str:
    """A player's arms with the number; x and y are its middle."""
    half = size / 2
    d = f"M{x - half:g} {y - half:g}h{size:g}v{half:g}q0 {half * 0.8:g} {-half:g} {half * 1.2:g}"
    d += f"q{-half:g} {-half * 0.4:g} {-half:g} {-half * 1.2:g}z"
    arms = clad(player, d, stroke=INK, stroke_width=1)
    return arms + outlined_text(x, y + size * 0.22, player, size * 0.62)


def outlined_text(x: float, y: float, text: object, size: float) -> str:
    """White text that can be read on a pattern."""
    look = {"font_weight": "bold", "stroke": INK, "stroke_width": size / 6, "paint_order": "stroke"}
    return words(x, y, text, size, "#fff", "middle", stroke_linejoin="round", **look)


def coin(x: float, y: float, amount: int, radius: float = 11) -> str:
    """Influence or money."""
    disc = circle(x, y, radius, fill=GOLD, stroke=GOLD_EDGE, stroke_width=1.5)
    return disc + words(x, y + radius * 0.4, amount, radius * 1.15, INK, "middle", font_weight="bold")


def star(x: float, y: float, size: float = 9) -> str:
    """Stands beside a winner."""
    points = "0,-10 2.4,-3.2 9.5,-3.1 3.8,1.2 5.9,8.1 0,4 -5.9,8.1 -3.8,1.2 -9.5,-3.1 -2.4,-3.2"
    look = {"fill": GOLD, "stroke": GOLD_EDGE, "transform": f"translate({x:g} {y:g}) scale({size / 10:g})"}
    return tag("polygon", "", points=points, **look)


def arrow(x: float, y: float, size: float = 8) -> str:
    """Points at the player to act; x and y are its tip."""
    return path(f"M{x:g} {y:g}l{-size * 1.4:g} {-size * 0.8:g}v{size * 1.6:g}z", fill=INK)
