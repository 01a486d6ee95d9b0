"""Saving and resuming: nothing that exists is damaged, and no game is lost."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from terminal.talking import Person, converse, options, talk

import intrigue
from intrigue.engine.record import Record
from intrigue.locale import words
from intrigue.terminal import files, play, saves
from intrigue.terminal.console import Talk


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def foreign() -> str:
    """A record that nobody saved from here."""
    text = "# my analysis\n" + str(intrigue.new("oriflamme", players=3, seed=4).record)
    Path("theirs.game").write_text(text)
    return text


def test_record_of_somebody_else_is_played_on_but_never_written(foreign):
    out = converse("1\n1\nquit\n\n", resume="theirs.game", seat=2)
    assert "theirs.game was not saved from here, so it stays as it is." in out.replace("\n", " ")
    assert Path("theirs.game").read_text() == foreign
    saved = Path("oriflamme-0.game").read_text()
    assert saved.startswith("# intrigue play: seat 2, seed 0\n# my analysis\n") and len(intrigue.load(saved).played) > 2


def test_record_of_somebody_else_can_be_saved_elsewhere_from_the_start(foreign):
    out = converse("1\n1\n", resume="theirs.game", save="mine.game")
    assert "The game is saved to mine.game." in out.replace("\n", " ") and "--resume mine.game" in out
    assert Path("theirs.game").read_text() == foreign and intrigue.load(Path("mine.game").read_text()).played


def test_game_that_is_not_saved_is_resumed_from_where_it_came(foreign):
    out = converse("1\n", resume="theirs.game", seat=2)
    assert out.endswith("  intrigue play --resume theirs.game --seat 2 --bots random\n")
    assert os.listdir() == ["theirs.game"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_comments_line_ends_and_mode_are_kept(end, mark):
    converse("1\n1\nquit\n", game="oriflamme", players=3, seed=4, save="a.game")
    before = Path("a.game").read_text().replace("\n", end).replace(end + end, f"{end}# thinking{end}{end}", 1)
    before = mark + before + f"# a remark at the end{end}"
    Path("a.game").write_text(before, newline="")
    Path("a.game").chmod(0o600)
    converse("1\n1\n1\nquit\n", resume="a.game")
    with open("a.game", newline="", encoding="utf-8") as file:
        after = file.read()
    assert after.startswith(before) and len(Record.parse(after).moves) > len(Record.parse(before).moves)
    assert after.count("\n") == after.count(end) and os.stat("a.game").st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "text", ["Game: oriflamme\nPlayers: 3\nSeed: 4", "Game: oriflamme\nPlayers: 3\nSeed: 4\n# x\n"]
)
def test_moves_never_become_headers(text):
    Path("a.game").write_text(f"# intrigue play: seat 1, seed 4\n{text}")
    converse("1\n1\n1\n", resume="a.game")
    assert len(intrigue.load(Path("a.game").read_text()).played) > 1


def test_seat_of_a_saved_game_can_change():
    converse("1\n1\nquit\n", game="oriflamme", players=3, seed=4, save="a.game")
    converse("1\n1\nquit\n", resume="a.game", seat=3)
    assert Path("a.game").read_text().startswith("# intrigue play: seat 3, seed 4\n")


def test_finished_game_is_not_written_again(monkeypatch):
    converse(then="1", game="oriflamme", players=3, seed=5, save="a.game")
    monkeypatch.setattr(files, "write", lambda *text: pytest.fail("written"))
    out = converse(resume="a.game")
    assert "All cards lie open now:" in out and "intrigue replay a.game" in out
    text = Path("a.game").read_text().partition("\n")[2]
    Path("theirs.game").write_text(text)
    assert "intrigue replay theirs.game" in converse(resume="theirs.game")


def broken(name: str, text: str) -> None:
    raise files.BadFile(name, "file.other", reason="No space left on device")


def test_quit_asks_for_another_name_when_saving_fails(monkeypatch):
    write = files.write
    monkeypatch.setattr(files, "write", lambda name, text: (broken if name == "a.game" else write)(name, text))
    out = converse("1\n1\nquit\nb.game\n", game="oriflamme", players=3, seed=4, save="a.game")
    assert "could not be saved to a.game" in out and "Save the game to which file?" in out
    assert os.listdir() == ["b.game"] and "--resume b.game" in out and out.count("Saved to") == 1


def test_game_finds_shelter_when_its_file_fails_and_nobody_can_be_asked(monkeypatch):
    write = files.write
    monkeypatch.setattr(files, "write", lambda name, text: (broken if name == "a.game" else write)(name, text))
    out = converse("1\n1\n", game="oriflamme", players=3, seed=4, save="a.game")
    assert os.listdir() == ["oriflamme-4.game"] and "--resume oriflamme-4.game" in out
    monkeypatch.setattr(files, "write", broken)
    out = converse("1\n1\n", game="oriflamme", players=3, seed=4, save="a.game")
    assert "The game was not saved." in out and "--seed 4" in out


def test_record_can_be_kept_after_the_end_when_its_file_fails(monkeypatch):
    write = files.write
    monkeypatch.setattr(files, "write", lambda name, text: (broken if name == "a.game" else write)(name, text))
    answers = converse(then="1", game="oriflamme", players=3, seed=4).count("Your choice (? for help):")
    out = converse("1\n" * answers + "sav x\nsave b.game\n", game="oriflamme", players=3, seed=4, save="a.game")
    assert "intrigue replay b.game" in out and intrigue.load(Path("b.game").read_text()).over


def test_file_that_may_not_be_written_is_not_replaced(monkeypatch):
    converse("1\n1\nquit\n", game="oriflamme", players=3, seed=4, save="a.game")
    monkeypatch.setattr(os, "access", lambda *asked: False)  # root may write everything
    with pytest.raises(files.BadFile) as fault:
        play.play(options(resume="a.game"), talk())
    assert fault.value.key == "file.forbidden"


def test_save_starts_with_the_name_as_it_was_typed():
    out = converse(game="oriflamme", players=3, seed=7, name="Ann O'Hara", seat=2)
    assert out.endswith(" --seed 7 --seat 2 --name 'Ann O'\"'\"'Hara'\n")


@pytest.mark.parametrize("game", intrigue.games())
def test_help_after_the_end(game):
    answers = converse(then="1", game=game, players=3, seed=4).count("Your choice (? for help):")
    out = converse("1\n" * answers + "?\n? 1\nlog\n\n", game=game, players=3, seed=4)
    after = out.rpartition("wins.")[2] or out.rpartition("share the victory.")[2]
    assert "all that has happened so far" in after and "choose that option" not in after


def test_nothing_is_written_that_is_no_text(tmp_path):
    with pytest.raises(files.BadFile) as fault:
        files.write("a.game", "\udcff")
    assert fault.value.key == "file.not_utf" and os.listdir() == []


@pytest.mark.parametrize("language", ["fr", "ru", "uk"])
def test_words_for_saving_are_those_of_the_language(language):
    said = words(language)
    conversation = Talk(said, Person(f"{said('play.command.save')} a.game\n"), io.StringIO())
    play.play(options(game="oriflamme", players=3, seed=5), conversation)
    assert saves.read("a.game", options()).seat == 1
