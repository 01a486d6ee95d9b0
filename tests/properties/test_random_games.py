"""What holds in every game, at every moment: random games of every box, edition and number of players."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from properties.boxes import EVERYWHERE, TABLES

import intrigue
from intrigue.games.oriflamme import sketch

ANYWHERE = st.sampled_from([table.values for table in TABLES])
SEEDS = range(12)
HABITS = ("", "wait", " on ", "reveal")
"""What the players of a game like to do; nobody does it always."""

Position = dict[str, Any]


def choice(chooser: Random, habit: str, moves: list[str]) -> str:
    liked = [move for move in moves if habit in move]
    return chooser.choice(liked if liked and chooser.random() < 0.7 else moves)


def walk(match: intrigue.Match, seed: int) -> Iterator[str]:
    """Plays a match to its end; tells each move before it is played."""
    chooser, habit = Random(seed), HABITS[seed % len(HABITS)]
    while not match.over:
        move = choice(chooser, habit, match.moves())
        yield move
        match.play(move)


def positions(name: str, edition: str, players: int, seed: int) -> Iterator[tuple[intrigue.Match, Position]]:
    """A random game, at its beginning, between all its moves and at its end."""
    match = intrigue.new(name, players, edition, seed)
    for _ in walk(match, seed):
        yield match, match.position
    yield match, match.position


def cards(position: Position) -> list[dict[str, Any]]:
    return [card for slot in position["row"] for card in slot]


# Cards


@EVERYWHERE
def test_every_card_is_in_exactly_one_place(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        whole: Counter[tuple[int, str]] = Counter()
        for match, position in positions(name, edition, players, seed):
            found = Counter((card["family"], card["kind"]) for card in cards(position))
            for number, player in enumerate(position["players"], start=1):
                for pile in ("hand", "aside", "discard"):
                    found.update((number, kind) for kind in player[pile])
                found.update([(number, "twin")] * player["twin"])
            whole = whole or found
            assert set(found.values()) == {1}, str(match.record)
            assert found == whole, str(match.record)
        twin = (1, "prince") in whole
        assert len(whole) == players * (10 + twin)
        assert twin == ((1, "twin") in whole)


@EVERYWHERE
def test_what_lies_in_the_row_is_possible(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for match, position in positions(name, edition, players, seed):
            assert len(cards(position)) <= 35
            for slot in position["row"]:
                assert slot and len({card["controller"] for card in slot}) == 1, str(match.record)
                assert not any(card["up"] and card["influence"] for card in slot), str(match.record)
                assert all(card["up"] or card["family"] == card["controller"] for card in slot), str(match.record)
            assert all(card["up"] for card in cards(position) if card["kind"] == "twin"), str(match.record)


# Influence


def account(events: list[intrigue.Event], players: int) -> tuple[list[int], int]:
    """By how much the stocks change and the influence on cards, a Combination's included, as the events tell it."""
    stocks, lying = [0] * players, 0
    for name, values in events:
        amount = values.get("amount", 0)
        assert amount >= 0
        if name == "card_left_waiting":
            lying += 1
        elif name in ("influence_collected", "conspiracy_paid"):
            stocks[values["player"] - 1] += amount
            lying -= amount // 2 if name == "conspiracy_paid" else amount
        elif name == "influence_thrown_away":
            lying -= amount
        elif name == "influence_gained":
            stocks[values["player"] - 1] += amount
        elif name == "influence_lost":
            stocks[values["player"] - 1] -= amount
        elif name == "influence_robbed":
            stocks[values["player"] - 1] += amount
            stocks[values["victim"] - 1] -= amount
        elif name == "influence_kept":
            stocks[values["player"] - 1] += amount
            lying -= amount
        elif name == "influence_spent":
            lying -= amount
        else:
            assert "amount" not in values, name
    return stocks, lying


@EVERYWHERE
def test_events_account_for_all_influence(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        stocks, lying, told = [1] * players, 0, 0
        for match, position in positions(name, edition, players, seed):
            changes, change = account(match.events[told:], players)
            told = len(match.events)
            stocks = [a + b for a, b in zip(stocks, changes, strict=True)]
            lying += change
            assert [player["influence"] for player in position["players"]] == stocks, str(match.record)
            assert sum(card["influence"] for card in cards(position)) + position["spare"] == lying, str(match.record)
            assert min(stocks) >= 0


@EVERYWHERE
def test_events_tell_how_much_lies_on_a_waiting_card(name: str, edition: str, players: int) -> None:
    match = intrigue.new(name, players, edition, seed=1)
    for move in walk(match, seed=1):
        before = match.position
        if move == "wait":
            influence = before["row"][before["pointer"] - 1][-1]["influence"]
            waiting = match.copy().play(move)[0]
            assert waiting.name == "card_left_waiting"
            assert waiting.values == {"player": match.to_act, "slot": before["pointer"], "amount": influence + 1}


# Moves


@EVERYWHERE
def test_a_decision_has_two_moves_or_more_all_different_in_plain_order(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for match, position in positions(name, edition, players, seed):
            moves = match.moves()
            assert moves == sorted(set(moves)) == position["legal"], str(match.record)
            assert len(moves) >= 2 or match.over, str(match.record)
            assert not (moves and match.over)
            assert (position["to_act"] is None) == match.over == (position["phase"] == "over")


@EVERYWHERE
def test_legal_actions_are_the_first_halves_of_legal_moves(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for match, _ in positions(name, edition, players, seed):
            halves = {actions[0] for actions in match.game.moves(match.state).values()}
            assert sorted(halves) == match.game.legal(match.state)


# States


@settings(max_examples=40)
@given(table=ANYWHERE, seed=st.integers(0, 2**64 - 1))
def test_bytes_and_copies_are_equal_and_go_their_own_way(table: tuple[str, str, int], seed: int) -> None:
    name, edition, players = table
    match = intrigue.new(name, players, edition, seed)
    for move in walk(match, seed):
        state = match.state
        data = state.to_bytes()
        again, copy = type(state).from_bytes(data), state.copy()
        assert again == copy == state
        assert hash(again) == hash(copy) == hash(state)
        assert again.to_bytes() == copy.to_bytes() == data and len(data) == state.size
        match.game.play(copy, match.game.moves(copy)[move])
        assert copy != state
        assert state.to_bytes() == data
        match.game.play(again, match.game.moves(again)[move])
        assert again == copy


# Records


@EVERYWHERE
def test_a_record_replays_to_the_same_positions_and_events(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        played = []
        for match, position in positions(name, edition, players, seed):
            played.append((position, len(match.events)))
        assert intrigue.Record.parse(str(match.record)) == match.record
        replayed = []
        for again in intrigue.Match.replay(match.game, intrigue.Record.parse(str(match.record))):
            replayed.append((again.position, len(again.events)))
        assert replayed == played
        assert (again.events, again.played, again.winners) == (match.events, match.played, match.winners)
        assert str(again.record) == str(match.record)


@EVERYWHERE
def test_an_unfinished_record_replays_too(name: str, edition: str, players: int) -> None:
    match = intrigue.new(name, players, edition, seed=2)
    for number, _ in enumerate(walk(match, seed=2)):
        if number % 10 == 0:
            again = intrigue.load(str(match.record))
            assert again.state == match.state


# Rounds


@EVERYWHERE
def test_six_rounds_and_one_card_is_kept(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        first = 0
        for match, position in positions(name, edition, players, seed):
            first = first or position["first"]
            assert position["first"] == (first - 1 + position["round"] - 1) % players + 1
            for number, player in enumerate(position["players"], start=1):
                waits = position["phase"] == "placement" and turn(number, position) >= turn(
                    position["to_act"], position
                )
                assert len(player["hand"]) == 7 - position["round"] + waits, str(match.record)
                assert len(player["aside"]) in ((3,) if name == "oriflamme" else (2, 3))
        rounds = [event.values["round"] for event in match.events if event.name == "round_begun"]
        placed = Counter(event.values["card"]["family"] for event in match.events if event.name == "card_placed")
        assert rounds == [1, 2, 3, 4, 5, 6]
        assert placed == dict.fromkeys(range(1, players + 1), 6)
        assert (position["round"], position["phase"]) == (6, "over")
        assert [len(player["hand"]) for player in position["players"]] == [1] * players


def turn(player: int, position: Position) -> int:
    """How many place before that player in a round."""
    return int((player - position["first"]) % len(position["players"]))


@EVERYWHERE
def test_winners_have_the_most_influence_then_the_most_cards(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for _, position in positions(name, edition, players, seed):
            if position["phase"] != "over":
                assert position["winners"] is None
        count_covered = edition.startswith("fr")
        standing: Counter[int] = Counter()
        for slot in position["row"]:
            standing[slot[-1]["controller"]] += len(slot) if count_covered else 1
        worth = [(player["influence"], standing[number]) for number, player in enumerate(position["players"], start=1)]
        assert position["winners"] == [number for number, one in enumerate(worth, start=1) if one == max(worth)]


# Set-ups


def set_up(position: Position) -> Position:
    """What a `Position:` header holds of a position."""
    return {key: value for key, value in position.items() if key not in ("legal", "spare", "winners")}


def may_begin(position: Position) -> bool:
    """Whether a game may start there: at a placement, or at a slot with a face-down card."""
    return position["phase"] == "placement" or position["legal"] == ["reveal", "wait"]


@EVERYWHERE
def test_a_game_may_start_at_every_placement_and_every_face_down_card(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for match, position in positions(name, edition, players, seed):
            if may_begin(position):
                headers = {"Game": name, "Edition": edition, "Players": str(players)}
                record = intrigue.Record(headers | {"Position": json.dumps(set_up(position))})
                again = intrigue.load(str(record))
                assert again.position == position, str(match.record)
                assert again.moves() == match.moves()
                if not any(event.name == "replacement_missing" for event in match.events):  # G20 is no part of it
                    assert again.state == match.state


@EVERYWHERE
def test_a_sketch_says_all_about_a_position(name: str, edition: str, players: int) -> None:
    for seed in SEEDS:
        for match, position in positions(name, edition, players, seed):
            if may_begin(position):
                assert sketch.parse(sketch.write(position)) == set_up(position), str(match.record)


@pytest.mark.parametrize("row", ["1spy/1spy", "1spy 1spy", "1spy/1lord/1spy", "1spy/1lord 2lord/2heir/2lord"])
def test_a_position_with_a_card_twice_is_refused_at_once(row: str) -> None:
    with at_most(seconds=5), pytest.raises(intrigue.BadLine) as caught:
        intrigue.load(sketch.record(f"{row} 3archer @1; game oriflamme"))
    assert caught.value.key == "position.card_twice"


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Stops what never ends (where the system can)."""

    def stop(*_: object) -> None:
        raise TimeoutError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@settings(max_examples=20)
@given(table=ANYWHERE, seed=st.integers(0, 2**32 - 1), start=st.integers(0, 60))
def test_a_game_that_starts_in_the_middle_goes_on_like_the_whole_one(
    table: tuple[str, str, int], seed: int, start: int
) -> None:
    name, edition, players = table
    match = intrigue.new(name, players, edition, seed)
    later = None
    for number, move in enumerate(walk(match, seed)):
        if later is None and number >= start and may_begin(match.position):
            later = intrigue.load(sketch.record(sketch.write(match.position)))
        if later is not None:
            assert later.position == match.position
            later.play(move)
    assert later is None or later.position == match.position
