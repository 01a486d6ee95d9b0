"""What `test_third_box.py` runs in a copy of the package that has a third box: 31 kinds, and all that follows works.

usage: python in_third_box.py NUMBERS  (the numbers that may not change, as JSON)
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

import intrigue
from intrigue.bots import Sight, make
from intrigue.bots.decision_memory import Thought
from intrigue.engine.chance import any_of
from intrigue.engine.match import Match
from intrigue.engine.numbers import members
from intrigue.engine.parity import compiled_perft, perft, same_game
from intrigue.games import GAMES
from intrigue.games.oriflamme import editions, kinds, observation
from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.oriflamme.state import PLACE_WHICH, State

MIX = GAMES["oriflamme-mix"]
TODAY = 21


def third_box() -> Oriflamme:
    """The game with the ten made-up kinds alone."""
    return Oriflamme("third", vars(kinds)["ALL_THIRD"], editions.ORIFLAMME)


def numbers() -> dict[str, Any]:
    """What networks and programs outside depend on."""
    layout = [[name, length] for name, length, _ in observation.LAYOUT]
    actions = [kinds.FIRST, kinds.LAST, kinds.SLOT, kinds.REVEAL, kinds.WAIT, kinds.TAKE, kinds.AGAIN]
    return {"layout": layout, "actions": actions, "names": list(kinds.NAMES[:TODAY])}


def room_is_full(before: dict[str, Any]) -> None:
    assert kinds.KINDS == kinds.MOST_KINDS == 31 and kinds.CARDS == 155
    assert numbers() == before
    assert State.size <= 768


def ways_agree() -> None:
    """The bytes of the state after every decision, interpreted and compiled; lines of play; samples."""
    for game, edition in ((third_box(), "fr"), (MIX, "fr+uk")):
        for players in (3, 5):
            for seed in range(12):
                assert same_game(game, players, edition, seed) > 30
    state = MIX.start(3, "fr+uk", 5, {})
    assert perft(MIX, state, 2) == compiled_perft(MIX, state, 2) > 50


def games_are_seen_and_told() -> None:
    """Random games: moves, masks, views, observations, samples, positions and records with the new kinds in them."""
    placed = set()
    for seed in range(12):
        match = Match.new(MIX, 5, seed=seed)
        drawn = {kinds.NAMES.index(name) for name in match.deal["Kinds"].split(", ")}
        while not match.over:
            g, seat = match.state, match.to_act
            if g.ask == PLACE_WHICH:
                own = match.view(seat)["players"][seat - 1]["hand"]
                assert members(g.legal) == [kinds.NAMES.index(kind) for kind in sorted(own, key=kinds.NAMES.index)]
                placed |= set(members(g.legal))
                assert marked_kinds(match.observe(seat), observation.HAND_AT) == members(g.legal)
            assert marked_kinds(match.observe(0), observation.KINDS_AT) == sorted(drawn)
            for other in range(6):
                sampled = MIX.sample(g, other, seed)
                assert MIX.view(sampled, other) == match.view(other)
                assert MIX.observe(sampled, other) == match.observe(other)
            moves = match.moves()
            match.play(moves[any_of(g, (1 << len(moves)) - 1)])
        again = intrigue.load(str(match.record))
        assert again.position == match.position and again.events == match.events
    assert placed >= set(range(TODAY, kinds.KINDS))


def marked_kinds(numbers: list[int], at: int) -> list[int]:
    return [kind for kind in range(kinds.MOST_KINDS) if numbers[at + kind]]


def batches_see_the_same() -> None:
    """After every step of a batch: masks and observations are those of the interpreted rules."""
    batch = intrigue.Batch("oriflamme-mix", size=12, players=5, seed=1)
    batch.report()
    for _ in range(90):
        batch.choose()
        batch.step()
        for i, record in enumerate(batch.states):
            g = State.from_bytes(record.tobytes())
            assert np.flatnonzero(batch.legal[i]).tolist() == MIX.legal(g)
            assert batch.observations[i].tolist() == MIX.observe(g, g.to_act + 1)


def bots_agree() -> None:
    """Greedy and search make the same moves compiled and interpreted."""
    game = third_box()
    for spec in ("greedy", "search:sims=12"):
        match = Match.new(game, 4, seed=7)
        plan = make(spec).plan(game)
        for _ in range(12):
            world = Sight(match).sample(3)
            actions = [Thought(game, plan, world.copy(), fast).decide(11) for fast in (True, False)]
            assert actions[0] == actions[1]
            match.play(next(move for move, made in match.choices().items() if made == actions[0]))


if __name__ == "__main__":
    room_is_full(json.loads(sys.argv[1]))
    ways_agree()
    games_are_seen_and_told()
    batches_see_the_same()
    bots_agree()
