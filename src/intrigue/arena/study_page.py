"""A study as one page of HTML that needs nothing else: our own plots, no script, light or dark as the reader likes it.

Every sentence is in the catalogues; `overview` is the table that is printed too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from babel.numbers import format_decimal

from intrigue.arena import study_plots as draw
from intrigue.arena.plots import Bar, round_step
from intrigue.arena.study_court import SOURCES
from intrigue.arena.study_row import ENDS, ROUNDS
from intrigue.locale import Words

Told = Mapping[str, Any]
CLASSES = 40
"""Columns of a histogram, at most."""
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
STYLE = """
:root{color-scheme:light dark;--paper:#fdfcfa;--ink:#22262b;--pale:#6b737d;--line:#d9d6cf;--card:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#e6e4df;--pale:#9aa2ac;--line:#33373c;--card:#1d2024}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:1320px;margin:0 auto;padding:1rem 1rem 3rem}
h1{font-size:1.6rem;line-height:1.2;margin:.6rem 0}
p{max-width:75ch;margin:.5rem 0}
.note,footer{color:var(--pale);font-size:.9rem}
footer{border-top:1px solid var(--line);margin-top:2rem;padding-top:.5rem;overflow-wrap:anywhere}
.wide{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th{font-weight:600;vertical-align:bottom;white-space:normal}
th:first-child,td:first-child{text-align:left}
td span{color:var(--pale)}
details{border-top:1px solid var(--line);margin-top:1rem}
summary{cursor:pointer;padding:.7rem 0;font-size:1.2rem;font-weight:600}
.plots{columns:19rem;column-gap:1rem}
figure{break-inside:avoid;margin:0 0 1rem;padding:.8rem;background:var(--card);border:1px solid var(--line);
border-radius:.5rem;min-width:0}
figure .wide{margin:0}
figure table{width:100%}
figure td,figure th{padding:.22rem .3rem}
figure td:first-child{white-space:normal}
h2{font-size:1rem;margin:0 0 .2rem}
figcaption p{color:var(--pale);font-size:.85rem;line-height:1.4;margin:0 0 .6rem}
svg{display:block;width:100%;height:auto;max-width:27rem}
svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:var(--ink)}
svg .small{font-size:11px;fill:var(--pale)}svg .strong{font-weight:600}
.grid{stroke:var(--line)}.axis{stroke:var(--pale)}.mark{stroke:var(--pale);stroke-dasharray:4 3}
.whisker{stroke:var(--ink);stroke-opacity:.7;stroke-width:1.4;fill:none}
@media(max-width:30rem){main{padding:.6rem .6rem 2rem}figure{padding:.6rem}th,td{padding:.3rem .4rem}}
"""


class Page:
    """A study in one language."""

    def __init__(self, told: Told, words: Words) -> None:
        self.told, self.words = told, words
        self.given = told["arguments"]

    # Numbers

    def number(self, value: float, form: str = "#,##0") -> str:
        text = str(format_decimal(value, format=form, locale=self.words.language)).replace("-", "−")
        return text if any(sign in text for sign in "123456789") else text.lstrip("−+")

    def one(self, value: float) -> str:
        return self.number(value, "#,##0.0")

    def two(self, value: float) -> str:
        return self.number(value, "#,##0.00")

    def percent(self, value: float, form: str = "0.0") -> str:
        return self.words("arena.percent", number=self.number(100 * value, form))

    def whole_percent(self, value: float) -> str:
        """For axes, whose steps may be finer than a point."""
        return self.percent(value, "0.#")

    def gap(self, value: float) -> str:
        """A difference of shares, in points of a hundred."""
        return self.number(100 * value, "+0.0;-0.0")

    def around(self, figure: Told, form: Callable[[float], str], inner: Callable[[float], str] | None = None) -> str:
        inner = inner or form
        return self.words(
            "arena.between", value=form(figure["value"]), low=inner(figure["low"]), high=inner(figure["high"])
        )

    def share(self, figure: Told) -> str:
        return self.around(figure, self.percent, lambda value: self.number(100 * value, "0.0"))

    # Names

    def table_name(self, table: Told) -> str:
        players = self.words("study.players", n=table["players"])
        if len(self.given["editions"]) == 1:
            return players
        return self.words("study.table", players=players, edition=self.words(f"edition.{table['edition']}"))

    def card(self, kind: str) -> str:
        return self.words(f"card.{kind}.name")

    # The whole page

    def html(self) -> str:
        words, game = self.words, self.words(f"game.{self.given['game']}")
        title = words("study.title", game=game)
        games, bot = self.given["games"], self.given["bot"]
        lead = words("study.lead", bot=bot, n=games, count=self.number(games), seed=self.given["seed"])
        parts = [
            f"<h1>{escape(title)}</h1>",
            *(f"<p>{escape(text)}</p>" for text in (lead, words("study.beware"))),
            self.overview_html(),
            *(self.section(table, number == 0) for number, table in enumerate(self.told["tables"])),
            f"<footer>{escape(self.colophon())}</footer>",
        ]
        head = (
            '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>"
        )
        body = "\n".join(parts)
        return (
            f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n{head}\n</head>\n'
            f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def heading(self) -> str:
        """What was played, in a line."""
        games, game = self.given["games"], self.words(f"game.{self.given['game']}")
        told = {"bot": self.given["bot"], "seed": self.given["seed"], "n": games, "count": self.number(games)}
        return self.words("study.heading", game=game, **told)

    def colophon(self) -> str:
        run = self.told["run"]
        return self.words(
            "study.colophon",
            version=self.told["version"],
            rules=self.told["rules"],
            code=self.told["code"],
            date=run["date"],
            machine=run["machine"]["processor"],
        )

    # At a glance

    def overview(self) -> list[list[str]]:
        """A line a table: the seats, scores, length and luck."""
        heads = ("table", "first", "last", "score", "winner", "margin", "moves", "luck")
        rows = [[self.words(f"study.column.{name}") for name in heads]]
        for table in self.told["tables"]:
            seats = table["seats"]
            rows.append(
                [
                    self.table_name(table),
                    self.share(seats[0]["win_share"]),
                    self.share(seats[-1]["win_share"]),
                    self.one(table["score"]["mean"]["value"]),
                    self.one(table["winner"]["mean"]["value"]),
                    self.one(table["margin"]["mean"]["value"]),
                    self.number(table["moves"]["mean"]["value"]),
                    self.share(table["luck"]["share"]) if table["luck"] else "",
                ]
            )
        return rows if self.given["deals"] else [row[:-1] for row in rows]

    def overview_html(self) -> str:
        head, *rows = self.overview()
        lines = ["<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"]
        lines += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
        return '<div class="wide"><table>' + "\n".join(lines) + "</table></div>"

    # One table

    def section(self, table: Told, is_open: bool) -> str:
        plots = [*self.general(table), *(self.court(table) if "sources" in table else self.row(table))]
        opened = " open" if is_open else ""
        name = escape(self.table_name(table))
        return (
            f'<details{opened}>\n<summary>{name}</summary>\n<div class="plots">\n'
            + "\n".join(plots)
            + "\n</div></details>"
        )

    def figure(self, key: str, plot: Callable[[str], str], **values: Any) -> str:
        """A plot under its title and a sentence that explains it."""
        title = self.words(f"study.plot.{key}")
        about = self.words(f"study.plot.{key}.about", **values)
        caption = f"<figcaption><h2>{escape(title)}</h2><p>{escape(about)}</p></figcaption>"
        return f"<figure>{caption}\n{plot(title)}</figure>"

    def general(self, table: Told) -> Iterator[str]:
        words, even = self.words, 1 / table["players"]
        seats = [Bar(words("study.seat", seat=one["seat"]), *span(one["win_share"])) for one in table["seats"]]
        yield self.figure(
            "seats",
            lambda label: draw.bars(label, seats, self.percent, mark=even, number_x=self.whole_percent),
            share=self.percent(even),
        )
        scores = {words("study.series.all"): table["score"], words("study.series.winner"): table["winner"]}
        yield self.figure("scores", lambda label: self.classes(label, scores, words("study.unit.points")))
        margin = {"": table["margin"]}
        yield self.figure("margin", lambda label: self.classes(label, margin, words("study.unit.points")))
        moves = {"": table["moves"]}
        yield self.figure("moves", lambda label: self.classes(label, moves, words("study.unit.moves")))
        if table["luck"]:
            luck = table["luck"]
            rows = [Bar(words(f"study.luck.{name}"), *span(luck[name])) for name in ("share", "deal", "seat")]
            yield self.figure(
                "luck",
                lambda label: draw.bars(label, rows, self.percent, number_x=self.whole_percent),
                bot=luck["bot"],
                deals=self.number(luck["deals"]),
                replays=self.number(luck["replays"]),
            )

    def classes(self, label: str, counted: Mapping[str, Told], across: str) -> str:
        """A histogram; numbers that spread far are put into classes of equal width."""
        numbers = [at for one in counted.values() for at, _ in one["histogram"]]
        reach = max(numbers) - min(numbers) + 1
        wide = max(1, round(round_step(reach / CLASSES))) if reach > CLASSES else 1
        series = {name: classed(one["histogram"], wide) for name, one in counted.items()}
        return draw.columns(label, series, across, self.whole_percent, self.number, wide)

    def ranked(
        self, key: str, rows: Sequence[Bar], number: Callable[[float], str], mark: float | None = None, **more: Any
    ) -> str:
        """Bars, the greatest first."""
        ordered = sorted(rows, key=lambda row: -row.value)
        return self.figure(key, lambda label: draw.bars(label, ordered, number, mark, **more))

    # The Oriflamme family

    def row(self, table: Told) -> Iterator[str]:
        words, cards = self.words, sorted(table["cards"], key=lambda card: -card["points"]["value"])
        series = [words(f"study.series.{name}") for name in ("effect", "collected")]
        stacks = [
            draw.Stack(
                self.card(card["kind"]),
                [card["effect"]["value"], card["collected"]["value"]],
                card["points"]["low"],
                card["points"]["high"],
            )
            for card in cards
        ]
        yield self.figure("points", lambda label: draw.stacked(label, series, stacks, self.one))
        yield self.of_kinds("taken", cards, "taken", self.two, lambda card: card["taken"]["value"] > 0)
        yield self.of_kinds("wasted", cards, "wasted", self.two)
        for key in ("win_in_hand", "win_placed", "win_revealed"):
            yield self.of_kinds(key, cards, key, self.gap)
        waits = [words("study.series.rounds", n=number, count=number) for number in range(ROUNDS - 1)]
        waits[-1] = words("study.series.rounds_more", n=ROUNDS - 2, count=ROUNDS - 2)
        waited = [card for card in cards if card["wait"]]
        waited.sort(key=lambda card: -card["wait"]["rounds"]["value"])
        lain = [
            draw.Stack(self.card(card["kind"]), [*shares[: ROUNDS - 2], sum(shares[ROUNDS - 2 :])])
            for card in waited
            for shares in [card["wait"]["shares"]]
        ]
        yield self.figure("wait", lambda label: draw.stacked(label, waits, lain, self.whole_percent, whole=True))
        ends = [words(f"study.end.{name}") for name in ENDS]
        fates = [
            draw.Stack(self.card(card["kind"]), [card["ends"][name]["value"] for name in ENDS])
            for card in sorted(cards, key=lambda card: -card["ends"]["stood"]["value"])
        ]
        yield self.figure("ends", lambda label: draw.stacked(label, ends, fates, self.whole_percent, whole=True))
        yield self.of_kinds("share_placed", cards, "share_placed", self.percent, number_x=self.whole_percent)

    def of_kinds(
        self,
        key: str,
        cards: Sequence[Told],
        field: str,
        number: Callable[[float], str],
        wanted: Callable[[Told], bool] = lambda card: True,
        **more: Any,
    ) -> str:
        rows = [Bar(self.card(card["kind"]), *span(card[field])) for card in cards if card[field] and wanted(card)]
        return self.ranked(key, rows, number, **more)

    # Richelieu

    def court(self, table: Told) -> Iterator[str]:
        words = self.words
        sources = {one["source"]: one for one in table["sources"]}
        rows = [Bar(words(f"study.source.{name}"), *span(sources[name]["points"])) for name in SOURCES]
        yield self.ranked("sources", rows, self.one)
        more = [Bar(words(f"study.source.{name}"), *span(sources[name]["winner_more"])) for name in SOURCES]
        yield self.ranked("winner_more", more, lambda value: self.number(value, "+0.0;-0.0"))
        yield self.figure("course", lambda label: self.course(table))
        yield self.of_cards("side_wins", table, self.percent, 0.5, number_x=self.whole_percent)
        even = 1 / table["players"]
        yield self.of_cards("taker_wins", table, self.percent, even, number_x=self.whole_percent)
        yield self.of_cards("taker_paid", table, self.one)
        yield self.of_cards("first_worth", table, self.one)
        yield self.of_cards("second_worth", table, self.one)
        yield self.takers(table)

    def of_cards(
        self, key: str, table: Told, number: Callable[[float], str], mark: float | None = None, **more: Any
    ) -> str:
        """A bar a card, the greatest first; the cardinal's have another colour."""
        cards = [card for card in table["cards"] if card[key]]
        cards.sort(key=lambda card: -card[key]["value"])
        rows = [Bar(card["card"], *span(card[key])) for card in cards]
        colours = [3 if card["card"][0] == "R" else 0 for card in cards]
        return self.figure(key, lambda label: draw.bars(label, rows, number, mark, colours, **more))

    def takers(self, table: Told) -> str:
        words, players = self.words, table["players"]
        series = [words("study.seat", seat=seat) for seat in range(1, players + 1)]
        series += [words("study.series.neutral"), words("study.series.nobody")] if players == 2 else []
        stacks = []
        for card in table["cards"]:
            by = card["taken_by"]
            parts = [*by["seats"], by["neutral"], by["nobody"]] if players == 2 else by["seats"]
            stacks.append(draw.Stack(card["card"], parts))
        return self.figure(
            "taken_by", lambda label: draw.stacked(label, series, stacks, self.whole_percent, whole=True)
        )

    def course(self, table: Told) -> str:
        """How games go, as a table."""
        figures = {"cardinal_wins": table["cardinal_wins"], **table["course"]}
        lines = []
        for name in COURSE:
            form = self.share(figures[name]) if name in SHARES else self.around(figures[name], self.one)
            lines.append(f"<tr><td>{escape(self.words(f'study.course.{name}'))}</td><td>{escape(form)}</td></tr>")
        return '<div class="wide"><table>' + "\n".join(lines) + "</table></div>"


def classed(histogram: Sequence[Sequence[int]], wide: int) -> list[tuple[float, float]]:
    """Shares by classes of a width, each at its middle.

    >>> classed([[0, 1], [1, 1], [2, 2]], 2)
    [(0.5, 0.5), (2.5, 0.5)]
    """
    total = sum(count for _, count in histogram)
    found: dict[int, int] = {}
    for at, count in histogram:
        found[at // wide] = found.get(at // wide, 0) + count
    return [(number * wide + (wide - 1) / 2, count / total) for number, count in sorted(found.items())]


def span(told: Told) -> tuple[float, float, float]:
    return told["value"], told["low"], told["high"]
