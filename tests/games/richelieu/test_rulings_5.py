"""The rulings 5.1-5.23: points that no source settles."""

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
    turn,
    values,
    verbs,
    zone,
    zones,
)

import intrigue

ENGLAND = "R1 E1[1:3 1:2 2:2 . 3:1]"
"""After `agent 1 1.o.4` of player 1: player 1 first with 6, player 2 second with 2; 3P 1I, 3E 3P, cardinal -2."""

RICHELIEU = "R2[1:3 1:2 2:1 . 3:1] E1"
"""After `agent 1 1.r.4` of player 1: player 1 first with 6, player 2 second with 1; 5P, 2P 2E, cardinal +2."""

NINE = "R9[1:3 2:2 1:1 . 3:-2] E1"
"""After `agent 1 1.r.4` of player 1: player 1 first with 5, player 2 second with 2; 4P CO, 1P AG, cardinal +1."""


def resolved_zones(match):
    """The zones that were resolved, in order."""
    return [one["zone"] for one in events_named(match, "zone_resolved")]


# 5.1


def test_5_1_nobody_positive_on_the_opposing_card():
    match = after("R13[2:-2 2:-2 3:-2 3:-2 .] E4", "agent 1 1.r.5")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": -7, "strength_against": 0}]
    assert (events_named(match, "card_left"), events_named(match, "card_won")) == ([{"card": "E4"}], [])
    assert (track(match, "prestige"), track(match, "ecu"), track(match, "cards")) == ([0] * 3, [7] * 3, [[]] * 3)
    assert match.position["cardinal"] == 7 - 1
    assert zone(match, 1) == "R3 E3"


def test_5_1_nobody_positive_on_richelieus_card():
    match = after("R1[Q 2:-2 2:1 3:-2 .] E1[1:-2 . . . .]; prestige 20 20 20", "agent -2 1.r.5")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": -2, "strength_against": -2}]
    assert (events_named(match, "card_left"), events_named(match, "player_ranked")) == ([{"card": "R1"}], [])
    assert (track(match, "prestige"), track(match, "cards")) == ([20] * 3, [[]] * 3)
    assert match.position["cardinal"] == 7 + 1


# 5.2


@pytest.mark.parametrize("card", ["E1[1:3 2:-2 3:-2 . 1:1]", "E1[1:3 2:-2 2:2 . 1:1]"])
def test_5_2_second_place_needs_a_positive_total(card):
    match = after(f"R1 {card}", "agent 2 1.o.4")
    assert events_named(match, "player_ranked") == [{"owner": 1, "rank": 1, "amount": 6}]
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 0, 0], [7, 7, 7])


# 5.3


def test_5_3_a_contributor_with_0_or_less_is_ignored_for_the_ranks():
    match = after("R1 E1[2:2 1:3 2:-2 3:1 .]", "agent 1 1.o.5")
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [1, 3]
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 0, 3], [7, 7, 10])


# 5.4


def test_5_4_two_actions_stay_two_when_the_cardinal_is_passed_in_between():
    match = table(f"{ENGLAND}; prestige 5; ecu 20")
    assert turn(match) == ("action", 1, 1, 2) and "office" in plain(match)
    match.play("agent 1 1.o.4")
    assert (track(match, "prestige"), match.position["cardinal"]) == ([8, 3, 0], 5)
    assert turn(match) == ("action", 1, 1, 1)
    assert plain(match) == ["buy", "end", "income", "sell"]


def test_5_4_one_action_stays_one_when_the_cardinal_goes_past():
    match = after("R5[2:3 2:2 3:1 . 3:1] E1; prestige 8 10 0", "agent -2 1.r.4")
    assert (track(match, "prestige"), match.position["cardinal"]) == ([8, 16, 3], 16)
    assert turn(match) == ("action", 2, 2, 1)


# 5.5


def test_5_5_on_the_cardinals_space_one_action_and_no_commission():
    match = table("R1 E1; prestige 7; ecu 20")
    assert turn(match) == ("action", 1, 1, 1) and "office" not in plain(match)
    match.play("income")
    assert turn(match) == ("action", 2, 2, 2)


# 5.6


@pytest.mark.parametrize(
    ("prestige", "cardinal", "actions"),
    [(31, 30, 1), (29, 30, 2), (30, 30, 1), (31, 2, 1), (2, 31, 2), (29, 31, 2), (61, 62, 2), (62, 61, 1)],
)
def test_5_6_true_totals_are_compared(prestige, cardinal, actions):
    match = table(f"R1 E1; prestige {prestige}; cardinal {cardinal}")
    assert turn(match) == ("action", 1, 1, actions)
    assert ("office" in plain(match)) == (actions == 2)


def test_5_6_the_cardinal_goes_past_30():
    match = after(f"{RICHELIEU}; prestige 28; cardinal 25", "agent 1 1.r.4")
    assert (track(match, "prestige")[0], match.position["cardinal"]) == (33, 33)
    match = after(f"{RICHELIEU}; cardinal 29", "agent 1 1.r.4")
    assert match.position["cardinal"] == 31


# 5.7


@pytest.mark.parametrize(("cardinal", "after_it"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_5_7_the_cardinal_stops_at_0(cardinal, after_it):
    match = after(f"{ENGLAND}; cardinal {cardinal}", "agent 1 1.o.4")
    assert match.position["cardinal"] == after_it


# 5.8


@pytest.mark.parametrize(
    ("prestige", "cardinal", "followed"),
    [(3, 9, []), (4, 9, []), (5, 10, [{"player": 1, "cardinal": 10}]), (9, 14, [{"player": 1, "cardinal": 14}])],
)
def test_5_8_prizes_then_the_printed_step_then_the_jump(prestige, cardinal, followed):
    match = after(f"{RICHELIEU}; prestige {prestige}", "agent 1 1.r.4")
    assert track(match, "prestige") == [prestige + 5, 2, 0]
    assert match.position["cardinal"] == cardinal
    assert events_named(match, "cardinal_moved") == [{"step": 2, "cardinal": 9, "card": "R2"}]
    assert events_named(match, "cardinal_followed") == followed


def test_5_8_the_order_of_what_is_told():
    match = after(f"{RICHELIEU}; prestige 9", "agent 1 1.r.4")
    assert story(match)[-9:-1] == [
        "rank 2: 2 with 1",
        "1 +5P",
        "1 gets R2",
        "2 +2P",
        "2 +2E",
        "cardinal 2 to 9",
        "cardinal follows 1 to 14",
        "zone 1: R4 and E4 drawn",
    ]


def test_5_8_no_jump_when_the_opposing_card_wins():
    match = after(f"{ENGLAND}; prestige 20", "agent 1 1.o.4")
    assert (match.position["cardinal"], events_named(match, "cardinal_followed")) == (5, [])


def test_5_8_the_jump_is_not_for_the_second_player():
    match = after(f"{RICHELIEU}; prestige 0 20", "agent 1 1.r.4")
    assert (track(match, "prestige"), match.position["cardinal"]) == ([5, 22, 0], 9)


def test_5_8_no_jump_when_the_neutral_player_is_first():
    match = after("R2[n1:2 n2:2 n1:1 . 1:1] E1; prestige 20 20", "agent 2 1.r.4")
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [0, 1]
    assert (track(match, "prestige"), match.position["cardinal"]) == ([22, 20], 9)


# 5.9


def test_5_9_an_empty_hand_waits_for_agents_to_reach_the_city():
    match = after(
        "R1[1:-2 1:1 1:1 . .] E1[2:3 2:2 1:1 . 3:1] | R2[1:-2 1:2 1:2 . .] E2[1:2 . . . .] | R3[1:3 . . . .] E3",
        "agent 3 2.o.4",
    )
    assert (track(match, "hand")[0], track(match, "city")[0]) == ([], [])
    assert "agent" not in verbs(match)
    match.play("end")
    match.play("agent 1 1.o.4")
    assert (track(match, "hand")[0], track(match, "city")[0]) == ([-2, 1, 1, 1], [])
    assert track(match, "city")[1:] == [[1, 2, 3], [1]]
    assert story(match)[-2:] == ["4 back to 1", "zone 1: R4 and E4 drawn"]


# 5.10


def test_5_10_without_cards_a_zone_stays_empty_and_nothing_is_placed_there():
    match = after(f"{ENGLAND}; deck 0", "agent 1 1.o.4")
    assert zones(match) == ["-", "R2 E2", "R3 E3"]
    assert match.position["zones"][0] == {"richelieu": None, "opposing": None, "r": [None] * 5, "o": [None] * 5}
    assert places(match, "agent") == sorted(spaces("2.r", "2.o", "3.r", "3.o"))


def test_5_10_the_decks_run_out_together():
    match = table(f"{ENGLAND}; deck 1")
    assert match.position["deck"] == [1, 1]
    match.play("agent 1 1.o.4")
    assert (match.position["deck"], zone(match, 1)) == ([0, 0], "R13 P3")


def test_5_10_no_neutral_agent_and_no_prize_goes_to_an_empty_zone():
    match = after("R1 E1 | - | -; players 2", "income", "end")
    assert places(match, "neutral") == sorted(spaces("1.r", "1.o"))
    match = after("R1 F1[1:3 1:2 2:2 . 3:1] | - | R2 E2; players 3", "agent 1 1.o.4")
    assert places(match, "free") == sorted(spaces("3.r", "3.o"))


# 5.11


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_11_the_game_ends_at_once_after_the_13th_resolution_even_in_mid_turn(players):
    match = final(f"players {players}")
    assert turn(match) == ("over", None, None, 0)
    assert (match.over, match.moves(), zones(match)) == (True, [], ["-", "-", "-"])
    assert story(match)[-1] == "game over"
    with pytest.raises(intrigue.IllegalMove) as fault:
        match.play("income")
    assert fault.value.key == "error.game_over"


def test_5_11_the_game_goes_on_after_the_12th():
    match = after("R13[2:-2 2:-2 3:-2 3:-2 .] E4 | R1 E1 | -; cards 1 R2 R3", "agent 1 1.r.5")
    assert turn(match) == ("action", 1, 1, 1)
    assert (match.position["scores"], match.position["winners"]) == (None, None)


# 5.12


def test_5_12_endless_income_ends_in_a_resolution_of_all_zones():
    text = "R1[1:3 . . . .] E1 | R2 E2[2:2 . . . .] | R3 E3; prestige 7 7 7"
    match = after(text, *["income"] * 5)
    assert zones(match) == ["R1[1:3 . . . .] E1", "R2 E2[2:2 . . . .]", "R3 E3"]
    match.play("income")
    assert resolved_zones(match) == [1, 2, 3]
    assert zones(match) == ["R4 E4", "R5 F1", "R6 F2"]
    assert (track(match, "prestige"), track(match, "ecu")) == ([10, 12, 7], [9, 10, 9])
    assert (track(match, "income"), track(match, "cards")) == ([2, 1, 1], [["R1"], ["E2"], []])
    assert [one["cardinal"] for one in events_named(match, "cardinal_moved")] == [8, 8, 10]
    assert events_named(match, "cardinal_followed") == [{"player": 1, "cardinal": 10}]
    assert turn(match) == ("action", 1, 1, 1)


# 5.13


def test_5_13_nobody_may_pass_while_an_action_is_legal():
    match = table("R1 E1")
    assert plain(match) == ["income", "office", "sell"]
    match.play("income")
    assert plain(match) == ["buy", "end", "office", "sell"]


POOR = "R1[1:-2 1:-2 1:1 1:1 .] E1[1:1 1:2 1:2 1:2 .] | R2[1:3 1:3 . . .] E2; prestige 7; ecu 0; jewels 0"


def test_5_13_the_only_action_is_made_without_asking():
    match = table(POOR)
    assert story(match) == ["turn of 1: 1", "1 takes 1", "turn of 2: 2"]
    assert (track(match, "ecu"), turn(match)) == ([1, 7, 7], ("action", 2, 2, 2))


def test_5_13_with_a_second_action_and_nothing_to_do_the_turn_ends_without_asking():
    match = table(POOR.replace("prestige 7", "prestige 6"))
    assert story(match) == ["turn of 1: 2", "1 takes 1", "1 ends", "turn of 2: 2"]


# 5.14


def test_5_14_both_cards_of_a_zone_full_at_once_are_one_resolution():
    match = after(
        f"{NINE} | R2[3:1 3:1 2:1 . 2:1] E2[3:2 2:2 2:1 . 3:2] | R3[3:3 . . . .] E3",
        "agent 1 1.r.4",
        "corrupt 3.r.1 to 2.r.4",
    )
    assert resolved_zones(match) == [1]
    match.play("free 3 2.o.4")
    assert events_named(match, "zone_resolved") == [
        {"zone": 1, "strength_for": 5, "strength_against": 0},
        {"zone": 2, "strength_for": 7, "strength_against": 10},
    ]
    assert (track(match, "prestige"), track(match, "ecu")) == ([4, 6, 2], [7, 8, 9])
    assert track(match, "cards") == [["R9"], ["E2"], []]
    assert (match.position["cardinal"], turn(match)) == (6, ("action", 1, 1, 1))


def test_5_14_zones_are_resolved_lowest_first():
    match = after(
        f"{NINE} | R2[3:1 . . . .] E2[3:2 2:2 2:1 . 3:2] | R3[3:3 2:1 3:1 . 2:1] E3",
        "agent 1 1.r.4",
        "corrupt 2.r.1 to 3.r.4",
        "free 3 2.o.4",
    )
    assert [one for one in story(match) if one.startswith(("zone", "cardinal"))] == [
        "zone 1: 5 against 0",
        "cardinal 1 to 8",
        "zone 1: R1 and E4 drawn",
        "zone 2: 0 against 10",
        "cardinal -2 to 6",
        "zone 2: R4 and F1 drawn",
        "zone 3: 7 against 0",
        "cardinal 2 to 8",
        "zone 3: R5 and F2 drawn",
    ]
    assert track(match, "prestige") == [4, 1 + 5 + 3, 2 + 4]
    assert track(match, "cards") == [["R9"], ["E2"], ["R3"]]
    assert track(match, "military") == [0, 0, 1]


# 5.15


def test_5_15_an_agent_is_placed_in_the_other_zones_only():
    match = after("R1 F1[1:3 1:2 2:2 . 3:1]", "agent 1 1.o.4")
    assert turn(match) == ("prize", 1, 1, 1)
    assert places(match, "free") == sorted(spaces("2.r", "2.o", "3.r", "3.o"))
    assert verbs(match) == {"free", "decline"}


def test_5_15_corruption_takes_and_puts_in_the_other_zones_only():
    match = after("R1[2:3 . . . .] F2[1:3 1:3 2:1 . 3:1] | R2[2:2 . . . .] E2", "agent 1 1.o.4")
    assert {move.split()[1] for move in match.moves() if move != "decline"} == {"2.r.1"}
    assert places(match, "corrupt") == sorted(set(spaces("2.r", "2.o", "3.r", "3.o")) - {"2.r.1"})


GREY_THERE = "R1 P2[1:3 G 2:2 . 3:1]"


def test_5_15_a_figure_in_the_resolved_zone_may_be_moved_out():
    match = after(GREY_THERE, "agent 1 1.o.4")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 0, "strength_against": 10}]
    assert match.moves() == ["decline", *(f"grey {space}" for space in spaces("2.o", "3.o"))]
    match.play("grey 2.o.3")
    assert (match.position["grey"], zone(match, 2)) == ("2.o.3", "R2 E1[. . G . .]")
    assert events_named(match, "figure_returned") == []


def test_5_15_a_figure_that_was_not_moved_goes_to_its_palace():
    match = after(GREY_THERE, "agent 1 1.o.4", "decline")
    assert match.position["grey"] is None
    assert events_named(match, "prize_declined") == [{"player": 1, "icon": "GE"}]
    assert events_named(match, "figure_returned") == [{"figure": "grey"}]


@pytest.mark.parametrize(
    ("text", "icon"),
    [("- | - | R1 F1[1:3 1:2 2:2 . 3:1]; players 3", "AG"), ("- | - | R1 P2[1:3 G 2:2 . 3:1]; players 3", "GE")],
)
def test_5_15_without_room_the_prize_is_lost(text, icon):
    match = after(text, "agent 1 3.o.4")
    assert events_named(match, "prize_lost") == [{"player": 1, "icon": icon}]
    assert match.over


def test_5_15_without_an_agent_to_move_corruption_is_lost():
    match = after("R1 F2[1:3 1:3 2:1 . 3:1] | R2[1:2 . . . .] E2[G . . . .]", "agent 1 1.o.4")
    assert events_named(match, "prize_lost") == [{"player": 1, "icon": "CO"}]


def test_5_15_without_an_agent_in_hand_the_prize_is_lost():
    match = after(
        "R1[1:-2 1:-2 . . .] F1[1:3 1:2 2:2 . 3:1] | R2[1:1 1:1 1:2 . .] E2[1:2 . . . .] | R3[1:3 . . . .] E3",
        "agent 1 1.o.4",
    )
    assert events_named(match, "prize_lost") == [{"player": 1, "icon": "AG"}]
    assert track(match, "hand")[0] == [-2, -2, 1, 2, 3]


def test_5_15_a_declined_prize_changes_nothing():
    match = after("R1 F1[1:3 1:2 2:2 . 3:1]", "agent 1 1.o.4", "decline")
    assert zones(match)[1:] == ["R2 E1", "R3 E2"]
    assert track(match, "hand")[0] == [-2, -2, 1, 1, 2, 2, 3]
    assert turn(match) == ("action", 1, 1, 1)


# 5.16


def test_5_16_the_first_prize_wholly_then_the_second():
    match = after(NINE, "agent 1 1.r.4")
    assert turn(match) == ("prize", 1, 2, 1)
    assert story(match)[-5:] == ["rank 2: 2 with 2", "1 +4P", "1 loses CO", "1 gets R9", "2 +1P"]
    match = after(f"{NINE} | R2[2:3 . . . .] E2", "agent 1 1.r.4")
    assert turn(match) == ("prize", 1, 1, 1)
    assert (track(match, "prestige"), track(match, "cards")) == ([4, 0, 0], [[], [], []])
    match.play("corrupt 2.r.1 to 2.o.1")
    assert turn(match) == ("prize", 1, 2, 1)
    assert (track(match, "prestige"), track(match, "cards")) == ([4, 1, 0], [["R9"], [], []])
    match.play("free 3 2.o.2")
    assert story(match)[-4:] == ["2 +1P", "2:3 to 2.o.2 for 0", "cardinal 1 to 8", "zone 1: R3 and E4 drawn"]


# 5.17


def test_5_17_the_agent_of_a_prize_is_free_and_does_not_count_for_the_2():
    match = after("R1 F1[1:3 1:2 2:2 . 3:1]", "agent 1 1.o.4", "free 2 2.r.1")
    assert (track(match, "ecu")[0], zone(match, 2)) == (7, "R2[1:2 . . . .] E1")
    match.play("agent 3 3.r.3")
    assert track(match, "ecu")[0] == 7 - 1 - 2


def test_5_17_face_up_on_a_0_space():
    match = after("R1 F1[1:3 1:2 2:2 . 3:1]", "agent 1 1.o.4", "free 2 2.r.4")
    assert zone(match, 2) == "R2[. . . 1:2+ .] E1"


def test_5_17_won_in_another_players_turn_it_does_not_make_the_next_agent_dearer():
    match = after(NINE, "agent 1 1.r.4", "free 3 2.o.1", "end")
    assert (turn(match), track(match, "ecu")[1]) == (("action", 2, 2, 2), 7)
    match.play("agent 1 3.r.3")
    assert track(match, "ecu")[1] == 6


# 5.18

CORRUPT = "R1 F2[1:3 1:2 2:1 . 3:1] | R2[2:3 1:2 . 3:1 .] E2[G . . . .] | R3[. 2:-2+ . . .] E3"


def test_5_18_the_target_is_any_other_players_agent():
    match = after(CORRUPT, "agent 1 1.o.4")
    assert {move.split()[1] for move in match.moves() if move != "decline"} == {"2.r.1", "2.r.4", "3.r.2"}
    taken = {"2.r.1", "2.r.2", "2.r.4", "2.o.1", "3.r.2"}
    assert places(match, "corrupt") == sorted(set(spaces("2.r", "2.o", "3.r", "3.o")) - taken)


def test_5_18_on_a_0_space_it_is_turned_up():
    match = after(CORRUPT, "agent 1 1.o.4", "corrupt 2.r.1 to 3.r.5")
    assert zones(match)[1:] == ["R2[. 1:2 . 3:1+ .] E2[G . . . .]", "R3[. 2:-2+ . . 2:3+] E3"]
    assert story(match)[-4:] == ["2:3 from 2.r.1 to 3.r.5", "shown 2:3+ at 3.r.5", "1 gets F2", "2 +2P"]


def test_5_18_a_face_up_agent_stays_up():
    match = after(CORRUPT, "agent 1 1.o.4", "corrupt 2.r.4 to 3.o.1")
    assert zone(match, 3) == "R3[. 2:-2+ . . .] E3[3:1+ . . . .]"
    match = after(CORRUPT, "agent 1 1.o.4", "corrupt 3.r.2 to 3.r.1")
    assert zone(match, 3) == "R3[2:-2+ . . . .] E3"


def test_5_18_the_value_is_not_shown_to_the_mover():
    match = after(CORRUPT, "agent 1 1.o.4", "corrupt 2.r.1 to 3.o.1")
    hidden, known = ({"player": 2, "value": value, "up": False} for value in (None, 3))
    assert match.position["zones"][2]["o"][0] == known
    for seat, seen in ((0, hidden), (1, hidden), (2, known), (3, hidden)):
        assert match.view(seat)["zones"][2]["o"][0] == seen
        heard = [event.values for event in match.events_for(seat) if event.name == "agent_moved"]
        assert [one["agent"]["value"] for one in heard] == [seen["value"]]


def test_5_18_neutral_agents_are_targets_too():
    match = after(
        "R1 F2[1:3 1:2 2:1 . 1:1] | R2[n1:2 . . n2:1 .] E2[1:2 . . . .] | R3[2:2 . . . .] E3", "agent 1 1.o.4"
    )
    assert {move.split()[1] for move in match.moves() if move != "decline"} == {"2.r.1", "2.r.4", "3.r.1"}
    match.play("corrupt 2.r.4 to 2.o.2")
    assert zone(match, 2) == "R2[n1:2 . . . .] E2[1:2 n2:1+ . . .]"


# 5.19


def test_5_19_a_card_that_was_full_and_is_not_when_the_check_is_made_is_not_resolved():
    match = after(
        f"{NINE} | R2[3:1 . . . .] F2[3:2 2:2 2:1 . 3:2] | R3[3:3 2:1 3:1 . 2:1] E3",
        "agent 1 1.r.4",
        "corrupt 2.r.1 to 3.r.4",
        "free 3 2.o.4",
    )
    assert zone(match, 3) == "R3[3:3 2:1 3:1 3:1 2:1+] E3"
    assert (resolved_zones(match), turn(match)) == ([1, 2], ("prize", 1, 2, 1))
    match.play("corrupt 3.r.1 to 3.o.1")
    match.play("decline")
    assert resolved_zones(match) == [1, 2]
    assert zone(match, 3) == "R3[. 2:1 3:1 3:1 2:1+] E3[3:3 . . . .]"
    assert turn(match) == ("action", 1, 1, 1)


# 5.20


def test_5_20_at_the_end_of_the_military_track_buying_is_barred():
    assert "office" in plain(table("R1 E1; military 9; ecu 6"))
    assert "office" not in plain(table("R1 E1; military 10; ecu 99"))


def test_5_20_steps_past_the_end_of_the_military_track_are_lost():
    match = after("R1 H1[1:3 1:2 2:2 . 3:1]; military 9", "agent 1 1.o.4")
    assert (track(match, "military"), track(match, "prestige")) == ([10, 0, 0], [2 + 1, 0, 0])
    match = after("R1 H1[1:3 1:2 2:2 . 3:1]; military 10", "agent 1 1.o.4")
    assert (track(match, "military"), track(match, "prestige")) == ([10, 0, 0], [2, 0, 0])


def test_5_20_steps_past_the_end_of_the_income_track_are_lost():
    match = after(f"{ENGLAND}; income 10", "agent 1 1.o.4", "income")
    assert (track(match, "income"), track(match, "ecu")[0]) == ([10, 1, 1], 7 + 10)
    match = after(f"{ENGLAND}; income 9", "agent 1 1.o.4")
    assert track(match, "income")[0] == 10


# 5.21


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_21_no_bonus_for_zero_cards(players):
    nobody = final(f"players {players}")
    assert nobody.scores == [1 + 8] * players
    one = final(f"players {players}; cards 1 R1")
    assert one.scores == [1 + 8 + 8, *[1 + 8] * (players - 1)]


# 5.22


def test_5_22_both_neutral_sets_are_one_player_and_its_first_place_pays_nobody():
    match = after("R1 E1[n1:1 n2:2 1:2 . 2:1]", "agent -2 1.o.4")
    assert events_named(match, "player_ranked") == [
        {"owner": 0, "rank": 1, "amount": 3},
        {"owner": 2, "rank": 2, "amount": 1},
    ]
    assert (track(match, "prestige"), track(match, "ecu")) == ([0, 3], [7, 10])
    assert (track(match, "income"), track(match, "cards")) == ([1, 1], [[], []])
    assert (events_named(match, "card_left"), match.position["cardinal"]) == ([{"card": "E1"}], 5)
    assert [held["city"] for held in match.position["neutral"]] == [[1], [2]]


def test_5_22_the_neutral_player_second_pays_nobody_second():
    match = after("R1 E1[1:3 n2:1 n1:1 . 2:1]", "agent 1 1.o.4")
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [1, 0]
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 0], [7, 7])
    assert track(match, "cards") == [["E1"], []]


def test_5_22_a_neutral_agent_must_be_placed_free_of_charge():
    match = after("R1 E1; players 2; ecu 0 0; prestige 7 7", "income")
    assert verbs(match) == {"neutral"}
    match.play("neutral 2 1.r.1")
    assert (track(match, "ecu"), zone(match, 1)) == ([1, 0], "R1[n1:2 . . . .] E1")
    assert turn(match) == ("action", 2, 2, 1)


def test_5_22_face_down_on_1_to_3_and_up_on_0():
    row = {1: "n1:2 . . . .", 2: ". n1:2 . . .", 3: ". . n1:2 . .", 4: ". . . n1:2+ .", 5: ". . . . n1:2+"}
    for space, there in row.items():
        match = after("R1 E1; players 2; prestige 7 7", "income", f"neutral 2 1.r.{space}")
        assert zone(match, 1) == f"R1[{there}] E1"


def test_5_22_never_on_the_last_space_of_a_card():
    match = after("R1[1:3 2:1 . 2:1 1:1] E1[1:3 2:1 . . 1:1]; players 2; prestige 7 7", "income")
    assert places(match, "neutral") == ["1.o.3", "1.o.4", *spaces("2.o", "2.r", "3.o", "3.r")]
    assert values(match, "neutral") == [-2, 1, 2]


def test_5_22_without_a_legal_space_none_is_placed():
    full = "1:1 2:1 1:2 2:2 ."
    match = after(f"R1[{full}] E1[{full}] | - | -; players 2; prestige 7 7", "income")
    assert turn(match) == ("action", 2, 2, 1)
    assert names(match) == ["turn_begun", "income_taken", "turn_begun"]


# 5.23


@pytest.mark.parametrize(
    ("rest", "winners"),
    [
        ("prestige 5 5 0", [1, 2]),
        ("prestige 5 5 5", [1, 2, 3]),
        ("players 4; prestige 0 5 4 5", [2, 4]),
        ("players 2", [1, 2]),
        ("prestige 5 5 0; cards 1 E1 R1; cards 2 F1 R2", [1, 2]),
    ],
)
def test_5_23_a_full_tie_is_a_shared_win(rest, winners):
    match = final(rest)
    assert match.winners == winners
    assert match.position["winners"] == winners
