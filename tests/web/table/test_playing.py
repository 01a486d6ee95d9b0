"""In the game: who may move, leave, resign, vote, come back and hand over; what clocks do; how a rematch begins."""

from __future__ import annotations

import random

import pytest
from web.table.stories import ANN, BOB, CYD, DEE, EVE, GAMES, SECRET, Story, people_at, table_settings
from web.table.test_lobby import refusal_key

from intrigue.web.table import clocks, log_entries, requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import Entry
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.settings import Clock
from intrigue.web.table.table import Table, follow, hand_over, move_by, rematch

MADE_UP = "place archer on 9"


class Unread:
    """A match that must not be looked at."""

    def __getattr__(self, name: str) -> None:
        raise AssertionError(f"somebody looked at {name} of the position")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_among_people_comes_to_its_end(game: str) -> None:
    story = people_at(game).play(random.Random(1))
    assert story.table.phase == "over" and story.table.to_act is None
    assert story.table.match is not None and story.table.match.winners
    assert refusal_key(story, ANN, requests.Move(1, "wait")) == "refused.ended"


def test_strangers_and_others_are_refused_before_anybody_looks_at_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    story = people_at()
    monkeypatch.setattr(story.table, "match", Unread())
    for move in (MADE_UP, "place archer first", "x" * 80):
        assert refusal_key(story, DEE, requests.Move(1, move)) == "refused.stranger"
        assert refusal_key(story, BOB, requests.Move(1, move)) == "refused.not_your_seat"
        assert refusal_key(story, DEE, requests.Move(4, move)) == "refused.no_seat"


def test_only_the_seat_that_is_asked_moves() -> None:
    story = people_at()
    other = story.acting % 3 + 1
    person = story.table.seat(other).person
    assert person is not None
    assert refusal_key(story, person, requests.Move(other, story.moves()[0])) == "refused.not_your_turn"


def test_an_illegal_move_is_refused_without_the_legal_ones() -> None:
    story = people_at()
    with pytest.raises(Denied) as fault:
        story.ask(story.holder, requests.Move(story.acting, MADE_UP))
    assert fault.value.key == "refused.illegal_move" and MADE_UP in str(fault.value)
    assert not any(move in str(fault.value) for move in story.moves())
    with pytest.raises(Denied) as fault:
        story.ask(story.holder, requests.Move(story.acting, "x" * 80))
    assert len(str(fault.value)) < 150


def test_nothing_of_the_lobby_works_after_the_deal() -> None:
    story = people_at()
    for request in (requests.Empty(2), requests.ChangeSettings(table_settings()), requests.Close()):
        assert refusal_key(story, ANN, request) == "refused.after_deal"


def test_nothing_of_the_game_works_before_the_deal() -> None:
    story = Story().seat_all()
    asked = [requests.Move(1, "wait"), requests.TakeBack(1), requests.Resign(1), requests.Vote(1, True)]
    for request in [*asked, requests.Return(1)]:
        assert refusal_key(story, ANN, request) == "refused.before_deal"


# Leaving


def test_whoever_leaves_a_running_game_is_followed_by_a_bot() -> None:
    story = people_at(level="count")
    assert story.ask(BOB, requests.Rise(2)) == [log_entries.Rose(2)]
    seat = story.table.seat(2)
    assert seat.person is None and seat.level == "count" and story.table.driver(2) == "bot"
    story.ask(CYD, requests.Rise(3))
    assert story.ask(ANN, requests.Rise(1)) == [log_entries.Rose(1), log_entries.Ended("deserted")]
    assert story.table.phase == "aborted" and story.table.why == "deserted"


def test_somebody_else_can_take_the_seat_of_a_bot_but_nobody_who_has_seen_other_cards() -> None:
    story = people_at()
    story.ask(BOB, requests.Rise(2))
    assert refusal_key(story, ANN, requests.Sit(2, "Ann")) == "refused.knows_too_much"
    story.ask(CYD, requests.Rise(3))
    assert refusal_key(story, BOB, requests.Sit(3, "Bob")) == "refused.knows_too_much"
    story.ask(BOB, requests.Sit(2, "Bob"))  # back in the own seat
    story.ask(DEE, requests.Sit(3, "Dee"))
    assert [seat.person for seat in story.table.seats] == [ANN, BOB, DEE]
    story.ask(DEE, requests.Rise(3))
    story.ask(CYD, requests.Sit(3, "Cyd"))
    assert story.table.driver(3) == "person"


def test_who_had_another_seat_before_the_deal_has_seen_nothing() -> None:
    story = Story().seat_all()
    story.ask(BOB, requests.Rise(2))
    story.ask(DEE, requests.Sit(2, "Dee"))
    story.begin()
    story.ask(CYD, requests.Rise(3))
    story.ask(BOB, requests.Sit(3, "Bob"))
    assert story.table.seat(3).person == BOB


def test_the_host_chooses_another_level_for_a_bot() -> None:
    story = Story(fill="page").begin()
    story.ask(ANN, requests.Fill(2, "duke"))
    assert story.table.seat(2).level == "duke"
    assert story.ask(ANN, requests.Fill(2, "duke")) == [], "it is one"
    assert refusal_key(story, DEE, requests.Fill(2, "page")) == "refused.host_only"
    assert refusal_key(story, ANN, requests.Fill(1, "page")) == "refused.taken"


def test_after_resigning_a_bot_plays_to_the_end() -> None:
    story = people_at()
    assert story.ask(BOB, requests.Resign(2)) == [log_entries.Resigned(2)]
    assert story.table.driver(2) == "bot" and story.table.seat(2).person == BOB
    asked = [requests.Resign(2), requests.Return(2), requests.Vote(2, True), requests.Move(2, "wait")]
    for request in asked:
        assert refusal_key(story, BOB, request) == "refused.resigned"
    assert refusal_key(story, DEE, requests.Sit(2, "Dee")) == "refused.taken"
    story.ask(CYD, requests.Resign(3))
    assert story.ask(ANN, requests.Resign(1)) == [log_entries.Resigned(1), log_entries.Ended("deserted")]


def test_who_resigned_does_not_come_back_by_rising_and_sitting_down_again() -> None:
    story = people_at()
    story.ask(BOB, requests.Resign(2))
    story.ask(BOB, requests.Rise(2))
    assert refusal_key(story, BOB, requests.Sit(2, "Bob")) == "refused.resigned"
    story.ask(DEE, requests.Sit(2, "Dee"))
    assert story.table.driver(2) == "person", "somebody else may play for the bot"
    story.ask(DEE, requests.Rise(2))
    assert story.ask(DEE, requests.Sit(2, "Dee")) and story.table.driver(2) == "person"


def test_another_device_of_who_resigned_does_not_come_back_either() -> None:
    story = people_at()
    story.ask(BOB, requests.Resign(2))
    story.write(hand_over(story.table, 2, EVE), EVE)
    story.ask(EVE, requests.Rise(2))
    for person in (BOB, EVE):
        assert refusal_key(story, person, requests.Sit(2, "Bob")) == "refused.resigned"


def test_who_resigned_one_hot_seat_may_leave_and_take_the_others() -> None:
    story = Story(table_settings(hot_seat=True)).begin()
    story.ask(ANN, requests.Resign(2))
    for seat in (2, 3):
        story.ask(ANN, requests.Rise(seat))
    assert refusal_key(story, ANN, requests.Sit(2, "Ann")) == "refused.resigned"
    assert story.ask(ANN, requests.Sit(3, "Cyd"))


def test_a_hot_seat_goes_on_while_one_of_its_seats_plays() -> None:
    story = Story(table_settings(hot_seat=True)).begin()
    assert story.ask(ANN, requests.Resign(2)) == [log_entries.Resigned(2)]
    story.ask(ANN, requests.Resign(1))
    assert story.ask(ANN, requests.Resign(3))[-1] == log_entries.Ended("deserted")


def test_a_game_ends_when_everybody_votes_for_it() -> None:
    story = people_at()
    assert story.ask(ANN, requests.Vote(1, True)) == [log_entries.Voted(1, True)]
    assert refusal_key(story, ANN, requests.Vote(1, True)) == "refused.voted"
    story.ask(ANN, requests.Vote(1, False))
    story.ask(BOB, requests.Vote(2, True))
    story.ask(CYD, requests.Vote(3, True))
    assert story.ask(ANN, requests.Vote(1, True)) == [log_entries.Voted(1, True), log_entries.Ended("consent")]
    assert story.table.phase == "aborted" and story.table.why == "consent"


def test_who_plays_alone_agrees_with_nobody() -> None:
    story = Story(fill="page").begin()
    assert story.ask(ANN, requests.Vote(1, True)) == [log_entries.Voted(1, True), log_entries.Ended("consent")]
    assert story.table.why == "alone"
    assert story.table.lines[-1] == TableNotice("ended", {"seat": 1, "name": "Ann", "why": "alone"})
    assert not any(isinstance(line, TableNotice) and line.name == "voted" for line in story.table.lines)


def test_whoever_passes_a_device_round_agrees() -> None:
    story = Story(table_settings(hot_seat=True)).begin()
    for seat in (1, 2, 3):
        story.ask(ANN, requests.Vote(seat, True))
    assert story.table.why == "consent"


def test_if_the_only_one_against_ending_leaves_the_game_ends() -> None:
    story = people_at()
    story.ask(ANN, requests.Vote(1, True))
    story.ask(BOB, requests.Vote(2, True))
    assert story.ask(CYD, requests.Rise(3)) == [log_entries.Rose(3), log_entries.Ended("consent")]


# Clocks


def test_when_a_live_clock_runs_out_a_bot_plays_until_the_person_returns() -> None:
    story = people_at(clock=Clock("live", 60), level="page")
    seat, person = story.acting, story.holder
    assert story.table.deadline() == story.now + 60_000 and story.table.warning() == story.now + 45_000
    story.wait(59_999)
    assert story.table.lapse(story.now) == [] and story.table.left(story.now) == 1
    story.wait(1)
    lapsed = story.table.lapse(story.now)
    assert lapsed == [log_entries.Lapsed(seat)] and story.table.left(story.now) == 0
    story.write(lapsed, None)
    assert story.table.driver(seat) == "bot" and story.table.seat(seat).away and story.table.deadline() is None
    assert story.table.lapse(story.now + 10**9) == []
    assert refusal_key(story, person, requests.Resign(seat % 3 + 1)) == "refused.not_your_seat"
    story.write(move_by(story.table, seat, story.moves()[0], "bot"), None)
    story.ask(person, requests.Return(seat))
    assert story.table.driver(seat) == "person"
    assert refusal_key(story, person, requests.Return(seat)) == "refused.not_away"


def test_who_moves_has_returned() -> None:
    story = people_at(clock=Clock("days", 86_400))
    seat, person, move = story.acting, story.holder, story.moves()[0]
    story.wait(86_400_000)
    story.write(story.table.lapse(story.now), None)
    assert story.ask(person, requests.Move(seat, move)) == [log_entries.Returned(seat), log_entries.Moved(seat, move)]


def test_who_comes_back_before_the_bot_moved_has_a_quarter_left_and_only_once() -> None:
    story = people_at(clock=Clock("live", 60))
    seat, person = story.acting, story.holder
    for late in (False, True):
        story.wait(story.table.left(story.now))
        story.write(story.table.lapse(story.now), None)
        story.wait(500)
        if late:
            assert refusal_key(story, person, requests.Return(seat)) == "refused.too_late"
        else:
            story.ask(person, requests.Return(seat))
            assert story.table.left(story.now) == 15_000
    story.move(story.moves()[0])
    assert story.table.left(story.now) == 60_000


def test_who_comes_back_later_has_all_the_time() -> None:
    story = people_at(clock=Clock("live", 60))
    seat, person = story.acting, story.holder
    story.wait(60_000)
    story.write(story.table.lapse(story.now), None)
    while story.acting != seat or story.table.moves == 0:
        story.move(story.moves()[0])
    story.ask(person, requests.Return(seat))
    assert story.table.left(story.now) == 60_000 and story.table.driver(seat) == "person"
    story.move(story.moves()[0])
    assert story.table.left(story.now) == 60_000


@pytest.mark.parametrize("clock", [Clock("none", 0), Clock("friendly", 60)], ids=["no clock", "friendly"])
def test_whoever_keeps_the_others_waiting_is_played_for_by_a_bot_until_they_return(clock: Clock) -> None:
    story = people_at(clock=clock)
    late, gone = story.acting, story.holder
    other = next(seat for seat in story.table.seats if seat.number != late)
    assert other.person is not None
    ask = requests.StandIn(other.number)
    story.wait(clocks.PATIENCE - 1)
    assert refusal_key(story, other.person, ask) == "refused.patience"
    assert refusal_key(story, gone, requests.StandIn(late)) == "refused.nobody_late"
    assert refusal_key(story, EVE, ask) == "refused.stranger"
    story.wait(1)
    assert story.ask(other.person, ask) == [log_entries.Lapsed(late, by=other.number)]
    assert story.table.driver(late) == "bot" and story.table.lines[-1].values["by"] == other.name
    assert refusal_key(story, other.person, ask) == "refused.nobody_late"
    story.ask(gone, requests.Return(late))
    assert story.table.driver(late) == "person"
    assert refusal_key(story, other.person, ask) == "refused.patience"
    assert story.again().seats == story.table.seats


def test_a_friendly_clock_that_gives_longer_is_waited_for() -> None:
    story = people_at(clock=Clock("friendly", 600))
    late = story.acting
    other = next(seat for seat in story.table.seats if seat.number != late)
    assert other.person is not None
    story.wait(600_000 - 1)
    assert refusal_key(story, other.person, requests.StandIn(other.number)) == "refused.patience"
    story.wait(1)
    assert story.ask(other.person, requests.StandIn(other.number)) == [log_entries.Lapsed(late, by=other.number)]


def test_while_the_server_is_away_nobody_keeps_the_others_waiting() -> None:
    story = people_at(clock=Clock("none", 0))
    other = next(seat for seat in story.table.seats if seat.number != story.acting)
    ask, away = requests.StandIn(other.number), [(story.now + 1_000, story.now + 1_000 + clocks.PATIENCE)]
    end = story.now + 2 * clocks.PATIENCE
    with pytest.raises(Denied):
        story.table.answer(ask, other.person, end - 1, away)
    assert story.table.answer(ask, other.person, end, away)


def test_where_a_clock_runs_out_nobody_else_decides_who_is_late() -> None:
    story = people_at(clock=Clock("live", 600))
    other = next(seat for seat in story.table.seats if seat.number != story.acting)
    assert other.person is not None
    story.wait(clocks.PATIENCE)
    assert refusal_key(story, other.person, requests.StandIn(other.number)) == "refused.clock_decides"


def test_two_who_are_left_end_the_game_without_who_is_gone() -> None:
    story = people_at(clock=Clock("none", 0))
    late = story.acting
    staying = [seat for seat in story.table.seats if seat.number != late]
    people = [seat.person for seat in staying if seat.person is not None]
    for seat, person in zip(staying, people, strict=True):
        story.ask(person, requests.Vote(seat.number, True))
    assert story.table.phase == "playing"
    story.wait(clocks.PATIENCE)
    assert story.ask(people[0], requests.StandIn(staying[0].number))[-1] == log_entries.Ended("consent")
    assert story.table.phase == "aborted"


def test_who_is_away_is_not_waited_for_in_a_vote() -> None:
    story = people_at(clock=Clock("live", 60))
    seat = story.acting
    story.wait(60_000)
    story.write(story.table.lapse(story.now), None)
    others = [one for one in (1, 2, 3) if one != seat]
    people = {1: ANN, 2: BOB, 3: CYD}
    story.ask(people[others[0]], requests.Vote(others[0], True))
    assert story.ask(people[others[1]], requests.Vote(others[1], True))[-1] == log_entries.Ended("consent")


@pytest.mark.parametrize("clock", [Clock(), Clock("friendly", 30)])
def test_friendly_clocks_never_let_a_bot_play(clock: Clock) -> None:
    story = people_at(clock=clock)
    story.wait(10**9)
    assert story.table.lapse(story.now) == [] and story.table.due() is None
    assert (story.table.deadline() is None) == (clock.kind == "none")


def test_the_clock_stands_still_while_the_server_is_away() -> None:
    story = people_at(clock=Clock("live", 60))
    began = story.now
    away = [(began - 5_000, began + 2_000), (began + 10_000, began + 40_000)]
    assert story.table.deadline(away) == began + 92_000
    assert story.table.lapse(began + 91_999, away) == []
    assert story.table.left(began + 50_000, away) == 42_000


def test_a_bot_that_is_to_act_is_due_after_its_delay() -> None:
    story = Story(fill="page").begin()
    while story.table.driver(story.acting) == "person":
        story.move(story.moves()[0])
    due = story.table.due()
    assert due is not None and 700 <= due - story.now <= 1600


# Other devices


def test_another_device_takes_a_seat_over() -> None:
    story = people_at()
    assert hand_over(story.table, 1, DEE) == [log_entries.HandedOver(1, DEE)]
    story.write(hand_over(story.table, 1, DEE), DEE)
    assert story.table.seats_of(DEE) == (1,) and story.table.seats_of(ANN) == ()
    assert story.table.host == DEE and story.table.seat(1).name == "Ann"
    story.ask(BOB, requests.Rise(2))
    assert refusal_key(story, ANN, requests.Sit(2, "Ann")) == "refused.knows_too_much"


def test_a_code_leads_nobody_to_a_second_seat() -> None:
    story = people_at()
    for seat, person, key in ((1, BOB, "knows_too_much"), (1, ANN, "already_yours")):
        with pytest.raises(Denied) as fault:
            hand_over(story.table, seat, person)
        assert fault.value.key == f"refused.{key}"
    story.ask(BOB, requests.Rise(2))
    with pytest.raises(Denied) as fault:
        hand_over(story.table, 2, DEE)
    assert fault.value.key == "refused.code_void"
    with pytest.raises(Denied) as fault:
        hand_over(story.table, 3, BOB)
    assert fault.value.key == "refused.knows_too_much"


def test_who_takes_over_has_returned_and_a_hot_seat_goes_as_a_whole() -> None:
    story = people_at(clock=Clock("live", 60))
    seat = story.acting
    story.wait(60_000)
    story.write(story.table.lapse(story.now), None)
    assert hand_over(story.table, seat, DEE) == [log_entries.HandedOver(seat, DEE), log_entries.Returned(seat)]
    hot = Story(table_settings(hot_seat=True)).begin()
    hot.write(hand_over(hot.table, 2, DEE), DEE)
    assert hot.table.seats_of(DEE) == (1, 2, 3)


# Rematch


def test_a_rematch_rotates_people_and_bots() -> None:
    story = Story()
    story.ask(BOB, requests.Sit(2, "Bob"))
    story.ask(ANN, requests.Fill(3, "duke"))
    story.begin()
    with pytest.raises(Denied):
        rematch(story.table, ANN, SECRET)
    with pytest.raises(Denied):
        follow(story.table, ANN, "next")
    story.play(random.Random(3))
    with pytest.raises(Denied):
        rematch(story.table, CYD, SECRET)
    first = rematch(story.table, BOB, b"x" * 32)
    entries = [Entry(number, 0, BOB, content) for number, content in enumerate(first, start=1)]
    new = Table.of("next", b"x" * 32, entries)
    assert [(seat.person, seat.name, seat.level) for seat in new.seats] == [
        (None, "", "duke"),
        (ANN, "Ann", ""),
        (BOB, "Bob", ""),
    ]
    assert new.host == BOB and new.settings == story.table.settings and new.commitment != story.table.commitment
    assert not any(seat.ready for seat in new.seats)
    story.write(follow(story.table, BOB, "next"), BOB)
    assert story.table.next_table == "next"
    with pytest.raises(Denied):
        follow(story.table, ANN, "other")
