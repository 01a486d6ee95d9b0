"""Every command with every game, also the tiny ones, in every edition and with any number of players: it works, or
says in one sentence why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pytest
from quick import quick
from terminal.talking import converse

from intrigue.cli import main
from intrigue.engine import targets
from intrigue.engine.errors import IntrigueError
from intrigue.games import GAMES, YARDSTICKS
from intrigue.locale import LANGUAGES

GIVEN = {**GAMES, **YARDSTICKS}
UNKNOWN = ("chess", "", "tiny4", "Oriflamme")
NAMES = quick({"oriflamme", "richelieu", "tiny2", "chess"}, [*GIVEN, *UNKNOWN])
SIMULATE = ("simulate", "--games", "2")
ARENA = ("arena", "--bots", "random,greedy", "--games", "2", "--cores", "1")
STUDY = ("study", "--bot", "random", "--luck-bot", "random", "--games", "2", "--deals", "2", "--replays", "2")
COMMANDS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "simulate": (SIMULATE, ()),
    "simulate, records": ((*SIMULATE, "--bots", "greedy"), ("--record",)),
    "simulate, data": (SIMULATE, ("--out",)),
    "arena": (ARENA, ("--out",)),
    "study": (STUDY, ("--out",)),
}
"""What begins a game, and the options that take a place to write to."""

Call = Callable[..., str]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command in its plain way, for nothing here is worth compiling; what it says, unless it refuses."""
    monkeypatch.setattr(targets, "available", lambda: False)
    monkeypatch.chdir(tmp_path)

    def call(*argv: str) -> str:
        code = main(argv)
        out, err = capsys.readouterr()
        assert code in (0, 2), argv
        assert "Traceback" not in out + err
        if code == 2:
            assert not out and err.endswith("\n") and err.count("\n") == 1 and ": " in err, argv
        return out if code == 0 else ""

    return call


def players_of(name: str) -> list[str]:
    """The numbers of players that a game has, and those around them."""
    seats = GIVEN[name].seats if name in GIVEN else range(2, 3)
    return [str(number) for number in (0, *range(seats[0] - 1, seats[-1] + 2), 10**20)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", COMMANDS)
def test_every_command_with_every_game_players_and_edition(way: str, name: str, call: Call, tmp_path: Path) -> None:
    (command, *given), places = COMMANDS[way]
    editions = GIVEN[name].editions if name in GIVEN else ("fr",)
    worked, number = set(), count(1)
    for players in players_of(name):
        for edition in (*editions, "", "nope"):
            options = [*given, "--players", players, "--edition", edition]
            for place in places:
                options += [place, str(tmp_path / f"{next(number)}")]
            if call(command, name, *options):
                worked.add((int(players), edition))
    if name in UNKNOWN:
        assert not worked
    elif name in GAMES or command != "simulate":  # which makes records for people
        assert worked == {(players, edition) for players in GIVEN[name].seats for edition in editions}


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played_in_a_terminal_or_refused_in_a_sentence(name: str) -> None:
    for players in players_of(name):
        for edition in (*(GIVEN[name].editions if name in GIVEN else ("fr",)), "", "nope"):
            try:
                said = converse("1\n" * 20 + "quit\n", game=name, players=int(players), edition=edition, seed=1, seat=1)
            except IntrigueError as refused:
                said = refused.text("en")
                assert said and "\n" not in said
            assert said


@pytest.mark.parametrize("name", NAMES)
def test_a_study_of_every_table_of_a_game_in_every_language(name: str, call: Call) -> None:
    for language in LANGUAGES:
        said = call(*STUDY, "--deals", "0", "--out", language, "--lang", language, name)
        assert bool(said) == (name in GIVEN) == Path(language, "study.html").exists()


@pytest.mark.parametrize("name", GAMES)
def test_every_command_with_a_record_of_every_game(name: str, call: Call, tmp_path: Path) -> None:
    whole, half = tmp_path / "whole.game", tmp_path / "half.game"
    call("simulate", name, "--players", str(GAMES[name].seats[0]), "--record", str(whole))
    half.write_text("\n".join(whole.read_text().split("\n")[:-4]) + "\n")
    for file in map(str, (whole, half)):
        for command in (("replay", file), ("replay", file, "--json"), ("replay", file, "--seat", "1"), ("moves", file)):
            assert call(*command) or (command[0], file) == ("moves", str(whole))
        for command in (("replay", file, "--seat", "9"), ("verify", file), ("play", "--resume", file)):
            call(*command)


@pytest.mark.parametrize("name", NAMES)
def test_no_game_is_a_card(name: str, call: Call) -> None:
    call("card", name)
    call("card", "spy", "--edition", name)
