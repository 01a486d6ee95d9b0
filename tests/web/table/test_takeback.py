"""Taking back: the own last move, while nobody else acted; never across information, never with other chances."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from web.table.knowledge import Facts, facts
from web.table.stories import ANN, GAMES, PEOPLE, Story, people_at, secret_of, table_settings
from web.table.test_lobby import refusal_key

from intrigue.engine.match import Match
from intrigue.games import game
from intrigue.games.oriflamme import hidden as in_row
from intrigue.games.richelieu import hidden as at_court
from intrigue.web.table import decide, log_entries, requests
from intrigue.web.table.settings import Clock
from intrigue.web.table.table import Table, move_by


def known_facts(table: Table) -> list[Facts]:
    """What the spectator and every seat know."""
    assert table.match is not None
    return [facts(table.match.view(seat)) for seat in range(len(table.seats) + 1)]


def test_a_placement_can_be_taken_back_and_made_anew() -> None:
    story = people_at()
    seat, person = story.acting, story.holder
    views = [story.table.match.view(one) for one in range(4)]  # type: ignore[union-attr]
    story.move("place archer first" if "place archer first" in story.moves() else story.moves()[0])
    assert story.table.can_take_back(seat) and not story.table.can_take_back(story.acting)
    version = story.table.version
    assert story.ask(person, requests.TakeBack(seat)) == [log_entries.TookBack(seat, 0)]
    assert story.table.version == version + 1
    assert story.acting == seat and story.table.moves == 0 and story.table.things == {"row": []}
    assert [story.table.match.view(one) for one in range(4)] == views  # type: ignore[union-attr]
    assert refusal_key(story, person, requests.TakeBack(seat)) == "refused.no_take_back"
    story.move(story.moves()[-1])
    assert story.table.things == {"row": [[1]]}


def test_nothing_is_taken_back_after_somebody_else_acted_even_if_they_take_it_back() -> None:
    story = people_at()
    first, person = story.acting, story.holder
    story.move(story.moves()[0])
    second, other = story.acting, story.holder
    story.move(story.moves()[0])
    assert not story.table.can_take_back(first) and story.table.can_take_back(second)
    assert refusal_key(story, person, requests.TakeBack(first)) == "refused.no_take_back"
    story.ask(other, requests.TakeBack(second))
    assert story.table.moves == 1 and not story.table.can_take_back(first)


def test_a_table_takes_back_only_so_often() -> None:
    """Every one is played again by whoever loads the table."""
    story = people_at()
    seat, person = story.acting, story.holder
    for _ in range(decide.MOST_TAKEN_BACK):
        story.move(story.moves()[0])
        story.ask(person, requests.TakeBack(seat))
    story.move(story.moves()[0])
    assert refusal_key(story, person, requests.TakeBack(seat)) == "refused.no_take_back"


def test_a_revealed_card_stays_revealed() -> None:
    story = people_at()
    while "reveal" not in story.moves():
        story.move(story.moves()[0])
    seat = story.acting
    story.move("reveal")
    assert not story.table.can_take_back(seat)


def test_waiting_can_be_taken_back() -> None:
    story = people_at()
    while "wait" not in story.moves():
        story.move(story.moves()[0])
    seat, person = story.acting, story.holder
    story.move("wait")
    assert story.table.can_take_back(seat)
    story.ask(person, requests.TakeBack(seat))
    assert "wait" in story.moves()


def test_an_agent_placed_face_up_stays() -> None:
    story = people_at("richelieu")
    up = down = 0
    for move in story.moves():
        story_ = people_at("richelieu")
        seat = story_.acting
        placed = [step.event.values["agent"] for step in story_.move(move).steps if step.event.name == "agent_placed"]
        for agent in placed:
            assert story_.table.can_take_back(seat) != agent["up"]
            up, down = up + agent["up"], down + (not agent["up"])
    assert up and down


def test_what_a_bot_or_an_order_moved_stands() -> None:
    story = people_at()
    seat = story.acting
    story.write(move_by(story.table, seat, story.moves()[0], "order"), None)
    assert not story.table.can_take_back(seat)


def test_who_resigned_takes_nothing_back() -> None:
    story = people_at()
    seat, person = story.acting, story.holder
    story.move(story.moves()[0])
    story.ask(person, requests.Resign(seat))
    assert not story.table.can_take_back(seat)


def test_the_end_is_the_end() -> None:
    story = people_at().play(random.Random(5))
    assert [seat.number for seat in story.table.seats if story.table.can_take_back(seat.number)] == []


def test_taking_back_gives_no_more_time() -> None:
    story = people_at(clock=Clock("live", 60))
    seat, person = story.acting, story.holder
    story.wait(20_000)
    story.move(story.moves()[0])
    story.wait(5_000)
    story.ask(person, requests.TakeBack(seat))
    assert story.table.left(story.now) == 40_000
    story.wait(10_000)
    story.move(story.moves()[0])
    story.ask(person, requests.TakeBack(seat))
    assert story.table.left(story.now) == 30_000
    away = [(1_000_000, 1_015_000)]  # the server was away for most of the first try
    assert story.table.left(story.now, away) == 45_000


# Properties


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=25)
@given(seed=some.integers(0, 2**32), players=some.integers(0, 2))
def test_whatever_can_be_taken_back_taught_nobody_anything(name: str, seed: int, players: int) -> None:
    chance = random.Random(seed)
    story = people_at(name, secret_of(seed), players=game(name).seats[players])
    could = 0
    while story.table.phase == "playing":
        before, seat = known_facts(story.table), story.acting
        story.move(chance.choice(story.moves()))
        if story.table.can_take_back(seat):
            could += 1
            for viewer, (had, has) in enumerate(zip(before, known_facts(story.table), strict=True)):
                assert has <= had, (viewer, story.table.match.played[-1])  # type: ignore[union-attr]
    assert could


@pytest.mark.parametrize(
    "event", ["card_revealed", "card_turned_up", "card_eliminated", "cards_drawn", "agent_revealed"]
)
def test_the_property_catches_a_revealing_event_that_is_called_quiet(
    event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted fault: the allow-list lets an event through, and everything that comes with it."""
    with_it = {"card_revealed", "card_turned_up", "card_eliminated", "cards_drawn", "agent_revealed", "zone_resolved"}
    with_it |= {"influence_collected", "conspiracy_paid", "influence_thrown_away", "side_won", "player_ranked"}
    with_it |= {"card_won", "card_left", "cardinal_moved", "cardinal_followed", "figure_returned", "agent_placed"}
    name = "richelieu" if event in ("cards_drawn", "agent_revealed") else "oriflamme"
    quiet = (at_court if name == "richelieu" else in_row).QUIET | with_it
    monkeypatch.setattr(type(game(name)), "reveals", lambda self, g, told: told.name not in quiet)
    chance = random.Random(1)
    story, caught = people_at(name), False
    while story.table.phase == "playing" and not caught:
        before, seat = known_facts(story.table), story.acting
        moment = story.move(chance.choice(story.moves()))
        if event in {step.event.name for step in moment.steps} and story.table.can_take_back(seat):
            caught = any(not has <= had for had, has in zip(before, known_facts(story.table), strict=True))
    assert caught


class Undoing(RuleBasedStateMachine):
    """Moves, take-backs and reloads in any order: nobody learns more by them, and no later card changes."""

    name = "oriflamme"

    @initialize(players=some.integers(0, 2), secret=some.binary(min_size=32, max_size=32))
    def deal(self, players: int, secret: bytes) -> None:
        self.story = (
            Story(table_settings(self.name, players=game(self.name).seats[players]), secret=secret).seat_all().begin()
        )
        self.before: list[list[Facts]] = []
        self.deck = self.match.state.to_bytes()

    @property
    def match(self) -> Match:
        assert self.story.table.match is not None
        return self.story.table.match

    def playing(self) -> bool:
        return self.story.table.phase == "playing"

    @precondition(lambda self: self.playing())
    @rule(choice=some.integers(0, 2**16))
    def move(self, choice: int) -> None:
        moves = self.story.moves()
        self.before = [*self.before[: self.story.table.moves], known_facts(self.story.table)]
        self.story.move(moves[choice % len(moves)])

    @precondition(lambda self: self.playing() and self.story.table.taker is not None)
    @rule()
    def take_back(self) -> None:
        table = self.story.table
        seat, learned = table.taker, known_facts(table)
        assert seat is not None
        played = [move for move, _ in self.match.played]
        self.story.ask(PEOPLE[seat - 1], requests.TakeBack(seat))
        assert [move for move, _ in self.match.played] == played[:-1]
        for had, has in zip(known_facts(table), learned, strict=True):
            assert has <= had
        assert known_facts(table) == self.before[table.moves]

    @precondition(lambda self: self.playing() and self.story.table.taker is None)
    @rule(which=some.integers(0, 4))
    def try_to_take_back(self, which: int) -> None:
        seat = which % len(self.story.table.seats) + 1
        assert refusal_key(self.story, PEOPLE[seat - 1], requests.TakeBack(seat)) == "refused.no_take_back"

    @rule()
    def reload(self) -> None:
        self.story.table = self.story.again()

    @invariant()
    def later_cards_are_the_dealt_ones(self) -> None:
        if hasattr(self, "story"):
            fresh = self.story.table.new_match()
            assert fresh.state.to_bytes() == self.deck
            for move, _ in self.match.played:
                fresh.play(move)
            assert fresh.state.to_bytes() == self.match.state.to_bytes()


class UndoingAtCourt(Undoing):
    name = "richelieu"


class UndoingInTheMix(Undoing):
    name = "oriflamme-mix"


for machine in (Undoing, UndoingAtCourt, UndoingInTheMix):
    machine.TestCase.settings = settings(max_examples=15, stateful_step_count=40)
TestUndoing = Undoing.TestCase
TestUndoingAtCourt = UndoingAtCourt.TestCase
TestUndoingInTheMix = UndoingInTheMix.TestCase


def test_the_person_of_a_hot_seat_takes_back_for_the_seat_that_moved() -> None:
    story = Story(table_settings(hot_seat=True)).begin()
    seat = story.acting
    story.move(story.moves()[0])
    assert refusal_key(story, ANN, requests.TakeBack(story.acting)) == "refused.no_take_back"
    story.ask(ANN, requests.TakeBack(seat))
    assert story.acting == seat
