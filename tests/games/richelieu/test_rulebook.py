"""The rulebook, section by section, with each of its worked examples."""

import pytest
from games.richelieu.tables import (
    after,
    events_named,
    final,
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

HAND = [-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]
DEAL = """Game: richelieu
Players: {players}
First: 2
Deck-richelieu: R4, R1, R13, R2, R3, R5, R6, R7, R8, R9, R10, R11, R12
Deck-opposing: H3, E1, P2, E2, E3, E4, F1, F2, F3, H1, H2, P1, P3
"""

# Set-up


@pytest.mark.parametrize(("players", "jewels_in_play"), [(2, 6), (3, 8), (4, 10)])
def test_setup(players, jewels_in_play):
    match = intrigue.load(DEAL.format(players=players))
    nothing = [None] * 5
    neutral = {"hand": [-2, 1, 1, 1, 2, 2, 2], "city": []}
    legal = match.position["legal"]
    assert match.position == {
        "game": "richelieu",
        "edition": "ru",
        "phase": "action",
        "first": 2,
        "turn": 2,
        "to_act": 2,
        "actions_left": 2,
        "cardinal": 7,
        "grey": None,
        "queen": None,
        "zones": [
            {"richelieu": "R4", "opposing": "H3", "r": nothing, "o": nothing},
            {"richelieu": "R1", "opposing": "E1", "r": nothing, "o": nothing},
            {"richelieu": "R13", "opposing": "P2", "r": nothing, "o": nothing},
        ],
        "deck": [10, 10],
        "jewels": 2,
        "players": [
            {
                "prestige": 0,
                "income": 1,
                "military": 0,
                "ecu": 7,
                "jewels": 2,
                "hand": HAND,
                "city": [],
                "cards": [],
            }
        ]
        * players,
        "neutral": [neutral] * 2 if players == 2 else [],
        "legal": legal,
        "scores": None,
        "winners": None,
    }
    assert match.position["jewels"] + sum(track(match, "jewels")) == jewels_in_play
    assert legal == sorted(
        ["income", "office", "sell"]
        + [
            f"agent {value} {space}"
            for value in (-2, 1, 2, 3)
            for space in spaces("1.r", "1.o", "2.r", "2.o", "3.r", "3.o")
        ]
    )
    assert list(match.position) == [
        *["game", "edition", "phase", "first", "turn", "to_act", "actions_left", "cardinal", "grey", "queen"],
        *["zones", "deck", "jewels", "players", "neutral", "legal", "scores", "winners"],
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_shuffles_both_decks_and_draws_the_first_player(players):
    starts = [intrigue.new("richelieu", players=players, seed=seed) for seed in range(40)]
    assert {match.position["first"] for match in starts} == set(range(1, players + 1))
    for start in starts:
        headers = start.record.headers
        red, yellow = headers["Deck-richelieu"].split(", "), headers["Deck-opposing"].split(", ")
        assert (len(set(red)), len(set(yellow))) == (13, 13)
        assert {card[0] for card in red} == {"R"} and sorted(card[0] for card in yellow) == list("EEEEFFFHHHPPP")
        drawn = [(one["richelieu"], one["opposing"]) for one in start.position["zones"]]
        assert drawn == list(zip(red, yellow, strict=True))[:3]
        assert start.to_act == start.position["first"]
    assert len({match.record.headers["Deck-richelieu"] for match in starts}) == 40


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        (DEAL.replace("First: 2\n", ""), "error.missing_header"),
        (DEAL.replace("First: 2", "First: 9"), "error.no_such_player"),
        (DEAL.replace("R4, R1", "R1, R1"), "error.deck"),
        (DEAL.replace("H3, E1", "H3"), "error.deck"),
        (DEAL.replace("H3, E1", "H3, R1"), "error.deck"),
        (DEAL + "Seed: 4\n", "error.seed_and_deal"),
    ],
)
def test_setup_a_wrong_deal_is_an_error(headers, key):
    with pytest.raises(intrigue.BadLine) as fault:
        intrigue.load(headers.format(players=3))
    assert fault.value.key == key


def test_setup_prestige_counts_on_past_30():
    match = after("R2[1:3 1:2 2:1 . 3:1] E1; prestige 28", "agent 1 1.r.4")
    assert track(match, "prestige")[0] == 33


# The turn


def test_turn_two_actions_behind_the_cardinal_one_beside_or_ahead():
    for prestige, actions in ((6, 2), (7, 1), (8, 1)):
        assert table(f"R1 E1; prestige {prestige}").position["actions_left"] == actions


def test_turn_players_follow_each_other():
    match = table("R1 E1; players 4; first 3; prestige 7 7 7 7")
    seats = []
    for _ in range(5):
        seats.append(match.to_act)
        match.play("income")
    assert seats == [3, 4, 1, 2, 3]


# А. Income


def test_income_example_three_ecu_on_space_3():
    match = after("R1 E1; turn 2; income 1 3 1; ecu 7 4 7", "income")
    assert track(match, "ecu") == [7, 7, 7]
    assert "income" not in match.moves()


# Б. An agent


def test_agent_example_0_for_the_first_and_3_for_a_second_on_a_space_of_1():
    match = after("R1 E1", "agent 2 1.o.4")
    assert (track(match, "ecu")[0], zone(match, 1)) == (7, "R1 E1[. . . 1:2+ .]")
    match.play("agent 3 2.r.3")
    assert (track(match, "ecu")[0], zone(match, 2)) == (4, "R2[. . 1:3 . .] E2")


def test_agent_the_2_are_paid_whether_on_one_card_or_on_two():
    for second in ("1.o.5", "1.r.5", "3.r.5"):
        match = after("R1 E1", "agent 2 1.o.4", f"agent 1 {second}")
        assert track(match, "ecu")[0] == 5


@pytest.mark.parametrize(("space", "cost", "up"), [(1, 3, False), (2, 2, False), (3, 1, False), (4, 0, True)])
def test_agent_paid_and_hidden_on_1_to_3_free_and_open_on_0(space, cost, up):
    match = after("R1 E1", f"agent 3 1.r.{space}")
    assert track(match, "ecu")[0] == 7 - cost
    assert match.position["zones"][0]["r"][space - 1] == {"player": 1, "value": 3, "up": up}
    seen = match.view(2)["zones"][0]["r"][space - 1]
    assert seen == {"player": 1, "value": 3 if up else None, "up": up}


def test_agent_a_taken_space_is_not_free():
    assert "1.r.1" not in places(table("R1[2:3 . . . .] E1"), "agent")


# The return of agents


def test_return_on_placing_the_last_agent_all_of_the_city_come_back():
    match = after("R1 E1; hand 1 3", "agent 3 1.r.1")
    assert (track(match, "hand")[0], track(match, "city")[0]) == ([-2, -2, 1, 1, 1, 2, 2, 2, 3], [])
    assert events_named(match, "agents_returned") == [{"set": {"player": 1, "neutral": False}, "amount": 9}]


def test_return_before_the_resolution_that_the_last_agent_causes():
    match = after("R1 E1[1:3 1:2 2:2 . 3:1]; hand 1 1", "agent 1 1.o.4")
    assert (track(match, "hand")[0], track(match, "city")[0]) == ([-2, -2, 1, 1, 2, 2, 3], [1, 2, 3])


# В. An office


def test_office_example_from_space_2_for_3_ecu():
    match = after("R1 E1; turn 2; military 0 2 0", "office")
    assert tracks(match, 2) == {"prestige": 0, "income": 1, "military": 3, "ecu": 4, "jewels": 2}
    assert story(match)[1:] == ["2 buys office 3 for 3", "2 +1M"]


def test_office_only_behind_the_cardinal():
    assert "office" in plain(table("R1 E1; prestige 6"))
    assert "office" not in plain(table("R1 E1; prestige 7"))
    assert "office" not in plain(table("R1 E1; prestige 12"))


# Г. A jewel


def test_jewel_sold_for_5_and_bought_for_8():
    match = after("R1 E1; ecu 3 8 0", "sell", "end")
    assert (tracks(match, 1)["ecu"], tracks(match, 1)["jewels"], match.position["jewels"]) == (8, 1, 3)
    match.play("buy")
    assert (tracks(match, 2)["ecu"], tracks(match, 2)["jewels"], match.position["jewels"]) == (0, 3, 2)


def test_jewel_bought_or_sold_but_not_both_in_one_turn():
    assert plain(after("R1 E1; ecu 20", "sell")) == ["end", "income", "office"]
    assert plain(after("R1 E1; ecu 20", "buy")) == ["end", "income", "office"]


# Resolution

EXAMPLE = "R1[2:3 3:-2 3:2 . .] E1[1:2 1:3 2:2 . 2:1]; turn 3"


def test_resolution_example_england_9_against_3():
    match = after(EXAMPLE, "agent 1 1.o.4")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 3, "strength_against": 9}]
    assert tracks(match, 1) == {"prestige": 3, "income": 2, "military": 0, "ecu": 7, "jewels": 2}
    assert tracks(match, 2) == {"prestige": 3, "income": 1, "military": 0, "ecu": 10, "jewels": 2}
    assert tracks(match, 3) == {"prestige": 0, "income": 1, "military": 0, "ecu": 7, "jewels": 2}
    assert match.position["cardinal"] == 5
    assert track(match, "cards") == [["E1"], [], []]


def test_resolution_all_agents_go_to_the_city_and_new_cards_come():
    match = after(EXAMPLE, "agent 1 1.o.4")
    assert track(match, "city") == [[2, 3], [1, 2, 3], [-2, 1, 2]]
    assert (zones(match), match.position["deck"]) == (["R4 E4", "R2 E2", "R3 E3"], [9, 9])


@pytest.mark.parametrize("card", ["R1[1:3 2:2 Q . 3:1] E1", "R1 E1[1:3 2:2 G . 3:1]"])
def test_resolution_figures_fill_a_card_and_go_home_afterwards(card):
    match = after(card, f"agent 1 1.{'r' if 'Q' in card else 'o'}.4")
    assert len(events_named(match, "zone_resolved")) == 1
    assert (match.position["grey"], match.position["queen"]) == (None, None)
    assert zone(match, 1) == "R4 E4"


def test_resolution_the_supporters_of_the_losing_side_get_nothing():
    match = after("R6[3:3 3:2 . . .] E1[1:3 2:2 1:2 . 2:1]", "agent 1 1.o.4")
    assert events_named(match, "zone_resolved") == [{"zone": 1, "strength_for": 5, "strength_against": 9}]
    assert tracks(match, 3) == {"prestige": 0, "income": 1, "military": 0, "ecu": 7, "jewels": 2}
    assert [one["owner"] for one in events_named(match, "player_ranked")] == [1, 2]


def test_resolution_richelieu_follows_the_first_player_when_he_wins():
    match = after("R2[1:3 1:2 2:1 . 3:1] E1; prestige 10", "agent 1 1.r.4")
    assert (track(match, "prestige")[0], match.position["cardinal"]) == (15, 15)


# Prizes


def test_prize_prestige_and_money():
    match = after("R6[1:3 1:2 2:2 . 3:1] E1", "agent 1 1.r.4")  # 3P 5E, then 1P 1M
    assert (track(match, "prestige"), track(match, "ecu")) == ([3, 1, 0], [12, 7, 7])
    assert track(match, "military") == [0, 1, 0]


def test_prize_income_and_military():
    match = after("R1 H3[1:3 1:2 2:2 . 3:1]", "agent 1 1.o.4")  # 1I 2M, then 3P; space 2 gives one more income
    assert tracks(match, 1) == {"prestige": 0, "income": 3, "military": 2, "ecu": 6, "jewels": 2}
    assert tracks(match, 2)["prestige"] == 3


def test_prize_place_an_agent_at_once_and_free_in_any_zone():
    match = after("R8[1:3 1:2 2:2 . 3:1] E1; ecu 1", "agent 1 1.r.4")  # 4P AG
    assert verbs(match) == {"free", "decline"}
    assert values(match, "free") == [-2, 1, 2, 3]
    match.play("free 3 2.r.1")
    assert (track(match, "ecu")[0], zone(match, 2)) == (0, "R1[1:3 . . . .] E2")


def test_prize_corruption_to_another_intrigue_or_side_but_never_a_figure():
    match = after(
        "R9[1:3 1:2 2:2 . 3:1] E1 | R2[Q 2:3 . . .] E2[. G . . .] | R3 E3", "agent 1 1.r.4"
    )  # 4P CO, then 1P AG
    moves = [move for move in match.moves() if move != "decline"]
    free = sorted({*spaces("2.r", "2.o", "3.r", "3.o")} - {"2.r.1", "2.r.2", "2.o.2"})
    assert moves == [f"corrupt 2.r.2 to {space}" for space in free]
    match.play("corrupt 2.r.2 to 3.o.5")
    assert zones(match)[1:] == ["R2[Q . . . .] E2[. G . . .]", "R3 E3[. . . . 2:3+]"]


def test_prize_grey_eminence_against_the_cardinal():
    match = after("R12[1:3 1:2 2:2 . 3:1] E1", "agent 1 1.r.4")  # 4P GE
    assert places(match, "grey") == spaces("2.o", "3.o")
    match.play("grey 2.o.1")
    assert zone(match, 2) == "R1 E2[G . . . .]"


def test_prize_queen_for_the_cardinal():
    match = after("R10[2:3 1:2 2:2 . 3:1] E1", "agent 1 1.r.4")  # 5P 2E, then 1P QU for player 1
    assert (match.to_act, places(match, "queen")) == (1, spaces("2.r", "3.r"))
    match.play("queen 3.r.2")
    assert zone(match, 3) == "R2[. Q . . .] E3"


def test_prize_another_intrigue_waits_until_the_first_is_done():
    match = after("R8[1:3 1:2 2:2 . 3:1] E1 | R2[2:1 2:2 3:1 . 3:2] E2", "agent 1 1.r.4", "free 3 2.r.4")
    order = [one for one in story(match) if one.startswith(("zone", "cardinal", "2 +", "3 +"))]
    assert order == [
        "zone 1: 9 against 0",
        "2 +1P",
        "2 +1I",
        "cardinal 2 to 9",
        "zone 1: R3 and E4 drawn",
        "zone 2: 9 against 0",
        "2 +5P",
        "3 +2P",
        "3 +2E",
        "cardinal 2 to 11",
        "zone 2: R4 and F1 drawn",
    ]


# The bonus of the military track


def test_military_bonus_on_reaching_a_symbol_and_on_passing_it():
    reached = after("R1 E1; military 1", "office")
    assert (track(reached, "military")[0], track(reached, "income")[0]) == (2, 2)
    passed = after("R4[1:3 1:2 2:2 . 3:1] E1; military 3", "agent 1 1.r.4")  # 2P 2M: P on space 4, I on space 5
    assert tracks(passed, 1) == {"prestige": 3, "income": 2, "military": 5, "ecu": 7, "jewels": 2}


# The end


def test_end_after_all_cards():
    match = intrigue.new("richelieu", players=4, seed=5)
    while not match.over:
        moves = match.moves()
        match.play(moves[len(match.played) * 13 % len(moves)])
    assert len(events_named(match, "zone_resolved")) == 13
    assert (match.position["deck"], zones(match)) == ([0, 0], ["-", "-", "-"])
    assert sum(map(len, track(match, "cards"))) == len(events_named(match, "card_won")) <= 13


def test_end_example_9_14_and_5_points_for_cards():
    match = after(
        "- | - | R13 P3[3:1 3:-2 3:-2 3:2 .]; turn 3; "
        "cards 1 R1 R2 R3 E1; cards 2 R4 R5 F1 F2 F3 H1; cards 3 E2 E3; jewels 0 0 0",
        "agent 3 3.o.5",
    )
    assert track(match, "cards") == [["E1", "R1", "R2", "R3"], ["F1", "F2", "F3", "H1", "R4", "R5"], ["E2", "E3", "P3"]]
    other = [player["prestige"] + player["income"] + player["military"] for player in match.position["players"]]
    assert other == [1, 1, 5]
    assert [score - rest for score, rest in zip(match.scores, other, strict=True)] == [9, 14, 5]
    assert match.winners == [2]


def test_end_tracks_and_jewels():
    match = final("prestige 4 0 0; income 3 1 1; military 5 0 0; jewels 3 0 1")
    assert match.scores == [4 + 3 + 5 + 12, 1, 1 + 4]


def test_end_ties_more_ecu_then_more_cards():
    assert final("prestige 5 5 0; ecu 7 9 7").winners == [2]
    assert final("prestige 5 4 0; cards 2 E1").winners == [2]


# Two players


def test_two_players_after_the_own_actions_a_neutral_agent():
    match = after("R1 E1; players 2", "agent 1 1.r.1", "end")
    assert turn(match) == ("neutral", 1, 1, 0)
    assert set(match.moves()) == {
        f"neutral {value} {space}"
        for value in (-2, 1, 2)
        for space in set(spaces("1.r", "1.o", "2.r", "2.o", "3.r", "3.o")) - {"1.r.1"}
    }


def test_two_players_never_on_the_last_space_of_a_card():
    match = after("R1[1:3 1:2 2:2 . 2:1] E1; players 2; prestige 7 7", "income")
    assert "1.r.4" not in places(match, "neutral")


def test_two_players_a_prize_of_the_neutral_player_is_nobodys():
    match = after("R1 E1[n1:2 n1:2 1:2 . 2:1]; players 2", "agent 1 1.o.4")
    assert track(match, "prestige") == [3, 0]  # the second prize
    assert track(match, "ecu") == [10, 7]
    assert track(match, "cards") == [[], []]
    assert match.position["neutral"][0]["city"] == [2, 2]


def test_two_players_the_neutral_set_comes_back_like_the_own():
    match = after("R1 E1; hand n2 2; turn 2; prestige 7 7", "income", "neutral 2 1.r.1")
    assert match.position["neutral"][1] == {"hand": [-2, 1, 1, 1, 2, 2], "city": []}
