"""The rules count agents by formulas that compile everywhere; the tables that people read say the same."""

import intrigue
from intrigue.games.richelieu.cards import KINDS, NEUTRAL, NEUTRAL_SET, OWN_SET, VALUES, value_of
from intrigue.games.richelieu.flow import set_size


def test_values():
    assert tuple(value_of(kind) for kind in range(KINDS)) == VALUES


def test_sets():
    for players in (2, 3, 4):
        state = intrigue.new("richelieu", players, seed=1).state
        for player in range(players):
            assert tuple(set_size(state, player, kind) for kind in range(KINDS)) == OWN_SET
        for which in range(NEUTRAL, NEUTRAL + 2):
            expected = NEUTRAL_SET if players == 2 else (0,) * KINDS
            assert tuple(set_size(state, which, kind) for kind in range(KINDS)) == expected
