"""Mistakes that programs for these games are known to make, each as a game that goes wrong there and right here."""

from __future__ import annotations

from random import Random

import pytest
from tables import after, events_named, pile, row, stock, table

import intrigue


def played_out(seed: int, players: int = 4) -> intrigue.Match:
    """A game of random moves, to its end."""
    match, chooser = intrigue.new("oriflamme", players=players, seed=seed), Random(seed)
    while not match.over:
        match.play(chooser.choice(match.moves()))
    return match


def test_fault_01_influence_on_a_revealed_card_is_paid() -> None:
    match = after("1lord:3 2spy 3heir @1", "reveal")
    assert stock(match)[0] == 1 + 3 + 1


@pytest.mark.parametrize("rivals", ["2heir 3heir", "2Heir/2lord 3heir:2"])
def test_fault_02_a_hidden_rival_does_not_stop_an_heir(rivals: str) -> None:
    assert stock(table(f"1Heir {rivals} @1"))[0] == 1 + 2


@pytest.mark.parametrize("edition", ["fr", "ru"])
def test_fault_03_an_ambush_throws_its_attacker_out_and_pays_4(edition: str) -> None:
    match = after(f"1soldier 2ambush 3lord @1; edition {edition}", "reveal")
    assert (row(match), stock(match)) == ("3lord", [1 + 1, 1 + 4, 1])
    assert "soldier" in pile(match, "discard", 1)


def test_fault_04_an_assassination_leaves_after_use() -> None:
    match = after("1assassination 2spy 3heir @1", "reveal", "hit 2")
    assert row(match) == "3heir"
    assert "assassination" in pile(match, "discard", 1)


def test_fault_04_a_conspiracy_pays_double_and_leaves() -> None:
    match = after("1conspiracy:2 2spy 3heir @1", "reveal")
    assert (row(match), stock(match)) == ("2spy 3heir", [1 + 4, 1, 1])


def test_fault_05_a_royal_decree_moves_any_other_card_to_any_other_place() -> None:
    match = after("1spy 2royal_decree 3heir:1/3lord @2", "reveal")
    single = ["move 1 to 2", "move 1 to 3"]
    top_of_a_stack = [f"move 3 to {slot}" for slot in range(1, 5)]
    assert match.moves() == single + top_of_a_stack
    match.play("move 3 to 1")
    assert row(match) == "3lord 1spy 3heir:1"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_fault_06_the_first_player_changes_every_round(players: int) -> None:
    match = played_out(seed=6, players=players)
    firsts = [event["player"] for event in events_named(match, "round_begun")]
    assert firsts == [(firsts[0] - 1 + round) % players + 1 for round in range(6)]


def test_fault_07_three_cards_are_set_aside_at_random() -> None:
    asides = set()
    for seed in range(40):
        players = intrigue.new("oriflamme", players=5, seed=seed).position["players"]
        for player in players:
            assert (len(player["hand"]), len(player["aside"])) == (7, 3)
            assert not set(player["hand"]) & set(player["aside"])
            asides.add(tuple(player["aside"]))
    assert len(asides) > 80  # 200 draws out of 120 choices
    assert {kind for aside in asides for kind in aside} == set(players[0]["hand"] + players[0]["aside"])


def test_fault_08_an_archer_may_remove_itself() -> None:
    match = after("1archer @1", "reveal")
    assert (row(match), stock(match)[0]) == ("", 1 + 1)
    assert match.position["phase"] == "placement"


def test_fault_08_random_games_of_four_all_end() -> None:
    for seed in range(40):
        assert played_out(seed).winners


@pytest.mark.parametrize("owned, left", [(0, 0), (1, 0), (2, 1)])
def test_fault_09_a_spy_takes_nothing_below_zero(owned: int, left: int) -> None:
    match = table(f"1Spy 2lord 3heir @1; stock 1 {owned} 1")
    assert stock(match) == [1 + owned - left, left, 1]


@pytest.mark.parametrize(
    "neighbours, gain", [("2spy 1Lord 3heir", 1), ("1spy 1Lord 3heir", 2), ("1spy 1Lord 1heir", 3)]
)
def test_fault_10_a_lord_counts_only_the_own_family(neighbours: str, gain: int) -> None:
    assert stock(table(f"{neighbours} 2soldier 3soldier @2"))[0] == 1 + gain


@pytest.mark.parametrize("edition, gain", [("fr", 2), ("ru", 1)])
def test_fault_11_the_own_ambush_does_not_pay_4(edition: str, gain: int) -> None:
    match = after(f"1soldier 1ambush:2 2lord 3lord @1; edition {edition}", "reveal")
    assert stock(match) == [1 + gain, 1, 1]


def test_fault_12_an_elimination_pays_1() -> None:
    assert stock(after("1archer 2lord 3heir @1", "reveal", "hit 3"))[0] == 1 + 1


def test_fault_12_two_revealed_heirs_pay_nothing() -> None:
    assert stock(table("1Heir 2Heir 3spy @1")) == [1, 1, 1]


def test_fault_12_the_row_may_change_while_it_is_resolved() -> None:
    match = table("1Soldier 2spy 1Lord 3Soldier 2Lord @1")  # each Soldier eliminates, no card is skipped
    assert match.moves() == ["hit 2", "hit 4"]
    match.play("hit 2")
    assert row(match) == "1Soldier 3Soldier 2Lord"
    assert stock(match) == [1 + 1 + 2, 1 + 1, 1 + 1]


def test_fault_13_there_are_six_rounds() -> None:
    match = played_out(seed=13)
    assert [event["round"] for event in events_named(match, "round_begun")] == [1, 2, 3, 4, 5, 6]
    assert [len(player["hand"]) for player in match.position["players"]] == [1, 1, 1, 1]


def test_fault_14_an_eliminated_card_is_no_neighbour_any_more() -> None:
    match = table("1Soldier 2spy 1Lord 3heir @1")  # the Lord stands beside the Soldier now
    assert row(match) == "1Soldier 1Lord 3heir"
    assert stock(match)[0] == 1 + 1 + 2


def test_fault_14_an_eliminated_card_is_no_end_of_the_row_any_more() -> None:
    match = table("1Soldier 2spy 3Archer @1; players 3")
    assert (row(match), match.to_act, match.moves()) == ("1Soldier 3Archer", 3, ["hit 1", "hit 2"])


def test_fault_15_the_shapeshifter_itself_applies_what_it_copies() -> None:
    match = table("1heir 1Shapeshifter 2Lord 3spy @2")
    assert stock(match) == [1 + 2, 1 + 1, 1]  # its own place and family count; the Lord then pays its owner once


def test_fault_15_a_shapeshifter_that_attacks_an_ambush_is_thrown_out_itself() -> None:
    match = after("3Soldier 1shapeshifter 2ambush 3lord @2", "reveal", "hit 3")
    assert row(match) == "3Soldier 3lord"
    assert "shapeshifter" in pile(match, "discard", 1)


def test_fault_16_the_card_under_an_attacker_that_removed_itself_is_resolved() -> None:
    match = after("1Spy/1archer 2lord 3heir @1", "reveal", "hit 1")
    assert row(match) == "1Spy 2lord 3heir"
    assert stock(match) == [1 + 1 + 1, 0, 1]


def test_fault_16_the_card_under_an_attacker_that_an_ambush_threw_out_is_resolved() -> None:
    match = after("1Lord/1soldier 2ambush 3heir @1", "reveal")
    assert row(match) == "1Lord 3heir"
    assert stock(match) == [1 + 1 + 1, 1 + 4, 1]


def test_fault_17_after_a_kill_to_the_left_the_next_card_is_not_skipped() -> None:
    match = after("2heir 1soldier 3spy 2lord @2", "reveal", "hit 1")
    assert row(match) == "1Soldier 3spy 2lord"
    assert (match.to_act, match.position["pointer"]) == (3, 2)
