"""A short text form of positions: `hand 1 3 5 7 9 11; laid 2 4; first 2`.

Parts stand between semicolons: `players`, `first` (who is first in this round), `hand` and `laid` with a player and
cards. The cards laid stand round by round. What is left out is filled in with the lowest cards that are mentioned
nowhere.
"""

from __future__ import annotations

import json
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.headers import Position
from intrigue.engine.record import Record
from intrigue.games.trifle.cards import CARDS, HAND, PLAYERS


def bad(text: str) -> IntrigueError:
    return IntrigueError("error.sketch", text=text)


def parse(text: str) -> Position:
    """The position that a sketch stands for.

    >>> position = parse("laid 1 7 2; laid 2 4")
    >>> position["round"], position["to_act"], position["players"][0]["taken"]
    (2, 2, 1)
    """
    single = {"players": 0, "first": 0}
    piles: dict[str, dict[int, list[int]]] = {"hand": {}, "laid": {}}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, *words = part.split()
        if not words or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
            raise bad(part)
        number, *cards = map(int, words)
        if number not in range(1, PLAYERS + 1) or not set(cards) <= set(range(1, CARDS + 1)):
            raise bad(part)
        if name in single and not cards and not single[name]:
            single[name] = number
        elif name in piles and number not in piles[name]:
            piles[name][number] = cards
        else:
            raise bad(part)
    return complete(single["players"], single["first"], piles)


def complete(players: int, first: int, piles: dict[str, dict[int, list[int]]]) -> Position:
    """The whole position: what was not said is filled in."""
    seats = range(1, (players or max([2, first, *piles["hand"], *piles["laid"]])) + 1)
    laid = {seat: piles["laid"].get(seat, []) for seat in seats}
    rounds = min(map(len, laid.values()))
    ahead = [seat for seat in seats if len(laid[seat]) > rounds]
    said = [card for pile in piles.values() for cards in pile.values() for card in cards]
    if len(set(said)) != len(said) or rounds == HAND or not {*piles["hand"], *piles["laid"]} <= set(seats):
        raise bad("players")
    free = [card for card in range(1, CARDS + 1) if card not in said]
    first = first or next((seat for seat in ahead if previous(seat, seats) not in ahead), 1)
    order = [*seats[first - 1 :], *seats[: first - 1]]
    if (
        first not in seats
        or order[: len(ahead)] != sorted(ahead, key=order.index)
        or any(len(laid[seat]) > rounds + 1 for seat in seats)
    ):
        raise bad("laid")
    held = []
    for seat in seats:
        hand = piles["hand"].get(seat)
        if hand is None:
            size = HAND - len(laid[seat])
            hand, free = free[:size], free[size:]
        if len(hand) != HAND - len(laid[seat]):
            raise bad(f"hand {seat}")
        seen = [{"value": card, "up": turn < rounds} for turn, card in enumerate(laid[seat])]
        held.append({"hand": sorted(hand), "laid": seen, "taken": rounds_won(laid, seat, rounds)})
    return {
        "game": "trifle",
        "edition": "fr",
        "round": rounds + 1,
        "phase": "laying",
        "first": first,
        "to_act": order[len(ahead)],
        "players": held,
    }


def previous(seat: int, seats: range) -> int:
    return (seat - 2) % len(seats) + 1


def rounds_won(laid: dict[int, list[int]], seat: int, rounds: int) -> int:
    """How many rounds a seat has won."""
    return sum(laid[seat][turn] == max(cards[turn] for cards in laid.values()) for turn in range(rounds))


def record(text: str) -> Record:
    """The record of a game that starts at a sketch."""
    position = parse(text)
    players = str(len(position["players"]))
    return Record({"Game": "trifle", "Edition": "fr", "Players": players, "Position": json.dumps(position)})


def write(position: Position) -> str:
    """The sketch of a position, complete: `parse` gives the same position back.

    >>> write(parse("laid 1 7 2; laid 2 4"))
    'players 2; first 1; hand 1 1 3 5; laid 1 7 2; hand 2 6 8 9 10; laid 2 4'
    """
    texts = [f"players {len(position['players'])}", f"first {position['first']}"]
    for number, player in enumerate(position["players"], start=1):
        texts.append(words("hand", number, player["hand"]))
        if player["laid"]:
            texts.append(words("laid", number, [card["value"] for card in player["laid"]]))
    return "; ".join(texts)


def words(name: str, *numbers: Any) -> str:
    *rest, cards = numbers
    return " ".join(map(str, [name, *rest, *cards]))
