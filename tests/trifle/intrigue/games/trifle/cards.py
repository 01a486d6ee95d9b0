"""The cards: numbers from 1 to 24, here counted from 0; the action that lays a card has its number."""

from __future__ import annotations

CARDS = 24
ALL = (1 << CARDS) - 1
PLAYERS = 4
"""As many can play."""
HAND = 5
"""Cards of a player, and so rounds."""
NO_CARD = -1
