"""A short text form of positions, for tests, rulings and sandbox links. It stands for a set-up (notation, section 8).

    1Soldier 2ambush:2 3spy/3lord:1 4Queen>2 @1; round 3; stock 1 0 2 5; aside 1 archer heir spy

Cards stand in row order, a stack joined by `/` from bottom to top. A card is its family and its kind, Capitalised if
it lies face up; `:2` is the influence on it, `>2` the player who controls it. `@1` is the slot being resolved. Parts
follow after semicolons: `game`, `edition`, `players`, `round`, `first`, `place` (who is to place), `stock` (one number
a player), `kinds`, and `hand`, `aside`, `discard` with a player and kinds. All may be left out: what is not said is
filled in so that the numbers of cards are right: the round is the earliest possible, everybody's stock is 1, and of
each family the first free kinds in rulebook order lie aside, the next are in the hand, the rest in the discard.
"""

from __future__ import annotations

import json
import re
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.headers import Position
from intrigue.engine.record import Record
from intrigue.games.oriflamme.editions import ABLAZE as ABLAZE_EDITIONS
from intrigue.games.oriflamme.editions import FULL
from intrigue.games.oriflamme.editions import MIX as MIX_EDITIONS
from intrigue.games.oriflamme.editions import ORIFLAMME as ORIFLAMME_EDITIONS
from intrigue.games.oriflamme.kinds import BOXES, DEALT, NAMES

CARD = re.compile(r"([1-5])([A-Za-z_]+)(?::(\d+))?(?:>([1-5]))?")
EDITIONS = {"oriflamme": ORIFLAMME_EDITIONS, "ablaze": ABLAZE_EDITIONS, "oriflamme-mix": MIX_EDITIONS}
MOST_PLAYERS = 5
HAND = FULL.kinds - FULL.set_aside
SINGLE = ("game", "edition", "players", "round", "first", "place")
PARTS = (*SINGLE, "stock", "kinds", "hand", "aside", "discard")


def bad(text: str) -> IntrigueError:
    return IntrigueError("error.sketch", text=text)


def parse(text: str) -> Position:
    """The position that a sketch stands for.

    >>> parse("1Spy 2heir:1 3lord @2")["row"][1]
    [{'family': 2, 'kind': 'heir', 'up': False, 'influence': 1, 'controller': 2}]
    """
    first, *rest = (part.strip() for part in text.split(";"))
    *slots, last = first.split() or [""]
    pointer = int(last[1:]) if re.fullmatch(r"@\d+", last) else None
    if pointer is None and last:
        slots.append(last)
    row = [[card(one) for one in slot.split("/")] for slot in slots]
    said = parts(rest)
    return complete_position(row, pointer, said)


def card(text: str) -> dict[str, Any]:
    match = CARD.fullmatch(text)
    if not match or match[2].lower() not in NAMES or not match[2][1:].islower():
        raise bad(text)
    family = int(match[1])
    up = match[2][0].isupper()
    controller = int(match[4] or family)
    kind = match[2].lower()
    return {"family": family, "kind": kind, "up": up, "influence": int(match[3] or 0), "controller": controller}


def parts(texts: list[str]) -> dict[str, Any]:
    """The parts after the row: numbers by name, lists of kinds by name and player."""
    said: dict[str, Any] = {}
    piles: dict[str, dict[int, list[str]]] = {"hand": {}, "aside": {}, "discard": {}}
    for text in texts:
        name, *values = text.split() or [""]
        if name not in PARTS or not values or name in said or (name in SINGLE and len(values) > 1):
            raise bad(text)
        try:
            if name in piles and int(values[0]) in piles[name]:
                raise bad(text)
            if name in piles:
                piles[name][int(values[0])] = [valid_kind(kind) for kind in values[1:]]
            elif name == "kinds":
                said[name] = [valid_kind(kind) for kind in values]
            elif name == "stock":
                said[name] = [int(value) for value in values]
            else:
                said[name] = values[0] if name in ("game", "edition") else int(values[0])
        except ValueError:
            raise bad(text) from None
    return said | piles


def valid_kind(kind: str) -> str:
    if kind not in NAMES:
        raise ValueError(kind)
    return kind


def complete_position(row: list[list[dict[str, Any]]], pointer: int | None, said: dict[str, Any]) -> Position:
    """The whole position: what was not said is filled in."""
    cards = [card for slot in row for card in slot]
    seats = [card["family"] for card in cards] + [card["controller"] for card in cards]
    stocks = said.get("stock", [])
    players = said.get("players", max([3, len(stocks), *seats]))
    piled = [p for name in ("hand", "aside", "discard") for p in said[name]]
    if not max([1, *seats, *piled]) <= players <= MOST_PLAYERS or min([1, *piled]) < 1:
        raise bad(f"players {players}")
    if len(stocks) > players or (pointer is not None and "place" in said):
        raise bad("stock" if len(stocks) > players else f"place {said['place']}")
    kinds = kinds_in_play(cards, said)
    game = said.get("game") or game_of(kinds)
    if game not in EDITIONS:
        raise bad(game)
    first = said.get("first", 1)
    placing = said.get("place", first) if pointer is None else None
    piles = {
        name: {p: list(said[name].get(p, [])) for p in range(1, players + 1)} for name in ("hand", "aside", "discard")
    }
    for card in cards:
        if card["controller"] != card["family"] and "bribery" not in piles["discard"][card["controller"]]:
            piles["discard"][card["controller"]].append("bribery")
    in_row = {p: [c["kind"] for c in cards if c["family"] == p] for p in range(1, players + 1)}
    for player, own in in_row.items():
        elsewhere = [kind for pile in piles.values() for kind in pile[player]]
        if "twin" in own + piles["discard"][player] and "prince" not in own + elsewhere:
            piles["discard"][player].append("prince")
    late = {p: placing is not None and (p - first) % players >= (placing - first) % players for p in in_row}
    entered = {p: len(set(in_row[p] + piles["discard"][p]) - {"twin"}) for p in in_row}
    number = said.get("round") or max([1, *(entered[p] + late[p] for p in in_row)])
    for player in in_row:
        fill(player, kinds, in_row[player], piles, HAND - number + late[player])
    return {
        "game": game,
        "edition": said.get("edition") or next(iter(EDITIONS[game])),
        "round": number,
        "phase": "placement" if pointer is None else "resolution",
        "first": first,
        "to_act": placing if pointer is None else controller_at(row, pointer),
        "pointer": pointer,
        "row": row,
        "players": [
            {
                "influence": stocks[p - 1] if p <= len(stocks) else 1,
                "hand": sorted(piles["hand"][p]),
                "aside": sorted(piles["aside"][p]),
                "discard": sorted(piles["discard"][p]),
                "twin": "prince" in kinds and "twin" not in in_row[p] + piles["discard"][p],
            }
            for p in range(1, players + 1)
        ],
    }


def controller_at(row: list[list[dict[str, Any]]], pointer: int) -> Any:
    return row[pointer - 1][-1]["controller"] if 1 <= pointer <= len(row) else None


def kinds_in_play(cards: list[dict[str, Any]], said: dict[str, Any]) -> list[str]:
    """The ten kinds: those said, else those of the game, else all that are mentioned and as many more."""
    if "kinds" in said:
        return list(said["kinds"])
    if said.get("game") in BOXES:
        return list(BOXES[said["game"]])
    mentioned = {card["kind"] for card in cards}
    mentioned |= {kind for name in ("hand", "aside", "discard") for pile in said[name].values() for kind in pile}
    mentioned |= {"bribery" for card in cards if card["controller"] != card["family"]}
    mentioned |= {"prince"} if "twin" in mentioned else set()
    mentioned -= {"twin"}
    for box in BOXES.values():
        if mentioned <= set(box) and said.get("game") != "oriflamme-mix":
            return list(box)
    more = [kind for kind in DEALT if kind not in mentioned]
    chosen = mentioned | set(more[: max(0, FULL.kinds - len(mentioned))])
    return [kind for kind in DEALT if kind in chosen]


def game_of(kinds: list[str]) -> str:
    return next((game for game, box in BOXES.items() if kinds == list(box)), "oriflamme-mix")


def fill(player: int, kinds: list[str], in_row: list[str], piles: dict[str, dict[int, list[str]]], hand: int) -> None:
    """Deals a player's remaining kinds: three aside, the right number in hand, the rest discarded."""
    used = in_row + [kind for pile in piles.values() for kind in pile[player]]
    free = [kind for kind in kinds if kind not in used]
    for name, size in (("aside", FULL.set_aside), ("hand", hand), ("discard", len(kinds))):
        pile = piles[name][player]
        while free and len(pile) < size:
            pile.append(free.pop(0))


def record(text: str) -> Record:
    """The record of a game that starts at a sketch.

    >>> import intrigue
    >>> intrigue.load(record("1Soldier 2ambush:2 3lord @1")).position["players"][1]["influence"]
    5
    """
    position = parse(text)
    headers = {"Game": position["game"], "Edition": position["edition"], "Players": str(len(position["players"]))}
    return Record(headers | {"Position": json.dumps(position)})


def write(position: Position) -> str:
    """The sketch of a position, complete: `parse` gives the same position back.

    >>> write(parse("1Spy 2heir:1 3lord @2; players 3")).split(";")[0]
    '1Spy 2heir:1 3lord @2'
    """
    row = [" ".join("/".join(map(card_text, slot)) for slot in position["row"])]
    if position["pointer"] is not None:
        row.append(f"@{position['pointer']}")
    texts = [" ".join(filter(None, row))]
    texts += [f"{name} {position[name]}" for name in ("game", "edition", "round", "first")]
    texts.append(f"players {len(position['players'])}")
    if position["phase"] == "placement":
        texts.append(f"place {position['to_act']}")
    texts.append("stock " + " ".join(str(player["influence"]) for player in position["players"]))
    kinds = {card["kind"] for slot in position["row"] for card in slot if card["family"] == 1}
    for number, player in enumerate(position["players"], start=1):
        kinds |= {kind for name in ("hand", "aside", "discard") for kind in player[name]} if number == 1 else set()
        texts += [" ".join([name, str(number), *player[name]]) for name in ("hand", "aside", "discard")]
    texts.append("kinds " + " ".join(kind for kind in DEALT if kind in kinds))
    return "; ".join(texts)


def card_text(card: dict[str, Any]) -> str:
    kind = card["kind"].capitalize() if card["up"] else card["kind"]
    influence = f":{card['influence']}" if card["influence"] else ""
    controller = f">{card['controller']}" if card["controller"] != card["family"] else ""
    return f"{card['family']}{kind}{influence}{controller}"
