"""`intrigue card`, `games`, `bench`, help and bad usage."""

from __future__ import annotations

import sys
import types

import pytest

import intrigue
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.locale import LANGUAGES, words


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
    assert [line.split()[0] for line in ran.out.splitlines() if line.startswith("  ")] == list(NAMES)


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


def test_bench_hands_its_options_on(run, monkeypatch):
    bench = types.ModuleType("intrigue.bench")
    bench.run = lambda peers, out, seconds: print(peers, out, seconds) or 0
    monkeypatch.setitem(sys.modules, "intrigue.bench", bench)
    assert run("bench", "--peers", "--out", "x.json", "--seconds", "0.5") == (0, "True x.json 0.5\n", "")
    assert run("bench") == (0, "False None 1.0\n", "")
    assert run("bench", "--seconds", "-1").code == 2
    assert run("bench", "--seconds", "nan").code == 2


def test_version_and_help(run):
    assert run("--version") == (0, f"intrigue {intrigue.__version__}\n", "")
    assert run().out == run("--help").out
    for command in ("play", "replay", "simulate", "moves", "card", "games", "bench"):
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
    ],
)
def test_bad_usage_is_one_line_and_a_hint(run, arguments):
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    said, hint = ran.err.splitlines()
    assert said.startswith("intrigue") and hint.startswith("See: intrigue") and hint.endswith("--help")


def test_language_of_the_terminal_is_spoken(run, monkeypatch):
    assert run("card", "spy", "--lang", "en").out.startswith("Spy (")
    monkeypatch.setenv("LC_ALL", "tlh_QO.UTF-8")
    assert run("card", "spy").out.startswith("Spy (")
