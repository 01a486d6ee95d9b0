"""The statistics find known truths again, and know how sure they are."""

from __future__ import annotations

import numpy as np
import pytest
from arena.worlds import World, draw_world

from intrigue.arena import beating, intervals
from intrigue.arena.ratings import SCALE, Fit, fit

STRENGTHS, SEATS = [0.0, 0.5, 1.2, 2.0, 2.1], [0.3, 0.1, -0.1, -0.3]


def fit_world(world: World, bots: int, anchor: int = 0) -> Fit:
    return fit(world.lineups, world.won, world.blocks, bots, anchor)


# Ratings


@pytest.mark.parametrize("kind", ["mixed", "duel"])
def test_strengths_and_seats_are_found_again(kind: str) -> None:
    found = fit_world(draw_world(STRENGTHS, SEATS, 2000, seed=1, kind=kind), 5)
    truth = SCALE * np.array([*STRENGTHS, *SEATS])
    ours = [found.rating(bot) for bot in range(5)] + [found.seat(seat) for seat in range(4)]
    errors = [abs(one.value - true) / max(1e-9, one.high - one.value) for one, true in zip(ours, truth, strict=True)]
    assert max(errors) < 1.4 and sum(error > 1 for error in errors) <= 1
    assert found.rating(0) == (0, 0, 0)
    assert abs(sum(found.seat(seat).value for seat in range(4))) < 1e-6


def test_intervals_hold_what_they_promise() -> None:
    """In many contests about 95 of 100 intervals hold the truth."""
    held = 0
    for seed in range(60):
        found = fit_world(draw_world([0.0, 1.0, 1.5], [0.2, 0.0, -0.2], 150, seed), 3)
        held += sum(
            found.rating(bot).low <= SCALE * true <= found.rating(bot).high for bot, true in ((1, 1.0), (2, 1.5))
        )
    assert held >= 106


def test_the_sandwich_agrees_with_a_bootstrap_over_deals() -> None:
    blocks = 400
    world = draw_world(STRENGTHS, SEATS, blocks, seed=2, luck=1.0)
    found = fit_world(world, 5)
    dice = np.random.default_rng(3)
    again = []
    for _ in range(150):
        rows = (dice.integers(0, blocks, blocks)[:, None] * 4 + np.arange(4)).ravel()
        of = np.repeat(np.arange(blocks), 4)
        again.append(fit(world.lineups[rows], world.won[rows], of, 5).strengths)
    ratio = np.std(again, axis=0)[1:] / np.sqrt(np.diag(found.covariance))[1:]
    assert 0.8 < ratio.min() and ratio.max() < 1.2


def test_gaps_are_surer_than_two_ratings() -> None:
    found = fit_world(draw_world(STRENGTHS, SEATS, 500, seed=4), 5)
    gap, one, other = found.gap(4, 3), found.rating(4), found.rating(3)
    assert gap.value == pytest.approx(one.value - other.value)
    assert gap.high - gap.value < (one.high - one.value) + (other.high - other.value)


def test_the_anchor_moves_all_ratings_alike() -> None:
    world = draw_world(STRENGTHS, SEATS, 3000, seed=5)
    one, other = fit_world(world, 5, anchor=0), fit_world(world, 5, anchor=3)
    assert other.rating(3).value == 0
    for bot in range(5):
        assert one.rating(bot).value - one.rating(3).value == pytest.approx(other.rating(bot).value, abs=0.5)


def test_who_always_or_never_wins_stays_finite() -> None:
    lineups, blocks = np.array([[0, 1], [1, 0]] * 200), np.repeat(np.arange(200), 2)
    found = fit(lineups, (lineups == 1).astype(float), blocks, 2)
    assert 800 < found.rating(1).low < found.rating(1).value < found.rating(1).high < 2000
    assert fit(lineups[:2], (lineups[:2] == 1).astype(float), blocks[:2], 2).rating(1).value > 0
    never = fit(lineups, (lineups == 0).astype(float), blocks, 2)
    assert never.rating(1).value == pytest.approx(-found.rating(1).value)


def test_a_bot_alone_has_seats_only() -> None:
    world = draw_world([0.0], SEATS, 2000, seed=6)
    found = fit_world(world, 1)
    assert found.rating(0).value == 0 and found.seat(0).low < SCALE * 0.3 < found.seat(0).high


def test_shared_wins_are_divided() -> None:
    lineups, blocks = np.array([[0, 1], [1, 0]] * 50), np.repeat(np.arange(50), 2)
    found = fit(lineups, np.full((100, 2), 0.5), blocks, 2)
    assert found.rating(1).value == pytest.approx(0, abs=1e-6)


# Shares


def share_of(world: World, bot: int, blocks: np.ndarray) -> intervals.Interval:
    sits = world.lineups == bot
    return intervals.share_interval((world.won * sits).sum(axis=1), sits.sum(axis=1), blocks)


def test_deals_that_matter_widen_the_interval() -> None:
    dice = np.random.default_rng(1)
    deals = np.repeat(dice.random(500) < 0.5, 4).astype(float)  # a deal decides all its games
    blocks = np.repeat(np.arange(500), 4)
    ours, naive = (intervals.share_interval(deals, np.ones(2000), of) for of in (blocks, np.arange(2000)))
    assert ours.value == naive.value
    assert (ours.high - ours.low) / (naive.high - naive.low) == pytest.approx(2, rel=0.03)


def test_rotations_take_the_luck_of_seats_out() -> None:
    world = draw_world([0.0, 0.2, 0.4, 0.6], [2.0, 0.0, 0.0, -2.0], 500, seed=8)
    ours, naive = share_of(world, 3, world.blocks), share_of(world, 3, np.arange(2000))
    assert ours.high - ours.low < naive.high - naive.low


def test_extremes_and_certainty() -> None:
    ones, blocks = np.ones(40), np.repeat(np.arange(10), 4)
    assert intervals.share_interval(ones, ones, blocks) == (1.0, pytest.approx(0.7225, abs=1e-3), 1.0)
    assert intervals.share_interval(0 * ones, ones, blocks) == (0.0, 0.0, pytest.approx(0.2775, abs=1e-3))
    assert intervals.share_interval(ones, 4 * ones, blocks) == (0.25, 0.25, 0.25)
    assert intervals.share_interval(ones[:4], 4 * ones[:4], blocks[:4]) == (0.25, 0.0, 1.0)


def test_blocks_that_agree_by_chance_are_no_certainty() -> None:
    won, blocks = np.array([1.0, 1, 1, 0] * 2), np.repeat(np.arange(2), 4)
    share = intervals.share_interval(won, np.ones(8), blocks)
    assert share.value == 0.75 and share.low < 0.4 and share.high > 0.9


def test_deals_in_which_a_bot_does_not_sit_are_no_witnesses() -> None:
    blocks = np.arange(1000)
    sits = (blocks < 10).astype(float)
    assert intervals.share_interval(0 * sits, sits, blocks).high > 0.25


# Who beats whom


def test_ahead_is_winning_then_points() -> None:
    lineups, blocks = np.array([[0, 1, 2]] * 2), np.array([0, 1])
    won = np.array([[0, 0, 1.0], [0.5, 0.5, 0]])
    scores = np.array([[5, 3, 1], [4, 4, 9]])
    found = beating.matrix(lineups, won, scores, blocks, 3)
    shares = [[cell and cell.share.value for cell in row] for row in found]
    assert shares == [[None, 0.75, 0.5], [0.25, None, 0.5], [0.5, 0.5, None]]
    assert found[0][1] is not None and found[0][1].games == 2


def test_copies_count_seat_by_seat_and_strangers_are_empty() -> None:
    lineups = np.array([[0, 1, 1], [2, 2, 2]])
    found = beating.matrix(
        lineups, np.array([[0, 1.0, 0], [1.0, 0, 0]]), np.array([[5, 9, 1], [0, 0, 0]]), np.arange(2), 3
    )
    assert found[0][1] is not None and found[0][1].share.value == 0.5
    assert found[0][2] is None and found[2][2] is None


def test_a_circle_of_bots_is_noticed() -> None:
    dice = np.random.default_rng(1)
    rows, won = [], []
    for block in range(300):
        one = block % 3
        for lineup in ((one, (one + 1) % 3), ((one + 1) % 3, one)):
            first = dice.random() < 0.7  # each beats the next
            rows.append(lineup)
            won.append([first, not first] if lineup[0] == one else [not first, first])
    lineups, shares, blocks = np.array(rows), np.array(won, float), np.repeat(np.arange(300), 2)
    left = beating.surprises(lineups, shares, fit(lineups, shares, blocks, 3).expected, blocks, 3, duels=True)
    assert len(left) == 6 and abs(left[0].errors) > beating.limit(6)
    assert left[0].share == pytest.approx(0.2, abs=0.06) or left[0].share == pytest.approx(-0.2, abs=0.06)


def test_a_ladder_of_bots_is_no_surprise() -> None:
    for kind in ("mixed", "duel"):
        world = draw_world(STRENGTHS, SEATS, 1500, seed=9, kind=kind)
        expected = fit_world(world, 5).expected
        left = beating.surprises(world.lineups, world.won, expected, world.blocks, 5, kind == "duel")
        assert len(left) == 20 and abs(left[0].errors) < beating.limit(20)


def test_what_cannot_be_told_apart_is_not_judged() -> None:
    world = draw_world(STRENGTHS[:4], SEATS, 50, seed=9)
    assert beating.surprises(world.lineups, world.won, fit_world(world, 4).expected, world.blocks, 4, False) == []
