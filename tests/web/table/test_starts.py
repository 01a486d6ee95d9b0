"""Tables that begin in the middle of a game: what-if, sandbox and lessons."""

from __future__ import annotations

import random

import pytest
from web import viewing
from web.table.stories import ANN, GAMES, SECRET, Story, table_settings

from intrigue.engine.errors import BadLine
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import game
from intrigue.web.table import requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import Began, Entry
from intrigue.web.table.opening import table_from_start
from intrigue.web.table.table import Table, move_by, rematch
from intrigue.web.view.scene import Viewer


def middle(name: str, moves: int = 25, seed: int = 3) -> Match:
    """A game after some moves at random."""
    match, chance = Match.new(game(name), 3, seed=seed), random.Random(seed)
    for _ in range(moves):
        match.play(chance.choice(match.moves()))
    return match


def begin_from(match: Match, seat: int) -> Story:
    """A table that goes on from there, Ann in one seat."""
    story = Story()
    story.table, story.log = Table(story.table.id, SECRET), []
    contents = table_from_start(str(match.record), "what-if", table_settings(), ANN, "Ann", seat, SECRET)
    assert isinstance(contents[-1], Began)
    story.write(contents, ANN)
    return story


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_on_from_that_very_position(name: str) -> None:
    match = middle(name)
    seat = match.to_act or 0
    table = begin_from(match, seat).table
    assert table.match is not None
    assert table.match.position == match.position and table.to_act == seat and table.driver(seat) == "person"
    assert (table.settings.game, table.settings.edition, table.settings.players) == (name, match.edition, 3)
    assert [table.driver(number) for number in (1, 2, 3) if number != seat] == ["bot", "bot"]
    assert [line for line in table.lines if hasattr(line, "values")][-1].values == match.events[-1].values


@pytest.mark.parametrize("name", GAMES)
def test_only_what_was_played_here_is_taken_back(name: str) -> None:
    match = middle(name)
    story = begin_from(match, match.to_act or 0)
    table = story.table
    assert table.taker is None, "the moves of the start are nobody's to take back"
    for move in list(story.moves()):
        position = table.match.position if table.match else None
        story.write(move_by(table, match.to_act or 0, move, "person"), ANN)
        if table.taker is None:
            break
        story.ask(ANN, requests.TakeBack(match.to_act or 0))
        assert table.match and table.match.position == position
    again = Table.of(table.id, SECRET, story.log)
    assert again.match and table.match and again.match.position == table.match.position
    assert again.lines == table.lines


def test_nobody_is_shown_the_start() -> None:
    match = middle("oriflamme")
    story = begin_from(match, 1)
    scene = viewing.scene(story.table, Viewer(1, (1,)))
    assert scene.origin == "what-if" and scene.commitment == ""
    assert "start" not in scene.__dict__ and str(match.record) not in repr(scene)


def test_its_record_is_the_whole_game_without_a_proof() -> None:
    match = middle("richelieu")
    story = begin_from(match, 1)
    story.table.phase = "aborted"
    record = Record.parse(story.table.record_text())
    assert record.moves == match.record.moves and "#" not in story.table.record_text()
    assert Match.load(match.game, record).position == match.position


def test_once_more_is_the_same_seat_and_the_same_start() -> None:
    match = middle("ablaze")
    story = begin_from(match, 2)
    story.table.phase = "over"
    again = Table.of("other", SECRET, [Entry(n, 1, ANN, c) for n, c in enumerate(rematch(story.table, ANN, SECRET), 1)])
    assert again.seats_of(ANN) == (2,) and again.match and again.match.position == match.position


def test_a_start_that_cannot_be_is_refused_with_what_is_wrong() -> None:
    def refusal_key(start: str) -> str:
        with pytest.raises((Denied, BadLine)) as fault:
            table_from_start(start, "sandbox", table_settings(), ANN, "Ann", 1, SECRET)
        return fault.value.key

    match = middle("oriflamme")
    while not match.over:
        match.play(match.moves()[0])
    assert refusal_key(str(match.record)) == "refused.start_over"
    assert refusal_key("x" * 70_000) == "refused.start_long"
    assert refusal_key("Game: chess\nPlayers: 2\n\n") == "error.no_game"
    assert refusal_key(str(middle("oriflamme", 2).record) + "castle\n") == "error.illegal_move"
