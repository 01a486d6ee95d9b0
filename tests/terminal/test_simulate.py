"""`intrigue simulate`: games of bots, written down whole or not at all."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from quick import quick

import intrigue
from intrigue.locale import LANGUAGES
from intrigue.terminal.opponents import specs_by_seat
from intrigue.terminal.series import Series, play, record_of, worth_compiling

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
KINDS = "archer,spy,heir,lord,ambush,prince,queen,felon,trap,bribery"


@pytest.mark.parametrize(
    ("game", "players"), [(name, players) for name in intrigue.games() for players in intrigue.game(name).seats]
)
def test_record_is_a_whole_game_that_replays(run, game, players):
    for edition in intrigue.game(game).editions:
        ran = run("simulate", game, "--players", players, "--edition", edition, "--seed", 5, "--bots", "random")
        match = intrigue.load(ran.out)
        assert (ran.code, ran.err, match.over, match.edition, match.players) == (0, "", True, edition, players)
        assert str(match.record) == ran.out


@pytest.mark.full
def test_same_seed_same_record_whatever_the_hash_seed(shell, tmp_path):
    arguments = ("simulate", "oriflamme-mix", "--players", 4, "--seed", 12)
    one = shell(*arguments, env={"PYTHONHASHSEED": "1"})
    two = shell(*arguments, env={"PYTHONHASHSEED": "2"})
    assert one.code == 0 and one == two
    assert shell(*arguments[:-1], 13).out != one.out
    shell(*arguments, "--record", tmp_path / "a.game")
    assert (tmp_path / "a.game").read_bytes() == one.out.encode()


def test_kinds_are_those_asked_for(run):
    match = intrigue.load(run("simulate", "oriflamme-mix", "--kinds", KINDS).out)
    assert set(match.deal["Kinds"].split(", ")) == set(KINDS.split(","))


def test_file_is_written_whole_and_replaces_an_older_one(run, tmp_path):
    path = tmp_path / "my.game"
    path.write_text("old")
    assert run("simulate", "oriflamme", "--record", path) == (0, "", "")
    assert intrigue.load(path.read_text()).over
    assert os.listdir(tmp_path) == ["my.game"]


def test_link_stays_a_link_and_a_device_a_device(run, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert run("simulate", "oriflamme", "--record", tmp_path / "link").code == 0
    assert (tmp_path / "link").is_symlink() and intrigue.load((tmp_path / "real").read_text()).over
    assert run("simulate", "oriflamme", "--record", os.devnull).code == 0
    assert not Path(os.devnull).is_file()


def test_several_games_go_into_a_folder_and_are_counted(run, tmp_path):
    ran = run("simulate", "ablaze", "--players", 3, "--seed", 5, "--games", 3, "--record", tmp_path / "games")
    assert ran.code == 0 and ran.out.splitlines()[0] == "3 games played." and len(ran.out.splitlines()) == 4
    assert sorted(os.listdir(tmp_path / "games")) == ["0001.game", "0002.game", "0003.game"]
    second = run("simulate", "ablaze", "--players", 3, "--seed", 6).out
    assert (tmp_path / "games" / "0002.game").read_text() == second
    assert run("simulate", "ablaze", "--games", 0).out == "0 games played.\n"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["chess"], 'There is no game "chess"; there are: oriflamme, ablaze, oriflamme-mix, richelieu.'),
        (["oriflamme", "--players", "2"], "oriflamme is for 3 to 5 players."),
        (["oriflamme", "--edition", "de"], 'oriflamme has no edition "de"; there are: fr, ru.'),
        (["oriflamme", "--bots", "hal"], 'There is no bot "hal"; there are: random, greedy, search, cmd, page, '),
        (["oriflamme", "--bots", "greedy:noise=x"], "greedy: noise must be a whole number from 0 to 10000."),
        (["oriflamme", "--bots", "search:depth=3"], 'search has no option "depth"; it has: '),
        (["oriflamme", "--bots", "cmd:"], '"cmd:" cannot be used: write the program as in a shell'),
        (["oriflamme", "--out", "data"], "Choose --out or --record, not both"),
        (["oriflamme", "--bots", "random,random"], "Name one bot for all seats, or 4 bots, one for each seat."),
        (["oriflamme", "--kinds", KINDS], "oriflamme has no option kinds."),
        (["oriflamme-mix", "--kinds", "archer,spy"], "Kinds must name 10 different kinds."),
        (["oriflamme-mix", "--kinds", ""], 'Kinds: "" is not a kind in this game'),
        (["oriflamme", "--seed", "-1"], '"-1" is not a whole number'),
        (["oriflamme", "--seed", "9" * 41], "is not a whole number from 0 on."),
        (["oriflamme", "--players", "four"], '--players: "four" is not a whole number from 0 on.'),
        (["oriflamme", "--games", "2", "--players", "9"], "oriflamme is for 3 to 5 players."),
        (["oriflamme", "--games", "2", "--players", "99999999999999"], "oriflamme is for 3 to 5 players."),
        (["oriflamme", "--first", "0"], "No seat 0 can begin; seats are 1 to 4."),
        (["richelieu", "--players", "2", "--first", "3"], "No seat 3 can begin; seats are 1 to 2."),
        (["oriflamme", "--stall-guard", "off"], "oriflamme has no option stall-guard."),
        (["richelieu", "--kinds", KINDS], "richelieu has no option kinds."),
        (["richelieu", "--deck", "my.game"], "my.game: The deck file is not TOML that can be read"),
        (["richelieu", "--deck", "none.toml"], "none.toml: There is no such file."),
        ([], "Missing: GAME."),
    ],
)
def test_bad_input_writes_nothing(run, file, arguments, what):
    before = file.read_bytes()
    for record in ("my.game", "new.game"):
        ran = run("simulate", *arguments, "--record", record)
        assert (ran.code, ran.out) == (2, "")
        assert what in ran.err.splitlines()[0]
        assert os.listdir() == ["my.game"] and file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--record", "."], ".: This is a folder, not a file."),
        (["--record", "none/my.game"], "none/my.game: The folder of this file does not exist."),
        (["--games", "2", "--record", "my.game"], "my.game: This is not a folder."),
    ],
)
def test_place_that_cannot_be_written(run, file, arguments, what):
    before = file.read_bytes()
    assert run("simulate", "oriflamme", *arguments) == (2, "", what + "\n")
    assert os.listdir() == ["my.game"] and file.read_bytes() == before


def test_reader_that_leaves_early_is_no_fault(shell):
    ran = shell("simulate", "--help")
    assert ran.code == 0 and "Examples:" in ran.out


def test_averages_have_the_comma_of_the_language(run):
    score = {language: run("simulate", "oriflamme", "--games", 3, "--lang", language).out for language in LANGUAGES}
    assert re.search(r" \d+\.\d influence", score["en"])
    assert all(re.search(r" \d+,\d ", score[language]) for language in ("fr", "ru", "uk"))
    assert "points on average" in run("simulate", "richelieu", "--games", 2).out


@pytest.mark.parametrize("game", quick({"oriflamme"}, intrigue.games()))
def test_every_kind_of_bot_plays(run, game):
    program = f"cmd:{shlex.join([sys.executable, str(EXAMPLE)])},ms=60000"
    for bots in ("page", "knight,random,squire", f"greedy,{program},random"):
        arguments = ("simulate", game, "--players", 3, "--seed", 2, "--bots", bots)
        ran = run(*arguments)
        assert (ran.code, ran.err, intrigue.load(ran.out).over) == (0, "", True)
        assert run(*arguments) == ran


def test_bots_decide_the_games(run):
    seats = {bots: run("simulate", "oriflamme", "--bots", bots).out for bots in ("random", "greedy", "page")}
    assert len(set(seats.values())) == 3
    assert seats["greedy"] == run("simulate", "oriflamme", "--bots", "greedy,greedy,greedy,greedy").out


def series_of(game: str, players: int, bots: str, seed: int = 3) -> Series:
    rules = intrigue.game(game)
    return Series(rules, players, rules.editions[-1], tuple(specs_by_seat(bots, players)), seed, {})


def test_compiler_is_left_alone_for_few_games_and_outside_programs():
    assert not worth_compiling(series_of("oriflamme", 3, "greedy"), 100)
    assert not worth_compiling(series_of("oriflamme", 3, "search:ms=5"), 10**6)
    assert not worth_compiling(series_of("oriflamme", 3, "cmd:./mybot"), 10**6)
    assert series_of("oriflamme", 3, "duke,random,random").searches()
    assert series_of("oriflamme", 3, "random,search:ms=5,random").searches()
    assert not series_of("oriflamme", 3, "knight,random,cmd:./mybot").searches()


@pytest.mark.parametrize(("game", "bots"), [("oriflamme", "greedy,page,random"), ("richelieu", "random,greedy")])
def test_compiled_games_are_the_interpreted_ones(game, bots):
    wanted = series_of(game, bots.count(",") + 1, bots, seed=2**70 + 2**63)
    plain = [one for portion in play(wanted, 4, compiled=False) for one in portion]
    assert [one for portion in play(wanted, 4, compiled=True) for one in portion] == plain
    for one in plain:
        match = intrigue.load(str(record_of(wanted, one)))
        assert (match.winners, match.scores) == (one.winners, one.scores)


def test_file_that_is_replaced_keeps_its_mode(run, tmp_path):
    path = tmp_path / "my.game"
    path.write_text("old")
    path.chmod(0o640)
    assert run("simulate", "oriflamme", "--record", path).code == 0
    assert path.stat().st_mode & 0o777 == 0o640
    assert "overwriting" in run("simulate", "--help").out
