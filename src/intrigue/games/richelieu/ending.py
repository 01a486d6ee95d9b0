"""The end of a game: points for cards, scores, ties and winners (8.7)."""

from __future__ import annotations

from intrigue.engine.numbers import count
from intrigue.engine.rules import rule
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import CARDS, RICHELIEU
from intrigue.games.richelieu.state import State

FACTION_COUNT = 5
RICHELIEU_MASK, ENGLAND_MASK, FRANCE_MASK, HABSBURGS_MASK, PROTESTANTS_MASK = (
    sum(1 << number for number, card in enumerate(CARDS) if card[0] == letter) for letter in "REFHP"
)
JEWEL_POINTS = 4
MOST, SECOND = 8, 4


@rule
def cards_of(g: State, box: Box, player: int, faction: int) -> int:
    """How many cards of a faction a player has won."""
    return count(g.cards[player] & of_faction(faction))


@rule
def of_faction(faction: int) -> int:
    """The cards of a faction, as a mask; their ids tell it, whatever the deck file."""
    if faction == RICHELIEU:
        return RICHELIEU_MASK
    if faction == 1:
        return ENGLAND_MASK
    if faction == 2:
        return FRANCE_MASK
    if faction == 3:
        return HABSBURGS_MASK
    return PROTESTANTS_MASK


# 4.8, 5.21, 8.11: most of Richelieu's cards 8, second most 4; tied for most 4 each, no second; tied for second none.
@rule
def majority_points(g: State, box: Box, player: int) -> int:
    mine = cards_of(g, box, player, RICHELIEU)
    more = 0
    same = 0
    for other in range(g.players):
        theirs = cards_of(g, box, other, RICHELIEU)
        if other != player and theirs > mine:
            more += 1
        if other != player and theirs == mine:
            same += 1
    if mine == 0 or more + same > 1 and more > 0:
        return 0
    if more == 0 and same == 0:
        return MOST
    if more == 0 or same == 0:
        return SECOND
    return 0


@rule
def card_points(g: State, box: Box, player: int) -> int:
    """4.8: the majority, and n squared for the cards of every other faction."""
    points = majority_points(g, box, player)
    for faction in range(1, FACTION_COUNT):
        points += cards_of(g, box, player, faction) * cards_of(g, box, player, faction)
    return points


@rule
def score(g: State, box: Box, player: int) -> int:
    """8.7: prestige, income, military, cards, and 4 for each jewel."""
    tracks = g.prestige[player] + g.income[player] + g.military[player]
    return tracks + card_points(g, box, player) + JEWEL_POINTS * g.jewels[player]


@rule
def beats(g: State, box: Box, player: int, other: int) -> bool:
    """8.7: more points; then more ecu; then more intrigue cards."""
    if score(g, box, player) != score(g, box, other):
        return score(g, box, player) > score(g, box, other)
    if g.ecu[player] != g.ecu[other]:
        return g.ecu[player] > g.ecu[other]
    return count(g.cards[player]) > count(g.cards[other])


@rule
def winners(g: State, box: Box) -> int:
    """Whoever nobody beats, as a mask of players (5.23: shared after all ties)."""
    found = 0
    for player in range(g.players):
        best = True
        for other in range(g.players):
            if beats(g, box, other, player):
                best = False
        if best:
            found |= 1 << player
    return found
