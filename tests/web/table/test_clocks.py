"""Clocks and the pace of bots."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some
from web.table.stories import SECRET, Story, people_at, secret_of, table_settings

from intrigue.web.table import log_entries, requests
from intrigue.web.table.clocks import GRID, QUICKEST, SLOWEST, deadline, overlap, shown_at, shown_delay, warning
from intrigue.web.table.settings import Clock
from intrigue.web.table.table import move_by, order_applies, pending_card

spans = some.lists(some.tuples(some.integers(0, 3_000), some.integers(0, 3_000)).map(lambda pair: tuple(sorted(pair))))


@given(span=some.tuples(some.integers(0, 3_000), some.integers(0, 3_000)), outages=spans)
def test_overlap_counts_every_moment_away_once(span: tuple[int, int], outages: list[tuple[int, int]]) -> None:
    start, end = sorted(span)
    away = {moment for first, last in outages for moment in range(first, last)}
    assert overlap((start, end), outages) == len(away & set(range(start, end)))


@given(began=some.integers(0, 1_000), outages=spans, used=some.integers(0, 1_500))
def test_a_clock_runs_only_while_the_server_is_there(began: int, outages: list[tuple[int, int]], used: int) -> None:
    end = deadline(Clock("live", 1), [(10_000, 10_000 + used)], began, outages)
    assert end - began - overlap((began, end), outages) == max(0, 1_000 - used)


def test_the_warning_comes_a_quarter_before_the_end_at_most_a_minute_or_half_a_day() -> None:
    assert warning(Clock("live", 40)) == 10_000
    assert warning(Clock("live", 3_600)) == 60_000
    assert warning(Clock("days", 86_400)) == 6 * 3_600_000
    assert warning(Clock("days", 7 * 86_400)) == 12 * 3_600_000


def test_bots_are_seen_to_think_for_a_time_that_only_the_secret_tells() -> None:
    delays = [shown_delay(SECRET, began) for began in range(2_000)]
    assert min(delays) >= QUICKEST and max(delays) <= SLOWEST
    assert len(set(delays)) > 700 and abs(sum(delays) / 2_000 - (QUICKEST + SLOWEST) / 2) < 20
    assert delays != [shown_delay(secret_of(5), began) for began in range(2_000)]


@given(began=some.integers(0, 500), took=some.integers(0, 20_000))
def test_a_slow_decision_is_shown_on_a_grid(began: int, took: int) -> None:
    planned = shown_delay(SECRET, began)
    shown = shown_at(began + planned, began + took) - began
    assert shown >= max(took, planned) and (shown - planned) % GRID == 0 and shown - max(took, planned) < GRID
    assert took > planned or shown == planned


def test_the_pace_is_the_same_whatever_the_hands_hold() -> None:
    """Twin worlds: other nonces deal other cards, and the server's schedule does not change."""
    stories = [Story(table_settings(), "page").begin(nonce) for nonce in range(40)]
    schedules: dict[int, set[int | None]] = {}
    for story in stories:
        schedules.setdefault(story.acting, set()).add(story.table.due())
    assert schedules == {1: {None}, 2: {stories[0].now + shown_delay(SECRET, stories[0].now)}, 3: schedules[2]}


# Standing orders


def test_an_order_applies_to_its_card_when_it_is_asked_about() -> None:
    story = people_at()
    assert pending_card(story.table) is None and not order_applies(story.table, {1, 2, 3})
    while "wait" not in story.moves():
        story.move(story.moves()[0])
    card = story.table.things["row"][0][-1]
    assert pending_card(story.table) == card
    assert order_applies(story.table, {card}) and not order_applies(story.table, {card + 1})
    seat = story.acting
    made = move_by(story.table, seat, "wait", "order")
    assert made == [log_entries.Moved(seat, "wait", "order")]
    story.write(made, None)
    assert pending_card(story.table) != card


def test_an_order_is_the_persons_and_not_the_bots_that_plays_on() -> None:
    story = people_at()
    while "wait" not in story.moves():
        story.move(story.moves()[0])
    card = pending_card(story.table)
    assert card is not None
    story.ask(story.holder, requests.Resign(story.acting))
    assert not order_applies(story.table, {card})


def test_there_are_no_orders_at_court() -> None:
    story = people_at("richelieu")
    assert pending_card(story.table) is None and not order_applies(story.table, {1})
