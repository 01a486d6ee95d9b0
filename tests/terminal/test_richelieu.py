"""Richelieu in the terminal: its table, its questions, deck files and texts."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest
from quick import quick
from terminal.talking import Person, converse, options, talk

import intrigue
from intrigue.engine.errors import IntrigueError
from intrigue.games.richelieu.box import OURS
from intrigue.games.richelieu.cards import CARDS
from intrigue.locale import LANGUAGES, words
from intrigue.terminal import play, saves
from intrigue.terminal.console import Talk
from intrigue.terminal.contract import Artist
from intrigue.terminal.registry import family_of
from intrigue.terminal.richelieu.table import short_card
from intrigue.terminal.style import Ink, width

ESCAPES = re.compile("\x1b\\[[0-9;]*m")


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def artist(match: intrigue.Match, columns: int = 80, ink: Ink | None = None, language: str = "en") -> Artist:
    ink = ink or Ink()
    labels = ink.labels(match.game.speaker(words(language), match.players).names)
    speaker = match.game.speaker(words(language), match.players, labels)
    return family_of(match.game.name).artist(speaker, ink, columns, match.game)


def moments(games: int, name: str = "richelieu"):
    """A match at every moment of some games."""
    dice = random.Random(7)
    seats = intrigue.game(name).seats
    for seed in range(games):
        match = intrigue.new(name, players=seats[seed % len(seats)], seed=seed)
        while not match.over:
            yield match
            match.play(dice.choice(match.moves()))
        yield match


# Whole games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_game_in_every_language(language, players):
    said = words(language)
    typed = "".join(f"{said(f'play.command.{name}')}\n" for name in ("table", "cards", "log"))
    conversation = Talk(said, Person(f"?\n? 1\n? R4\n{typed}", "1"), io.StringIO(), columns=lambda: 80)
    play.play(options(game="richelieu", players=players, seed=3, seat=2), conversation)
    out = conversation.target.getvalue()
    assert out.count(said("richelieu.event.game_ended").replace("\u00a0", " ")) == 1 and "\x1b" not in out
    assert said("richelieu.reconstruction").partition(" ")[0] in out
    prompt = said("play.prompt", help="?").replace("\u00a0", " ")
    assert max(map(width, out.replace(prompt, "\n").splitlines())) <= 80


@pytest.mark.parametrize("columns", [44, 80, 120])
@pytest.mark.parametrize("ink", [Ink(), Ink(colour=True), Ink(fine=False)], ids=["plain", "colour", "ascii"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_table_never_exceeds_its_width(columns, ink, language):
    for number, match in enumerate(moments(3)):
        if number % 9 and not match.over:
            continue
        painter = artist(match, columns, ink, language)
        view = match.view(1)
        lines = [*painter.table(view), *painter.pile("cards", view), *painter.ending(view)]
        if view["legal"]:
            menu = painter.menu(view["legal"], view, match.acting)
            lines += painter.number_options([option.text for option in menu.options], menu.side_by_side)
        for line in lines:
            shown = ink.printable(line, painter.speaker.names)
            assert width(ESCAPES.sub("", shown)) <= columns
            assert ink.colour or "\x1b" not in shown
            assert ink.fine or language != "en" or shown.isascii()


def test_table_fits_a_small_screen():
    match = intrigue.new("richelieu", players=4, seed=5)
    assert len(artist(match).table(match.view(match.to_act))) <= 18


# What the table shows


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_reads_a_value_that_is_hidden(seat):
    """Two worlds that look alike to a seat are drawn alike."""
    for number, match in enumerate(moments(4)):
        if match.over or number % 5:
            continue
        other = match.copy()
        other.state = match.sample(seat, number)
        view = match.view(seat)
        assert artist(match).table(view) == artist(other).table(other.view(seat))
        for zone, said in enumerate(view["zones"], start=1):
            for side in "ro":
                for at, agent in enumerate(said[side], start=1):
                    if agent and not agent["up"] and seat not in (agent["player"], agent.get("set")):
                        assert not any(sign.isdigit() for sign in artist(match).space(view, f"{zone}.{side}.{at}"))


def test_table_tells_zones_costs_agents_tracks_and_screens():
    match = intrigue.new("richelieu", players=2, seed=5)
    turns = {1: ["agent 3 1.o.1", "agent -2 2.r.5"], 2: ["agent 2 1.r.2", "office"]}
    first = match.to_act
    for seat in (first, 3 - first):
        for move in turns[seat]:
            match.play(move)
        match.play(next(move for move in match.moves() if move.startswith("neutral 2 3.r")))
    table = "\n".join(artist(match).table(match.view(1)))
    assert "♜░3 " in table and "♜-2 " in table and "⚜░ " in table and "⚜░2" not in table and "◇░2" in table
    assert (
        re.search(r"R12≈ 4P GE \| 2P 2E \| \+1", table) and "╰─ England " in table and "3    2    1    0    0" in table
    )
    assert re.search(r"Cardinal +7\n", table) and re.search(r"⚜.Blue +0 +1 +1 +3 +2 +9 +0", table)
    assert re.search(r"Your.agents: -2.1.1.1.2.2.2.3", table.replace("\u00a0", " "))
    assert "Your neutral agents: -2" in table and "Cards left in each deck: 10. Jewels in the city: 2." in table
    assert "◇" not in "\n".join(artist(match, ink=Ink(fine=False)).table(match.view(1)))


def test_what_is_our_reconstruction_wears_a_sign_that_the_legend_explains(deck):
    match = intrigue.new("richelieu", players=2, seed=5)
    for ink, sign in ((Ink(fine=True), "≈"), (Ink(fine=False), "~")):
        drawn = artist(match, ink=ink)
        assert "\n".join(drawn.table(match.view(1))).count(sign) == 6
        assert dict(drawn.legend())[sign].startswith("our reconstruction")
    owners = intrigue.game("richelieu").with_deck("mine.toml", Path(deck).read_bytes())
    drawn = artist(intrigue.Match.new(owners, 2, seed=5))
    assert "≈" not in "\n".join(drawn.table(match.view(1))) and "≈" not in dict(drawn.legend())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sign_cuts_no_card_short(language):
    match = intrigue.new("richelieu", players=2, seed=5)
    drawn = artist(match, language=language)
    for card in CARDS:
        line = drawn.line(f"{card}{drawn.sign} {short_card(drawn.words, drawn.box, card)}")
        assert not line.rstrip("│").rstrip().endswith("…"), line


def test_figures_and_city_and_empty_zones_are_drawn():
    seen = set()
    for match in moments(16):
        view = match.view(1)
        table = "\n".join(artist(match).table(view))
        for figure, sign in (("grey", "GE "), ("queen", "QU ")):
            if view[figure]:
                seen.add(figure)
                assert re.search(rf"[│ ]{sign}", table)
        if any(player["city"] for player in view["players"]):
            seen.add("city")
            assert "Agents in the city: " in table
        if any(zone["richelieu"] is None for zone in view["zones"]):
            seen.add("empty")
            assert ("no cards left" in table) == (not match.over)
    assert seen == {"grey", "queen", "city", "empty"}


# Questions


@pytest.mark.parametrize("name", intrigue.games())
def test_menus_lead_to_every_legal_move_and_to_no_other(name):
    for number, match in enumerate(moments(3, name)):
        if match.over or number % 4:
            continue
        view = match.view(match.to_act)
        painter = artist(match)
        reached, waiting = [], [view["legal"]]
        while waiting:
            moves = waiting.pop()
            if len(moves) == 1:
                reached += moves
                continue
            found = painter.menu(moves, view, match.acting).options
            assert len(found) > 1 and len({option.text for option in found}) == len(found)
            waiting += [option.moves for option in found]
        assert sorted(reached) == sorted(view["legal"])


def test_agent_is_chosen_by_value_card_and_space():
    out = converse("place an agent of value 3\n4\n3\nr12\n2\nquit\na.game\n", game="richelieu", players=2, seed=5)
    assert "On which card?" in out and "3 space 3: 1 ecu, face down" in out and "0 choose anew" in out
    assert "zone 1, Richelieu: R12≈ 4P GE | 2P 2E | +1" in out
    mine = [move for move, by in intrigue.load(Path("a.game").read_text()).played if by == 1]
    assert mine[-1].endswith(" 2.r.2") or mine[-1].endswith(".2")


def test_question_mark_explains_actions_prizes_and_cards():
    out = converse("? 1\n? corruption\n? e1\n? 99\n? spy\n?\n", game="richelieu", players=2, seed=5)
    assert "\nPlace an agent\n" in out and "\nCorruption\n" in out and "\nEngland 1 (E1)\n" in out
    assert out.count("There is no card to explain there. Try: ? R4") == 2
    assert "first prize, its second prize" in out and "\n  GE " in out


# Deck files


def test_game_with_a_deck_file_is_recorded_and_read_with_it(run, deck):
    ran = run("simulate", "richelieu", "--players", 3, "--seed", 4, "--deck", deck, "--record", "a.game")
    assert ran == (0, "", "")
    assert re.search(r"^Deck-file: mine\.toml [0-9a-f]{64}$", Path("a.game").read_text(), re.MULTILINE)
    ran = run("replay", "a.game")
    assert ran.code == 2 and ran.err.startswith("a.game:") and "mine.toml" in ran.err and ran.err.count("\n") == 1
    told = run("replay", "a.game", "--deck", deck)
    assert told.code == 0 and "Cards and tracks come from the deck file mine.toml." in told.out
    assert "reconstruction" not in told.out
    assert run("moves", "a.game", "--deck", deck) == (0, "", "")
    renamed = deck.rename("renamed.toml")
    assert run("replay", "a.game", "--deck", renamed) == told
    lines = run("replay", "a.game", "--deck", renamed, "--json").out.splitlines()
    assert json.loads(lines[-1])["position"]["phase"] == "over"
    renamed.write_bytes(renamed.read_bytes() + b"\n")
    assert run("replay", "a.game", "--deck", renamed).code == 2


def test_record_without_a_deck_file_wants_none(run, deck, record):
    run("simulate", "richelieu", "--record", "a.game")
    assert run("replay", "a.game").code == 0 and run("replay", "a.game", "--deck", deck).code == 2
    Path("b.game").write_text(record)
    ran = run("replay", "b.game", "--deck", deck)
    assert (ran.code, ran.err) == (2, "b.game:1: oriflamme has no option deck.\n")


def test_saved_game_with_a_deck_file_goes_on_with_it(deck):
    out = converse("1\n1\n1\nquit\n", game="richelieu", players=2, seed=4, deck=str(deck), save="a.game")
    assert out.endswith(f"  intrigue play --resume a.game --deck {deck}\n") and "7P" not in out.split("R2 ")[0]
    with pytest.raises(IntrigueError) as fault:
        converse(resume="a.game")
    assert fault.value.key == "error.deck_file"
    converse(then="1", resume="a.game", deck=str(deck))
    assert saves.read("a.game", options(deck=str(deck))).match.over
    out = converse(game="richelieu", players=2, seed=4, deck=str(deck), stall_guard="off")
    assert out.endswith(f" --seed 4 --deck {deck} --stall-guard off\n")


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda data: b"\xff\xfe", "deck.not_toml"),
        (lambda data: b"x = [", "deck.not_toml"),
        (lambda data: b"", "deck.cards"),
        (lambda data: data.replace(b'id = "R2"', b'id = "R1"'), "deck.cards"),
        (lambda data: data.replace(b'"5P"', b'"5Q"'), "deck.prize"),
        (lambda data: data.replace(b"end = 10", b"end = 99"), "deck.income"),
        (lambda data: data.replace(b"cardinal = 1", b"cardinal = 1.5"), "deck.cardinal"),
    ],
)
def test_bad_deck_file_is_one_line_that_names_it(run, spoil, key):
    Path("bad.toml").write_bytes(spoil(OURS.read_bytes()))
    for command in (["simulate", "richelieu"], ["card", "R4"]):
        ran = run(*command, "--deck", "bad.toml")
        assert (ran.code, ran.out) == (2, "") and ran.err.count("\n") == 1
        assert ran.err.startswith(f"bad.toml: {words('en')(key, **anything(key))[:6]}")


def anything(key: str) -> dict[str, object]:
    return {"card": "R1", "reason": "", "icon": "", "most": 20} if key != "deck.cards" else {}


def test_deck_file_that_is_no_file(run):
    for name, what in (("none.toml", "There is no such file."), (".", "This is a folder"), ("/dev/zero", "too large")):
        ran = run("simulate", "richelieu", "--deck", name)
        assert ran.code == 2 and what in ran.err and ran.err.count("\n") == 1


def test_stall_guard_is_written_down(run):
    assert "Stall-guard: off\n" in run("simulate", "richelieu", "--seed", 2, "--stall-guard", "off").out
    assert "Stall-guard" not in run("simulate", "richelieu", "--seed", 2, "--stall-guard", "on").out


# Texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", quick(CARDS[::9], CARDS))
def test_every_card_is_told(run, card, language):
    ran = run("card", card.lower(), "--lang", language)
    assert ran.code == 0 and card in ran.out.splitlines()[0] and len(ran.out.splitlines()) > 5


def test_card_of_a_deck_file(run, deck):
    assert "7 prestige" in run("card", "R2", "--deck", deck).out and "5 prestige" in run("card", "R2").out
    assert "reconstruction" in run("card", "R2").out and "mine.toml" in run("card", "R2", "--deck", deck).out
    assert run("card", "spy", "--deck", deck).err == "intrigue: spy has no option deck.\n"
    assert run("card", "R2", "--edition", "fr").code == 2 and run("card", "R2", "--edition", "ru").code == 0
    assert "Perhaps: R" in run("card", "R14").err


def test_replay_tells_the_game_and_where_its_cards_come_from(run):
    run("simulate", "richelieu", "--players", 2, "--seed", 3, "--record", "a.game")
    lines = run("replay", "a.game").out.splitlines()
    assert lines[0].startswith("Richelieu, ") and lines[1].startswith("Please note: 25 of the 26 cards")
    assert lines[-1].endswith(" wins.") or lines[-1].endswith(" share the victory.")
    spectator = run("replay", "a.game", "--seat", 0).out
    assert "places an agent face down" in spectator


def test_game_that_starts_in_the_middle_shows_its_table(run):
    match = intrigue.new("richelieu", players=3, seed=3)
    told = {key: value for key, value in match.position.items() if key not in ("legal", "scores", "winners")}
    Path("a.game").write_text(f"Game: richelieu\nPlayers: 3\nPosition: {json.dumps(told)}\n")
    assert "╭─ Zone 1: Richelieu" in run("replay", "a.game").out


def test_menu_leaves_only_games_that_the_options_fit(deck):
    conversation = talk("\n\n")
    play.play(options(players=2), conversation)
    out = conversation.target.getvalue()
    assert "  1 Richelieu\n" in out and "Oriflamme" not in out
    assert "  1 Richelieu\n" in converse("\n\n", deck=str(deck))
    with pytest.raises(IntrigueError) as fault:
        converse(players=5, deck=str(deck))
    assert fault.value.key in ("error.no_option", "error.players")
