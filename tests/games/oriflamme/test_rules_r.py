"""The atomic rules R1-R37: setup, round, placement, covered cards, resolution, eliminating, scoring."""

import pytest
from tables import after, events_named, pile, row, stock, table

import intrigue

BASE = [
    "ambush",
    "archer",
    "assassination",
    "conspiracy",
    "heir",
    "lord",
    "royal_decree",
    "shapeshifter",
    "soldier",
    "spy",
]
ABLAZE = [
    "apothecary",
    "bribery",
    "combination",
    "cutthroat",
    "felon",
    "prince",
    "queen",
    "schemer",
    "substitution",
    "trap",
]
DEAL = """\
Game: oriflamme
Players: 3
First: {first}
Aside-1: spy, archer, ambush
Aside-2: soldier, spy, archer
Aside-3: soldier, heir, archer

"""


def kinds_seen(view):
    """The kinds in the row as a seat sees them."""
    return [[card["kind"] for card in slot] for slot in view["row"]]


def quietly(match):
    """Plays on without any effect: every card goes first and stays face down. Yields before every move."""
    while not match.over:
        yield match
        match.play("wait" if "wait" in match.moves() else match.moves()[0])


# A1 Setup


@pytest.mark.parametrize("game", ["oriflamme", "ablaze", "oriflamme-mix"])
def test_R1_three_to_five_players(game):
    assert [intrigue.new(game, players).players for players in (3, 4, 5)] == [3, 4, 5]
    for players in (0, 1, 2, 6):
        with pytest.raises(intrigue.IntrigueError, match="is for 3 to 5 players"):
            intrigue.new(game, players)


def test_R1_a_record_with_two_players_is_refused():
    with pytest.raises(intrigue.BadLine, match="is for 3 to 5 players") as fault:
        intrigue.load("Game: oriflamme\nPlayers: 2\nSeed: 1\n\n")
    assert fault.value.line == 2


@pytest.mark.parametrize(("game", "kinds"), [("oriflamme", BASE), ("ablaze", ABLAZE)])
def test_R2_each_family_has_ten_different_cards(game, kinds):
    match = intrigue.new(game, players=5, seed=2)
    assert [sorted(player["hand"] + player["aside"]) for player in match.position["players"]] == [kinds] * 5


def test_R2_the_eleventh_card_of_ablaze_is_the_twin():
    players = intrigue.new("ablaze", players=5, seed=2).position["players"]
    assert [player["twin"] for player in players] == [True] * 5


@pytest.mark.parametrize("seed", range(20))
def test_R3_the_twin_is_set_aside_and_never_dealt(seed):
    match = intrigue.new("ablaze", players=3, seed=seed)
    assert [player["twin"] for player in match.view(0)["players"]] == [True, True, True]
    assert all("twin" not in player["hand"] + player["aside"] for player in match.position["players"])


def test_R3_without_ablaze_there_is_no_twin():
    match = intrigue.new("oriflamme", players=3)
    assert [player["twin"] for player in match.position["players"]] == [False, False, False]


def test_R3_one_bribery_token_a_player():
    assert row(table("1Queen>3 2queen 3trap @2")) == "1Queen>3 2queen 3trap"
    with pytest.raises(intrigue.BadLine, match="Player 3 has one token"):
        table("1Queen>3 2Queen>3 3trap @3")


@pytest.mark.parametrize("game", ["oriflamme", "ablaze", "oriflamme-mix"])
def test_R4_three_cards_aside_and_seven_in_hand(game):
    players = intrigue.new(game, players=4, seed=3).position["players"]
    assert [(len(player["aside"]), len(player["hand"])) for player in players] == [(3, 7)] * 4
    assert all(len({*player["aside"], *player["hand"]}) == 10 for player in players)


def test_R4_the_three_are_random_and_each_player_has_three_of_the_own():
    deals = [intrigue.new("oriflamme", players=3, seed=seed) for seed in range(40)]
    assert {kind for match in deals for kind in pile(match, "aside", 1)} == set(BASE)
    assert any(pile(match, "aside", 1) != pile(match, "aside", 2) for match in deals)


def test_R4_the_hand_is_the_rest():
    match = intrigue.load(DEAL.format(first=1))
    assert pile(match, "aside", 1) == ["ambush", "archer", "spy"]
    assert pile(match, "hand", 1) == [
        "assassination",
        "conspiracy",
        "heir",
        "lord",
        "royal_decree",
        "shapeshifter",
        "soldier",
    ]


def test_R5_the_owner_sees_the_own_cards_aside():
    match = table("1spy 2heir 3lord @1; aside 2 ambush conspiracy soldier")
    assert [player["aside"] for player in match.view(2)["players"]] == [3, ["ambush", "conspiracy", "soldier"], 3]
    assert [player["aside"] for player in match.view(1)["players"]][1:] == [3, 3]
    assert [player["aside"] for player in match.view(0)["players"]] == [3, 3, 3]


def test_R5_the_owner_sees_the_own_face_down_cards_in_the_row_covered_ones_too():
    match = table("1spy 2heir/2lord 3Archer; place 3")
    assert kinds_seen(match.view(2)) == [[None], ["heir", "lord"], ["archer"]]
    assert kinds_seen(match.view(1)) == [["spy"], [None, None], ["archer"]]
    assert kinds_seen(match.view(0)) == [[None], [None, None], ["archer"]]


@pytest.mark.parametrize("game", ["oriflamme", "ablaze", "oriflamme-mix"])
def test_R6_everybody_starts_with_one_influence(game):
    assert stock(intrigue.new(game, players=5)) == [1, 1, 1, 1, 1]


def test_R7_the_first_player_is_random():
    assert {intrigue.new("oriflamme", players=4, seed=seed).to_act for seed in range(40)} == {1, 2, 3, 4}


@pytest.mark.parametrize("first", [1, 2, 3])
def test_R7_the_first_player_may_be_chosen(first):
    match = intrigue.load(DEAL.format(first=first))
    assert (match.to_act, match.position["first"]) == (first, first)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_R8_the_direction_stays_whoever_is_first(first):
    match = table(f"3spy 1heir 2lord @1; first {first}")
    resolved = []
    for _ in range(3):
        resolved.append((match.position["pointer"], match.to_act))
        match.play("wait")
    assert resolved == [(1, 3), (2, 1), (3, 2)]


# A2 Round


@pytest.mark.parametrize("game", ["oriflamme", "ablaze"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_R10_six_rounds_of_placement_and_resolution(game, players):
    match = intrigue.new(game, players)
    asked = [(match.position["round"], match.position["phase"]) for match in quietly(match)]
    assert asked == [
        (number, phase)
        for number in (1, 2, 3, 4, 5, 6)
        for phase, times in (("placement", players), ("resolution", players * number))
        for _ in range(times)
    ]
    assert match.over


def test_R11_the_first_player_passes_to_the_left_and_the_row_stays():
    match = after("1Spy 2heir:1 3lord @3; first 2", "wait")
    assert (match.position["round"], match.position["first"], match.to_act) == (2, 3, 3)
    assert row(match) == "1Spy 2heir:1 3lord:1"


def test_R11_after_the_last_seat_the_first_seat():
    match = after("1Spy 2heir 3lord @3; first 3", "wait")
    assert (match.position["first"], match.to_act) == (1, 1)


# A3 Placement


def test_R12_from_the_first_player_clockwise_one_card_each_face_down():
    match = intrigue.load(DEAL.format(first=2))
    assert match.to_act == 2
    match.play("place heir first")
    assert match.to_act == 3
    match.play("place spy last")
    assert match.to_act == 1
    match.play("place lord last")
    assert row(match) == "2heir 3spy 1lord"
    assert match.position["phase"] == "resolution"
    assert [len(player["hand"]) for player in match.position["players"]] == [6, 6, 6]


def test_R12_a_card_must_be_placed():
    match = table("1spy 2heir 3lord; place 1; round 6; hand 1 archer ambush")
    assert match.moves() == [
        "place ambush first",
        "place ambush last",
        "place ambush on 1",
        "place archer first",
        "place archer last",
        "place archer on 1",
    ]
    with pytest.raises(intrigue.IllegalMove):
        match.play("wait")


def test_R13_the_first_card_starts_the_row():
    match = intrigue.load(DEAL.format(first=3))
    assert match.moves() == [
        "place ambush first",
        "place assassination first",
        "place conspiracy first",
        "place lord first",
        "place royal_decree first",
        "place shapeshifter first",
        "place spy first",
    ]
    match.play("place lord first")
    assert row(match) == "3lord"


def test_R13_an_empty_row_is_started_later_in_the_game_too():
    match = table("; place 1; round 6; hand 1 lord spy")
    assert match.moves() == ["place lord first", "place spy first"]


def test_R14_before_the_first_after_the_last_or_on_an_own_card():
    match = table("1Spy 2heir 1lord 3Soldier; place 1; round 6; hand 1 archer conspiracy")
    assert match.moves() == [
        "place archer first",
        "place archer last",
        "place archer on 1",
        "place archer on 3",
        "place conspiracy first",
        "place conspiracy last",
        "place conspiracy on 1",
        "place conspiracy on 3",
    ]


@pytest.mark.parametrize(
    ("place", "result"),
    [
        ("first", "1archer 1Spy 2heir 1lord 3Soldier"),
        ("last", "1Spy 2heir 1lord 3Soldier 1archer"),
        ("on 1", "1Spy/1archer 2heir 1lord 3Soldier"),
        ("on 3", "1Spy 2heir 1lord/1archer 3Soldier"),
    ],
)
def test_R14_where_the_card_goes(place, result):
    match = after("1Spy 2heir 1lord 3Soldier; place 1; hand 1 archer", f"place archer {place}")
    assert (row(match), match.to_act) == (result, 2)


def test_R15_in_round_1_nobody_can_stack():
    match = intrigue.load(DEAL.format(first=1) + "place heir first\nplace heir last\n")
    assert {move.split(" ", 2)[2] for move in match.moves()} == {"first", "last"}


def test_R15_from_round_2_on_a_card_face_up_or_face_down():
    match = table("1Spy 1heir 2lord 3archer; place 1; round 6; hand 1 archer ambush")
    assert [move for move in match.moves() if " on " in move] == [
        "place ambush on 1",
        "place ambush on 2",
        "place archer on 1",
        "place archer on 2",
    ]


def test_R15_no_limit_on_the_height_of_a_stack():
    match = after("1spy/1Heir/1lord/1soldier/1archer 2spy 3spy; place 1; hand 1 ambush", "place ambush on 1")
    assert row(match) == "1spy/1Heir/1lord/1soldier/1archer/1ambush 2spy 3spy"


def test_R16_the_influence_stays_on_the_covered_card():
    match = after("1heir:3 2lord 3spy; place 1; hand 1 archer", "place archer on 1")
    assert row(match) == "1heir:3/1archer 2lord 3spy"
    assert stock(match) == [1, 1, 1]


def test_R16_the_influence_is_there_when_the_cover_has_left():
    match = after("1heir:3/1conspiracy 2lord 3spy @1", "reveal", "reveal")
    assert row(match) == "1Heir 2lord 3spy"
    assert stock(match) == [1 + 3 + 2, 1, 1]


# A4 Covered cards


def test_R17_a_covered_card_is_not_revealed_and_gets_no_influence():
    match = after("1lord/1spy 2heir 3archer @1", "wait")
    assert row(match) == "1lord/1spy:1 2heir 3archer"
    assert (match.to_act, match.position["pointer"]) == (2, 2)


def test_R17_a_covered_card_has_no_effect():
    match = table("1Heir/1Shapeshifter 2lord 3archer @1")
    assert stock(match) == [1, 1, 1]
    assert (match.to_act, match.position["pointer"]) == (2, 2)


def test_R17_a_covered_card_cannot_be_targeted():
    match = table("1Soldier 2ambush/2lord 3spy @1")
    assert row(match) == "1Soldier 2ambush 3spy"
    assert stock(match) == [2, 1, 1]


def test_R17_a_covered_card_does_not_count_for_others():
    assert stock(table("1Heir/1spy 2Heir 3archer @2")) == [1, 3, 1]


def test_R18_an_uncovered_card_is_active_again():
    match = table("1Soldier 2heir:2/2lord 3spy @1")
    assert (match.to_act, match.position["pointer"], match.moves()) == (2, 2, ["reveal", "wait"])
    match.play("reveal")
    assert row(match) == "1Soldier 2Heir 3spy"
    assert stock(match) == [2, 1 + 2 + 2, 1]


def test_R18_not_before_every_card_above_has_left():
    match = table("1Soldier 2Heir/2archer/2lord 3spy @1")
    assert row(match) == "1Soldier 2Heir/2archer 3spy"
    assert (match.to_act, match.moves()) == (2, ["reveal", "wait"])
    assert stock(match) == [2, 1, 1]


# A5 Resolution


def test_R19_slots_one_by_one_from_the_first_to_the_last_by_the_owner():
    match = table("2spy 1heir/1lord 2archer 3heir @1")
    order = []
    while match.position["phase"] == "resolution":
        order.append((match.position["pointer"], match.to_act))
        match.play("wait")
    assert order == [(1, 2), (2, 1), (3, 2), (4, 3)]
    assert row(match) == "2spy:1 1heir/1lord:1 2archer:1 3heir:1"


def test_R19_the_controller_resolves_a_bribed_card():
    assert stock(table("1felon 2Queen>3 3trap @2")) == [1, 1, 3]


def test_R20_face_down_wait_puts_one_from_the_supply_on_it():
    match = table("1spy 2heir:1 3lord @2")
    assert (match.to_act, match.moves()) == (2, ["reveal", "wait"])
    match.play("wait")
    assert row(match) == "1spy 2heir:2 3lord"
    assert stock(match) == [1, 1, 1]


def test_R20_face_down_reveal_turns_it_up():
    match = after("1spy 2lord 3heir @2", "reveal")
    assert row(match) == "1spy 2Lord 3heir"
    assert stock(match) == [1, 2, 1]


def test_R21_revealed_in_the_round_of_placement():
    match = intrigue.load(DEAL.format(first=1))
    for move in ("place heir first", "place lord last", "place spy last", "reveal"):
        match.play(move)
    assert row(match) == "1Heir 2lord 3spy"
    assert (match.position["round"], stock(match)) == (1, [3, 1, 1])


def test_R22_on_reveal_the_influence_is_taken():
    match = after("1spy:2 2lord 3heir @1", "reveal")
    assert row(match) == "1Spy 2lord 3heir"
    assert stock(match) == [1 + 2 + 1, 0, 1]


def test_R22_first_the_influence_then_the_effect():
    """Without anything in stock, the Felon's owner can only lose what was just taken."""
    assert stock(after("1Queen 1felon:1 2trap @2; stock 0 1 1", "reveal")) == [0, 0, 1]


def test_R22_a_conspiracy_pays_double():
    assert stock(after("1conspiracy:3 2lord 3heir @1", "reveal")) == [7, 1, 1]


@pytest.mark.parametrize("sketch", ["1ambush:3 2lord 3heir @1", "1trap:3 2queen 3queen @1"])
def test_R22_influence_on_ambush_and_trap_is_thrown_away(sketch):
    assert stock(after(sketch, "reveal")) == [2, 1, 1]


def test_R22_a_combination_asks_token_by_token():
    match = after("1Queen 1combination:2 2trap 3trap @2", "reveal")
    assert stock(match) == [3, 1, 1]
    assert (match.moves(), match.position["spare"]) == (["again", "take"], 2)
    match.play("take")
    assert (match.moves(), match.position["spare"]) == (["again", "take"], 1)
    match.play("again")
    assert stock(match) == [3 + 1 + 2, 1, 1]


def test_R23_face_up_the_effect_must_be_applied_even_if_it_hurts():
    match = table("1Soldier 1Lord 2spy 3heir @1")
    assert row(match) == "1Soldier 2spy 3heir"
    assert stock(match) == [2, 1, 1]


def test_R23_the_effect_is_applied_every_round():
    match = table("1Heir 2lord 3archer @1")
    assert stock(match) == [3, 1, 1]
    for move in ["wait", "wait"] + ["place conspiracy last"] * 3:
        match.play(move)
    assert match.position["round"] == 2
    assert stock(match) == [5, 1, 1]


@pytest.mark.parametrize(
    ("kind", "others", "moves"),
    [
        ("archer", "2heir 3lord", ["hit 3"]),
        ("soldier", "2heir 3lord", []),
        ("spy", "2heir 3lord", []),
        ("heir", "2heir 3lord", []),
        ("lord", "2heir 3lord", []),
        ("shapeshifter", "2Heir 3lord", []),
        ("prince", "2queen 3queen", ["twin last"]),
        ("queen", "2queen 3queen", []),
        ("cutthroat", "2queen 3queen", []),
        ("apothecary", "2queen 3queen", []),
        ("felon", "2queen 3queen", []),
        ("schemer", "2queen 3queen", []),
    ],
)
def test_R24_a_character_stays_face_up(kind, others, moves):
    match = after(f"1{kind} {others} @1", "reveal", *moves)
    assert row(match).split()[0] == f"1{kind.capitalize()}"
    assert pile(match, "discard", 1) == []


@pytest.mark.parametrize(
    ("kind", "others", "moves"),
    [
        ("assassination", "2heir 3lord", ["hit 2"]),
        ("royal_decree", "2heir 3lord", ["move 2 to 3"]),
        ("ambush", "2heir 3lord", []),
        ("conspiracy", "2heir 3lord", []),
        ("trap", "2queen 3queen", []),
        ("bribery", "2Queen 3Queen", ["bribe 2"]),
        ("combination", "2queen 3queen", []),
        ("substitution", "2trap 3queen", []),
    ],
)
def test_R24_an_intrigue_leaves_to_the_discard(kind, others, moves):
    match = after(f"1{kind} {others} @1", "reveal", *moves)
    assert f"1{kind.capitalize()}" not in row(match)
    assert f"1{kind}" not in row(match)
    assert pile(match, "discard", 1) == [kind]


def test_R25_a_face_up_card_under_an_intrigue_acts_at_once():
    match = after("1Heir/1conspiracy:1 2lord 3spy @1", "reveal")
    assert row(match) == "1Heir 2lord 3spy"
    assert stock(match) == [1 + 2 + 2, 1, 1]
    assert (match.to_act, match.position["pointer"]) == (2, 2)


def test_R25_a_face_down_card_under_an_intrigue_may_be_revealed():
    match = after("1heir:1/1conspiracy:1 2lord 3spy @1", "reveal")
    assert (match.to_act, match.position["pointer"], match.moves()) == (1, 1, ["reveal", "wait"])
    match.play("wait")
    assert row(match) == "1heir:2 2lord 3spy"


def test_R25_the_card_under_a_thrown_out_attacker_is_next():
    match = table("1Heir/1Soldier 2ambush 3spy @1")
    assert row(match) == "1Heir 3spy"
    assert stock(match) == [1 + 1 + 2, 1 + 4, 1]
    assert (match.to_act, match.position["pointer"]) == (3, 2)


def test_R25_the_card_under_one_that_hit_itself_is_next():
    match = after("1Heir/1Archer 2lord 3spy @1", "hit 1")
    assert row(match) == "1Heir 2lord 3spy"
    assert stock(match) == [1 + 1 + 2, 1, 1]
    assert (match.to_act, match.position["pointer"]) == (2, 2)


def test_R26_the_acting_card_leaves_and_the_next_slot_follows():
    match = after("1conspiracy 2heir 3lord @1", "reveal")
    assert row(match) == "2heir 3lord"
    assert (match.to_act, match.position["pointer"]) == (2, 1)


def test_R26_a_slot_before_the_acting_card_closes():
    match = after("1heir 2Soldier 3lord @2", "hit 1")
    assert row(match) == "2Soldier 3lord"
    assert (match.to_act, match.position["pointer"]) == (3, 2)


def test_R26_a_slot_after_the_acting_card_closes():
    match = after("1heir 2Soldier 3lord 4spy @2", "hit 3")
    assert row(match) == "1heir 2Soldier 4spy"
    assert (match.to_act, match.position["pointer"]) == (4, 3)


def test_R27_a_card_moved_ahead_is_resolved_again():
    match = table("1Heir 2royal_decree 3lord @1")
    assert stock(match) == [3, 1, 1]
    match.play("reveal")
    match.play("move 1 to 2")
    assert row(match) == "1Heir 3lord"
    assert stock(match) == [5, 1, 1]
    assert (match.to_act, match.position["pointer"]) == (3, 2)


def test_R27_a_card_moved_behind_is_not_resolved():
    match = after("1royal_decree 2Heir 3lord @1", "reveal", "move 2 to 1")
    assert row(match) == "2Heir 3lord"
    assert stock(match) == [1, 1, 1]
    assert (match.to_act, match.position["pointer"]) == (3, 2)


# A6 Eliminating and discarding


@pytest.mark.parametrize("victim", ["hit 1", "hit 3"])
def test_R28_each_eliminated_card_pays_one_own_or_not(victim):
    assert stock(after("1lord 1Soldier 2spy 3heir @2", victim)) == [2, 1, 1]


def test_R28_except_a_single_victim_of_the_cutthroat():
    match = table("1Cutthroat 2felon 3trap @1")
    assert row(match) == "1Cutthroat 3trap"
    assert stock(match) == [1, 1, 1]


def test_R29_an_eliminated_face_down_card_is_turned_up_and_its_influence_lost():
    match = table("1Soldier 2conspiracy:3 3spy @1")
    assert stock(match) == [2, 1, 1]
    assert events_named(match, "card_turned_up") == [
        {
            "card": {"family": 2, "kind": "conspiracy"},
            "slot": 2,
            "player": 1,
            "attacker": {"family": 1, "kind": "soldier"},
        }
    ]
    assert events_named(match, "influence_thrown_away") == [{"card": {"family": 2, "kind": "conspiracy"}, "amount": 3}]
    assert match.view(3)["players"][1]["discard"] == ["conspiracy"]


def test_R30_only_the_top_card_of_a_stack_is_eliminated():
    match = table("1Soldier 2lord/2spy/2heir 3archer @1")
    assert row(match) == "1Soldier 2lord/2spy 3archer"
    assert stock(match) == [2, 1, 1]


def test_R31_everyone_may_look_at_the_discarded_and_the_eliminated_cards():
    match = table("1Soldier 2ambush 3spy @1")
    for seat in (0, 1, 2, 3):
        assert [player["discard"] for player in match.view(seat)["players"]] == [["soldier"], ["ambush"], []]


def test_R31_a_bribed_card_lies_before_the_owner_of_its_colour():
    match = table("1Cutthroat 2Queen>3 3trap @1; discard 2 felon")
    assert pile(match, "discard", 2) == ["felon", "queen"]
    assert pile(match, "discard", 3) == ["bribery"]


def test_R32_a_discarded_attacker_pays_nobody():
    match = table("1Soldier 2ambush 3spy @1")
    assert stock(match) == [2, 1 + 4, 1]
    assert [event["card"]["kind"] for event in events_named(match, "card_eliminated")] == ["ambush"]
    assert [event["card"]["kind"] for event in events_named(match, "card_discarded")] == ["soldier"]


def test_R32_discarding_triggers_nothing():
    """The Twin falls with one Prince; the other Prince is not drawn along. It then pays its 1."""
    match = after("1substitution 2Prince 2Twin 3Prince>2 @1; hand 1 prince", "reveal")
    assert row(match) == "3Prince>2"
    assert stock(match) == [2, 2, 1]


# A7 End and scoring


@pytest.mark.parametrize("game", ["oriflamme", "ablaze"])
def test_R33_after_round_6_the_game_ends_with_one_card_in_hand(game):
    match = intrigue.new(game, players=3, seed=4)
    for _ in quietly(match):
        pass
    assert (match.over, match.to_act, match.moves()) == (True, None, [])
    assert (match.position["round"], match.position["phase"]) == (6, "over")
    assert [len(player["hand"]) for player in match.position["players"]] == [1, 1, 1]
    with pytest.raises(intrigue.IllegalMove, match="the game is over"):
        match.play("wait")


def test_R34_the_stock_is_the_score_and_influence_on_cards_counts_nothing():
    match = after("1spy:9 2heir 3lord:4 @3; round 6; stock 3 5 4", "wait")
    assert row(match) == "1spy:9 2heir 3lord:5"
    assert (match.scores, match.winners) == ([3, 5, 4], [2])


def test_R34_stocks_are_public():
    match = table("1spy 2heir 3lord @1; stock 3 5 4")
    for seat in (0, 1, 2, 3):
        assert [player["influence"] for player in match.view(seat)["players"]] == [3, 5, 4]


@pytest.mark.parametrize("edition", ["fr", "ru"])
def test_R35_a_tie_goes_to_the_family_with_more_cards_in_the_row(edition):
    match = after(f"1spy 2heir 2lord 3archer 3spy 3lord @6; round 6; stock 5 5 1; edition {edition}", "wait")
    assert match.winners == [2]


@pytest.mark.parametrize("edition", ["fr", "ru"])
def test_R36_a_further_tie_is_shared(edition):
    match = after(f"1spy 2heir 3lord @3; round 6; stock 4 4 2; edition {edition}", "wait")
    assert match.winners == [1, 2]
    assert match.position["winners"] == [1, 2]


def test_R37_a_spy_takes_nothing_from_an_empty_stock():
    assert stock(table("1Spy 2heir 3lord @1; stock 1 0 1")) == [1, 0, 1]


def test_R37_a_felon_takes_no_more_than_there_is():
    assert stock(table("2queen 1Felon 2trap 3queen @2; stock 1 1 1")) == [1, 0, 1]


def test_R37_a_trap_steals_no_more_than_there_is():
    assert stock(table("1Cutthroat 2trap 3queen @1; stock 2 0 0")) == [0, 2, 0]
