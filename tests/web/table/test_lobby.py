"""Before the deal: opening, sitting, bots, names, settings, ready."""

from __future__ import annotations

from typing import Any

import pytest
from web.table.stories import ANN, BOB, CYD, DEE, EVE, SECRET, Story, table_settings

from intrigue.locale import LANGUAGES
from intrigue.web.table import log_entries, requests
from intrigue.web.table.errors import Denied
from intrigue.web.table.fair import commitment
from intrigue.web.table.seats import check_name
from intrigue.web.table.settings import Clock
from intrigue.web.table.table import new_table

NONCE = "0123456789abcdef" * 2


def refusal_key(story: Story, person: int, request: Any) -> str:
    """The key of the refusal; nothing happened."""
    version = story.table.version
    with pytest.raises(Denied) as fault:
        story.ask(person, request)
    assert story.table.version == version
    for language in LANGUAGES:
        assert "{" not in fault.value.text(language)
    return fault.value.key


def test_the_host_sits_in_the_first_seat_and_the_commitment_is_shown() -> None:
    table = Story().table
    assert table.phase == "gathering" and table.host == ANN and table.version == 2
    assert table.seats_of(ANN) == (1,) and table.seat(1).name == "Ann"
    assert [seat.free for seat in table.seats] == [False, True, True]
    assert table.commitment == commitment(SECRET)


def test_a_quick_game_has_bots_in_all_other_seats_and_begins_when_its_person_is_ready() -> None:
    story = Story(fill="squire")
    assert [seat.level for seat in story.table.seats] == ["", "squire", "squire"]
    made = story.ask(ANN, requests.Ready(1, NONCE))
    assert made == [log_entries.Readied(1, NONCE), log_entries.Began()]
    assert story.table.phase == "playing" and story.table.match is not None


def test_one_person_holds_all_seats_of_a_hot_seat_table() -> None:
    story = Story(table_settings(hot_seat=True))
    assert story.table.seats_of(ANN) == (1, 2, 3)
    assert [seat.name for seat in story.table.seats] == ["Ann", "Ann 2", "Ann 3"]
    story.ask(ANN, requests.Rise(3))
    assert refusal_key(story, BOB, requests.Sit(3, "Bob")) == "refused.hot_seat"
    story.ask(ANN, requests.Sit(3, "Cyd"))
    assert story.table.seats_of(ANN) == (1, 2, 3)
    some = new_table(table_settings(hot_seat=True), ANN, "Ann", "page", SECRET, people=2)
    assert [type(one).__name__ for one in some] == ["Opened", "Sat", "Sat", "Filled"]


def test_people_sit_down_in_free_seats_and_in_those_of_bots() -> None:
    story = Story()
    story.ask(ANN, requests.Fill(2, "duke"))
    story.ask(BOB, requests.Sit(2, "Bob"))
    assert story.table.seat(2).person == BOB and story.table.seat(2).level == ""
    assert refusal_key(story, CYD, requests.Sit(2, "Cyd")) == "refused.taken"
    assert refusal_key(story, BOB, requests.Sit(2, "Bob")) == "refused.already_yours"
    assert refusal_key(story, CYD, requests.Sit(4, "Cyd")) == "refused.no_seat"


def test_whoever_sits_elsewhere_leaves_the_old_seat_and_stays_host() -> None:
    story = Story()
    story.ask(BOB, requests.Sit(2, "Bob"))
    story.ask(ANN, requests.Sit(3, "Ann"))
    assert story.table.seats_of(ANN) == (3,) and story.table.seat(1).free
    assert story.table.host == ANN and story.table.seat(3).name == "Ann"


def test_when_the_host_leaves_the_next_person_is_the_host() -> None:
    story = Story()
    story.ask(BOB, requests.Sit(3, "Bob"))
    story.ask(ANN, requests.Rise(1))
    assert story.table.host == BOB and story.table.phase == "gathering"
    assert story.ask(BOB, requests.Rise(3)) == [log_entries.Rose(3), log_entries.Ended("deserted")]
    assert story.table.phase == "aborted" and story.table.why == "deserted"
    assert refusal_key(story, CYD, requests.Sit(1, "Cyd")) == "refused.ended"


def test_only_the_host_fills_empties_changes_and_closes() -> None:
    story = Story()
    story.ask(BOB, requests.Sit(2, "Bob"))
    asked = [requests.Fill(3, "page"), requests.Empty(3), requests.ChangeSettings(table_settings()), requests.Close()]
    for request in asked:
        assert refusal_key(story, BOB, request) == refusal_key(story, CYD, request) == "refused.host_only"
    story.ask(ANN, requests.Fill(3, "page"))
    assert refusal_key(story, ANN, requests.Fill(2, "page")) == "refused.taken"
    assert refusal_key(story, ANN, requests.Fill(3, "cmd:rm")) == "refused.level"
    story.ask(ANN, requests.Empty(3))
    assert story.table.seat(3).free
    assert refusal_key(story, ANN, requests.Empty(3)) == "refused.nobody_there"
    assert refusal_key(story, ANN, requests.Empty(1)) == "refused.own_seat"
    assert story.ask(ANN, requests.Close()) == [log_entries.Ended("closed")]
    assert story.table.phase == "aborted" and story.table.why == "closed"


def test_the_host_can_free_the_seat_of_somebody_who_does_not_come() -> None:
    story = Story()
    story.ask(BOB, requests.Sit(2, "Bob"))
    assert story.ask(ANN, requests.Empty(2)) == [log_entries.Rose(2)]
    assert story.table.seat(2).free


def test_the_deal_waits_for_everybody() -> None:
    story = Story().seat_all()
    for seat, person in ((1, ANN), (2, BOB)):
        assert story.ask(person, requests.Ready(seat, NONCE)) == [log_entries.Readied(seat, NONCE)]
    assert refusal_key(story, ANN, requests.Ready(1, NONCE)) == "refused.ready_already"
    assert refusal_key(story, ANN, requests.Ready(3, NONCE)) == "refused.not_your_seat"
    assert refusal_key(story, DEE, requests.Ready(3, NONCE)) == "refused.stranger"
    assert story.ask(CYD, requests.Ready(3, NONCE))[-1] == log_entries.Began()
    assert refusal_key(story, ANN, requests.Ready(1, NONCE)) == "refused.after_deal"


def test_the_last_bot_begins_the_game_if_all_people_are_ready() -> None:
    story = Story()
    story.ask(ANN, requests.Ready(1, NONCE))
    assert story.ask(ANN, requests.Fill(2, "page")) == [log_entries.Filled(2, "page")]
    assert story.ask(ANN, requests.Fill(3, "page")) == [log_entries.Filled(3, "page"), log_entries.Began()]


def test_after_a_change_of_settings_everybody_says_ready_again() -> None:
    story = Story(table_settings(players=4)).seat_all()
    story.ask(BOB, requests.Ready(2, NONCE))
    assert refusal_key(story, ANN, requests.ChangeSettings(table_settings(players=3))) == "refused.too_many"
    story.ask(CYD, requests.Rise(3))
    story.ask(ANN, requests.ChangeSettings(table_settings("ablaze", edition="uk", players=3)))
    assert [seat.person for seat in story.table.seats] == [ANN, BOB, DEE]
    assert not any(seat.ready or seat.nonce for seat in story.table.seats)
    assert story.table.settings.game == "ablaze"


def test_a_table_becomes_a_hot_seat_only_where_nobody_else_sits() -> None:
    story = Story()
    story.ask(ANN, requests.ChangeSettings(table_settings(hot_seat=True)))
    story.ask(ANN, requests.Sit(2, "Bob"))
    assert refusal_key(story, ANN, requests.ChangeSettings(table_settings())) == "refused.hot_seat_several"
    story.ask(ANN, requests.Rise(2))
    story.ask(ANN, requests.ChangeSettings(table_settings()))
    story.ask(BOB, requests.Sit(2, "Bob"))
    assert refusal_key(story, ANN, requests.ChangeSettings(table_settings(hot_seat=True))) == "refused.hot_seat_others"


def test_no_two_seats_have_the_same_name() -> None:
    story = Story()
    story.ask(BOB, requests.Sit(2, "ANN"))
    story.ask(CYD, requests.Sit(3, "Ann 2"))
    names = [seat.name for seat in story.table.seats]
    assert names == ["Ann", "ANN 2", "Ann 2 2"]
    story.ask(BOB, requests.Rename(2, "Bob"))
    assert story.table.seat(2).name == "Bob"
    assert refusal_key(story, BOB, requests.Rename(1, "Bob")) == "refused.not_your_seat"
    version = story.table.version
    story.ask(BOB, requests.Rename(2, "Bob"))
    assert story.table.seat(2).name == "Bob"  # not "Bob 2": it is the own one
    assert story.table.version == version  # and nobody is told anything


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "a,b", "a#b", "a\u202eb", "a\x00b", "\u200b", "\u3164", "\u0301"]
)
def test_names_that_pages_and_records_cannot_hold_are_refused(name: str) -> None:
    story = Story()
    assert refusal_key(story, BOB, requests.Sit(2, name)).startswith("refused.name.")


def test_names_are_trimmed() -> None:
    assert check_name(" Олена \u00a0 з Канева ") == "Олена з Канева"


def test_nobody_without_an_identity_does_anything() -> None:
    story = Story()
    with pytest.raises(Denied) as fault:
        story.table.answer(requests.Sit(2, "Bob"), None, 0)
    assert fault.value.key == "refused.stranger"


def test_every_line_of_the_log_tells_who_and_what_and_no_nonce() -> None:
    story = Story()
    story.ask(BOB, requests.Sit(2, "Bob"))
    story.ask(BOB, requests.Ready(2, NONCE))
    story.ask(BOB, requests.Rename(2, "Bo"))
    story.ask(BOB, requests.Rise(2))
    told = [(line.name, line.values) for line in story.table.lines[2:]]
    assert told == [
        ("sat", {"seat": 2, "name": "Bob"}),
        ("readied", {"seat": 2, "name": "Bob"}),
        ("renamed", {"seat": 2, "name": "Bo", "before": "Bob"}),
        ("rose", {"seat": 2, "name": "Bo"}),
    ]


def test_the_row_of_the_index_says_what_is_listed_and_free() -> None:
    story = Story(table_settings(listed=True, watch="anyone", clock=Clock("live", 60)))
    row = story.table.row()
    assert row["listed"] and row["free"] == 2 and row["phase"] == "gathering" and row["due"] is None
    assert row["version"] == story.table.version and row["created"] == row["changed"] == story.now
    story.wait(500)
    story.seat_all().begin()
    row = story.table.row()
    assert row["phase"] == "playing" and row["free"] == 0 and row["due"] == story.now + 60_000
    assert row["created"] == story.now - 500


def test_five_can_sit_down() -> None:
    story = Story(table_settings(players=5)).seat_all().begin()
    assert story.table.seats_of(EVE) == (5,) and story.table.phase == "playing"
