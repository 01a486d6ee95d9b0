"""`intrigue study`: the page is well formed and all ours, in four languages; the command writes what it counted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import intrigue
from intrigue.arena import study_plots as draw
from intrigue.arena.plots import Bar
from intrigue.arena.study import Plan, study
from intrigue.arena.study_page import Page
from intrigue.arena.study_writer import shares_by_class
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.terminal.study import RESULTS

ALONE = {"meta", "rect", "line", "circle", "path"}
SMALL = ("--games", 6, "--deals", 2, "--replays", 3)


@cache
def small_study(name: str) -> dict[str, Any]:
    """A small study of all tables of a game; random bots show every card."""
    game = GAMES[name]
    plan = Plan(name, tuple(game.seats), game.editions, "random", games=12, deals=3, replays=4, luck_bot="random")
    return study(plan, "1.2.3")


class Reader(HTMLParser):
    """Reads a page strictly: what is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in ALONE:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_well_formed_and_needs_nothing_else(language: str, name: str) -> None:
    html = Page(small_study(name), words(language)).html()
    page = read(html)
    tags = {tag for tag, _ in page.seen}
    assert tags.isdisjoint({"script", "link", "img", "iframe", "object"})
    assert not any(key in ("src", "href", "srcset") or key.startswith("on") for _, one in page.seen for key in one)
    assert "http" not in html and "url(" not in html and "@import" not in html
    assert ("html", {"lang": language}) in page.seen and "prefers-color-scheme" in html
    assert 'name="viewport"' in html and len([tag for tag, _ in page.seen if tag == "details"]) == len(
        small_study(name)["tables"]
    )
    assert "nan" not in " ".join(page.texts).lower().split() and "None" not in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_page_is_of_its_language(language: str) -> None:
    """Letters of another script appear only where bots and cards are named as they are written."""
    text = " ".join(read(Page(small_study("oriflamme"), words(language)).html()).texts)
    text = re.sub(r"random|--seed|intrigue [^;]*;.*", "", text)
    foreign = "[A-Za-z]" if language in ("ru", "uk") else "[А-Яа-яІіЇїЄє]"
    assert not re.search(foreign, text)


def test_plots_hold_the_numbers() -> None:
    page = Page(small_study("richelieu"), words("en"))
    table = small_study("richelieu")["tables"][0]
    html = page.section(table, True)
    assert html.count("<figure>") == html.count("<figcaption>") >= 12
    for card in table["cards"]:
        assert f">{card['card']}</text>" in html
    assert page.share(table["cardinal_wins"]) in html
    assert all(float(found) >= 0 for found in re.findall(r' (?:width|height)="(-?[\d.]+)"', html))


def test_names_that_look_like_markup_do_no_harm() -> None:
    bad = {**small_study("oriflamme"), "version": "<script>&"}
    assert "&lt;script&gt;&amp;" in Page(bad, words("en")).html()


def test_bars_and_columns_stay_inside() -> None:
    rows = [Bar("a very long name indeed, too long", 0.2, -0.1, 0.5), Bar("b", -3, -4, -2)]
    for svg in (
        draw.bars("x", rows),
        draw.bars("x", rows, mark=0.25),
        draw.stacked_bars("x", ["one", "two"], [draw.Stack("a", [1, 2], 2.5, 3.5)]),
        draw.columns("x", {"one": [(1, 0.5), (2, 0.5)], "two": [(9, 1)]}, "points"),
        draw.columns("x", {"": [(5, 1.0)]}, "points", width=10),
    ):
        places = [float(x) for x in re.findall(r' x[12]?="([-\d.]+)"', svg)]
        assert min(places) >= 0 and max(places) <= draw.WIDTH
        assert svg.startswith("<svg viewBox=") and svg.endswith("</svg>")


def test_wide_histograms_are_put_into_classes() -> None:
    assert shares_by_class([[3, 1], [4, 3]], 1) == [(3, 0.25), (4, 0.75)]
    assert shares_by_class([[9, 1], [10, 1], [19, 2]], 10) == [(4.5, 0.25), (14.5, 0.75)]


# The command


def test_the_command_prints_and_writes(run: Callable[..., Any], tmp_path: Path) -> None:
    ran = run("study", "oriflamme", *SMALL, "--players", 3, "--out", tmp_path)
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("Oriflamme: the bot greedy in every seat, 6 games at each table, seed 0.\n")
    assert "French edition, 3 players" in ran.out and "Russian edition, 3 players" in ran.out
    assert ran.out.endswith(f"Results: {tmp_path}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(RESULTS)
    found = json.loads((tmp_path / RESULTS[1]).read_text(encoding="utf-8"))
    assert found["version"] == intrigue.__version__ and found["code"].startswith(found["rules"])
    assert found["arguments"] == {
        "game": "oriflamme",
        "players": [3],
        "editions": ["fr", "ru"],
        "bot": "greedy",
        "games": 6,
        "seed": 0,
        "luck_bot": "greedy:noise=30",
        "deals": 2,
        "replays": 3,
    }
    assert found["run"]["machine"]["processor"] and found["run"]["way"] == "compiled"
    read((tmp_path / RESULTS[0]).read_text(encoding="utf-8"))


def test_without_a_folder_nothing_is_written(run: Callable[..., Any], tmp_path: Path) -> None:
    ran = run("study", "richelieu", "--players", 2, "--games", 4, "--deals", 0, "--lang", "fr")
    assert ran.code == 0 and "2 joueurs" in ran.out and "chance" not in ran.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), 'There is no game "chess"'),
        (("oriflamme", "--players", "two"), 'The number of players is a number or all, not "two".'),
        (("oriflamme", "--players", 2), "3 to 5"),
        (("oriflamme", "--edition", "uk"), "uk"),
        (("oriflamme", "--bot", "gready"), 'There is no bot "gready"'),
        (("oriflamme", "--games", 0), "The number of games must be from 2 to 1000000."),
        (("oriflamme", "--deals", 1), "at least 2 deals"),
    ],
)
def test_bad_input_is_one_line(run: Callable[..., Any], arguments: tuple[object, ...], said: str) -> None:
    ran = run("study", *arguments)
    assert (ran.code, ran.out) == (2, "") and said in ran.err and ran.err.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_told_first(run: Callable[..., Any], tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("")
    ran = run("study", "oriflamme", "--out", taken)
    assert ran.code in (1, 2) and ran.err.startswith(str(taken)) and ran.err.count("\n") == 1
