"""The rules 4.1-4.10: what the sources other than the rulebook confirm, sharpen or add."""

import pytest
from games.richelieu.tables import (
    after,
    events_named,
    final,
    names,
    plain,
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

ENGLAND = "R1[2:2 . . . .] E1[1:3 1:2 2:2 . 3:1]"
"""With player 1's 1 on 1.o.4 England has 9 against 2: player 1 gave 6, player 2 gave 2, player 3 gave 1."""


# 4.1


def test_4_1_one_full_card_is_enough_and_the_whole_zone_is_resolved():
    match = after(ENGLAND, "agent 1 1.o.4")
    assert zones(match) == ["R4 E4", "R2 E2", "R3 E3"]
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 2, "strength_against": 9}]
    assert track(match, "city") == [[1, 2, 3], [2, 2], [1]]
    assert track(match, "cards") == [["E1"], [], []]
    assert turn(match) == ("action", 1, 1, 1)


def test_4_1_the_cardinals_card_alone_may_be_the_full_one():
    match = after("R1[1:3 2:1 2:2 . 3:-2] E1", "agent 1 1.r.4")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 5, "strength_against": 0}]
    assert (track(match, "cards"), track(match, "prestige")) == ([["R1"], [], []], [3, 0, 0])


def test_4_1_nothing_is_resolved_while_both_cards_have_a_free_space():
    match = after("R1[2:2 2:1 3:1 1:2 .] E1[1:3 1:2 . . 3:1]", "agent 1 1.o.4")
    assert zone(match, 1) == "R1[2:2 2:1 3:1 1:2+ .] E1[1:3 1:2 . 1:1+ 3:1+]"
    assert events_named(match, "zone_resolved") == []


TIE = "R1[1:3 . . . .] E1[2:2 2:1 3:1 . 3:-2]"


def test_4_1_a_tie_of_the_factions_is_richelieus():
    match = after(TIE, "agent 1 1.o.4")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 3, "strength_against": 3}]
    assert events_named(match, "side_won") == [{"zone": 1, "card": "R1"}]
    assert (track(match, "cards"), track(match, "prestige")) == ([["R1"], [], []], [3, 0, 0])


def test_4_1_one_more_and_the_opposing_card_wins():
    match = after(TIE, "agent 2 1.o.4")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 3, "strength_against": 4}]
    assert (track(match, "cards"), track(match, "prestige")) == ([[], ["E1"], []], [3, 3, 0])


# 4.2


def test_4_2_the_total_of_a_player_counts_and_not_the_highest_agent():
    match = after("R1 E1[2:3 1:2 1:2 . 3:1]; turn 3", "agent 1 1.o.4")
    assert events_named(match, "player_ranked") == [
        {"owner": 1, "rank": 1, "amount": 4},
        {"owner": 2, "rank": 2, "amount": 3},
    ]
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 3, 0], [7, 10, 7])
    assert (track(match, "income"), track(match, "cards")) == ([2, 1, 1], [["E1"], [], []])


def test_4_2_a_minus_2_lowers_the_total():
    match = after("R1 E1[1:3 2:2 1:-2 . 3:-2]; turn 3", "agent 3 1.o.4")
    assert events_named(match, "player_ranked") == [
        {"owner": 2, "rank": 1, "amount": 2},
        {"owner": 1, "rank": 2, "amount": 1},
    ]
    assert track(match, "cards") == [[], ["E1"], []]


def test_4_2_agents_on_the_losing_card_do_not_count_for_the_ranks():
    match = after("R1[3:3 3:3 . . .] E1[1:3 2:2 2:2 . 3:1]", "agent 1 1.o.4")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 6, "strength_against": 9}]
    assert track(match, "prestige") == [3, 3, 0]
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [1, 2]


# 4.3


def test_4_3_a_tie_of_players_goes_to_the_agent_furthest_left_on_the_winning_card():
    match = after("R1[1:1 . . . .] E1[. 2:2 1:2 3:1 3:-2]; turn 3", "agent 1 1.o.1")
    assert events_named(match, "player_ranked") == [
        {"owner": 2, "rank": 1, "amount": 2},
        {"owner": 1, "rank": 2, "amount": 2},
    ]
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 3, 0], [10, 7, 4])
    assert (track(match, "income"), track(match, "cards")) == ([1, 2, 1], [[], ["E1"], []])


def test_4_3_a_tie_for_second_too():
    match = after("R1 E1[1:3 3:1 2:1 1:1 .]", "agent 2 1.o.5")
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [1, 3]
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 0, 3], [7, 7, 10])


def test_4_3_a_tie_with_the_neutral_player_too():
    ahead = after("R1 E1[n2:1 2:2 n1:1 2:1 .]; players 2", "agent 3 1.o.5")
    assert [one["owner"] for one in events_named(ahead, "player_ranked")] == [2, 1]
    tied = after("R1 E1[n2:1 2:2 n1:2 2:1 .]; players 2", "agent -2 1.o.5")
    assert [one["owner"] for one in events_named(tied, "player_ranked")] == [0, 2]
    assert track(tied, "cards") == [[], []]


# 4.4


def test_4_4_only_two_players_are_paid():
    match = after("R1 E1[1:3 2:2 3:1 . 4:1]", "agent 1 1.o.4")
    assert track(match, "prestige") == [3, 3, 0, 0]
    assert track(match, "ecu") == [7, 10, 7, 7]
    assert track(match, "income") == [2, 1, 1, 1]
    assert track(match, "military") == [0, 0, 0, 0]
    assert track(match, "cards") == [["E1"], [], [], []]


# 4.5


def test_4_5_the_grey_eminence_counts_3_against_the_cardinal_and_is_nobodys():
    match = after("R1[1:3 . . . .] E1[G 1:1 2:1 3:1 .]", "agent -2 1.o.5")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 3, "strength_against": 4}]
    assert events_named(match, "player_ranked") == [
        {"owner": 2, "rank": 1, "amount": 1},
        {"owner": 3, "rank": 2, "amount": 1},
    ]
    assert (track(match, "prestige"), track(match, "ecu")) == ([0, 3, 3], [7, 7, 10])
    assert match.position["grey"] is None
    assert events_named(match, "figure_returned") == [{"figure": "grey"}]


def test_4_5_the_queen_counts_3_for_the_cardinal_and_is_nobodys():
    match = after("R1[Q 1:1 2:1 3:1 .] E1[1:3 . . . .]", "agent -2 1.r.5")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 4, "strength_against": 3}]
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [2, 3]
    assert (track(match, "prestige"), track(match, "income")) == ([0, 3, 0], [1, 2, 1])
    assert track(match, "ecu") == [7, 7, 11]
    assert match.position["queen"] is None


# 4.6


def test_4_6_agents_come_back_only_once_the_hand_is_empty():
    rest = [-2, -2, 1, 1, 1, 2, 2, 3]
    match = after("R1 E1; hand 1 2 3", "agent 2 1.r.4")
    assert (track(match, "hand")[0], track(match, "city")[0]) == ([3], rest)
    match.play("agent 3 1.r.5")
    assert (track(match, "hand")[0], track(match, "city")[0]) == (rest, [])


# 4.7


@pytest.mark.parametrize(
    ("first", "left"),
    [
        ("income", ["buy", "end", "office", "sell"]),
        ("office", ["buy", "end", "income", "sell"]),
        ("buy", ["end", "income", "office"]),
        ("sell", ["end", "income", "office"]),
        ("agent 1 2.r.5", ["buy", "end", "income", "office", "sell"]),
    ],
)
def test_4_7_income_office_and_one_jewel_once_a_turn(first, left):
    match = table("R1 E1; ecu 20")
    assert plain(match) == ["buy", "income", "office", "sell"]
    match.play(first)
    assert plain(match) == left
    assert verbs(match) - set(left) == {"agent"}


def test_4_7_no_office_unless_behind_the_cardinal():
    assert plain(table("R1 E1; ecu 20; prestige 6")) == ["buy", "income", "office", "sell"]
    assert plain(table("R1 E1; ecu 20; prestige 7")) == ["buy", "income", "sell"]
    assert plain(table("R1 E1; ecu 20; prestige 8")) == ["buy", "income", "sell"]


# 4.8


def test_4_8_points_for_tracks_cards_and_jewels():
    match = final(
        "prestige 10 0 31; income 4 2 1; military 3 0 10; jewels 3 1 2; "
        "cards 1 R1 R2 E1 E2; cards 2 R3 F1 F2 F3; cards 3 H1 P1"
    )
    assert match.position["scores"] == [10 + 4 + 3 + 8 + 4 + 12, 0 + 2 + 0 + 4 + 9 + 4, 31 + 1 + 10 + 1 + 1 + 8]
    assert match.position["winners"] == [3]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((3, 2, 1), [8, 4, 0]),
        ((2, 2, 1), [4, 4, 0]),
        ((3, 1, 1), [8, 0, 0]),
        ((2, 2, 2), [4, 4, 4]),
        ((0, 1, 2), [0, 4, 8]),
        ((3, 2, 2, 1), [8, 0, 0, 0]),
        ((2, 2, 1, 0), [4, 4, 0, 0]),
        ((4, 1, 3, 2), [8, 0, 4, 0]),
        ((2, 1), [8, 4]),
        ((2, 2), [4, 4]),
    ],
)
def test_4_8_richelieus_majority(cards, points):
    ids = iter(range(1, 13))
    held = "; ".join(
        " ".join(["cards", str(player), *(f"R{next(ids)}" for _ in range(n))]) for player, n in enumerate(cards, 1)
    )
    match = final(f"players {len(cards)}; {held}")
    assert [score - 1 - 2 * 4 for score in match.scores] == points


def test_4_8_n_squared_for_every_other_faction_by_itself():
    match = final("cards 1 E1 E2 E3 E4; cards 2 F1 F2 F3 H1; cards 3 H2 H3 P1 P2")
    assert [score - 1 - 2 * 4 for score in match.scores] == [16, 9 + 1, 4 + 4]


# 4.9


@pytest.mark.parametrize(
    ("rest", "scores", "winners"),
    [
        ("prestige 5 5 0; ecu 8 7 30", [14, 14, 9], [1]),
        ("prestige 5 5 0; ecu 7 8 30", [14, 14, 9], [2]),
        ("prestige 4 5 0; cards 1 E1", [14, 14, 9], [1]),
        ("prestige 4 5 0; cards 1 E1; ecu 7 8", [14, 14, 9], [2]),
        ("prestige 5 1 0; cards 1 E1; cards 2 F1 F2 H1", [15, 15, 9], [2]),
        ("prestige 5 6 0; ecu 90 0", [14, 15, 9], [2]),
    ],
)
def test_4_9_ties_are_broken_by_ecu_and_then_by_intrigue_cards(rest, scores, winners):
    match = final(rest)
    assert (match.scores, match.winners) == (scores, winners)


# 4.10


def test_4_10_two_players_hold_a_set_of_seven_neutral_agents_each():
    one = {"hand": [-2, 1, 1, 1, 2, 2, 2], "city": []}
    for seed in range(4):
        match = intrigue.new("richelieu", players=2, seed=seed)
        assert match.position["neutral"] == [one, one]
        assert track(match, "hand") == [[-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]] * 2


@pytest.mark.parametrize("players", [3, 4])
def test_4_10_three_and_four_players_have_no_neutral_agents(players):
    match = after(f"R1 E1; players {players}", "income", "end")
    assert match.position["neutral"] == []
    assert turn(match) == ("action", 2, 2, 2)
    assert "agent_placed" not in names(match)


def test_4_10_each_player_places_from_the_own_set():
    match = after("R1 E1; hand n1 1 2; hand n2 -2 1; players 2", "income", "end")
    assert values(match, "neutral") == [1, 2]
    match.play("neutral 2 1.r.1")
    match.play("sell")
    match.play("end")
    assert values(match, "neutral") == [-2, 1]
    assert "n1:2 to 1.r.1 for 0" in story(match)
