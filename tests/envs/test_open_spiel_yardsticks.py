"""The yardsticks tiny2 and tiny3 are ordinary games in all that can be done with one."""

import json
import random
from collections.abc import Iterator

import pytest

import intrigue
from intrigue.engine.parity import same_game
from intrigue.games import YARDSTICKS

TABLES = [(game, players) for game in YARDSTICKS.values() for players in game.seats]
SEEDS = range(30)


def matches(name: str, players: int, seed: int) -> Iterator[intrigue.Match]:
    """One random game, before its first move and after each."""
    chooser = random.Random(seed)
    match = intrigue.new(name, players=players, seed=seed)
    yield match
    while not match.over:
        match.play(chooser.choice(match.moves()))
        yield match


def test_yardsticks_are_found_and_not_offered() -> None:
    assert list(YARDSTICKS) == ["tiny2", "tiny3"]
    assert not set(YARDSTICKS) & set(intrigue.games())
    assert [list(intrigue.game(name).seats) for name in YARDSTICKS] == [[2], [3]]


@pytest.mark.parametrize(("name", "cards", "aside"), [("tiny2", 2, 1), ("tiny3", 2, 0)])
def test_two_rounds_with_a_hand_of_two(name: str, cards: int, aside: int) -> None:
    *_, players = intrigue.game(name).seats
    for seed in SEEDS:
        rounds = set()
        for match in matches(name, players, seed):
            if not match.played:
                assert all(len(p["hand"]) == cards and len(p["aside"]) == aside for p in match.position["players"])
            rounds.add(match.position["round"])
        assert rounds == {1, 2} and all(not p["hand"] for p in match.position["players"])


@pytest.mark.parametrize(("game", "players"), TABLES, ids=YARDSTICKS)
def test_records_and_positions_can_be_read_back(game: intrigue.Game, players: int) -> None:
    for seed in SEEDS:
        for match in matches(game.name, players, seed):
            again = intrigue.load(str(match.record))
            assert again.state == match.state and again.record == match.record
            position = {key: match.position[key] for key in POSITION}
            if not match.over and position["phase"] == "placement":
                headers = {"Game": game.name, "Edition": "fr", "Players": str(players)}
                there = intrigue.load(intrigue.Record(headers | {"Position": json.dumps(position)}))
                assert there.moves() == match.moves() and there.position == match.position


POSITION = ("game", "edition", "round", "phase", "first", "to_act", "pointer", "row", "players")


@pytest.mark.parametrize(("game", "players"), TABLES, ids=YARDSTICKS)
def test_samples_look_the_same_to_their_seat(game: intrigue.Game, players: int) -> None:
    for seed in SEEDS:
        for match in matches(game.name, players, seed):
            for seat in range(players + 1):
                other = match.sample(seat, seed)
                assert game.view(other, seat) == match.view(seat)
                assert game.observe(other, seat) == match.observe(seat)
                assert match.over or (bool(other.legal & (other.legal - 1)) and other.to_act == match.state.to_act)


@pytest.mark.full
@pytest.mark.parametrize(("game", "players"), TABLES, ids=YARDSTICKS)
def test_compiled_rules_play_the_same(game: intrigue.Game, players: int) -> None:
    assert all(same_game(game, players, "fr", seed) > 0 for seed in SEEDS)


@pytest.mark.full
def test_batches() -> None:
    batch = intrigue.Batch("tiny2", size=64, players=2, seed=1)
    assert batch.play(10) > 64 * 10
    batch.choose()
    batch.step()
    assert set(batch.to_act.tolist()) == {0, 1}
