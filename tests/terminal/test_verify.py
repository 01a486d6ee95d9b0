"""`intrigue verify`: what it says of games that are fair, of games that are not, and of files that are neither."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from web.table.stories import ANN, BOB, CYD, SECRET, Story, people_at

from intrigue.engine.fair import commitment
from intrigue.locale import LANGUAGES
from intrigue.web.table import requests


@pytest.fixture(scope="module")
def record_text() -> str:
    """A finished game of the site."""
    return people_at().play(random.Random(3)).table.record_text()


@pytest.fixture
def game(file: Path, record_text: str) -> Path:
    file.write_text(record_text, encoding="utf-8")
    return file


def test_a_fair_game_is_told_sentence_by_sentence(run, game):
    ran = run("verify", game)
    lines = ran.out.splitlines()
    assert ran.code == 0 and ran.err == "" and len(lines) == 5
    assert commitment(SECRET) in lines[0] and f"1: {1:032x}, 2: {2:032x}" in lines[1]
    assert lines[-1] == "Everything fits."


def test_the_same_record_can_be_replayed(run, game):
    ran = run("replay", game)
    assert ran.code == 0 and "Ann, Bob and Cyd" in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_it(run, game, language):
    ran = run("verify", game, "--lang", language)
    assert ran.code == 0 and "{" not in ran.out and len(set(ran.out.splitlines())) == 5


@pytest.mark.parametrize(
    "old, new, line, said",
    [
        ("secret 00", "secret 01", 0, "does not fit the commitment"),
        ("table k3", "table k4", 10, "does not follow from the secret"),
        ("bots none", "bots 1", 0, "does not follow from the commitment: 1."),
        ("\n\nplace ", "\n\nplace prince first\nplace ", 0, '"prince'),
    ],
)
def test_what_does_not_fit_is_named_and_the_code_is_1(run, game, record_text, old, new, line, said):
    assert old in record_text
    game.write_text(record_text.replace(old, new), encoding="utf-8")
    ran = run("verify", game)
    assert ran.code == 1 and ran.err == ""
    faults = [one for one in ran.out.splitlines() if one.startswith("my.game:")]
    if said == '"prince':
        where = record_text[: record_text.index("\n\nplace ")].count("\n") + 3
        assert faults == [f'my.game:{where}: "place prince first" could not be played there.']
    else:
        assert any(said in fault for fault in faults)
    assert ran.out.endswith("Something does not fit: this is not the game that was played.\n")


def test_an_illegal_fifth_move_is_found_on_its_line(run, game, record_text):
    lines = record_text.splitlines()
    at = lines.index("") + 5
    lines[at] = "hit 40"
    game.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = run("verify", game)
    assert ran.code == 1 and f'my.game:{at + 1}: "hit 40" could not be played there.' in ran.out


def test_what_a_player_kept_is_held_against_the_record(run, game):
    kept = ("--commitment", commitment(SECRET), "--nonce", f"1:{1:032x}", "--nonce", f"3:{3:032X}")
    ran = run("verify", game, *kept)
    lines = ran.out.splitlines()
    assert ran.code == 0 and len(lines) == 8 and lines[-1] == "Everything fits."
    assert "the fingerprint that you kept" in lines[4] and "seat 1" in lines[5] and "seat 3" in lines[6]


def test_a_nonce_that_the_server_swapped_is_found_by_whoever_kept_theirs(run, game):
    """The server saw what seats 1 and 3 added, and then wrote another number for seat 2; all else follows from it."""
    story = Story().seat_all()
    for person, seat, nonce in ((ANN, 1, 1), (CYD, 3, 3), (BOB, 2, 0xBAD)):
        story.ask(person, requests.Ready(seat, f"{nonce:032x}"))
    game.write_text(story.play(random.Random(3)).table.record_text(), encoding="utf-8")
    assert run("verify", game).code == 0
    assert run("verify", game, "--nonce", f"1:{1:032x}").code == 0
    ran = run("verify", game, "--nonce", f"2:{2:032x}")
    assert ran.code == 1 and f"my.game: Seat 2 added {0xBAD:032x} as the record has it" in ran.out
    assert ran.out.endswith("Something does not fit: this is not the game that was played.\n")


def test_another_commitment_or_a_seat_that_was_not_there_is_told(run, game):
    ran = run("verify", game, "--commitment", "0" * 64, "--nonce", f"4:{4:032x}")
    faults = [line for line in ran.out.splitlines() if line.startswith("my.game:")]
    assert ran.code == 1 and len(faults) == 2
    assert "a different fingerprint" in faults[0] and "no seat 4" in faults[1]


@pytest.mark.parametrize(
    "given",
    [("--commitment", "0" * 63), ("--commitment", "x" * 64), ("--nonce", "1"), ("--nonce", "0:" + "0" * 32)]
    + [("--nonce", "1:" + "0" * 31), ("--nonce", "0" * 32)],
)
def test_what_nobody_can_have_kept_is_bad_usage(run, game, given):
    ran = run("verify", game, *given)
    assert ran.code == 2 and ran.out == "" and given[0] in ran.err and given[1] in ran.err


@pytest.mark.parametrize(
    "spoil, where, said",
    [
        (lambda text: text.replace("commitment ", "commitment x"), ":2", "cannot be read"),
        (lambda text: text.replace("secret 00", "secret 0g"), ":3", "cannot be read"),
        (lambda text: text.replace("nonces ", "nonces " + "a" * 32 + " "), ":4", "cannot be read"),
        (lambda text: text.replace("bots none", "bots 4"), ":5", "cannot be read"),
        (lambda text: text.replace("kinds fixed", "weather fine"), ":6", "cannot be read"),
        (lambda text: text.replace("# intrigue deal: table", "# intrigue deal:table", 1), ":1", "cannot be read"),
        (lambda text: text.replace("# intrigue deal: table", "# table", 1), ":6", 'lacks its line "table"'),
        (lambda text: text[text.index("Game: ") :], "", "holds no proof"),
        (lambda text: text.replace("Players: 3", "Players: many"), ":9", "must be a whole number"),
        (lambda text: "rubbish\n", ":1", "is not a header"),
        (lambda text: "", ":1", "The header Game is missing."),
    ],
)
def test_a_file_that_is_no_proved_record_is_one_line_and_code_2(run, game, record_text, spoil, where, said):
    game.write_text(spoil(record_text), encoding="utf-8")
    ran = run("verify", game)
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith(f"my.game{where}: ") and said in ran.err and ran.err.count("\n") == 1


def test_a_missing_file_is_told(run, game):
    ran = run("verify", "none.game")
    assert ran.code == 2 and ran.err.startswith("none.game: ")


def test_bytes_that_are_no_text_are_told(run, game, record_text):
    game.write_bytes(record_text.encode() + b"\xff\n")
    ran = run("verify", game)
    assert ran.code == 2 and ran.err.startswith(f"my.game:{len(record_text.splitlines()) + 1}: ")


def test_several_files_are_checked_one_after_the_other(run, game, record_text):
    Path("other.game").write_text(record_text.replace("secret 00", "secret 01"), encoding="utf-8")
    ran = run("verify", game, "other.game")
    assert ran.code == 1 and "Everything fits." in ran.out and "other.game: The secret" in ran.out


def test_standard_input_and_other_line_ends_work(shell, record_text):
    ran = shell("verify", "-", input=("\ufeff" + record_text.replace("\n", "\r\n")).encode())
    assert ran.code == 0 and "Everything fits." in ran.out
