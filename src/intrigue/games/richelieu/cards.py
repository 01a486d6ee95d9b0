"""The names of Richelieu: cards, factions, agents, spaces, icons, and the actions a player can choose."""

from __future__ import annotations

from collections.abc import Iterable

from intrigue.engine.numbers import MOST_ACTIONS, check_bound
from intrigue.engine.rules import rule

RICHELIEU_CARDS = tuple(f"R{n}" for n in range(1, 14))
OPPOSING_CARDS = ("E1", "E2", "E3", "E4", "F1", "F2", "F3", "H1", "H2", "H3", "P1", "P2", "P3")
CARDS = (*RICHELIEU_CARDS, *OPPOSING_CARDS)
DECK = 13
NO_CARD = -1

FACTIONS = ("richelieu", "england", "france", "habsburgs", "protestants")
FACTION_OF = {"R": 0, "E": 1, "F": 2, "H": 3, "P": 4}
RICHELIEU = 0

# Agents: four values, and six sets: one a player, and the neutral ones that players 1 and 2 hold in a game of two.
VALUES = (-2, 1, 2, 3)
KINDS = 4
OWN_SET = (2, 3, 3, 2)
NEUTRAL_SET = (1, 3, 3, 0)
PLAYERS = 4
SETS = 6
NEUTRAL = 4  # the first neutral set; as an owner of agents, the neutral player
GREY, QUEEN = 6, 7
NOBODY = -1
FIGURE = 3  # what a figure counts

# Spaces: three zones, two sides (the cardinal's card and the opposing one), five spaces from the left.
ZONES, SIDES, WIDTH = 3, 2, 5
CARD_PLACES = ZONES * SIDES
SPACES = CARD_PLACES * WIDTH
FOR, AGAINST = 0, 1

# Possible translation fault, kept switchable: the side on which each figure may stand.
GREY_SIDE, QUEEN_SIDE = AGAINST, FOR

# Icons of prizes.
NOTHING, PRESTIGE, ECU, INCOME_STEP, MILITARY_STEP, PLACE_AGENT, CORRUPTION, PLACE_GREY, PLACE_QUEEN = range(9)
ICONS = ("", "P", "E", "I", "M", "AG", "CO", "GE", "QU")

# The actions: which value; which space; the plain ones.
SPACE = KINDS
INCOME, OFFICE, BUY, SELL, END, DECLINE = range(SPACE + SPACES, SPACE + SPACES + 6)
check_bound("actions", DECLINE + 1, MOST_ACTIONS, "a legal mask is an i64, see engine/numbers.py")


# What a card shows when it lies face down: a red back or a yellow one, told by the side it lies on in a zone.
RED, YELLOW = "r", "o"


def backs(cards: Iterable[str]) -> list[str]:
    """Cards that lie face down: how many are the cardinal's and how many opposing ones, and no more.

    >>> backs(["E1", "R2", "E4"])
    ['o', 'o', 'r']
    """
    return sorted(RED if card in RICHELIEU_CARDS else YELLOW for card in cards)


@rule
def value_of(kind: int) -> int:
    """What an agent of that kind counts: -2, 1, 2 or 3."""
    if kind == 0:
        return -2
    return kind


@rule
def zone_of(space: int) -> int:
    return space // (SIDES * WIDTH)


@rule
def place_of(space: int) -> int:
    """The card a space lies on: zone and side in one number."""
    return space // WIDTH


@rule
def side_of(space: int) -> int:
    return place_of(space) % SIDES
