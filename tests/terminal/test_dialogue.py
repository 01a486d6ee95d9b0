"""`intrigue play` as a conversation over two streams."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from terminal.talking import Person, converse, options, talk

import intrigue
from intrigue.engine.errors import IntrigueError
from intrigue.games.oriflamme import sketch
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.locale import LANGUAGES, words
from intrigue.terminal import play, saves
from intrigue.terminal.console import Talk
from intrigue.terminal.dialogue import Dialogue


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def at(text: str, lines: str, seat: int) -> tuple[Dialogue, str]:
    """A conversation that starts at a sketch."""
    conversation = talk(lines)
    dialogue = Dialogue(conversation, intrigue.load(sketch.record(text)), seat, seed=1)
    dialogue.run()
    return dialogue, conversation.target.getvalue()


@pytest.mark.parametrize("game", ["oriflamme", "ablaze", "oriflamme-mix"])
@pytest.mark.parametrize("seat", [1, 3])
def test_whole_game_by_always_taking_the_first_option(game, seat):
    out = converse(then="1", game=game, players=4, seed=5, seat=seat)
    assert "The game is over." in out and out.count("All cards lie open now:") == 1
    assert "\x1b" not in out
    assert out.count(" influence\n") >= 4 and (" wins." in out or " share the victory." in out)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_nothing_is_wider_than_the_terminal(columns):
    conversation = talk("?\n? lord\nlog\ndiscards\nnonsense\n", "1", columns)
    play.play(options(game="ablaze", players=5, seed=11, name="A name with many words"), conversation)
    typed_after = "Your choice (? for help): "
    for line in conversation.target.getvalue().replace(typed_after, typed_after + "\n").splitlines():
        assert len(line) <= columns


@pytest.mark.parametrize("language", [language for language in LANGUAGES if "play.prompt" in words(language)])
def test_whole_game_in_every_language(language):
    log, quit = (words(language)(f"play.command.{name}") for name in ("log", "quit"))
    conversation = Talk(words(language), Person(f"?\n{log}\n{quit}\na.game\n"), io.StringIO(), columns=lambda: 60)
    play.play(options(game="oriflamme-mix", players=5, seed=2), conversation)
    conversation.source = Person("? 1\ndiscards\n", "1")
    play.play(options(resume="a.game"), conversation)
    match = intrigue.load(Path("a.game").read_text())
    assert match.over and match.edition == intrigue.game("oriflamme-mix").usual_edition(language)
    assert max(map(len, conversation.target.getvalue().splitlines())) < 90


def test_newcomer_is_told_what_it_is_about_and_asked_what_is_missing():
    out = converse("\n\n")
    assert (
        out.index("Welcome") < out.index("Which game") < out.index("After six rounds") < out.index("How many players")
    )
    assert "You are ♜ Tower; the others are bots." in out and "Oriflamme, round 1 of 6" in out
    out = converse("9\nx\n3\n2\n5\n")
    assert out.count("Type a number from 1 to 4.") == 2 and out.count("Type a number from 3 to 5.") == 1
    assert "Oriflamme and Ablaze mixed, round 1 of 6" in out and "★ Star" in out


def test_edition_follows_the_language_and_name_the_option():
    conversation = talk()
    play.play(options(game="oriflamme", players=3, seed=1, name="Ann", save="a.game"), conversation)
    match = intrigue.load(text := Path("a.game").read_text())
    assert match.edition == "fr" and match.names == ["Ann", "Lily", "Sun"]
    assert text.startswith("# intrigue play: seat 1, seed 1\n")


def test_save_quit_resume_equals_the_uninterrupted_game():
    converse(then="1", game="ablaze", players=4, seed=9, seat=2, save="whole.game")
    converse("1\n1\n1\nquit\n", game="ablaze", players=4, seed=9, seat=2, save="parts.game")
    for _ in range(200):
        if intrigue.load(Path("parts.game").read_text()).over:
            break
        out = converse("1\n1\nquit\n", resume="parts.game")
        assert (
            "Go on later with this command:\n  intrigue play --resume parts.game" in out or "The game is over." in out
        )
    assert Path("parts.game").read_text() == Path("whole.game").read_text()


def test_resumed_game_shows_what_happened_since_the_last_own_move():
    converse("1\n1\n1\n1\nquit\n", game="oriflamme", players=4, seed=5, save="a.game")
    out = converse(resume="a.game")
    last = saves.read("a.game", options()).match.played
    assert "You are ♜ Tower. The game goes on from a.game." in out
    assert 0 < out.count("\n  ") and len(last) > 4


def test_finished_game_can_be_looked_at_again():
    converse(then="1", game="oriflamme", players=3, seed=5, save="a.game")
    before = Path("a.game").read_text()
    assert "All cards lie open now:" in converse(resume="a.game")
    assert Path("a.game").read_text() == before


def test_every_own_move_is_saved_at_once():
    converse("1\n", game="oriflamme", players=3, seed=7, seat=3, save="a.game")  # then the input ends
    assert len(intrigue.load(Path("a.game").read_text()).played) >= 1


def test_end_of_input_leaves_cleanly_and_says_how_to_start_again():
    out = converse(game="oriflamme", players=3, seed=7)
    assert out.endswith(
        "The game was not saved. The same deal starts again with this command:\n"
        "  intrigue play oriflamme --players 3 --bots random --edition fr --seed 7\n"
    )
    assert os.listdir() == []


def test_quit_asks_where_to_save():
    out = converse("quit\n\n", game="oriflamme", players=3, seed=7)
    assert "Enter means oriflamme-7.game" in out and os.listdir() == ["oriflamme-7.game"]
    out = converse("quit\noriflamme-7.game\nmine.game\n", game="oriflamme", players=3, seed=7)
    assert "oriflamme-7.game: This file exists already" in out and "--resume mine.game" in out
    out = converse("quit\n-\n", game="oriflamme", players=3, seed=7)
    assert "The game was not saved." in out and len(os.listdir()) == 2


def test_interrupt_saves_if_it_is_known_where():
    class Impatient(Person):
        def readline(self, size: int = -1) -> str:
            raise KeyboardInterrupt

    conversation = Talk(words("en"), Impatient(), io.StringIO())
    with pytest.raises(KeyboardInterrupt):
        play.play(options(game="oriflamme", players=3, seed=7, save="a.game"), conversation)
    assert "Go on later with this command:\n  intrigue play --resume a.game" in conversation.target.getvalue()
    assert not intrigue.load(Path("a.game").read_text()).over


def test_file_that_cannot_be_written_is_told_and_the_game_goes_on():
    out = converse("save none/a.game\nsave .\n1\n", game="oriflamme", players=3, seed=7)
    assert "none/a.game: The folder of this file does not exist." in out.replace("\n", " ")
    assert ".: This file exists already" in out and "Where do you place" in out


def test_record_can_be_kept_after_the_end():
    out = converse(then="1", game="oriflamme", players=3, seed=7)
    answers = out.count("Your choice (? for help):")
    out = converse("1\n" * answers + "log\ndiscards\nsave end.game\n", game="oriflamme", players=3, seed=7)
    assert "The record of the game is in end.game." in out and intrigue.load(Path("end.game").read_text()).over


def test_moves_in_notation_numbers_and_names_choose_the_same():
    def record(lines: str) -> list[str]:
        converse(lines, game="oriflamme", players=3, seed=7, seat=3, save="a.game")
        moves = intrigue.load(Path("a.game").read_text()).played
        os.remove("a.game")
        return [move for move, by in moves if by == 3]

    assert record("place archer first\n") == record("1\n") == record("archer\n") == record("  place  archer first \n")


def test_unclear_answers_change_nothing():
    out = converse(
        "0\n99\n-1\nplace\nplace king first\nхто\n²\n\x1b[A\n",
        game="oriflamme",
        players=3,
        seed=7,
        seat=3,
        save="a.game",
    )
    assert out.count("cannot be chosen now. Type a number from 1 to 7") == 8 and "\x1b" not in out
    assert intrigue.load(Path("a.game").read_text()).played == []


def test_card_is_explained_by_number_or_name():
    out = converse("?1\n? 2\n?royal decree\n? 77\n? zzz\n", game="oriflamme", players=3, seed=7, seat=3)
    assert out.count(" (Character)\n") + out.count(" (Intrigue)\n") == 3
    assert "Royal Decree (Intrigue)" in out and out.count("There is no card to explain there.") == 2


def test_face_down_card_of_another_is_not_explained():
    _, out = at("1spy 2Soldier 3heir @2", "?1\n?2\n", seat=2)
    assert out.count("eliminate a face-down card") > 1 and out.count("There is no card to explain there.") == 2


def test_help_names_the_commands_and_the_signs():
    out = converse("?\n", game="ablaze", players=3, seed=7)
    for word in ("row", "log", "discards", "save", "quit", "▶", "●", "░░░"):
        assert f"\n  {word} " in out


def test_second_step_can_go_back_to_the_first():
    _, out = at("1spy 2heir 3lord; place 1", "1\n0\n", seat=1)
    assert out.count("which card do you place?") == 2 and out.count("0 choose anew") == 1


def test_royal_decree_asks_for_the_card_and_then_for_the_place():
    dialogue, out = at("1royal_decree 2Spy 3Heir 2lord @1", "1\n1\n1\n", seat=1)
    assert "which card does the Royal Decree move?" in out and "Where does the card go?" in out
    assert "  1 to slot 1: >⚜ Spy<  ♜ Royal Decree\n" in out and "  2 to slot 3: ☀ Heir  >⚜ Spy<  ⚜ ░░░\n" in out
    assert "  3 to slot 4: ⚜ ░░░  >⚜ Spy<\n" in out
    assert [move for move, by in dialogue.match.played][:2] == ["reveal", "move 2 to 1"]


def test_nothing_hidden_is_printed():
    """Nobody reads the name of a card of another family before it lies face up."""
    conversation = talk(then="1")
    dialogue = Dialogue(conversation, intrigue.new("oriflamme", players=3, seed=8), 1, seed=8)
    step = dialogue.choice

    def choice() -> str:
        before = conversation.target.tell()
        move = step()
        view = dialogue.view()
        out = conversation.target.getvalue()[before:]
        told = {kind for event in dialogue.match.events_for(1) for kind in kinds_in(event.values)}
        seen = set(kinds_in(view)) | told | set(view["players"][0]["hand"] + view["players"][0]["aside"])
        seen |= {kind for player in view["players"] for kind in player["discard"]}
        for kind in set(NAMES) - seen:
            assert words("en")(f"card.{kind}.name") not in out
        return move

    dialogue.choice = choice
    dialogue.run()
    assert dialogue.match.over


def kinds_in(value):
    if isinstance(value, dict):
        yield from ([value["kind"]] if value.get("kind") else [])
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from kinds_in(inner)


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ({"game": "chess"}, "error.no_game"),
        ({"players": 6}, "error.players"),
        ({"game": "oriflamme", "players": 2}, "error.players"),
        ({"edition": "zz"}, "error.no_edition"),
        ({"name": "a,b"}, "error.name"),
        ({"name": "A\udcff"}, "error.name"),
        ({"game": "oriflamme", "deck": "old.game"}, "error.no_option"),
        ({"game": "richelieu", "deck": "old.game"}, "deck.not_toml"),
        ({"game": "richelieu", "deck": "none.toml"}, "file.missing"),
        ({"save": "none/a.game"}, "file.no_folder"),
        ({"save": "/proc/none/a.game"}, "file.no_folder"),
        ({"game": "oriflamme", "players": 3, "edition": "de"}, "error.no_edition"),
        ({"seat": 0}, "cli.seat"),
        ({"players": 3, "seat": 4}, "cli.seat"),
        ({"game": "oriflamme", "players": 3, "name": "a,b"}, "error.name"),
        ({"save": "old.game"}, "file.exists"),
        ({"resume": "old.game", "game": "oriflamme"}, "cli.resume_alone"),
        ({"resume": "old.game"}, "error.not_a_header"),
        ({"resume": "none.game"}, "file.missing"),
    ],
)
def test_bad_options_stop_before_anything_is_said(said, key):
    Path("old.game").write_text("rubbish\n")
    conversation = talk(then="1")
    with pytest.raises(IntrigueError) as fault:
        play.play(options(**said), conversation)
    assert fault.value.key == key and conversation.target.getvalue() == ""
    assert os.listdir() == ["old.game"] and Path("old.game").read_text() == "rubbish\n"
