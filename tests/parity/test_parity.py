"""Interpreted and compiled rules agree in the bytes of the state after every decision: a thousand games."""

import pytest

from intrigue.engine import kernels
from intrigue.engine.parity import Disagreement, same_game
from intrigue.games import GAMES

pytestmark = pytest.mark.xdist_group("numba")
TABLES = [(game, edition, n) for game in GAMES.values() for edition in game.editions for n in game.seats]


@pytest.mark.parametrize(("game", "edition", "players"), TABLES, ids=lambda x: getattr(x, "name", x))
def test_interpreted_and_compiled_agree(game, edition, players):
    decisions = [same_game(game, players, edition, seed) for seed in range(56)]
    assert len(TABLES) * len(decisions) >= 1000 and min(decisions) > 30


def test_a_difference_is_found_and_named():
    game = GAMES["oriflamme"]
    real = game.compiler.kernels[kernels.trace]

    def faulty(states, box, trail):
        decisions = real(states, box, trail)
        trail[7]["stock"][1] += 1
        return decisions

    game.compiler.kernels[kernels.trace] = faulty
    try:
        with pytest.raises(Disagreement, match=r"seed 3, decision 7: \['stock'\]"):
            same_game(game, 4, "fr", 3)
    finally:
        game.compiler.kernels[kernels.trace] = real
