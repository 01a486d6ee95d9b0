"""Numbers, names and plots of a study in one language, for its page and each game's part of it.

Every sentence is in the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from babel.numbers import format_decimal

from intrigue.arena import study_plots as draw
from intrigue.arena.plots import Bar, round_step
from intrigue.locale import Words

Json = Mapping[str, Any]
CLASSES = 40
"""Columns of a histogram, at most."""


class Writer:
    """Writes numbers, and plots under their titles, in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # Numbers

    def number(self, value: float, form: str = "#,##0") -> str:
        text = str(format_decimal(value, format=form, locale=self.words.language)).replace("-", "−")
        return text if any(sign in text for sign in "123456789") else text.lstrip("−+")

    def tenths(self, value: float) -> str:
        return self.number(value, "#,##0.0")

    def hundredths(self, value: float) -> str:
        return self.number(value, "#,##0.00")

    def percent(self, value: float, form: str = "0.0") -> str:
        return self.words("arena.percent", number=self.number(100 * value, form))

    def whole_percent(self, value: float) -> str:
        """For axes, whose steps may be finer than a point."""
        return self.percent(value, "0.#")

    def gap(self, value: float) -> str:
        """A difference of shares, in points of a hundred."""
        return self.number(100 * value, "+0.0;-0.0")

    def around(self, figure: Json, form: Callable[[float], str], inner: Callable[[float], str] | None = None) -> str:
        inner = inner or form
        return self.words(
            "arena.between", value=form(figure["value"]), low=inner(figure["low"]), high=inner(figure["high"])
        )

    def share(self, figure: Json) -> str:
        return self.around(figure, self.percent, lambda value: self.number(100 * value, "0.0"))

    # Names

    def card(self, kind: str) -> str:
        return self.words(f"card.{kind}.name")

    # Plots

    def figure(self, key: str, plot: Callable[[str], str], **values: Any) -> str:
        """A plot under its title and a sentence that explains it."""
        title = self.words(f"study.plot.{key}")
        about = self.words(f"study.plot.{key}.about", **values)
        caption = f"<figcaption><h2>{escape(title)}</h2><p>{escape(about)}</p></figcaption>"
        return f"<figure>{caption}\n{plot(title)}</figure>"

    def classes(self, label: str, counted: Mapping[str, Json], across: str) -> str:
        """A histogram; numbers that spread far are put into classes of equal width."""
        numbers = [at for one in counted.values() for at, _ in one["histogram"]]
        reach = max(numbers) - min(numbers) + 1
        wide = max(1, round(round_step(reach / CLASSES))) if reach > CLASSES else 1
        series = {name: shares_by_class(one["histogram"], wide) for name, one in counted.items()}
        return draw.columns(label, series, across, self.whole_percent, self.number, wide)

    def ranking(
        self, key: str, rows: Sequence[Bar], number: Callable[[float], str], mark: float | None = None, **more: Any
    ) -> str:
        """Bars, the greatest first."""
        ordered = sorted(rows, key=lambda row: -row.value)
        return self.figure(key, lambda label: draw.bars(label, ordered, number, mark, **more))


def shares_by_class(histogram: Sequence[Sequence[int]], wide: int) -> list[tuple[float, float]]:
    """Shares by classes of a width, each at its middle.

    >>> shares_by_class([[0, 1], [1, 1], [2, 2]], 2)
    [(0.5, 0.5), (2.5, 0.5)]
    """
    total = sum(count for _, count in histogram)
    found: dict[int, int] = {}
    for at, count in histogram:
        found[at // wide] = found.get(at // wide, 0) + count
    return [(number * wide + (wide - 1) / 2, count / total) for number, count in sorted(found.items())]


def span(told: Json) -> tuple[float, float, float]:
    return told["value"], told["low"], told["high"]
