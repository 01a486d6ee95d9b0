"""`intrigue arena`: what it prints and writes, how it goes on, and one clear message for bad input."""

from __future__ import annotations

import csv
import json
import os
import re
import xml.etree.ElementTree as tree
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import intrigue
from intrigue.arena import log, runner
from intrigue.arena.known_policies import knows, simulates
from intrigue.arena.play import Block, Chunk
from intrigue.engine import extras
from intrigue.locale import LANGUAGES
from intrigue.terminal.arena import RESULTS

TWO = ("arena", "oriflamme", "--players", 3, "--bots", "greedy,random", "--games", 40, "--seed", 3)
KNOWING = "search:sims=4,playout=greedy"


def report_in(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return found


def lasting(folder: Path) -> dict[str, Any]:
    """What does not depend on who measured when."""
    found = report_in(folder)
    del found["run"]
    return found


def test_two_bots_one_against_the_rest(run: Callable[..., Any], tmp_path: Path) -> None:
    ran = run(*TWO, "--out", tmp_path)
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("Oriflamme. French edition. 3 players, 42 games, seed 3.\n14 deals, each played in all 3")
    assert re.search(r"greedy +2 × random +\d+\.\d% \(\d+\.\d to \d+\.\d\) +\d+\.\d : \d+\.\d +21\n", ran.out)
    assert re.search(r"random +2 × greedy ", ran.out) and "Equal bots would win 33.3% each." in ran.out
    assert "random = 0" in ran.out and ran.out.endswith(f"Results: {tmp_path}\n")


def test_results_hold_everything(run: Callable[..., Any], tmp_path: Path) -> None:
    run(*TWO, "--out", tmp_path)
    assert sorted(os.listdir(tmp_path)) == sorted([*RESULTS, log.NAME])
    result = report_in(tmp_path)
    assert result["version"] == intrigue.__version__
    assert re.fullmatch("[0-9a-f]{16}", result["rules"]) and result["code"].startswith(result["rules"])
    assert result["arguments"] == {
        "game": "oriflamme",
        "players": 3,
        "edition": "fr",
        "bots": ["greedy", "random"],
        "seed": 3,
        "tables": "auto",
        "games": 40,
    }
    assert (result["games"], result["deals"], result["anchor"]) == (42, 14, "random")
    machine = result["run"]["machine"]
    assert machine["processor"] and machine["cores"] >= 1 and machine["python"] and machine["numba"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", result["run"]["date"])
    for bot in result["bots"]:
        times = result["run"]["decision_ms"][bot["bot"]]
        assert 0 < times["mean"] and 0 < times["p95"] and times["decisions"] > 10
        assert bot["win_share"]["low"] <= bot["win_share"]["value"] <= bot["win_share"]["high"]
    assert sum(bot["seats"] for bot in result["bots"]) == 42 * 3
    assert sum(bot["seats"] * bot["win_share"]["value"] for bot in result["bots"]) == pytest.approx(42, abs=0.01)


def test_tables_and_plots_agree_with_the_json(run: Callable[..., Any], tmp_path: Path) -> None:
    run("arena", "oriflamme", "--bots", "greedy,random,greedy:noise=1000", "--games", 16, "--out", tmp_path)
    result = report_in(tmp_path)
    with (tmp_path / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["bot"], float(row["rating"])) for row in rows] == [
        (bot["bot"], bot["rating"]["value"]) for bot in result["bots"]
    ]
    with (tmp_path / "matrix.csv").open(newline="") as file:
        cells = {(row["bot"], row["other"]): float(row["ahead"]) for row in csv.DictReader(file)}
    names = [bot["bot"] for bot in result["bots"]]
    assert len(cells) == 6
    for (one, other), share in cells.items():
        assert result["matrix"][names.index(one)][names.index(other)]["value"] == share
        assert share + cells[other, one] == pytest.approx(1, abs=1e-4)
    for name in RESULTS[3:]:
        tree.fromstring((tmp_path / name).read_text(encoding="utf-8"))


def test_listed_bots_fill_the_table_as_they_stand(run: Callable[..., Any], tmp_path: Path) -> None:
    run("arena", "oriflamme", "--bots", "greedy,random,random,random", "--games", 8, "--out", tmp_path)
    assert [bot["seats"] for bot in report_in(tmp_path)["bots"]] == [8, 24]
    assert "Equal" not in run("arena", "oriflamme", "--bots", "random", "--games", 8).out


def test_without_random_the_first_bot_is_zero(run: Callable[..., Any]) -> None:
    assert "greedy = 0." in run("arena", "ablaze", "--bots", "greedy,greedy:noise=1000", "--games", 8).out


# The same result


def test_cores_make_no_difference(run: Callable[..., Any], tmp_path: Path) -> None:
    for cores in (1, 2):
        assert run(*TWO, "--out", tmp_path / str(cores), "--cores", cores).code == 0
    assert lasting(tmp_path / "1") == lasting(tmp_path / "2")


def test_interrupted_it_goes_on(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*TWO, "--out", tmp_path / "whole")

    def impatient(parts: list[Chunk], cores: int, cluster: str | None) -> Iterator[list[Block]]:
        yield from map(runner.play_chunk, parts[:5])
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(runner, "play", impatient)
        ran = run(*TWO, "--out", tmp_path / "cut")
        assert ran.code == 130 and ran.out == ""
        assert (
            ran.err == f"Interrupted; 15 games are kept in {tmp_path / 'cut'}. The same command goes on from there.\n"
        )
        assert run(*TWO).err == "Interrupted; without --out nothing is kept.\n"
    ran = run(*TWO, "--out", tmp_path / "cut")
    assert ran.code == 0 and ran.err == f"Going on from 15 games in {tmp_path / 'cut'}.\n"
    assert lasting(tmp_path / "cut") == lasting(tmp_path / "whole")


def test_fewer_games_use_only_their_own(run: Callable[..., Any], tmp_path: Path) -> None:
    run(*TWO, "--out", tmp_path / "both")
    few = (*TWO[:7], 15, *TWO[8:])
    run(*few, "--out", tmp_path / "both")
    run(*few, "--out", tmp_path / "few")
    assert lasting(tmp_path / "both") == lasting(tmp_path / "few")


# Bots that know their opponent's policy


def test_who_simulates_with_whom() -> None:
    row, court = intrigue.game("oriflamme"), intrigue.game("richelieu")
    assert simulates("search:sims=10,playout=greedy", row) == {"greedy"}
    assert simulates("search", row) == {"greedy"} and simulates("search:playout=random", row) == {"random"}
    assert simulates("search:ms=50", row) == {"greedy"}
    for spec in ("greedy", "random", "cmd:./mybot"):
        assert simulates(spec, row) == set()
    assert knows("search:playout=greedy", "greedy", row) and not knows("greedy", "search:playout=greedy", row)
    assert not knows("search:playout=greedy", "random", row)
    assert knows("search", "greedy:noise=100", row) and not knows("search", "search", row)
    assert knows("duke", "knight", row) and knows("duke", "count", court), "a level is judged by how it plays"
    assert not knows("duke", "count", row)


@pytest.mark.parametrize("tables", ["mixed", "duel"])
def test_knowing_the_policy_is_flagged_everywhere(run: Callable[..., Any], tmp_path: Path, tables: str) -> None:
    ran = run(
        "arena", "oriflamme", "--players", 3, "--bots", f"{KNOWING},greedy", "--games", 6, "--tables", tables,
        "--out", tmp_path,
    )  # fmt: skip
    flat = " ".join(ran.out.split())
    assert (
        f"{KNOWING} †" in ran.out
        and f"† {KNOWING} knows an opponent’s policy: it simulates with that of greedy." in flat
    )
    result = report_in(tmp_path)
    assert result["knows_policy"] == [[KNOWING, "greedy"]]
    assert all(one["knows_policy"] for one in result["pairings"])
    assert result["matrix"][0][1]["knows_policy"] and result["matrix"][1][0]["knows_policy"]
    for name in ("results.csv", "matrix.csv"):
        with (tmp_path / name).open(newline="") as file:
            assert {row["knows_policy"] for row in csv.DictReader(file)} == {"1"}
    for name in RESULTS[3:]:
        assert "†" in (tmp_path / name).read_text(encoding="utf-8")
    assert "†" not in run(*TWO).out


# Bad input


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["chess", "--bots", "random"], 'There is no game "chess"'),
        (["oriflamme"], "Missing: --bots."),
        (["oriflamme", "--bots", "hal"], "hal"),
        (["oriflamme", "--bots", ""], "bot"),
        (["oriflamme", "--bots", "random", "--players", "9"], "oriflamme is for 3 to 5 players."),
        (["oriflamme", "--bots", "random", "--edition", "de"], 'oriflamme has no edition "de"'),
        (["oriflamme", "--bots", "random", "--games", "0"], "The number of games must be from 1 to "),
        (["oriflamme", "--bots", "random", "--games", "9" * 20], "The number of games must be from 1 to "),
        (["oriflamme", "--bots", "random", "--cores", "0"], "The arena needs at least one core."),
        (
            ["oriflamme", "--bots", "random", "--tables", "round"],
            '--tables: there is no "round"; choose from auto, mixed, duel.',
        ),
        (["oriflamme", "--bots", "random", "--out", "taken"], "taken: This is not a folder."),
        (["oriflamme", "--bots", "random", "--seed", "x"], '"x" is not a whole number from 0 on.'),
    ],
)
def test_bad_input_plays_nothing(
    run: Callable[..., Any], arguments: list[str], what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken").write_text("")
    for language in LANGUAGES:
        ran = run("arena", *arguments, "--lang", language)
        assert (ran.code, ran.out) == (2, "") and len(ran.err.splitlines()) == 1
        assert language != "en" or what in ran.err
    assert os.listdir() == ["taken"]


def test_a_folder_of_another_contest_is_left_alone(run: Callable[..., Any], tmp_path: Path) -> None:
    run(*TWO, "--out", tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}
    said = set()
    for language in LANGUAGES:
        ran = run(*TWO[:-1], 4, "--out", tmp_path, "--lang", language)
        assert (ran.code, ran.out) == (2, "") and "(seed)" in ran.err
        said.add(ran.err)
    assert len(said) == 4
    assert {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)} == before


def test_without_numpy_one_message(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intrigue.terminal.arena.importlib.util.find_spec", lambda name: None)
    ran, command = run(*TWO), extras.command("fast", "numpy")
    assert (ran.code, ran.out, ran.err) == (2, "", f"intrigue: The arena needs numpy: {command}\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_result(run: Callable[..., Any], tmp_path: Path, language: str) -> None:
    ran = run(*TWO, "--out", tmp_path, "--lang", language)
    assert ran.code == 0 and "{" not in ran.out
    assert re.search(r"\d\.\d%" if language == "en" else r"\d,\d %", ran.out)
    assert "{" not in (tmp_path / "ratings.svg").read_text(encoding="utf-8").partition("</style>")[2]
    assert run("arena", "--help", "--lang", language).code == 0
