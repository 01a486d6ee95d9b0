"""How a game ended for every seat, and which games count."""

from __future__ import annotations

import random

from web.table.stories import GAMES, SECRET, Story, people_at, secret_of, table_settings

import intrigue
from intrigue.web.table import requests
from intrigue.web.table.log_entries import Entry
from intrigue.web.table.opening import table_from_start
from intrigue.web.table.results import outcome
from intrigue.web.table.table import Table, move_by


def test_every_seat_has_its_points_and_its_place() -> None:
    for number, game in enumerate(GAMES):
        story = people_at(game, secret_of(number))
        assert outcome(story.table) == []
        story.play(random.Random(number))
        found, match = outcome(story.table), story.table.match
        assert match and [one["points"] for one in found] == match.scores
        assert [one["seat"] for one in found if one["place"] == 1] == match.winners
        assert all(one["place"] > len(match.winners or []) for one in found if one["place"] != 1)
        assert {one["ended"] for one in found} == {story.log[-1].at}
        assert [one["person"] for one in found] == [seat.person for seat in story.table.seats]


def test_bots_are_told_by_their_level_and_whoever_resigned_as_such() -> None:
    story = Story(table_settings(), "squire").begin().play(random.Random(1))
    assert [one["level"] for one in outcome(story.table)] == ["", "squire", "squire"]
    story = people_at()
    story.ask(11, requests.Resign(1))
    story.play(random.Random(2))
    assert [one["resigned"] for one in outcome(story.table)] == [True, False, False]


def test_a_game_that_was_ended_early_counts_for_nobody() -> None:
    story = people_at().play(random.Random(3), 5)
    for seat, person in ((1, 11), (2, 22), (3, 33)):
        story.ask(person, requests.Vote(seat, True))
    assert story.table.phase == "aborted" and outcome(story.table) == []


def test_a_game_that_began_in_the_middle_counts_for_nobody() -> None:
    start = str(intrigue.new("oriflamme", players=3, seed=4).record)
    made = table_from_start(start, "what-if", table_settings(), 11, "Ann", 1, SECRET)
    table = Table.of("k3v9q0ab2c", SECRET, [Entry(n, n, 11, content) for n, content in enumerate(made, 1)])
    chance = random.Random(4)
    while table.to_act is not None and table.match is not None:
        move = move_by(table, table.to_act, chance.choice(table.match.moves()), "bot")
        for content in move:
            table.apply(Entry(table.version + 1, table.version + 1, None, content))
    assert table.phase == "over" and outcome(table) == []
