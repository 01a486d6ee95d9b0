"""Asking teaches nothing: what is refused, and how, and what taking back leads to, follow from public facts and the own
cards (threats 7, 9 and 12)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from web import viewing
from web.secrecy.twins import alike, copy_table, events_heard, go_on, moments, twin_of
from web.table.stories import GAMES, people_at, secret_of
from web.view.worlds import PEOPLE, World

from intrigue.engine.errors import IntrigueError
from intrigue.games import game
from intrigue.locale import words
from intrigue.web.render import frames
from intrigue.web.table import decide, requests
from intrigue.web.table.seats import Seat
from intrigue.web.table.standing_orders import pending_card
from intrigue.web.table.table import Table
from intrigue.web.view.scene import Viewer

STRANGER = 99


def everything(world: World) -> Iterator[requests.AnyRequest]:
    """All that could be asked of a table, and every move that anybody could have in any world."""
    moves = {*world.moves(), "reveal", "wait", "nonsense"}
    state = world.state
    for seed in range(3):
        twin = twin_of(world.table, 0, seed)
        assert twin.match
        moves |= set(twin.match.moves())
    for seat in range(1, state.players + 1):
        yield requests.TakeBack(seat)
        yield requests.Return(seat)
        yield requests.Resign(seat)
        yield requests.Rise(seat)
        yield requests.Vote(seat, True)
        yield requests.StandIn(seat)
        yield requests.Sit(seat, "Eve")
        yield requests.Fill(seat, "page")
        yield requests.Ready(seat, "0" * 32)
        for move in sorted(moves):
            yield requests.Move(seat, move)


def outcome(table: Table, request: requests.AnyRequest, person: int) -> tuple[Any, ...]:
    """What somebody learns from an answer: how many entries, or the sentence of the refusal."""
    try:
        return ("done", len(table.answer(request, person, 0)))
    except IntrigueError as refused:
        return (refused.key, tuple(sorted(refused.values.items())))


@pytest.mark.parametrize(
    ("name", "edition", "players"), [("oriflamme", "fr", 3), ("ablaze", "uk", 3), ("richelieu", "ru", 2)]
)
def test_refusals_are_the_same_in_twin_worlds(name: str, edition: str, players: int) -> None:
    looked = 0
    for world, number in moments(name, edition, players, seed=8, every=5):
        for seat in (0, *range(1, players + 1)):
            person = PEOPLE[seat - 1] if seat else STRANGER
            twin = twin_of(world.table, seat, number)
            for request in everything(world):
                looked += 1
                assert outcome(world.table, request, person) == outcome(twin, request, person), request
    assert looked > 1000


def test_a_refusal_that_looks_at_the_cards_first_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: whether a move is legal is looked at before whose move it is."""
    honest = decide.playing_seat

    def leaky(table: Table, number: int, person: int) -> Seat:
        assert table.match
        if "place archer first" in table.match.choices():
            raise decide.Denied("refused.illegal_move", move="")
        return honest(table, number, person)

    monkeypatch.setattr(decide, "playing_seat", leaky)
    with pytest.raises(AssertionError):
        test_refusals_are_the_same_in_twin_worlds("oriflamme", "fr", 3)


def public_facts(table: Table) -> tuple[Any, ...]:
    """What the server does next by itself, and when."""
    row = {name: value for name, value in table.row().items() if name != "table"}
    return (tuple(row.items()), table.to_act, table.taker, table.sealed, pending_card(table), table.began_at)


@pytest.mark.parametrize(
    ("name", "edition", "players"), [("oriflamme", "fr", 3), ("ablaze", "uk", 4), ("richelieu", "ru", 3)]
)
def test_who_is_asked_and_what_can_be_taken_back_are_the_same_in_twin_worlds(
    name: str, edition: str, players: int
) -> None:
    """The server stops to ask, lets take back and plans what comes next by public facts only."""
    together = 0
    for world, number in moments(name, edition, players, seed=4, every=3):
        viewer = Viewer(number % (players + 1))
        true, twin = copy_table(world.table), twin_of(world.table, viewer.seat, number)
        assert public_facts(true) == public_facts(twin)
        for step in range(4):
            if true.to_act is None:
                break
            move, echo = alike(true, twin, viewer, random.Random(number + step))
            moment, echoed = go_on(true, move), go_on(twin, echo)
            if events_heard(moment, viewer) != events_heard(echoed, viewer):
                break  # a hidden card came to light
            together += 1
            assert public_facts(true) == public_facts(twin)
    assert together > 10


# Taking back, loading anew


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_taking_back_and_loading_anew_change_no_card_that_comes_later(name: str, seed: int) -> None:
    """A game with take-backs and restarts stands where the same moves alone lead, to the last card of the deck."""
    chance = random.Random(seed)
    story = people_at(name, secret_of(seed), players=game(name).seats[0])
    taken = 0
    while story.table.phase == "playing" and story.table.version < 90:
        seat = story.acting
        story.move(chance.choice(story.moves()))
        if story.table.can_take_back(seat) and chance.random() < 0.4:
            person = story.table.seat(seat).person
            assert person
            story.ask(person, requests.TakeBack(seat))
            taken += 1
        if chance.random() < 0.05:
            story.table = story.again()
    straight = people_at(name, secret_of(seed), players=game(name).seats[0])
    assert story.table.match and straight.table.match
    for move, _ in story.table.match.played:
        straight.move(move)
    assert taken > 3 and straight.table.match.state.to_bytes() == story.table.match.state.to_bytes()
    assert straight.table.match.deal == story.table.match.deal
    for viewer in (Viewer(0), Viewer(1, (1,)), Viewer(2, (2,))):
        assert regions(story.table, viewer) == regions(straight.table, viewer)


def regions(table: Table, viewer: Viewer) -> dict[str, str]:
    """What somebody sees of a table now. Versions count take-backs, which everybody saw."""
    made = frames.snapshot(viewing.scene(table, viewer), words("en"))["regions"]
    return {
        name: re.sub(r"data-version=(.)\d+", r"data-version=\1", html)
        for name, html in made.items()
        if name != "result"
    }
