"""Bots in `intrigue play`: levels, lists of bots, programs, and saved games that go on as they would have."""

from __future__ import annotations

import io
import os
import shlex
import sys
from pathlib import Path

import pytest
from terminal.talking import Person, converse, options, talk

import intrigue
from intrigue.bots import LEVELS, make
from intrigue.bots.sight import Sight, decision_seed
from intrigue.cli import main
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.locale import LANGUAGES, words
from intrigue.terminal import bot_process, files, opponents, play
from intrigue.terminal.console import Talk
from intrigue.terminal.opponents import Notice, Opponents, specs_by_seat

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
PROGRAM = f"cmd:{shlex.join([sys.executable, str(EXAMPLE)])},ms=60000"
TABLE = {"game": "oriflamme", "players": 3, "seed": 4}


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def moves_in(name: str) -> list[str]:
    return Record.parse(Path(name).read_bytes()).moves


# Levels


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_have_a_name_and_half_a_sentence(language):
    said = words(language)
    names = [said(f"level.{level}") for level in LEVELS]
    kinds = [said(f"level.{level}.is") for level in LEVELS]
    assert len(set(names)) == len(set(kinds)) == 5 and all(name[0].isupper() for name in names)
    assert not any(kind.endswith(".") for kind in kinds)


@pytest.mark.parametrize(("typed", "name"), [("", "Knight"), ("1", "Page"), ("5", "Duke")])
def test_menu_asks_for_a_level(typed, name, monkeypatch):
    monkeypatch.setattr(Opponents, "sit", lambda self, match, talk: None)
    monkeypatch.setattr(Opponents, "move", lambda self, match: match.moves()[0])
    out = converse(f"\n3\n{typed}\n", bots=None, seed=4)
    assert out.index("How many players") < out.index("How strong should your opponents be?")
    assert "  2 Squire: once you know the cards\n" in out
    assert f"Your opponents: ⚜ Lily ({name}) and ☀ Sun ({name}).\n" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_level_of_the_command_line_is_told_in_the_language(language):
    conversation = Talk(words(language), Person(""), io.StringIO())
    play.play(options(level="squire", **TABLE), conversation)
    out = conversation.target.getvalue()
    assert out.count(f"({words(language)('level.squire')})") == 2
    assert "--level squire" in out


def test_game_on_the_command_line_starts_at_once_with_the_usual_level():
    out = converse(bots=None, **TABLE)
    assert "How strong" not in out and out.count("(Knight)") == 2
    assert out.endswith("  intrigue play oriflamme --players 3 --edition fr --seed 4\n")


@pytest.mark.parametrize("game", intrigue.games())
def test_every_level_is_another_bot_that_sits(game):
    rules = intrigue.game(game)
    specs = [make(level).sit(rules, 3, 1).spec for level in LEVELS]
    assert len(set(specs)) == 5


# Lists of bots


def test_bots_take_the_seats_that_are_free():
    assert specs_by_seat("random", 3) == ["random"] * 3
    assert specs_by_seat("greedy,random", 3, seat=2) == ["greedy", "", "random"]
    assert specs_by_seat("greedy,search:sims=2,playout=random", 3, seat=1) == [
        "",
        "greedy",
        "search:sims=2,playout=random",
    ]
    out = converse(bots="greedy,page", seat=2, **TABLE)
    assert "Your opponents: ♜ Tower (greedy) and ☀ Sun (Page).\n" in out
    assert "--bots greedy,page" in out


def test_number_of_bots_tells_the_number_of_players():
    out = converse(bots="page,page,greedy,random", game="oriflamme", seed=4)
    assert "How many players" not in out and "★ Star (random)." in " ".join(out.split())


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ({"bots": "hal"}, "error.no_bot"),
        ({"bots": ""}, "error.no_bot"),
        ({"bots": "greedy:depth=3"}, "error.bot_option"),
        ({"bots": "page,page,page"}, "cli.number_of_opponents"),
        ({"bots": "page,page,page,page,page", "players": None}, "error.players"),
        ({"bots": "greedy", "level": "duke"}, "cli.level_or_bots"),
        ({"bots": "cmd:./a\nb"}, "error.no_bot"),
        ({"level": "king"}, "error.no_bot"),
    ],
)
def test_bad_bots_are_refused_before_anything_is_said(said, key):
    conversation = talk()
    with pytest.raises(IntrigueError) as fault:
        play.play(options(**(TABLE | said)), conversation)
    assert fault.value.key == key and conversation.target.getvalue() == "" and os.listdir() == []


def test_level_that_does_not_exist_is_a_fault_of_usage(run):
    ran = run("play", "--level", "king")
    assert ran.code == 2 and "choose from page, squire, knight, count, duke." in ran.err


# Saved games


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("oriflamme", "random"),
        ("oriflamme", "page"),
        ("ablaze", "greedy"),
        ("oriflamme-mix", "squire,random"),
        ("richelieu", "knight"),
        ("oriflamme", f"{PROGRAM},random"),
        ("oriflamme", "search:sims=2"),
        ("oriflamme", "search:sims=2,greedy"),
    ],
)
def test_saved_game_goes_on_as_it_would_have(game, bots):
    table = {"game": game, "players": 3, "seed": 9}
    converse(then="1", bots=bots, save="whole.game", **table)
    converse("1\n" * 7 + "quit\n", bots=bots, save="parts.game", **table)
    again = {"bots": bots if "cmd:" in bots else None}
    assert 0 < len(moves_in("parts.game")) < len(moves_in("whole.game"))
    converse(then="1", resume="parts.game", **again)
    assert moves_in("parts.game") == moves_in("whole.game")
    assert Path("parts.game").read_text() == Path("whole.game").read_text()


def test_bots_are_kept_in_the_file():
    converse("1\n1\nquit\n", level="squire", save="a.game", **TABLE)
    assert Path("a.game").read_text().startswith("# intrigue play: seat 1, seed 4, bots squire\n")
    assert "(Squire)" in converse("1\n1\nquit\n", resume="a.game", bots=None)
    converse("1\n1\nquit\n", resume="a.game", bots="greedy,page")
    assert Path("a.game").read_text().startswith("# intrigue play: seat 1, seed 4, bots greedy,page\n")


def test_old_save_means_random_bots():
    converse("1\n1\n1\nquit\n", bots="random", save="new.game", **TABLE)
    text = Path("new.game").read_text()
    assert text.startswith("# intrigue play: seat 1, seed 4\n")
    Path("old.game").write_text(text)
    assert "(random)" in converse(then="1", resume="old.game", bots=None)
    converse(then="1", bots="random", save="whole.game", **TABLE)
    assert moves_in("old.game") == moves_in("whole.game")


def test_record_of_somebody_else_meets_the_usual_level():
    Path("theirs.game").write_text(str(intrigue.new("oriflamme", players=3, seed=4).record))
    assert "(Knight)" in converse(resume="theirs.game", bots=None)


@pytest.mark.parametrize(
    ("bots", "key"),
    [("hal", "error.no_bot"), ("page,page,page", "cli.number_of_opponents"), ("greedy:x=1", "error.bot_option")],
)
def test_bad_bots_in_a_file_are_its_fault(bots, key):
    record = intrigue.new("oriflamme", players=3, seed=4).record
    Path("a.game").write_text(f"# intrigue play: seat 1, seed 4, bots {bots}\n{record}")
    with pytest.raises(files.BadFile) as fault:
        play.play(options(resume="a.game", bots=None), talk())
    assert (fault.value.where, fault.value.key) == ("a.game", key)


# Programs


def test_file_may_not_start_programs():
    """A saved game may come from anywhere."""
    record = intrigue.new("oriflamme", players=3, seed=4).record
    Path("a.game").write_text(f"# intrigue play: seat 1, seed 4, bots cmd:touch trace,random\n{record}")
    with pytest.raises(files.BadFile) as fault:
        play.play(options(resume="a.game", bots=None), talk())
    assert "intrigue play --resume a.game --bots 'cmd:touch trace,random'" in str(fault.value)


def test_command_to_go_on_names_the_programs():
    out = converse("1\n1\nquit\n", bots=PROGRAM, save="a.game", **TABLE)
    assert "--resume a.game --bots" in out and shlex.quote(PROGRAM) in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_program_that_fails_is_a_line_in_the_language(language, run):
    ran = run("simulate", "oriflamme", "--players", 3, "--bots", "cmd:./none,random,random", "--lang", language)
    assert ran.code == 0 and intrigue.load(ran.out).over
    said = words(language)
    reason = said("error.program_start", name="./none", reason="No such file or directory")
    told = said("error.program_failed", bot="cmd:./none", seat=1, game="oriflamme", reason=reason)
    assert ran.err == f"{told}\n"


def test_program_that_fails_does_not_end_the_game(capsys):
    out = converse(then="1", bots="cmd:false,random", **TABLE)
    assert "wins." in out or "share the victory" in out
    assert capsys.readouterr().err.count("\n") == 1


# Thinking elsewhere


class Kept(bot_process.Thinker):
    """Processes that tests look at afterwards."""

    made: list[bot_process.Thinker] = []

    def __init__(self, game) -> None:
        super().__init__(game)
        self.made.append(self)


@pytest.fixture
def processes(monkeypatch):
    monkeypatch.setattr(bot_process, "Thinker", Kept)
    Kept.made = []
    yield Kept.made
    for process in Kept.made:
        process.stop()


def alone(match: Match, spec: str, seed: int) -> str:
    bot = make(spec).sit(match.game, match.players, match.to_act or 0)
    return bot.choose(Sight(match), decision_seed(seed, len(match.played), match.to_act or 0))


def test_process_thinks_what_the_bot_would_think(processes):
    match = intrigue.new("oriflamme", players=3, seed=3)
    others = Opponents("search:sims=5", 3, match.to_act % 3 + 1, seed=3)
    others.sit(match, talk())
    try:
        assert others.move(match) == alone(match, "search:sims=5", 3)
        processes[0].client.process.kill()  # and without it too
        assert others.move(match) == alone(match, "search:sims=5", 3)
        assert others.thinker is None
    finally:
        others.leave()


def test_process_knows_the_deck_file(deck, processes):
    table = {"game": "richelieu", "players": 2, "seed": 9, "deck": str(deck)}
    converse("1\n" * 20 + "quit\n", bots="search:sims=2", save="a.game", **table)
    match = play.resume(options(resume="a.game", deck=str(deck), bots=None), talk()).match
    other, checked = Match.begin(match.game, match.record), 0
    for move, seat in match.played:
        if seat == 2 and len(other.moves()) > 1:
            assert alone(other, "search:sims=2", 9) == move
            checked += 1
        other.play(move)
    assert checked > 2


COMPILES = """
import os
os.write(1, b'{"compiled": [1, 2]}\\n')
input()
os.write(1, b'{"actions": [3]}\\n')
input()
"""


def test_nobody_waits_once_the_answer_is_there(monkeypatch, processes):
    monkeypatch.setattr(bot_process.process, "command", lambda: [sys.executable, "-c", COMPILES])
    monkeypatch.setattr(bot_process, "TICK", 60.0)
    asked, progress = bot_process.Thinker(intrigue.game("oriflamme")), []

    def wait() -> None:
        progress.append((asked.done, asked.total))
        asked.client.tell({})

    assert asked.answer(wait) == (3,)
    assert progress == [(1, 2)]


class Interrupting(Person):
    def readline(self, size: int = -1) -> str:
        raise KeyboardInterrupt


def test_nothing_is_left_of_the_process_after_an_interrupt(processes):
    match = intrigue.new("oriflamme", players=3, seed=3)
    conversation = Talk(words("en"), Interrupting(), io.StringIO())
    with pytest.raises(KeyboardInterrupt):
        play.play(options(game="oriflamme", players=3, seed=3, seat=match.to_act, bots="duke"), conversation)
    (process,) = processes
    assert process.client.process.returncode is not None


def test_no_process_is_started_for_bots_that_do_not_search(processes):
    converse("1\n1\n", level="knight", **TABLE)
    converse("1\n1\n", bots="random,page", **TABLE)
    assert processes == []


class Slow:
    done, total = 3, 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_waits_is_told_why_once(language, monkeypatch):
    monkeypatch.setattr(opponents, "PATIENCE", -1)
    conversation = Talk(words(language), Person(), io.StringIO(), columns=lambda: 200)
    drawn = []
    notice = Notice(conversation, Slow())
    monkeypatch.setattr(notice.bar, "draw", lambda *told: drawn.append(told))
    notice("play.warming")
    notice("play.warming")
    assert conversation.target.getvalue().split() == words(language)("play.warming").split()
    assert [told[:2] for told in drawn] == [(3, 10)] * 2


def test_nobody_is_told_of_a_short_wait():
    conversation = talk()
    Notice(conversation, Slow())("play.thinking")
    assert conversation.target.getvalue() == ""


# Interpreted or compiled


@pytest.mark.parametrize("game", ["oriflamme", "richelieu"])
def test_plain_way_is_the_compiled_way(game):
    match = intrigue.new(game, players=3, seed=5)
    for spec in ("greedy", "greedy:noise=200", "random"):
        for seed in range(3):
            assert opponents.move_without_waiting(make(spec), Sight(match), seed) == make(spec).choose(
                Sight(match), seed
            )


def test_help_names_the_levels(capsys):
    assert main(["play", "--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "page, squire, knight, count or duke" in out
