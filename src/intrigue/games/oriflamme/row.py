"""The row: questions about it, and the verbs that move cards and influence."""

from __future__ import annotations

from intrigue.engine.events import tell
from intrigue.engine.numbers import insert, remove
from intrigue.engine.rules import rule
from intrigue.games.oriflamme.events import (
    BACKS,
    CARD_BRIBED,
    CARD_DISCARDED,
    CARD_MOVED,
    CARD_TURNED_UP,
    INFLUENCE_GAINED,
    INFLUENCE_LOST,
    INFLUENCE_ROBBED,
    INFLUENCE_THROWN_AWAY,
)
from intrigue.games.oriflamme.kinds import CARDS, NO_CARD, SLOT, Card, family_of, is_character, kind_of
from intrigue.games.oriflamme.state import State

# Questions


@rule
def is_up(g: State, card: Card) -> bool:
    """The card in the row lies face up."""
    return (g.up[family_of(card)] >> kind_of(card)) & 1 == 1


@rule
def face(g: State, card: Card) -> int:
    """What everybody sees of the card."""
    if is_up(g, card):
        return card
    return BACKS + family_of(card)


@rule
def is_stack(g: State, slot: int) -> bool:
    """More than one card lies in the slot."""
    return g.below[g.row[slot]] != NO_CARD


@rule
def height(g: State, slot: int) -> int:
    """The number of cards in the slot."""
    cards = 0
    card = g.row[slot]
    while card != NO_CARD:
        cards += 1
        card = g.below[card]
    return cards


@rule
def shows_character(g: State, slot: int) -> bool:
    """The top card of the slot is a revealed character."""
    return is_up(g, g.row[slot]) and is_character(kind_of(g.row[slot]))


@rule
def all_slots(g: State) -> int:
    """Every slot, as actions."""
    return ((1 << g.length) - 1) << SLOT


@rule
def neighbours(g: State) -> int:
    """The slots directly before and after the acting card, as actions."""
    found = 0
    if g.at > 0:
        found |= 1 << (SLOT + g.at - 1)
    if g.at + 1 < g.length:
        found |= 1 << (SLOT + g.at + 1)
    return found


# Verbs: influence


@rule
def gain(g: State, player: int, amount: int, cause: Card) -> None:
    """The player takes influence from the supply, which never runs out (R9), because of a card."""
    g.stock[player] += amount
    tell(g, INFLUENCE_GAINED, player, amount, cause)


@rule
def lose(g: State, player: int, amount: int) -> None:
    """The player gives influence to the supply; no stock goes below 0 (R37)."""
    amount = min(amount, g.stock[player])
    g.stock[player] -= amount
    tell(g, INFLUENCE_LOST, player, amount, g.actor)


@rule
def rob(g: State, robber: int, victim: int, amount: int, cause: Card) -> None:
    """The robber takes influence out of the victim's stock, as far as there is any (R37), because of a card."""
    amount = min(amount, g.stock[victim])
    g.stock[victim] -= amount
    g.stock[robber] += amount
    tell(g, INFLUENCE_ROBBED, robber, amount, victim * CARDS + cause)


@rule
def throw_away(g: State, card: Card) -> None:
    """The influence lying on the card goes to the supply."""
    if g.influence[card] > 0:
        tell(g, INFLUENCE_THROWN_AWAY, face(g, card), g.influence[card], 0)
        g.influence[card] = 0


# Verbs: cards


@rule
def open_slot(g: State, slot: int, card: Card, player: int) -> None:
    """Makes a new slot in the row for a card; the slots after it move on."""
    insert(g.row, slot, g.length, card)
    insert(g.holder, slot, g.length, player)
    g.below[card] = NO_CARD
    g.length += 1
    if slot <= g.pointer:
        g.pointer += 1
    if slot <= g.at:
        g.at += 1


@rule
def close_slot(g: State, slot: int) -> None:
    """R26: an empty slot vanishes and the row closes up. The gap of the card being resolved is remembered (P4)."""
    remove(g.row, slot, g.length)
    remove(g.holder, slot, g.length)
    g.length -= 1
    if slot < g.pointer:
        g.pointer -= 1
    elif slot == g.pointer:
        g.gap = 1
    if slot < g.at:
        g.at -= 1


@rule
def cover(g: State, slot: int, card: Card) -> None:
    """R16: the card goes on top of the slot; what it covers keeps its influence."""
    g.below[card] = g.row[slot]
    g.row[slot] = card


@rule
def lift(g: State, slot: int) -> Card:
    """Takes the top card off the slot; a card under it is uncovered (R18)."""
    card = g.row[slot]
    under = g.below[card]
    g.below[card] = NO_CARD
    if card == g.actor:
        g.at = -1
    if under != NO_CARD:
        g.row[slot] = under
    else:
        close_slot(g, slot)
    return card


@rule
def leave(g: State, slot: int) -> None:
    """R31: the top card leaves the row and lies face up before the owner of its colour."""
    card = lift(g, slot)
    g.influence[card] = 0
    g.up[family_of(card)] &= ~(1 << kind_of(card))
    g.discard[family_of(card)] |= 1 << kind_of(card)


@rule
def discard(g: State, slot: int, by: Card) -> None:
    """R32: the top card leaves without being eliminated; `by` is the other card that makes it leave, if one does."""
    tell(g, CARD_DISCARDED, g.row[slot], by, 0)
    leave(g, slot)


@rule
def discard_actor(g: State, by: Card) -> None:
    """The acting card is thrown out; if it is gone already, nothing happens."""
    if g.at >= 0:
        discard(g, g.at, by)


@rule
def turn_up(g: State, slot: int) -> None:
    """Everybody sees the top card of the slot, which the acting card struck, from now on."""
    card = g.row[slot]
    if not is_up(g, card):
        g.up[family_of(card)] |= 1 << kind_of(card)
        tell(g, CARD_TURNED_UP, card, slot, g.active * CARDS + g.actor)


@rule
def move(g: State, slot: int, to: int) -> None:
    """The top card of a slot becomes a slot of its own, with what lies on it (D5)."""
    tell(g, CARD_MOVED, face(g, g.row[slot]), slot, to)
    player = g.holder[slot]
    card = lift(g, slot)
    open_slot(g, to, card, player)


@rule
def bribe(g: State, slot: int, player: int) -> None:
    """E97, E101: the slot's only card belongs to another family at once; an older token returns to its owner."""
    g.holder[slot] = player
    tell(g, CARD_BRIBED, g.row[slot], player, 0)
