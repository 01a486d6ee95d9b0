"""What the page of a study shows of Trifle: how often each card won its round."""

from __future__ import annotations

from collections.abc import Iterator

from intrigue.arena import study_plots as draw
from intrigue.arena.plots import Bar
from intrigue.arena.study_writer import Json, Writer, span


def plots(page: Writer, table: Json) -> Iterator[str]:
    name = page.words
    rows = [
        Bar(name("trifle.card.name", value=card["value"]), *span(card["round_won"]))
        for card in table["cards"]
        if card["round_won"]
    ]
    yield page.figure("trifle", lambda label: draw.bars(label, rows, page.percent, 0.5, number_x=page.whole_percent))
