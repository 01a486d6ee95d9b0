"""What the types of positions say is what positions hold: the same keys, in every game and edition."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from intrigue.engine.match import Match
from intrigue.games import GAMES

GAMES_AND_EDITIONS = [(name, edition) for name, game in GAMES.items() for edition in game.editions]


def keys(shape: Any) -> set[str]:
    """The keys that a type declares, those that may be missing left out."""
    hints = get_type_hints(shape, include_extras=True)
    return {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}


def check(value: Any, shape: Any) -> list[Any]:
    """The types of all that a value holds, key by key; it has the keys that they declare."""
    if is_typeddict(shape):
        if not isinstance(value, dict):
            return []
        hints = get_type_hints(shape)
        assert keys(shape) <= set(value) <= set(hints)
        return [shape, *(one for key, part in value.items() for one in check(part, hints[key]))]
    if get_origin(shape) is list:
        return [one for part in value for one in check(part, *get_args(shape))] if isinstance(value, list) else []
    return [one for choice in get_args(shape) for one in check(value, choice)]


@pytest.mark.parametrize(("game", "edition"), GAMES_AND_EDITIONS)
def test_positions_hold_what_their_types_say(game: str, edition: str) -> None:
    types = import_module(f"{GAMES[game].state.__module__.rpartition('.')[0]}.view_types")
    match, chooser = Match.new(GAMES[game], min(GAMES[game].seats), edition, 7), Random(7)
    held = set()
    while True:
        held |= {*check(match.position, types.PositionSeen)}
        assert set(match.position) == keys(types.PositionSeen)
        assert set(match.view(1)) == set(match.view(0)) == keys(types.PositionSeen) | {"for"}
        if match.over:
            break
        match.play(chooser.choice(match.moves()))
    assert held == {shape for shape in vars(types).values() if is_typeddict(shape)}
