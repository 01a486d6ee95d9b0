"""Whatever a file holds: one line on standard error that names file and line, exit code 2, and nothing is changed."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path

import pytest

SPOILED = {
    "unknown game": (lambda text: text.replace("Game: oriflamme", "Game: chess"), 1, "There is no game"),
    "no game": (lambda text: text.replace("Game: oriflamme\n", ""), 8, "The header Game is missing."),
    "unknown edition": (lambda text: text.replace("Edition: fr", "Edition: de"), 2, "has no edition"),
    "too many players": (lambda text: text.replace("Players: 3", "Players: 6"), 3, "is for 3 to 5 players"),
    "players in words": (lambda text: text.replace("Players: 3", "Players: many"), 3, "must be a whole number"),
    "first nobody": (lambda text: text.replace("First: 3", "First: 4"), 4, "must be a player from 1 to 3"),
    "deal short": (lambda text: line(text, 5, "Aside-1: archer, spy"), 5, "must name 3 different kinds"),
    "deal double": (lambda text: line(text, 5, "Aside-1: spy, spy, heir"), 5, "must name 3 different kinds"),
    "deal of another box": (lambda text: line(text, 5, "Aside-1: queen, spy, heir"), 5, "is not a kind in this game"),
    "deal missing": (lambda text: line(text, 6, "# gone"), 9, "The header Aside-2 is missing."),
    "header double": (lambda text: line(text, 2, "Players: 3"), 3, "appears twice"),
    "header unknown": (lambda text: line(text, 2, "Weather: fine"), 2, "is not known"),
    "not a header": (lambda text: line(text, 2, "Edition fr"), 2, "is not a header"),
    "no blank line": (lambda text: text.replace("\n\n", "\n", 1), 9, "is not a header"),
    "wrong rules": (lambda text: text.replace("Rules: 1", "Rules: 99"), 8, "must be 1"),
    "wrong names": (lambda text: line(text, 2, "Names: Ann, Bob"), 2, "Names must be 3 names"),
    "move cut in the middle": (
        lambda text: line(text, 11, text.splitlines()[10][:9]),
        11,
        "cannot be played now; legal: ",
    ),
    "move in capitals": (lambda text: line(text, 10, text.splitlines()[9].upper()), 10, "cannot be played now"),
    "move twice": (lambda text: line(text, 11, text.splitlines()[9]), 11, "cannot be played now"),
    "after the end": (lambda text: text + "reveal\n", -1, "the game is over"),
    "seed and deal": (lambda text: line(text, 2, "Seed: 5"), 4, "cannot be given beside Seed"),
    "position no json": (lambda text: "Game: oriflamme\nPlayers: 3\nPosition: {\n", 3, "one line of JSON"),
    "rubbish": (lambda text: "\x00\x01\x02 rubbish\nmore\n", 1, "is not a header"),
    "empty": (lambda text: "", 1, "The header Game is missing."),
}


def line(text: str, number: int, new: str) -> str:
    lines = text.splitlines()
    lines[number - 1] = new
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("command", ["replay", "moves"])
@pytest.mark.parametrize("fault", SPOILED)
def test_fault_is_one_line_with_file_and_line(run, file, record, fault, command):
    spoil, number, what = SPOILED[fault]
    spoiled = spoil(record)
    file.write_text(spoiled)
    ran = run(command, file)
    number = len(spoiled.splitlines()) if number < 0 else number
    assert ran.code == 2
    assert ran.err.startswith(f"my.game:{number}: ") and what in ran.err and ran.err.count("\n") == 1
    assert os.listdir() == ["my.game"] and file.read_text() == spoiled


def test_positions_before_the_fault_are_printed(run, file, record):
    good = run("replay", file, "--json").out.splitlines()
    file.write_text(line(record, 15, "hit 99"))
    ran = run("replay", file, "--json")
    assert ran.out.splitlines() == good[:6]
    assert ran.err.startswith('my.game:15: "hit 99" cannot be played now; legal: ')


def test_at_most_forty_legal_moves_are_named(run, tmp_path):
    path = tmp_path / "long.game"
    path.write_text("Game: oriflamme\nPlayers: 5\nSeed: 1\n\n")
    many = max(len(run("moves", path).out.splitlines()), 1)
    path.write_text("Game: oriflamme\nPlayers: 5\nSeed: 1\n\npass\n")
    err = run("replay", path).err
    assert err.count("place") == min(many, 40)


def test_binary_names_the_line_where_text_ends(run, file):
    file.write_bytes(b"Game: oriflamme\nPlayers: 3\n\xff\xfe\x00\n")
    assert run("replay", file) == (2, "", "my.game:3: This is not UTF-8 text; a record is a text file.\n")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("none.game", "none.game: There is no such file."),
        (".", ".: This is a folder, not a file."),
        ("my.game/x", "my.game/x: This is not a folder."),
        ("a\x00b", "a\\x00b: The file cannot be used (embedded null byte)."),
    ],
)
def test_file_that_cannot_be_read(run, file, name, what):
    ran = run("replay", name)
    assert ran.out == "" and ran.err == what + "\n"
    assert ran.code == (1 if "null" in what else 2)


def test_file_without_permission(run, file, monkeypatch):
    """Root may read everything, so the system's refusal is put into its mouth."""

    def refuse(path, *arguments, **more):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("intrigue.terminal.files.open", refuse, raising=False)
    assert run("replay", file) == (2, "", "my.game: You may not open this file.\n")


def test_control_characters_do_not_reach_the_terminal(run, file, record):
    file.write_text(line(record, 10, "place \x1b[31mspy\x0b\u2028first"))
    ran = run("replay", file)
    assert ran.code == 2 and ran.err.count("\n") == 1
    assert "\x1b" not in ran.err and "\\x1b[31mspy" in ran.err and len(ran.err.splitlines()) == 1


def test_no_spoiled_record_brings_a_traceback(run, file, record):
    dice = random.Random(1)
    for _ in range(300):
        data = bytearray(record.encode())
        for _ in range(dice.randrange(1, 4)):
            where = dice.randrange(len(data))
            how = dice.randrange(4)
            if how == 0:
                del data[where : where + dice.randrange(1, 30)]
            elif how == 1:
                data[where : where + 1] = bytes([dice.randrange(256)])
            elif how == 2:
                data[where:where] = data[dice.randrange(len(data)) :][:20]
            else:
                data[where:where] = b"\n"
        Path("my.game").write_bytes(bytes(data))
        ran = run("replay", "my.game", "--json")
        assert ran.code in (0, 2)
        assert (ran.err == "") == (ran.code == 0)
        assert ran.code == 0 or ran.err.startswith("my.game:")


def test_nothing_endless_is_read(run, tmp_path):
    ran = run("replay", "/dev/zero")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1) and "/dev/zero: This file is too large" in ran.err
    (tmp_path / "large.game").write_bytes(b"# comment\n" * 500_000)
    assert run("moves", tmp_path / "large.game").code == 2
    assert run("play", "--resume", "/dev/zero").code in (0, 2)  # without a terminal it reads nothing
