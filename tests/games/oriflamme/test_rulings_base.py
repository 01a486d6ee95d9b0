"""Rulings E1 to E62: the pointer and stacks, and the ten cards of the base game."""

import pytest
from tables import after, events_named, pile, row, stock, table

from intrigue import Match
from intrigue.engine.errors import BadLine, IllegalMove

every_edition = pytest.mark.parametrize("edition", ["fr", "ru"])


def turn(match: Match) -> tuple[int | None, int | None]:
    """Who is asked and the slot being resolved; a round that is over stands at (its next first player, None)."""
    return match.to_act, match.position["pointer"]


# E-a Pointer, stacks


def test_E1_character_under_a_resolved_intrigue_acts_at_once():
    match = after("1Lord/1conspiracy:1 2spy 3heir @1", "reveal")
    assert row(match) == "1Lord 2spy 3heir"
    assert stock(match) == [1 + 2 + 1, 1, 1]
    assert pile(match, "discard", 1) == ["conspiracy"]
    assert turn(match) == (2, 2)


def test_E1_character_under_a_resolved_intrigue_may_have_to_choose():
    match = after("2spy 1Soldier/1ambush:2 3heir @2", "reveal")
    assert row(match) == "2spy 1Soldier 3heir"
    assert stock(match) == [2, 1, 1]
    assert match.moves() == ["hit 1", "hit 3"]
    assert turn(match) == (1, 2)


def test_E2_face_down_card_under_a_resolved_intrigue_may_be_revealed_or_wait():
    match = after("1spy/1conspiracy:1 2lord 3heir @1", "reveal")
    assert row(match) == "1spy 2lord 3heir"
    assert stock(match) == [3, 1, 1]
    assert match.moves() == ["reveal", "wait"]
    assert turn(match) == (1, 1)


def test_E2_face_down_card_under_a_resolved_intrigue_waits():
    match = after("1spy/1conspiracy:1 2lord 3heir @1", "reveal", "wait")
    assert row(match) == "1spy:1 2lord 3heir"
    assert turn(match) == (2, 2)


def test_E2_face_down_card_under_a_resolved_intrigue_is_revealed():
    match = after("1spy/1conspiracy:1 2lord 3heir @1", "reveal", "reveal")
    assert row(match) == "1Spy 2lord 3heir"
    assert stock(match) == [4, 0, 1]
    assert turn(match) == (2, 2)


def test_E3_character_exposed_ahead_of_the_pointer_acts_this_round():
    match = table("1Soldier 2Lord/2spy:2 3heir @1")
    assert row(match) == "1Soldier 2Lord 3heir"
    assert stock(match) == [2, 2, 1]
    assert pile(match, "discard", 2) == ["spy"]
    assert turn(match) == (3, 3)


def test_E3_face_down_card_exposed_ahead_of_the_pointer_is_asked_this_round():
    match = table("1Soldier 2lord:1/2spy 3heir @1")
    assert row(match) == "1Soldier 2lord:1 3heir"
    assert stock(match) == [2, 1, 1]
    assert match.moves() == ["reveal", "wait"]
    assert turn(match) == (2, 2)


def test_E4_character_exposed_behind_the_pointer_does_not_act():
    match = after("2Lord/2spy:2 1Soldier 3heir @2", "hit 1")
    assert row(match) == "2Lord 1Soldier 3heir"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (3, 3)


def test_E4_face_down_card_exposed_behind_the_pointer_gets_no_influence():
    match = after("2lord/2spy:2 1Soldier 3heir @2", "hit 1", "wait")
    assert row(match) == "2lord 1Soldier 3heir:1"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (2, None)


def test_E5_single_card_eliminated_behind_the_pointer_skips_nobody():
    match = after("2spy 3spy 1Archer 2heir 3lord @3", "hit 1")
    assert row(match) == "3spy 1Archer 2heir 3lord"
    assert turn(match) == (2, 3)


def test_E5_single_card_eliminated_behind_the_pointer_resolves_nobody_twice():
    match = after("2spy 3spy 1Archer 2heir 3lord @3", "hit 1", "wait", "wait")
    assert row(match) == "3spy 1Archer 2heir:1 3lord:1"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (2, None)


def test_E6_single_card_eliminated_ahead_gives_its_place_to_the_next():
    match = after("2spy 1Soldier 3heir 2lord @2", "hit 3")
    assert row(match) == "2spy 1Soldier 2lord"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (2, 3)


def test_E7_character_under_an_attacker_thrown_out_by_an_ambush_is_next():
    match = table("1Lord/1Soldier 2ambush:1 3heir @1")
    assert row(match) == "1Lord 3heir"
    assert stock(match) == [1 + 1 + 1, 1 + 4, 1]
    assert pile(match, "discard", 1) == ["soldier"]
    assert turn(match) == (3, 2)


def test_E7_face_down_card_under_an_attacker_thrown_out_by_an_ambush_is_next():
    match = table("1spy/1Soldier 2ambush 3heir @1")
    assert row(match) == "1spy 3heir"
    assert match.moves() == ["reveal", "wait"]
    assert turn(match) == (1, 1)


def test_E7_character_under_an_attacker_thrown_out_by_the_own_ambush_is_next():
    match = table("1Lord/1Soldier 1ambush 2heir @1; edition fr")
    assert row(match) == "1Lord 2heir"
    assert stock(match) == [1 + 2 + 1, 1, 1]
    assert turn(match) == (2, 2)


def test_E7_character_under_an_attacker_thrown_out_by_a_trap_is_next():
    match = table("1Queen/1Cutthroat 2trap:1 3felon @1; stock 5 1 1")
    assert row(match) == "1Queen 3felon"
    assert stock(match) == [5 - 3 + 2, 1 + 3, 1]
    assert turn(match) == (3, 2)


@every_edition
def test_E8_archer_on_a_stack_shoots_itself_and_the_card_below_is_next(edition):
    match = after(f"1Lord/1Archer 2spy 3heir @1; edition {edition}", "hit 1")
    assert row(match) == "1Lord 2spy 3heir"
    assert stock(match) == [1 + 1 + 1, 1, 1]
    assert pile(match, "discard", 1) == ["archer"]
    assert turn(match) == (2, 2)


def test_E8_archer_on_the_last_stack_shoots_itself_and_the_card_below_is_next():
    match = after("2spy 3heir 1conspiracy:1/1Archer @3", "hit 3")
    assert row(match) == "2spy 3heir 1conspiracy:1"
    assert stock(match) == [2, 1, 1]
    assert match.moves() == ["reveal", "wait"]
    assert turn(match) == (1, 3)


def test_E9_card_resolved_already_is_resolved_again_when_the_pointer_meets_it():
    match = table("2Lord 1royal_decree 3heir @1")
    assert stock(match) == [1, 2, 1]
    match.play("reveal")
    match.play("move 1 to 2")
    assert row(match) == "2Lord 3heir"
    assert stock(match) == [1, 3, 1]
    assert turn(match) == (3, 2)


def test_E10_card_laid_on_influence_covers_it_and_leaves_it_there():
    match = after("1lord:2 2spy 3heir; hand 1 spy; place 1", "place spy on 1")
    assert row(match) == "1lord:2/1spy 2spy 3heir"
    assert stock(match) == [1, 1, 1]


def test_E10_waiting_adds_to_the_top_card_only():
    match = after("1lord:2/1spy:1 2spy 3heir @1", "wait")
    assert row(match) == "1lord:2/1spy:2 2spy 3heir"


def test_E10_influence_on_a_covered_card_stays_when_the_cover_is_eliminated():
    match = after("2lord:2/2spy:1 1Soldier 3heir @2", "hit 1")
    assert row(match) == "2lord:2 1Soldier 3heir"
    assert stock(match) == [2, 1, 1]


def test_E10_influence_on_a_covered_card_is_gained_when_that_card_is_revealed():
    match = after("1lord:2/1conspiracy 2spy 3heir @1", "reveal")
    assert row(match) == "1lord:2 2spy 3heir"
    assert stock(match) == [1, 1, 1]
    match.play("reveal")
    assert row(match) == "1Lord 2spy 3heir"
    assert stock(match) == [1 + 2 + 1, 1, 1]


def test_E11_nobody_must_stack_both_ends_are_open():
    match = table("1Spy 2heir 3lord; round 6; hand 1 archer lord; place 1")
    assert match.moves() == [
        "place archer first",
        "place archer last",
        "place archer on 1",
        "place lord first",
        "place lord last",
        "place lord on 1",
    ]


def test_E11_ends_stay_open_beside_own_and_foreign_cards():
    sketch = "2Spy 1spy 1heir; round 6; hand 1 archer lord; place 1"
    assert row(after(sketch, "place lord first")) == "1lord 2Spy 1spy 1heir"
    assert row(after(sketch, "place lord last")) == "2Spy 1spy 1heir 1lord"


@pytest.mark.parametrize("below", ["1spy", "1Spy", "1spy/1heir:2"])
def test_E12_own_card_may_be_covered_face_down_face_up_or_covered_already(below):
    match = after(f"{below} 2heir 3lord; hand 1 archer; place 1", "place archer on 1")
    assert row(match) == f"{below}/1archer 2heir 3lord"
    assert match.to_act == 2


def test_E12_foreign_card_may_not_be_covered():
    match = table("1spy 2heir 3lord; hand 1 archer; place 1")
    with pytest.raises(IllegalMove):
        match.play("place archer on 2")


def test_E12_twin_may_cover_an_own_card_that_entered_in_the_same_round():
    match = after(
        "1prince 2felon 3felon; hand 1 queen; hand 2 queen; hand 3 queen; place 1",
        *["place queen last"] * 3,
        "reveal",
    )
    assert match.moves() == ["twin first", "twin last", "twin on 4"]
    match.play("twin on 4")
    assert row(match) == "1Prince 2felon 3felon 1queen/1Twin 2queen 3queen"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (2, 2)


def test_E13_row_emptied_by_eliminations_is_started_anew():
    match = table("1Archer @1; round 5; hand 2 lord spy; hand 3 heir lord")
    assert row(match) == ""
    assert match.position["round"] == 6
    assert match.moves() == ["place lord first", "place spy first"]
    match.play("place lord first")
    assert row(match) == "2lord"
    assert match.moves() == ["place heir first", "place heir last", "place lord first", "place lord last"]


def test_E14_controller_of_the_acting_card_chooses():
    match = table("2spy 1Soldier 3heir @2")
    assert (match.to_act, match.moves()) == (1, ["hit 1", "hit 3"])


def test_E14_controller_of_a_bribed_card_chooses_and_is_paid():
    match = table("2spy 3Soldier>1 2heir @2")
    assert (match.to_act, match.moves()) == (1, ["hit 1", "hit 3"])
    match.play("hit 1")
    assert row(match) == "3Soldier>1 2heir"
    assert stock(match) == [2, 1, 1]


def test_E15_influence_on_a_revealed_card_is_taken_before_its_effect():
    match = table("1soldier:2 2spy 3heir @1")
    told_now = [event.name for event in match.play("reveal") if event.name.startswith("influence")]
    assert told_now == ["influence_collected", "influence_gained"]
    assert stock(match) == [1 + 2 + 1, 1, 1]


def test_E15_influence_taken_at_the_reveal_can_be_stolen_by_a_trap():
    match = after("1cutthroat:2 2trap 3felon @1; stock 0 1 1", "reveal")
    assert stock(match) == [0, 3, 1]


# E-b Archer, Soldier, Assassination


def test_E16_soldier_alone_does_nothing_and_stays():
    match = table("1Soldier @1")
    assert row(match) == "1Soldier"
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (2, None)


def test_E16_soldier_on_the_only_stack_does_nothing_and_stays():
    match = after("1spy:1/1soldier:2 @1", "reveal")
    assert row(match) == "1spy:1/1Soldier"
    assert stock(match) == [3, 1, 1]
    assert turn(match) == (2, None)


@every_edition
def test_E17_soldier_between_two_own_cards_must_eliminate_one(edition):
    match = table(f"1spy 1Soldier 1heir @2; edition {edition}")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 3")
    assert row(match) == "1spy 1Soldier"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["heir"]


def test_E17_soldier_beside_one_own_card_eliminates_it_without_being_asked():
    match = table("1Soldier 1heir 2spy @1")
    assert row(match) == "1Soldier 2spy"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (2, 2)


@every_edition
def test_E18_soldier_may_choose_the_own_neighbour_though_an_enemy_stands_there(edition):
    match = table(f"1spy 1Soldier 2heir @2; edition {edition}")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert row(match) == "1Soldier 2heir"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (2, 2)


@every_edition
def test_E19_archer_in_a_row_of_one_slot_eliminates_itself(edition):
    match = table(f"1Archer @1; edition {edition}")
    assert row(match) == ""
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["archer"]
    assert turn(match) == (2, None)


def test_E19_revealed_archer_in_a_row_of_one_slot_eliminates_itself():
    match = after("1archer:2 @1", "reveal")
    assert row(match) == ""
    assert stock(match) == [1 + 2 + 1, 1, 1]


@every_edition
def test_E20_archer_at_an_end_may_choose_itself(edition):
    match = table(f"1Archer 2spy 3heir @1; edition {edition}")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert row(match) == "2spy 3heir"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["archer"]
    assert turn(match) == (2, 1)


def test_E20_archer_at_an_end_may_choose_the_other_end():
    match = after("1Archer 2spy 3heir:2 @1", "hit 3")
    assert row(match) == "1Archer 2spy"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 3) == ["heir"]
    assert turn(match) == (2, 2)


def test_E20_archer_in_the_middle_may_not_choose_itself_nor_a_neighbour():
    assert table("2spy 3spy 1Archer 3heir 2lord @3").moves() == ["hit 1", "hit 5"]


@pytest.mark.parametrize("attacker", ["Archer", "Soldier"])
def test_E21_only_the_top_card_of_a_stack_leaves(attacker):
    match = after(f"2heir:1/2lord/2spy:1 1{attacker} 3lord @2", "hit 1")
    assert row(match) == f"2heir:1/2lord 1{attacker} 3lord"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 2) == ["spy"]
    assert turn(match) == (3, 3)


@every_edition
def test_E22_assassination_must_be_used_though_only_own_cards_are_there(edition):
    match = after(f"1assassination 1spy @1; edition {edition}", "reveal")
    assert match.moves() == ["hit 1", "hit 2"]
    match.play("hit 2")
    assert row(match) == ""
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["assassination", "spy"]


@every_edition
def test_E22_assassination_alone_in_the_row_hits_itself(edition):
    match = after(f"1assassination @1; edition {edition}", "reveal")
    assert row(match) == ""
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["assassination"]
    assert turn(match) == (2, None)


@every_edition
def test_E23_assassination_on_itself_pays_one_and_is_not_discarded_again(edition):
    match = after(f"1assassination:2 2spy 3heir @1; edition {edition}", "reveal", "hit 1")
    assert row(match) == "2spy 3heir"
    assert stock(match) == [1 + 2 + 1, 1, 1]
    assert pile(match, "discard", 1) == ["assassination"]
    assert events_named(match, "card_discarded") == []
    assert turn(match) == (2, 1)


def test_E23_assassination_on_itself_on_a_stack_leaves_the_card_below():
    match = after("1spy:1/1assassination 2spy 3heir @1", "reveal", "hit 1")
    assert row(match) == "1spy:1 2spy 3heir"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (1, 1)


def test_E24_influence_on_an_eliminated_conspiracy_is_lost():
    match = table("1Soldier 2conspiracy:3 3heir @1")
    assert row(match) == "1Soldier 3heir"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 2) == ["conspiracy"]


def test_E25_influence_on_an_eliminated_ambush_is_lost():
    match = table("1Soldier 2ambush:3 3heir @1")
    assert row(match) == "3heir"
    assert stock(match) == [1 + 1, 1 + 4, 1]


def test_E25_influence_on_an_eliminated_trap_is_lost():
    match = table("1Cutthroat 2trap:3 3felon @1; stock 5 1 1")
    assert row(match) == "3felon"
    assert stock(match) == [5 - 3, 1 + 3, 1]


# E-c Ambush


@every_edition
@pytest.mark.parametrize("attacker", ["archer", "soldier"])
def test_E26_ambush_eliminated_by_an_enemy_pays_four_and_both_leave(attacker, edition):
    match = after(f"2ambush:1 1{attacker} 3heir @2; edition {edition}", "reveal", "hit 1")
    assert row(match) == "3heir"
    assert stock(match) == [1 + 1, 1 + 4, 1]
    assert pile(match, "discard", 1) == [attacker]
    assert pile(match, "discard", 2) == ["ambush"]
    assert turn(match) == (3, 1)


@every_edition
def test_E27_enemy_assassination_triggers_the_ambush(edition):
    match = after(f"1assassination 3heir 2ambush:1 @1; edition {edition}", "reveal", "hit 3")
    assert row(match) == "3heir"
    assert stock(match) == [1 + 1, 1 + 4, 1]
    assert pile(match, "discard", 1) == ["assassination"]
    assert pile(match, "discard", 2) == ["ambush"]
    assert turn(match) == (3, 1)


def test_E27_enemy_assassination_on_a_stack_leaves_once():
    match = after("1spy/1assassination 2ambush 3heir @1", "reveal", "hit 2")
    assert row(match) == "1spy 3heir"
    assert pile(match, "discard", 1) == ["assassination"]
    assert turn(match) == (1, 1)


@pytest.mark.parametrize("attacker", ["archer", "soldier"])
def test_E28_own_attacker_on_the_own_ambush_fr_pays_two_and_both_leave(attacker):
    match = after(f"1ambush:2 1{attacker} 2heir @2; edition fr", "reveal", "hit 1")
    assert row(match) == "2heir"
    assert stock(match) == [1 + 2, 1, 1]
    assert pile(match, "discard", 1) == ["ambush", attacker]
    assert turn(match) == (2, 1)


@pytest.mark.parametrize("attacker", ["Archer", "Soldier"])
def test_E28_own_attacker_on_the_own_ambush_ru_pays_one_and_stays(attacker):
    match = after(f"1ambush:2 1{attacker} 2heir @2; edition ru", "hit 1")
    assert row(match) == f"1{attacker} 2heir"
    assert stock(match) == [1 + 1, 1, 1]
    assert pile(match, "discard", 1) == ["ambush"]
    assert turn(match) == (2, 2)


@pytest.mark.parametrize(("edition", "left", "gain"), [("fr+uk", "2heir", 2), ("ru+ru", "1Soldier 2heir", 1)])
def test_E28_own_attacker_on_the_own_ambush_in_the_mix(edition, left, gain):
    match = after(f"1ambush:2 1Soldier 2heir @2; game oriflamme-mix; edition {edition}", "hit 1")
    assert row(match) == left
    assert stock(match) == [1 + gain, 1, 1]


@pytest.mark.parametrize(("edition", "gain"), [("fr", 2), ("ru", 1)])
def test_E29_own_assassination_on_the_own_ambush(edition, gain):
    match = after(f"1assassination 1ambush:2 2heir @1; edition {edition}", "reveal", "hit 2")
    assert row(match) == "2heir"
    assert stock(match) == [1 + gain, 1, 1]
    assert pile(match, "discard", 1) == ["ambush", "assassination"]
    assert turn(match) == (2, 1)


@pytest.mark.parametrize("copied", ["Archer", "Soldier"])
def test_E30_shapeshifter_that_copied_an_attacker_is_thrown_out_by_the_ambush(copied):
    match = table(f"3{copied} 1Shapeshifter 2ambush @2")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 3")
    assert row(match) == f"3{copied}"
    assert stock(match) == [1 + 1, 1 + 4, 1]
    assert pile(match, "discard", 1) == ["shapeshifter"]
    assert pile(match, "discard", 3) == []


def test_E30_shapeshifter_on_the_ambush_of_the_copied_soldiers_owner_is_thrown_out():
    match = after("2Soldier 1Shapeshifter 2ambush 3heir @2", "hit 3")
    assert row(match) == "2Soldier 3heir"
    assert stock(match) == [1 + 1, 1 + 4, 1]
    assert turn(match) == (3, 2)


@pytest.mark.parametrize(
    ("edition", "gain", "left"), [("fr", 2, "3Soldier 2heir"), ("ru", 1, "3Soldier 1Shapeshifter 2heir")]
)
def test_E30_shapeshifter_on_the_own_ambush_is_an_own_attacker(edition, gain, left):
    match = after(f"3Soldier 1Shapeshifter 1ambush 2heir @2; edition {edition}", "hit 3")
    assert row(match) == left
    assert stock(match) == [1 + gain, 1, 1]


def test_E31_owner_of_the_ambush_gets_nothing_more_for_the_discarded_attacker():
    match = table("1Soldier 2ambush 3heir @1")
    assert [(gain["player"], gain["amount"]) for gain in events_named(match, "influence_gained")] == [(1, 1), (2, 4)]
    assert [discarded["card"] for discarded in events_named(match, "card_discarded")] == [
        {"family": 1, "kind": "soldier"}
    ]
    assert stock(match) == [2, 5, 1]


def test_E32_card_under_an_ambush_ahead_of_the_pointer_is_resolved():
    match = table("1Soldier 2Lord/2ambush:1 3heir @1")
    assert row(match) == "2Lord 3heir"
    assert stock(match) == [1 + 1, 1 + 4 + 1, 1]
    assert turn(match) == (3, 2)


def test_E32_card_under_an_ambush_behind_the_pointer_is_not_resolved():
    match = after("2Lord/2ambush:1 1Soldier 3heir @2", "hit 1")
    assert row(match) == "2Lord 3heir"
    assert stock(match) == [1 + 1, 1 + 4, 1]
    assert turn(match) == (3, 2)


def test_E32_covered_ambush_cannot_be_hit():
    match = table("1Soldier 2ambush:1/2spy 3heir @1")
    assert row(match) == "1Soldier 2ambush:1 3heir"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 2) == ["spy"]
    assert turn(match) == (2, 2)


# E-d Spy, Heir, Lord


def test_E33_spy_takes_nothing_from_an_empty_stock():
    match = table("1Spy 2heir:3 3lord @1; stock 1 0 1")
    assert row(match) == "1Spy 2heir:3 3lord"
    assert stock(match) == [1, 0, 1]
    assert turn(match) == (2, 2)


@pytest.mark.parametrize(("move", "stocks"), [("rob 1", [1, 0, 5]), ("rob 3", [2, 0, 4])])
def test_E34_spy_between_two_players_picks_either_also_one_with_nothing(move, stocks):
    match = table("2heir 1Spy 3lord @2; stock 1 0 5")
    assert (match.to_act, match.moves()) == (1, ["rob 1", "rob 3"])
    match.play(move)
    assert stock(match) == stocks
    assert turn(match) == (3, 3)


@every_edition
def test_E35_spy_between_an_own_and_an_enemy_card_takes_from_the_enemy(edition):
    match = table(f"1heir 1Spy 2lord @2; stock 3 3 3; edition {edition}")
    assert stock(match) == [4, 2, 3]
    assert turn(match) == (2, 3)


def test_E35_spy_between_an_own_card_and_an_enemy_with_nothing_gets_nothing():
    match = table("2lord 1Spy 1heir @2; stock 3 0 3")
    assert stock(match) == [3, 0, 3]
    assert turn(match) == (1, 3)


@every_edition
def test_E35_spy_between_own_cards_changes_nothing(edition):
    match = table(f"1heir 1Spy 1lord 2spy @2; stock 3 3 3; edition {edition}")
    assert stock(match) == [3, 3, 3]
    assert turn(match) == (1, 3)


def test_E36_spy_beside_a_stack_takes_one_from_its_owner_and_nothing_from_the_cards():
    match = table("2heir:2/2lord:1 1Spy 3archer @2; stock 1 5 5")
    assert match.moves() == ["rob 1", "rob 3"]
    match.play("rob 1")
    assert row(match) == "2heir:2/2lord:1 1Spy 3archer"
    assert stock(match) == [2, 4, 5]


def test_E36_spy_beside_a_stack_on_a_bribed_card_takes_from_the_owner_of_the_top_card():
    match = table("2Lord>3/3heir 1Spy @2; stock 1 5 5")
    assert row(match) == "2Lord>3/3heir 1Spy"
    assert stock(match) == [2, 5, 4]


@every_edition
def test_E37_heir_among_face_down_and_covered_heirs_pays_two(edition):
    match = table(f"2heir 1Heir 3Heir/3spy @2; edition {edition}")
    assert stock(match) == [3, 1, 1]
    assert turn(match) == (3, 3)


def test_E37_heir_anywhere_in_the_row_with_another_revealed_heir_pays_nothing():
    match = table("1Heir 2spy 3spy 2lord/2Heir @1")
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (2, 2)


def test_E38_second_heir_takes_nothing_back_and_from_then_on_none_pays():
    sketch = "1Heir 2heir 3lord @1; hand 1 archer; hand 2 archer; hand 3 archer"
    match = table(sketch)
    assert stock(match) == [3, 1, 1]
    match.play("reveal")
    assert stock(match) == [3, 1, 1]
    for move in ["wait", *["place archer last"] * 3]:
        match.play(move)
    assert row(match) == "1Heir 2Heir 3lord:1 2archer 3archer 1archer"
    assert turn(match) == (3, 3)
    assert stock(match) == [3, 1, 1]


@pytest.mark.parametrize(("edition", "gain"), [("fr", 1 + 3), ("ru", 1 + 1)])
def test_E39_lord_beside_an_own_stack_of_three(edition, gain):
    match = table(f"1Lord 1spy:1/1Heir/1archer 2spy @1; edition {edition}")
    assert stock(match) == [1 + gain, 1, 1]


@pytest.mark.parametrize(("edition", "gain"), [("fr+uk", 1 + 3), ("ru+ru", 1 + 1)])
def test_E39_lord_beside_an_own_stack_of_three_in_the_mix(edition, gain):
    match = table(f"1Lord 1spy:1/1Heir/1archer 2spy @1; game oriflamme-mix; edition {edition}")
    assert stock(match) == [1 + gain, 1, 1]


@pytest.mark.parametrize(("edition", "gain"), [("fr", 1 + 2 + 1), ("ru", 1 + 1 + 1)])
def test_E39_lord_counts_on_both_sides(edition, gain):
    match = table(f"1spy/1heir 1Lord 1soldier 2spy @2; edition {edition}")
    assert stock(match) == [1 + gain, 1, 1]
    assert turn(match) == (1, 3)


@every_edition
def test_E39_lord_beside_foreign_stacks_counts_none(edition):
    match = table(f"2spy/2heir 1Lord 3spy/3heir @2; edition {edition}")
    assert stock(match) == [2, 1, 1]


def test_E40_lord_with_no_neighbours_pays_one():
    match = table("1Lord @1")
    assert row(match) == "1Lord"
    assert stock(match) == [2, 1, 1]


@every_edition
def test_E40_cards_under_the_lord_are_no_neighbours(edition):
    match = table(f"2spy 1heir/1archer/1Lord 3spy @2; edition {edition}")
    assert stock(match) == [2, 1, 1]


# E-e Shapeshifter


def test_E41_shapeshifter_between_face_down_cards_does_nothing():
    match = table("2lord 1Shapeshifter 3lord @2")
    assert row(match) == "2lord 1Shapeshifter 3lord"
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (3, 3)


def test_E41_shapeshifter_alone_does_nothing_and_stays():
    match = after("1shapeshifter:1 @1", "reveal")
    assert row(match) == "1Shapeshifter"
    assert stock(match) == [2, 1, 1]
    assert turn(match) == (2, None)


def test_E41_shapeshifter_copies_no_card_further_away():
    match = table("2Lord 3spy 1Shapeshifter 3heir 2Heir @3")
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (3, 4)


def test_E42_character_under_a_face_down_card_cannot_be_copied():
    match = table("2Lord/2spy 1Shapeshifter 3heir @2")
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (3, 3)


def test_E42_of_a_revealed_stack_only_the_top_card_is_copied():
    match = table("2Lord/2Spy 1Shapeshifter 3heir @2")
    assert match.moves() == ["rob 1", "rob 3"]


def test_E43_revealed_intrigue_has_left_before_it_could_be_copied():
    match = after("2conspiracy:1 1Shapeshifter 3lord @1", "reveal")
    assert row(match) == "1Shapeshifter 3lord"
    assert stock(match) == [1, 3, 1]
    assert turn(match) == (3, 2)


@pytest.mark.parametrize("intrigue", ["Assassination", "Royal_decree", "Ambush", "Conspiracy"])
def test_E43_revealed_intrigue_never_lies_in_the_row(intrigue):
    with pytest.raises(BadLine) as fault:
        table(f"2{intrigue} 1Shapeshifter 3lord @2")
    assert fault.value.key == "position.face_up"


@every_edition
def test_E44_shapeshifter_cannot_copy_a_shapeshifter(edition):
    match = table(f"3Lord 2Shapeshifter 1Shapeshifter 3heir @3; edition {edition}")
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (3, 4)


@every_edition
def test_E45_shapeshifter_between_a_shapeshifter_and_a_character_copies_the_character(edition):
    match = table(f"2Shapeshifter 1Shapeshifter 3Heir 2spy @2; edition {edition}")
    copied = [(copy["card"]["family"], copy["copied"]["kind"]) for copy in events_named(match, "card_copied")]
    assert copied == [(1, "heir")]
    assert stock(match) == [1, 1, 3]  # E49: the other Shapeshifter blocks the copied Heir
    assert turn(match) == (2, 4)


def test_E45_shapeshifter_that_must_copy_a_lord_is_paid():
    match = table("2Shapeshifter 1Shapeshifter 3Lord 2spy @2")
    assert stock(match) == [2, 1, 2]
    assert turn(match) == (2, 4)


@pytest.mark.parametrize(("move", "stocks"), [("copy 1", [3, 1, 2]), ("copy 3", [2, 1, 2])])
def test_E46_shapeshifter_chooses_between_two_characters(move, stocks):
    match = table("2Heir 1Shapeshifter 3Lord @2")
    assert (match.to_act, match.moves()) == (1, ["copy 1", "copy 3"])
    match.play(move)
    assert stock(match) == stocks


def test_E46_shapeshifter_chooses_anew_each_round():
    sketch = "2Heir 1Shapeshifter 3Lord @2; hand 1 archer; hand 2 archer; hand 3 archer"
    match = after(sketch, "copy 1", *["place archer last"] * 3)
    assert stock(match) == [3, 3, 2]
    assert (turn(match), match.moves()) == ((1, 2), ["copy 1", "copy 3"])
    match.play("copy 3")
    # The Lord copied, then the Lord himself: his other neighbour is a card of player 2.
    assert stock(match) == [4, 3, 3]


def test_E47_copying_is_not_optional_even_if_it_hurts():
    match = table("2Felon 1Shapeshifter 1heir 3spy @2; stock 3 3 3")
    assert stock(match) == [2, 2, 3]
    assert turn(match) == (1, 3)


def test_E47_copied_soldier_must_hit_though_only_own_cards_stand_beside():
    match = table("1heir 1Shapeshifter 1Soldier 2spy @2")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert row(match) == "1Shapeshifter 1Soldier 2spy"
    assert stock(match) == [2, 1, 1]
    assert (turn(match), match.moves()) == ((1, 2), ["hit 1", "hit 3"])  # now the Soldier itself


def test_E48_copied_soldier_may_be_eliminated_itself():
    match = table("1Shapeshifter 2Soldier 3heir @1")
    assert row(match) == "1Shapeshifter 3heir"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 2) == ["soldier"]
    assert turn(match) == (3, 2)


def test_E48_neighbours_of_the_shapeshifter_count_for_a_copied_soldier():
    match = table("3heir 1Shapeshifter 2Soldier 3spy @2")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 3")
    assert row(match) == "3heir 1Shapeshifter 3spy"
    assert turn(match) == (3, 3)


def test_E48_neighbours_of_the_shapeshifter_count_for_a_copied_lord():
    match = table("1heir 1Shapeshifter 2Lord 2spy 3spy @2")
    assert [gain["amount"] for gain in events_named(match, "influence_gained")] == [1 + 1, 1 + 1]
    assert stock(match) == [3, 3, 1]
    assert turn(match) == (2, 4)


def test_E48_neighbours_of_the_shapeshifter_count_for_a_copied_spy():
    match = table("3heir 1Shapeshifter 2Spy 2lord @2; stock 5 5 5")
    assert match.moves() == ["rob 1", "rob 3"]
    match.play("rob 1")
    # Then player 2's Spy acts: beside it stand the Shapeshifter and an own card.
    assert stock(match) == [5 + 1 - 1, 5 + 1, 5 - 1]


def test_E49_copied_heir_pays_whatever_other_heirs_there_are():
    match = after("2Heir 1Shapeshifter 3Heir @2", "copy 1")
    assert stock(match) == [3, 1, 1]


@every_edition
def test_E49_copied_heir_pays_nothing_with_another_revealed_shapeshifter(edition):
    match = table(f"2Heir 1Shapeshifter 3lord 2Shapeshifter @2; edition {edition}")
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (3, 3)


@every_edition
def test_E49_face_down_and_covered_shapeshifters_do_not_block(edition):
    match = table(f"2Heir 1Shapeshifter 3shapeshifter 2Shapeshifter/2spy @2; edition {edition}")
    assert stock(match) == [3, 1, 1]
    assert turn(match) == (3, 3)


def test_E49_shapeshifter_beside_an_heir_does_not_block_it():
    match = table("1Shapeshifter 2Heir 3lord @1")
    assert stock(match) == [3, 3, 1]
    assert turn(match) == (3, 3)


def test_E50_character_that_is_resolved_later_is_copied():
    match = table("1Shapeshifter 2Lord 3heir @1")
    assert stock(match) == [2, 2, 1]
    assert turn(match) == (3, 3)


def test_E50_character_that_is_revealed_later_is_not_copied():
    match = after("1Shapeshifter 2lord 3heir @1", "reveal")
    assert stock(match) == [1, 2, 1]
    assert events_named(match, "card_copied") == []


# E-f Royal Decree


@every_edition
def test_E51_decree_does_not_move_itself(edition):
    match = after(f"2spy 1royal_decree 3heir @2; edition {edition}", "reveal")
    assert match.moves() == ["move 1 to 2", "move 1 to 3", "move 3 to 1", "move 3 to 2"]


def test_E52_card_moved_to_just_before_the_decree_is_not_resolved():
    match = after("2spy 1royal_decree 3Lord @2", "reveal", "move 3 to 2")
    assert row(match) == "2spy 3Lord"
    assert stock(match) == [1, 1, 1]
    assert pile(match, "discard", 1) == ["royal_decree"]
    assert turn(match) == (2, None)


def test_E52_card_moved_to_just_after_the_decree_is_resolved_next():
    match = after("3Lord 2spy 1royal_decree 2heir @3", "reveal", "move 1 to 3")
    assert row(match) == "2spy 3Lord 2heir"
    assert stock(match) == [1, 1, 2]
    assert turn(match) == (2, 3)


def test_E52_card_moved_from_after_to_just_after_the_decree_is_resolved_next():
    match = after("1royal_decree 2spy 3lord @1", "reveal", "move 3 to 2")
    assert row(match) == "3lord 2spy"
    assert turn(match) == (3, 1)


def test_E53_card_resolved_already_and_moved_ahead_acts_a_second_time():
    match = after("3Lord 1royal_decree 2heir @1", "reveal", "move 1 to 3")
    assert row(match) == "2heir 3Lord"
    assert stock(match) == [1, 1, 2]
    assert turn(match) == (2, 1)
    match.play("wait")
    assert stock(match) == [1, 1, 3]


def test_E54_face_down_card_moved_ahead_after_it_got_one_may_get_another():
    match = after("3lord 1royal_decree 2heir @1", "wait", "reveal", "move 1 to 2")
    assert row(match) == "3lord:1 2heir"
    assert match.moves() == ["reveal", "wait"]
    assert turn(match) == (3, 1)
    match.play("wait")
    assert row(match) == "3lord:2 2heir"


def test_E54_face_down_card_moved_ahead_after_it_got_one_may_be_revealed():
    match = after("3lord 1royal_decree 2heir @1", "wait", "reveal", "move 1 to 2", "reveal")
    assert row(match) == "3Lord 2heir"
    assert stock(match) == [1, 1, 1 + 1 + 1]


def test_E55_top_of_a_stack_behind_moves_alone_with_its_influence():
    match = after("2Lord/2spy:2 1royal_decree 3heir @2", "reveal", "move 1 to 3")
    assert row(match) == "2Lord 2spy:2 3heir"
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (2, 2)


def test_E55_card_exposed_ahead_by_the_move_is_resolved():
    match = after("1royal_decree 2Lord/2spy:2 3heir @1", "reveal", "move 2 to 1")
    assert row(match) == "2spy:2 2Lord 3heir"
    assert stock(match) == [1, 1 + 2, 1]
    assert turn(match) == (3, 3)


@every_edition
def test_E56_no_move_ends_on_a_card_or_stack(edition):
    sketch = f"2spy 1royal_decree 2heir/2lord @2; edition {edition}"
    moves = after(sketch, "reveal").moves()
    ends = {move: row(after(sketch, "reveal", move)) for move in moves}
    assert ends == {
        "move 1 to 2": "2spy 2heir/2lord",
        "move 1 to 3": "2heir/2lord 2spy",
        "move 3 to 1": "2lord 2spy 2heir",
        "move 3 to 2": "2spy 2lord 2heir",
        "move 3 to 3": "2spy 2lord 2heir",
        "move 3 to 4": "2spy 2heir 2lord",
    }


@pytest.mark.parametrize(
    ("move", "left", "at"),
    [
        ("move 5 to 1", "3archer 2spy 3heir 2lord", (2, 4)),
        ("move 5 to 2", "2spy 3archer 3heir 2lord", (2, 4)),
        ("move 5 to 3", "2spy 3heir 3archer 2lord", (2, 4)),
        ("move 5 to 4", "2spy 3heir 3archer 2lord", (3, 3)),
        ("move 1 to 2", "3heir 2spy 2lord 3archer", (2, 3)),
        ("move 1 to 3", "3heir 2spy 2lord 3archer", (2, 2)),
        ("move 1 to 4", "3heir 2lord 2spy 3archer", (2, 2)),
        ("move 1 to 5", "3heir 2lord 3archer 2spy", (2, 2)),
    ],
)
def test_E57_card_moves_into_any_gap(move, left, at):
    match = after("2spy 3heir 1royal_decree 2lord 3archer @3", "reveal", move)
    assert row(match) == left
    assert turn(match) == at


def test_E58_card_under_the_decree_acts_before_the_card_moved_to_just_after_it():
    match = after("1spy/1royal_decree 2heir 3Lord @1", "reveal", "move 3 to 2")
    assert row(match) == "1spy 3Lord 2heir"
    assert stock(match) == [1, 1, 1]
    assert turn(match) == (1, 1)
    match.play("wait")
    assert row(match) == "1spy:1 3Lord 2heir"
    assert stock(match) == [1, 1, 2]
    assert turn(match) == (2, 3)


def test_E59_single_card_may_not_stay_where_it_is():
    match = after("2spy 1royal_decree 3heir @2", "reveal")
    with pytest.raises(IllegalMove):
        match.play("move 1 to 1")
    with pytest.raises(IllegalMove):
        match.play("move 3 to 3")


@pytest.mark.parametrize(
    ("move", "left"),
    [("move 1 to 1", "2spy:1 2heir"), ("move 1 to 2", "2heir 2spy:1"), ("move 1 to 3", "2heir 2spy:1")],
)
def test_E59_gap_beside_its_own_stack_is_a_new_place_for_a_stack_top(move, left):
    match = after("2heir/2spy:1 1royal_decree @2", "reveal")
    assert match.moves() == ["move 1 to 1", "move 1 to 2", "move 1 to 3"]
    match.play(move)
    assert row(match) == left


def test_E59_only_move_there_is_is_made_without_asking():
    match = after("1royal_decree 2Lord @1", "reveal")
    assert events_named(match, "card_moved") == [{"face": {"family": 2, "kind": "lord"}, "slot": 2, "to": 1}]
    assert row(match) == "2Lord"
    assert stock(match) == [1, 1, 1]  # E52: it stood before the Decree
    assert turn(match) == (2, None)


def test_E59_decree_alone_in_the_row_is_discarded_without_effect():
    match = after("1royal_decree:1 @1", "reveal")
    assert row(match) == ""
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["royal_decree"]
    assert turn(match) == (2, None)


def test_E59_decree_on_the_only_stack_is_discarded_without_effect():
    match = after("1spy:1/1royal_decree @1", "reveal")
    assert row(match) == "1spy:1"
    assert pile(match, "discard", 1) == ["royal_decree"]
    assert turn(match) == (1, 1)


@pytest.mark.parametrize(
    ("move", "left", "at"),
    [
        ("move 2 to 4", "3Heir 1lord 2spy:2", (1, 2)),  # an enemy card, face down, with what lies on it
        ("move 3 to 4", "2spy:2 1lord 3Heir", (2, 1)),  # an enemy card, face up
        ("move 4 to 2", "1lord 2spy:2 3Heir", (1, 1)),  # an own card
    ],
)
def test_E60_any_card_may_be_moved(move, left, at):
    match = after("1royal_decree 2spy:2 3Heir 1lord @1", "reveal", move)
    assert row(match) == left
    assert turn(match) == at


# E-g Conspiracy, Ambush by owner


@pytest.mark.parametrize(("lying", "gain"), [(0, 0), (1, 2), (3, 6)])
def test_E61_conspiracy_pays_twice_what_lies_on_it(lying, gain):
    match = after(f"1conspiracy:{lying} 2spy 3heir @1", "reveal")
    assert row(match) == "2spy 3heir"
    assert stock(match) == [1 + gain, 1, 1]
    assert pile(match, "discard", 1) == ["conspiracy"]
    assert turn(match) == (2, 1)


def test_E61_conspiracy_may_be_revealed_in_the_round_it_is_placed():
    sketch = "; hand 1 conspiracy; hand 2 spy; hand 3 spy"
    match = after(sketch, "place conspiracy first", "place spy last", "place spy last", "reveal")
    assert row(match) == "2spy 3spy"
    assert stock(match) == [1, 1, 1]
    assert pile(match, "discard", 1) == ["conspiracy"]


@pytest.mark.parametrize("lying", [0, 3])
@every_edition
def test_E62_ambush_revealed_by_its_owner_throws_its_influence_away_and_pays_one(edition, lying):
    match = after(f"1ambush:{lying} 2spy 3heir @1; edition {edition}", "reveal")
    assert row(match) == "2spy 3heir"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["ambush"]
    assert turn(match) == (2, 1)


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_E62_trap_revealed_by_its_owner_throws_its_influence_away_and_pays_one(edition):
    match = after(f"1trap:3 2queen 3felon @1; edition {edition}", "reveal")
    assert row(match) == "2queen 3felon"
    assert stock(match) == [2, 1, 1]
    assert pile(match, "discard", 1) == ["trap"]
    assert turn(match) == (2, 1)
