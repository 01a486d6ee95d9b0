"""A study as one page of HTML that needs nothing else: our own plots, no script, light or dark as the reader likes it.

Every sentence is in the catalogues; `overview` is the table that is printed too.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from intrigue.arena import study_plots as draw
from intrigue.arena.plots import Bar
from intrigue.arena.registry import family_of
from intrigue.arena.study_writer import Json, Writer, span
from intrigue.games import game as game_named
from intrigue.locale import Words

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


class Page(Writer):
    """A study in one language."""

    def __init__(self, told: Json, words: Words) -> None:
        super().__init__(words)
        self.told = told
        self.given = told["arguments"]
        self.family = family_of(game_named(self.given["game"]))

    def table_name(self, table: Json) -> str:
        players = self.words("study.players", n=table["players"])
        if len(self.given["editions"]) == 1:
            return players
        return self.words("study.table", players=players, edition=self.words(f"edition.{table['edition']}"))

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
                    self.tenths(table["score"]["mean"]["value"]),
                    self.tenths(table["winner"]["mean"]["value"]),
                    self.tenths(table["margin"]["mean"]["value"]),
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

    def section(self, table: Json, is_open: bool) -> str:
        plots = [*self.general(table), *self.family.plots(self, table)]
        opened = " open" if is_open else ""
        name = escape(self.table_name(table))
        return (
            f'<details{opened}>\n<summary>{name}</summary>\n<div class="plots">\n'
            + "\n".join(plots)
            + "\n</div></details>"
        )

    def general(self, table: Json) -> Iterator[str]:
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
