"""Sketches of Richelieu, and the set-ups they stand for: what is filled in, what is refused, and the way back."""

import json

import pytest
from games.richelieu.tables import after, final, table, track, turn

import intrigue
from intrigue.games.richelieu import sketch

HAND = [-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]

TEXTS = [
    "",
    "R4 E1",
    sketch.__doc__.splitlines()[2].strip(),
    "R1[n1:2 . n2:-2 . 1:3] E1; turn 2; first 2; prestige 31 4; cardinal 33; hand n1 1; city n2 2 2",
    "R13[1:3 2:3 3:3 4:3 .] P3 | R12[. Q . . .] P2[. . . . G]; players 4; income 2 3 4 5; military 1 2 3 4",
    "- | R1 E1 | -; players 2; hand 1 3; hand 2 -2 -2; jewels 0 6; ecu 0 99",
    "- | - | R13[1:-2 1:-2 2:-2 2:-2 .] P3; cards 1 R1 R2; cards 2 E1; cards 3 F1; deck 0",
]


def test_an_empty_sketch_is_the_beginning_of_a_game_of_three():
    position = table("").position
    nothing = [None] * 5
    assert position["zones"] == [
        {"richelieu": f"R{n}", "opposing": f"E{n}", "r": nothing, "o": nothing} for n in (1, 2, 3)
    ]
    assert [player["hand"] for player in position["players"]] == [HAND] * 3
    assert (position["deck"], position["jewels"], position["cardinal"]) == ([10, 10], 2, 7)
    assert turn(table("")) == ("action", 1, 1, 2)


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_parsed_can_be_written_and_set_up(text):
    position = sketch.parse(text)
    written = sketch.write(position)
    assert sketch.parse(written) == position
    assert sketch.write(sketch.parse(written)) == written
    match = intrigue.load(sketch.record(text))
    assert {key: value for key, value in match.position.items() if key in position} == position
    assert sketch.write(match.position) == written


def test_the_keys_of_a_position_are_in_the_order_of_the_notation():
    position = sketch.parse(TEXTS[3])
    whole = table(TEXTS[3]).position
    assert list(position) == [key for key in whole if key not in ("legal", "scores", "winners")]
    assert [list(player) for player in position["players"]] == [list(player) for player in whole["players"]]
    assert [list(zone) for zone in position["zones"]] == [list(zone) for zone in whole["zones"]]
    agents = [(one["zones"][0]["r"][0], one["zones"][0]["r"][4]) for one in (position, whole)]
    assert [[list(agent) for agent in pair] for pair in agents] == [
        [["player", "value", "up", "set"], ["player", "value", "up"]]
    ] * 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn_of_a_game_can_be_written_and_read(players):
    match = intrigue.new("richelieu", players=players, seed=players)
    seen = 0
    while not match.over:
        position = match.position
        if position["phase"] == "action" and "end" not in position["legal"]:
            told = sketch.parse(sketch.write(position))
            assert told == {key: value for key, value in position.items() if key in told}
            seen += 1
        moves = match.moves()
        match.play(moves[len(match.played) * 11 % len(moves)])
    assert seen > 20


def test_what_is_not_said_is_filled_in():
    match = table("R4[1:2 . . 2:-2 .] E1; ecu 3 9; jewels 1; city 1 3; hand 2 1; cards 2 R1 E2 F1")
    assert track(match, "hand") == [[-2, -2, 1, 1, 1, 2, 2, 3], [1], HAND]
    assert track(match, "city") == [[3], [-2, 1, 1, 2, 2, 2, 3, 3], []]
    assert (track(match, "ecu"), track(match, "jewels")) == ([3, 9, 7], [1, 2, 2])
    assert (match.position["jewels"], match.position["deck"]) == (3, [7, 7])
    assert [(one["richelieu"], one["opposing"]) for one in match.position["zones"]] == [
        ("R4", "E1"),
        ("R2", "E3"),
        ("R3", "E4"),
    ]
    assert match.position["zones"][0]["r"][3] == {"player": 2, "value": -2, "up": True}


@pytest.mark.parametrize(
    ("text", "players"),
    [("", 3), ("R1[4:1 . . . .] E1", 4), ("R1[n2:1 . . . .] E1", 2), ("; hand n1 1", 2), ("; ecu 1 2 3 4", 4)],
)
def test_how_many_play(text, players):
    assert len(sketch.parse(text)["players"]) == players


@pytest.mark.parametrize(
    "text",
    ["R1", "E1 R1", "R1 E1 E2", "R14 E1", "R1 X1", "R1[. . . .] E1", "R1[. . . . . .] E1", "R1[1:4 . . . .] E1",
     "R1[5:1 . . . .] E1", "R1[1:2++ . . . .] E1", "R1[Q Q . . .] E1", "R1[x . . . .] E1", "R1[. . . . . E1",
     "R1 E1 | R2 E2 | R3 E3 | R4 E4", "R1 E1;", "R1 E1; turns 2", "R1 E1; turn", "R1 E1; turn 1 2", "R1 E1; turn 4",
     "R1 E1; first 0", "R1 E1; turn x", "R1 E1; turn -1", "R1 E1; turn 1; turn 2", "R1 E1; players 5",
     "R1 E1; players 1", "R1 E1; players 2; ecu 1 2 3", "R1 E1; players 3; hand n1 1", "R1[n1:1 3:1 . . .] E1",
     "R1 E1; hand", "R1 E1; hand 9 1", "R1 E1; hand 1 4", "R1 E1; hand 1 1; hand 1 2", "R1 E1; hand 1 3 3 3",
     "R1[1:3 1:3 1:3 . .] E1", "R1 E1; city n1 3; players 2", "R1 E1; cards 1 E9", "R1 E1; cards n1 E2; players 2",
     "R1 E1; jewels 9 9 9", "R1 E1; ecu 1.5", "R1 E1; ecu 999999", "R1 E1; ecu \N{SUPERSCRIPT TWO}"],
)  # fmt: skip
def test_a_sketch_that_cannot_be_read_is_one_clear_error(text):
    with pytest.raises(intrigue.IntrigueError) as fault:
        sketch.record(text)
    assert fault.value.key == "error.sketch"
    assert "\n" not in str(fault.value)


def test_only_the_beginning_of_a_turn_can_be_written():
    passed = after("R1 E1[1:3 1:2 2:2 . 3:1]; prestige 5", "agent 1 1.o.4")  # one action left, and not behind
    for match in (after("", "income"), after("; players 2", "income", "end"), passed, final("players 3")):
        with pytest.raises(intrigue.IntrigueError) as fault:
            sketch.write(match.position)
        assert fault.value.key == "error.sketch"


# Set-ups that no game can bring about


def fault_of(text, change=lambda position: None):
    """The key of what is wrong with the set-up of a sketch, after a change of its JSON."""
    record = sketch.record(text)
    position = json.loads(record.headers["Position"])
    change(position)
    record.headers["Position"] = json.dumps(position)
    with pytest.raises(intrigue.BadLine) as fault:
        intrigue.load(record)
    return fault.value.key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("R1[1:1 1:2 2:1 2:2 3:1] E1", "position.full"),
        ("R1[1:1 1:2 2:1 2:2 Q] E1", "position.full"),
        ("R1 E1 | R1 E2", "position.cards_seen"),
        ("R1 E1; cards 1 R1", "position.cards_seen"),
        ("R1 E1; cards 1 R5; cards 2 R5", "position.cards_seen"),
        ("R1 E1; cards 1 R5 E4; deck 9", "position.cards_seen"),
        ("R1 E1 | - | R2 E2; deck 1", "position.decks"),
        ("- | - | -", "position.turn_begins"),
        ("R1 E1; deck 11", "position.number"),
        ("R1 E1; income 11", "position.number"),
        ("R1 E1; income 0", "position.number"),
        ("R1 E1; military 11", "position.number"),
        ("R1[G . . . .] E1", "position.figure"),
        ("R1 E1[Q . . . .]", "position.figure"),
    ],
)
def test_an_impossible_set_up_is_refused(text, key):
    assert fault_of(text) == key


def setter(*path):
    """A change that puts the last of `path` where the others lead."""

    def change(position):
        *way, last, value = path
        for step in way:
            position = position[step]
        position[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (setter("phase", "prize"), "position.turn_begins"),
        (setter("actions_left", 1), "position.turn"),
        (setter("to_act", 2), "position.turn"),
        (setter("turn", None), "position.number"),
        (setter("first", 4), "position.number"),
        (setter("cardinal", -1), "position.number"),
        (setter("jewels", 3), "position.jewels"),
        (setter("deck", [10, 9]), "position.decks"),
        (setter("deck", [10]), "position.list_of"),
        (setter("zones", []), "position.list_of"),
        (setter("zones", 1, "opposing", None), "position.half_zone"),
        (setter("zones", 1, "opposing", "R5"), "position.no_card"),
        (setter("zones", 0, "r", 4, {"player": 1, "value": 1, "up": False}), "position.face_down_on_0"),
        (setter("zones", 0, "r", 0, {"player": 1, "value": 1, "up": 0}), "position.truth"),
        (setter("zones", 0, "r", 0, {"player": 0, "value": 1, "up": False}), "position.number"),
        (setter("zones", 0, "r", 0, {"player": 0, "value": 1, "up": False, "set": 1}), "position.keys"),
        (setter("zones", 0, "r", 1, {"player": 1, "value": 1, "up": False}), "position.agents"),
        (setter("players", 0, "hand", HAND[1:]), "position.agents"),
        (setter("players", 0, "hand", [*HAND, 4]), "position.value"),
        (setter("players", 0, "cards", ["X1"]), "position.no_card"),
        (setter("neutral", [{"hand": [], "city": []}]), "position.list_of"),
        (setter("legal", []), "position.keys"),
        (setter("grey", "4.o.1"), "position.figure"),
        (setter("grey", "here"), "position.figure"),
        (setter("grey", 7), "position.figure"),
    ],
)
def test_an_impossible_position_is_refused(change, key):
    assert fault_of("R1 E1", change) == key


@pytest.mark.parametrize(
    "change",
    [
        setter("grey", "1.r.6"),
        setter("queen", "1.o.0"),
        setter("queen", "1..1"),
        setter("queen", "1.ro.1"),
        setter("queen", " 1.r.1"),
        setter("queen", "1.r.0_1"),
    ],
)
def test_a_figure_stands_on_a_space_of_the_notation(change):
    assert fault_of("R1 E1", change) == "position.figure"


@pytest.mark.parametrize(
    "change",
    [
        setter("to_act", 1.0),
        setter("to_act", True),
        setter("actions_left", 2.0),
        setter("deck", [10, 10.0]),
        setter("players", 0, "hand", [-2, -2, 1, 1, 1.0, 2, 2, 2, 3, 3]),
    ],
)
def test_numbers_are_whole(change):
    assert fault_of("R1 E1", change).startswith("position.")


def test_an_empty_hand_with_agents_in_the_city_is_refused():
    assert fault_of("R1 E1; hand 1").startswith("position.")
