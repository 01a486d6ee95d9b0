"""What the types of positions say is what positions hold: the same keys, in every game and edition."""

from __future__ import annotations

from random import Random
from typing import Any, NotRequired, get_origin, get_type_hints

import pytest

from intrigue.engine.match import Match
from intrigue.games import GAMES
from intrigue.games.oriflamme import view_types as oriflamme
from intrigue.games.richelieu import view_types as richelieu

GAMES_AND_EDITIONS = [(name, edition) for name, game in GAMES.items() for edition in game.editions]


def keys(shape: Any) -> set[str]:
    """The keys that a type declares, those that may be missing left out."""
    hints = get_type_hints(shape, include_extras=True)
    return {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}


@pytest.mark.parametrize(("game", "edition"), GAMES_AND_EDITIONS)
def test_positions_hold_what_their_types_say(game: str, edition: str) -> None:
    types: Any = richelieu if game == "richelieu" else oriflamme
    match, chooser = Match.new(GAMES[game], min(GAMES[game].seats), edition, 7), Random(7)
    pieces = 0
    while True:
        position = match.position
        assert set(position) == keys(types.PositionSeen)
        assert set(match.view(1)) == set(match.view(0)) == keys(types.PositionSeen) | {"for"}
        assert all(set(player) == keys(types.PlayerSeen) for player in position["players"])
        for card in (card for slot in position.get("row", ()) for card in slot):
            assert set(card) == keys(oriflamme.CardSeen)
            pieces += 1
        for zone in position.get("zones", ()):
            assert set(zone) == keys(richelieu.ZoneSeen)
            for agent in filter(None, [*zone["r"], *zone["o"]]):
                assert set(agent) - {"set"} == keys(richelieu.AgentSeen)
                pieces += 1
        if match.over:
            break
        match.play(chooser.choice(match.moves()))
    assert pieces
