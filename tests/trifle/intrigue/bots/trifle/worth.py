"""What a card of Trifle is worth to the player to act, in hundredths of a point.

Only what that player may see is looked at: the own hand and the cards that lie open.
"""

from __future__ import annotations

from intrigue.engine.game import Box
from intrigue.engine.numbers import count
from intrigue.engine.rules import rule
from intrigue.games.trifle.cards import ALL
from intrigue.games.trifle.state import State
from intrigue.games.trifle.table import known_to_all

POINT = 100
SPENT = 6
"""What a card costs for each one of the own hand that is lower: high ones are missed later."""


@rule
def worth(g: State, box: Box, action: int) -> int:
    """The odds that the card wins the round, less what it is missed for later."""
    hand = g.hand[g.to_act]
    unknown = ALL & ~hand & ~known_to_all(g)
    lower = (1 << action) - 1
    odds = POINT * count(unknown & lower) // count(unknown)
    return odds - SPENT * count(hand & lower) * count(hand & lower)
