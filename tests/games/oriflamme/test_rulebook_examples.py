"""The worked examples of the four rulebooks. Red is player 1, Blue 2, Green 3, as they sit in the pictures."""

from __future__ import annotations

import pytest
from tables import after, events_named, pile, row, stock, table

import intrigue

ABLAZE_BOOKS = pytest.mark.parametrize("edition", ["ru", "uk"])
BASE_BOOKS = pytest.mark.parametrize("edition", ["fr", "ru"])


def places(match: intrigue.Match) -> list[str]:
    """Where the player to act may place a card."""
    return sorted({move.split(" ", 2)[2] for move in match.moves()})


def all_place_last(match: intrigue.Match) -> None:
    """Everybody places a card at the end, until the row is resolved."""
    while match.position["phase"] == "placement":
        end = "last" if match.position["row"] else "first"
        match.play(next(move for move in match.moves() if move.endswith(end)))


# Both base books, or all four


@pytest.mark.parametrize(
    "game, edition", [("oriflamme", "fr"), ("oriflamme", "ru"), ("ablaze", "ru"), ("ablaze", "uk")]
)
def test_every_book_placement_phase_red_blue_green(game: str, edition: str) -> None:
    match = table(f"; game {game}; edition {edition}")
    assert (match.to_act, places(match)) == (1, ["first"])
    red, blue = match.moves()[0].split()[1], match.moves()[1].split()[1]
    match.play(f"place {red} first")
    assert (match.to_act, places(match)) == (2, ["first", "last"])
    match.play(f"place {blue} first")
    assert row(match) == f"2{blue} 1{red}"
    assert (match.to_act, places(match)) == (3, ["first", "last"])  # left of Blue, right of Red, never between


@BASE_BOOKS
def test_french_and_russian_base_conspiracy_with_3_pays_6(edition: str) -> None:
    match = after(f"1conspiracy:3 2lord 3heir @1; edition {edition}", "reveal")
    assert stock(match) == [1 + 6, 1, 1]
    assert "conspiracy" in pile(match, "discard", 1)


@BASE_BOOKS
def test_french_and_russian_base_enemy_soldier_falls_into_the_ambush(edition: str) -> None:
    match = after(f"1soldier 2ambush:2 3lord @1; edition {edition}", "reveal")
    assert stock(match) == [1 + 1, 1 + 4, 1]
    assert row(match) == "3lord"
    assert "soldier" in pile(match, "discard", 1)
    assert "ambush" in pile(match, "discard", 2)


@BASE_BOOKS
def test_french_and_russian_base_shapeshifter_as_the_only_heir_gains_2(edition: str) -> None:
    assert stock(table(f"1Shapeshifter 2Heir 3spy @1; edition {edition}")) == [1 + 2, 1 + 2, 1]


@BASE_BOOKS
def test_french_and_russian_base_shapeshifter_as_heir_blocked_by_another_shapeshifter(edition: str) -> None:
    assert stock(table(f"1Shapeshifter 2Heir 3Shapeshifter @1; edition {edition}")) == [1, 1 + 2, 1]


@BASE_BOOKS
def test_french_and_russian_base_soldier_must_eliminate_even_the_own_card(edition: str) -> None:
    match = table(f"1Soldier 1heir 2spy 3lord @1; edition {edition}")
    assert row(match) == "1Soldier 2spy 3lord"
    assert stock(match) == [1 + 1, 1, 1]


@BASE_BOOKS
def test_french_and_russian_base_decree_stays_while_the_card_moves_and_the_next_card_follows(edition: str) -> None:
    match = after(f"1spy 2royal_decree 3lord 1heir @2; edition {edition}", "reveal", "move 4 to 1")
    assert row(match) == "1heir 1spy 3lord"
    assert (match.to_act, match.position["pointer"]) == (3, 3)


# Base, French


def test_french_base_resolution_phase_red_does_not_reveal() -> None:
    match = after("1lord 2soldier:1 1heir:1 3spy @1", "wait")
    assert row(match) == "1lord:1 2soldier:1 1heir:1 3spy"
    assert (match.to_act, stock(match)) == (2, [1, 1, 1])


def test_french_base_resolution_phase_blue_reveals_and_takes_the_influence_first() -> None:
    match = after("1lord 2soldier:1 1heir:1 3spy @1", "wait", "reveal")
    assert stock(match) == [1, 1 + 1, 1]
    assert match.moves() == ["hit 1", "hit 3"]


def test_french_base_resolution_phase_blue_soldier() -> None:
    match = after("1lord 2soldier:1 1heir:1 3spy @1", "wait", "reveal", "hit 3")
    assert row(match) == "1lord:1 2Soldier 3spy"
    assert stock(match) == [1, 1 + 1 + 1, 1]
    assert events_named(match, "influence_thrown_away")[0]["amount"] == 1
    assert "heir" in pile(match, "discard", 1)


def test_french_base_resolution_phase_green_is_next_and_does_not_reveal() -> None:
    match = after("1lord 2soldier:1 1heir:1 3spy @1", "wait", "reveal", "hit 3")
    assert match.to_act == 3
    match.play("wait")
    assert row(match) == "1lord:1 2Soldier 3spy:1"
    assert (match.position["phase"], match.position["round"]) == ("placement", 3)


def test_french_base_a_card_may_be_revealed_in_the_round_it_was_placed() -> None:
    match = table("; edition fr")
    all_place_last(match)
    assert match.moves() == ["reveal", "wait"]
    match.play("reveal")
    assert events_named(match, "influence_collected") == []


def test_french_base_stack_the_covered_shapeshifter_does_not_act() -> None:
    match = after("1Shapeshifter 2Heir 3lord", "place lord on 1")
    assert row(match).startswith("1Shapeshifter/1lord")
    all_place_last(match)
    match.play("wait")
    assert row(match).startswith("1Shapeshifter/1lord:1")
    assert events_named(match, "card_copied") == []


def test_french_base_stack_the_shapeshifter_acts_if_its_cover_is_eliminated_before() -> None:
    match = after("2soldier 1Shapeshifter/1lord 3Heir @1", "reveal")
    assert (match.to_act, match.moves()) == (1, ["copy 1", "copy 3"])  # the Soldier had one neighbour only
    match.play("copy 3")
    assert stock(match)[0] == 1 + 2


def test_french_base_stack_an_assassination_on_a_card_plays_twice() -> None:
    match = after("1Spy/1assassination 2lord 3heir @1", "reveal", "hit 3")
    assert row(match) == "1Spy 2lord"
    assert stock(match) == [1 + 1 + 1, 1 - 1, 1]
    assert "assassination" in pile(match, "discard", 1)


def test_french_base_own_soldier_and_own_ambush_gain_2_and_both_leave() -> None:
    match = after("1soldier 1ambush:2 3lord @1", "reveal")
    assert stock(match) == [1 + 2, 1, 1]
    assert row(match) == "3lord"
    assert {"soldier", "ambush"} <= set(pile(match, "discard", 1))


def test_french_base_a_spy_beside_own_cards_only_loses_nothing() -> None:
    assert stock(table("1lord 1Spy 1heir 2lord 3lord @2")) == [1, 1, 1]


def test_french_base_a_spy_takes_from_the_stock_not_from_the_card() -> None:
    match = table("1Spy 2lord:3 3heir @1; stock 1 2 1")
    assert stock(match) == [2, 1, 1]
    assert row(match) == "1Spy 2lord:3 3heir"


def test_french_base_the_lord_counts_every_own_card_of_a_neighbouring_stack() -> None:
    assert stock(table("1Lord 1spy/1heir 2soldier 3spy @1")) == [1 + 3, 1, 1]


def test_french_base_new_round_the_first_player_tile_goes_left_and_the_row_stays() -> None:
    match = after("1lord 2soldier 3spy @3; first 1", "wait")
    assert (match.position["round"], match.position["first"], match.to_act) == (2, 2, 2)
    assert row(match) == "1lord 2soldier 3spy:1"


# Base, Russian


RUSSIAN_ROW = "1lord 2soldier:1 1heir:2 3spy 2Spy @1; edition ru"


def test_russian_base_resolution_phase_red_does_not_reveal() -> None:
    match = after(RUSSIAN_ROW, "wait")
    assert row(match).startswith("1lord:1 ")
    assert match.to_act == 2


def test_russian_base_resolution_phase_blue_reveals_and_takes_1() -> None:
    match = after(RUSSIAN_ROW, "wait", "reveal")
    assert stock(match) == [1, 1 + 1, 1]


def test_russian_base_resolution_phase_blue_soldier_eliminates_the_heir_with_2_on_it() -> None:
    match = after(RUSSIAN_ROW, "wait", "reveal", "hit 3")
    assert stock(match) == [1, 1 + 1 + 1, 1]
    (turned,) = events_named(match, "card_turned_up")
    soldier = {"family": 2, "kind": "soldier"}
    assert turned == {"card": {"family": 1, "kind": "heir"}, "slot": 3, "player": 2, "attacker": soldier}
    assert events_named(match, "influence_thrown_away")[0]["amount"] == 2
    assert "heir" in pile(match, "discard", 1)


def test_russian_base_resolution_phase_green_waits_and_the_blue_spy_robs_green() -> None:
    match = after(RUSSIAN_ROW, "wait", "reveal", "hit 3", "wait")
    assert stock(match) == [1, 1 + 1 + 1 + 1, 0]
    assert row(match) == "1lord:1 2Soldier 3spy:1 2Spy"  # the card keeps its influence


def test_russian_base_stack_poison_on_a_face_up_spy() -> None:
    match = after("1Spy/1assassination 2lord 3heir @1; edition ru", "reveal", "hit 3")
    assert row(match) == "1Spy 2lord"
    assert stock(match) == [1 + 1 + 1, 1 - 1, 1]


def test_russian_base_stack_poison_on_a_face_down_spy() -> None:
    match = after("1spy/1assassination 2lord 3heir @1; edition ru", "reveal", "hit 3")
    assert (match.to_act, match.moves(), match.position["pointer"]) == (1, ["reveal", "wait"], 1)
    match.play("wait")
    assert row(match) == "1spy:1 2lord"


def test_russian_base_poison_may_eliminate_itself() -> None:
    match = after("1assassination 2lord 3heir @1; edition ru", "reveal", "hit 1")
    assert row(match) == "2lord 3heir"
    assert stock(match) == [1 + 1, 1, 1]


def test_russian_base_own_archer_and_own_ambush_gain_1_and_the_archer_stays() -> None:
    match = after("1archer 2lord 1ambush:1 @1; edition ru; players 3", "reveal", "hit 3")
    assert stock(match) == [1 + 1, 1, 1]
    assert row(match) == "1Archer 2lord"


def test_russian_base_archer_may_shoot_itself() -> None:
    match = after("1archer 2lord 3heir @1; edition ru", "reveal")
    assert match.moves() == ["hit 1", "hit 3"]
    match.play("hit 1")
    assert (row(match), stock(match)) == ("2lord 3heir", [1 + 1, 1, 1])


def test_russian_base_shapeshifters_pass_nothing_along() -> None:
    match = table("1Shapeshifter 2Shapeshifter 3Lord @1; edition ru")
    assert stock(match) == [1, 1 + 1, 1 + 1]  # Red finds only a Shapeshifter; Blue copies the Lord


def test_russian_base_shapeshifter_may_copy_another_neighbour_every_round() -> None:
    match = after("2Heir 1Shapeshifter 3Lord @2; edition ru", "copy 1")
    assert stock(match)[0] == 1 + 2
    all_place_last(match)
    assert match.moves() == ["copy 1", "copy 3"]
    match.play("copy 3")
    assert stock(match)[0] == 1 + 2 + 1


def test_russian_base_decree_moves_a_card_behind_it_and_it_is_not_activated() -> None:
    match = after("1spy 2royal_decree 3Heir 1lord @2; edition ru", "reveal", "move 3 to 1")
    assert row(match) == "3Heir 1spy 1lord"
    assert (match.to_act, stock(match)) == (1, [1, 1, 1])


def test_russian_base_decree_moves_a_card_ahead_and_it_is_activated_again() -> None:
    match = after("1Lord 2royal_decree 3spy @1; edition ru", "reveal", "move 1 to 2")
    assert stock(match) == [1 + 1 + 1, 1, 1]
    assert row(match) == "1Lord 3spy"


def test_russian_base_decree_takes_the_top_of_a_stack_alone_with_its_influence() -> None:
    match = after("1royal_decree 2heir:1/2lord:2 3spy @1; edition ru", "reveal", "move 2 to 4")
    assert row(match) == "2heir:1 3spy 2lord:2"


def test_russian_base_the_lord_counts_only_the_top_of_a_neighbouring_stack() -> None:
    assert stock(table("1Lord 1spy/1heir 2soldier 3spy @1; edition ru")) == [1 + 2, 1, 1]


# Ablaze, Russian and Ukrainian


def ablaze_row(edition: str) -> str:
    return f"1felon 2cutthroat:1 1queen:2 3schemer 2Felon @1; edition {edition}"


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_resolution_phase_red_does_not_reveal(edition: str) -> None:
    match = after(ablaze_row(edition), "wait")
    assert row(match).startswith("1felon:1 ")
    assert match.to_act == 2


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_resolution_phase_blue_reveals_the_cutthroat(edition: str) -> None:
    match = after(ablaze_row(edition), "wait", "reveal")
    assert stock(match) == [1, 1 + 1, 1]
    assert match.moves() == ["hit 1", "hit 3"]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_resolution_phase_one_face_down_queen_pays_only_its_bonus(edition: str) -> None:
    match = after(ablaze_row(edition), "wait", "reveal", "hit 3")
    assert stock(match) == [1, 1 + 1 + 1, 1]
    assert events_named(match, "influence_thrown_away")[0]["amount"] == 2
    assert "queen" in pile(match, "discard", 1)


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_resolution_phase_green_waits_and_loses_1_to_the_felon(edition: str) -> None:
    match = after(ablaze_row(edition), "wait", "reveal", "hit 3", "wait")
    assert row(match) == "1felon:1 2Cutthroat 3schemer:1 2Felon"
    assert stock(match) == [1, 1 + 1 + 1, 0]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_cutthroat_must_eliminate_even_the_own_card(edition: str) -> None:
    match = table(f"1Cutthroat 1queen 2felon 3trap @1; edition {edition}")
    assert row(match) == "1Cutthroat 2felon 3trap"
    assert stock(match) == [1, 1, 1]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_stack_substitution_on_a_face_up_queen(edition: str) -> None:
    match = after(f"1Queen/1substitution 2trap 3schemer @1; edition {edition}; stock 5 1 1", "reveal")
    assert row(match) == "1Queen 3schemer"
    assert stock(match) == [5 + 1 - 3 + 2, 1 + 3, 1]
    assert "substitution" in pile(match, "discard", 1)


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_stack_substitution_on_a_face_down_queen(edition: str) -> None:
    match = after(f"1queen/1substitution 2bribery 3schemer @1; edition {edition}", "reveal")
    assert (match.to_act, match.moves(), match.position["pointer"]) == (1, ["reveal", "wait"], 1)
    match.play("wait")
    assert row(match) == "1queen:1 3schemer"


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_two_princes_one_twin_a_prince_is_eliminated(edition: str) -> None:
    match = after(
        f"1Twin 1Prince 3substitution 2Prince>1 @3; edition {edition}; aside 3 felon schemer trap", "reveal", "hit 2"
    )
    assert row(match) == "2Prince>1"
    assert {"prince", "twin"} <= set(pile(match, "discard", 1))


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_two_princes_one_twin_the_twin_is_eliminated(edition: str) -> None:
    match = after(f"1Prince 2Prince>1 1Twin 3substitution @4; edition {edition}", "reveal")
    assert row(match) == ""
    assert {"prince", "twin"} <= set(pile(match, "discard", 1))
    assert "prince" in pile(match, "discard", 2)
    assert stock(match)[2] == 1 + 1  # partners are discarded, not eliminated


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_the_twin_enters_first_last_or_on_an_own_card_but_not_on_the_prince(
    edition: str,
) -> None:
    match = after(f"1prince 2felon 1Queen 3felon @1; edition {edition}", "reveal")
    assert match.moves() == ["twin first", "twin last", "twin on 3"]
    match.play("twin on 3")
    assert row(match) == "1Prince 2felon 1Queen/1Twin 3felon"


@ABLAZE_BOOKS
@pytest.mark.parametrize(
    "victims, gain", [("2Felon 3schemer", 0), ("2Felon 3Felon", 2), ("2Queen 3schemer", 1), ("2Queen 3Queen", 4)]
)
def test_russian_and_ukrainian_ablaze_cutthroat_points(edition: str, victims: str, gain: int) -> None:
    assert stock(table(f"1Cutthroat {victims} @1; edition {edition}"))[0] == 1 + gain


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_trap_1_enemy_apothecary_is_robbed_of_3_and_leaves(edition: str) -> None:
    match = after(f"1apothecary 1queen 2trap:1 3felon @1; edition {edition}; stock 4 1 1", "reveal", "hit 3")
    assert stock(match) == [4 + 1 - 3, 1 + 3, 1]
    assert row(match) == "1queen 3felon"
    assert [event.name for event in match.events if event.name.startswith("influence_")][-2:] == [
        "influence_gained",
        "influence_robbed",
    ]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_trap_2_own_apothecary_gains_1_and_stays(edition: str) -> None:
    match = after(f"1apothecary 1queen 1trap:1 2felon 3felon @1; edition {edition}", "reveal", "hit 3")
    assert stock(match) == [1 + 1, 1, 1]
    assert row(match) == "1Apothecary 1queen 2felon 3felon"


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_trap_revealed_by_its_owner_gains_1(edition: str) -> None:
    match = after(f"1trap:3 2felon 3felon @1; edition {edition}", "reveal")
    assert (row(match), stock(match)) == ("2felon 3felon", [1 + 1, 1, 1])


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_apothecary_without_other_own_cards_does_nothing(edition: str) -> None:
    match = table(f"2queen 1Apothecary 3felon @2; edition {edition}")
    assert row(match) == "2queen 1Apothecary 3felon"
    assert stock(match) == [1, 1, 1]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_apothecary_eliminates_beside_a_face_down_own_card(edition: str) -> None:
    match = after(f"1apothecary 2queen 1trap 3felon 2felon @1; edition {edition}", "reveal")
    assert match.moves() == ["hit 2", "hit 4"]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_the_felon_hurts_its_own_family(edition: str) -> None:
    assert stock(table(f"1queen 1Felon 2schemer 3trap @2; edition {edition}; stock 5 5 5")) == [4, 4, 5]


def test_ukrainian_ablaze_two_cards_beside_the_felon_lose_2() -> None:
    assert stock(table("2queen 1Felon 2schemer 3trap @2; stock 5 5 5")) == [5, 3, 5]


def test_russian_ablaze_schemer_gains_1() -> None:
    assert stock(table("1Schemer 2queen 3queen @1; edition ru")) == [1 + 1, 1, 1]


def test_ukrainian_ablaze_schemer_gains_2() -> None:
    assert stock(table("1Schemer 2queen 3queen @1; edition uk")) == [1 + 2, 1, 1]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_schemer_beside_a_stack_is_discarded(edition: str) -> None:
    match = table(f"1Schemer 2felon/2queen 3queen @1; edition {edition}")
    assert (row(match), stock(match)) == ("2felon/2queen 3queen", [1, 1, 1])


def test_ukrainian_ablaze_cutthroat_beside_a_stack_eliminates_its_top_and_frees_the_card_below() -> None:
    match = table("1Cutthroat 2Queen/2schemer 3felon @1")
    assert row(match) == "1Cutthroat 2Queen 3felon"
    assert stock(match) == [1, 1 + 2, 1]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_substitution_puts_the_own_character_there(edition: str) -> None:
    match = after(f"1substitution 2queen:2 3felon @1; edition {edition}; aside 1 queen prince trap", "reveal")
    assert row(match) == "1Queen 3felon"
    assert stock(match) == [1 + 1 + 1 + 2, 1, 1]  # elimination, the Queen's bonus, then the own Queen pays
    assert pile(match, "aside", 1) == ["prince", "trap"]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_substitution_on_a_stack_brings_nothing(edition: str) -> None:
    match = after(f"1substitution 2felon/2queen 3felon @1; edition {edition}; aside 1 queen prince trap", "reveal")
    assert row(match) == "2felon 3felon"
    assert pile(match, "aside", 1) == ["prince", "queen", "trap"]


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_a_substituted_prince_brings_no_twin(edition: str) -> None:
    match = after(f"1substitution 2Prince 3felon @1; edition {edition}; aside 1 queen prince trap", "reveal")
    assert row(match) == "1Prince 3felon"
    assert pile(match, "twin", 1) is True
    assert stock(match)[0] == 1 + 1 + 1


@ABLAZE_BOOKS
@pytest.mark.parametrize("discard, left", [("twin prince", "1Twin 3felon"), ("prince", "3felon")])
def test_russian_and_ukrainian_ablaze_a_twin_is_substituted_only_by_a_discarded_one(
    edition: str, discard: str, left: str
) -> None:
    match = after(f"1substitution 2Twin 3felon @1; edition {edition}; discard 1 {discard}", "reveal")
    assert row(match) == left


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_bribery_makes_a_character_ones_own(edition: str) -> None:
    match = after(f"1bribery 2Queen 3Felon 2Schemer/2trap @1; edition {edition}", "reveal")
    assert match.moves() == ["bribe 2", "bribe 3"]  # not the character in a stack
    match.play("bribe 2")
    assert row(match).startswith("2Queen>1 ")
    assert stock(match) == [1 + 2 - 1, 1 - 1, 1]  # it pays Red at once; then the Felon


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_a_new_bribe_replaces_the_old_one(edition: str) -> None:
    match = after(f"2Queen>3 1bribery 2trap 3trap @2; edition {edition}", "reveal")
    assert row(match) == "2Queen>1 2trap 3trap"


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_a_bribed_card_is_discarded_to_its_colour(edition: str) -> None:
    match = after(f"2Queen>3 1substitution 2trap @2; edition {edition}; aside 1 felon prince trap", "reveal", "hit 1")
    assert "queen" in pile(match, "discard", 2)
    assert "queen" not in pile(match, "discard", 3)


@ABLAZE_BOOKS
def test_russian_and_ukrainian_ablaze_combination_decides_each_influence_after_the_effect(edition: str) -> None:
    match = after(f"1combination:2 2felon 1Queen 3trap 1Felon @1; edition {edition}; stock 5 5 5", "reveal")
    assert match.moves() == ["use 2", "use 4"]
    match.play("use 2")
    assert (stock(match), match.moves(), match.position["spare"]) == ([5 + 2, 5, 5], ["again", "take"], 2)
    match.play("again")
    match.play("use 4")  # another character this time
    assert (stock(match), match.position["spare"]) == ([5 + 2, 5, 5 - 1], 1)
    match.play("take")
    assert stock(match) == [5 + 2 + 1, 5, 5 - 1]
