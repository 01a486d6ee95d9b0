"""The twenty-one kinds of card, the cards of five families, and the actions; with room for a third box of ten kinds."""

from __future__ import annotations

from intrigue.engine.numbers import MOST_ACTIONS, check_bound
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
BOXES = {"oriflamme": BASE, "ablaze": ABLAZE}
"""The kinds that are dealt, by the game in whose box they come; the Twin comes with its Prince."""
DEALT = tuple(kind for box in BOXES.values() for kind in box)

ARCHER, SOLDIER, SPY, HEIR, LORD, SHAPESHIFTER, ASSASSINATION, ROYAL_DECREE, AMBUSH, CONSPIRACY = range(10)
PRINCE, QUEEN, CUTTHROAT, APOTHECARY, FELON, SCHEMER, TRAP, BRIBERY, COMBINATION, SUBSTITUTION = range(10, 20)
TWIN = 20

KINDS = len(NAMES)
MOST_KINDS = 31
"""How many there can be."""
FAMILIES = 5
CARDS = FAMILIES * KINDS
NO_CARD = 255
ROW = 35  # G21

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


def with_twin(names: tuple[str, ...]) -> tuple[str, ...]:
    """Kinds that are dealt, and the Twin where its Prince is among them."""
    return (*names, "twin") if "prince" in names else names


def set_of(names: tuple[str, ...]) -> int:
    """Kinds as a mask."""
    return sum(1 << NAMES.index(name) for name in names)


ALL_BASE = set_of(BASE)
ALL_ABLAZE = set_of(ABLAZE)
MIXED = set_of(DEALT)
"""What the kinds of a mix are drawn from."""

# The actions. Where a kind is asked for, its number is the action; nothing else is asked then, so these numbers mean
# places everywhere else: first, last, or a slot. Then reveal or wait; take or again.
FIRST, LAST, SLOT = range(3)
REVEAL, WAIT, TAKE, AGAIN = range(SLOT + ROW, SLOT + ROW + 4)

check_bound("kinds", KINDS, MOST_KINDS, "a set of kinds is an i32 in state.py, and a block in observation.py")
check_bound("kinds", KINDS, REVEAL, "actions for kinds end where REVEAL begins in kinds.py")
check_bound("cards", CARDS, NO_CARD, "a card is a u8 in state.py, and NO_CARD is one too")
check_bound("actions", AGAIN + 1, MOST_ACTIONS, "a legal mask is an i64, see engine/numbers.py")

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
