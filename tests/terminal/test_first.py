"""`--first`: who begins a game of the terminal, and what is written down of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal.talking import converse, options, talk

import intrigue
from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES, words
from intrigue.terminal import play


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", intrigue.games())
def test_whoever_was_chosen_begins(game):
    out = converse(game=game, players=4, seed=5, first=3, save="a.game")
    record = intrigue.load(Path("a.game").read_text()).record
    assert (record.headers["First"], record.headers["First-drawn"]) == ("3", "no")
    assert intrigue.new(game, 4, record.headers["Edition"], seed=5, first=3).deal == {
        header: value
        for header, value in record.headers.items()
        if header not in ("Game", "Edition", "Players", "Rules")
    }
    assert "--resume a.game" in out


def test_without_it_the_start_is_drawn_and_not_marked():
    converse(game="oriflamme", players=4, seed=5, save="a.game")
    assert "First-drawn" not in Path("a.game").read_text()


def test_the_command_for_the_same_game_again_says_it():
    out = converse(game="richelieu", players=2, seed=4, first=2, stall_guard="off")
    assert out.endswith(" --seed 4 --first 2 --stall-guard off\n")


def test_a_saved_game_goes_on_and_keeps_its_mark():
    converse("1\n1\nquit\n", game="oriflamme", players=3, seed=4, first=2, save="a.game")
    converse(then="1", resume="a.game")
    assert "\nFirst-drawn: no\n" in Path("a.game").read_text()


def test_as_many_are_asked_for_as_there_must_be_seats():
    out = converse("\n", game="oriflamme", first=5)
    assert "5 to 5" in out


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ({"game": "oriflamme", "players": 3, "first": 4}, "error.first"),
        ({"game": "oriflamme", "first": 6}, "error.first"),
        ({"game": "richelieu", "players": 2, "first": 0}, "error.first"),
        ({"resume": "old.game", "first": 1}, "cli.resume_alone"),
    ],
)
def test_what_cannot_be_chosen(said, key):
    with pytest.raises(IntrigueError) as fault:
        play.play(options(**said), talk())
    assert fault.value.key == key


def test_a_series_begins_so_every_time(run):
    for game in intrigue.games():
        run("simulate", game, "--players", 3, "--first", 2, "--games", 3, "--record", game)
        for file in Path(game).iterdir():
            match = intrigue.load(file.read_text())
            assert match.over and (match.deal["First"], match.deal["First-drawn"]) == ("2", "no")


def test_a_data_set_says_that_it_was_chosen(run):
    ran = run("simulate", "oriflamme", "--players", 3, "--first", 2, "--games", 2, "--out", "data")
    assert ran.code == 0 and '"--first"' in Path("data/about.json").read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_of_it(run, language):
    for command in ("play", "simulate"):
        out = " ".join(run(command, "--help", "--lang", language).out.split())
        assert " ".join(words(language)(f"help.{command}.first").split()) in out
