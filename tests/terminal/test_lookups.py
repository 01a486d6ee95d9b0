"""`intrigue card`, `games`, `bench`, help and bad usage."""

from __future__ import annotations

import sys
import types

import pytest

import intrigue
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.games.richelieu.cards import CARDS
from intrigue.games.richelieu.words import PRIZES
from intrigue.locale import LANGUAGES, words

COMMANDS = (
    "play",
    "serve",
    "admin",
    "replay",
    "verify",
    "simulate",
    "arena",
    "study",
    "moves",
    "card",
    "games",
    "bench",
)


@pytest.mark.parametrize("kind", NAMES)
def test_every_card_is_found_by_its_name_in_every_language(run, kind):
    expected = run("card", kind)
    assert expected.code == 0 and expected.out.startswith(words("en")(f"card.{kind}.name") + " (")
    for language in LANGUAGES:
        name = words(language)(f"card.{kind}.name")
        assert run("card", name.upper()) == expected
        assert run("card", *name.split()) == expected


def test_edition_decides_what_a_card_says(run):
    assert "gain 2 influence" in run("card", "schemer").out
    assert "gain 1 influence" in run("card", "schemer", "--edition", "ru").out
    assert "gain 1 influence" in run("card", "schemer", "--edition", "ru+ru").out
    assert "covered ones too" in run("card", "lord").out
    assert "only the top card counts" in run("card", "lord", "--edition", "ru").out
    ran = run("card", "lord", "--edition", "uk")
    assert ran.code == 2 and ran.err.startswith('intrigue: lord has no edition "uk"; there are: ')


def test_all_cards_are_listed(run):
    ran = run("card")
    assert ran.code == 0
    listed = [line.split()[0] for line in ran.out.splitlines() if line.startswith("  ")]
    assert listed == [*NAMES, *CARDS, *PRIZES.values()]


def test_unknown_card_names_what_is_close(run):
    assert run("card", "assasination") == (2, "", 'intrigue: There is no card "assasination". Perhaps: Assassination\n')
    assert run("card", "zzz") == (2, "", 'intrigue: There is no card "zzz". This lists all cards: intrigue card\n')


def test_games_lists_editions_and_players(run):
    out = run("games").out
    for name in intrigue.games():
        assert f"{name}: " in out
        for edition in intrigue.game(name).editions:
            assert f"edition {edition}: " in out
    assert out.count("3 to 5 players") == 3 and out.count("(usual in your language)") == 3
    assert out.count("by Adrien and Axel Hesling") == 3 and out.count("by Olivier Lamontagne") == 1
    assert out.endswith("not by their authors or publishers.\n")


def test_bench_hands_its_options_on(run, monkeypatch, tmp_path):
    bench = types.ModuleType("intrigue.bench")
    bench.run = lambda peers, out, seconds, write: print(peers, out, seconds) or 0
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "intrigue.bench", bench)
    assert run("bench", "--peers", "--out", "x.json", "--seconds", "0.5") == (0, "True x.json 0.5\n", "")
    assert run("bench") == (0, "False None 1.0\n", "")
    assert run("bench", "--seconds", "-1").code == 2
    assert run("bench", "--seconds", "nan").code == 2


def test_version_and_help(run):
    assert run("--version") == (0, f"intrigue {intrigue.__version__}\n", "")
    assert run().out == run("--help").out
    for command in COMMANDS:
        ran = run(command, "--help")
        assert ran.code == 0 and ran.err == "" and "Examples:\n  intrigue " in ran.out
        assert f"    {command} " in run("--help").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["replay"],
        ["replay", "x", "--jason"],
        ["moves"],
        ["games", "--lang", "xx"],
        ["replay", "x", "--seat", "a"],
        ["replay", "x", "--seat"],
        ["replay", "x", "--json=yes"],
        ["replay", ""],
        ["moves", ""],
        ["play", "--save", ""],
        ["play", "--stall-guard", "maybe"],
        ["simulate", "oriflamme", "--record", ""],
        ["bench", "--out", ""],
        ["simulate", "a\nb\x1b", "--x\ny"],
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_usage_is_one_line_with_a_hint_in_the_chosen_language(run, arguments, language):
    ran = run(*arguments, "--lang", language) if "--lang" not in arguments else run(*arguments)
    assert (ran.code, ran.out) == (2, "") and ran.err.count("\n") == 1
    assert ran.err.startswith("intrigue") and ran.err.endswith("--help\n")
    if "--lang" not in arguments:
        assert words(language)("help.hint", command="intrigue") in ran.err
        for english in ("invalid choice", "required", "expected", "unrecognized", "argument"):
            assert english not in ran.err


def test_fault_names_the_command_that_explains_it(run):
    said = "intrigue replay: Not known here: --jason --x. See: intrigue replay --help\n"
    assert run("replay", "x", "--jason", "--x").err == said
    assert run("simulate").err == "intrigue simulate: Missing: GAME. See: intrigue simulate --help\n"
    assert (
        run("replay", "x", "--seat").err == "intrigue replay: --seat: a value is missing. See: intrigue replay --help\n"
    )
    said = f'intrigue: COMMAND: there is no "dance"; choose from {", ".join(COMMANDS)}. See: intrigue --help\n'
    assert run("dance").err == said


def test_language_of_the_terminal_is_spoken(run, monkeypatch):
    assert run("card", "spy", "--lang", "en").out.startswith("Spy (")
    monkeypatch.setenv("LC_ALL", "tlh_QO.UTF-8")
    assert run("card", "spy").out.startswith("Spy (")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_the_language_and_fits(run, command, language, monkeypatch):
    monkeypatch.setattr("intrigue.terminal.streams.columns", lambda: 60)
    out = run(*command.split(), "--help", "--lang", language).out
    said = words(language)
    assert out.startswith(said("help.usage")) and f"\n{said('help.options')}\n" in out
    assert not {"usage:", "options:", "positional arguments:"} & set(out.splitlines()) and "usage:" not in out
    typed = [line for line in out.splitlines() if line.startswith("  intrigue ")]
    assert typed and all(len(line) <= 60 for line in out.splitlines() if line not in typed)
    description = out.partition("\n\n")[2].splitlines()[0]
    assert description[0].isupper()


def test_bench_looks_at_its_place_before_it_measures(run, tmp_path, monkeypatch):
    bench = types.ModuleType("intrigue.bench")
    bench.run = lambda *options: pytest.fail("measured")
    monkeypatch.setitem(sys.modules, "intrigue.bench", bench)
    for place, what in (("/proc/nope/x", "The folder of this file does not exist."), (tmp_path, "This is a folder")):
        ran = run("bench", "--out", place)
        assert (ran.code, ran.out) == (2, "") and what in ran.err and ran.err.count("\n") == 1


def test_bench_writes_whole_files(tmp_path, monkeypatch, capsys):
    from intrigue import bench
    from intrigue.terminal import files

    monkeypatch.setattr(bench.ours, "STEPS", [])
    assert bench.run(False, str(tmp_path / "a.json"), 0.1, files.write) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "a.md"]


def test_compiling_shows_a_bar_on_a_terminal_only(run, monkeypatch, tmp_path, capsys):
    told = []
    bench = types.ModuleType("intrigue.bench")
    bench.run = lambda *options: intrigue.game("oriflamme").compiler.progress(3, 12) or 0
    monkeypatch.setitem(sys.modules, "intrigue.bench", bench)
    monkeypatch.setattr("intrigue.terminal.streams.Bar.draw", lambda bar, *drawn: told.append(drawn))
    pytest.importorskip("numba")
    assert run("bench") == (0, "", "")
    assert told == [(3, 12, "compiling the rules, once: 3 of 12")]
    monkeypatch.undo()
    from intrigue.terminal.streams import Bar

    Bar().draw(3, 12, "compiling")
    assert capsys.readouterr().err == ""
    for game in intrigue.games():
        intrigue.game(game).compiler.progress = lambda done, total: None


# How the program is called


def test_program_is_called_as_the_shell_finds_it(monkeypatch):
    from intrigue.terminal import program

    assert program.command("play", "--resume", "my evening.game") == "intrigue play --resume 'my evening.game'"
    assert program.command("replay", "a\udcff.game") == "intrigue replay $'a\\xff.game'"


def test_program_that_the_shell_does_not_find_is_called_through_make_or_by_its_place(monkeypatch, tmp_path):
    from intrigue.terminal import program

    place = tmp_path / ".venv" / "bin" / "intrigue"
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", [str(place)])
    monkeypatch.chdir(tmp_path)
    assert program.command("play", "--resume", "a.game") == ".venv/bin/intrigue play --resume a.game"
    monkeypatch.chdir("/")
    assert program.command("card") == f"{str(place).lstrip('/')} card"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAKELEVEL", "1")
    assert program.command("play", "--resume", "a.game") == 'make play ARGS="--resume a.game"'
    assert program.command("play") == "make play"
    assert program.command("replay", "a.game") == ".venv/bin/intrigue replay a.game"
    assert program.command("play", "--resume", "a $b.game") == ".venv/bin/intrigue play --resume 'a $b.game'"
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "intrigue" / "__main__.py")])
    assert program.command("card").endswith("-m intrigue card")
