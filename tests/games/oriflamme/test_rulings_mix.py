"""The rulings on both games mixed, E116-E120, and section F: the ten kinds of a mix."""

import pytest
from tables import after, events_named, pile, row, stock, table

import intrigue
from intrigue.games.oriflamme.kinds import ABLAZE, BASE

BOTH = ["fr+uk", "ru+ru"]
TEN = ["archer", "spy", "lord", "ambush", "prince", "queen", "felon", "trap", "bribery", "substitution"]


def own_cards(player):
    """All the cards a player of a new game has, in hand and set aside."""
    return sorted(player["hand"] + player["aside"])


# E116 Shapeshifter


@pytest.mark.parametrize(
    ("copied", "edition", "gain"),
    [
        ("2Prince", "fr+uk", 1),
        ("2Queen", "fr+uk", 2),
        ("2Schemer", "fr+uk", 2),
        ("2Schemer", "ru+ru", 1),
    ],
)
def test_E116_a_copied_payment(copied, edition, gain):
    match = table(f"{copied} 1Shapeshifter 3ambush @2; edition {edition}")
    assert (row(match), stock(match), match.to_act) == (f"{copied} 1Shapeshifter 3ambush", [1 + gain, 1, 1], 3)


def test_E116_a_copied_twin_pays_1():
    match = table("2Twin 1Shapeshifter 3ambush @2; discard 2 prince")
    assert (row(match), stock(match), match.to_act) == ("2Twin 1Shapeshifter 3ambush", [2, 1, 1], 3)


def test_E116_a_copied_prince_brings_no_twin():
    match = after("2Prince 1shapeshifter:1 3ambush @2; discard 2 twin", "reveal")
    assert (row(match), stock(match), match.to_act) == ("2Prince 1Shapeshifter 3ambush", [3, 1, 1], 3)
    assert match.position["players"][0]["twin"]


def test_E116_a_copied_felon_works_from_the_place_of_the_shapeshifter():
    match = table("3ambush 2Felon 1Shapeshifter 3heir @3; stock 5 5 5")
    assert stock(match) == [5, 4, 4]


def test_E116_a_copied_cutthroat_works_from_the_place_of_the_shapeshifter():
    match = table("3ambush 2Cutthroat 1Shapeshifter 3queen 2Queen @3")
    assert match.moves() == ["hit 2", "hit 4"]
    match.play("hit 4")
    assert (row(match), stock(match)) == ("3ambush 2Cutthroat 1Shapeshifter", [5, 1, 1])
    match = after("3ambush 2Cutthroat 1Shapeshifter 3queen 2Queen @3", "hit 2")
    assert (row(match), stock(match)) == ("3ambush 1Shapeshifter 3queen 2Queen", [1, 1, 1])


def test_E116_a_copied_apothecary_works_for_the_controller_of_the_shapeshifter():
    match = table("1Queen 3heir 2Apothecary 1Shapeshifter 1Lord 2heir @4")
    assert match.moves() == ["copy 3", "copy 5"]
    match.play("copy 3")
    assert match.moves() == ["hit 2", "hit 4", "hit 6"]
    match.play("hit 4")  # itself; then the Lord without an own neighbour pays 1
    assert (row(match), stock(match)) == ("1Queen 3heir 2Apothecary 1Lord 2heir", [3, 1, 1])
    assert "shapeshifter" in pile(match, "discard", 1)


def test_E116_a_copied_schemer_next_to_a_stack_discards_the_shapeshifter():
    match = table("2heir/2Schemer 1Shapeshifter 3ambush @2")
    assert (row(match), stock(match), match.to_act) == ("2heir/2Schemer 3ambush", [1, 1, 1], 3)
    assert "shapeshifter" in pile(match, "discard", 1)


def test_E116_the_stack_must_be_next_to_the_shapeshifter_itself():
    match = table("3heir/3lord 2Schemer 1Shapeshifter 3ambush @3")
    assert (row(match), stock(match)) == ("3heir/3lord 2Schemer 1Shapeshifter 3ambush", [3, 1, 1])


def test_E116_the_bonus_for_a_queen_is_not_copied():
    match = after("2Queen 1Shapeshifter 3Soldier 2ambush @3", "hit 2")
    assert (row(match), stock(match)) == ("2Queen 3Soldier 2ambush", [1, 1, 2])


def test_E116_the_chain_of_a_prince_is_not_copied():
    match = after("1Twin 2Prince 1Shapeshifter 3Soldier 2ambush @4; discard 1 prince; discard 2 twin", "hit 3")
    assert (row(match), stock(match)) == ("1Twin 2Prince 3Soldier 2ambush", [1, 1, 2])


# E117-E119


@pytest.mark.parametrize("edition", BOTH)
def test_E117_cutthroat_on_an_ambush_gains_nothing_and_leaves(edition):
    match = table(f"1Cutthroat 2ambush:2 3heir @1; edition {edition}")
    assert (row(match), stock(match), match.to_act) == ("3heir", [1, 5, 1], 3)
    assert "cutthroat" in pile(match, "discard", 1)
    assert "ambush" in pile(match, "discard", 2)


@pytest.mark.parametrize(("before", "left", "stolen"), [(5, 3, 3), (0, 0, 1)])
def test_E117_assassination_on_a_trap_gains_1_and_is_robbed(before, left, stolen):
    match = after(f"1assassination 2trap 3heir @1; stock {before} 1 1", "reveal")
    assert match.moves() == ["hit 1", "hit 2", "hit 3"]
    match.play("hit 2")
    assert (row(match), stock(match), match.to_act) == ("3heir", [left, 1 + stolen, 1], 3)
    assert "assassination" in pile(match, "discard", 1)


def test_E118_the_token_travels_with_a_bribed_card_that_a_decree_moves():
    match = after("1royal_decree 2Queen>3 3heir @1", "reveal")
    assert match.moves() == ["move 2 to 1", "move 2 to 3", "move 3 to 1", "move 3 to 2"]
    match.play("move 2 to 3")
    assert (row(match), stock(match), match.to_act) == ("3heir 2Queen>3", [1, 1, 1], 3)
    match.play("wait")
    assert (row(match), stock(match)) == ("3heir:1 2Queen>3", [1, 1, 3])


def test_E119_a_bribed_second_heir_of_the_same_family_still_blocks():
    match = table("1Heir 2Heir>1 3ambush @1")
    assert (row(match), stock(match), match.to_act) == ("1Heir 2Heir>1 3ambush", [1, 1, 1], 3)


# E120 Combination on the characters of the first box


def test_E120_combination_on_an_archer_shoots_at_the_ends_of_the_row_without_the_gap():
    match = after("1combination 2queen 1Archer 3heir @1", "reveal")
    assert (match.to_act, match.moves()) == (1, ["hit 1", "hit 3"])
    match.play("hit 1")
    assert (row(match), stock(match)) == ("1Archer 3heir", [3, 1, 1])  # 1 and the Queen's 1
    assert match.moves() == ["hit 1", "hit 2"]  # now in its own turn


def test_E120_combination_on_a_soldier_hits_its_own_neighbours():
    match = after("3heir 1Soldier 1combination 2queen 3ambush @3", "reveal")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 3")
    assert (row(match), stock(match)) == ("3heir 1Soldier 3ambush", [3, 1, 1])
    assert (match.to_act, match.position["pointer"]) == (3, 3)


def test_E120_a_soldier_that_a_combination_sends_into_an_ambush_is_the_one_to_leave():
    match = after("2ambush 1Soldier 3heir 1combination @4", "reveal", "hit 1")
    assert (row(match), stock(match)) == ("3heir", [2, 5, 1])
    assert {"soldier", "combination"} <= set(pile(match, "discard", 1))


def test_E120_combination_on_a_spy_robs_its_own_neighbours():
    match = after("2heir 1Spy 3heir 1combination @4; stock 5 5 5", "reveal")
    assert match.moves() == ["rob 1", "rob 3"]
    match.play("rob 3")
    assert stock(match) == [6, 5, 4]


@pytest.mark.parametrize(("edition", "gain"), [("fr+uk", 3), ("ru+ru", 2)])
def test_E120_combination_on_a_lord_counts_its_own_neighbours(edition, gain):
    match = after(f"1spy/1heir 1Lord 2heir 1combination @4; edition {edition}", "reveal")
    assert stock(match) == [1 + gain, 1, 1]


def test_E120_combination_on_a_shapeshifter_copies_its_own_neighbours():
    match = after("2Queen 1Shapeshifter 3Lord 2heir 1combination @5", "reveal")
    assert match.moves() == ["copy 1", "copy 3"]
    match.play("copy 1")
    assert stock(match) == [3, 1, 1]
    match = after("2Queen 1Shapeshifter 3Lord 2heir 1combination @5", "reveal", "copy 3")
    assert stock(match) == [2, 1, 1]


def test_E120_combination_on_an_heir_pays_2_unless_another_is_revealed():
    assert stock(after("1Heir 2heir 1combination @3", "reveal")) == [3, 1, 1]
    assert stock(after("1Heir 2Heir 1combination @3", "reveal")) == [1, 1, 1]


# F Combining games


def test_F1_pool_of_the_mix_is_both_boxes_without_the_twin():
    games = [intrigue.new("oriflamme-mix", 3, seed=seed).position for seed in range(40)]
    assert {kind for game in games for kind in own_cards(game["players"][0])} == set(BASE + ABLAZE)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_F1_F3_all_players_have_the_same_ten_kinds_3_aside_and_7_in_hand(players, seed):
    people = intrigue.new("oriflamme-mix", players, seed=seed).position["players"]
    ten = own_cards(people[0])
    assert len(set(ten)) == 10
    for person in people:
        assert (len(person["hand"]), len(person["aside"]), own_cards(person)) == (7, 3, ten)
        assert person["influence"] == 1


@pytest.mark.parametrize("seed", range(12))
def test_F2_the_twin_lies_ready_if_the_prince_is_among_the_ten(seed):
    people = intrigue.new("oriflamme-mix", 4, seed=seed).position["players"]
    assert [person["twin"] for person in people] == ["prince" in own_cards(people[0])] * 4


def test_F1_F2_the_ten_kinds_may_be_agreed_upon():
    people = intrigue.new("oriflamme-mix", 3, seed=1, kinds=TEN).position["players"]
    assert [own_cards(person) for person in people] == [sorted(TEN)] * 3
    assert [person["twin"] for person in people] == [True] * 3
    without = [*TEN[:4], "cutthroat", *TEN[5:]]
    people = intrigue.new("oriflamme-mix", 3, seed=1, kinds=without).position["players"]
    assert [person["twin"] for person in people] == [False] * 3


@pytest.mark.parametrize(
    "kinds",
    [TEN[:9], [*TEN, "cutthroat"], [*TEN[:9], "archer"], [*TEN[:9], "twin"], [*TEN[:9], "diplomat"]],
    ids=["nine", "eleven", "one twice", "the twin", "a third box"],
)
def test_F1_any_other_choice_of_kinds_is_refused(kinds):
    with pytest.raises(intrigue.IntrigueError):
        intrigue.new("oriflamme-mix", 3, seed=1, kinds=kinds)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_F3_only_3_to_5_may_play(players):
    with pytest.raises(intrigue.IntrigueError):
        intrigue.new("oriflamme-mix", players, seed=1)


@pytest.mark.parametrize("edition", BOTH)
def test_F3_a_mix_lasts_6_rounds_and_leaves_1_card_in_each_hand(edition):
    match = intrigue.new("oriflamme-mix", 4, edition, seed=3)
    while not match.over:
        match.play(match.moves()[-1])
    assert [said["round"] for said in events_named(match, "round_begun")] == [1, 2, 3, 4, 5, 6]
    assert len(events_named(match, "card_placed")) == 24
    assert [len(pile(match, "hand", player)) for player in (1, 2, 3, 4)] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("edition", "left", "points"), [("fr+uk", "2Queen 2heir", 3), ("ru+ru", "2Queen 1Soldier 2heir", 2)]
)
def test_F4_a_mix_takes_D1_from_the_edition_of_the_first_box(edition, left, points):
    match = after(f"2Queen 1Soldier 1ambush 2heir @2; edition {edition}", "hit 3")
    assert (row(match), stock(match)) == (left, [points, 1, 1])


@pytest.mark.parametrize(("edition", "winners"), [("fr+uk", [1]), ("ru+ru", [1, 2])])
def test_F4_a_mix_takes_D2_from_the_edition_of_the_first_box(edition, winners):
    match = after(f"1spy/1queen 2heir 3spy @3; round 6; stock 4 4 1; edition {edition}", "wait")
    assert (match.scores, match.winners) == ([4, 4, 1], winners)


@pytest.mark.parametrize(("edition", "gain"), [("fr+uk", 3), ("ru+ru", 2)])
def test_F4_a_mix_takes_D3_from_the_edition_of_the_first_box(edition, gain):
    assert stock(table(f"1spy/1queen 1Lord 2heir @2; edition {edition}")) == [1 + gain, 1, 1]


@pytest.mark.parametrize(("edition", "gain"), [("fr+uk", 2), ("ru+ru", 1)])
def test_F4_a_mix_takes_D15_from_the_edition_of_the_second_box(edition, gain):
    assert stock(table(f"1Schemer 2heir @1; edition {edition}")) == [1 + gain, 1, 1]
