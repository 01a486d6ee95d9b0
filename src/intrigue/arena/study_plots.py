"""Small plots for a page that is read on a phone too: their titles stand outside, in the page's own words.

They are as wide as a phone's screen and stand side by side on a wide one. Every text is the caller's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from intrigue.arena.plots import COLOURS, Bar, Number, Scale, Sheet, plain, short, span, whisker

WIDTH = 340
LETTER = 7.5
"""Pixels that a letter of 12 pixels takes in a wide face, roughly."""
LONGEST = 22
PITCH = 23


class Stack(NamedTuple):
    """A bar of parts, one for each series; `low` and `high` are where their sum probably lies."""

    name: str
    parts: Sequence[float]
    low: float | None = None
    high: float | None = None


class Panel(Sheet):
    """A plot without a title of its own."""

    def __init__(self, height: float, label: str) -> None:
        self.width, self.height = WIDTH, height
        self.title = label
        self.parts: list[str] = []

    def svg(self) -> str:
        size = f'viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        return "\n".join([f'<svg {size} role="img" aria-label={quoteattr(self.title)}>', *self.parts, "</svg>"])


def letters(texts: Sequence[str], least: int = 3) -> float:
    return LETTER * max([least, *map(len, texts)])


def grid(panel: Panel, x: Scale, top: float, bottom: float, number: Number) -> None:
    """Lines upwards at round numbers, and the numbers below, as many as there is room for."""
    ticks = x.ticks(4)
    while len(ticks) > 2 and letters([number(tick) for tick in ticks]) * len(ticks) > x.stop - x.start + 20:
        ticks = ticks[::2]
    for tick in ticks:
        panel.line(x(tick), top - 2, x(tick), bottom, "axis" if tick == 0 else "grid")
        panel.text(x(tick), bottom + 15, number(tick), "small")


def bars(
    label: str,
    rows: Sequence[Bar],
    number: Number = plain,
    mark: float | None = None,
    colours: Sequence[int] = (),
    number_x: Number | None = None,
) -> str:
    """Lying bars with whiskers, from zero or, where there is a mark to compare with, from the mark."""
    names = [short(row.name, LONGEST) for row in rows]
    values = [number(row.value) for row in rows]
    left, right = 12 + letters(names), WIDTH - 12 - letters(values)
    top, bottom = 6, 6 + PITCH * len(rows)
    panel = Panel(bottom + 22, label)
    start = mark or 0.0
    reach = [one - start for row in rows for one in (row.value, row.low, row.high)]
    low, high = span(iter(reach), zero=True)
    x = Scale(low + start, high + start, left, right)
    grid(panel, x, top, bottom, number_x or number)
    for at, (row, name, value) in enumerate(zip(rows, names, values, strict=True)):
        y = top + PITCH * at + PITCH / 2
        panel.text(left - 6, y + 4, name, "", "end")
        hint = f"{row.name}: {number(row.value)} ({number(row.low)} – {number(row.high)})"
        colour = COLOURS[colours[at] if colours else 0]
        panel.box(min(x(start), x(row.value)), y - 7, abs(x(row.value) - x(start)), 14, colour, 0.85, hint)
        whisker(panel, x(row.low), x(row.high), y)
        panel.text(right + 8, y + 4, value, "strong", "start")
    panel.line(x(start), top - 4, x(start), bottom, "mark" if mark else "axis")
    return panel.svg()


def stacked_bars(
    label: str, series: Sequence[str], rows: Sequence[Stack], number: Number = plain, whole: bool = False
) -> str:
    """Lying bars of coloured parts, explained above; `whole` ones all reach to 1, others show their sum."""
    names = [short(row.name, LONGEST) for row in rows]
    sums = ["" if whole else number(sum(row.parts)) for row in rows]
    left, right = 12 + letters(names), WIDTH - (20 if whole else 12 + letters(sums))
    lines = legend_lines(series)
    top = 10 + 18 * len(lines)
    bottom = top + PITCH * len(rows)
    panel = Panel(bottom + 22, label)
    legend(panel, lines, series)
    reach = [max(sum(max(0.0, part) for part in row.parts), row.high or 0.0) for row in rows]
    x = Scale(0, 1 if whole else max([*reach, 1e-9]) * 1.03, left, right)
    grid(panel, x, top, bottom, number)
    for at, (row, name, total) in enumerate(zip(rows, names, sums, strict=True)):
        y = top + PITCH * at + PITCH / 2
        panel.text(left - 6, y + 4, name, "", "end")
        done = 0.0
        for part, colour, told in zip(row.parts, COLOURS, series, strict=False):
            if part > 0:
                hint = f"{row.name}, {told}: {number(part)}"
                panel.box(x(done), y - 7, x(done + part) - x(done), 14, colour, 0.85, hint)
                done += part
        if row.low is not None and row.high is not None:
            whisker(panel, x(max(0.0, row.low)), x(row.high), y)
        panel.text(right + 8, y + 4, total, "strong", "start")
    return panel.svg()


def legend_lines(series: Sequence[str]) -> list[list[int]]:
    """The series by lines that fit the width."""
    lines: list[list[int]] = [[]]
    used = 0.0
    for at, name in enumerate(series):
        wide = 30 + LETTER * len(name)
        if lines[-1] and used + wide > WIDTH - 8:
            lines.append([])
            used = 0.0
        lines[-1].append(at)
        used += wide
    return lines


def legend(panel: Panel, lines: Sequence[Sequence[int]], series: Sequence[str]) -> None:
    for row, line in enumerate(lines):
        x = 4.0
        for at in line:
            panel.box(x, 3 + 18 * row, 11, 11, COLOURS[at % len(COLOURS)], 0.85)
            panel.text(x + 16, 13 + 18 * row, series[at], "small", "start")
            x += 30 + LETTER * len(series[at])


def columns(
    label: str,
    counts: Mapping[str, Sequence[tuple[float, float]]],
    across: str,
    number: Number = plain,
    number_x: Number = plain,
    width: float = 1,
) -> str:
    """Standing columns over numbers that are `width` apart; several series stand one behind the other, clear."""
    series = list(counts)
    lines = legend_lines(series) if len(series) > 1 else []
    top = 10 + 18 * len(lines)
    bottom = top + 150
    panel = Panel(bottom + 38, label)
    legend(panel, lines, series)
    pairs = [pair for line in counts.values() for pair in line]
    y = Scale(0, max([part for _, part in pairs] + [1e-9]) * 1.05, bottom, top)
    ticks = y.ticks(4)
    left = 10 + letters([number(tick) for tick in ticks], 2)
    xs = [at for at, _ in pairs] or [0.0]
    x = Scale(min(xs) - width / 2, max(xs) + width / 2, left, WIDTH - 8)
    for tick in ticks:
        panel.line(left, y(tick), WIDTH - 8, y(tick), "axis" if tick == 0 else "grid")
        panel.text(left - 6, y(tick) + 4, number(tick), "small", "end")
    for tick in x.ticks(7):
        panel.text(x(tick), bottom + 15, number_x(tick), "small")
    panel.text((left + WIDTH - 8) / 2, bottom + 31, across, "small")
    wide = (x(width) - x(0)) * 0.9
    for line, colour in zip(counts.values(), COLOURS, strict=False):
        for at, part in line:
            hint = f"{number_x(at)}: {number(part)}"
            clear = 0.85 if len(series) == 1 else 0.55
            panel.box(x(at) - wide / 2, y(part), wide, bottom - y(part), colour, clear, hint)
    return panel.svg()
