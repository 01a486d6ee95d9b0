"""The fine points 8.1-8.18, exact to the last coin."""

from collections import Counter

import pytest
from games.richelieu.tables import (
    after,
    events_named,
    final,
    names,
    places,
    plain,
    spaces,
    story,
    table,
    track,
    tracks,
    turn,
    values,
    verbs,
    zone,
    zones,
)

import intrigue
from intrigue.games.richelieu.box import OURS
from intrigue.games.richelieu.cards import backs

ENGLAND = "R1 E1[1:3 1:2 2:2 . 3:1]"
"""After `agent 1 1.o.4` of player 1: player 1 first with 6, player 2 second with 2; 3P 1I, 3E 3P, cardinal -2."""

NINE = "R9[1:3 2:2 1:1 . 3:-2] E1"
"""After `agent 1 1.r.4` of player 1: player 1 first with 5, player 2 second with 2; 4P CO, 1P AG, cardinal +1."""

EVERY = sorted(spaces("1.r", "1.o", "2.r", "2.o", "3.r", "3.o"))


def resolved_zones(match):
    """The zones that were resolved, in order."""
    return [one["zone"] for one in events_named(match, "zone_resolved")]


def pass_turns(match, number):
    """Turns in which nothing is placed."""
    for _ in range(number):
        match.play("income")
        if "end" in match.moves():
            match.play("end")


# 8.1


def test_8_1_two_actions_strictly_behind_the_cardinal_else_one():
    for prestige, actions in ((0, 2), (6, 2), (7, 1), (8, 1)):
        assert turn(table(f"R1 E1; turn 2; prestige 0 {prestige}")) == ("action", 2, 2, actions)


def test_8_1_the_first_action_is_compulsory_and_the_second_may_be_declined():
    match = table("R1 E1; ecu 20")
    assert "end" not in match.moves()
    match.play("income")
    assert "end" in match.moves()
    match.play("end")
    assert turn(match) == ("action", 2, 2, 2)
    assert story(match) == ["turn of 1: 2", "1 takes 1", "1 ends", "turn of 2: 2"]


def test_8_1_after_the_last_action_the_turn_passes_on_without_asking():
    match = after("R1 E1; ecu 20", "income", "sell")
    assert turn(match) == ("action", 2, 2, 2)
    assert story(match)[-2:] == ["1 sells a jewel for 5", "turn of 2: 2"]


def test_8_1_the_turn_goes_round():
    match = after("R1 E1; turn 3; first 2; prestige 7 7 7", "income")
    assert (turn(match), match.position["first"]) == (("action", 1, 1, 1), 2)


@pytest.mark.parametrize(
    ("military", "cost"), [(0, 2), (1, 2), (2, 3), (3, 3), (4, 4), (5, 4), (6, 5), (7, 5), (8, 6), (9, 6)]
)
def test_8_1_an_office_needs_the_money_for_the_next_space(military, cost):
    assert "office" not in plain(table(f"R1 E1; military {military}; ecu {cost - 1}"))
    match = after(f"R1 E1; military {military}; ecu {cost}", "office")
    assert (track(match, "military")[0], track(match, "ecu")[0]) == (military + 1, 0)


def test_8_1_a_jewel_is_bought_for_8_if_the_city_has_one():
    assert "buy" not in plain(table("R1 E1; ecu 7"))
    assert "buy" not in plain(table("R1 E1; ecu 20; jewels 3 3 2"))
    match = after("R1 E1; ecu 8", "buy")
    assert (tracks(match, 1)["ecu"], tracks(match, 1)["jewels"], match.position["jewels"]) == (0, 3, 1)


def test_8_1_a_jewel_is_sold_for_5_if_one_has_one():
    assert "sell" not in plain(table("R1 E1; jewels 0 3 3"))
    match = after("R1 E1; ecu 0; jewels 1", "sell")
    assert (tracks(match, 1)["ecu"], tracks(match, 1)["jewels"], match.position["jewels"]) == (5, 0, 4)


@pytest.mark.parametrize(("ecu", "most"), [(0, 0), (1, 1), (2, 2), (3, 3), (7, 3)])
def test_8_1_an_agent_needs_the_money_for_the_space(ecu, most):
    match = table(f"R1 E1 | R2 E2 | R4 E4; ecu {ecu}")
    affordable = [space for space in EVERY if (3, 2, 1, 0, 0)[int(space[-1]) - 1] <= most]
    assert places(match, "agent") == affordable
    assert values(match, "agent") == [-2, 1, 2, 3]


@pytest.mark.parametrize(("ecu", "most"), [(0, None), (1, None), (2, 0), (3, 1), (4, 2), (5, 3), (9, 3)])
def test_8_1_the_second_agent_of_the_turn_costs_2_more(ecu, most):
    match = after(f"R1 E1 | R2 E2 | R4 E4; ecu {ecu}", "agent 1 1.r.5")
    free = [space for space in EVERY if space != "1.r.5"]
    affordable = [space for space in free if most is not None and (3, 2, 1, 0, 0)[int(space[-1]) - 1] <= most]
    assert places(match, "agent") == affordable
    if affordable:
        match.play(f"agent 2 {affordable[-1]}")
        assert track(match, "ecu")[0] == ecu - 2  # the last one costs 0


def test_8_1_the_2_is_for_the_second_agent_of_one_turn_only():
    match = after("R1 E1; prestige 7 7 7", "agent 1 1.r.1", "income", "income", "agent 2 1.r.2")
    assert track(match, "ecu")[0] == 7 - 3 - 2
    match = after("R1 E1", "income", "agent 2 1.r.2")
    assert track(match, "ecu")[0] == 7 + 1 - 2


def test_8_1_face_down_on_1_to_3_and_face_up_on_0():
    match = after("R3 E1; ecu 20", "agent 3 1.r.1", "agent -2 1.r.2")
    assert zone(match, 1) == "R3[1:3 1:-2 . . .] E1"
    match = after("R3 E1; ecu 20", "agent 3 1.r.3", "agent -2 1.r.5")
    assert zone(match, 1) == "R3[. . 1:3 . 1:-2+] E1"
    match = after("R3 E1; ecu 20", "agent 3 1.r.4", "agent 1 1.o.4")
    assert zone(match, 1) == "R3[. . . 1:3 .] E1[. . . 1:1+ .]"


def test_8_1_agents_go_to_zones_that_hold_cards_only():
    assert places(table("R1 E1 | - | R3 E3"), "agent") == sorted(spaces("1.r", "1.o", "3.r", "3.o"))


# 8.2


def test_8_2_the_order_of_a_resolution():
    match = after("R1[2:2 . . . .] E1[1:3 G 2:2 . 3:1]", "agent 1 1.o.4")
    told_first, shown, told_then = story(match)[:2], story(match)[2:5], story(match)[5:]
    assert told_first == ["turn of 1: 2", "1:1+ to 1.o.4 for 0"]
    assert set(shown) == {"shown 2:2+ at 1.r.1", "shown 1:3+ at 1.o.1", "shown 2:2+ at 1.o.3"}
    assert told_then == [
        "zone 1: 2 against 10",
        "E1 wins",
        "rank 1: 1 with 4",
        "rank 2: 2 with 2",
        "1 +3P",
        "1 +1I",
        "1 gets E1",
        "2 +3E",
        "2 +3P",
        "cardinal -2 to 5",
        "grey home",
        "zone 1: R4 and E4 drawn",
    ]


def test_8_2_the_jump_then_agents_and_figures_then_empty_hands_then_new_cards():
    match = after(
        "R2[1:3 1:2 3:-2 . Q] E1[3:-2 3:1 3:1 . .] | R3[3:1 3:2 3:2 . .] E2[3:2 3:3 . . .] | R4[3:3 . . . .] E3; "
        "prestige 9",
        "agent 1 1.r.4",
    )
    assert story(match)[-11:] == [
        "zone 1: 7 against 0",
        "R2 wins",
        "rank 1: 1 with 6",
        "1 +5P",
        "1 gets R2",
        "cardinal 2 to 9",
        "cardinal follows 1 to 14",
        "queen home",
        "4 back to 3",
        "zone 1: R1 and E4 drawn",
        "turn of 2: 2",
    ]


def test_8_2_it_is_resolved_before_the_next_action():
    match = after(ENGLAND, "agent 1 1.o.4")
    assert (zone(match, 1), turn(match)) == ("R4 E4", ("action", 1, 1, 1))
    match.play("agent 2 1.r.1")
    assert zone(match, 1) == "R4[1:2 . . . .] E4"


def test_8_2_agents_of_the_city_lie_face_up_for_all():
    match = after(ENGLAND, "agent 1 1.o.4")
    for seat in range(4):
        assert [player["city"] for player in match.view(seat)["players"]] == [[1, 2, 3], [2], [1]]


def test_8_2_neutral_first_no_card_no_first_prize_and_the_second_in_rank_is_paid():
    match = after("R1 E1[n1:2 n1:2 1:1 . n2:1]; prestige 20 20", "agent 2 1.o.4")
    assert events_named(match, "player_ranked") == [
        {"owner": 0, "rank": 1, "amount": 5},
        {"owner": 1, "rank": 2, "amount": 3},
    ]
    assert (track(match, "prestige"), track(match, "ecu"), track(match, "income")) == ([23, 20], [10, 7], [1, 1])
    assert (track(match, "cards"), events_named(match, "card_left")) == ([[], []], [{"card": "E1"}])


def test_8_2_neutral_second_no_second_prize_for_the_third():
    match = after("R2[1:3 n2:2 2:1 . .] E1 | R3 E2; players 2", "agent 1 1.r.4", "agent 1 1.r.5")
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [1, 0]
    assert (track(match, "prestige"), track(match, "ecu")) == ([5, 0], [5, 7])
    assert track(match, "cards") == [["R2"], []]


# 8.3


def test_8_3_after_the_current_zone_the_lowest_number_first():
    match = after(
        "R2 E2[3:2 2:2 2:1 . 3:2] | R9[1:3 2:2 1:1 . 3:-2] E1 | R3[3:3 2:1 3:1 . 2:1] E3[3:1 . . . .]",
        "agent 1 2.r.4",
        "corrupt 3.o.1 to 3.r.4",
    )
    assert (resolved_zones(match), turn(match)) == ([2], ("prize", 1, 2, 1))
    match.play("free 3 1.o.4")
    assert resolved_zones(match) == [2, 1, 3]
    assert [one for one in story(match) if one.startswith("cardinal") or "drawn" in one] == [
        "cardinal 1 to 8",
        "zone 2: R1 and E4 drawn",
        "cardinal -2 to 6",
        "zone 1: R4 and F1 drawn",
        "cardinal 2 to 8",
        "zone 3: R5 and F2 drawn",
    ]
    assert turn(match) == ("action", 1, 1, 1)


def test_8_3_a_full_zone_that_waits_still_takes_what_prizes_place():
    match = after(
        "R2 F1[3:2 2:2 2:1 . 3:2] | R9[1:3 2:2 1:1 . 3:-2] E1 | R3[3:3 2:1 3:1 . 2:1] E3[3:1 . . . .]; deck 8",
        "agent 1 2.r.4",
        "corrupt 3.o.1 to 3.r.4",
        "free 3 1.o.4",
    )
    assert (resolved_zones(match), turn(match)) == ([2, 1], ("prize", 1, 2, 1))
    assert places(match, "free") == sorted([*spaces("2.o", "2.r"), *spaces("3.o")])
    match.play("free 3 3.o.1")
    assert resolved_zones(match) == [2, 1, 3]
    assert events_named(match, "zone_resolved")[-1] == {"zone": 3, "strength_for": 7, "strength_against": 3}


def test_8_3_prizes_are_skipped_where_nothing_is_legal():
    match = after(NINE, "agent 1 1.r.4")
    assert events_named(match, "prize_lost") == [{"player": 1, "icon": "CO"}]
    assert (match.to_act, verbs(match)) == (2, {"free", "decline"})


# 8.4


def test_8_4_the_city_is_taken_back_before_any_resolution():
    match = after(f"{ENGLAND}; hand 1 1", "agent 1 1.o.4")
    assert (track(match, "hand")[0], track(match, "city")[0]) == ([-2, -2, 1, 1, 2, 2, 3], [1, 2, 3])
    assert story(match)[1:3] == ["1:1+ to 1.o.4 for 0", "7 back to 1"]
    assert names(match).index("agents_returned") < names(match).index("zone_resolved")


def test_8_4_all_own_agents_and_nobody_elses():
    match = after("R1 E1; hand 1 1; city 2 2 3; city 3 -2", "agent 1 1.r.4")
    assert track(match, "city") == [[], [2, 3], [-2]]
    assert track(match, "hand")[0] == [-2, -2, 1, 1, 2, 2, 2, 3, 3]


def test_8_4_the_same_for_a_neutral_set():
    match = after("R1 E1; hand n1 1; city n2 1 2; prestige 7 7", "income", "neutral 1 1.r.1")
    assert match.position["neutral"] == [
        {"hand": [-2, 1, 1, 2, 2, 2], "city": []},
        {"hand": [-2, 1, 1, 2, 2], "city": [1, 2]},
    ]
    assert events_named(match, "agents_returned") == [{"set": {"player": 1, "neutral": True}, "amount": 6}]


def test_8_4_the_same_for_the_last_agent_placed_by_a_prize():
    match = after("R1 F1[1:3 1:2 2:2 . 3:1]; hand 1 1 2", "agent 1 1.o.4", "free 2 2.r.1")
    assert (track(match, "hand")[0], track(match, "city")[0]) == ([-2, -2, 1, 1, 2, 3], [1, 2, 3])


# 8.5


def test_8_5_one_neutral_agent_of_the_movers_set_after_the_own_actions():
    match = after("R1 E1; players 2", "income", "sell")
    assert turn(match) == ("neutral", 1, 1, 0)
    assert match.moves() == sorted(f"neutral {value} {space}" for value in (-2, 1, 2) for space in EVERY)
    match.play("neutral -2 2.o.4")
    assert zone(match, 2) == "R2 E2[. . . n1:-2+ .]"
    assert track(match, "ecu") == [13, 7]
    assert [held["hand"] for held in match.position["neutral"]] == [[1, 1, 1, 2, 2, 2], [-2, 1, 1, 1, 2, 2, 2]]
    assert turn(match) == ("action", 2, 2, 2)
    match.play("agent 1 3.r.5")
    match.play("end")
    assert turn(match) == ("neutral", 2, 2, 0)
    match.play("neutral 1 3.r.1")
    assert zone(match, 3) == "R3[n2:1 . . . 2:1+] E3"
    assert turn(match) == ("action", 1, 1, 2)


def test_8_5_not_on_the_last_free_space_of_a_card():
    match = after("R1[1:1 2:1 1:2 2:2 .] E1[. 1:1 2:1 1:2 2:2] | R2[. . 1:3 . .] E2; players 2; prestige 7 7", "income")
    assert places(match, "neutral") == sorted({*spaces("2.r", "2.o", "3.r", "3.o")} - {"2.r.3"})


def test_8_5_it_does_not_count_as_an_action_or_as_the_second_agent():
    match = after("R1 E1; players 2; prestige 7 7", "agent 1 1.r.1", "neutral 1 1.r.2", "agent 1 1.o.1")
    assert track(match, "ecu") == [4, 4]
    assert turn(match) == ("neutral", 2, 2, 0)


def test_8_5_with_an_empty_neutral_hand_none_is_placed():
    match = after(
        "R1[n1:-2 n1:1 n1:1 . .] E1[n1:1 n1:2 n1:2 . .] | R2[n1:2 . . . .] E2; prestige 7 7",
        "income",
    )
    assert turn(match) == ("action", 2, 2, 1)


# 8.6


@pytest.mark.parametrize("players", [3, 4])
def test_8_6_after_twice_as_many_turns_as_players_with_nothing_placed(players):
    prestige = " ".join(["7"] * players)
    match = after(f"R1[1:1 . . . .] E1; players {players}; prestige {prestige}", *["income"] * (2 * players - 1))
    assert resolved_zones(match) == []
    match.play("income")
    assert resolved_zones(match) == [1, 2, 3]
    assert track(match, "cards")[0] == ["R1"]
    assert turn(match)[1] == 1


def test_8_6_two_players_after_four_turns():
    full = "1:1 2:1 1:2 2:2 ."
    match = after(f"R1[{full}] E1[{full}] | - | -; players 2; prestige 7 7", *["income"] * 3)
    assert not match.over
    match.play("income")
    assert match.over and events_named(match, "zone_resolved") == [
        {"zone": 1, "strength_for": 6, "strength_against": 6}
    ]
    # Player 1 and player 2 gave 3 each, player 1 further left: 3P 1I and 4E; then 8 for the one card of Richelieu.
    assert track(match, "ecu") == [7 + 2, 7 + 2 + 4]
    assert match.scores == [10 + 2 + 8 + 8, 7 + 1 + 8]


def test_8_6_at_the_end_of_that_turn():
    match = after("R1 E1", *["income", "end"] * 5, "income")
    assert (resolved_zones(match), turn(match)) == ([], ("action", 3, 3, 1))
    match.play("sell")
    assert resolved_zones(match) == [1, 2, 3]
    assert story(match)[-1] == "turn of 1: 2"


def test_8_6_only_zones_that_hold_cards_and_lowest_number_first():
    match = after("R1 E1 | - | R2 E2; prestige 7 7 7", *["income"] * 6)
    assert (resolved_zones(match), match.over) == ([1, 3], True)


def test_8_6_turns_must_be_in_a_row():
    text = "R1 E1; prestige 7 7 7"
    match = after(text, *["income"] * 5, "agent 1 1.r.5", *["income"] * 5)
    assert resolved_zones(match) == []
    match.play("income")
    assert resolved_zones(match) == [1, 2, 3]


def test_8_6_a_table_can_switch_it_off():
    match = after("R1 E1; prestige 7 7 7", *["income"] * 30, guard=False)
    assert (resolved_zones(match), track(match, "ecu")) == ([], [17, 17, 17])


# 8.7


@pytest.mark.parametrize("players", [2, 3, 4])
def test_8_7_the_score(players):
    match = final(
        f"players {players}; prestige 30 12; income 10 3; military 10 4; jewels 1 4; cards 1 R1 R2 H1 H2 H3; cards 2 R3"
    )
    assert match.over and zones(match) == ["-", "-", "-"]
    assert match.scores[:2] == [30 + 10 + 10 + 8 + 9 + 4, 12 + 3 + 4 + 4 + 16]
    assert match.scores[2:] == [1 + 8] * (players - 2)
    assert match.winners == [1]


def test_8_7_the_last_card_counts():
    match = after(
        "- | - | R13 P3[3:1 3:-2 3:-2 3:2 .]; turn 3; cards 3 P1 P2; prestige 0 13 0",
        "agent 3 3.o.5",
    )
    assert match.scores == [9, 13 + 9, 4 + 1 + 8 + 9]
    assert (track(match, "ecu"), match.winners) == ([7, 7, 11], [3])


# 8.8


def test_8_8_coins_jewels_and_the_number_of_agents_are_in_every_view():
    match = after("R1 E1; ecu 3 9 4; jewels 1 3 2; city 2 1 2", "income", "end", "agent 3 1.r.1")
    for seat in range(4):
        seen = match.view(seat)["players"]
        assert [player["ecu"] for player in seen] == [4, 6, 4]
        assert [player["jewels"] for player in seen] == [1, 3, 2]
        sizes = [player["hand"] if isinstance(player["hand"], int) else len(player["hand"]) for player in seen]
        assert sizes == [10, 7, 10]
        assert [isinstance(player["hand"], list) for player in seen] == [seat == player for player in (1, 2, 3)]
        assert seen[1]["city"] == [1, 2]


def test_8_18_cards_won_are_in_every_view():
    match = after("R1[1:3 2:1 1:1 2:1 .] E1; cards 2 E2 R4", "agent 3 1.r.5")
    for seat in range(4):
        assert [player["cards"] for player in match.view(seat)["players"]] == [["R1"], ["E2", "R4"], []]
    assert backs(["E2", "R4", "R1"]) == ["o", "r", "r"]


def test_8_8_hidden_are_the_values_of_face_down_agents_of_others():
    match = after("R1 E1", "agent 3 1.r.1", "agent -2 1.r.4")
    for seat, value in ((0, None), (1, 3), (2, None), (3, None)):
        seen = match.view(seat)["zones"][0]["r"]
        assert seen[0] == {"player": 1, "value": value, "up": False}
        assert seen[3] == {"player": 1, "value": -2, "up": True}
    assert match.moves_for(2) == ["agent ? 1.r.1", "agent -2 1.r.4"]
    assert match.moves_for(1) == ["agent 3 1.r.1", "agent -2 1.r.4"]


def test_8_8_a_player_knows_the_own_neutral_set():
    match = after("R1 E1; players 2; prestige 7 7", "income", "neutral 2 1.r.1")
    known, hidden = ({"player": 0, "value": value, "up": False, "set": 1} for value in (2, None))
    for seat, seen in ((0, hidden), (1, known), (2, hidden)):
        assert match.view(seat)["zones"][0]["r"][0] == seen
    assert match.view(1)["neutral"] == [{"hand": [-2, 1, 1, 1, 2, 2], "city": []}, {"hand": 7, "city": []}]
    assert match.view(2)["neutral"] == [{"hand": 6, "city": []}, {"hand": [-2, 1, 1, 1, 2, 2, 2], "city": []}]
    assert match.view(0)["neutral"] == [{"hand": 6, "city": []}, {"hand": 7, "city": []}]
    assert match.moves_for(2) == ["income", "neutral ? 1.r.1"]


def test_8_8_a_view_holds_the_size_of_the_decks_and_nothing_else_of_them():
    one, other = (
        intrigue.load(
            "Game: richelieu\nPlayers: 3\nFirst: 1\n"
            f"Deck-richelieu: R1, R2, R3, {tail}\nDeck-opposing: E1, E2, E3, E4, F1, F2, F3, H1, H2, H3, P1, P2, P3\n"
        )
        for tail in ("R4, R5, R6, R7, R8, R9, R10, R11, R12, R13", "R13, R12, R11, R10, R9, R8, R7, R6, R5, R4")
    )
    for seat in range(4):
        assert one.view(seat) == other.view(seat)
        assert one.view(seat)["deck"] == [10, 10]


def spread(match, seat, times):
    """How often each hidden world of player 2 is drawn for a seat: the face-down agents, and the hand."""
    found = Counter()
    for seed in range(times):
        position = match.game.position(match.sample(seat, seed))
        there = [agent for one in position["zones"] for agent in one["r"] + one["o"] if agent]
        down = tuple(agent["value"] for agent in there if agent["player"] == 2 and not agent["up"])
        found[down, tuple(position["players"][1]["hand"])] += 1
    return found


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_8_8_a_sample_deals_the_pieces_of_a_filling_evenly(seat):
    match = table("R1[2:3 . . . .] E1; city 2 -2 -2 1 2 2 2 3; hand 2 1 1")
    found = spread(match, seat, 3000)
    assert set(found) == {((3,), (1, 1)), ((1,), (1, 3))}
    assert abs(found[(3,), (1, 1)] - 1000) < 130  # one of three pieces; five standard deviations


def test_8_8_the_owner_is_not_dealt_anew():
    match = table("R1[2:3 . . . .] E1; city 2 -2 -2 1 2 2 2 3; hand 2 1 1")
    assert set(spread(match, 2, 50)) == {((3,), (1, 1))}


def test_8_8_agents_of_an_older_filling_keep_to_themselves():
    match = after("R1[2:1 . . . .] E1; turn 2; hand 2 2; prestige 7 7 7", "agent 2 1.r.2")
    hand = (-2, -2, 1, 1, 2, 2, 3, 3)
    assert tuple(track(match, "hand")[1]) == hand
    found = spread(match, 1, 1000)
    assert set(found) == {((1, 2), hand), ((2, 1), hand)}
    assert abs(found[(1, 2), hand] - 500) < 80


def test_8_8_agents_of_the_new_filling_mix_with_the_new_hand_only():
    match = after("R1[2:1 . . . .] E1; turn 2; hand 2 2; prestige 7 7 7", "agent 2 1.r.2", "income", "income")
    match.play("agent 3 1.r.3")
    found = spread(match, 1, 2000)
    assert {tuple(sorted(down[:2])) for down, _ in found} == {(1, 2)}
    assert {tuple(sorted((down[2], *hand))) for down, hand in found} == {(-2, -2, 1, 1, 2, 2, 3, 3)}
    for value in (-2, 1, 2, 3):  # two of eight pieces each
        assert abs(sum(times for (down, _), times in found.items() if down[2] == value) - 500) < 100


def test_8_8_a_corrupted_agent_stays_one_of_its_filling():
    match = after(
        "R1 F2[1:3 1:2 3:1 . 1:1] | R2[2:1 . . . .] E2 | R3 E3; turn 2; hand 2 2; prestige 7 7 7",
        *("agent 2 2.r.2", "income", "income", "agent 3 2.r.3", "income"),
        *("agent 1 1.o.4", "corrupt 2.r.3 to 3.r.1", "decline"),
    )
    assert zones(match)[1:] == ["R2[2:1 2:2 . . .] E2", "R3[2:3 . . . .] E3"]
    found = spread(match, 1, 300)
    assert {tuple(sorted(down[:2])) for down, _ in found} == {(1, 2)}
    assert {down[2] for down, _ in found} == {-2, 1, 2, 3}


def test_8_8_when_the_game_is_over_every_view_shows_everything():
    match = final("players 2; prestige 3 4")
    for seat in range(3):
        assert match.view(seat) == {"for": seat, **match.position}


# 8.9


def test_8_9_a_figure_goes_to_a_free_space_of_another_card():
    match = after("R1 P2[1:3 1:2 2:2 . 3:1] | R2 E2[2:1 . G . .]", "agent 1 1.o.4")
    assert match.moves() == ["decline", *(f"grey {space}" for space in spaces("3.o"))]
    match.play("grey 3.o.5")
    assert zones(match)[1:] == ["R2 E2[2:1 . . . .]", "R3 E1[. . . . G]"]


def test_8_9_a_figure_in_its_palace_goes_to_any_free_space_of_its_side():
    match = after("R1 P2[1:3 1:2 2:2 . 3:1] | R2[1:3 . . . .] E2[2:1 . . 3:1 .]", "agent 1 1.o.4")
    free = ["2.o.2", "2.o.3", "2.o.5", *spaces("3.o")]
    assert match.moves() == ["decline", *(f"grey {space}" for space in free)]
    match = after("R7[1:3 1:2 2:2 . 3:1] E1 | R2[2:1 . . 3:1 .] E2[1:3 . . . .]", "agent 1 1.r.4")
    free = ["2.r.2", "2.r.3", "2.r.5", *spaces("3.r")]
    assert match.moves() == ["decline", *(f"queen {space}" for space in free)]
    match.play("queen 2.r.2")
    assert (match.position["queen"], zone(match, 2)) == ("2.r.2", "R2[2:1 Q . 3:1+ .] E2[1:3 . . . .]")


def test_8_9_the_queen_leaves_her_card_too():
    match = after("R7[1:3 1:2 2:2 . 3:1] E1 | R2[. Q . . .] E2", "agent 1 1.r.4")
    assert places(match, "queen") == spaces("3.r")


def test_8_9_a_figure_may_fill_a_card():
    match = after("R1 P2[1:3 1:2 2:2 . 3:1] | R2 E2[1:1 2:1 3:1 2:1 .]", "agent 1 1.o.4", "grey 2.o.5")
    assert events_named(match, "zone_resolved")[1:] == [{"zone": 2, "strength_for": 0, "strength_against": 7}]
    assert (track(match, "cards"), match.position["grey"]) == ([["P2"], ["E2"], []], None)


TAKE = "R1 F2[1:3 1:2 2:1 . 1:1]"


def test_8_9_corruption_may_stay_on_the_same_card():
    match = after(f"{TAKE} | R2[2:3 . . . .] E2; players 3", "agent 1 1.o.4", "corrupt 2.r.1 to 2.r.2")
    assert zone(match, 2) == "R2[. 2:3 . . .] E2"


def test_8_9_corruption_may_put_a_neutral_agent_on_the_last_free_space_of_a_card():
    match = after(
        f"{TAKE} | R2[n2:2 1:1 2:1 n1:1 .] E2[n2:1 . . . .] | R3[n1:2 . . . .] E3",
        "agent 1 1.o.4",
        "corrupt 3.r.1 to 2.r.5",
    )
    assert match.position["to_act"] == 2  # the second prize of F2: 2P AG
    match.play("decline")
    assert events_named(match, "zone_resolved")[1:] == [{"zone": 2, "strength_for": 7, "strength_against": 1}]
    assert events_named(match, "player_ranked")[2:] == [
        {"owner": 0, "rank": 1, "amount": 5},
        {"owner": 1, "rank": 2, "amount": 1},
    ]


def test_8_9_the_moved_agent_keeps_its_owner_and_goes_to_the_owners_city():
    match = after(f"{TAKE} | R2[2:3 . . . .] E2[1:1 2:1 3:1 3:1 .]", "agent 1 1.o.4", "corrupt 2.r.1 to 2.o.5")
    match.play("decline")
    assert events_named(match, "zone_resolved")[1:] == [{"zone": 2, "strength_for": 0, "strength_against": 7}]
    assert track(match, "city") == [[1, 1, 1, 2, 3], [1, 1, 3], [1, 1]]
    assert track(match, "cards") == [["F2"], ["E2"], []]


def test_8_9_a_free_agent_may_fill_a_card():
    match = after("R1 F1[1:3 1:2 2:2 . 3:1] | R2 E2[1:1 2:1 3:1 2:1 .]", "agent 1 1.o.4", "free 3 2.o.5")
    assert track(match, "cards") == [["E2", "F1"], [], []]
    assert track(match, "prestige") == [4 + 5, 2 + 2, 0]


# 8.10


def test_8_10_while_prizes_are_chosen_the_zone_still_holds_everything():
    match = after("R1[3:2 . . . .] P2[1:3 G 2:2 . 3:1]", "agent 1 1.o.4")
    assert turn(match) == ("prize", 1, 1, 1)
    assert zone(match, 1) == "R1[3:2+ . . . .] P2[1:3+ G 2:2+ 1:1+ 3:1+]"
    assert (match.position["grey"], match.position["deck"]) == ("1.o.2", [10, 10])
    assert (track(match, "city"), track(match, "cards")) == ([[], [], []], [[], [], []])
    assert match.position["cardinal"] == 7
    match.play("decline")
    assert zone(match, 1) == "R4 E3"
    assert (match.position["cardinal"], match.position["deck"]) == (6, [9, 9])


def test_8_10_a_figure_on_the_losing_card_is_there_too_and_may_be_moved_out():
    match = after(
        "R12[2:3 2:2 2:1 . 1:1] E1[G . . . .] | R2 E2[2:1 . . . .]", "agent 1 1.r.4"
    )  # R12: 4P GE, then 2P 2E
    assert (match.to_act, match.position["grey"]) == (2, "1.o.1")
    match.play("grey 2.o.2")
    assert zone(match, 2) == "R2 E2[2:1 G . . .]"


# 8.11


def test_8_11_the_loser_of_a_tie_for_first_is_second():
    match = after("R1 E1[3:1 2:2 1:2 . 3:-2]; turn 3", "agent 1 1.o.4")
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [2, 1]
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 3, 0], [10, 7, 7])


def test_8_11_the_leftmost_agent_of_a_tie_may_be_a_minus_2():
    match = after("R1 E1[1:-2 2:2 1:2 . 3:-2]", "agent 2 1.o.4")
    assert events_named(match, "player_ranked") == [
        {"owner": 1, "rank": 1, "amount": 2},
        {"owner": 2, "rank": 2, "amount": 2},
    ]
    assert track(match, "cards") == [["E1"], [], []]


@pytest.mark.parametrize("players", [3, 4])
def test_8_11_three_or_four_tied_for_most_richelieu_cards_get_4_each(players):
    cards = "; ".join(f"cards {player} R{player} R{player + 4}" for player in range(1, players + 1))
    assert final(f"players {players}; {cards}").scores == [1 + 8 + 4] * players


def test_8_11_three_tied_for_most_leave_nothing_for_the_fourth():
    match = final("players 4; cards 1 R1 R2; cards 2 R3 R4; cards 3 R5 R6; cards 4 R7")
    assert match.scores == [13, 13, 13, 9]


# 8.12


def test_8_12_neutral_agents_count_as_placed():
    match = after("R1 E1; players 2; prestige 7 7", *["income", "neutral 1 1.r.1"], *["income", "neutral 1 1.r.2"])
    for space in ("1.o.1", "1.o.2", "2.r.1", "2.r.2", "2.o.1", "2.o.2"):
        match.play("income")
        match.play(f"neutral {values(match, 'neutral')[-1]} {space}")
    assert resolved_zones(match) == []


def test_8_12_it_starts_again_at_0_when_it_fires():
    match = after("R1 E1; prestige 20 20 20", *["income"] * 11)
    assert resolved_zones(match) == [1, 2, 3]
    match.play("income")
    assert resolved_zones(match) == [1, 2, 3] * 2


def test_8_12_a_prize_of_the_guards_last_zone_does_not_count_for_the_next_turn():
    text = "R1 E1 | R2 E2 | R3 F1[1:1 . . . .]; prestige 7 7 7"
    match = after(text, *["income"] * 6, "free 2 1.r.1")
    assert (resolved_zones(match), turn(match)[:3]) == ([1, 2, 3], ("action", 1, 1))
    assert zone(match, 1) == "R4[1:2 . . . .] E3"
    pass_turns(match, 5)
    assert resolved_zones(match) == [1, 2, 3]
    pass_turns(match, 1)
    assert resolved_zones(match) == [1, 2, 3] * 2


def test_8_12_cards_drawn_meanwhile_are_not_resolved_by_it():
    text = "R1 E1 | R2 F1[1:1 . . . .] | R3 E3; prestige 7 7 7"
    match = after(text, *["income"] * 6, "free 2 1.r.1")
    assert resolved_zones(match) == [1, 2, 3]
    assert zone(match, 1) == "R4[1:2 . . . .] E2"


def test_8_12_a_marked_zone_that_a_prize_fills_is_resolved_once():
    text = "R1 F1[1:1 . . . .] | R2 E2[2:1 3:1 2:1 3:2 .] | R3 E3; prestige 7 7 7"
    match = after(text, *["income"] * 6, "free 3 2.o.5")
    assert resolved_zones(match) == [1, 2, 3]
    assert events_named(match, "zone_resolved")[1] == {"zone": 2, "strength_for": 0, "strength_against": 8}


def test_8_12_a_record_keeps_it_switched_off():
    match = intrigue.new("richelieu", players=3, seed=3, guard=False)
    assert match.record.headers["Stall-guard"] == "off"
    again = intrigue.load(str(match.record))
    while len(again.played) < 40:
        again.play("income" if "income" in again.moves() else "end")
    assert "stall_ended" not in names(again)
    assert "Stall-guard" not in intrigue.new("richelieu", players=3, seed=3).record.headers


def test_8_12_other_values_of_the_header_are_errors():
    text = "Game: richelieu\nPlayers: 3\nSeed: 1\nStall-guard: maybe\n"
    with pytest.raises(intrigue.BadLine) as fault:
        intrigue.load(text)
    assert (fault.value.key, fault.value.line) == ("error.on_or_off", 4)


# 8.13


def test_8_13_actions_left_drops_when_an_action_is_made():
    match = table("R1 F1[1:3 1:2 2:2 . 3:1]")
    assert turn(match) == ("action", 1, 1, 2)
    match.play("agent 1 1.o.4")
    assert turn(match) == ("prize", 1, 1, 1)
    match.play("decline")
    assert turn(match) == ("action", 1, 1, 1)


def test_8_13_during_a_prize_of_the_second_action_none_is_left():
    match = after("R1 F1[1:3 1:2 2:2 . 3:1]", "income", "agent 1 1.o.4")
    assert turn(match) == ("prize", 1, 1, 0)


def test_8_13_none_is_left_in_the_neutral_step_and_at_the_end():
    match = after("R1 E1; players 2", "income", "end")
    assert turn(match) == ("neutral", 1, 1, 0)
    assert turn(final("players 3")) == ("over", None, None, 0)


def test_8_13_none_is_left_when_the_guard_pays_a_prize():
    match = after("R1 F1[1:1 . . . .]; prestige 7 7 7", *["income"] * 6)
    assert turn(match) == ("prize", 3, 1, 0)


# 8.14


def test_8_14_the_edition_is_ru():
    assert intrigue.game("richelieu").editions == ("ru",)
    assert intrigue.new("richelieu", players=2, seed=0).position["edition"] == "ru"
    with pytest.raises(intrigue.IntrigueError) as fault:
        intrigue.new("richelieu", players=2, edition="fr", seed=0)
    assert fault.value.key == "error.no_edition"


# 8.15


@pytest.mark.parametrize(
    ("military", "income", "prestige"),
    [(1, 1, 0), (2, 2, 0), (3, 1, 0), (4, 1, 1), (5, 2, 0), (6, 1, 0), (7, 1, 1), (8, 2, 0), (9, 1, 0), (10, 1, 1)],
)
def test_8_15_a_military_space_bought_gives_its_symbol(military, income, prestige):
    match = after(f"R1 E1; military {military - 1}; ecu 6", "office")
    assert tracks(match, 1) | {"ecu": 0} == {
        "prestige": prestige,
        "income": income,
        "military": military,
        "ecu": 0,
        "jewels": 2,
    }


@pytest.mark.parametrize(
    ("military", "income", "prestige"), [(0, 1, 0), (1, 1, 0), (2, 0, 1), (3, 1, 1), (6, 1, 1), (8, 0, 1), (9, 0, 1)]
)
def test_8_15_so_does_every_space_won(military, income, prestige):
    match = after(f"R11[1:3 1:2 2:2 . 3:1] E1; military {military}", "agent 1 1.r.4")  # R11: 1P 2M
    said = tracks(match, 1)
    assert said["military"] == min(10, military + 2)
    assert (said["income"], said["prestige"]) == (1 + income, 1 + prestige)


def test_8_15_income_past_the_end_of_its_track_is_lost_there_too():
    match = after("R1 E1; military 1; income 10; ecu 6", "office")
    assert (track(match, "military")[0], track(match, "income")[0]) == (2, 10)


def test_8_15_prestige_of_a_symbol_may_end_being_behind_but_not_the_turn():
    match = after("R1 E1; military 3; prestige 6; ecu 20", "office")
    assert (track(match, "prestige")[0], turn(match)) == (7, ("action", 1, 1, 1))


# 8.16


def test_8_16_only_the_winning_card_counts_and_the_losing_one_leaves_the_game():
    match = after("R6[3:3 3:2 . . .] E1[1:3 1:2 2:2 . 3:1]", "agent 1 1.o.4")  # R6: 3P 5E, 1P 1M, +2
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 3, 0], [7, 10, 7])
    assert (track(match, "military"), match.position["cardinal"]) == ([0, 0, 0], 5)
    assert track(match, "cards") == [["E1"], [], []]
    seen = [one[key] for one in match.position["zones"] for key in ("richelieu", "opposing")]
    assert "R6" not in seen and "E1" not in seen


def test_8_16_no_card_ever_comes_back():
    match = intrigue.new("richelieu", players=3, seed=11)
    drawn = Counter()
    while not match.over:
        moves = match.moves()
        match.play(moves[len(match.played) * 7 % len(moves)])
    for one in events_named(match, "cards_drawn"):
        drawn.update((one["card"], one["opposing"]))
    assert (len(drawn), set(drawn.values())) == (26, {1})
    assert len(events_named(match, "zone_resolved")) == 13


# 8.17


def test_8_17_a_record_with_another_deck_file_names_it_and_a_replay_checks_it():
    data = OURS.read_bytes().replace(b"end = 10 ", b"end = 11 ")
    game = intrigue.game("richelieu").with_deck("mine.toml", data)
    match = intrigue.Match.new(game, players=2, seed=4)
    match.play("income")
    name, mark = match.record.headers["Deck-file"].split(" ")
    assert (name, len(mark), set(mark) <= set("0123456789abcdef")) == ("mine.toml", 64, True)
    record = intrigue.Record.parse(str(match.record))
    assert intrigue.Match.load(game, record).position == match.position
    for other in (intrigue.game("richelieu"), game.with_deck("mine.toml", data.replace(b"end = 11 ", b"end = 12 "))):
        with pytest.raises(intrigue.BadLine) as fault:
            intrigue.Match.load(other, record)
        assert (fault.value.key, fault.value.line) == ("error.deck_file", record.line_of("Deck-file"))
