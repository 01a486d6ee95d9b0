"""Links hold a whole sandbox, and what anybody puts into one is bounded and read like any other text."""

from __future__ import annotations

import base64
import zlib
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.web.games.registry import html_of
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.runtime.sandbox.drafts import MOST_MOVES, blank_draft, draft_of, match_of, record_from, record_of
from intrigue.web.runtime.sandbox.trial import Trial
from intrigue.web.view import sandbox_link
from intrigue.web.view.sandbox_link import LONGEST, shorten


def letters(data: bytes) -> str:
    return sandbox_link.FIRST + base64.urlsafe_b64encode(data).decode().rstrip("=")


def raw(data: bytes) -> bytes:
    machine = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return machine.compress(data) + machine.flush()


@pytest.mark.parametrize("game", GAMES)
def test_a_link_leads_to_the_same_record(game: str) -> None:
    record = record_of(blank_draft(game, GAMES[game].editions[0]))
    for _ in range(5):
        record.moves.append(match_of(record).moves()[0])
    packed = sandbox_link.pack(record)
    assert len(packed) < 300 and packed.replace("-", "a").replace("_", "a").isalnum()
    assert Record.parse(sandbox_link.unpack(packed)) == shorten(record)
    assert match_of(record_from(sandbox_link.unpack(packed))).position == match_of(record).position


def test_the_links_that_people_have_stay_good() -> None:
    """Whoever changes the words that links are packed with breaks these."""
    old = (
        "1o1OAoPgHf4jg9xkiQxCTqA1RM4UR3Bh4lsUeTEZE5i1oHiYqrInNYIjSBF8hQkTpgS-jgkoTlHxKbP6kUsmG1W2ohR15ziMq8KDupKEDY2u5"
        "uCDVFRcA"
    )
    assert sandbox_link.unpack(old) == str(
        shorten(sketches.record_of_sketch("oriflamme", "1Soldier 2ambush:2 3lord @1", "reveal"))
    )


@given(st.text(max_size=60))
def test_letters_of_anybody_are_a_text_or_one_error(text: str) -> None:
    for one in (text, sandbox_link.FIRST + text):
        try:
            found = sandbox_link.unpack(one)
        except IntrigueError as fault:
            assert fault.key in ("sandbox.fault.link", "sandbox.fault.long")
        else:
            assert len(found.encode()) <= LONGEST


@pytest.mark.parametrize("size", [LONGEST + 1, 10_000_000])
def test_what_would_unpack_to_too_much_is_not_unpacked(size: int) -> None:
    bomb = letters(raw(b"a" * size))
    with pytest.raises(IntrigueError) as fault:
        sandbox_link.unpack(bomb)
    assert fault.value.key == "sandbox.fault.long"


def test_a_link_that_is_cut_short_or_goes_on_is_damaged() -> None:
    whole = sandbox_link.pack(record_of(blank_draft("oriflamme", "fr")))
    for broken in (whole[:-4], f"{whole}AAAA", whole[1:], f"2{whole[1:]}", "", f"{whole[:5]} {whole[5:]}"):
        with pytest.raises(IntrigueError) as fault:
            sandbox_link.unpack(broken)
        assert fault.value.key == "sandbox.fault.link"


def test_a_text_is_bounded_in_bytes_and_moves() -> None:
    record = str(record_of(blank_draft("oriflamme", "fr")))
    with pytest.raises(IntrigueError) as fault:
        record_from(record + "# é\n" * LONGEST)
    assert fault.value.key == "sandbox.fault.long"
    with pytest.raises(BadLine) as line:
        record_from(record + "wait\n" * (MOST_MOVES + 1))
    assert line.value.key == "sandbox.fault.moves" and line.value.line > MOST_MOVES


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, "error.missing_header"),
        ("Game: chess\n", 1, "error.no_game"),
        ("Game: tiny2\nPlayers: 2\n", 1, "error.no_game"),
        ("Game: oriflamme\nPlayers: 3\nSeed: 7\n\nplace spy\n", 5, "error.illegal_move_many"),
        ("Game: oriflamme\nPlayers: 3\nPosition: {}\n", 3, "position.keys"),
        ("Game: oriflamme\nGame: oriflamme\n", 2, "error.double_header"),
        ("nonsense", 1, "error.not_a_header"),
    ],
)
def test_what_is_wrong_with_a_text_is_told_with_its_line(text: str, line: int, key: str) -> None:
    with pytest.raises(BadLine) as fault:
        match_of(record_from(text))
    assert (fault.value.line, fault.value.key.removesuffix("_many")) == (line, key.removesuffix("_many"))


def test_a_game_is_set_up_from_the_last_moment_it_can_start_from() -> None:
    record = sketches.record_of_sketch("oriflamme", "1assassination:1 2Lord 3Heir @1", "reveal")
    position = draft_of(record)
    assert position["row"][0][0]["up"] is False, "in the middle of an effect nothing can start"
    record = sketches.record_of_sketch("oriflamme", "1lord 2spy 3heir @1", "reveal")
    assert draft_of(record)["row"][0][0]["up"] is True


# What there is to look at


def test_what_happens_by_itself_is_shown_from_the_set_up_on() -> None:
    trial = Trial(sketches.record_of_sketch("oriflamme", "1Soldier 2ambush:2 3lord @1"))
    before, after = trial.scene(-1, None), trial.scene(0, None)
    assert before.view and after.view
    assert ([len(view["row"]) for view in (before.view, after.view)], trial.first) == ([3, 1], -1)
    assert before.view["legal"] == [] and after.view["legal"] == ["reveal", "wait"]
    change = trial.change(0, None)
    assert change is not None
    shown = [step.event.name for step in change.steps]
    assert shown[0] == "card_turned_up" and "card_eliminated" in shown
    assert change.steps[0].things["row"] == [[1], [2], [3]] and after.things["row"] == [[3]]


def test_every_seats_moves_are_offered_to_who_sees_everything() -> None:
    trial = Trial(sketches.record_of_sketch("oriflamme", "1lord 2spy 3heir @1", "wait"))
    for step, seat in ((0, 1), (1, 2)):
        open_eyes = trial.scene(step, None)
        assert open_eyes.view and open_eyes.view["legal"] == ["reveal", "wait"]
        assert open_eyes.view["row"][0][0]["kind"] == "lord"
        own, other = trial.scene(step, seat), trial.scene(step, 3)
        assert own.view and own.view["legal"] == ["reveal", "wait"]
        assert other.view and other.view["legal"] == [] and other.view["row"][0][0]["kind"] is None


@pytest.mark.parametrize("game", GAMES)
def test_every_card_can_be_tried(game: str) -> None:
    for edition in GAMES[game].editions:
        for name, way in html_of(game).tries(game, edition):
            asked = dict(parse_qsl(urlsplit(way).query))
            record = sketches.record_of_sketch(asked["game"], asked["sketch"])
            assert record.headers["Game"] == game and record.headers["Edition"] == edition
            position = Trial(record).scene(0, None).view
            assert position and ("row" not in position or name in str(position["row"]))
