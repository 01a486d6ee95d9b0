"""Plots as SVG text, of our own making: bars with whiskers, lines, histograms, heat tables.

Every text is the caller's, in any language; numbers are written by a function of the caller's. Grounds are clear and
colours of middle brightness, so that a plot reads on a light and on a dark page.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from math import floor, isfinite, log10
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

Number = Callable[[float], str]
WIDTH = 760
LETTER = 7.6
"""Pixels that a letter of 13 pixels takes, roughly."""
COLOURS = ("#3b7dd8", "#d9822b", "#2e9e6b", "#b0579e", "#8a8f98", "#c9a227", "#d2504b", "#4aa5b8")
PALE = "#e8eaed"
STYLE = """text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#737b86}
.title{font-size:16px;font-weight:600}.small{font-size:11.5px}.strong{font-weight:600}.cell{fill:#1f2328;font-weight:500}
.grid{stroke:#8c959f;stroke-opacity:.28}.axis{stroke:#8c959f;stroke-opacity:.8}
.mark{stroke:#8c959f;stroke-dasharray:4 3}.whisker{stroke:#666e79;stroke-width:1.6;fill:none}"""


class Bar(NamedTuple):
    """A figure with its name and where it probably lies; a remark stands after the name."""

    name: str
    value: float
    low: float
    high: float
    remark: str = ""


class Point(NamedTuple):
    """A point of a line; `low` and `high` make a band around it."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


def plain(value: float) -> str:
    """A number as it is written nowhere in particular."""
    return f"{value:g}"


# Drawing


class Sheet:
    """An SVG of a size, to which things are added."""

    def __init__(self, width: float, height: float, title: str, note: str = "") -> None:
        self.width, self.height = width, height
        self.title = title
        self.parts: list[str] = []
        self.text(16, 28, title, "title", "start")
        if note:
            self.text(16, height - 12, note, "small", "start")

    def text(self, x: float, y: float, text: str, kind: str = "", anchor: str = "middle", turn: bool = False) -> None:
        turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turn else ""
        kind = f' class="{kind}"' if kind else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{kind} text-anchor="{anchor}"{turned}>{escape(text)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        self.parts.append(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def box(
        self, x: float, y: float, width: float, height: float, colour: str, clear: float = 1.0, hint: str = ""
    ) -> None:
        told = f"<title>{escape(hint)}</title>" if hint else ""
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}" rx="2.5" '
            f'fill="{colour}" fill-opacity="{clear:.2f}">{told}</rect>'
        )

    def path(self, points: Sequence[tuple[float, float]], colour: str, filled: bool = False) -> None:
        way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        paint = f'fill="{colour}" fill-opacity=".16"' if filled else f'fill="none" stroke="{colour}" stroke-width="2.2"'
        self.parts.append(f'<path d="{way}{"Z" if filled else ""}" {paint} stroke-linejoin="round"/>')

    def dot(self, x: float, y: float, colour: str) -> None:
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{colour}"/>')

    def svg(self) -> str:
        """The whole text."""
        size = f'width="{self.width:.0f}" height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoteattr(self.title)}>'
        return "\n".join(
            [head, f"<title>{escape(self.title)}</title>", f"<style>{STYLE}</style>", *self.parts, "</svg>\n"]
        )


class Scale:
    """From numbers to pixels; logarithmic where steps are factors."""

    def __init__(self, low: float, high: float, start: float, stop: float, log: bool = False) -> None:
        self.log = log
        self.start, self.stop = start, stop
        self.low, self.high = (log10(low), log10(high)) if log else (low, high)
        if self.low == self.high:
            self.high = self.low + 1

    def __call__(self, value: float) -> float:
        value = log10(value) if self.log else value
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers along it."""
        if self.log:
            return [
                10.0**power for power in range(floor(self.low), floor(self.high) + 1) if 10.0**power >= 10**self.low
            ]
        step = round_step((self.high - self.low) / most)
        first = floor(self.low / step)
        found = [round(number * step, 10) for number in range(first, first + most * 3)]
        return [tick for tick in found if self.low - step * 1e-6 <= tick <= self.high + step * 1e-6]


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, ... that is not below.

    >>> round_step(0.13), round_step(3), round_step(60)
    (0.2, 5.0, 100.0)
    """
    power = 10.0 ** floor(log10(least))
    return next(round(factor * power, 12) for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def span(values: Iterator[float], zero: bool = False) -> tuple[float, float]:
    """From the least to the greatest, a little more so that nothing touches the frame."""
    found = [value for value in values if isfinite(value)] + ([0.0] if zero else [])
    low, high = min(found, default=0.0), max(found, default=1.0)
    room = (high - low or abs(high) or 1.0) * 0.05
    return (low if zero and low == 0 else low - room), (high if zero and high == 0 else high + room)


def letters(texts: Sequence[str], least: int = 4) -> float:
    return LETTER * max([least, *map(len, texts)])


def short(text: str, most: int = 44) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


# Plots


def bars(
    title: str, rows: Sequence[Bar], number: Number = plain, note: str = "", mark: float | None = None, unit: str = ""
) -> str:
    """Lying bars from zero with whiskers, one a row; `mark` is a figure to compare with."""
    names = [short(f"{row.name} {row.remark}".strip()) for row in rows]
    values = [f"{number(row.value)}" for row in rows]
    left, right = 24 + letters(names), WIDTH - 28 - letters(values)
    top, pitch = 54, 30
    bottom = top + pitch * len(rows)
    sheet = Sheet(WIDTH, bottom + (62 if note else 44) + (16 if unit else 0), title, note)
    reach = (one for row in rows for one in (row.value, row.low, row.high))
    x = Scale(*span(iter([*reach, *([mark] if mark is not None else [])]), zero=True), left, right)
    for tick in x.ticks():
        sheet.line(x(tick), top - 4, x(tick), bottom, "axis" if tick == 0 else "grid")
        sheet.text(x(tick), bottom + 18, number(tick), "small")
    if unit:
        sheet.text((left + right) / 2, bottom + 36, unit, "small")
    for at, (row, name, value) in enumerate(zip(rows, names, values, strict=True)):
        y = top + pitch * at + pitch / 2
        sheet.text(left - 10, y + 4.5, name, "", "end")
        hint = f"{row.name}: {number(row.value)} ({number(row.low)} – {number(row.high)})"
        sheet.box(min(x(0), x(row.value)), y - 9, abs(x(row.value) - x(0)), 18, COLOURS[0], 0.85, hint)
        whisker(sheet, x(row.low), x(row.high), y)
        sheet.text(right + 14, y + 4.5, value, "strong", "start")
    if mark is not None:
        sheet.line(x(mark), top - 8, x(mark), bottom, "mark")
    return sheet.svg()


def whisker(sheet: Sheet, low: float, high: float, y: float) -> None:
    sheet.line(low, y, high, y, "whisker")
    for end in (low, high):
        sheet.line(end, y - 4.5, end, y + 4.5, "whisker")


def lines(
    title: str,
    series: Mapping[str, Sequence[Point]],
    across: str = "",
    upwards: str = "",
    number: Number = plain,
    number_x: Number = plain,
    log_x: bool = False,
    note: str = "",
    zero: bool = False,
) -> str:
    """Lines with bands around them, and their names beside their ends."""
    height = 400
    right = WIDTH - 30 - letters([short(name, 28) for name in series], 2)
    sheet = Sheet(WIDTH, height, title, note)
    points = [point for line in series.values() for point in line]
    ys = (value for point in points for value in (point.y, point.low, point.high) if value is not None)
    y = Scale(*span(ys, zero), height - (78 if note else 60), 58)
    marks = [number(tick) for tick in y.ticks()]
    left = 30 + letters(marks, 2) + (14 if upwards else 0)
    least, most = min((point.x for point in points), default=1.0), max((point.x for point in points), default=2.0)
    x = Scale(least, most, left, right, log_x)
    for tick in y.ticks():
        sheet.line(left, y(tick), right, y(tick), "axis" if tick == 0 else "grid")
        sheet.text(left - 8, y(tick) + 4, number(tick), "small", "end")
    for tick in x.ticks(8):
        sheet.line(x(tick), y.start, x(tick), y.start + 5, "axis")
        sheet.text(x(tick), y.start + 19, number_x(tick), "small")
    sheet.line(left, y.start, right, y.start, "axis")
    sheet.text((left + right) / 2, y.start + 38, across, "small")
    if upwards:
        sheet.text(20, (y.start + y.stop) / 2, upwards, "small", turn=True)
    for line, colour in zip(series.values(), endless(COLOURS), strict=False):
        band = [point for point in line if point.low is not None and point.high is not None]
        around = [(x(p.x), y(p.high or 0.0)) for p in band] + [(x(p.x), y(p.low or 0.0)) for p in reversed(band)]
        if len(band) > 1:
            sheet.path(around, colour, filled=True)
        sheet.path([(x(point.x), y(point.y)) for point in line], colour)
        for point in line if len(line) <= 40 else ():
            sheet.dot(x(point.x), y(point.y), colour)
    ends = {name: y(line[-1].y) for name, line in series.items() if line}
    for name, at in apart(ends, 16).items():
        sheet.text(right + 12, at + 4.5, short(name, 28), "", "start")
    return sheet.svg()


def endless(items: Sequence[str]) -> Iterator[str]:
    while True:
        yield from items


def apart(places: Mapping[str, float], least: float) -> dict[str, float]:
    """The same places, moved so that none covers another."""
    found: dict[str, float] = {}
    for name in sorted(places, key=lambda name: places[name]):
        last = max(found.values(), default=-1e9)
        found[name] = max(places[name], last + least)
    over = max(found.values(), default=0) - max(places.values(), default=0)
    return {name: place - over / 2 for name, place in found.items()}


def histogram(
    title: str,
    counts: Mapping[str, Sequence[tuple[float, float]]],
    across: str = "",
    number: Number = plain,
    number_x: Number = plain,
    note: str = "",
) -> str:
    """Columns over whole numbers or classes of equal width; several series stand one behind the other, clear."""
    height, bottom, top = 360, 360 - (78 if note else 60), 62
    sheet = Sheet(WIDTH, height, title, note)
    pairs = [pair for series in counts.values() for pair in series]
    xs = sorted({x for x, _ in pairs}) or [0.0]
    width = min((b - a for a, b in zip(xs, xs[1:], strict=False)), default=1.0)
    y = Scale(0, max((count for _, count in pairs), default=1.0) * 1.06 or 1.0, bottom, top)
    left = 34 + letters([number(tick) for tick in y.ticks()], 2)
    x = Scale(xs[0] - width / 2, xs[-1] + width / 2, left, WIDTH - 24)
    for tick in y.ticks():
        sheet.line(left, y(tick), WIDTH - 24, y(tick), "axis" if tick == 0 else "grid")
        sheet.text(left - 8, y(tick) + 4, number(tick), "small", "end")
    for tick in x.ticks(10):
        sheet.text(x(tick), bottom + 18, number_x(tick), "small")
    sheet.text((left + WIDTH) / 2, bottom + 38, across, "small")
    wide = (x(width) - x(0)) * 0.92
    for series, colour in zip(counts.values(), endless(COLOURS), strict=False):
        for at, count in series:
            hint = f"{number_x(at)}: {number(count)}"
            sheet.box(
                x(at) - wide / 2, y(count), wide, bottom - y(count), colour, 0.8 if len(counts) == 1 else 0.5, hint
            )
    if len(counts) > 1:
        legend(sheet, list(counts))
    return sheet.svg()


def legend(sheet: Sheet, names: Sequence[str]) -> None:
    """What the colours mean, in a line under the title."""
    at = 16.0
    for name, colour in zip(names, endless(COLOURS), strict=False):
        sheet.box(at, 39, 12, 12, colour, 0.8)
        sheet.text(at + 18, 49.5, short(name, 24), "small", "start")
        at += 34 + LETTER * 0.9 * len(short(name, 24))


def heat(
    title: str,
    names: Sequence[str],
    cells: Sequence[Sequence[float | None]],
    number: Number = plain,
    note: str = "",
    middle: float = 0.5,
    columns: Sequence[str] | None = None,
    marks: Container[tuple[int, int]] = (),
) -> str:
    """A table whose cells are warm above the middle and cool below; empty: not measured; `marks` get a dagger."""
    heads = list(names if columns is None else columns)
    numbered = columns is None and (len(heads) > 5 or max(map(len, heads), default=0) > 12)
    rows = [f"{at}. {name}" if numbered else name for at, name in enumerate(map(short, names), start=1)]
    heads = [str(at) for at in range(1, len(heads) + 1)] if numbered else heads
    left, wide, high, top = 26 + letters(rows), max(68.0, LETTER * max(map(len, heads), default=1) + 14), 34, 66
    bottom = top + high * len(rows)
    width = max(left + wide * len(heads) + 20, LETTER * 1.25 * len(title) + 32, LETTER * 0.9 * len(note) + 32)
    sheet = Sheet(width, bottom + (40 if note else 18), title, note)
    reach = max((abs(cell - middle) for row in cells for cell in row if cell is not None), default=0) or 1.0
    for at, head in enumerate(heads):
        sheet.text(left + wide * at + wide / 2, top - 9, head, "strong" if numbered else "")
    for at, (row, name) in enumerate(zip(cells, rows, strict=True)):
        y = top + high * at
        sheet.text(left - 10, y + high / 2 + 4.5, name, "", "end")
        for across, cell in enumerate(row):
            x = left + wide * across
            if cell is None:
                sheet.text(x + wide / 2, y + high / 2 + 4.5, "·", "small")
            else:
                colour = blend(PALE, COLOURS[1 if cell > middle else 0], 0.9 * abs(cell - middle) / reach)
                sheet.box(x + 1.5, y + 1.5, wide - 3, high - 3, colour)
                mark = " †" if (at, across) in marks else ""
                sheet.text(x + wide / 2, y + high / 2 + 4.5, number(cell) + mark, "cell")
    return sheet.svg()


def blend(one: str, other: str, part: float) -> str:
    """A colour between two.

    >>> blend("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
