"""What the page of a study shows of a game of the Oriflamme family: what each kind of card earned and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from intrigue.arena import study_plots as draw
from intrigue.arena.oriflamme.story import ENDS, ROUNDS
from intrigue.arena.plots import Bar
from intrigue.arena.study_writer import Json, Writer, span


def plots(page: Writer, table: Json) -> Iterator[str]:
    words = page.words
    cards = sorted(table["cards"], key=lambda card: -card["points"]["value"])
    series = [words(f"study.series.{name}") for name in ("effect", "collected")]
    stacks = [
        draw.Stack(
            kind_name(page, card["kind"]),
            [card["effect"]["value"], card["collected"]["value"]],
            card["points"]["low"],
            card["points"]["high"],
        )
        for card in cards
    ]
    yield page.figure("points", lambda label: draw.stacked_bars(label, series, stacks, page.tenths))
    yield kind_bars(page, "taken", cards, "taken", page.hundredths, lambda card: card["taken"]["value"] > 0)
    yield kind_bars(page, "wasted", cards, "wasted", page.hundredths)
    for key in ("win_in_hand", "win_placed", "win_revealed"):
        yield kind_bars(page, key, cards, key, page.gap)
    waits = [words("study.series.rounds", n=number, count=number) for number in range(ROUNDS - 1)]
    waits[-1] = words("study.series.rounds_more", n=ROUNDS - 2, count=ROUNDS - 2)
    waited = [card for card in cards if card["wait"]]
    waited.sort(key=lambda card: -card["wait"]["rounds"]["value"])
    lain = [
        draw.Stack(kind_name(page, card["kind"]), [*shares[: ROUNDS - 2], sum(shares[ROUNDS - 2 :])])
        for card in waited
        for shares in [card["wait"]["shares"]]
    ]
    yield page.figure("wait", lambda label: draw.stacked_bars(label, waits, lain, page.whole_percent, whole=True))
    ends = [words(f"study.end.{name}") for name in ENDS]
    fates = [
        draw.Stack(kind_name(page, card["kind"]), [card["ends"][name]["value"] for name in ENDS])
        for card in sorted(cards, key=lambda card: -card["ends"]["stood"]["value"])
    ]
    yield page.figure("ends", lambda label: draw.stacked_bars(label, ends, fates, page.whole_percent, whole=True))
    yield kind_bars(page, "share_placed", cards, "share_placed", page.percent, number_x=page.whole_percent)


def kind_bars(
    page: Writer,
    key: str,
    cards: Sequence[Json],
    field: str,
    number: Callable[[float], str],
    wanted: Callable[[Json], bool] = lambda card: True,
    **more: Any,
) -> str:
    rows = [Bar(kind_name(page, card["kind"]), *span(card[field])) for card in cards if card[field] and wanted(card)]
    return page.ranking(key, rows, number, **more)


def kind_name(page: Writer, kind: str) -> str:
    return page.words(f"card.{kind}.name")
