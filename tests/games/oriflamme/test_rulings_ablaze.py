"""The rulings on the cards of Ablaze, E63-E115. The number in a test's name is the number of the ruling."""

import pytest
from tables import after, events_named, pile, row, stock, table


def kinds_told(match, name):
    """The cards that events of that name were about, in order, as a sketch writes them face down."""
    return [f"{said['card']['family']}{said['card']['kind']}" for said in events_named(match, name)]


def twin_ready(match, player):
    return match.position["players"][player - 1]["twin"]


def places(match):
    """Where the player to act may place a card, whichever card it is."""
    return {move.split(" ", 2)[2] for move in match.moves()}


# E-h Prince and Twin


def test_E63_twin_ahead_of_the_pointer_is_resolved_this_round():
    match = after("1prince 2trap @1", "reveal", "twin last")
    assert (row(match), stock(match), match.to_act) == ("1Prince 2trap 1Twin", [2, 1, 1], 2)
    match.play("wait")
    assert (row(match), stock(match)) == ("1Prince 2trap:1 1Twin", [3, 1, 1])
    assert match.position["phase"] == "placement"


def test_E63_twin_behind_the_pointer_is_not_resolved_this_round():
    match = after("1prince 2trap @1", "reveal", "twin first", "wait")
    assert (row(match), stock(match)) == ("1Twin 1Prince 2trap:1", [2, 1, 1])
    assert match.position["phase"] == "placement"


def test_E64_twin_goes_on_any_other_own_card_but_not_on_the_prince():
    match = after("1prince 1queen 1Felon 2trap @1", "reveal")
    assert match.moves() == ["twin first", "twin last", "twin on 2", "twin on 3"]
    match.play("twin on 2")
    assert row(match) == "1Prince 1queen/1Twin 1Felon 2trap"


def test_E64_twin_never_goes_on_a_bribed_prince():
    match = after("1prince 2Prince>1 3trap @1; discard 2 twin", "reveal")
    assert match.moves() == ["twin first", "twin last"]


def test_E64_twin_may_go_on_a_card_that_covers_a_prince():
    match = after("1prince 2Prince>1/1queen 3trap @1; discard 2 twin", "reveal")
    assert match.moves() == ["twin first", "twin last", "twin on 2"]
    match.play("twin on 2")
    assert (row(match), stock(match)) == ("1Prince 2Prince>1/1queen/1Twin 3trap", [3, 1, 1])


def test_E64_twin_goes_on_a_bribed_card_of_the_briber_only():
    match = after("1prince 2Felon>1 1Queen>3 3trap @1", "reveal")
    assert match.moves() == ["twin first", "twin last", "twin on 2"]


def test_E65_placing_the_twin_is_compulsory():
    match = after("1prince 2trap @1", "reveal")
    assert (match.to_act, match.moves()) == (1, ["twin first", "twin last"])
    assert twin_ready(match, 1)
    match.play("twin first")
    assert not twin_ready(match, 1)


def test_E66_prince_without_an_available_twin_only_pays():
    match = after("1prince:1 2trap @1; discard 1 twin", "reveal")
    assert (row(match), stock(match)) == ("1Prince 2trap", [3, 1, 1])
    assert (match.to_act, match.moves()) == (2, ["reveal", "wait"])


def test_E67_a_face_down_prince_that_is_eliminated_takes_the_twins_of_its_family_along():
    match = table("3Cutthroat 1prince 2Twin>1 2trap @1; discard 2 prince")
    assert (row(match), stock(match)) == ("3Cutthroat 2trap", [1, 1, 1])
    assert kinds_told(match, "card_eliminated") == ["1prince"]
    assert kinds_told(match, "card_discarded") == ["2twin"]


def test_E68_a_covered_twin_survives_its_prince():
    match = table("3Cutthroat 1Prince 1Twin/1queen @1")
    assert (row(match), match.to_act) == ("3Cutthroat 1Twin/1queen", 1)


def test_E68_a_covered_prince_survives_its_twin():
    match = table("3Cutthroat 1Twin 1Prince/1queen @1")
    assert (row(match), match.to_act) == ("3Cutthroat 1Prince/1queen", 1)


def test_E69_a_partner_discarded_by_the_chain_pays_nothing_and_pulls_nobody_along():
    match = table("1Prince 3Queen 2Prince>1 1Twin 3Apothecary @5; discard 2 twin")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert (row(match), stock(match)) == ("3Queen 2Prince>1 3Apothecary", [1, 1, 2])
    assert kinds_told(match, "card_eliminated") == ["1prince"]
    assert kinds_told(match, "card_discarded") == ["1twin"]


def test_E70_an_eliminated_twin_takes_both_princes_of_the_family_along():
    match = after("1Prince 2Prince>1 1Twin 3Queen 3Apothecary @5; discard 2 twin", "hit 3")
    assert (row(match), stock(match)) == ("3Queen 3Apothecary", [1, 1, 2])
    assert kinds_told(match, "card_eliminated") == ["1twin"]
    assert kinds_told(match, "card_discarded") == ["1prince", "2prince"]


def test_E71_family_in_the_chain_is_the_controller():
    match = after("1Prince/1felon 2Twin 1Twin 2Prince>1 3Queen 3Apothecary @6", "hit 4")
    assert (row(match), stock(match)) == ("1Prince/1felon 2Twin 3Queen 3Apothecary", [1, 1, 2])
    assert "twin" in pile(match, "discard", 1)
    assert "prince" in pile(match, "discard", 2)


def test_E72_a_prince_that_is_discarded_sets_off_no_chain():
    match = after("1Prince 2Twin>1 1Twin 3Queen 3Apothecary @5; discard 2 prince", "hit 3")
    assert (row(match), stock(match)) == ("2Twin>1 3Queen 3Apothecary", [1, 1, 2])
    assert kinds_told(match, "card_discarded") == ["1prince"]


def test_E73_a_prince_that_survived_under_cover_keeps_paying_and_brings_no_new_twin():
    match = table("3Cutthroat 1Twin 1Prince/1trap 2trap @1")
    assert (row(match), match.to_act) == ("3Cutthroat 1Prince/1trap 2trap", 1)
    match.play("reveal")
    assert (row(match), stock(match)) == ("3Cutthroat 1Prince 2trap", [3, 1, 1])
    assert (match.to_act, match.moves()) == (2, ["reveal", "wait"])
    assert not twin_ready(match, 1)


# E-i Cutthroat


def test_E74_a_face_down_target_counts_by_its_name_once_turned_up():
    match = after("2queen 1Cutthroat 3trap 3Queen @2", "hit 1")
    assert (row(match), stock(match), match.to_act) == ("1Cutthroat 3trap", [5, 1, 1], 3)


def test_E75_only_revealed_uncovered_namesakes_of_other_players_die_too():
    match = table("2Felon 1Cutthroat 3Felon 4felon 5Felon/5queen 1Felon @2")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert (row(match), stock(match)) == ("1Cutthroat 4felon 5Felon/5queen 1Felon", [3, 1, 1, 1, 1])
    assert match.to_act == 4


def test_E75_namesakes_go_by_controller():
    match = table("1Cutthroat 2Felon 3Felon>1 1Felon>3 @1")
    # 2 for two cards; then the spared Felon acts beside the Cutthroat of the same controller, who loses 1.
    assert (row(match), stock(match)) == ("1Cutthroat 3Felon>1", [2, 1, 1])
    assert kinds_told(match, "card_eliminated") == ["2felon", "1felon"]


def test_E76_an_own_neighbour_may_be_chosen_and_enemy_namesakes_die_with_it():
    match = table("1Queen 1Cutthroat 2trap 3Queen @2")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert (row(match), stock(match)) == ("1Cutthroat 2trap", [4, 1, 1])


def test_E76_an_own_neighbour_is_hit_by_force_if_it_is_alone():
    match = table("1Felon 1Cutthroat @2")
    assert (row(match), stock(match)) == ("1Cutthroat", [1, 1, 1])
    match = table("1Cutthroat 1Felon 3Felon @1")
    assert (row(match), stock(match)) == ("1Cutthroat", [3, 1, 1])


@pytest.mark.parametrize(
    ("victims", "points"),
    [
        ("2Felon", 0),
        ("2Felon 3Felon", 2),
        ("2Felon 3Felon 4Felon", 3),
        ("2queen", 1),
        ("2queen 3Queen", 4),
        ("1queen", 0),
        ("1queen 2Queen 3Queen", 5),
    ],
)
def test_E77_points_of_the_cutthroat(victims, points):
    match = table(f"1Cutthroat {victims} @1; players 4")
    assert (row(match), stock(match)) == ("1Cutthroat", [1 + points, 1, 1, 1])


def test_E78_a_twin_that_falls_with_its_prince_does_not_count():
    match = table("1Cutthroat 2Prince 3trap 2Twin @1")
    assert (row(match), stock(match)) == ("1Cutthroat 3trap", [1, 1, 1])
    assert kinds_told(match, "card_discarded") == ["2twin"]


def test_E78_two_princes_count_two_whatever_twins_fall():
    match = table("1Cutthroat 2Prince 3Prince 2Twin 3Twin @1")
    assert (row(match), stock(match)) == ("1Cutthroat", [3, 1, 1])


@pytest.mark.parametrize(("before", "left", "stolen"), [(5, 2, 3), (3, 0, 3), (2, 0, 2), (0, 0, 0)])
def test_E79_cutthroat_on_a_trap_gains_nothing_is_robbed_of_up_to_3_and_leaves(before, left, stolen):
    match = table(f"1Cutthroat 2trap:2 3queen @1; stock {before} 1 1")
    assert (row(match), stock(match), match.to_act) == ("3queen", [left, 1 + stolen, 1], 3)
    assert events_named(match, "influence_gained") == []
    assert "cutthroat" in pile(match, "discard", 1)
    assert "trap" in pile(match, "discard", 2)


def test_E80_a_card_exposed_ahead_of_the_pointer_is_resolved():
    match = table("1Cutthroat 2Felon 3queen/3Felon @1")
    assert (row(match), stock(match), match.to_act) == ("1Cutthroat 3queen", [3, 1, 1], 3)
    match = table("1Cutthroat 2Felon 3Queen/3Felon @1")
    assert (row(match), stock(match)) == ("1Cutthroat 3Queen", [3, 1, 3])


def test_E80_a_card_exposed_behind_the_pointer_is_not_resolved():
    match = after("3Queen/3Felon 2trap 1Cutthroat 2Felon @3", "hit 4")
    assert (row(match), stock(match)) == ("3Queen 2trap 1Cutthroat", [3, 1, 1])
    assert match.position["phase"] == "placement"


def test_E81_a_cutthroat_that_hits_a_cutthroat_is_spared_itself():
    match = table("1Cutthroat 2Cutthroat 3trap 3Cutthroat @1")
    assert (row(match), stock(match), match.to_act) == ("1Cutthroat 3trap", [3, 1, 1], 3)


def test_E82_a_cutthroat_without_a_neighbour_does_nothing():
    match = table("1Cutthroat @1")
    assert (row(match), stock(match)) == ("1Cutthroat", [1, 1, 1])
    assert kinds_told(match, "nothing_happened") == ["1cutthroat"]
    assert match.position["phase"] == "placement"


# E-j Apothecary, Felon, Queen, Schemer


def test_E83_apothecary_hits_any_top_card_beside_another_own_card():
    match = table("2queen 1Felon 1Queen 3trap 2felon 1Apothecary @6")
    assert match.moves() == ["hit 1", "hit 2", "hit 3", "hit 4"]
    match.play("hit 3")
    assert (row(match), stock(match)) == ("2queen 1Felon 3trap 2felon 1Apothecary", [2, 1, 1])


def test_E83_an_own_face_down_card_gives_targets_too():
    match = table("2queen 1felon 3queen 2trap 1Apothecary @5")
    assert match.moves() == ["hit 1", "hit 3"]


def test_E83_no_other_own_card_means_no_effect():
    match = table("2queen 1Apothecary 3trap @2")
    assert (row(match), stock(match), match.to_act) == ("2queen 1Apothecary 3trap", [1, 1, 1], 3)
    assert kinds_told(match, "nothing_happened") == ["1apothecary"]


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_E84_apothecary_beside_an_own_card_may_hit_itself(edition):
    match = table(f"2queen 1Apothecary 1Queen 2trap @2; edition {edition}")
    assert match.moves() == ["hit 2", "hit 4"]
    match.play("hit 2")
    assert (row(match), stock(match), match.to_act) == ("2queen 1Queen 2trap", [4, 1, 1], 2)
    assert "apothecary" in pile(match, "discard", 1)


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_E84_apothecary_must_hit_itself_if_nothing_else_is_legal(edition):
    match = table(f"1Apothecary 1Queen @1; edition {edition}")
    assert (row(match), stock(match)) == ("1Queen", [4, 1, 1])


def test_E85_covered_own_cards_give_no_targets():
    match = table("1Queen/1Apothecary 2trap @1")
    assert (row(match), stock(match), match.to_act) == ("1Queen/1Apothecary 2trap", [1, 1, 1], 2)
    match = table("1Felon>2/2queen 3trap 1Apothecary 3queen @3")
    assert (row(match), stock(match), match.to_act) == ("1Felon>2/2queen 3trap 1Apothecary 3queen", [1, 1, 1], 3)


def test_E85_bribed_cards_give_targets_to_the_briber_only():
    assert table("2trap 3Felon>1 2queen 1Apothecary @4").moves() == ["hit 1", "hit 3"]
    match = table("2trap 1Felon>3 2queen 1Apothecary 3trap @4")
    assert (match.to_act, match.moves()) == (3, ["reveal", "wait"])


@pytest.mark.parametrize(("before", "left", "stolen"), [(5, 3, 3), (1, 0, 2), (0, 0, 1)])
def test_E86_apothecary_on_an_enemy_trap(before, left, stolen):
    match = table(f"1Queen 2trap:1 1Apothecary @3; stock {before} 1 1")
    assert (row(match), stock(match)) == ("1Queen", [left, 1 + stolen, 1])
    assert "apothecary" in pile(match, "discard", 1)


def test_E86_apothecary_on_an_own_trap_gains_1_and_stays():
    match = table("1Queen 1trap 1Apothecary @3")
    assert match.moves() == ["hit 1", "hit 2", "hit 3"]
    match.play("hit 2")
    assert (row(match), stock(match)) == ("1Queen 1Apothecary", [2, 1, 1])


@pytest.mark.parametrize(("before", "left"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_E87_felon_takes_1_for_each_neighbour_and_never_more_than_there_is(before, left):
    match = table(f"2queen 1Felon 2trap @2; stock 7 {before} 7")
    assert (row(match), stock(match)) == ("2queen 1Felon 2trap", [7, left, 7])


def test_E87_felon_hurts_its_owner_too_and_nobody_gains():
    match = table("1queen 1Felon 2trap @2; stock 5 5 5")
    assert stock(match) == [4, 4, 5]


def test_E88_a_stack_beside_the_felon_is_one_card():
    match = table("2queen/2Cutthroat 1Felon 3trap @2; stock 5 5 5")
    assert stock(match) == [5, 4, 4]


def test_E89_queen_eliminated_by_her_own_controller_pays_only_the_normal_1():
    match = after("1Queen 1Felon 1Apothecary 2trap @3", "hit 1")
    assert (row(match), stock(match)) == ("1Felon 1Apothecary 2trap", [2, 1, 1])
    match = after("2Queen>1 1Felon 1Apothecary 2trap @3", "hit 1")
    assert (row(match), stock(match)) == ("1Felon 1Apothecary 2trap", [2, 1, 1])


def test_E89_queen_eliminated_by_another_player_pays_1_more():
    match = after("2Queen 1Felon 1Apothecary 3trap @3", "hit 1")
    assert (row(match), stock(match)) == ("1Felon 1Apothecary 3trap", [3, 1, 1])
    match = after("1Queen>2 1Felon 1Apothecary 3trap @3", "hit 1")
    assert (row(match), stock(match)) == ("1Felon 1Apothecary 3trap", [3, 1, 1])


def test_E90_schemer_next_to_a_stack_is_discarded_after_its_influence_was_taken():
    match = after("2queen/2trap 1schemer:2 3trap @2", "reveal")
    assert (row(match), stock(match), match.to_act) == ("2queen/2trap 3trap", [3, 1, 1], 3)
    assert "schemer" in pile(match, "discard", 1)
    assert events_named(match, "card_eliminated") == []


def test_E90_the_stack_may_stand_on_the_other_side_and_be_an_own_one():
    match = table("1Schemer 1felon/1queen @1")
    assert (row(match), stock(match), match.to_act) == ("1felon/1queen", [1, 1, 1], 1)


@pytest.mark.parametrize(("edition", "gain"), [("uk", 2), ("ru", 1)])
def test_E91_schemer_on_top_of_its_own_stack_is_not_next_to_one(edition, gain):
    match = table(f"1Queen/1Schemer 2trap @1; edition {edition}")
    assert (row(match), stock(match)) == ("1Queen/1Schemer 2trap", [1 + gain, 1, 1])


def test_E91_the_card_under_a_discarded_schemer_acts_next():
    match = table("1Queen/1Schemer 2trap/2felon @1")
    assert (row(match), stock(match), match.to_act) == ("1Queen 2trap/2felon", [3, 1, 1], 2)


@pytest.mark.parametrize(("edition", "gain"), [("uk", 2), ("ru", 1)])
def test_E92_schemer_pays_if_the_stack_is_gone_in_time(edition, gain):
    match = table(f"1Cutthroat 2queen/2Felon 1Schemer 3trap @1; edition {edition}")
    assert (row(match), stock(match), match.to_act) == ("1Cutthroat 2queen 1Schemer 3trap", [1, 1, 1], 2)
    match.play("wait")
    assert (row(match), stock(match)) == ("1Cutthroat 2queen:1 1Schemer 3trap", [1 + gain, 1, 1])


# E-k Trap, Bribery, Combination, Substitution


@pytest.mark.parametrize(("before", "left", "stolen"), [(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 3)])
def test_E93_trap_steals_up_to_3_after_the_attacker_got_its_1(before, left, stolen):
    match = after(f"1substitution 2trap 3queen @1; stock {before} 1 1", "reveal")
    assert (row(match), stock(match)) == ("3queen", [left, 1 + stolen, 1])
    names = [event.name for event in match.events if event.name.startswith("influence")]
    assert names == ["influence_gained", "influence_robbed"]
    trap = {"family": 2, "kind": "trap"}
    assert events_named(match, "influence_robbed") == [{"player": 2, "amount": stolen, "victim": 1, "card": trap}]


def test_E94_a_trap_hit_by_substitution_is_not_replaced():
    match = after("1substitution 2trap:2 3queen @1; stock 5 1 1; discard 1 trap", "reveal")
    assert (row(match), stock(match), match.to_act) == ("3queen", [3, 4, 1], 3)
    assert {"substitution", "trap"} <= set(pile(match, "discard", 1))
    assert events_named(match, "card_replaced") + events_named(match, "replacement_missing") == []


def test_E95_bribery_takes_a_revealed_character_alone_in_its_slot_of_any_family():
    match = after("1bribery 1Felon 2Queen 3trap 3Queen/3Felon 2felon @1", "reveal")
    assert match.moves() == ["bribe 2", "bribe 3"]
    match.play("bribe 3")
    assert row(match) == "1Felon 2Queen>1 3trap 3Queen/3Felon 2felon"
    assert "bribery" in pile(match, "discard", 1)


def test_E95_bribery_without_a_target_is_discarded_without_effect():
    match = after("1bribery:1 2trap 3Queen/3Felon @1", "reveal")
    assert (row(match), stock(match), match.to_act) == ("2trap 3Queen/3Felon", [2, 1, 1], 2)
    assert "bribery" in pile(match, "discard", 1)


def test_E96_the_token_must_go_on_an_own_character_if_there_is_no_other():
    match = after("1bribery 1Queen 1Felon 2trap @1", "reveal")
    assert match.moves() == ["bribe 2", "bribe 3"]
    match = after("1bribery 1Queen 2trap @1", "reveal")
    assert (row(match), stock(match), match.to_act) == ("1Queen 2trap", [3, 1, 1], 2)
    assert events_named(match, "card_bribed") == [{"card": {"family": 1, "kind": "queen"}, "player": 1}]


def test_E97_a_bribed_card_ahead_of_the_pointer_acts_for_the_briber_this_round():
    match = after("1bribery 2Queen 3trap @1", "reveal")
    assert (row(match), stock(match), match.to_act) == ("2Queen>1 3trap", [3, 1, 1], 3)


def test_E97_a_bribed_card_behind_the_pointer_waits_for_the_next_round():
    match = after("2Queen 1bribery 3trap @2", "reveal")
    assert (row(match), stock(match), match.to_act) == ("2Queen>1 3trap", [1, 1, 1], 3)


def test_E97_the_briber_chooses_for_the_bribed_card():
    match = after("1bribery 3trap 2Cutthroat 3queen @1", "reveal", "wait")
    assert (match.to_act, match.moves()) == (1, ["hit 1", "hit 3"])


def test_E98_the_briber_may_stack_on_the_bribed_card():
    match = table("2Queen>1 3trap; place 1; hand 1 felon")
    assert places(match) == {"first", "last", "on 1"}
    match.play("place felon on 1")
    assert row(match) == "2Queen>1/1felon 3trap"


def test_E98_the_former_owner_may_not_stack_on_the_bribed_card():
    assert places(table("2Queen>1 3trap; place 2")) == {"first", "last"}


def test_E98_the_token_is_still_on_the_card_when_its_cover_leaves():
    match = after("2Queen>1/1trap 3trap @1", "reveal")
    assert (row(match), stock(match)) == ("2Queen>1 3trap", [4, 1, 1])


def test_E99_felon_counts_neighbours_by_controller():
    assert stock(table("2Queen>1 3Felon 1trap @2; stock 5 5 5")) == [3, 5, 5]


def test_E99_apothecary_counts_own_cards_by_controller():
    assert table("3queen 2Felon>1 3trap 1Apothecary @4").moves() == ["hit 1", "hit 3"]


def test_E99_lord_counts_neighbours_by_controller():
    assert stock(table("2Queen>1 1Lord 3ambush @2")) == [3, 1, 1]
    assert stock(table("1Queen>2 1Lord 3ambush @2")) == [2, 1, 1]


def test_E99_spy_robs_the_controller():
    match = table("2Queen>3 1Spy 1Heir>2 3ambush @2; stock 5 5 5")
    assert match.moves() == ["rob 1", "rob 3"]
    match.play("rob 1")
    assert stock(match) == [6, 7, 4]  # and the Heir pays its briber


def test_E99_a_bribed_attacker_is_an_enemy_of_the_trap_of_its_colour():
    match = table("2Cutthroat>1 2trap 3queen @1; stock 5 5 5")
    assert (row(match), stock(match)) == ("3queen", [2, 8, 5])
    assert "cutthroat" in pile(match, "discard", 2)


def test_E99_a_bribed_attacker_is_a_friend_of_the_trap_of_its_briber():
    match = table("2Cutthroat>1 1trap 3queen @1; stock 5 5 5")
    assert (row(match), stock(match)) == ("2Cutthroat>1 3queen", [5, 5, 5])


def test_E99_a_bribed_attacker_is_an_enemy_of_the_ambush_of_its_colour():
    match = table("2Soldier>1 2ambush 3heir @1; stock 5 5 5")
    assert (row(match), stock(match)) == ("3heir", [6, 9, 5])


def test_E99_the_bonus_for_a_queen_goes_by_controller():
    assert stock(table("1Cutthroat 1Queen>2 @1")) == [2, 1, 1]
    assert stock(table("1Cutthroat 2Queen>1 @1")) == [1, 1, 1]


def test_E100_a_bribed_card_breaks_ties_for_the_briber():
    match = after("2Felon>1 3trap @2; round 6; stock 4 4 1", "wait")
    assert (match.over, match.scores, match.winners) == (True, [4, 4, 1], [1])


def test_E101_a_bribed_card_leaves_to_the_discard_of_its_colour():
    match = table("1Cutthroat 2Felon>3 3trap @1; hand 3 felon")
    assert row(match) == "1Cutthroat 3trap"
    assert "felon" in pile(match, "discard", 2)
    assert "felon" not in pile(match, "discard", 3)


def test_E101_a_new_token_replaces_the_old_one():
    match = after("1bribery 2Queen>3 3trap @1", "reveal")
    assert (row(match), stock(match)) == ("2Queen>1 3trap", [3, 1, 1])


def test_E101_the_owner_may_bribe_an_own_card_back():
    match = after("1bribery 1Queen>2 3trap @1", "reveal")
    assert (row(match), stock(match)) == ("1Queen 3trap", [3, 1, 1])


def test_E101_the_token_is_off_a_card_that_left_and_came_back():
    match = after("2substitution 2Queen>1 3trap @1; stock 1 1 1", "reveal")
    assert (row(match), stock(match)) == ("2Queen 3trap", [1, 5, 1])


def test_E102_a_bribed_prince_pays_the_briber_and_brings_no_twin():
    match = table("2Prince>1 3trap @1; discard 2 twin")
    assert (row(match), stock(match), match.to_act) == ("2Prince>1 3trap", [2, 1, 1], 3)
    assert twin_ready(match, 1)


def test_E103_the_card_under_a_combination_may_be_used_and_is_then_resolved():
    match = after("1Queen/1combination 2trap @1", "reveal")
    assert (row(match), stock(match), match.to_act) == ("1Queen 2trap", [5, 1, 1], 2)


def test_E103_the_neighbours_of_a_combination_close_up_first():
    match = after("2felon 1combination 1Cutthroat 3trap @2; stock 5 5 5", "reveal")
    assert (match.to_act, match.moves(), row(match)) == (1, ["hit 1", "hit 3"], "2felon 1Cutthroat 3trap")
    match.play("hit 1")
    # The 2felon pays nothing; then the Cutthroat is resolved in its turn and must hit the Trap.
    assert (row(match), stock(match)) == ("", [2, 5, 8])


def test_E104_one_free_use_and_one_decision_for_each_influence():
    match = after("1combination:2 1Queen 1Prince 2trap @1; discard 1 twin", "reveal")
    assert (match.moves(), stock(match), match.position["spare"]) == (["use 1", "use 2"], [1, 1, 1], 2)
    match.play("use 1")
    assert (match.moves(), stock(match), match.position["spare"]) == (["again", "take"], [3, 1, 1], 2)
    match.play("again")
    assert (match.moves(), stock(match), match.position["spare"]) == (["use 1", "use 2"], [3, 1, 1], 1)
    match.play("use 2")
    assert (match.moves(), stock(match), match.position["spare"]) == (["again", "take"], [4, 1, 1], 1)
    match.play("take")
    assert (stock(match), match.position["spare"], match.to_act) == ([8, 1, 1], 0, 2)  # 1, then Queen 2 and Prince 1


def test_E104_without_influence_there_is_one_use():
    match = after("1combination 1Queen 1Prince 2trap @1; discard 1 twin", "reveal", "use 2")
    assert (stock(match), match.to_act) == ([5, 1, 1], 2)


def test_E104_the_same_character_may_be_used_each_time():
    match = after("1combination:1 1Queen 2trap @1", "reveal", "again")
    assert (stock(match), match.to_act) == ([7, 1, 1], 2)


def test_E105_the_chosen_character_is_the_attacker_and_another_may_follow():
    match = after("1combination:1 1Apothecary 2trap 1Queen 3felon @1; stock 5 1 1", "reveal")
    assert match.moves() == ["use 1", "use 3"]
    match.play("use 1")
    assert match.moves() == ["hit 2", "hit 4"]
    match.play("hit 2")
    assert (row(match), stock(match), match.moves()) == ("1Queen 3felon", [3, 4, 1], ["again", "take"])
    match.play("again")
    assert (row(match), stock(match), match.to_act) == ("1Queen 3felon", [7, 4, 1], 3)


def test_E105_the_rest_is_taken_when_no_character_is_left():
    match = after("1combination:2 1Cutthroat 2trap 3felon @1; stock 5 1 1", "reveal")
    assert (row(match), stock(match), match.to_act) == ("3felon", [4, 4, 1], 3)
    assert events_named(match, "influence_kept") == [
        {"player": 1, "amount": 2, "card": {"family": 1, "kind": "combination"}},
    ]


def test_E106_combination_on_a_prince_pays_1_a_use_and_brings_no_twin():
    match = after("1combination:1 1Prince 2trap @1", "reveal", "again")
    assert (row(match), stock(match), match.to_act) == ("1Prince 2trap", [4, 1, 1], 2)
    assert twin_ready(match, 1)


def test_E106_combination_on_an_apothecary_eliminates_again():
    match = after("1combination:1 1Apothecary 1Queen 2felon 3queen 3trap @1", "reveal", "use 1", "hit 3")
    assert (row(match), stock(match)) == ("1Apothecary 1Queen 3queen 3trap", [2, 1, 1])
    match.play("again")
    match.play("use 1")
    match.play("hit 3")
    assert (row(match), stock(match)) == ("1Apothecary 1Queen 3trap", [4, 1, 1])
    assert (match.position["pointer"], match.moves()) == (1, ["hit 1", "hit 3"])


def test_E106_combination_on_a_cutthroat_eliminates_again():
    match = after("1combination:1 1Cutthroat 2Felon 3Felon 2queen 3trap @1", "reveal")
    assert (row(match), stock(match)) == ("1Cutthroat 2queen 3trap", [3, 1, 1])
    match.play("again")
    # The Queen pays 1; then the Cutthroat is resolved in its turn and hits the Trap, which steals 3.
    assert (row(match), stock(match)) == ("", [1, 1, 4])


def test_E106_combination_on_a_schemer_beside_a_stack_discards_it():
    match = after("1combination 1Schemer 2trap/2felon @1", "reveal")
    assert (row(match), stock(match), match.to_act) == ("2trap/2felon", [1, 1, 1], 2)
    assert kinds_told(match, "card_discarded") == ["1combination", "1schemer"]


@pytest.mark.parametrize(("edition", "gain"), [("uk", 2), ("ru", 1)])
def test_E106_combination_on_a_schemer_pays_what_the_edition_says(edition, gain):
    match = after(f"1combination 1Schemer 2trap @1; edition {edition}", "reveal")
    assert stock(match) == [1 + 2 * gain, 1, 1]


def test_E107_without_a_revealed_own_character_all_influence_is_taken():
    match = after("1combination:3 1queen 2Queen 3trap @1", "reveal")
    assert (row(match), stock(match)) == ("1queen 2Queen 3trap", [4, 1, 1])
    assert (match.to_act, match.position["pointer"]) == (1, 1)


def test_E107_the_first_use_is_compulsory_even_if_it_hurts():
    match = after("1combination:1 1Felon 1queen @1; stock 5 1 1", "reveal")
    assert (stock(match), match.moves()) == ([4, 1, 1], ["again", "take"])
    match.play("take")
    assert (row(match), stock(match)) == ("1Felon 1queen", [4, 1, 1])  # 1 taken, 1 lost again in the Felon's own turn


def test_E108_covered_characters_cannot_be_used_and_bribed_ones_by_the_briber_only():
    match = after("1combination 1Queen/1felon 2Prince>1 1Cutthroat 1Schemer>3 3trap @1; discard 2 twin", "reveal")
    assert match.moves() == ["use 2", "use 3"]


def test_E109_the_substitute_ahead_of_the_pointer_is_resolved_this_round():
    match = after("1substitution 2queen:2 3trap @1; aside 1 queen felon schemer", "reveal")
    assert (row(match), stock(match), match.to_act) == ("1Queen 3trap", [5, 1, 1], 3)
    assert pile(match, "aside", 1) == ["felon", "schemer"]


def test_E109_the_substitute_behind_the_pointer_is_not_resolved_this_round():
    match = after("3felon 2queen 1substitution 3trap @3; aside 1 queen felon schemer", "reveal")
    assert match.moves() == ["hit 2", "hit 4"]
    match.play("hit 2")
    assert (row(match), stock(match), match.to_act) == ("3felon 1Queen 3trap", [3, 1, 1], 3)
    assert match.position["pointer"] == 3


def test_E109_the_card_under_the_substitution_acts_before_the_substitute():
    match = after("1Prince/1substitution 2queen 3trap @1; aside 1 queen felon schemer", "reveal")
    assert (row(match), stock(match), match.to_act) == ("1Prince 1Queen 3trap", [6, 1, 1], 3)
    gains = [(said["amount"], said["card"]["kind"]) for said in events_named(match, "influence_gained")]
    assert gains == [(1, "substitution"), (1, "queen"), (1, "prince"), (2, "queen")]


def test_E110_the_substitute_may_come_from_the_discard():
    match = after("1substitution 2queen 3trap @1; discard 1 queen", "reveal")
    assert (row(match), stock(match)) == ("1Queen 3trap", [5, 1, 1])
    assert "queen" not in pile(match, "discard", 1)
    assert len(pile(match, "aside", 1)) == 3


def test_E110_the_substitute_never_comes_from_the_hand_or_the_row():
    match = after("1substitution 2queen 3trap @1; hand 1 queen", "reveal")
    assert (row(match), stock(match)) == ("3trap", [3, 1, 1])
    assert "queen" in pile(match, "hand", 1)
    match = after("1substitution 2queen 3trap 1queen @1", "reveal")
    assert (row(match), stock(match)) == ("3trap 1queen", [3, 1, 1])


def test_E110_an_available_substitute_is_compulsory_even_if_it_hurts():
    match = after("1substitution 2felon 1queen @1; stock 5 1 1; aside 1 felon prince schemer", "reveal")
    assert (row(match), stock(match)) == ("1Felon 1queen", [5, 1, 1])  # 1 gained, 1 lost beside the own Queen


def test_E110_the_top_of_a_stack_is_not_replaced():
    match = after("1substitution 2felon/2queen 3trap @1; aside 1 queen felon schemer", "reveal")
    assert (row(match), stock(match), match.to_act) == ("2felon 3trap", [3, 1, 1], 2)
    assert pile(match, "aside", 1) == ["felon", "queen", "schemer"]


@pytest.mark.parametrize("victim", ["2schemer", "2Schemer"])
def test_E111_a_face_down_character_is_replaced_like_a_revealed_one(victim):
    match = after(f"{victim} 1substitution 3trap @2; aside 1 queen felon schemer", "reveal", "hit 1")
    assert (row(match), stock(match)) == ("1Schemer 3trap", [2, 1, 1])


def test_E112_an_own_coloured_card_bribed_by_another_may_come_straight_back():
    match = after("1substitution 1Queen>2 3trap @1", "reveal")
    assert (row(match), stock(match), match.to_act) == ("1Queen 3trap", [5, 1, 1], 3)


def test_E112_an_own_twin_bribed_by_another_may_come_straight_back():
    match = after("1substitution 1Twin>2 3trap @1; discard 1 prince", "reveal")
    assert (row(match), stock(match), match.to_act) == ("1Twin 3trap", [3, 1, 1], 3)


def test_E112_a_card_of_a_third_colour_is_replaced_by_the_own_one():
    match = after("1substitution 3Queen>2 3trap @1; aside 1 queen felon schemer", "reveal")
    assert (row(match), stock(match)) == ("1Queen 3trap", [5, 1, 1])
    assert "queen" in pile(match, "discard", 3)


def test_E113_a_substituted_prince_takes_the_enemy_twin_along_and_brings_none():
    match = after("1substitution 2Prince 3trap 2Twin @1; aside 1 prince felon schemer", "reveal")
    assert (row(match), stock(match), match.to_act) == ("1Prince 3trap", [3, 1, 1], 3)
    assert twin_ready(match, 1)


def test_E113_the_prince_takes_its_place_though_a_twin_before_it_leaves():
    match = after("2Twin 1substitution 2Prince 3trap @2; aside 1 prince felon schemer", "reveal", "hit 3")
    assert (row(match), stock(match), match.to_act) == ("1Prince 3trap", [3, 1, 1], 3)
    match = after("3felon 2Prince 1substitution 2Twin 3trap @3; aside 1 prince felon schemer", "reveal", "hit 2")
    assert (row(match), stock(match), match.to_act) == ("3felon 1Prince 3trap", [2, 1, 1], 3)


def test_E113_a_twin_is_replaced_by_an_own_twin_in_the_discard():
    match = after("1substitution 2Twin 2Prince 3trap @1; discard 1 prince twin", "reveal")
    assert (row(match), stock(match)) == ("1Twin 3trap", [3, 1, 1])
    assert "prince" in pile(match, "discard", 2)


def test_E113_a_twin_still_lying_ready_does_not_replace():
    match = after("1substitution 2Twin 3trap @1; discard 2 prince", "reveal")
    assert (row(match), stock(match)) == ("3trap", [2, 1, 1])
    assert twin_ready(match, 1)


def test_E114_an_own_neighbour_is_eliminated_without_replacement():
    match = after("1substitution 1queen 2trap @1", "reveal")
    assert (row(match), stock(match)) == ("2trap", [2, 1, 1])
    assert {"queen", "substitution"} <= set(pile(match, "discard", 1))


def test_E114_a_neighbour_bribed_by_oneself_is_eliminated_without_replacement():
    match = after("1substitution 2Queen>1 3trap @1; aside 1 queen felon schemer", "reveal")
    assert (row(match), stock(match)) == ("3trap", [2, 1, 1])
    assert pile(match, "aside", 1) == ["felon", "queen", "schemer"]
    assert events_named(match, "card_replaced") + events_named(match, "replacement_missing") == []


def test_E115_substitution_without_neighbours_is_discarded_without_effect():
    match = after("1substitution:1 @1", "reveal")
    assert (row(match), stock(match)) == ("", [2, 1, 1])
    assert "substitution" in pile(match, "discard", 1)
    assert places(match) == {"first"}
