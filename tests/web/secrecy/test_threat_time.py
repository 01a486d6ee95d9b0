"""Nobody wins on time by asking often, stalls a game, or makes a log that nobody can load (threats 16 and 20)."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.guests import GENEROUS, Guest, move, playing, running
from web.table.stories import ANN, BOB, CYD, DEE, Story, people_at, table_settings

from intrigue.web.config import RATES, Rate
from intrigue.web.table import log_entries, requests
from intrigue.web.table.decide import LONGEST_LOG
from intrigue.web.table.errors import Denied
from intrigue.web.table.settings import Clock
from intrigue.web.table.table import hand_over

LIVE = Clock("live", 60)
STANDING = 1_000_000


def refusal(story: Story, person: int, request: requests.AnyRequest) -> str:
    with pytest.raises(Denied) as refused:
        story.table.answer(request, person, story.now)
    return refused.value.key


def lapse(story: Story) -> None:
    story.wait(story.table.left(story.now))
    story.write(story.table.lapse(story.now), None)


# Stalling


def test_whoever_lets_a_clock_run_out_twice_waits_for_the_bot() -> None:
    """Coming back again and again before the bot has moved would hold everybody up for ever."""
    story = people_at(clock=LIVE)
    seat, person = story.acting, story.holder
    lapse(story)
    story.ask(person, requests.Return(seat))
    assert story.table.left(story.now) == 15_000
    lapse(story)
    assert refusal(story, person, requests.Return(seat)) == "refused.too_late"
    assert refusal(story, person, requests.Vote(seat, True)) == "refused.too_late"
    assert hand_over(story.table, seat, DEE) == [log_entries.HandedOver(seat, DEE)]
    assert story.table.answer(requests.Move(seat, story.moves()[0]), person, story.now)  # a move holds nobody up
    story.move(story.moves()[0])
    story.ask(person, requests.Return(seat))


def test_sitting_down_anew_does_not_wind_the_clock() -> None:
    story = people_at(clock=LIVE)
    seat, person = story.acting, story.holder
    story.wait(50_000)
    story.ask(person, requests.Rise(seat))
    story.ask(person, requests.Sit(seat, "Back"))
    assert story.table.left(story.now) == 15_000
    story.wait(10_000)
    story.ask(person, requests.Rise(seat))
    for one in (person, DEE):  # nor for somebody with a second cookie
        assert refusal(story, one, requests.Sit(seat, "Again")) == "refused.too_late"
    story.move(story.moves()[0])
    story.ask(person, requests.Sit(seat, "Back"))


def test_giving_up_and_sitting_down_anew_does_not_either() -> None:
    story = people_at(clock=LIVE)
    seat, person = story.acting, story.holder
    story.ask(person, requests.Resign(seat))
    story.ask(person, requests.Rise(seat))
    assert refusal(story, person, requests.Sit(seat, "Back")) == "refused.resigned"


def test_who_takes_the_seat_of_a_bot_has_the_whole_clock_once() -> None:
    story = Story(table_settings(clock=LIVE)).seat_all()
    story.ask(ANN, requests.Rise(1))
    story.ask(BOB, requests.Fill(1, "page"))
    story.begin()
    while story.acting != 1:
        story.move(story.moves()[0])
    story.wait(500)
    story.ask(DEE, requests.Sit(1, "Dee"))
    assert story.table.left(story.now) == 60_000
    story.ask(DEE, requests.Rise(1))
    story.ask(DEE, requests.Sit(1, "Dee"))
    assert story.table.left(story.now) == 15_000


@pytest.mark.parametrize("clock", [Clock(), Clock("friendly", 60)])
def test_without_a_clock_that_lapses_nobody_is_late(clock: Clock) -> None:
    story = people_at(clock=clock)
    seat, person = story.acting, story.holder
    for _ in range(3):
        story.ask(person, requests.Rise(seat))
        story.ask(person, requests.Sit(seat, "Back"))


# A log without end


def test_a_log_has_an_end_and_the_game_goes_on_to_its_own() -> None:
    story = people_at()
    names = [requests.Rename(1, "Ann"), requests.Rename(1, "Zoe")]
    story.write([log_entries.Renamed(1, names[n % 2].name) for n in range(LONGEST_LOG - story.table.version)], ANN)
    for person, request in (
        (ANN, names[0]),
        (ANN, requests.Vote(1, True)),
        (DEE, requests.Sit(1, "Dee")),
        (ANN, requests.TakeBack(1)),
    ):
        assert refusal(story, person, request) == "refused.log_full"
    story.move(story.moves()[0])
    assert story.ask(BOB, requests.Resign(2)) and story.ask(CYD, requests.Rise(3))
    while story.table.phase == "playing":
        story.move(story.moves()[0])
    assert story.table.phase == "over" and story.table.version < LONGEST_LOG + 500


# Limits that others could use up


def flood(guest: Guest, table: str) -> list[int]:
    sent = {"key": guest.site.key(), "expected": 0, "request": {"do": "takeback", "seat": 1}}
    return [guest.post(f"/t/{table}/do", sent).status_code for _ in range(6)]


def test_strangers_cannot_use_up_the_moves_of_those_who_play(tmp_path: Path) -> None:
    with running(tmp_path, now=lambda: STANDING, rates=GENEROUS | {"move": Rate(3, 60)}) as site:
        table, guests = playing(site)
        assert 429 in flood(site.guest(), table)
        assert flood(site.guest(), table)[-1] == 429, "strangers are counted together"
        assert move(site, table, guests).status_code == 200
        acting = site.inside(lambda: site.parts.tables.get(table)).to_act or 0
        assert 429 in flood(guests[acting % 3], table)
        assert move(site, table, guests).status_code == 200


def test_strangers_cannot_silence_those_who_play(tmp_path: Path) -> None:
    with running(tmp_path, now=lambda: STANDING, rates=GENEROUS | {"talk": Rate(3, 60)}) as site:
        table, guests = playing(site)

        def say(guest: Guest) -> int:
            return guest.post(f"/t/{table}/say", {"key": site.key(), "kind": "text", "text": "hm"}).status_code

        assert [say(site.guest()) for _ in range(5)] == [200] * 3 + [429] * 2
        assert say(guests[0]) == say(guests[1]) == 200


def test_what_is_dear_is_counted_by_address(tmp_path: Path) -> None:
    """Seats, votes and take-backs make versions that everybody loads; moves are bounded by the game."""
    with running(tmp_path, now=lambda: STANDING, rates=GENEROUS | {"deed": Rate(8, 60)}) as site:
        table, guests = playing(site)  # two sat down, three said ready
        votes = [guests[0].ask(table, do="vote", seat=1, end=n % 2 == 0).status_code for n in range(5)]
        assert votes == [200, 200, 200, 429, 429]
        assert move(site, table, guests).status_code == 200


def test_take_backs_are_dearer(tmp_path: Path) -> None:
    with running(tmp_path, now=lambda: STANDING, rates=GENEROUS | {"take-back": Rate(2, 60)}) as site:
        table, guests = playing(site)
        found = []
        for _ in range(3):
            acting = site.inside(lambda: site.parts.tables.get(table)).to_act or 0
            assert move(site, table, guests).status_code == 200
            found.append(guests[acting - 1].ask(table, do="takeback", seat=acting).status_code)
        assert found == [200, 200, 429]


def test_codes_cannot_be_blocked_by_one_who_tries_wrong_ones() -> None:
    assert RATES["tries"].burst >= 20 * RATES["try"].burst, "one address must not use up a table's tries"
    assert RATES["tries"].burst / 31**8 < 1e-6
