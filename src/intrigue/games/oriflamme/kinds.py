"""The twenty-one kinds of card, the cards of five families, and the actions a player can choose."""

from __future__ import annotations

from intrigue.engine.rules import rule

BASE = (
    "archer",
    "soldier",
    "spy",
    "heir",
    "lord",
    "shapeshifter",
    "assassination",
    "royal_decree",
    "ambush",
    "conspiracy",
)
ABLAZE = (
    "prince",
    "queen",
    "cutthroat",
    "apothecary",
    "felon",
    "schemer",
    "trap",
    "bribery",
    "combination",
    "substitution",
)
NAMES = (*BASE, *ABLAZE, "twin")

ARCHER, SOLDIER, SPY, HEIR, LORD, SHAPESHIFTER, ASSASSINATION, ROYAL_DECREE, AMBUSH, CONSPIRACY = range(10)
PRINCE, QUEEN, CUTTHROAT, APOTHECARY, FELON, SCHEMER, TRAP, BRIBERY, COMBINATION, SUBSTITUTION = range(10, 20)
TWIN = 20

KINDS = 21
FAMILIES = 5
CARDS = FAMILIES * KINDS
NO_CARD = -1

INTRIGUES = (
    1 << ASSASSINATION
    | 1 << ROYAL_DECREE
    | 1 << AMBUSH
    | 1 << CONSPIRACY
    | 1 << TRAP
    | 1 << BRIBERY
    | 1 << COMBINATION
    | 1 << SUBSTITUTION
)
ALL_BASE = (1 << len(BASE)) - 1
ALL_ABLAZE = ALL_BASE << len(BASE)

Card = int
"""A card is a number: its family times KINDS plus its kind. Families are counted from 0 here, from 1 for people."""


@rule
def kind_of(card: Card) -> int:
    """What is printed on the card."""
    return card % KINDS


@rule
def family_of(card: Card) -> int:
    """The colour printed on the card, whoever controls it now."""
    return card // KINDS


@rule
def is_character(kind: int) -> bool:
    """R24: characters stay face up, intrigues leave after their effect."""
    return (INTRIGUES >> kind) & 1 == 0


# The actions: which kind to place; where; reveal or wait; take or again; which slot.
FIRST, LAST, REVEAL, WAIT, TAKE, AGAIN = range(KINDS, KINDS + 6)
SLOT = KINDS + 6
