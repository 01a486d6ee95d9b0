"""Whole games and counts of lines of play, kept as text: any change of behaviour is a diff."""

import json

import pytest
from golden.perft import PERFT, name_of, start, starts, table
from golden.playthrough import TABLES, path, playthrough

from intrigue.engine.parity import perft
from intrigue.games import GAMES

INTERPRETED = 3_000
"""The interpreted rules count to the depth that stays below this."""


@pytest.mark.parametrize("game", TABLES, ids=lambda game: " ".join(map(str, game)))
def test_playthrough(game):
    assert playthrough(*game) == path(*game).read_text(), "if this is meant: make golden, and review the diff"


def test_perft_compiled():
    assert table() == json.loads(PERFT.read_text()), "if this is meant: make golden, and review the diff"


@pytest.mark.parametrize("game", TABLES, ids=lambda game: " ".join(map(str, game)))
def test_perft_interpreted(game):
    kept = json.loads(PERFT.read_text())
    for moves in starts(*game):
        state = start(*game, moves)
        counts = [number for number in kept[name_of(*game, moves)] if number < INTERPRETED]
        assert counts and [perft(GAMES[game[0]], state, depth) for depth in range(1, len(counts) + 1)] == counts
