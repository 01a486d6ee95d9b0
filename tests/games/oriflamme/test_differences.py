"""The differences between editions D1-D34: what an edition decides, and what is the same in all."""

import pytest
from tables import after, pile, row, stock, table

import intrigue

both_base = pytest.mark.parametrize("edition", ["fr", "ru"])
both_ablaze = pytest.mark.parametrize("edition", ["uk", "ru"])
FRENCH = ["edition fr", "game oriflamme-mix; edition fr+uk"]
RUSSIAN = ["edition ru", "game oriflamme-mix; edition ru+ru"]


# Oriflamme


@pytest.mark.parametrize("rules", FRENCH)
def test_D1_fr_own_card_on_own_ambush_gains_two_and_both_leave(rules):
    match = table(f"1Soldier 1ambush:2 2spy 3lord @1; {rules}")
    assert row(match) == "2spy 3lord"
    assert stock(match) == [3, 1, 1]
    assert pile(match, "discard", 1) == ["ambush", "soldier"]
    assert (match.to_act, match.position["pointer"]) == (2, 1)


@pytest.mark.parametrize("rules", RUSSIAN)
def test_D1_ru_own_card_on_own_ambush_gains_one_and_stays(rules):
    match = table(f"1Soldier 1ambush:2 2spy 3lord @1; {rules}")
    assert row(match) == "1Soldier 2spy 3lord"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["ambush"]
    assert (match.to_act, match.position["pointer"]) == (2, 2)


@both_base
def test_D1_another_family_on_an_ambush_is_the_same_in_both(edition):
    match = table(f"2Soldier 1ambush:2 3lord @1; edition {edition}")
    assert row(match) == "3lord"
    assert stock(match) == [5, 2, 1]


@pytest.mark.parametrize("rules", FRENCH)
def test_D2_fr_the_tie_break_counts_covered_cards(rules):
    assert after(f"1spy/1heir 2lord 3archer @3; round 6; stock 5 5 1; {rules}", "wait").winners == [1]


@pytest.mark.parametrize("rules", RUSSIAN)
def test_D2_ru_the_tie_break_counts_top_cards_only(rules):
    assert after(f"1spy/1heir 2lord 3archer @3; round 6; stock 5 5 1; {rules}", "wait").winners == [1, 2]


@both_ablaze
def test_D2_ablaze_the_tie_break_counts_top_cards_only(edition):
    sketch = f"1queen/1felon 2trap 3trap @3; round 6; stock 5 5 1; edition {edition}"
    assert after(sketch, "wait").winners == [1, 2]


@pytest.mark.parametrize("rules", FRENCH)
@pytest.mark.parametrize(
    ("line", "gain"),
    [
        ("1spy/1Heir/1archer 1Lord 2spy 3heir @2", 1 + 3),
        ("1spy/1heir 1Lord 1archer/1soldier 2spy 3heir @2", 1 + 2 + 2),
        ("2spy/2heir 1Lord 1archer 3heir @2", 1 + 1),
    ],
)
def test_D3_fr_the_lord_counts_covered_own_cards_beside_it(line, gain, rules):
    assert stock(table(f"{line}; {rules}")) == [1 + gain, 1, 1]


@pytest.mark.parametrize("rules", RUSSIAN)
@pytest.mark.parametrize(
    ("line", "gain"),
    [
        ("1spy/1Heir/1archer 1Lord 2spy 3heir @2", 1 + 1),
        ("1spy/1heir 1Lord 1archer/1soldier 2spy 3heir @2", 1 + 1 + 1),
        ("2spy/2heir 1Lord 1archer 3heir @2", 1 + 1),
    ],
)
def test_D3_ru_the_lord_counts_top_cards_only(line, gain, rules):
    assert stock(table(f"{line}; {rules}")) == [1 + gain, 1, 1]


@both_base
def test_D4_a_decree_moves_to_a_new_place_not_onto_a_card(edition):
    match = after(f"1royal_decree 2Heir 3lord @1; edition {edition}", "reveal")
    assert match.moves() == ["move 2 to 1", "move 2 to 3", "move 3 to 1", "move 3 to 2"]
    match.play("move 3 to 2")
    assert row(match) == "3lord 2Heir"


@both_base
def test_D4_beside_a_stack_but_not_onto_it(edition):
    match = after(f"1royal_decree 2heir/2lord 3spy @1; edition {edition}", "reveal", "move 3 to 2")
    assert row(match) == "3spy 2heir/2lord"


@both_base
def test_D5_a_decree_moves_any_other_card(edition):
    match = after(f"1spy 1royal_decree 2Heir 3lord @2; edition {edition}", "reveal")
    assert match.moves() == [
        "move 1 to 2",
        "move 1 to 3",
        "move 1 to 4",
        "move 3 to 1",
        "move 3 to 2",
        "move 3 to 4",
        "move 4 to 1",
        "move 4 to 2",
        "move 4 to 3",
    ]


@both_base
def test_D5_the_top_of_a_stack_moves_alone_with_its_influence(edition):
    match = after(f"1royal_decree 2heir:1/2lord:2 3spy @1; edition {edition}", "reveal")
    assert match.moves() == ["move 2 to 1", "move 2 to 2", "move 2 to 3", "move 2 to 4", "move 3 to 1", "move 3 to 2"]
    match.play("move 2 to 4")
    assert row(match) == "2heir:1 3spy 2lord:2"
    assert stock(match) == [1, 1, 1]


@both_base
def test_D6_the_archer_may_hit_itself(edition):
    match = table(f"1Archer 2lord 3spy @1; edition {edition}")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert row(match) == "2lord 3spy"
    assert stock(match) == [2, 1, 1]


@both_base
def test_D6_the_archer_must_hit_itself_if_alone(edition):
    match = table(f"1Archer @1; edition {edition}")
    assert row(match) == ""
    assert stock(match) == [2, 1, 1]


@both_base
def test_D7_the_assassination_may_hit_itself(edition):
    match = after(f"1assassination:1 2lord 3spy @1; edition {edition}", "reveal")
    assert match.moves() == ["hit 1", "hit 2", "hit 3"]
    match.play("hit 1")
    assert row(match) == "2lord 3spy"
    assert stock(match) == [1 + 1 + 1, 1, 1]
    assert pile(match, "discard", 1) == ["assassination"]


@both_base
def test_D8_soldier_and_archer_may_hit_own_cards_by_choice(edition):
    match = table(f"1lord 1Soldier 2spy 3heir @2; edition {edition}")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert (row(match), stock(match)) == ("1Soldier 2spy 3heir", [2, 1, 1])
    match = table(f"1Lord 2spy 1Archer 3heir @3; edition {edition}")
    assert match.moves() == ["hit 1", "hit 4"]
    match.play("hit 1")
    assert (row(match), stock(match)) == ("2spy 1Archer 3heir", [2, 1, 1])


@both_base
def test_D9_a_spy_among_own_cards_changes_nothing(edition):
    match = table(f"1lord 1Spy 1heir 2spy 3spy @2; edition {edition}")
    assert stock(match) == [1, 1, 1]
    assert (match.to_act, match.position["pointer"], match.moves()) == (1, 3, ["reveal", "wait"])


@both_base
def test_D10_an_assassination_too_triggers_the_ambush(edition):
    match = after(f"1assassination 2ambush:1 3spy @1; edition {edition}", "reveal", "hit 2")
    assert row(match) == "3spy"
    assert stock(match) == [2, 5, 1]
    assert (pile(match, "discard", 1), pile(match, "discard", 2)) == (["assassination"], ["ambush"])


@both_base
def test_D11_the_shapeshifter_copies_a_revealed_character(edition):
    match = table(f"2Lord 1Shapeshifter 3Heir @2; edition {edition}")
    assert match.moves() == ["copy 1", "copy 3"]
    match = table(f"2Lord 1Shapeshifter 3heir @2; edition {edition}")
    assert (stock(match), match.to_act) == ([2, 1, 1], 3)
    match = table(f"2Lord/2conspiracy 1Shapeshifter 3heir @2; edition {edition}")
    assert (stock(match), match.to_act) == ([1, 1, 1], 3)


@both_base
def test_D12_a_shapeshifter_cannot_be_copied(edition):
    match = table(f"2Shapeshifter 1Shapeshifter 3spy @2; edition {edition}")
    assert (stock(match), match.to_act, match.position["pointer"]) == ([1, 1, 1], 3, 3)
    match = table(f"1Heir 2Shapeshifter 1Shapeshifter 3Soldier 3lord @3; edition {edition}")
    assert match.moves() == ["hit 2", "hit 4"]


@pytest.mark.parametrize("game", ["oriflamme", "ablaze", "oriflamme-mix"])
def test_D13_only_the_owner_may_look_at_the_cards_aside(game):
    match = intrigue.new(game, players=4, seed=13)
    asides = [pile(match, "aside", player) for player in (1, 2, 3, 4)]
    assert [player["aside"] for player in match.view(3)["players"]] == [3, 3, asides[2], 3]
    assert [player["aside"] for player in match.view(0)["players"]] == [3, 3, 3, 3]


@both_base
def test_D31_only_a_revealed_uncovered_heir_stops_an_heir(edition):
    assert stock(table(f"1Heir 2heir 3Heir/3lord @1; edition {edition}")) == [3, 1, 1]
    match = table(f"1Heir 2Heir 3lord @1; edition {edition}")
    assert (stock(match), match.position["pointer"]) == ([1, 1, 1], 3)


@both_base
@pytest.mark.parametrize(
    ("others", "gain"),
    [
        ("3shapeshifter", 2),
        ("3Shapeshifter/3spy", 2),
        ("3spy 3Heir", 2),
        ("3spy 3Shapeshifter", 0),
    ],
)
def test_D32_only_a_revealed_uncovered_shapeshifter_stops_one_that_copies_an_heir(others, gain, edition):
    assert stock(table(f"2Heir 1Shapeshifter {others} @2; edition {edition}")) == [1 + gain, 1, 1]


@both_base
def test_D34_the_controller_of_the_spy_chooses_the_neighbour(edition):
    match = table(f"2lord 1Spy 3heir @2; edition {edition}")
    assert (match.to_act, match.moves()) == (1, ["rob 1", "rob 3"])
    match.play("rob 3")
    assert stock(match) == [2, 1, 0]


@both_base
@pytest.mark.parametrize("line", ["1lord 1Spy 2heir 3spy @2", "3spy 2heir 1Spy 1lord @3"])
def test_D34_an_own_card_is_no_choice_beside_another_players(line, edition):
    assert stock(table(f"{line}; edition {edition}")) == [2, 0, 1]


# Ablaze


@pytest.mark.parametrize(
    ("rules", "gain"),
    [
        ("edition uk", 2),
        ("edition ru", 1),
        ("game oriflamme-mix; edition fr+uk", 2),
        ("game oriflamme-mix; edition ru+ru", 1),
    ],
)
def test_D15_what_a_schemer_pays(rules, gain):
    match = table(f"1Schemer 2trap 3queen @1; {rules}")
    assert row(match) == "1Schemer 2trap 3queen"
    assert stock(match) == [1 + gain, 1, 1]


@both_ablaze
def test_D16_the_twin_enters_face_up(edition):
    match = after(f"1prince 2queen 3trap @1; edition {edition}", "reveal", "twin last")
    assert row(match) == "1Prince 2queen 3trap 1Twin"


@both_ablaze
def test_D17_the_twin_is_placed_when_its_owner_turns_the_prince_up(edition):
    match = after(f"1prince 2queen 3trap @1; edition {edition}", "reveal")
    assert (match.to_act, match.moves()) == (1, ["twin first", "twin last"])
    match.play("twin last")
    assert pile(match, "twin", 1) is False


@both_ablaze
def test_D17_not_by_a_prince_that_is_face_up_already(edition):
    match = table(f"1Prince 2queen 3trap @1; edition {edition}")
    assert (match.to_act, stock(match)) == (2, [2, 1, 1])
    assert (row(match), pile(match, "twin", 1)) == ("1Prince 2queen 3trap", True)


@both_ablaze
def test_D17_not_by_a_prince_that_came_by_substitution(edition):
    match = after(f"1substitution 2Prince 3trap @1; aside 1 prince; edition {edition}", "reveal")
    assert row(match) == "1Prince 3trap"
    assert (match.to_act, stock(match)) == (3, [1 + 1 + 1, 1, 1])
    assert pile(match, "twin", 1) is True


@both_ablaze
def test_D18_bribery_brings_a_second_prince_into_a_family(edition):
    match = after(f"3Prince 3bribery 2Prince 1queen @2; edition {edition}", "reveal", "bribe 3")
    assert row(match) == "3Prince 2Prince>3 1queen"
    assert stock(match) == [1, 1, 2]


@both_ablaze
def test_D18_both_princes_fall_with_the_twin(edition):
    match = after(f"1substitution 2Twin 2Prince 3Prince>2 1queen @1; edition {edition}", "reveal")
    assert row(match) == "1queen"
    assert stock(match) == [2, 1, 1]
    assert "prince" in pile(match, "discard", 2)
    assert "prince" in pile(match, "discard", 3)


@both_ablaze
def test_D19_a_felon_costs_one_for_each_card_beside_it(edition):
    assert stock(table(f"2queen 1Felon 2trap 3queen @2; stock 5 5 5; edition {edition}")) == [5, 3, 5]
    assert stock(table(f"2queen 1Felon 3queen @2; stock 5 5 5; edition {edition}")) == [5, 4, 4]


@both_ablaze
def test_D20_only_a_character_alone_in_its_slot_can_be_bribed(edition):
    match = after(f"1bribery 2Queen 2trap/2Felon 3Felon 3queen @1; edition {edition}", "reveal")
    assert match.moves() == ["bribe 2", "bribe 4"]


@both_ablaze
def test_D21_a_combination_uses_the_same_or_another_character_each_time(edition):
    sketch = f"1Queen 1combination:2 1Felon 2queen 3queen @2; stock 1 5 5; edition {edition}"
    match = after(sketch, "reveal")
    assert match.moves() == ["use 1", "use 2"]
    match.play("use 1")
    assert stock(match) == [3, 5, 5]
    match.play("again")
    assert match.moves() == ["use 1", "use 2"]
    match.play("use 1")
    assert stock(match) == [5, 5, 5]
    match.play("again")
    match.play("use 2")
    # The Felon is used, then resolved in its turn: each time 1 from player 1 and 1 from player 2.
    assert stock(match) == [5 - 2, 5 - 2, 5]
    assert (match.to_act, match.position["pointer"]) == (2, 3)


@both_ablaze
@pytest.mark.parametrize(("source", "rest"), [("aside", 2), ("discard", 1)])
def test_D22_a_substitute_comes_from_the_cards_aside_or_the_discard(source, rest, edition):
    match = after(f"1substitution 2Queen 3trap @1; {source} 1 queen; edition {edition}", "reveal")
    assert row(match) == "1Queen 3trap"
    assert stock(match) == [1 + 1 + 1 + 2, 1, 1]  # for eliminating, for a Queen, and the new Queen's own 2
    assert "queen" not in pile(match, source, 1)
    assert len(pile(match, source, 1)) == rest


@both_ablaze
def test_D22_a_substitute_does_not_come_from_the_hand(edition):
    match = after(f"1substitution 2Queen 3trap @1; hand 1 queen; edition {edition}", "reveal")
    assert row(match) == "3trap"
    assert stock(match) == [3, 1, 1]
    assert "queen" in pile(match, "hand", 1)


@both_ablaze
def test_D23_a_twin_is_replaced_by_the_own_twin_from_the_discard(edition):
    sketch = f"1substitution 2Twin 3trap @1; discard 1 prince twin; discard 2 prince; edition {edition}"
    match = after(sketch, "reveal")
    assert row(match) == "1Twin 3trap"
    assert stock(match) == [1 + 1 + 1, 1, 1]
    assert pile(match, "discard", 1) == ["prince", "substitution"]


@both_ablaze
def test_D23_a_twin_that_has_not_entered_yet_replaces_nothing(edition):
    match = after(f"1substitution 2Twin 3trap @1; discard 2 prince; edition {edition}", "reveal")
    assert row(match) == "3trap"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "twin", 1) is True


@both_ablaze
@pytest.mark.parametrize("source", ["aside", "discard"])
def test_D24_only_the_top_of_a_stack_is_eliminated(source, edition):
    match = after(f"1substitution 2queen/2felon 3trap @1; {source} 1 felon; edition {edition}", "reveal")
    assert row(match) == "2queen 3trap"
    assert stock(match) == [2, 1, 1]
    assert "felon" in pile(match, "discard", 2)


@pytest.mark.parametrize("rules", ["edition fr", "edition ru"])
def test_D25_an_empty_row_is_started_anew_in_a_later_round(rules):
    match = table(f"1Archer @1; {rules}")
    assert (row(match), match.position["round"], match.to_act) == ("", 2, 2)
    assert {move.split()[2] for move in match.moves()} == {"first"}
    match.play("place lord first")
    assert (row(match), match.to_act) == ("2lord", 3)
    assert {move.split()[2] for move in match.moves()} == {"first", "last"}


@both_ablaze
def test_D25_in_ablaze_too(edition):
    match = table(f"; place 1; round 6; hand 1 felon queen; game ablaze; edition {edition}")
    assert match.moves() == ["place felon first", "place queen first"]


@both_ablaze
def test_D26_an_own_card_on_the_own_trap_gains_one_and_stays(edition):
    match = table(f"1Apothecary 2felon 1Queen 1trap:2 3felon @1; edition {edition}")
    assert match.moves() == ["hit 2", "hit 3", "hit 4", "hit 5"]
    match.play("hit 4")
    assert row(match) == "1Apothecary 2felon 1Queen 3felon"
    assert stock(match) == [2, 1, 1]
    assert (match.to_act, match.position["pointer"]) == (2, 2)
