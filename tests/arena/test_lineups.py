"""Line-ups are fair, and follow from the seed alone."""

from __future__ import annotations

from itertools import combinations

import pytest

from intrigue.arena.contest import Contest, deal_seed, game_seed, rotate
from intrigue.arena.lineups import tables


def meetings(lineups: list[tuple[int, ...]], bots: int) -> tuple[list[int], list[int]]:
    """How often each bot played, and how often each pair met."""
    played = [sum(bot in lineup for lineup in lineups) for bot in range(bots)]
    met = [sum({*pair} <= {*lineup} for lineup in lineups) for pair in combinations(range(bots), 2)]
    return played, met


@pytest.mark.parametrize(("bots", "players"), [(4, 3), (5, 4), (6, 4), (7, 2), (9, 5), (20, 4)])
def test_every_bot_and_every_pair_meets_equally_often(bots: int, players: int) -> None:
    for blocks in (20, 150, 600):
        lineups = tables("mixed", bots, players, blocks, seed=3)
        assert all(len({*lineup}) == players for lineup in lineups)
        played, met = meetings(lineups, bots)
        assert max(played) - min(played) <= 2 and max(met) - min(met) <= 3


def test_two_bots_are_one_against_the_rest_from_both_sides() -> None:
    assert tables("auto", 2, 4, 4, seed=9) == [(0, 1, 1, 1), (1, 0, 0, 0)] * 2
    assert tables("auto", 2, 2, 3, seed=9) == [(0, 1)] * 3


def test_duels_are_all_ordered_pairs() -> None:
    lineups = tables("duel", 3, 3, 12, seed=0)
    assert {lineup: lineups.count(lineup) for lineup in lineups} == {
        (one, other, other): 2 for one in range(3) for other in range(3) if one != other
    }
    assert {*tables("duel", 3, 2, 12, seed=0)} == {(0, 1), (0, 2), (1, 2)}


def test_fewer_bots_than_seats_are_repeated_evenly() -> None:
    lineups = tables("auto", 3, 5, 60, seed=1)
    assert all({lineup.count(bot) for bot in range(3)} <= {1, 2} for lineup in lineups)
    assert [sum(lineup.count(bot) for lineup in lineups) for bot in range(3)] == [100, 100, 100]
    assert tables("auto", 1, 4, 2, seed=1) == [(0, 0, 0, 0)] * 2


def test_more_blocks_begin_with_the_same_ones() -> None:
    assert tables("mixed", 6, 4, 50, seed=7) == tables("mixed", 6, 4, 200, seed=7)[:50]
    assert tables("mixed", 6, 4, 50, seed=7) != tables("mixed", 6, 4, 50, seed=8)


def test_a_block_seats_everybody_everywhere() -> None:
    lineup = (3, 1, 4, 2)
    assert [{rotate(lineup, by)[seat] for by in range(4)} for seat in range(4)] == [{1, 2, 3, 4}] * 4


def test_games_are_rounded_up_to_whole_deals() -> None:
    for games, blocks, played in ((1, 1, 4), (4, 1, 4), (5, 2, 8), (10_000, 2500, 10_000)):
        contest = Contest("oriflamme", 4, "fr", ("random",), games)
        assert (contest.blocks, contest.all_games, len(contest.lineups)) == (blocks, played, blocks)


def test_seeds_differ_and_fit_into_63_bits() -> None:
    seeds = [deal_seed(1, block) for block in range(100)] + [game_seed(1, block, 0) for block in range(100)]
    seeds += [game_seed(1, 0, by) for by in range(1, 5)] + [deal_seed(2, block) for block in range(100)]
    assert len({*seeds}) == len(seeds) and 0 <= min(seeds) and max(seeds) < 1 << 62
