"""A game that starts in the middle (notation, section 8): a position, checked, becomes a state.

An impossible position raises an error that says what is wrong with it.
"""

from __future__ import annotations

from typing import Any

from intrigue.engine.headers import Position, check_keys, check_list, truth, whole, wrong
from intrigue.engine.numbers import count, members
from intrigue.games.oriflamme.flow import rest, settle
from intrigue.games.oriflamme.kinds import (
    BRIBERY,
    FAMILIES,
    KINDS,
    NAMES,
    NO_CARD,
    PRINCE,
    ROW,
    SUBSTITUTION,
    TWIN,
    is_character,
)
from intrigue.games.oriflamme.state import ARRIVAL, NOTHING, PLACEMENT, State
from intrigue.games.oriflamme.view import names

KEYS = {"game", "edition", "round", "phase", "first", "to_act", "pointer", "row", "players"}
PLAYER_KEYS = {"influence", "hand", "aside", "discard", "twin"}
CARD_KEYS = {"family", "kind", "up", "influence", "controller"}
MOST_INFLUENCE = {"stock": 999, "card": 99}


def kind(told: Any, allowed: int) -> int:
    if not isinstance(told, str) or told not in NAMES or not allowed >> NAMES.index(told) & 1:
        raise wrong("kind", kind=str(told)[:60])
    return NAMES.index(told)


def kinds(told: Any, allowed: int, what: str) -> int:
    found = 0
    for name in check_list(told, what):
        bit = 1 << kind(name, allowed)
        if found & bit:
            raise wrong("twice", kind=name, what=what)
        found |= bit
    return found


def setup(g: State, told: Position, game: str, edition: str, allowed: int, number: int) -> None:
    """Fills a blank state from a position with that number of allowed kinds, and goes on to its first choice."""
    if (told["game"], told["edition"]) != (game, edition):
        raise wrong("other_game", game=game, edition=edition)
    players = check_list(told["players"], "players", g.players)
    g.round = whole(told["round"], 1, g.rounds, "round")
    g.first = whole(told["first"], 1, g.players, "first") - 1
    rest(g)
    for player, said in enumerate(players):
        set_player(g, player, check_keys(said, PLAYER_KEYS, f"players[{player + 1}]"), allowed | 1 << TWIN)
    set_row(g, told["row"], allowed | 1 << TWIN)
    set_kinds(g, number)
    check_cards(g)
    check_twins(g)
    set_turn(g, told)
    check_numbers(g)
    check_bribes(g)
    g.ask = NOTHING
    settle(g)


def set_player(g: State, player: int, said: dict[str, Any], allowed: int) -> None:
    shuffled = allowed & ~(1 << TWIN)
    g.stock[player] = whole(said["influence"], 0, MOST_INFLUENCE["stock"], "influence")
    g.hand[player] = kinds(said["hand"], shuffled, "hand")
    g.aside[player] = kinds(said["aside"], shuffled, "aside")
    g.discard[player] = kinds(said["discard"], allowed, "discard")
    g.twins |= truth(said["twin"], "twin") << player


def set_row(g: State, row: Any, allowed: int) -> None:
    if len(check_list(row, "row")) > ROW:
        raise wrong("list", what="row")
    for number, stack in enumerate(row, start=1):
        if not check_list(stack, f"row[{number}]"):
            raise wrong("list", what=f"row[{number}]")
        under = NO_CARD
        for said in stack:
            under = set_card(g, check_keys(said, CARD_KEYS, f"row[{number}]"), number, under, allowed)
        g.row[g.length] = under
        g.length += 1


def set_card(g: State, said: dict[str, Any], number: int, under: int, allowed: int) -> int:
    family = whole(said["family"], 1, g.players, "family") - 1
    controller = whole(said["controller"], 1, g.players, "controller") - 1
    which = kind(said["kind"], allowed)
    up = truth(said["up"], "up")
    influence = whole(said["influence"], 0, MOST_INFLUENCE["card"], "influence")
    card = family * KINDS + which
    name = NAMES[which]
    if in_row(g, card) or card in stack_of(g, under):
        raise wrong("card_twice", family=family + 1, kind=name)
    if up and (influence or not is_character(which)):
        raise wrong("face_up", family=family + 1, kind=name)
    if not up and (which == TWIN or controller != family):
        raise wrong("face_down", family=family + 1, kind=name)
    if which == TWIN and under != NO_CARD and under % KINDS == PRINCE:
        raise wrong("twin_on_prince", slot=number)
    if under != NO_CARD and (g.holder[g.length] != controller or controller != family):
        raise wrong("two_families", slot=number)
    g.holder[g.length] = controller
    g.up[family] |= up << which
    g.influence[card] = influence
    g.below[card] = under
    return card


def in_row(g: State, card: int) -> bool:
    """Whether the card lies in a slot that is already set, covered or not."""
    return any(card == other for slot in range(g.length) for other in stack_of(g, g.row[slot]))


def stack_of(g: State, card: int) -> list[int]:
    """A card and all that lies under it, top to bottom."""
    found = []
    while card != NO_CARD:
        found.append(card)
        card = g.below[card]
    return found


def row_kinds(g: State, family: int) -> int:
    """The kinds of a family that lie in the row."""
    found = 0
    for slot in range(g.length):
        for card in stack_of(g, g.row[slot]):
            if card // KINDS == family:
                found |= 1 << card % KINDS
    return found


def set_kinds(g: State, number: int) -> None:
    """The kinds in play are those of the first player; `check_cards` asks the others for the same."""
    g.kinds = (g.hand[0] | g.aside[0] | g.discard[0] | row_kinds(g, 0)) & ~(1 << TWIN)
    if count(g.kinds) != number:
        raise wrong("ten_kinds", player=1, n=count(g.kinds))


def check_cards(g: State) -> None:
    """Each card of each family is in exactly one place."""
    for player in range(g.players):
        piles = [
            g.hand[player],
            g.aside[player],
            g.discard[player],
            row_kinds(g, player),
            (g.twins >> player & 1) << TWIN,
        ]
        expected = g.kinds | (g.kinds >> PRINCE & 1) << TWIN
        seen = 0
        for pile in piles:
            if seen & pile:
                raise wrong("card_twice", family=player + 1, kind=names(seen & pile)[0])
            seen |= pile
        if seen != expected:
            raise wrong("cards", player=player + 1, kinds=", ".join(names(seen ^ expected)))


def check_twins(g: State) -> None:
    """A Twin that has entered the row came with its Prince, which is then neither in the hand nor set aside."""
    for player in range(g.players):
        hidden = g.hand[player] | g.aside[player]
        if g.kinds >> PRINCE & 1 and not g.twins >> player & 1 and hidden >> PRINCE & 1:
            raise wrong("twin", player=player + 1)


def set_turn(g: State, told: Position) -> None:
    """Where the game stands: at a placement, or at the resolution of a slot."""
    if told["phase"] == "placement":
        to_act = whole(told["to_act"], 1, g.players, "to_act") - 1
        if told["pointer"] is not None:
            raise wrong("pointer_in_placement")
        g.stage = PLACEMENT
        g.placed = (to_act - g.first) % g.players
        if g.round == 1 and (any(g.up) or any(g.influence) or any(g.discard)):
            raise wrong("first_round")
    elif told["phase"] == "resolution":
        if not g.length:
            raise wrong("empty_row")
        g.stage = ARRIVAL
        g.pointer = whole(told["pointer"], 1, g.length, "pointer") - 1
        g.placed = g.players
        holder = g.holder[g.pointer] + 1
        if told["to_act"] is not None and whole(told["to_act"], 1, g.players, "to_act") != holder:
            raise wrong("not_to_act", player=holder)
    else:
        raise wrong("phase")


def check_numbers(g: State) -> None:
    """Everybody has placed as many cards as the round says; all are aside that were, or one less by Substitution."""
    for player in range(g.players):
        placed_now = (player - g.first) % g.players < g.placed
        hand = count(g.kinds) - g.set_aside - (g.round - 1) - placed_now
        if count(g.hand[player]) != hand:
            raise wrong("hand", player=player + 1, n=hand)
        used = g.discard[player] >> SUBSTITUTION & 1
        if not g.set_aside - used <= count(g.aside[player]) <= g.set_aside:
            raise wrong("aside", player=player + 1)


def check_bribes(g: State) -> None:
    """Each player has one token, laid when the own Bribery was used."""
    bribed = [0] * FAMILIES
    for slot in range(g.length):
        for card in stack_of(g, g.row[slot]):
            if card // KINDS != g.holder[slot]:
                bribed[g.holder[slot]] += 1
    for player, tokens in enumerate(bribed):
        if tokens > 1 or (tokens and BRIBERY not in members(g.discard[player])):
            raise wrong("bribe", player=player + 1)
