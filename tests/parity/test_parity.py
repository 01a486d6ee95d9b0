"""Interpreted and compiled rules agree in the bytes of the state after every decision: a thousand games."""

import numpy as np
import pytest
from tables import LARGE

import intrigue
from intrigue.engine import kernels
from intrigue.engine.chance import any_of
from intrigue.engine.parity import Disagreement, same_game
from intrigue.games import GAMES
from intrigue.games.richelieu.game import RICHELIEU

TABLES = [(game, edition, n) for game in GAMES.values() for edition in game.editions for n in game.seats]


@pytest.mark.parametrize(("game", "edition", "players"), TABLES, ids=lambda x: getattr(x, "name", x))
def test_interpreted_and_compiled_agree(game, edition, players):
    decisions = [same_game(game, players, edition, seed) for seed in range(100 if game is RICHELIEU else 56)]
    assert len(TABLES) * len(decisions) >= 1000 and min(decisions) > (30 if game.name in LARGE else 0)


@pytest.mark.parametrize("players", RICHELIEU.seats)
def test_samples_of_richelieu_agree(players):
    """The bytes of what each seat is dealt anew, at all stages of games, half-chosen moves included."""
    batch = intrigue.Batch("richelieu", size=40, players=players, seed=players)
    dealt = batch.states.copy()
    stages, halves = set(), 0
    for i in range(batch.size):  # game i is 6 i decisions old
        for _ in range(6 * i):
            game = RICHELIEU.state.from_bytes(dealt[i].tobytes())
            if game.to_act >= 0:
                RICHELIEU.step(game, any_of(game, game.legal))
                dealt[i] = np.frombuffer(game.to_bytes(), dealt.dtype)[0]
    for seat in range(-1, players):
        batch.states[:] = dealt
        batch.sample(seat)
        for state, sampled in zip(dealt, batch.states, strict=True):
            plain = RICHELIEU.state.from_bytes(state.tobytes())
            halves += plain.half
            stages.add(plain.resolved)
            RICHELIEU.rules["sample"](plain, RICHELIEU.box, seat)
            assert plain.to_bytes() == sampled.tobytes()
    assert halves and len(stages) > 5


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
