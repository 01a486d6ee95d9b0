"""The fine points G1-G21, exact to the last token."""

import pytest
from tables import after, events_named, pile, row, stock, table

import intrigue
from intrigue.games.oriflamme import sketch

BOTH = ["fr+uk", "ru+ru"]

# What a test about an order looks at, in words.
WORDS = {
    "card_revealed": "revealed {card}",
    "card_turned_up": "turned up {card}",
    "card_eliminated": "eliminated {card}",
    "card_discarded": "discarded {card}",
    "twin_placed": "placed {card}",
    "influence_thrown_away": "{amount} off {card}",
    "influence_collected": "{player} takes {amount}",
    "influence_gained": "{player} gains {amount}",
    "influence_robbed": "{player} robs {victim} of {amount}",
}


def story(match):
    """What happened, in order, one short sentence an event."""
    told = [(event.name, dict(event.values)) for event in match.events if event.name in WORDS]
    for _, said in told:
        if "card" in said:
            said["card"] = f"{said['card']['family']}{said['card']['kind']}"
    return [WORDS[name].format(**said) for name, said in told]


def samples(match, seat, number=200):
    """The players of so many positions that the seat cannot tell from the true one."""
    return [match.game.position(match.sample(seat, seed))["players"] for seed in range(number)]


def asides(match, seat, player):
    """The kinds that samples for a seat set aside for a player."""
    return {kind for players in samples(match, seat) for kind in players[player - 1]["aside"]}


# G1


def test_G1_cutthroat_the_neighbour_first_then_row_order_bonuses_at_once_points_last():
    match = after("3Queen 1Cutthroat 2queen:1 4Queen 4trap @2", "hit 3")
    assert story(match) == [
        "turned up 2queen",
        "1 off 2queen",
        "eliminated 2queen",
        "1 gains 1",
        "eliminated 3queen",
        "1 gains 1",
        "eliminated 4queen",
        "1 gains 1",
        "1 gains 3",
    ]
    assert (row(match), stock(match)) == ("1Cutthroat 4trap", [7, 1, 1, 1])


def test_G1_each_elimination_runs_its_chain_at_once():
    match = after("3Prince 1Cutthroat 2Prince 2Twin 3Twin 4trap @2", "hit 3")
    assert story(match) == [
        "eliminated 2prince",
        "discarded 2twin",
        "eliminated 3prince",
        "discarded 3twin",
        "1 gains 2",
    ]
    assert (row(match), stock(match)) == ("1Cutthroat 4trap", [3, 1, 1, 1])


def test_G1_the_trap_reacts_last():
    match = table("1Cutthroat 2trap:1 3queen @1; stock 5 1 1")
    assert story(match) == [
        "turned up 2trap",
        "1 off 2trap",
        "eliminated 2trap",
        "2 robs 1 of 3",
        "discarded 1cutthroat",
    ]
    match = table("1Queen 2trap:1 1Apothecary @3; stock 5 1 1")
    assert story(match) == [
        "turned up 2trap",
        "1 off 2trap",
        "eliminated 2trap",
        "1 gains 1",
        "2 robs 1 of 3",
        "discarded 1apothecary",
    ]


def test_G1_the_ambush_reacts_last():
    match = table("1Cutthroat 2ambush 3heir @1")
    assert story(match) == ["turned up 2ambush", "eliminated 2ambush", "2 gains 4", "discarded 1cutthroat"]
    match = table("1Soldier 2ambush:2 3heir @1")
    assert story(match) == [
        "turned up 2ambush",
        "2 off 2ambush",
        "eliminated 2ambush",
        "1 gains 1",
        "2 gains 4",
        "discarded 1soldier",
    ]


# G2


def test_G2_partners_fall_in_row_order_and_free_what_lies_under_them():
    match = after("2Prince>1 1felon/1Prince 1Twin 3Queen 3Apothecary @5; discard 2 twin", "hit 3")
    assert story(match) == ["eliminated 1twin", "3 gains 1", "discarded 2prince", "discarded 1prince"]
    assert row(match) == "1felon 3Queen 3Apothecary"


def test_G2_a_card_freed_ahead_of_the_pointer_is_resolved():
    match = table("3Cutthroat 1Twin 1queen/1Prince 2trap @1")
    assert (row(match), match.to_act, match.position["pointer"]) == ("3Cutthroat 1queen 2trap", 1, 2)


# G3


def test_G3_apothecary_targets_stand_directly_beside_an_own_top_card_other_than_itself():
    match = table("1Felon 3trap 2queen 3felon/3queen 1Schemer 2trap 3Prince 1Apothecary 2felon @8")
    assert match.moves() == ["hit 2", "hit 4", "hit 6"]
    match.play("hit 4")
    assert row(match) == "1Felon 3trap 2queen 3felon 1Schemer 2trap 3Prince 1Apothecary 2felon"
    assert stock(match) == [3, 1, 1]


def test_G3_the_acting_card_is_a_target_if_it_stands_beside_an_own_card():
    match = table("3trap 1Queen 1Apothecary 2queen @3")
    assert match.moves() == ["hit 1", "hit 3"]


def test_G3_an_apothecary_used_by_a_combination_is_the_acting_card():
    match = after("1combination 1Apothecary 1Queen 2trap 3felon @1", "reveal", "use 1")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert (row(match), stock(match)) == ("1Queen 2trap 3felon", [4, 1, 1])


# G4


@pytest.mark.parametrize(("edition", "gain"), [("fr", 5), ("ru", 3)])
def test_G4_lord_counts_covered_cards_where_the_edition_says_so(edition, gain):
    match = table(f"1spy/1heir/1Soldier 1Lord 1ambush 2heir @2; edition {edition}")
    assert stock(match) == [1 + gain, 1, 1]


@pytest.mark.parametrize(("edition", "gain"), [("fr+uk", 3), ("ru+ru", 2)])
def test_G4_lord_counts_by_controller(edition, gain):
    match = table(f"2Queen>1/1heir 1Lord 3ambush @2; edition {edition}")
    assert stock(match) == [1 + gain, 1, 1]
    match = table(f"1Queen>2/2heir 1Lord 3ambush @2; edition {edition}")
    assert stock(match) == [2, 1, 1]


@pytest.mark.parametrize("edition", ["fr", "ru"])
def test_G4_cards_under_the_lord_are_not_beside_it(edition):
    match = table(f"1spy/1heir/1Lord 2ambush @1; edition {edition}")
    assert stock(match) == [2, 1, 1]


# G5


def test_G5_the_tie_break_goes_by_controller():
    match = after("2Felon>1 2Cutthroat>3 3trap 1trap @4; round 6; stock 4 4 4", "wait")
    assert (match.scores, match.winners) == ([4, 4, 4], [1, 3])


@pytest.mark.parametrize(("edition", "winners"), [("fr+uk", [1]), ("ru+ru", [1, 2])])
def test_G5_covered_cards_in_the_tie_break_go_by_controller_too(edition, winners):
    match = after(f"2Queen>1/1heir 2spy 3heir @3; round 6; stock 4 4 1; edition {edition}", "wait")
    assert (match.scores, match.winners) == ([4, 4, 1], winners)


def test_G5_the_discard_goes_by_colour():
    match = table("1Cutthroat 2Queen>1 3trap @1; hand 1 queen")
    assert "queen" in pile(match, "discard", 2)
    assert "queen" in pile(match, "hand", 1)


def test_G5_the_supply_of_a_substitution_goes_by_colour():
    match = after("1substitution 1Queen>2 3trap @1", "reveal")
    assert row(match) == "1Queen 3trap"
    match = after("1substitution 3Queen 2Queen>1 3trap @1; hand 1 queen", "reveal")
    assert row(match) == "2Queen>1 3trap"


# G6


def test_G6_combination_takes_nothing_at_reveal_leaves_and_asks_for_each_influence():
    match = after("1combination:2 1Queen 1Prince 2trap @1; discard 1 twin", "reveal")
    assert story(match) == ["revealed 1combination", "discarded 1combination"]
    assert (row(match), stock(match)) == ("1Queen 1Prince 2trap", [1, 1, 1])
    assert (match.moves(), match.position["spare"], match.position["pointer"]) == (["use 1", "use 2"], 2, None)
    match.play("use 2")
    assert (match.moves(), match.position["spare"], stock(match)) == (["again", "take"], 2, [2, 1, 1])
    match.play("take")
    assert (match.moves(), match.position["spare"], stock(match)) == (["again", "take"], 1, [3, 1, 1])
    match.play("again")
    assert (match.moves(), match.position["spare"], stock(match)) == (["use 1", "use 2"], 0, [3, 1, 1])
    match.play("use 1")
    assert (match.to_act, match.position["spare"], stock(match)) == (2, 0, [8, 1, 1])  # 2, then 2 and 1 in their turns


def test_G6_usable_are_revealed_uncovered_characters_of_the_controller():
    match = after("1combination 1Queen/1felon 2Felon 3Cutthroat>1 1schemer 1Prince 2trap @1; discard 1 twin", "reveal")
    assert match.moves() == ["use 3", "use 5"]


def test_G6_the_rest_is_taken_at_once_when_nothing_is_usable():
    match = after("1combination:3 2Queen 1felon @1", "reveal")
    assert (stock(match), match.position["spare"], match.to_act) == ([4, 3, 1], 0, 1)


# G7


def test_G7_a_copied_or_combined_prince_pays_1_and_brings_no_twin():
    copied = table("2Prince 1Shapeshifter 3ambush @2; discard 2 twin")
    assert (row(copied), stock(copied), copied.to_act) == ("2Prince 1Shapeshifter 3ambush", [2, 1, 1], 3)
    combined = after("1Prince 2heir 1combination @3", "reveal")
    assert (row(combined), stock(combined)) == ("1Prince 2heir", [2, 1, 1])
    assert copied.position["players"][0]["twin"]
    assert combined.position["players"][0]["twin"]


def test_G7_a_copied_schemer_looks_beside_the_shapeshifter():
    match = table("2Schemer 1Shapeshifter 3heir/3spy @2")
    assert (row(match), stock(match), match.to_act) == ("2Schemer 3heir/3spy", [1, 1, 1], 3)
    match = table("3heir/3spy 2Schemer 1Shapeshifter 3ambush @3")
    assert (row(match), stock(match)) == ("3heir/3spy 2Schemer 1Shapeshifter 3ambush", [3, 1, 1])


def test_G7_a_combined_schemer_looks_beside_itself():
    match = after("3queen/3felon 1Schemer 2trap 1combination @4", "reveal")
    assert (row(match), stock(match)) == ("3queen/3felon 2trap", [1, 1, 1])
    match = after("1Schemer 2trap 3queen/3felon 1combination @4", "reveal")
    assert (row(match), stock(match)) == ("1Schemer 2trap 3queen/3felon", [3, 1, 1])


def test_G7_a_schemer_copied_through_a_combination_discards_the_shapeshifter():
    match = after("2Schemer 1Shapeshifter 3heir/3spy 1combination @4", "reveal")
    assert (row(match), stock(match)) == ("2Schemer 3heir/3spy", [1, 1, 1])
    assert {"combination", "shapeshifter"} <= set(pile(match, "discard", 1))


# G8


def test_G8_after_a_combination_resolution_goes_on_after_the_gap():
    match = after("2queen 1Cutthroat 3felon 1combination 3trap @4", "reveal")
    assert (match.moves(), match.position["pointer"]) == (["hit 1", "hit 3"], None)
    match.play("hit 1")
    assert (row(match), stock(match)) == ("1Cutthroat 3felon 3trap", [2, 1, 1])
    assert (match.position["pointer"], match.to_act) == (3, 3)


def test_G8_after_a_combination_the_card_in_its_old_slot_is_resolved():
    match = after("2queen 1Cutthroat 3felon 1Queen/1combination 3trap @4", "reveal")
    assert (match.moves(), match.position["pointer"]) == (["use 2", "use 4"], 4)
    match.play("use 2")
    match.play("hit 1")
    assert (row(match), stock(match)) == ("1Cutthroat 3felon 1Queen 3trap", [4, 1, 1])
    assert (match.position["pointer"], match.to_act) == (4, 3)


def test_G8_a_card_in_the_old_slot_that_is_hit_leaves_the_gap():
    match = after("2heir 1Soldier 1queen/1combination 3heir @3", "reveal", "hit 3")
    assert (row(match), stock(match)) == ("2heir 1Soldier 3heir", [2, 1, 1])
    assert (match.position["pointer"], match.to_act) == (3, 3)


def test_G8_the_pointer_is_null_while_influence_is_decided_on_and_the_old_slot_is_gone():
    match = after("2heir 1Soldier 1queen/1combination:1 3heir @3", "reveal")
    assert (match.moves(), match.position["pointer"]) == (["hit 1", "hit 3"], 3)
    match.play("hit 3")
    assert (match.moves(), match.position["pointer"], row(match)) == (["again", "take"], None, "2heir 1Soldier 3heir")


def test_G8_the_slot_after_the_gap_that_is_hit_makes_way_for_the_next():
    match = after("1Cutthroat 1combination 3felon 3trap @2", "reveal")
    assert (row(match), stock(match)) == ("1Cutthroat 3trap", [1, 1, 1])
    assert (match.position["pointer"], match.to_act) == (2, 3)


def test_G8_a_used_character_ahead_is_resolved_again_in_its_turn():
    match = after("1combination 2trap 1Queen @1", "reveal")
    assert (stock(match), match.to_act) == ([3, 1, 1], 2)
    match.play("wait")
    assert stock(match) == [5, 1, 1]


# G9


def test_G9_a_single_card_cannot_stay_and_a_stack_top_may_become_any_slot():
    match = after("1royal_decree 2heir 3spy/3lord @1", "reveal")
    assert match.moves() == ["move 2 to 1", "move 2 to 3", "move 3 to 1", "move 3 to 2", "move 3 to 3", "move 3 to 4"]


@pytest.mark.parametrize(
    ("move", "then", "pointer"),
    [
        ("move 1 to 2", "2heir 3spy/3lord:1", 1),
        ("move 1 to 3", "3spy/3lord:1 2heir", 1),
        ("move 3 to 1", "3lord:1 2heir 3spy", 3),
        ("move 3 to 2", "2heir 3lord:1 3spy", 3),
        ("move 3 to 3", "2heir 3lord:1 3spy", 2),
        ("move 3 to 4", "2heir 3spy 3lord:1", 2),
    ],
)
def test_G9_slots_are_counted_after_the_move_with_the_decree_in_the_row(move, then, pointer):
    match = after("2heir 1royal_decree 3spy/3lord:1 @2", "reveal", move)
    assert (row(match), match.position["pointer"]) == (then, pointer)


def test_G9_the_only_other_place_is_taken_without_asking():
    match = after("1royal_decree 2heir @1", "reveal")
    assert (row(match), match.position["phase"]) == ("2heir", "placement")


# G10


@pytest.mark.parametrize(
    ("move", "then", "gain"),
    [
        ("twin first", "1Twin 1felon 1Prince 1queen 2trap", 1),
        ("twin on 1", "1felon/1Twin 1Prince 1queen 2trap", 1),
        ("twin on 3", "1felon 1Prince 1queen/1Twin 2trap", 2),
        ("twin last", "1felon 1Prince 1queen:1 2trap:1 1Twin", 2),
    ],
)
def test_G10_the_twin_is_resolved_exactly_when_it_comes_after_the_prince(move, then, gain):
    match = after("1felon 1prince 1queen 2trap @2", "reveal", move)
    while move == "twin last" and match.position["phase"] == "resolution":
        match.play("wait")
    assert (row(match), stock(match)) == (then, [1 + gain, 1, 1])


# G11


def test_G11_no_stock_becomes_negative():
    assert stock(table("2queen 1Felon 2trap @2; stock 0 1 0")) == [0, 0, 0]
    assert stock(table("1Cutthroat 2trap 3queen @1; stock 2 0 0")) == [0, 2, 0]
    assert stock(table("2heir 1Spy 1lord @2; stock 4 0 0")) == [4, 0, 0]


def test_G11_the_supply_never_runs_out():
    match = after("1conspiracy:99 2heir @1; stock 500 500 500", "reveal")
    assert stock(match) == [698, 500, 500]


# G12


@pytest.mark.parametrize(
    ("text", "winners"),
    [
        ("1queen 1felon 2queen 3trap:9 @4; stock 4 5 4", [2]),
        ("1queen 1felon 2queen 3trap @4; stock 5 5 4", [1]),
        ("1queen 2queen 3trap @3; stock 5 5 4", [1, 2]),
        ("1queen 2queen 3trap @3; stock 5 5 5", [1, 2, 3]),
        ("1queen/1felon 2queen 3trap @3; stock 5 5 4; edition uk", [1, 2]),
        ("1queen/1felon 2queen 3trap @3; stock 5 5 4; edition ru", [1, 2]),
        ("1heir/1lord 2heir 3spy @3; stock 5 5 4; edition fr", [1]),
        ("1heir/1lord 2heir 3spy @3; stock 5 5 4; edition ru", [1, 2]),
    ],
)
def test_G12_after_round_6_most_influence_then_most_cards_then_shared(text, winners):
    match = table(f"{text}; round 6")
    assert (match.over, match.winners) == (False, None)
    match.play("wait")
    assert (match.over, match.winners) == (True, winners)
    assert match.moves() == []


def test_G12_an_earlier_round_does_not_end_the_game():
    match = after("1queen 2queen 3trap @3; round 5", "wait")
    assert (match.over, match.winners, match.position["round"]) == (False, None, 6)


# G13


def test_G13_prince_takes_its_influence_then_places_the_twin_then_pays():
    match = after("1prince:2 2trap @1", "reveal")
    assert (stock(match), match.moves()) == ([3, 1, 1], ["twin first", "twin last"])
    match.play("twin first")
    assert stock(match) == [4, 1, 1]
    assert story(match) == ["revealed 1prince", "1 takes 2", "placed 1twin", "1 gains 1"]


# G14


def test_G14_a_face_down_prince_has_no_name_and_stays():
    match = table("3Cutthroat 2Twin>1 1prince @1; discard 2 prince")
    assert (row(match), match.to_act) == ("3Cutthroat 1prince", 1)


def test_G14_a_twin_directly_under_the_eliminated_prince_goes():
    match = table("3Cutthroat 2Twin>1/1prince 2trap @1; discard 2 prince")
    assert (row(match), match.to_act) == ("3Cutthroat 2trap", 2)
    assert story(match) == ["turned up 1prince", "eliminated 1prince", "discarded 2twin"]


def test_G14_a_partner_freed_by_the_chain_itself_stays():
    match = table("3Cutthroat 1Prince 2Twin>1/1Twin 2trap @1; discard 2 prince")
    assert (row(match), stock(match)) == ("3Cutthroat 2Twin>1 2trap", [2, 1, 1])  # the freed Twin pays in its turn
    assert story(match) == ["eliminated 1prince", "discarded 1twin", "1 gains 1"]


# G15


def test_G15_a_namesake_exposed_on_the_way_survives():
    match = table("1Cutthroat 3Queen>2/2Queen 4Queen 2trap @1")
    assert (row(match), stock(match)) == ("1Cutthroat 3Queen>2 2trap", [5, 3, 1, 1])  # it then pays its briber 2


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("text", "moves", "then"),
    [
        ("3heir 1trap 1Cutthroat @3", [], "3heir 1Cutthroat"),
        ("3heir 1trap 1Shapeshifter 2Cutthroat 3lord @3", ["hit 2"], "3heir 1Shapeshifter 2Cutthroat 3lord"),
        ("3heir 1trap 1Cutthroat 1combination @4", ["reveal"], "3heir 1Cutthroat"),
    ],
    ids=["itself", "copied", "combined"],
)
def test_G15_cutthroat_on_an_own_trap_gains_nothing_and_stays(text, moves, then, edition):
    match = after(f"{text}; edition {edition}", *moves)
    assert (row(match), stock(match)) == (then, [1, 1, 1])


@pytest.mark.parametrize(
    ("text", "moves", "with_it", "without_it"),
    [
        ("3heir 1ambush:2 1Cutthroat @3", [], "3heir 1Cutthroat", "3heir"),
        (
            "3heir 1ambush 1Shapeshifter 2Cutthroat 2trap @3",
            ["hit 2"],
            "3heir 1Shapeshifter 2Cutthroat 2trap",
            "3heir 2Cutthroat 2trap",
        ),
        ("3heir 1ambush 1Cutthroat 1combination @4", ["reveal"], "3heir 1Cutthroat", "3heir"),
    ],
    ids=["itself", "copied", "combined"],
)
def test_G15_cutthroat_on_an_own_ambush_as_the_edition_says(text, moves, with_it, without_it):
    match = after(f"{text}; edition ru+ru", *moves)
    assert (row(match), stock(match)) == (with_it, [1, 1, 1])
    match = after(f"{text}; edition fr+uk", *moves)
    assert (row(match), stock(match)) == (without_it, [2, 1, 1])


# G16


@pytest.mark.parametrize("edition", ["fr", "ru"])
def test_G16_archer_and_assassination_may_hit_themselves(edition):
    match = table(f"2heir 1Archer @2; edition {edition}")
    assert match.moves() == ["hit 1", "hit 2"]
    match.play("hit 2")
    assert (row(match), stock(match)) == ("2heir", [2, 1, 1])
    match = after(f"2heir 1assassination 3heir @2; edition {edition}", "reveal")
    assert match.moves() == ["hit 1", "hit 2", "hit 3"]
    match.play("hit 2")
    assert (row(match), stock(match), match.to_act) == ("2heir 3heir", [2, 1, 1], 3)


@pytest.mark.parametrize("edition", ["uk", "ru"])
def test_G16_apothecary_may_hit_itself(edition):
    match = table(f"2queen 1Queen 1Apothecary @3; edition {edition}")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 3")
    assert (row(match), stock(match)) == ("2queen 1Queen", [2, 1, 1])


@pytest.mark.parametrize("edition", BOTH)
def test_G16_all_three_may_hit_themselves_in_the_mix(edition):
    assert table(f"2queen 1Archer @2; edition {edition}").moves() == ["hit 1", "hit 2"]
    assert after(f"2queen 1assassination @2; edition {edition}", "reveal").moves() == ["hit 1", "hit 2"]
    assert table(f"2queen 1Lord 1Apothecary @3; edition {edition}").moves() == ["hit 1", "hit 3"]


@pytest.mark.parametrize("edition", ["fr", "ru"])
def test_G16_a_decree_never_moves_a_card_onto_a_card(edition):
    start = f"1soldier/1royal_decree 2heir 3spy/3lord @1; edition {edition}"
    moves = after(start, "reveal").moves()
    assert len(moves) == 6
    for move in moves:
        slots = [len(slot) for slot in after(start, "reveal", move).position["row"]]
        assert sorted(slots) == ([1, 1, 2] if move.startswith("move 2") else [1, 1, 1, 1])


# G17


def test_G17_a_shapeshifter_with_nothing_to_copy_is_still_usable():
    match = after("2heir 1Shapeshifter 1combination:1 3ambush @3", "reveal")
    assert (stock(match), match.moves(), match.position["spare"]) == ([1, 1, 1], ["again", "take"], 1)
    match.play("again")
    assert (stock(match), match.position["spare"], match.to_act) == ([1, 1, 1], 0, 3)
    assert [said["card"]["kind"] for said in events_named(match, "character_used")] == ["shapeshifter", "shapeshifter"]


# G18


def test_G18_when_the_game_is_over_the_round_and_the_first_player_stay():
    match = after("1queen 2queen 3trap @3; round 6; first 2", "wait")
    position = match.position
    assert (position["phase"], position["round"], position["first"]) == ("over", 6, 2)
    assert (position["to_act"], position["pointer"], position["legal"]) == (None, None, [])


# G19


def test_G19_the_mix_has_two_editions():
    assert intrigue.game("oriflamme-mix").editions == ("fr+uk", "ru+ru")


@pytest.mark.parametrize("edition", ["fr+ru", "ru+uk", "fr", "uk", "ru", "uk+fr", ""])
def test_G19_the_mix_has_no_other_edition(edition):
    with pytest.raises(intrigue.IntrigueError):
        intrigue.new("oriflamme-mix", 3, edition, seed=1)


# G20

FAILED = "1substitution 2queen 3trap @1; hand 1 queen"


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_G20_a_substitution_that_fails_tells_everybody_what_is_not_set_aside(seat):
    match = table(FAILED)
    assert "queen" in asides(match, seat, 1)
    match.play("reveal")
    assert row(match) == "3trap"
    assert asides(match, seat, 1) == {
        "prince",
        "cutthroat",
        "apothecary",
        "felon",
        "schemer",
        "trap",
        "bribery",
        "combination",
    }
    assert all("queen" in players[0]["hand"] for players in samples(match, seat))
    said = [event.values for event in match.events_for(seat) if event.name == "replacement_missing"]
    assert said == [{"card": {"family": 1, "kind": "queen"}, "player": 1}]


def test_G20_it_stays_known_in_later_rounds_and_placed_cards_may_be_that_kind():
    match = after(FAILED, "reveal", "wait")
    while match.position["round"] == 2 and match.position["phase"] == "placement":
        match.play(next(move for move in match.moves() if move.endswith("last")))
    assert len(match.position["row"]) == 4
    drawn = [match.game.position(match.sample(3, seed)) for seed in range(200)]
    assert not any("queen" in position["players"][0]["aside"] for position in drawn)
    placed = {card["kind"] for position in drawn for slot in position["row"] for card in slot if card["family"] == 1}
    assert "queen" in placed


def test_G20_the_player_knows_the_own_cards():
    match = after(FAILED, "reveal")
    assert all(players[0] == match.position["players"][0] for players in samples(match, 1))


def test_G20_it_is_part_of_what_a_seat_observes():
    match = after(FAILED, "reveal")
    position_alone = table(sketch.write(match.position))
    assert position_alone.view(2) == match.view(2)
    assert position_alone.observe(2) != match.observe(2)


@pytest.mark.parametrize(
    "text",
    [
        "1substitution 2felon/2queen 3trap @1; hand 1 queen",
        "1substitution 2Queen>1 3trap @1; hand 1 queen",
        "1substitution 2trap 3trap @1; hand 1 queen trap",
        "1substitution 2felon 3trap @1; hand 1 queen; aside 1 felon prince schemer",
    ],
    ids=["top of a stack", "an own card", "no character", "replaced"],
)
def test_G20_another_outcome_tells_nothing(text):
    match = after(text, "reveal")
    assert "queen" in asides(match, 2, 1)
    assert events_named(match, "replacement_missing") == []


# G21


def full_row(last):
    """Five play a mix and nothing leaves: each Prince brings its Twin, all else waits, up to the last slot of round 6.

    The last card of everybody is of that kind. Where it is a Royal Decree, player 5 has stacked the Lord on the Queen.
    """
    kinds = ["prince", "queen", "felon", "schemer", "lord", "assassination", "royal_decree", "archer", "heir", "spy"]
    headers = {"Game": "oriflamme-mix", "Players": "5", "First": "1", "Kinds": ", ".join(kinds)}
    headers |= {f"Aside-{player}": "archer, heir, spy" for player in range(1, 6)}
    match = intrigue.load(intrigue.Record(headers))
    for _ in range(5):
        match.play("place prince first")
    for _ in range(5):
        match.play("reveal")
        match.play("twin last")
    for kind in ["queen", "felon", "schemer", "lord", last]:
        for _ in range(5):
            stacks = (match.to_act, kind, last) == (5, "lord", "royal_decree")
            place = f"on {row(match).split().index('5queen:3') + 1}" if stacks else "last"
            match.play(f"place {kind} {place}")
        while match.position["pointer"] is not None and (kind != last or not at_the_last_slot(match)):
            match.play("wait")
    return match


def at_the_last_slot(match):
    return match.position["pointer"] == len(match.position["row"])


def cards_in_row(match):
    return sum(len(slot) for slot in match.position["row"])


def test_G21_a_row_of_35_slots():
    match = full_row("assassination")
    assert (len(match.position["row"]), cards_in_row(match), match.position["pointer"]) == (35, 35, 35)
    match.play("reveal")
    assert match.moves() == sorted(f"hit {slot}" for slot in range(1, 36))
    match.play("hit 35")
    assert (len(match.position["row"]), match.over) == (34, True)


def test_G21_a_card_of_35_moved_off_its_stack():
    match = full_row("royal_decree")
    assert (len(match.position["row"]), cards_in_row(match), match.position["pointer"]) == (34, 35, 34)
    stack = [len(slot) for slot in match.position["row"]].index(2) + 1
    match.play("reveal")
    # The 32 single cards to all of 34 places but their own, the top of the stack to 35 places.
    assert len(match.moves()) == 32 * 33 + 35
    match.play(f"move {stack} to 35")
    assert row(match).endswith(" 5lord:2")
    assert (len(match.position["row"]), match.position["pointer"], match.to_act) == (34, 34, 5)


def test_G21_a_set_up_holds_35_cards_and_no_more():
    full = full_row("assassination").position
    text = sketch.write(full)
    assert table(text).position == full
    with pytest.raises(intrigue.IntrigueError):
        table(text.replace(" @35", " 5spy @35", 1))
