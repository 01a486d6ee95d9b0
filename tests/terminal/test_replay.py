"""`intrigue replay` and `intrigue moves` (notation, sections 6 and 7)."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import intrigue
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games.oriflamme import sketch

KEYS = "game edition round phase first to_act pointer spare row players legal winners".split()


def in_order(value):
    """Dictionaries as lists of pairs, so that the order of keys is compared too."""
    if isinstance(value, dict):
        return [(key, in_order(inner)) for key, inner in value.items()]
    return [in_order(inner) for inner in value] if isinstance(value, list) else value


def test_json_is_one_object_a_line_with_every_position_in_order(run, file, record):
    ran = run("replay", file, "--json")
    assert (ran.code, ran.err) == (0, "")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    parsed = Record.parse(record)
    expected = []
    for match in Match.replay(intrigue.game_of(parsed), parsed):
        move = {"move": match.played[-1][0], "by": match.played[-1][1]} if match.played else {"move": None}
        expected.append({**move, "position": match.position})
    assert in_order(lines) == in_order(expected)
    assert list(lines[0]) == ["move", "position"] and list(lines[1]) == ["move", "by", "position"]
    assert list(lines[0]["position"]) == KEYS


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_json_for_a_seat_holds_views_and_hides_what_was_placed(run, file, record, seat):
    lines = [json.loads(line) for line in run("replay", file, "--json", "--seat", seat).out.splitlines()]
    assert lines[-1]["position"]["phase"] == "over"
    for line in lines[:-1]:
        view = line["position"]
        assert list(view) == ["for", *KEYS] and view["for"] == seat
        for number, player in enumerate(view["players"], start=1):
            assert isinstance(player["hand"], list) == isinstance(player["aside"], list) == (number == seat)
        for card in (card for stack in view["row"] for card in stack):
            assert (card["kind"] is not None) == (card["up"] or card["family"] == seat)
        if (line["move"] or "").startswith("place"):
            assert ("?" in line["move"]) == (line["by"] != seat)
    match = intrigue.load(record)
    assert [line["move"] for line in lines[1:]] == match.moves_for(seat)


def test_words_tell_deal_rounds_and_result(run, file):
    ran = run("replay", file)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Oriflamme, French edition, 3 players: Tower, Lily and Sun."
    assert lines[1].startswith("Tower set aside: ")
    assert [line[:8] for line in lines if line.startswith("Round")] == [f"Round {n}." for n in range(1, 7)]
    assert lines[-1].endswith(" wins.") or lines[-1].endswith(" share the victory.")


def test_words_for_a_spectator_name_no_card_before_it_is_revealed(run, file):
    out = run("replay", file, "--seat", 0).out
    assert "set aside" not in out
    placed = [line for line in out.splitlines() if " places " in line and not line.startswith("Round")]
    assert placed and all("a face-down card" in line for line in placed)


def test_words_for_a_seat_name_its_own_cards_only(run, file):
    lines = run("replay", file, "--seat", 2).out.splitlines()
    assert [line for line in lines if "set aside" in line][0].startswith("Lily")
    for line in lines:
        if " places " in line and line.startswith("  "):
            assert ("a face-down card" in line) == (not line.startswith("  Lily"))


def test_unfinished_record_says_who_is_to_act(run, file, record):
    file.write_text("\n".join(record.splitlines()[:-3]))
    assert run("replay", file).out.splitlines()[-1].startswith("The record ends here; ")


def test_mix_tells_its_kinds(run, tmp_path):
    path = tmp_path / "mix.game"
    path.write_text(str(intrigue.new("oriflamme-mix", players=4, seed=3).record))
    assert run("replay", path).out.splitlines()[1].startswith("Cards in play: ")


def test_game_that_starts_in_the_middle_shows_its_table(run, tmp_path):
    path = tmp_path / "middle.game"
    path.write_text(str(sketch.record("1Spy 2heir:1 3lord @2")))
    out = run("replay", path).out
    assert "The game starts in the middle:" in out and "(Heir)" in out and out.count("3 players") == 1
    assert "(Heir)" not in run("replay", path, "--seat", 1).out


def test_several_files_follow_each_other_and_the_first_fault_stops(run, file, record):
    count = len(run("replay", file, "--json").out.splitlines())
    Path("bad.game").write_text(record + "wait\n")
    ran = run("replay", file, file, "--json")
    assert ran.code == 0 and len(ran.out.splitlines()) == 2 * count
    ran = run("replay", file, "bad.game", file, "--json")
    assert ran.code == 2 and len(ran.out.splitlines()) == 2 * count
    assert ran.err == f'bad.game:{len(record.splitlines()) + 1}: "wait" cannot be played: the game is over.\n'


def test_dash_is_standard_input(run, record, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.encode())))
    assert run("moves", "-").code == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Game: chess\n")))
    assert run("replay", "-").err.startswith('-:1: There is no game "chess"')


def test_crlf_and_byte_order_mark_are_read(run, file, record):
    expected = run("replay", file, "--json").out
    Path("windows.game").write_bytes(b"\xef\xbb\xbf" + record.replace("\n", "\r\n").encode())
    assert run("replay", "windows.game", "--json").out == expected


def test_names_cannot_command_the_terminal(run, file, record):
    file.write_text(record.replace("Rules:", "Names: A\x1b[2J, B, C\x07\nRules:"))
    ran = run("replay", file)
    assert ran.code == 2 and "A\\x1b[2J" in ran.err and "\x1b" not in ran.out + ran.err and "\x07" not in ran.err


def test_fault_of_another_seat_does_not_tell_what_it_holds(run, file, record):
    lines = record.splitlines()
    lines[10] = "place king first"
    file.write_text("\n".join(lines) + "\n")
    by = intrigue.load("\n".join(lines[:10]) + "\n").to_act
    assert "legal: place" in run("replay", file, "--seat", by).err and "legal: place" in run("replay", file).err
    for seat in {0, 1, 2, 3} - {by}:
        for form in ([], ["--json"]):
            ran = run("replay", file, "--seat", seat, *form)
            assert (ran.code, ran.err) == (2, "my.game:11: This move cannot be played here.\n")


def test_moves_lists_what_is_legal_at_the_end(run, file, record):
    assert run("moves", file) == (0, "", "")
    file.write_text("\n".join(record.splitlines()[:12]))
    match = intrigue.load(file.read_text())
    assert run("moves", file).out.splitlines() == match.moves() != []


def test_seat_that_does_not_exist(run, file):
    ran = run("replay", file, "--seat", 4)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "my.game: There is no seat 4; seats are 1 to 3, and 0 for a spectator.\n"
