"""A game that starts in the middle: a position, checked, becomes a state."""

from __future__ import annotations

from typing import Any

from intrigue.engine.headers import Position, check_keys, check_list, truth, whole, wrong
from intrigue.games.trifle.cards import CARDS, HAND, NO_CARD
from intrigue.games.trifle.flow import settle
from intrigue.games.trifle.state import State
from intrigue.games.trifle.table import card_of

KEYS = {"game", "edition", "round", "phase", "first", "to_act", "players"}
PLAYER_KEYS = {"hand", "laid", "taken"}
CARD_KEYS = {"value", "up"}


def setup(g: State, position: Position, edition: str) -> None:
    """Fills a blank state from a position, and goes on to its first choice."""
    if (position["game"], position["edition"]) != ("trifle", edition):
        raise wrong("other_game", game="trifle", edition=edition)
    if position["phase"] != "laying":
        raise wrong("phase")
    players = check_list(position["players"], "players", g.players)
    g.round = whole(position["round"], 1, HAND, "round") - 1
    g.first = whole(position["first"], 1, g.players, "first") - 1
    to_act = whole(position["to_act"], 1, g.players, "to_act") - 1
    g.laid = [NO_CARD] * len(g.laid)
    seen: set[int] = set()
    for player, held in enumerate(players):
        check_keys(held, PLAYER_KEYS, f"players[{player + 1}]")
        set_player(g, player, held, seen, laying=is_before(g, player, to_act))
    if rounds_won(g) != g.taken:
        raise wrong("number", what="taken", low=0, high=g.round)
    settle(g)


def set_player(g: State, player: int, held: dict[str, Any], seen: set[int], laying: bool) -> None:
    """The cards of a player; all that were laid but in this round lie face up."""
    laid = check_list(held["laid"], "laid", g.round + laying)
    for turn, told in enumerate(laid):
        check_keys(told, CARD_KEYS, "laid")
        if truth(told["up"], "up") != (turn < g.round):
            raise wrong("truth", what="up")
        g.laid[player * HAND + turn] = card(told["value"], seen)
    hand = check_list(held["hand"], "hand", HAND - len(laid))
    g.hand[player] = sum(1 << card(value, seen) for value in hand)
    g.taken[player] = whole(held["taken"], 0, g.round, "taken")


def card(value: Any, seen: set[int]) -> int:
    """The number of a card that lies nowhere else."""
    whole(value, 1, CARDS, "value")
    if value in seen:
        raise wrong("twice", kind=value, what="players")
    seen.add(value)
    return int(value) - 1


def rounds_won(g: State) -> list[int]:
    """How many rounds each player won, by the cards."""
    won = [0] * len(g.taken)
    for turn in range(g.round):
        won[max(range(g.players), key=lambda player: card_of(g, player, turn))] += 1
    return won


def is_before(g: State, player: int, other: int) -> bool:
    """Whether a player lays before another in this round."""
    return (player - g.first) % g.players < (other - g.first) % g.players
