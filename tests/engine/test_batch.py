"""Batches: compiled rules write into arrays the caller owns."""

import numpy as np
import pytest
from quick import quick

import intrigue
from intrigue.engine.numbers import members
from intrigue.games import GAMES

TABLES = [*((name, 4, 150) for name in GAMES if name != "richelieu"), ("richelieu", 4, 400), ("richelieu", 2, 400)]
"""Games, players, and steps in which some games end."""


@pytest.mark.parametrize(
    ("name", "players", "steps"), quick({("oriflamme-mix", 4, 150), ("richelieu", 2, 400)}, TABLES)
)
def test_a_batch_plays_as_the_interpreted_rules_do(name, players, steps):
    """All arrays after every step, with the interpreted game beside each state; finished games are dealt anew."""
    batch = intrigue.Batch(name, size=6, players=players, seed=5)
    game = GAMES[name]
    ended = 0
    for _ in range(steps):
        plain = [game.state.from_bytes(state.tobytes()) for state in batch.states]
        batch.choose()
        actions = batch.actions.copy()
        chosen = [game.state.from_bytes(state.tobytes()) for state in batch.states]
        batch.step()
        for i, (before, g) in enumerate(zip(plain, chosen, strict=True)):
            assert before == g and actions[i] in members(g.legal)
            game.step(g, int(actions[i]))
            assert batch.scores[i].tolist() == game.scores(g)
            assert batch.done[i] == (g.to_act < 0)
            if g.to_act < 0:
                ended += 1
                assert members(int(batch.won[i])) == [winner - 1 for winner in game.winners(g)]
                game.deal(g)
            assert g.to_bytes() == batch.states[i].tobytes()
            assert np.flatnonzero(batch.legal[i]).tolist() == members(g.legal)
            assert batch.to_act[i] == g.to_act
            assert batch.observations[i].tolist() == game.observe(g, g.to_act + 1)
    assert ended >= 6


def test_all_cores_do_the_same():
    one = intrigue.Batch("oriflamme-mix", size=101, players=5, seed=9)
    all_cores = intrigue.Batch("oriflamme-mix", size=101, players=5, seed=9, target="parallel")
    assert one.play(3) == all_cores.play(3)
    assert one.states.tobytes() == all_cores.states.tobytes()
    for batch in (one, all_cores):
        batch.reset()
        batch.choose()
        batch.step()
    for name in ("states", "observations", "legal", "to_act", "scores", "won", "done"):
        assert getattr(one, name).tobytes() == getattr(all_cores, name).tobytes(), name


def test_the_caller_owns_the_arrays():
    legal = np.zeros((3, 63), np.uint8)
    states = np.zeros((3, GAMES["ablaze"].state.size), np.uint8)
    batch = intrigue.Batch("ablaze", size=3, players=3, arrays={"legal": legal, "states": states})
    assert batch.legal is legal and (legal.sum(axis=1) == 7).all()
    batch.choose()
    batch.step()
    assert states.tobytes() == batch.states.tobytes() and states.any()


def test_an_illegal_action_changes_nothing():
    batch = intrigue.Batch("oriflamme", size=3, players=3, seed=4)
    before = batch.states.tobytes()
    batch.actions[:] = [-1, 62, 1000]
    batch.step()
    assert batch.states.tobytes() == before


def test_seeds_decide():
    same = [intrigue.Batch("oriflamme", size=4, players=4, seed=3).states.tobytes() for _ in range(2)]
    assert same[0] == same[1] != intrigue.Batch("oriflamme", size=4, players=4, seed=4).states.tobytes()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"target": "abacus"}, "There is no target"),
        ({"arrays": {"legal": np.zeros((3, 62), np.uint8)}}, "The array legal must have the shape"),
        ({"arrays": {"actions": np.zeros(3, np.int32)}}, "The array actions must have the shape"),
        ({"arrays": {"masks": np.zeros(3)}}, "There is no array"),
        ({"edition": "de"}, "has no edition"),
        ({"players": 6}, "is for 3 to 5 players"),
    ],
)
def test_wrong_input_is_one_clear_message(more, message):
    with pytest.raises(intrigue.IntrigueError, match=message):
        intrigue.Batch("oriflamme", size=3, **{"players": 3} | more)


def test_without_observations_nothing_is_observed():
    assert intrigue.Batch("oriflamme", size=2, players=3, observe=False).observations.shape == (2, 0)
