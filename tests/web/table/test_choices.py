"""Who begins and the stall guard as a table chose them: in the deal, its record, a take-back, a rematch."""

from __future__ import annotations

import random

import pytest
from web.table.stories import ANN, BOB, CYD, GAMES, NAMES, SECRET, Story, people_at, table_settings

import intrigue
from intrigue.engine.record import Record
from intrigue.web.table import requests
from intrigue.web.table.fair import verify
from intrigue.web.table.log_entries import Entry, Opened
from intrigue.web.table.opening import rematch, table_from_start
from intrigue.web.table.results import outcome
from intrigue.web.table.table import Table


def keys_of_check(text: str) -> list[str]:
    """What a check of a record says; all of it must fit."""
    found = verify(text)
    assert all(finding.fits for finding in found)
    return [finding.key for finding in found]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_chosen_seat_begins_with_the_cards_of_a_drawn_game(name: str, first: int) -> None:
    drawn, story = people_at(name), people_at(name, first=first)
    assert story.table.match and drawn.table.match and story.table.to_act == first
    marks = {"First": str(first), "First-drawn": "no"}
    assert story.table.match.deal == {**drawn.table.match.deal, **marks}
    assert story.again().match.deal == story.table.match.deal  # type: ignore[union-attr]


@pytest.mark.parametrize("name", GAMES)
def test_the_record_says_so_and_its_deal_can_be_checked(name: str) -> None:
    text = people_at(name, first=2).play(random.Random(3)).table.record_text()
    assert "\nFirst-drawn: no\n" in text and "verify.first" in keys_of_check(text)
    drawn = people_at(name).play(random.Random(3)).table.record_text()
    assert "First-drawn" not in drawn and "verify.first" not in keys_of_check(drawn)


def test_a_record_that_was_given_another_start_does_not_fit() -> None:
    drawn = people_at("richelieu", players=2).play(random.Random(3)).table.record_text()
    first = Record.parse(drawn).headers["First"]
    marked = drawn.replace(f"\nFirst: {first}\n", f"\nFirst: {first}\nFirst-drawn: no\n")
    assert "verify.first" in [finding.key for finding in verify(marked)]  # nobody can tell but those who sat there
    other = drawn.replace(f"\nFirst: {first}\n", f"\nFirst: {3 - int(first)}\n")
    assert "verify.deal.wrong" in [finding.key for finding in verify(other) if not finding.fits]


@pytest.mark.parametrize("guard", [True, False])
def test_the_guard_is_in_the_game_and_in_its_record(guard: bool) -> None:
    story = people_at("richelieu", stall_guard=guard, players=2)
    assert story.table.match and bool(story.table.match.state.guard) is guard
    text = story.play(random.Random(3)).table.record_text()
    assert ("\nStall-guard: off\n" in text) is not guard
    assert "verify.deal" in keys_of_check(text)
    assert intrigue.load(text).over


def test_after_a_take_back_the_same_game_stands() -> None:
    story = people_at("richelieu", stall_guard=False, first=3)
    story.move("income")
    story.ask(CYD, requests.TakeBack(3))
    assert story.table.match and story.table.to_act == 3 and not story.table.match.state.guard


def test_the_place_begins_whoever_came_to_sit_there() -> None:
    story = Story(table_settings("oriflamme", first=2))
    story.ask(BOB, requests.Sit(2, "Bob"))
    story.ask(CYD, requests.Sit(3, "Cyd"))
    story.ask(BOB, requests.Rise(2))
    story.ask(CYD, requests.Rise(3))
    story.ask(CYD, requests.Sit(2, "Cyd"))
    story.ask(BOB, requests.Sit(3, "Bob"))
    assert story.begin().holder == CYD


@pytest.mark.parametrize("name", ["oriflamme", "richelieu"])
def test_in_a_rematch_the_same_place_begins_and_so_somebody_else(name: str) -> None:
    guard = name != "richelieu"
    story = people_at(name, first=2, stall_guard=guard, players=3)
    assert story.holder == BOB
    for person, seat in ((ANN, 1), (BOB, 2), (CYD, 3)):
        story.ask(person, requests.Vote(seat, True))
    made = rematch(story.table, ANN, SECRET)
    again = Story(secret=SECRET)
    again.log, again.table = [], Table("k3v9q0ab2d", SECRET)
    again.write(made, ANN)
    assert (again.table.settings.first, again.table.settings.stall_guard) == (2, guard)
    assert again.begin().acting == 2 and again.holder == ANN
    assert [seat.name for seat in again.table.seats] == [NAMES[2], NAMES[0], NAMES[1]]


def test_a_game_that_was_begun_so_counts_for_people_as_any_other() -> None:
    story = people_at("oriflamme", first=2).play(random.Random(1))
    assert len(outcome(story.table)) == 3


@pytest.mark.parametrize("guard", [True, False])
def test_a_game_that_goes_on_from_a_moment_has_the_guard_of_that_game_and_nothing_to_choose(guard: bool) -> None:
    start = str(intrigue.new("richelieu", 3, seed=4, first=2, guard=guard).record)
    made = table_from_start(
        start, "what-if", table_settings("richelieu", first=3, stall_guard=not guard), ANN, "Ann", 1, SECRET
    )
    opened = made[0]
    assert isinstance(opened, Opened) and (opened.settings.first, opened.settings.stall_guard) == (0, guard)
    table = Table.of("k3v9q0ab2c", SECRET, [Entry(n, n, ANN, content) for n, content in enumerate(made, 1)])
    assert table.to_act == 2 and table.match and bool(table.match.state.guard) is guard
