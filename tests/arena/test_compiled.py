"""Compiled contests are the games that the public interface plays, one by one."""

from __future__ import annotations

import pytest
from quick import quick

from intrigue.arena import runner
from intrigue.arena.contest import Contest
from intrigue.arena.play import Block, all_compiled, chunks, play_chunk
from intrigue.games import GAMES

BOTS = ("random", "greedy", "search:sims=12")
AT_COURT = ("random", "greedy", "search:sims=4")
"""A game at court is long, and here it is interpreted too."""


def blocks_of(contest: Contest, compiled: bool) -> list[Block]:
    parts = chunks(contest, range(contest.blocks), compiled)
    return sorted(block for part in parts for block in play_chunk(part))


@pytest.mark.parametrize("name", quick({"oriflamme", "richelieu"}, GAMES))
def test_compiled_contests_are_the_same_games(name: str) -> None:
    game = GAMES[name]
    deals, bots = (1, AT_COURT) if name == "richelieu" else (2, BOTS)
    for players in game.seats:
        for edition in game.editions:
            contest = Contest(name, players, edition, bots, games=deals * players, seed=players, tables="mixed")
            assert all_compiled(contest)
            assert blocks_of(contest, True) == blocks_of(contest, False), (players, edition)


def test_threads_and_order_make_no_difference() -> None:
    contest = Contest("oriflamme", 4, "fr", ("greedy", "random"), games=2000, seed=1)
    parts = chunks(contest, range(contest.blocks), True)
    one = sorted(block for part in reversed(parts) for block in play_chunk(part))
    two = sorted(block for some in runner.play(parts, cores=2) for block in some)
    assert one == two and len(one) == 500


def test_outside_programs_are_not_compiled() -> None:
    assert not all_compiled(Contest("oriflamme", 4, "fr", ("random", "cmd:true"), games=4))
