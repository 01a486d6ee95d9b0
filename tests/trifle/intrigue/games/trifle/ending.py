"""The end of a game: scores and the winner."""

from __future__ import annotations

from intrigue.engine.game import Box
from intrigue.engine.rules import rule
from intrigue.games.trifle.state import State


@rule
def score(g: State, box: Box, player: int) -> int:
    """R6: rounds won."""
    return g.taken[player]


@rule
def winners(g: State, box: Box) -> int:
    """R6: whoever won most rounds, as a mask of players."""
    best = 0
    found = 0
    for player in range(g.players):
        if g.taken[player] > best:
            best = g.taken[player]
            found = 0
        if g.taken[player] == best:
            found |= 1 << player
    return found
