"""A seat's view can be made from a spectator's: it is the same view, and the spectator's stays what it was."""

from __future__ import annotations

from random import Random

import pytest

import intrigue
from intrigue.games import GAMES

TABLES = [(name, players) for name, game in GAMES.items() for players in game.seats]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_view_made_from_a_spectators_is_the_view(name: str, players: int) -> None:
    match, chance = intrigue.new(name, players=players, seed=players), Random(players)
    over = shared = 0
    while not over:
        over = match.over
        public = match.game.view(match.state, 0)
        before = repr(public)
        for seat in range(players + 1):
            own = match.game.own_view(match.state, public, seat)
            assert repr(own) == repr(match.view(seat))  # its order too
            shared += seat > 0 and own["players"][seat % players] is public["players"][seat % players]
        assert repr(public) == before
        if not over:
            match.play(chance.choice(match.moves()))
    assert shared, "nothing is shared"


@pytest.mark.parametrize("name", GAMES)
def test_only_who_plays_has_a_view(name: str) -> None:
    match = intrigue.new(name, players=3, seed=1)
    with pytest.raises(intrigue.IntrigueError):
        match.game.own_view(match.state, match.game.view(match.state, 0), 4)
