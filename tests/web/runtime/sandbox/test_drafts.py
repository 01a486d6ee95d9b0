"""Setting up a position: every change gives a draft or one clear error, and what is put right can be played."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intrigue.engine.errors import IntrigueError
from intrigue.games import GAMES
from intrigue.games.oriflamme import sketch
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.games.richelieu import sketch as court_sketch
from intrigue.games.richelieu.cards import CARDS, VALUES
from intrigue.locale import words
from intrigue.web.render import setup
from intrigue.web.runtime.sandbox.drafts import DraftChange, blank_draft, change_draft, draft_from, fit_draft, match_at
from intrigue.web.view.sandbox_link import position_text

ROW_GAMES = ("oriflamme", "ablaze", "oriflamme-mix")
EVERY_GAME = [(name, edition) for name, game in GAMES.items() for edition in game.editions]


def after_move(position: Any, piece: str, to: str) -> Any:
    """A draft after a piece was taken somewhere and the rest was put right; it can be played."""
    found = fit_draft(change_draft(position, DraftChange("move", piece, to)), piece)
    match_at(found)
    return found


def set_to(position: Any, what: str, value: int | str) -> Any:
    return change_draft(position, DraftChange("set", what=what, value=value))


def refusal_key(position: Any, change: DraftChange) -> str:
    """The key of what is said about a change that means nothing."""
    with pytest.raises(IntrigueError) as fault:
        change_draft(position, change)
    return fault.value.key


@pytest.mark.parametrize(("game", "edition"), EVERY_GAME)
def test_an_empty_position_can_be_played_with_any_number_of_players(game: str, edition: str) -> None:
    for players in GAMES[game].seats:
        position = blank_draft(game, edition, players)
        assert match_at(position).players == players
        assert fit_draft(position) == position


# The row


def test_cards_are_laid_into_the_row_one_after_the_other() -> None:
    position = blank_draft("oriflamme", "fr")
    for family, kind in ((1, "lord"), (2, "ambush"), (3, "spy")):
        hand = position["players"][family - 1]["hand"]
        piece = f"{family}:{kind}" if kind in hand else f"{family}:{hand[0]}"
        position = after_move(position, piece, f"gap:{len(position['row']) + 1}")
    assert (position["phase"], position["pointer"], position["round"]) == ("resolution", 1, 1)
    assert [stack[0]["family"] for stack in position["row"]] == [1, 2, 3]
    assert [len(player["hand"]) for player in position["players"]] == [6, 6, 6]


def test_a_card_goes_on_a_stack_and_back_to_a_pile() -> None:
    position = sketch.parse("1spy 2lord:1 3heir @1")
    position = after_move(position, "1:soldier", "on:1")
    assert [card["kind"] for card in position["row"][0]] == ["spy", "soldier"]
    position = after_move(position, "1:soldier", "discard:1")
    assert "soldier" in position["players"][0]["discard"] and len(position["row"][0]) == 1


def test_what_lies_on_a_card_goes_with_it_and_the_pointer_stays_on_its_card() -> None:
    position = sketch.parse("1spy:2 2lord 3heir @2")
    found = change_draft(position, DraftChange("move", "1:spy", "gap:4"))
    assert [stack[0]["kind"] for stack in found["row"]] == ["lord", "heir", "spy"]
    assert (found["row"][2][0]["influence"], found["pointer"]) == (2, 1)


def test_a_card_is_turned_marked_and_bribed() -> None:
    position = sketch.parse("1queen:2 2trap 3felon @1")
    found = change_draft(position, DraftChange("turn", "1:queen"))
    assert (found["row"][0][0]["up"], found["row"][0][0]["influence"]) == (True, 0)
    found = fit_draft(change_draft(found, DraftChange("bribe", "1:queen", value=2)), "1:queen")
    assert found["row"][0][0]["controller"] == 2 and "bribery" in found["players"][1]["discard"]
    match_at(found)
    assert change_draft(position, DraftChange("influence", "2:trap", value=5))["row"][1][0]["influence"] == 5


def test_numbers_are_set_and_what_follows_is_put_right() -> None:
    position = sketch.parse("1spy 2lord 3heir @1")
    later = fit_draft(set_to(position, "round", 4))
    assert [len(player["hand"]) for player in later["players"]] == [3, 3, 3]
    assert match_at(later).position["round"] == 4
    placing = fit_draft(set_to(position, "place", 2))
    assert (placing["phase"], placing["pointer"], placing["to_act"]) == ("placement", None, 2)
    match_at(placing)
    five = fit_draft(set_to(position, "players", 5))
    assert match_at(five).players == 5
    assert set_to(position, "influence:2", 9)["players"][1]["influence"] == 9
    assert match_at(fit_draft(set_to(five, "players", 3))).players == 3


def test_the_twin_comes_with_its_prince() -> None:
    position = after_move(sketch.parse("1queen 2trap 3felon @1"), "1:twin", "gap:1")
    assert position["row"][0][0] == {"family": 1, "kind": "twin", "up": True, "influence": 0, "controller": 1}
    assert "prince" in position["players"][0]["discard"] and not position["players"][0]["twin"]
    assert after_move(position, "1:twin", "twin:1")["players"][0]["twin"]


def test_in_a_mix_kinds_are_exchanged() -> None:
    position = fit_draft(
        change_draft(blank_draft("oriflamme-mix", "fr+uk"), DraftChange("swap", what="archer", value="prince"))
    )
    assert all(player["twin"] for player in position["players"])
    match_at(position)
    back = fit_draft(change_draft(position, DraftChange("swap", what="prince", value="felon")))
    assert not any(player["twin"] for player in back["players"])
    match_at(back)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (DraftChange("move", "1:spy", "hand:2"), "sandbox.fault.family"),
        (DraftChange("move", "1:queen", "hand:1"), "sandbox.fault.change"),
        (DraftChange("move", "1:twin", "gap:1"), "sandbox.fault.change"),
        (DraftChange("move", "9:spy", "hand:9"), "sandbox.fault.change"),
        (DraftChange("move", "1:spy", "gap:9"), "sandbox.fault.change"),
        (DraftChange("turn", "1:archer"), "sandbox.fault.not_in_row"),
        (DraftChange("set", what="pointer", value=9), "position.number"),
        (DraftChange("set", what="edition", value="uk"), "sandbox.fault.change"),
        (DraftChange("set", what="game", value="chess"), "error.no_game"),
        (DraftChange("swap", what="spy", value="queen"), "sandbox.fault.change"),
        (DraftChange("dance"), "sandbox.fault.change"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.do,
)
def test_a_change_that_means_nothing_is_one_clear_error(change: DraftChange, key: str) -> None:
    position = sketch.parse("1spy 2lord 3heir @1; aside 1 archer soldier ambush")
    before = copy.deepcopy(position)
    assert refusal_key(position, change) == key
    assert position == before


@pytest.mark.parametrize(
    ("text", "change", "key"),
    [
        ("1spy 2ambush:1 3Heir @1", DraftChange("turn", "2:ambush"), "sandbox.fault.intrigue_up"),
        ("1Prince 1Twin 2felon 3trap @1", DraftChange("turn", "1:twin"), "sandbox.fault.twin_down"),
        ("1spy 2ambush:1 3Heir @1", DraftChange("influence", "3:heir", value=1), "sandbox.fault.influence_up"),
        ("1spy 2ambush:1 3Heir @1", DraftChange("influence", "1:spy", value="2.5"), "position.number"),
        ("1spy 2ambush:1 3Heir @1", DraftChange("bribe", "1:spy", value=2), "sandbox.fault.bribe_down"),
    ],
)
def test_what_would_do_nothing_in_the_row_says_why(text: str, change: DraftChange, key: str) -> None:
    assert refusal_key(sketch.parse(text), change) == key


def test_what_lies_on_a_card_is_taken_away_in_any_case() -> None:
    position = sketch.parse("1combination:2 2Queen 3Felon @1")
    more = fit_draft(change_draft(position, DraftChange("influence", "1:combination", value=3)))
    assert more["row"][0][0]["influence"] == 3, "on an intrigue that lies face down there is influence as on any card"
    assert change_draft(position, DraftChange("influence", "2:queen", value=0)) == position
    assert change_draft(position, DraftChange("bribe", "1:combination", value=1)) == position


def test_what_would_do_nothing_at_court_says_why() -> None:
    position = after_move(blank_draft("richelieu", "ru"), "agent:1:3:hand", "space:1.r.5")
    assert refusal_key(position, DraftChange("turn", "at:1.r.5")) == "position.face_down_on_0"
    position = after_move(position, "figure:grey", "space:2.o.1")
    assert refusal_key(position, DraftChange("turn", "at:2.o.1")) == "sandbox.fault.figure_turn"


def test_an_impossible_draft_is_told_in_the_engines_words() -> None:
    position = change_draft(sketch.parse("1spy 2lord 3heir @1"), DraftChange("move", "1:lord", "on:2"))
    with pytest.raises(IntrigueError) as fault:
        match_at(fit_draft(position))
    assert fault.value.key == "position.two_families"


# The court


def test_agents_and_figures_go_to_spaces_and_back() -> None:
    position = after_move(blank_draft("richelieu", "ru"), "agent:1:3:hand", "space:1.r.1")
    assert position["zones"][0]["r"][0] == {"player": 1, "value": 3, "up": False}
    position = after_move(position, "at:1.r.1", "space:1.r.5")
    assert position["zones"][0]["r"][4]["up"], "a space that costs nothing shows who stands there"
    position = after_move(position, "at:1.r.5", "city:1")
    assert position["players"][0]["city"] == [3]
    position = after_move(position, "figure:grey", "space:2.o.1")
    assert refusal_key(position, DraftChange("move", "figure:queen", "space:2.o.2")) == "sandbox.fault.figure"
    assert refusal_key(position, DraftChange("move", "agent:1:1:hand", "space:2.o.1")) == "sandbox.fault.space"
    assert refusal_key(position, DraftChange("move", "agent:1:1:hand", "city:2")) == "sandbox.fault.owner"
    assert after_move(position, "at:2.o.1", "box")["grey"] is None


def test_with_two_players_neutral_agents_are_placed_too() -> None:
    position = fit_draft(set_to(blank_draft("richelieu", "ru"), "players", 2))
    position = after_move(position, "agent:n2:2:hand", "space:3.r.1")
    assert position["zones"][2]["r"][0] == {"player": 0, "value": 2, "up": False, "set": 2}
    four = fit_draft(set_to(position, "players", 4))
    assert match_at(four).players == 4 and four["neutral"] == []


def test_tracks_cards_and_purses_are_set() -> None:
    position = blank_draft("richelieu", "ru")
    for what, value in (("prestige:1", 9), ("income:2", 3), ("military:3", 2), ("ecu:1", 0), ("jewels:2", 4)):
        position = fit_draft(set_to(position, what, value))
        match_at(position)
    assert (position["actions_left"], position["jewels"]) == (1, 0)
    position = fit_draft(set_to(position, "card:1.r", "R3"))
    assert [zone["richelieu"] for zone in position["zones"]] == ["R3", "R2", "R1"]
    position = fit_draft(set_to(position, "won:2", "E4"))
    assert position["players"][1]["cards"] == ["E4"] and position["deck"] == [9, 9]
    assert fit_draft(set_to(position, "lost:2", "E4"))["players"][1]["cards"] == []
    assert refusal_key(position, DraftChange("set", what="won:2", value="R3")) == "sandbox.fault.card"
    empty = fit_draft(set_to(position, "card:2.o", ""))
    assert match_at(empty).position["zones"][1]["richelieu"] is None


# Whatever anybody does


numbers = st.integers(-3, 120)
spaces = st.builds("{}.{}.{}".format, st.integers(0, 4), st.sampled_from("rox"), st.integers(0, 6))
places = st.one_of(
    st.builds("{}:{}".format, st.sampled_from(["gap", "on", "hand", "aside", "discard", "twin", "city"]), numbers),
    st.builds("space:{}".format, spaces),
    st.sampled_from(["box", "city:n1", "hand:n2", "gap:", ":", "", "on:²", "hand:1:2"]),
)
set_names = ["game", "edition", "players", "round", "first", "place", "pointer", "turn", "cardinal", "deck"]
set_names += [
    "influence:1",
    "influence:9",
    "prestige:1",
    "jewels:2",
    "ecu:x",
    "card:1.r",
    "card:4.r",
    "won:1",
    "lost:1",
]
pieces = st.one_of(
    st.builds("{}:{}".format, st.integers(0, 6), st.sampled_from([*NAMES, "joker", ""])),
    st.builds("at:{}".format, spaces),
    st.builds(
        "agent:{}:{}:{}".format,
        st.sampled_from(["1", "2", "3", "n1", "n9", ""]),
        st.sampled_from([*VALUES, 7]),
        st.sampled_from(["hand", "city", "x"]),
    ),
    st.sampled_from(["figure:grey", "figure:queen", "figure:king", "", ":", "at:1.r.1\n"]),
)
values = st.one_of(numbers, st.sampled_from([*CARDS, *NAMES, *GAMES, "fr", "uk", "ru+ru", "", "<b>"]))
changes = st.one_of(
    st.builds(DraftChange, st.just("move"), pieces, places),
    st.builds(DraftChange, st.sampled_from(["turn", "influence", "bribe"]), pieces, value=values),
    st.builds(DraftChange, st.just("set"), what=st.sampled_from(set_names), value=values),
    st.builds(DraftChange, st.just("swap"), what=st.sampled_from(NAMES), value=values),
    st.builds(DraftChange, st.sampled_from(["fit", "show", "", "x"])),
)
starts = st.one_of(
    st.sampled_from(EVERY_GAME).flatmap(
        lambda one: st.builds(blank_draft, st.just(one[0]), st.just(one[1]), st.sampled_from(list(GAMES[one[0]].seats)))
    ),
    st.sampled_from(["1Soldier 2ambush:2 3spy/3lord:1 @1", "1Prince 1Twin 2Queen>3 3trap @2"]).map(sketch.parse),
    st.sampled_from(["R4[1:2 . 2:-2 . 3:1] E1[. 3:1+ G . .] | R5 H2 | -", "R1[n1:2 Q . . .] E1"]).map(
        court_sketch.parse
    ),
)


@given(starts, st.lists(st.tuples(changes, st.booleans()), max_size=12))
def test_whatever_is_changed_there_is_a_draft_or_one_error(position: Any, deeds: Any) -> None:
    for change, fit in deeds:
        before = copy.deepcopy(position)
        try:
            changed = change_draft(position, change)
            changed = fit_draft(changed, change.piece) if fit else changed
        except IntrigueError as fault:
            assert fault.text("uk")
            assert position == before
            continue
        assert position == before, "the given draft stays as it is"
        position = draft_from(position_text(changed))
        assert position == changed
        assert "data-set" in setup.setup(position, words("fr"))
        try:
            match_at(position)
        except IntrigueError as fault:
            assert fault.text("ru")


hostile = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 10**12), st.text(max_size=8), st.floats(allow_nan=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
    max_leaves=6,
)


@given(starts, st.data())
def test_a_draft_somebody_made_up_is_drawn_or_refused(position: Any, data: st.DataObject) -> None:
    keys = st.sampled_from(sorted(position))
    told: Any = copy.deepcopy(position)
    key = data.draw(keys)
    inner = told[key]
    if isinstance(inner, list) and inner and isinstance(inner[0], dict) and data.draw(st.booleans()):
        inner[0][data.draw(st.sampled_from(sorted(inner[0])))] = data.draw(hostile)
    elif isinstance(inner, list) and inner and isinstance(inner[0], list) and inner[0]:
        inner[0][0][data.draw(st.sampled_from(sorted(inner[0][0])))] = data.draw(hostile)
    else:
        told[key] = data.draw(hostile)
    try:
        found = draft_from(position_text(told))
    except IntrigueError as fault:
        assert fault.text("fr")
        return
    assert setup.setup(found, words("en"))
    try:
        match_at(fit_draft(found))
    except IntrigueError:
        pass
