"""Setting up the table: cards go from a pile to a hand, to the table, and back."""

from __future__ import annotations

from typing import Any

from intrigue.engine import drafts
from intrigue.engine.drafts import DraftChange
from intrigue.engine.errors import IntrigueError
from intrigue.engine.headers import Position, check_keys, check_list, truth, whole, wrong
from intrigue.engine.record import Record
from intrigue.games.trifle import sketch
from intrigue.games.trifle.cards import CARDS, HAND, PLAYERS
from intrigue.games.trifle.setup import CARD_KEYS, KEYS, PLAYER_KEYS


class Drafts(drafts.Drafts):
    """Of this game."""

    keys = KEYS

    def blank(self, edition: str, players: int) -> Position:
        return sketch.parse(f"players {players}")

    def check(self, position: Position) -> None:
        check(position)

    def change(self, position: Position, change: DraftChange) -> Position:
        return apply_change(position, change)

    def fit(self, position: Position, kept: str = "") -> Position:
        return fit(position, int(kept or 0))

    def view(self, position: Position) -> dict[str, Any]:
        return {"for": 0, **position, "legal": [], "scores": None, "winners": None}

    def record(self, sketch: str) -> Record:
        from intrigue.games.trifle.sketch import record

        return record(sketch)


def check(position: Position) -> None:
    """Whether a draft can be drawn and changed."""
    if position["phase"] != "laying":
        raise wrong("phase")
    whole(position["round"], 1, HAND, "round")
    players = check_list(position["players"], "players")
    if len(players) not in range(2, PLAYERS + 1):
        raise wrong("list", what="players")
    for name in ("first", "to_act"):
        whole(position[name], 1, len(players), name)
    seen = []
    for number, player in enumerate(players, start=1):
        check_keys(player, PLAYER_KEYS, f"players[{number}]")
        whole(player["taken"], 0, HAND, "taken")
        for card in check_list(player["laid"], "laid"):
            truth(check_keys(card, CARD_KEYS, "laid")["up"], "up")
            seen.append(whole(card["value"], 1, CARDS, "value"))
        seen += [whole(value, 1, CARDS, "value") for value in check_list(player["hand"], "hand")]
        if len(player["laid"]) > HAND or len(player["hand"]) > HAND:
            raise wrong("list", what="hand")
    for value in seen:
        if seen.count(value) > 1:
            raise wrong("twice", kind=value, what="players")


def apply_change(position: Position, change: DraftChange) -> Position:
    """A draft after a change; the draft given is used up. Pieces are cards by their value, places `hand:1`, `laid:2`,
    `box`."""
    if change.do == "move" and change.piece in map(str, range(1, CARDS + 1)):
        where, _, number = change.to.partition(":")
        seats = [str(seat + 1) for seat in range(len(position["players"]))]
        if change.to != "box" and (where not in ("hand", "laid") or number not in seats):
            raise IntrigueError("sandbox.fault.change")
        value = int(change.piece)
        lift(position, value)
        if where != "box":
            pile = position["players"][int(number) - 1][where]
            pile.append({"value": value, "up": False} if where == "laid" else value)
        return position
    if change.do == "set" and change.what == "first":
        position["first"] = whole(change.value, 1, len(position["players"]), "first")
        return position
    if change.do == "set" and change.what == "players":
        return resize(position, whole(change.value, 2, PLAYERS, "players"))
    raise IntrigueError("sandbox.fault.change")


def lift(position: Position, value: int) -> None:
    """Takes a card from wherever it lies."""
    for player in position["players"]:
        player["hand"] = [card for card in player["hand"] if card != value]
        player["laid"] = [card for card in player["laid"] if card["value"] != value]


def resize(position: Position, seats: int) -> Position:
    """More or fewer players; what belongs to those who leave goes with them."""
    players = position["players"][:seats]
    position["players"] = players + [{"hand": [], "laid": [], "taken": 0} for _ in range(seats - len(players))]
    position["first"] = min(position["first"], seats)
    return position


def fit(position: Position, kept: int) -> Position:
    """A draft with what follows from the rest put right: as many rounds as all have laid, and full hands."""
    players = position["players"]
    rounds = min(HAND - 1, *(len(player["laid"]) for player in players))
    order = [*range(position["first"] - 1, len(players)), *range(position["first"] - 1)]
    laying = True  # those who are first may have laid for this round; the last never has, or it would be over
    for seat in order:
        player = players[seat]
        laying = laying and len(player["laid"]) > rounds and seat != order[-1]
        while len(player["laid"]) > rounds + laying:
            player["hand"].append(player["laid"].pop()["value"])
    ahead = sum(len(player["laid"]) > rounds for player in players)
    position["to_act"] = order[ahead] + 1
    position["round"] = rounds + 1
    for player in players:
        for turn, card in enumerate(player["laid"]):
            card["up"] = turn < rounds
        highest = [max(one["laid"][turn]["value"] for one in players) for turn in range(rounds)]
        player["taken"] = sum(player["laid"][turn]["value"] == highest[turn] for turn in range(rounds))
        fill(position, player, kept)
    return position


def fill(position: Position, player: dict[str, Any], kept: int) -> None:
    """So many cards in the hand as are not on the table yet."""
    size, hand = HAND - len(player["laid"]), player["hand"]
    while len(hand) > size:
        hand.remove(next((card for card in reversed(hand) if card != kept), hand[-1]))
    lying = [card for one in position["players"] for card in (*one["hand"], *(it["value"] for it in one["laid"]))]
    free = [card for card in range(1, CARDS + 1) if card not in lying]
    player["hand"] = sorted([*hand, *free[: size - len(hand)]])
