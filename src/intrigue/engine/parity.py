"""The ways of running compared: the same bytes after every decision, the same number of lines of play."""

from __future__ import annotations

from typing import Any

from intrigue.engine import kernels
from intrigue.engine.chance import any_of, words
from intrigue.engine.game import Game

LONGEST = 1000
"""More decisions than any game has."""


class Disagreement(AssertionError):
    """Two ways of running gave different states."""


def same_game(game: Game[Any], players: int, edition: str, seed: int, trail: Any = None) -> int:
    """Plays one random game interpreted and compiled; the number of decisions, or the first that differs."""
    import numpy as np

    g = game.blank(players, edition, {})
    g.generator = words(seed)
    states = np.frombuffer(bytearray(g.to_bytes()), game.state.dtype())
    trail = np.zeros(LONGEST, game.state.dtype()) if trail is None else trail
    decisions = game.compiler.kernel(kernels.trace)(states, game.box_array(), trail)
    game.deal(g)
    for number in range(decisions + 1):
        if g.to_bytes() != trail[number].tobytes():
            fields = [name for name in game.state.layout.fields if differs(game, g, trail[number], name)]
            raise Disagreement(f"{game.name} {edition}, {players} players, seed {seed}, decision {number}: {fields}")
        if number < decisions:
            game.play(g, (any_of(g, g.legal),))
    if g.to_act >= 0:
        raise Disagreement(f"{game.name} {edition}, {players} players, seed {seed}: only one way came to an end")
    return int(decisions)


def differs(game: Game[Any], g: Any, record: Any, name: str) -> bool:
    return bool(getattr(game.state.from_bytes(record.tobytes()), name) != getattr(g, name))


def perft(game: Game[Any], g: Any, depth: int) -> int:
    """How many sequences of that many whole moves can be played from a state, by the interpreted rules.

    >>> from intrigue.games import game
    >>> oriflamme = game("oriflamme")
    >>> perft(oriflamme, oriflamme.start(3, "fr", 1, {}), 2)
    98
    """
    moves = game.moves(g)
    if depth == 1:
        return len(moves)
    found = 0
    for actions in moves.values():
        after = g.copy()
        game.play(after, actions)
        found += perft(game, after, depth - 1)
    return found


def compiled_perft(game: Game[Any], g: Any, depth: int) -> int:
    """The same number by the compiled rules."""
    import numpy as np

    stack = np.zeros(2 * depth + 2, game.state.dtype())
    stack[0] = np.frombuffer(g.to_bytes(), stack.dtype)[0]
    numbers = np.zeros((2, 2 * depth + 2), np.int64)
    return int(game.compiler.kernel(kernels.perft)(stack, game.box_array(), numbers[0], numbers[1], depth))
