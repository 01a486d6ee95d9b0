"""Step by step: the board at every event can be looked at by anybody, shows nobody more than they may know, and things
keep their numbers, which tell nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from web.table.knowledge import Facts, facts
from web.table.stories import GAMES, people_at, secret_of

from intrigue.engine.events import Event
from intrigue.engine.match import Match
from intrigue.games import game
from intrigue.web.table import event_steps
from intrigue.web.table.event_steps import Numbering, record_move

seeds = some.integers(0, 2**32)


def positions(name: str, seed: int, every: int = 5) -> Iterator[tuple[Match, random.Random]]:
    """Matches of random games, now and then."""
    chance = random.Random(seed)
    match = Match.new(game(name), chance.choice(game(name).seats), seed=seed)
    while not match.over:
        if chance.randrange(every) == 0:
            yield match, chance
        match.play(chance.choice(match.moves()))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(seed=seeds)
def test_every_shot_can_be_seen_by_everybody(name: str, seed: int) -> None:
    story, chance = people_at(name, secret_of(seed), players=game(name).seats[seed % 3]), random.Random(seed)
    while story.table.phase == "playing":
        moment = story.move(chance.choice(story.moves()))
        assert [step.event for step in moment.steps] == list(moment.lines)
        for step in moment.steps:
            for seat in range(len(story.table.seats) + 1):
                view = game(name).view(step.state, seat)
                assert view["legal"] == []


def named_in(told: Event) -> Facts:
    """The kinds, values and cards that an event names."""
    found: Facts = Counter()
    for field, value in told.values.items():
        if field in ("card", "face", "attacker", "copied", "opposing") and isinstance(value, dict):
            found[value["family"], value["kind"]] += 1
        elif field in ("card", "opposing"):
            found["card", value] += 1
        elif field == "agent" and value["value"] is not None:
            owner = f"neutral {value['player']}" if value["neutral"] else value["player"]
            found[owner, value["value"]] += 1
    return found


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(seed=seeds)
def test_no_shot_shows_more_than_was_known_or_has_been_told(name: str, seed: int) -> None:
    for position, chance in positions(name, seed):
        match = position.copy()
        before = [facts(match.view(seat)) for seat in range(match.players + 1)]
        for step in record_move(match, chance.choice(match.moves()), Numbering(match.game)):
            if step.state.to_act < 0 or game(name).view(step.state, 0)["phase"] == "over":
                break  # everybody sees everything
            for seat in range(match.players + 1):
                before[seat] |= before[seat] + named_in(game(name).event_for(step.event, seat))
                shown = facts(game(name).view(step.state, seat))
                assert set(shown) <= set(before[seat]), (seat, step.event)


def alike(move: str, by: int, seat: int, match: Match, twin: Match) -> str | None:
    """A move of the twin that a seat cannot tell from a move of the match."""
    shown = match.game.move_for(match.state, move, seat)
    for other in [move, *twin.moves()]:
        if other in twin.choices() and twin.game.move_for(twin.state, other, seat) == shown:
            return other
    return None


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(seed=seeds)
def test_twin_worlds_look_alike_shot_by_shot(name: str, seed: int) -> None:
    """Two worlds that a seat cannot tell apart: as long as it hears the same, every step and number is the same."""
    compared = 0
    for position, chance in positions(name, seed):
        seat = chance.randrange(position.players + 1)
        match, twin = position.copy(), position.copy()
        twin.state, twin.known_moves = match.sample(seat, seed), None
        twin.state.listener = []
        numbers = Numbering(match.game), Numbering(match.game)
        for numbering, one in zip(numbers, (match, twin), strict=True):
            numbering.look(one.state)
        move = chance.choice(match.moves())
        other = alike(move, position.to_act or 0, seat, match, twin)
        if other is None:
            continue
        steps = [record_move(one, what, n) for one, what, n in zip((match, twin), (move, other), numbers, strict=True)]
        for true, false in zip(*steps, strict=False):
            heard = [game(name).event_for(step.event, seat) for step in (true, false)]
            if heard[0] != heard[1] or game(name).view(true.state, 0)["phase"] == "over":
                break
            assert game(name).view(true.state, seat) == game(name).view(false.state, seat), true.event
            assert true.things == false.things
            compared += 1
    assert compared


def test_the_tests_catch_a_film_that_shows_a_card_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: the film turns up what lies face down in the row."""

    def turn_up(state: Any) -> event_steps.PackedState:
        copy = state.copy()
        copy.legal = 0
        copy.up = [0b111111111111111111111] * 5
        return event_steps.PackedState(type(copy), copy.to_bytes())

    monkeypatch.setattr(event_steps, "pack_state", turn_up)
    with pytest.raises(AssertionError):
        test_no_shot_shows_more_than_was_known_or_has_been_told.hypothesis.inner_test("oriflamme", 1)
    with pytest.raises(AssertionError):
        test_twin_worlds_look_alike_shot_by_shot.hypothesis.inner_test("oriflamme", 1)


# Numbers


def test_things_are_numbered_as_they_come_and_keep_their_numbers() -> None:
    story = people_at()
    for moves, things in enumerate(([[1]], [[2], [1]], [[3], [2], [1]])):
        story.move(next(move for move in story.moves() if move.endswith("first")))
        assert story.table.things == {"row": things}, moves
    numbers: set[int] = {1, 2, 3}
    chance = random.Random(2)
    while story.table.phase == "playing":
        before = {number for slot in story.table.things["row"] for number in slot}
        moment = story.move(chance.choice(story.moves()))
        came = sum(step.event.name in ("card_placed", "twin_placed", "card_replaced") for step in moment.steps)
        after = {number for slot in story.table.things["row"] for number in slot}
        assert len(after - before) <= came and not (after - before) & numbers
        numbers |= after


@pytest.mark.parametrize("name", ["oriflamme", "ablaze", "oriflamme-mix"])
@settings(max_examples=15)
@given(seed=seeds)
def test_the_numbers_stand_beside_the_cards_of_the_view(name: str, seed: int) -> None:
    story, chance = people_at(name, secret_of(seed)), random.Random(seed)
    card_of: dict[int, tuple[Any, ...]] = {}
    while story.table.phase == "playing":
        moment = story.move(chance.choice(story.moves()))
        for step in moment.steps:
            row = game(name).position(step.state)["row"]
            assert [len(slot) for slot in row] == [len(slot) for slot in step.things["row"]]
            for slot, numbers in zip(row, step.things["row"], strict=True):
                for card, number in zip(slot, numbers, strict=True):
                    assert card_of.setdefault(number, (card["family"], card["kind"])) == (card["family"], card["kind"])
        assert story.table.things == Numbering.look(story.table.numbering, story.table.match.state)  # type: ignore[union-attr]


@settings(max_examples=15)
@given(seed=seeds)
def test_agents_keep_their_numbers_on_their_way(seed: int) -> None:
    story, chance = people_at("richelieu", secret_of(seed)), random.Random(seed)
    last = 0
    while story.table.phase == "playing":
        before = dict(story.table.things["agents"])
        corrupt = [move for move in story.moves() if move.startswith("corrupt")]
        move = chance.choice(corrupt or story.moves())
        moment = story.move(move)
        for step in moment.steps:
            view = game("richelieu").view(step.state, 0)
            lying = {
                f"{zone}.{side}.{at}"
                for zone, seen in enumerate(view["zones"], start=1)
                for side in "ro"
                for at, agent in enumerate(seen[side], start=1)
                if agent is not None
            }
            assert set(step.things["agents"]) == lying
        if corrupt:
            _, start, _, end = move.split(" ")
            later = [step.things["agents"] for step in moment.steps] + [story.table.things["agents"]]
            assert any(things.get(end) == before[start] for things in later)
        new = set(story.table.things["agents"].values()) - set(before.values())
        assert all(number > last for number in new)
        last = max([last, *new])
