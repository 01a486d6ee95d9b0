"""`intrigue simulate --out`: records and arrays that tell the same games, whole whatever happens."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from quick import quick

import intrigue
from intrigue.arena.play import code_of, rules_of
from intrigue.engine.numbers import ACTIONS
from intrigue.locale import LANGUAGES, words
from intrigue.terminal import dataset, files, series
from intrigue.terminal.dataset_rows import MEANING, columns, rows_of
from intrigue.terminal.opponents import specs_by_seat
from intrigue.terminal.series import Series

FILES = ["about.json", "records.jsonl", *(f"{name}.npy" for name in MEANING)]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def about(folder: str = "data") -> dict:
    return json.loads(Path(folder, "about.json").read_text())


def arrays(folder: str = "data") -> dict[str, np.ndarray]:
    return {name: np.load(f"{folder}/{name}.npy", mmap_mode="r") for name in MEANING}


def games(folder: str = "data") -> list[dict]:
    return [json.loads(line) for line in Path(folder, "records.jsonl").read_text().splitlines()]


def told_again(told: dict) -> dict[str, list]:
    """The rows of a record, from the match that it replays."""
    match = intrigue.load(told["record"])
    moves = [move for move, _ in match.played]
    again = intrigue.Match.begin(match.game, intrigue.Record(match.record.headers, []))
    rows: dict[str, list] = {name: [] for name in MEANING}
    for move in moves:
        g, game = again.state.copy(), again.game
        for action in again.choices()[move]:
            seat = g.to_act + 1
            rows["observations"].append(game.observe(g, seat))
            rows["legal"].append([g.legal >> number & 1 for number in range(ACTIONS)])
            rows["actions"].append(action)
            rows["seats"].append(seat - 1)
            rows["games"].append(told["game"])
            rows["wins"].append((seat in match.winners) / len(match.winners))
            rows["scores"].append(match.scores[seat - 1])
            game.step(g, action)
        again.play(move)
    return rows


@pytest.mark.parametrize(
    ("game", "players", "more"),
    [
        ("oriflamme", 3, []),
        ("ablaze", 4, ["--edition", "ru"]),
        ("oriflamme-mix", 5, ["--kinds", "archer,spy,heir,lord,ambush,prince,queen,felon,trap,bribery"]),
        ("richelieu", 2, ["--stall-guard", "off"]),
        ("richelieu", 3, ["--first", "2"]),
    ],
)
def test_records_and_arrays_tell_the_same_games(run, game, players, more):
    bots = ",".join(["greedy", "random", "page", "squire", "knight"][:players])
    ran = run("simulate", game, "--players", players, "--bots", bots, "--games", 3, "--seed", 8, "--out", "data", *more)
    assert (ran.code, ran.err) == (0, "") and ran.out.splitlines()[0] == "3 games played."
    found, told = arrays(), games()
    assert [one["game"] for one in told] == [0, 1, 2] and [one["seed"] for one in told] == [8, 9, 10]
    again: dict[str, list] = {name: [] for name in MEANING}
    for one in told:
        match = intrigue.load(one["record"])
        assert (match.over, match.winners, match.scores) == (True, one["winners"], one["scores"])
        for name, rows in told_again(one).items():
            again[name] += rows
    for name, array in found.items():
        assert len(array) == about()["decisions"] and np.allclose(array, again[name]), name
    second = run("simulate", game, "--players", players, "--bots", bots, "--seed", 9, *more).out
    assert told[1]["record"] == second


def test_description_says_it_all(run):
    run("simulate", "ablaze", "--players", 3, "--bots", "page", "--games", 2, "--seed", 5, "--out", "data")
    assert sorted(os.listdir("data")) == sorted(FILES)
    said, found = about(), arrays()
    expected = {
        "format": 1,
        "version": intrigue.__version__,
        "game": "ablaze",
        "players": 3,
        "edition": "uk",
        "seed": 5,
    }
    expected |= {"bots": ["page"] * 3, "games": 2, "wanted": 2, "settings": [], "records": "records.jsonl"}
    expected |= {"rules": rules_of("ablaze"), "code": code_of("ablaze")}
    assert said.items() >= expected.items()
    assert said["machine"]["python"] and said["date"]
    for name, array in found.items():
        entry = said["arrays"][name]
        assert (entry["file"], entry["dtype"], entry["entry"]) == (f"{name}.npy", array.dtype.str, [*array.shape[1:]])
    last = said["observation"][-1]
    assert last["at"] + last["length"] == found["observations"].shape[1] == intrigue.game("ablaze").observation_size


def test_no_games_are_a_data_set_too(run):
    assert run("simulate", "oriflamme", "--games", 0, "--out", "data").code == 0
    assert about()["games"] == about()["decisions"] == len(arrays()["observations"]) == len(games()) == 0


@pytest.mark.parametrize("rows", [0, 1, 10**18])
def test_header_is_one_that_numpy_reads(rows, tmp_path):
    data = dataset.header("|u1", (rows, 536))
    (tmp_path / "a.npy").write_bytes(data)
    with open(tmp_path / "a.npy", "rb") as file:
        assert np.lib.format.read_magic(file) == (1, 0)
        assert np.lib.format.read_array_header_1_0(file) == ((rows, 536), False, np.dtype("u1"))
        assert file.tell() == len(data) == 128


# Compiled or interpreted


@pytest.mark.parametrize("game", quick({"oriflamme"}, ["oriflamme", "richelieu"]))
def test_compiled_arrays_are_the_interpreted_ones(game):
    rules = intrigue.game(game)
    bots = tuple(specs_by_seat("greedy,random,page", 3))
    wanted = Series(rules, 3, rules.editions[0], bots, 2**63, {})
    (plain, quick) = ([one for some in series.play(wanted, 5, way) for one in some] for way in (False, True))
    assert plain == quick
    for name, one, other in zip(MEANING, rows_of(wanted, plain, False), rows_of(wanted, quick, True), strict=True):
        assert one.dtype == other.dtype and one.dtype.str == columns(wanted)[name][0]
        assert np.array_equal(one, other), name


def test_many_games_are_the_same_data_set_as_few(run, monkeypatch):
    arguments = ("simulate", "oriflamme", "--players", 3, "--bots", "greedy", "--games", 7, "--out")
    run(*arguments, "plain")
    monkeypatch.setattr(series, "FEW", 0)
    monkeypatch.setattr(series, "PORTION", 3)
    run(*arguments, "compiled")
    for name in FILES:
        one, other = Path("plain", name).read_bytes(), Path("compiled", name).read_bytes()
        assert one == other, name


# Interrupts and faults


def interrupt_after(portions: int):
    """A series that somebody interrupts after some portions."""
    whole = series.play

    def play(*arguments):
        for number, games in enumerate(whole(*arguments)):
            if number == portions:
                raise KeyboardInterrupt
            yield games

    return play


def check_whole(number: int) -> None:
    """A data set of that many games, as its description tells it."""
    rows = about()["decisions"]
    assert about()["games"] == number <= len(games())
    assert all(len(array) >= rows for array in arrays().values())
    assert rows == sum(len(told_again(one)["actions"]) for one in games()[:number])
    assert set(arrays()["games"][:rows]) == set(range(number))


@pytest.mark.parametrize("language", LANGUAGES)
def test_interrupt_leaves_a_whole_data_set(run, monkeypatch, language):
    monkeypatch.setattr(series, "PLAIN_PORTION", 1)
    monkeypatch.setattr(series, "play", interrupt_after(2))
    ran = run("simulate", "oriflamme", "--games", 9, "--out", "data", "--lang", language)
    assert ran.code == 130 and ran.out == ""
    assert ran.err == words(language)("simulate.kept", folder="data", n=2, count=2) + "\n"
    assert (about()["games"], about()["wanted"]) == (2, 9)
    check_whole(2)


@pytest.mark.parametrize("at", range(8))
def test_whatever_fails_what_is_described_is_there(run, monkeypatch, at):
    """The disk is full in the middle of the second game, at any of the steps."""
    calls = 0
    step = dataset.Column.tell

    def tell(self) -> None:
        nonlocal calls
        calls += 1
        if calls > 2 * len(MEANING) + at:
            raise OSError(28, "No space left on device")
        step(self)

    monkeypatch.setattr(series, "PLAIN_PORTION", 1)
    monkeypatch.setattr(dataset.Column, "tell", tell)
    ran = run("simulate", "oriflamme", "--games", 5, "--out", "data")
    assert ran.code == 1 and ran.err.startswith("data: The file cannot be used (No space left on device)")
    check_whole(1 if at < len(MEANING) else 2)


def test_data_set_is_never_overwritten(run):
    run("simulate", "oriflamme", "--games", 2, "--out", "data")
    before = {name: Path("data", name).read_bytes() for name in FILES}
    ran = run("simulate", "oriflamme", "--games", 3, "--out", "data")
    assert ran == (2, "", "data: There is a data set here already; choose another folder.\n")
    os.remove("data/about.json")
    assert run("simulate", "oriflamme", "--games", 3, "--out", "data").code == 2
    assert all(Path("data", name).read_bytes() == text for name, text in before.items() if name != "about.json")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--out", "taken"], "taken: This is not a folder."),
        (["--out", "taken/data"], "taken/data: This is not a folder."),
        (["--out", "data", "--record", "x.game"], "intrigue: Choose --out or --record, not both"),
        (["--out", "data", "--bots", "hal"], 'intrigue: There is no bot "hal"'),
        (["--out", "data", "--players", "9"], "intrigue: oriflamme is for 3 to 5 players."),
        (["--out", "data", "--edition", "de"], 'intrigue: oriflamme has no edition "de"'),
        (["--out", ""], "intrigue simulate: --out: The name of the file is empty."),
    ],
)
def test_bad_input_makes_nothing(run, arguments, what):
    Path("taken").write_text("")
    ran = run("simulate", "oriflamme", "--games", "2", *arguments)
    assert (ran.code, ran.out, os.listdir()) == (2, "", ["taken"])
    assert ran.err.startswith(what) and ran.err.count("\n") == 1


def test_numpy_is_asked_for(run, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *more: None)
    ran = run("simulate", "oriflamme", "--out", "data")
    assert ran.code == 2 and "numpy" in ran.err and os.listdir() == []


def test_full_disk_is_told_for_the_description_too(run, monkeypatch):
    def write(name: str, text: str) -> None:
        raise files.BadFile(name, "file.other", reason="No space left on device")

    monkeypatch.setattr(files, "write", write)
    assert run("simulate", "oriflamme", "--out", "data").code == 1
