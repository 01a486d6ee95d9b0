"""What the page of a study shows of Richelieu: where points came from, how games went, what each card was worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from xml.sax.saxutils import escape

from intrigue.arena import study_plots as draw
from intrigue.arena.plots import Bar
from intrigue.arena.richelieu.story import SOURCES
from intrigue.arena.study_writer import Json, Writer, span

COURSE = (
    "cardinal_wins",
    "turns",
    "two_actions",
    "second_declined",
    "quiet_turns",
    "games_with_guard",
    "agents",
    "income",
    "offices",
    "bought",
    "sold",
    "prizes_unused",
    "ecu_left",
    "income_end",
    "income_full",
    "military_end",
    "military_full",
    "prestige_end",
    "prestige_tile",
    "cardinal_end",
)
SHARES = {"cardinal_wins", "two_actions", "quiet_turns", "games_with_guard", "income_full", "military_full"}
SHARES |= {"prestige_tile"}


def plots(page: Writer, table: Json) -> Iterator[str]:
    words = page.words
    sources = {one["source"]: one for one in table["sources"]}
    rows = [Bar(words(f"study.source.{name}"), *span(sources[name]["points"])) for name in SOURCES]
    yield page.ranking("sources", rows, page.tenths)
    more = [Bar(words(f"study.source.{name}"), *span(sources[name]["winner_more"])) for name in SOURCES]
    yield page.ranking("winner_more", more, lambda value: page.number(value, "+0.0;-0.0"))
    yield page.figure("course", lambda label: course_table(page, table))
    yield card_bars(page, "side_wins", table, page.percent, 0.5, number_x=page.whole_percent)
    even = 1 / table["players"]
    yield card_bars(page, "taker_wins", table, page.percent, even, number_x=page.whole_percent)
    yield card_bars(page, "taker_paid", table, page.tenths)
    yield card_bars(page, "first_worth", table, page.tenths)
    yield card_bars(page, "second_worth", table, page.tenths)
    yield takers_plot(page, table)


def card_bars(
    page: Writer, key: str, table: Json, number: Callable[[float], str], mark: float | None = None, **more: Any
) -> str:
    """A bar a card, the greatest first; the cardinal's have another colour."""
    cards = [card for card in table["cards"] if card[key]]
    cards.sort(key=lambda card: -card[key]["value"])
    rows = [Bar(card["card"], *span(card[key])) for card in cards]
    colours = [3 if card["card"][0] == "R" else 0 for card in cards]
    return page.figure(key, lambda label: draw.bars(label, rows, number, mark, colours, **more))


def takers_plot(page: Writer, table: Json) -> str:
    words, players = page.words, table["players"]
    series = [words("study.seat", seat=seat) for seat in range(1, players + 1)]
    series += [words("study.series.neutral"), words("study.series.nobody")] if players == 2 else []
    stacks = []
    for card in table["cards"]:
        by = card["taken_by"]
        parts = [*by["seats"], by["neutral"], by["nobody"]] if players == 2 else by["seats"]
        stacks.append(draw.Stack(card["card"], parts))
    return page.figure(
        "taken_by", lambda label: draw.stacked_bars(label, series, stacks, page.whole_percent, whole=True)
    )


def course_table(page: Writer, table: Json) -> str:
    """How games go, as a table."""
    figures = {"cardinal_wins": table["cardinal_wins"], **table["course"]}
    lines = []
    for name in COURSE:
        form = page.share(figures[name]) if name in SHARES else page.around(figures[name], page.tenths)
        lines.append(f"<tr><td>{escape(page.words(f'study.course.{name}'))}</td><td>{escape(form)}</td></tr>")
    return '<div class="wide"><table>' + "\n".join(lines) + "</table></div>"
