"""The log is the truth: folding it again gives the same table, whatever happened, and versions never fall."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from web.table.stories import GAMES, NAMES, PEOPLE, Story, people_at, secret_of, table_settings

from intrigue.games import game
from intrigue.web.table import requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import Began, Entry, decode, encode
from intrigue.web.table.requests import AnyRequest
from intrigue.web.table.settings import Clock
from intrigue.web.table.table import KEPT, Table, move_by


def shape(table: Table) -> dict[str, Any]:
    """Everything about a table that somebody could notice."""
    left_out = ("match", "moments", "numbering")
    content = {name: value for name, value in vars(table).items() if name not in left_out}
    match = table.match
    played = None if match is None else (match.played, match.public, match.events, match.state.to_bytes())
    return content | {
        "played": played,
        "moments": list(table.moments),
        "numbers": table.numbering and vars(table.numbering),
    }


def wish(story: Story, chance: random.Random) -> tuple[int, AnyRequest]:
    """Something somebody might ask, sensible or not."""
    table = story.table
    seat = chance.randint(1, len(table.seats))
    if table.to_act is not None and chance.random() < 0.7:
        seat = table.to_act
        return table.seat(seat).person or 0, requests.Move(seat, chance.choice(story.moves()))
    asked: list[AnyRequest] = [
        requests.Sit(seat, chance.choice(NAMES)),
        requests.Rise(seat),
        requests.Fill(seat, "page"),
        requests.Empty(seat),
        requests.Rename(seat, chance.choice(NAMES)),
        requests.Ready(seat, f"{chance.getrandbits(128):032x}"),
        requests.ChangeSettings(table_settings(chance.choice(GAMES), players=3, clock=Clock("live", 30))),
        requests.TakeBack(seat),
        requests.Return(seat),
        requests.Resign(seat),
        requests.Vote(seat, chance.random() < 0.5),
        requests.Move(seat, "wait"),
    ]
    return chance.choice(PEOPLE), chance.choice(asked)


@settings(max_examples=40)
@given(seed=some.integers(0, 2**32))
def test_folding_the_log_again_gives_the_same_table(seed: int) -> None:
    chance = random.Random(seed)
    settings = table_settings(chance.choice(GAMES), clock=Clock("live", 60), hot_seat=chance.random() < 0.2)
    story = Story(settings, chance.choice([None, "page"]), secret_of(seed))
    if chance.random() < 0.7:
        story.seat_all().begin()
    for _ in range(chance.randrange(10, 150)):
        story.wait(chance.randrange(40_000))
        version = story.table.version
        person, request = wish(story, chance)
        try:
            story.ask(person, request)
        except Denied as fault:
            assert story.table.version == version and "{" not in fault.text("en")
        if story.table.to_act is not None:
            if story.table.driver(story.acting) == "bot":
                story.write(move_by(story.table, story.acting, chance.choice(story.moves()), "bot"), None)
            story.write(story.table.lapse(story.now), None)
        assert story.table.version >= version
        assert [moment.version for moment in story.table.moments][-1] == story.table.version == len(story.log)
    assert shape(story.again()) == shape(story.table)
    later = Table.of(story.table.id, story.secret, story.log[:-1])
    later.apply(story.log[-1])
    assert shape(later) == shape(story.table)


@pytest.mark.parametrize("name", GAMES)
def test_a_moment_stays_as_it_was_and_leads_to_the_next(name: str) -> None:
    story, chance = people_at(name), random.Random(4)
    kept = []
    while story.table.phase == "playing":
        moment = story.move(chance.choice(story.moves()))
        assert moment.state == story.table.match.state  # type: ignore[union-attr]
        kept.append((moment, moment.state.to_bytes(), moment.seats, len(story.table.lines)))
    for moment, state, seats, lines in kept:
        assert moment.state.to_bytes() == state and moment.seats == seats and moment.line_count == lines
    told = [line for moment, *_ in kept for line in moment.lines]
    assert story.table.lines[-len(told) :] == told
    assert len(story.table.moments) == KEPT and story.table.moments[-1].phase == "over"


def test_the_deal_is_told_shot_by_shot_too() -> None:
    for name in GAMES:
        story = people_at(name)
        moment = story.table.moments[-1]
        assert moment.content == Began()
        assert [step.event for step in moment.steps] == list(moment.lines[1:]) == story.table.match.events  # type: ignore[union-attr]
        assert all(game(name).view(step.state, 0)["legal"] == [] for step in moment.steps)


def test_entries_come_in_order() -> None:
    story = Story()
    for version in (1, 2, 4):
        with pytest.raises(ValueError, match="cannot follow"):
            story.table.apply(Entry(version, 0, None, Began()))


@settings(max_examples=30)
@given(seed=some.integers(0, 2**32))
def test_commands_are_read_as_they_were_written(seed: int) -> None:
    story = people_at(secret=secret_of(seed)).play(random.Random(seed), 20)
    assert [decode(encode(entry.content)) for entry in story.log] == [entry.content for entry in story.log]
