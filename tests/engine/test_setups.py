"""Set-ups of Oriflamme that no game can bring about are refused, and the message names what is wrong."""

import json

import pytest

import intrigue
from intrigue.games.oriflamme import sketch


def fault(text: str) -> intrigue.BadLine:
    with pytest.raises(intrigue.BadLine) as caught:
        intrigue.load(sketch.record(text))
    return caught.value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2queen/1Queen>2 3queen @1; game ablaze; round 4", "position.two_families"),
        ("1Queen/2Queen>1/1felon 3trap @1; game ablaze; round 4", "position.two_families"),
        ("1spy/2lord @1", "position.two_families"),
        ("1Prince/1Twin 2trap @2; game ablaze", "position.twin_on_prince"),
        ("1Twin 2trap @2; aside 1 prince queen felon; game ablaze", "position.twin"),
        ("1Lord; first 1; place 2", "position.first_round"),
        ("1lord:1; first 1; place 2", "position.first_round"),
        ("1spy/1lord/1spy 3archer @1", "position.card_twice"),
        ("1spy 1spy @1", "position.card_twice"),
        ("1Spy:2 2heir @2", "position.face_up"),
        ("1Ambush 2heir @2", "position.face_up"),
        ("1Spy>2 1Lord>2 2heir @1", "position.bribe"),
        ("1spy 2heir @3", "position.number"),
        ("1spy 2heir @1; round 9", "position.number"),
        ("1spy 2heir @1; stock 1000 1 1", "position.number"),
        ("1spy 2heir @1; hand 1 lord archer heir soldier ambush conspiracy assassination", "position.hand"),
    ],
)
def test_impossible(text, key):
    assert fault(text).key == key and fault(text).line == 4


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace('"round": 1', '"round": 1, "round": 1'),
        lambda text: text.replace('"to_act": 1', '"to_act": 1.0'),
        lambda text: text.replace('"to_act": 1', '"to_act": true'),
        lambda text: text.replace('"round": 1', '"round": true'),
        lambda text: text.replace('"round": 1', '"round": NaN'),
        lambda text: text.replace('"up": false', '"up": 0'),
        lambda text: text.replace('"game"', '"name"'),
        lambda text: text[:-5],
        lambda text: "[" * 100_000,
        lambda text: "7",
    ],
)
def test_rubbish(change):
    record = sketch.record("1spy 2heir @1")
    record.headers["Position"] = change(record.headers["Position"])
    with pytest.raises(intrigue.BadLine) as caught:
        intrigue.load(record)
    assert caught.value.key.startswith("position.") and str(caught.value).count("\n") == 0


def test_a_position_may_tell_its_keys_in_any_order():
    record = sketch.record("1spy 2heir @1")
    told = json.loads(record.headers["Position"])
    record.headers["Position"] = json.dumps(dict(reversed(told.items())))
    assert intrigue.load(record).position == intrigue.load(sketch.record("1spy 2heir @1")).position


@pytest.mark.parametrize(
    "text",
    ["1spy @1;", "1SPY @1", "1royal_Decree @1", "6spy", "1spi", "1spy @1; place 1", "1spy; round", "1spy; round 1 2",
     "1spy; hand 9 spy", "1spy; hand 1 lord; hand 1 heir", "1spy; round 1; round 2", "1spy; stock 1 1 1 1; players 3"],
)  # fmt: skip
def test_a_sketch_that_cannot_be_read_says_where(text):
    with pytest.raises(intrigue.IntrigueError, match="The sketch cannot be read"):
        sketch.record(text)
