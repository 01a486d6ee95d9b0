"""The exact procedure: the steps of the resolution P1-P5 and the order inside one elimination X1-X6."""

import pytest
from tables import after, events_named, pile, row, stock, table

# The resolution


@pytest.mark.parametrize(("place", "to_act"), [("first", 2), ("last", 3)])
def test_P1_the_resolution_begins_at_the_first_slot(place, to_act):
    match = after("3spy 1heir; first 3; place 2; hand 2 lord", f"place lord {place}")
    assert match.position["phase"] == "resolution"
    assert (match.position["pointer"], match.to_act) == (1, to_act)


def test_P2_the_top_card_of_the_slot_is_resolved():
    match = after("1heir:1/1lord:1 2spy 3archer @1", "reveal")
    assert row(match) == "1heir:1/1Lord 2spy 3archer"
    assert stock(match) == [1 + 1 + 1, 1, 1]


def test_P3_the_slot_is_kept_when_one_before_it_vanishes():
    match = after("1heir 2Soldier 3lord 4spy @2", "hit 1")
    assert row(match) == "2Soldier 3lord 4spy"
    assert (match.position["pointer"], match.to_act) == (2, 3)


def test_P3_the_slot_is_kept_when_one_after_it_vanishes():
    match = after("1heir 2Soldier 3lord 4spy @2", "hit 3")
    assert row(match) == "1heir 2Soldier 4spy"
    assert (match.position["pointer"], match.to_act) == (3, 4)


def test_P3_the_slot_is_kept_when_one_appears_before_it():
    match = after("1prince 2queen 3trap @1", "reveal", "twin first")
    assert row(match) == "1Twin 1Prince 2queen 3trap"
    assert (match.position["pointer"], match.to_act) == (3, 2)


def test_P3_the_slot_is_kept_when_a_card_moves_from_before_it_to_after_it():
    match = after("1heir 2lord 3royal_decree 4spy @3", "reveal", "move 1 to 3")
    assert row(match) == "2lord 1heir 4spy"
    assert (match.position["pointer"], match.to_act) == (2, 1)


def test_P3_the_slot_is_kept_when_a_card_moves_from_after_it_to_before_it():
    match = after("1heir 2royal_decree 3lord 4spy @2", "reveal", "move 4 to 1")
    assert row(match) == "4spy 1heir 3lord"
    assert (match.position["pointer"], match.to_act) == (3, 3)


def test_P4_the_card_left_and_the_slot_is_not_empty_the_same_slot_again():
    match = after("1spy 2heir/2conspiracy 3lord @2", "reveal")
    assert row(match) == "1spy 2heir 3lord"
    assert (match.position["pointer"], match.to_act) == (2, 2)


def test_P4_the_slot_is_empty_the_one_after_the_gap():
    match = after("1spy 2conspiracy 3lord @2", "reveal")
    assert row(match) == "1spy 3lord"
    assert (match.position["pointer"], match.to_act) == (2, 3)


def test_P4_the_slot_and_the_one_before_it_are_gone():
    match = after("1spy 2ambush 3Soldier 4lord @3", "hit 2")
    assert row(match) == "1spy 4lord"
    assert (match.position["pointer"], match.to_act) == (2, 4)


def test_P4_the_slot_and_the_one_after_it_are_gone():
    match = after("1spy 2Soldier 3ambush 4lord @2", "hit 3")
    assert row(match) == "1spy 4lord"
    assert (match.position["pointer"], match.to_act) == (2, 4)


def test_P4_the_card_stayed_the_next_slot():
    match = after("1spy 2heir 3lord @1", "wait")
    assert (match.position["pointer"], match.to_act) == (2, 2)


@pytest.mark.parametrize(
    ("last", "move", "result"),
    [
        ("3lord", "wait", "1spy 2heir 3lord:1"),
        ("3lord", "reveal", "1spy 2heir 3Lord"),
        ("3conspiracy", "reveal", "1spy 2heir"),
    ],
)
def test_P5_the_resolution_ends_after_the_last_slot(last, move, result):
    match = after(f"1spy 2heir {last} @3", move)
    assert row(match) == result
    assert (match.position["phase"], match.position["round"], match.position["pointer"]) == ("placement", 2, None)


def test_P5_the_resolution_ends_when_the_row_is_empty():
    match = table("1Archer @1")
    assert row(match) == ""
    assert (match.position["phase"], match.position["round"]) == ("placement", 2)


def test_P5_a_combination_leaves_a_gap_that_is_no_neighbour():
    match = after("2queen 1combination 1Cutthroat 3felon @2", "reveal")
    assert row(match) == "2queen 1Cutthroat 3felon"
    assert (match.position["pointer"], match.to_act, match.moves()) == (None, 1, ["hit 1", "hit 3"])


def test_P5_the_gap_of_a_combination_is_neither_first_nor_last():
    match = after("1combination 2spy 1Archer @1", "reveal")
    assert row(match) == "2spy 1Archer"
    assert match.moves() == ["hit 1", "hit 2"]
    match = after("1Archer 2spy 1combination @3", "reveal")
    assert row(match) == "1Archer 2spy"
    assert match.moves() == ["hit 1", "hit 2"]


def test_P5_after_a_combination_the_slot_after_the_gap_follows():
    """The Cutthroat, used by the Combination, stands after the gap: it is resolved next."""
    match = after("2queen 1combination 1Cutthroat 3felon 2trap @2", "reveal", "hit 3")
    assert row(match) == "2queen 1Cutthroat 2trap"
    assert (match.position["pointer"], match.to_act, match.moves()) == (2, 1, ["hit 1", "hit 3"])


def test_P5_the_gap_of_a_combination_moves_with_the_row():
    match = after("2queen 1combination 1Cutthroat 3felon 2trap @2", "reveal", "hit 1")
    assert row(match) == "1Cutthroat 2trap"
    assert stock(match) == [2, 1, 1]
    assert (match.position["pointer"], match.to_act) == (2, 2)


# One elimination


def test_X1_the_target_is_turned_up_and_its_influence_goes_to_the_supply_first():
    match = table("1Soldier 2heir:2 3spy @1")
    assert stock(match) == [2, 1, 1]
    assert [event.name for event in match.events if event.name != "card_eliminated"] == [
        "card_turned_up",
        "influence_thrown_away",
        "influence_gained",
    ]


def test_X2_the_controller_of_the_attacker_gets_the_point():
    match = table("1Soldier>3 2heir 1spy @1")
    assert row(match) == "1Soldier>3 1spy"
    assert stock(match) == [1, 1, 2]


def test_X2_before_the_reaction():
    assert stock(after("1substitution 2trap 3queen @1; stock 0 0 0", "reveal")) == [0, 1, 0]


def test_X3_then_the_bonus_for_a_queen():
    match = after("1substitution 2queen 3trap @1; hand 1 queen", "reveal")
    assert stock(match) == [3, 1, 1]
    assert events_named(match, "influence_gained") == [
        {"player": 1, "amount": 1, "card": {"family": 1, "kind": "substitution"}},
        {"player": 1, "amount": 1, "card": {"family": 2, "kind": "queen"}},
    ]


def test_X3_no_bonus_for_the_own_queen():
    assert stock(after("1substitution 1queen 2trap 3trap @1", "reveal")) == [2, 1, 1]


def test_X4_the_target_leaves_before_its_partners_are_looked_for():
    """A bribed Twin under the eliminated Prince is uncovered in time, and goes too."""
    match = after("1substitution 2Twin>3/3prince 1queen @1; discard 2 prince", "reveal")
    assert row(match) == "1queen"
    assert stock(match) == [2, 1, 1]
    assert "twin" in pile(match, "discard", 2)
    assert "prince" in pile(match, "discard", 3)


def test_X5_an_ambush_pays_four_and_the_attacker_is_discarded():
    match = table("1Soldier 2ambush:3 3spy @1")
    assert stock(match) == [2, 5, 1]
    assert (pile(match, "discard", 1), pile(match, "discard", 2)) == (["soldier"], ["ambush"])


def test_X5_a_trap_steals_three_and_the_attacker_is_discarded():
    match = table("1Cutthroat 2trap:3 3queen @1; stock 5 1 1")
    assert stock(match) == [2, 4, 1]
    assert (pile(match, "discard", 1), pile(match, "discard", 2)) == (["cutthroat"], ["trap"])


@pytest.mark.parametrize("pair", ["2Prince 2Twin", "2prince 2Twin"])
def test_X5_the_twin_falls_with_the_prince(pair):
    match = after(f"1substitution {pair} 3queen @1; hand 1 prince", "reveal")
    assert row(match) == "3queen"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 2) == ["prince", "twin"]


def test_X5_the_prince_falls_with_the_twin():
    match = after("1substitution 2Twin 2Prince 3queen @1", "reveal")
    assert row(match) == "3queen"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 2) == ["prince", "twin"]


def test_X6_the_gaps_close():
    match = after("1ambush 2lord 3Archer 2spy @3", "hit 1")
    assert row(match) == "2lord 2spy"
    assert stock(match) == [5, 1, 2]
    assert (match.position["pointer"], match.to_act) == (2, 2)


def test_X6_a_gap_closes_only_where_the_slot_is_empty():
    match = after("1lord/1ambush 2lord 3spy/3Archer 2spy @3", "hit 1")
    assert row(match) == "1lord 2lord 3spy 2spy"
    assert (match.position["pointer"], match.to_act, match.moves()) == (3, 3, ["reveal", "wait"])
