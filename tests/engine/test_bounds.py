"""Whoever declares more than fits is told which bound it is and where it is set."""

from __future__ import annotations

from types import ModuleType

import pytest
from declared import with_changes

from intrigue.bots.oriflamme import cards as priced
from intrigue.games.oriflamme import kinds
from intrigue.games.richelieu import cards

TWIN = '*ABLAZE, "twin"'


@pytest.mark.parametrize(
    ("module", "old", "new", "complaint"),
    [
        (kinds, TWIN, f"{TWIN}, *'abcdefghijk'", "32 kinds, but at most 31 fit: .*i32 in state.py.*observation.py"),
        (kinds, "ROW = 35", "ROW = 18", "21 kinds, but at most 20 fit: .*REVEAL"),
        (kinds, "FAMILIES = 5", "FAMILIES = 13", "273 cards, but at most 255 fit: .*u8 in state.py"),
        (kinds, "ROW = 35", "ROW = 57", "63 actions, but at most 62 fit: .*engine/numbers.py"),
        (priced, "*(130, 190,", "*(130,", "21 kinds, but at most 20 fit: .*PRICE in bots/oriflamme/cards.py"),
        (cards, "ZONES, SIDES, WIDTH = 3, 2, 5", "ZONES, SIDES, WIDTH = 3, 2, 9", "64 actions, but at most 62 fit"),
    ],
)
def test_what_does_not_fit_is_refused_where_it_is_declared(
    module: ModuleType, old: str, new: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        exec(compile(with_changes(module, (old, new)), "<made up>", "exec"), {"__name__": "made_up"})
