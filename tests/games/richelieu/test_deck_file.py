"""The deck file: our reconstruction as data, an owner's corrected copy of it in play, and files that are none."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from typing import Any

import pytest

import intrigue
from intrigue.games.richelieu import sketch
from intrigue.games.richelieu.box import OURS
from intrigue.games.richelieu.cards import OFFICE

RICHELIEU = intrigue.game("richelieu")
TEXT = OURS.read_text(encoding="utf-8")
TOLD = tomllib.loads(TEXT)
CARDS = {card["id"]: card for card in TOLD["card"]}

# Sections 6.1 and 6.2 of the rules: spaces, first prize, second prize, cardinal.
TABLE = """
E1 | England | 3 2 1 0 0 | 3P 1I | 3E 3P | -2
E2 | England | 3 2 1 0 0 | 5P 1E | 2P 2E | -2
E3 | England | 3 2 1 1 0 | 4P 3E | 1P 1I | -3
E4 | England | 3 2 1 0 0 | 4P 3E | 3P | -1
F1 | France | 3 2 1 0 0 | 4P AG | 2P 2E | -2
F2 | France | 3 2 1 1 0 | 5P CO | 2P AG | -3
F3 | France | 3 2 1 0 0 | 3P 1I | 2P CO | -1
H1 | Habsburgs | 3 2 1 0 0 | 2P 2M | 5E | -2
H2 | Habsburgs | 3 2 2 1 0 | 6P | 2P 1M | -3
H3 | Habsburgs | 3 2 1 1 0 | 1I 2M | 3P | -2
P1 | Protestants | 3 2 1 1 0 | 4P 1M | 2P GE | -2
P2 | Protestants | 3 2 1 0 0 | 5P GE | 3E 1P | -1
P3 | Protestants | 3 2 2 1 0 | 4P 4E | 2P 1M | -3
R1 | Richelieu | 3 2 1 0 0 | 3P 1I | 4E | +1
R2 | Richelieu | 3 2 1 0 0 | 5P | 2P 2E | +2
R3 | Richelieu | 3 2 1 1 0 | 4P 1M | 3P | +2
R4 | Richelieu | 3 2 1 0 0 | 2P 2M | 3E 1P | +1
R5 | Richelieu | 3 2 2 1 0 | 6P | 3P 1E | +3
R6 | Richelieu | 3 2 1 0 0 | 3P 5E | 1P 1M | +2
R7 | Richelieu | 3 2 1 0 0 | 4P QU | 2P 2E | +2
R8 | Richelieu | 3 2 1 1 0 | 4P AG | 1P 1I | +2
R9 | Richelieu | 3 2 1 0 0 | 4P CO | 1P AG | +1
R10 | Richelieu | 3 2 1 1 0 | 5P 2E | 1P QU | +3
R11 | Richelieu | 3 2 1 0 0 | 1P 2M | 3P | +2
R12 | Richelieu | 3 2 1 0 0 | 4P GE | 2P 2E | +1
R13 | Richelieu | 3 2 2 1 0 | 5P 2E | 2P 1M | +3
"""
FACTIONS = ("richelieu", "england", "france", "habsburgs", "protestants")
ROWS = [line.split(" | ") for line in TABLE.strip().splitlines()]


def with_change(old: str, new: str, card: str | None = None) -> bytes:
    """Our file with one place changed: in one card, or anywhere."""
    start = TEXT.index(f'id = "{card}"\n') if card else 0
    assert old in TEXT[start:]
    return (TEXT[:start] + TEXT[start:].replace(old, new, 1)).encode()


def without(card: str) -> str:
    """Our file without one card."""
    found = re.sub(rf'\[\[card\]\]\nid = "{card}"\n(?:.+\n)+', "", TEXT)
    assert len(tomllib.loads(found)["card"]) == 25
    return found


def table(data: bytes, text: str) -> intrigue.Match:
    """A match at a sketch, played with a deck file."""
    game = RICHELIEU.with_deck("mine.toml", data)
    record = sketch.record(text)
    record.headers["Position"] = json.dumps(sketch.parse(text, game.box))
    record.headers["Deck-file"] = game.deck_file
    return intrigue.Match.load(game, record)


# Our data


def test_thirteen_cards_a_deck_each_once():
    assert len(TOLD["card"]) == 26
    assert sorted(CARDS) == sorted([*(f"R{n}" for n in range(1, 14)), *(row[0] for row in ROWS[:13])])
    assert [sum(card["faction"] == name for card in TOLD["card"]) for name in FACTIONS] == [13, 4, 3, 3, 3]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_card_is_as_the_rules_reconstruct_it(row):
    name, faction, spaces, first, second, cardinal = row
    card = CARDS[name]
    assert card["faction"] == faction.lower()
    assert card["spaces"] == [int(cost) for cost in spaces.split()]
    assert (card["first"], card["second"], card["cardinal"]) == (first, second, int(cardinal))


@pytest.mark.parametrize("name", CARDS)
def test_a_card_keeps_to_the_rules_of_the_reconstruction(name):
    card = CARDS[name]
    assert set(card) == {"id", "faction", "spaces", "first", "second", "cardinal", "source"}
    assert len(card["spaces"]) == 5 and set(card["spaces"]) == {0, 1, 2, 3}
    assert card["spaces"] == sorted(card["spaces"], reverse=True)
    for prize in (card["first"], card["second"]):
        assert 1 <= len(prize.split()) <= 2
        assert all(re.fullmatch(r"[1-9][PEIM]|AG|CO|GE|QU", icon) for icon in prize.split())
    assert (card["cardinal"] > 0) == (card["faction"] == "richelieu")


def test_all_eight_kinds_of_prizes_occur():
    icons = {
        icon.lstrip("0123456789") for card in CARDS.values() for icon in f"{card['first']} {card['second']}".split()
    }
    assert icons == {"P", "E", "I", "M", "AG", "CO", "GE", "QU"}


def test_e1_is_the_rulebooks_card():
    card = CARDS["E1"]
    assert (card["first"], card["second"], card["cardinal"], card["faction"]) == ("3P 1I", "3E 3P", -2, "england")


def test_every_card_says_where_its_numbers_come_from():
    assert {name for name, card in CARDS.items() if "rulebook" in card["source"]} == {"E1"}
    assert "reconstructed" in CARDS["E1"]["source"]  # its spaces
    assert {card["source"] for name, card in CARDS.items() if name != "E1"} == {"reconstructed"}


def test_the_tracks():
    assert TOLD["income"] == {"end": 10}
    assert TOLD["military"] == {
        "costs": [2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
        "symbols": ["", "I", "", "P", "I", "", "P", "I", "", "P"],
    }


# An owner's file in play


def test_changed_prizes_and_steps_are_paid():
    data = with_change('first = "3P 1I"', 'first = "7E 2M"', "E1").replace(
        b'second = "3E 3P"\ncardinal = -2', b'second = "9P"\ncardinal = -5'
    )
    match = table(data, "R1 E1[1:3 1:2 2:2 . 3:1]")
    match.play("agent 1 1.o.4")
    players = match.position["players"]
    assert [(p["prestige"], p["ecu"], p["military"], p["income"]) for p in players] == [
        (0, 14, 2, 2),  # military space 2 gives one income
        (9, 7, 0, 1),
        (0, 7, 0, 1),
    ]
    assert match.position["cardinal"] == 2


def test_changed_costs_are_paid_and_hide_or_show():
    match = table(with_change("spaces = [3, 2, 1, 0, 0]", "spaces = [0, 0, 0, 2, 3]", "R1"), "R1 E1; ecu 5 7 7")
    match.play("agent 3 1.r.1")
    match.play("agent 2 1.r.5")
    assert match.position["zones"][0]["r"][0]["up"] is True
    assert match.position["zones"][0]["r"][4]["up"] is False
    assert match.position["players"][0]["ecu"] == 0
    assert match.moves_for(2) == ["agent 3 1.r.1", "agent ? 1.r.5"]


def test_changed_tracks_are_walked():
    data = with_change("costs = [2, 2,", "costs = [9, 2,").replace(b'symbols = ["", "I"', b'symbols = ["P", "I"')
    match = table(data, "R1 E1; ecu 8")
    assert "office" not in match.moves()
    match = table(data, "R1 E1; ecu 9")
    match.play("office")
    assert match.position["players"][0] | {"hand": [], "city": []} == {
        **{"prestige": 1, "income": 1, "military": 1, "ecu": 0, "jewels": 2},
        **{"hand": [], "city": [], "cards": []},
    }
    short = table(with_change("end = 10", "end = 2"), "R1 E1[1:3 1:2 2:2 . 3:1]; income 2")
    short.play("agent 1 1.o.4")
    assert short.position["players"][0]["income"] == 2
    long = table(with_change("end = 10", "end = 20"), "R1 E1[1:3 1:2 2:2 . 3:1]; income 19")
    long.play("agent 1 1.o.4")
    assert long.position["players"][0]["income"] == 20


def test_a_track_of_20_can_be_walked_to_its_end():
    costs, symbols = ", ".join(["1"] * 20), ", ".join(['"P"'] * 20)
    data = re.sub(r"costs = .*", f"costs = [{costs}]", TEXT)
    data = re.sub(r"symbols = .*", f"symbols = [{symbols}]", data)
    match = table(data.encode(), "R1 E1; military 19; ecu 1")
    match.play("office")
    assert (match.position["players"][0]["military"], match.position["players"][0]["prestige"]) == (20, 1)
    match.play("end")
    match = table(data.encode(), "R1 E1; military 20; ecu 9")
    assert "office" not in match.moves()


def test_a_card_without_prizes_and_step_is_allowed():
    data = with_change(
        'first = "3P 1I"\nsecond = "3E 3P"\ncardinal = -2', 'first = ""\nsecond = ""\ncardinal = 0', "E1"
    )
    match = table(data, "R1 E1[1:3 1:2 2:2 . 3:1]")
    match.play("agent 1 1.o.4")
    assert [player["prestige"] for player in match.position["players"]] == [0, 0, 0]
    assert (match.position["cardinal"], match.position["players"][0]["cards"]) == (7, ["E1"])


def test_our_own_game_is_left_alone():
    RICHELIEU.with_deck("mine.toml", with_change('first = "3P 1I"', 'first = "9P"', "E1"))
    match = intrigue.load(sketch.record("R1 E1[1:3 1:2 2:2 . 3:1]"))
    match.play("agent 1 1.o.4")
    assert match.position["players"][0]["prestige"] == 3
    assert "Deck-file" not in match.record.headers


# Interpreted and compiled alike

RICH = re.sub(r'first = ".*"', 'first = "19P 1E"', TEXT).encode()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_compiled_rules_play_with_the_owners_file_too(players):
    import numpy as np

    from intrigue.engine.parity import LONGEST, same_game

    ends = []
    for game in (RICHELIEU, RICHELIEU.with_deck("rich.toml", RICH)):
        trail = np.zeros(LONGEST, game.state.dtype())
        last = game.state.from_bytes(trail[same_game(game, players, "ru", 8, trail)].tobytes())
        won = sum(card.bit_count() for card in last.cards)
        assert won > 0
        ends.append((sum(last.prestige), won))
    (ours, _), (rich, won) = ends
    assert ours < 19 * won <= rich


def test_two_files_do_not_mix_in_batches():
    from intrigue.engine.batch import Batch

    dear = re.sub(r"costs = .*", f"costs = [{', '.join(['99'] * 10)}]", TEXT).encode()
    both = []
    for game in (RICHELIEU, RICHELIEU.with_deck("dear.toml", dear), RICHELIEU):
        batch = Batch(game, size=8, players=3, seed=1)
        both.append(batch.legal[:, OFFICE].tolist())
        state = game.start(3, "ru", 1, {})
        assert ("office" in game.moves(state)) == (game is RICHELIEU)
    assert both == [[1] * 8, [0] * 8, [1] * 8]


# Records


def test_a_record_names_the_file_and_its_sha256():
    data = with_change("end = 10", "end = 12")
    game = RICHELIEU.with_deck("my box.toml", data)
    match = intrigue.Match.new(game, players=3, seed=2)
    assert match.record.headers["Deck-file"] == f"my box.toml {hashlib.sha256(data).hexdigest()}"
    assert f"\nDeck-file: my box.toml {hashlib.sha256(data).hexdigest()}\n" in str(match.record)


def play_out(game: Any) -> intrigue.Match:
    match = intrigue.Match.new(game, players=3, seed=2)
    for _ in range(12):
        match.play(match.moves()[-1])
    return match


@pytest.mark.parametrize("name", ["mine.toml", "my box.toml", "коробка.toml", "box-2.1"])
def test_a_record_is_replayed_with_its_file(name):
    game = RICHELIEU.with_deck(name, RICH)
    match = play_out(game)
    again = intrigue.Match.load(game, intrigue.Record.parse(str(match.record)))
    assert again.position == match.position
    assert str(again.record) == str(match.record)


def test_a_set_up_keeps_its_file_too():
    match = table(RICH, "R1 E1")
    match.play("income")
    again = intrigue.Match.load(match.game, intrigue.Record.parse(str(match.record)))
    assert again.record.headers["Deck-file"].startswith("mine.toml ")
    assert again.position == match.position


@pytest.mark.parametrize(
    "game",
    [
        RICHELIEU,
        RICHELIEU.with_deck("mine.toml", with_change("end = 10", "end = 13")),
    ],
    ids=["none", "another"],
)
def test_a_replay_without_the_file_or_with_another_is_an_error(game):
    record = intrigue.Record.parse(str(play_out(RICHELIEU.with_deck("mine.toml", RICH)).record))
    with pytest.raises(intrigue.BadLine) as fault:
        intrigue.Match.load(game, record)
    assert (fault.value.key, fault.value.line) == ("error.deck_file", record.line_of("Deck-file"))


def test_a_record_is_replayed_with_its_file_under_another_name():
    match = play_out(RICHELIEU.with_deck("mine.toml", RICH))
    game = RICHELIEU.with_deck("other.toml", RICH)
    assert intrigue.Match.load(game, intrigue.Record.parse(str(match.record))).position == match.position


def test_what_is_printed_is_told_as_the_file_writes_it():
    told = RICHELIEU.printed_box
    assert told["cards"] == {name: {key: card[key] for key in told["cards"][name]} for name, card in CARDS.items()}
    assert (told["income"], told["military"]) == (TOLD["income"], TOLD["military"])
    assert intrigue.game("oriflamme").printed_box is None


def test_a_record_of_our_deck_cannot_be_replayed_with_an_owners_file():
    record = intrigue.Record.parse(str(play_out(RICHELIEU).record))
    with pytest.raises(intrigue.BadLine) as fault:
        intrigue.Match.load(RICHELIEU.with_deck("mine.toml", RICH), record)
    assert fault.value.key == "error.deck_file"


@pytest.mark.parametrize("name", ["", "  ", "a#b", "a\nb", "a\rb"])
def test_a_name_that_a_header_cannot_hold_is_an_error(name):
    with pytest.raises(intrigue.IntrigueError) as fault:
        RICHELIEU.with_deck(name, RICH)
    assert fault.value.key == "deck.name"


@pytest.mark.parametrize("name", [" mine.toml", "\tmine.toml"])
def test_a_name_with_a_space_before_it_is_an_error_or_can_be_replayed(name):
    try:
        game = RICHELIEU.with_deck(name, RICH)
    except intrigue.IntrigueError as fault:
        assert fault.key == "deck.name"
        return
    match = play_out(game)
    assert intrigue.Match.load(game, intrigue.Record.parse(str(match.record))).position == match.position


# Files that are none

BAD = {
    "not text": (b"\xff\xfe\x00", "deck.not_toml"),
    "not TOML": (b"[[card]\nid = 3", "deck.not_toml"),
    "a key twice": (TEXT.encode() + b"\nid = 'E9'\nid = 'E8'\n", "deck.not_toml"),
    "empty": (b"", "deck.cards"),
    "no cards": (b'name = "x"\n', "deck.cards"),
    "cards that are no list": (b"card = 26\n", "deck.cards"),
    "cards that are numbers": (b"card = [1, 2, 3]\n", "deck.cards"),
    "a missing card": (without("H2").encode(), "deck.cards"),
    "a card twice": (with_change('id = "E2"', 'id = "E1"'), "deck.cards"),
    "27 cards": ((TEXT + '\n[[card]]\nid = "E1"\n').encode(), "deck.cards"),
    "an unknown card": (with_change('id = "E2"', 'id = "E5"'), "deck.cards"),
    "a card without an id": (with_change('id = "E2"\n', ""), "deck.cards"),
    "another faction": (with_change('faction = "england"', 'faction = "france"', "E1"), "deck.faction"),
    "an unknown faction": (with_change('faction = "england"', 'faction = "spain"', "E1"), "deck.faction"),
    "no faction": (with_change('faction = "england"\n', "", "E1"), "deck.faction"),
    "four spaces": (with_change("spaces = [3, 2, 1, 0, 0]", "spaces = [3, 2, 1, 0]"), "deck.spaces"),
    "six spaces": (with_change("spaces = [3, 2, 1, 0, 0]", "spaces = [3, 2, 1, 0, 0, 0]"), "deck.spaces"),
    "a space of 4": (with_change("spaces = [3, 2, 1, 0, 0]", "spaces = [4, 2, 1, 0, 0]"), "deck.spaces"),
    "a space of -1": (with_change("spaces = [3, 2, 1, 0, 0]", "spaces = [3, 2, 1, 0, -1]"), "deck.spaces"),
    "a space of 1.5": (with_change("spaces = [3, 2, 1, 0, 0]", "spaces = [3, 2, 1.5, 0, 0]"), "deck.spaces"),
    "a space of true": (with_change("spaces = [3, 2, 1, 0, 0]", "spaces = [3, 2, true, 0, 0]"), "deck.spaces"),
    "spaces as text": (with_change("spaces = [3, 2, 1, 0, 0]", 'spaces = "32100"'), "deck.spaces"),
    "no spaces": (with_change("spaces = [3, 2, 1, 0, 0]\n", ""), "deck.spaces"),
    "three icons": (with_change('first = "3P 1I"', 'first = "3P 1I 1M"'), "deck.icons"),
    "an unknown icon": (with_change('first = "3P 1I"', 'first = "3X"'), "deck.prize"),
    "an icon without its number": (with_change('first = "3P 1I"', 'first = "P"'), "deck.prize"),
    "an icon with a number too many": (with_change('first = "4P AG"', 'first = "4P 2AG"'), "deck.prize"),
    "a number without its icon": (with_change('first = "3P 1I"', 'first = "3"'), "deck.prize"),
    "0 of an icon": (with_change('first = "3P 1I"', 'first = "0P"'), "deck.prize"),
    "21 of an icon": (with_change('first = "3P 1I"', 'first = "21P"'), "deck.prize"),
    "-3 of an icon": (with_change('first = "3P 1I"', 'first = "-3P"'), "deck.prize"),
    "a small letter": (with_change('first = "3P 1I"', 'first = "3p"'), "deck.prize"),
    "a digit that is no number": (with_change('first = "3P 1I"', 'first = "\N{SUPERSCRIPT TWO}P"'), "deck.prize"),
    "a very long number": (with_change('first = "3P 1I"', f'first = "{"9" * 5000}P"'), "deck.prize"),
    "a prize that is a number": (with_change('first = "3P 1I"', "first = 3"), "deck.prize"),
    "no first prize": (with_change('first = "3P 1I"\n', ""), "deck.prize"),
    "no second prize": (with_change('second = "4E"\n', ""), "deck.prize"),
    "a step of 21": (with_change("cardinal = 1", "cardinal = 21"), "deck.cardinal"),
    "a step of -21": (with_change("cardinal = -2", "cardinal = -21"), "deck.cardinal"),
    "a step as text": (with_change("cardinal = 1", 'cardinal = "1"'), "deck.cardinal"),
    "no step": (with_change("cardinal = 1\n", ""), "deck.cardinal"),
    "no income track": (TEXT.replace("[income]", "[money]").encode(), "deck.income"),
    "an income track of 21": (with_change("end = 10", "end = 21"), "deck.income"),
    "an income track of 0": (with_change("end = 10", "end = 0"), "deck.income"),
    "an income track of text": (with_change("end = 10", 'end = "10"'), "deck.income"),
    "no military track": (TEXT.replace("[military]", "[army]").encode(), "deck.military"),
    "a military track of 21": (with_change("costs = [2,", f"costs = [{'2, ' * 12}"), "deck.military"),
    "a military track of none": (re.sub(r"costs = .*", "costs = []", TEXT).encode(), "deck.military"),
    "a cost of 100": (with_change("costs = [2,", "costs = [100,"), "deck.military"),
    "a cost of -1": (with_change("costs = [2,", "costs = [-1,"), "deck.military"),
    "fewer symbols than costs": (with_change('symbols = ["", ', "symbols = ["), "deck.symbols"),
    "an unknown symbol": (with_change('symbols = ["", "I"', 'symbols = ["", "E"'), "deck.symbols"),
    "no symbols": (re.sub(r"symbols = .*", "", TEXT).encode(), "deck.symbols"),
    "a number of 5000 digits": (with_change("end = 10", f"end = {'9' * 5000}"), "deck.not_toml"),
    "lists in lists without end": (b"name = " + b"[" * 100_000 + b"\n", "deck.not_toml"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_one_clear_error(what):
    data, key = BAD[what]
    with pytest.raises(intrigue.IntrigueError) as fault:
        RICHELIEU.with_deck("mine.toml", data)
    assert fault.value.key == key
    assert "\n" not in " ".join(str(value) for value in fault.value.values.values())


def test_the_error_names_the_card_and_what_is_wrong():
    for data, said in (
        (BAD["four spaces"][0], {"card": "R1"}),
        (BAD["another faction"][0], {"card": "E1", "faction": "england"}),
        (BAD["an unknown icon"][0], {"card": "R1", "icon": "3X"}),
        (BAD["three icons"][0], {"card": "R1"}),
        (BAD["a step of 21"][0], {"card": "R1"}),
        (BAD["an income track of 21"][0], {"most": 20}),
    ):
        with pytest.raises(intrigue.IntrigueError) as fault:
            RICHELIEU.with_deck("mine.toml", data)
        assert fault.value.values == said


def test_line_ends_of_windows_are_fine():
    game = RICHELIEU.with_deck("mine.toml", TEXT.replace("\n", "\r\n").encode())
    assert game.box == RICHELIEU.box
