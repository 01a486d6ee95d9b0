"""A short text form of positions where a turn begins, for tests, rulings and sandbox links (notation, section 8).

    R4[1:2 . 2:-2 . 3:1] E1[. 3:1+ G . .] | R5 H2 | -; turn 2; cardinal 9; prestige 3 0 12; city 1 -2 3; cards 1 E2 R3

Three zones are separated by `|`. A zone is its Richelieu card and its opposing card, each followed by its five spaces
in brackets; a card without brackets is empty, `-` is a zone without cards, and a zone of which nothing is said gets the
first cards that are mentioned nowhere. A space is `.` if free, `1:2` with player 1's agent of value 2 (`1:2+` if it is
face up, which it always is on a space that costs 0), `n1:2` with an agent of the neutral set that player 1 holds, and
`G` or `Q` with the Grey Eminence or the Queen.

Parts follow after semicolons, all of them optional: `players`, `first`, `turn`, `cardinal`, `deck` (cards left in each
deck); `prestige`, `ecu`, `income`, `military`, `jewels` with one number a player; `cards` with a player and card ids;
`hand` and `city` with a player (`n1` and `n2` for the neutral sets) and values. What is not said is as at the start of
a game: three players, or two if a neutral agent is mentioned, or as many as are; player 1 begins, and the first player
has the turn. The jewels that nobody has are in the city; agents that are mentioned nowhere are in the hand, or in the
city where only the hand is told; the decks are as full as the cards that were won allow.
"""

from __future__ import annotations

import json
import re
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.headers import Position
from intrigue.engine.record import Record
from intrigue.games.richelieu.box import Box, our_box
from intrigue.games.richelieu.cards import (
    CARDS,
    DECK,
    NEUTRAL_SET,
    OPPOSING_CARDS,
    OWN_SET,
    RICHELIEU_CARDS,
    VALUES,
    WIDTH,
    ZONES,
)
from intrigue.games.richelieu.flow import CARDINAL_START, INCOME_START, JEWELS, MONEY

CARD = r"([A-Z]\d+)(?:\[([^\[\]]*)\])?"
TWO_CARDS = re.compile(rf"{CARD}\s*{CARD}")
AGENT = re.compile(r"(n?)([1-4]):(-2|1|2|3)(\+?)")
SET = re.compile(r"n?[1-4]")
NUMBER = re.compile(r"[0-9]{1,5}")
SINGLE = ("players", "first", "turn", "cardinal", "deck")
TRACKS = {"prestige": 0, "income": INCOME_START, "military": 0, "ecu": MONEY, "jewels": JEWELS}
PILES = ("hand", "city", "cards")
NO_ZONE = "-"
FIGURES = {"G": "grey", "Q": "queen"}
SEATS = range(2, 5)

Zone = dict[str, Any]


def bad(text: str) -> IntrigueError:
    return IntrigueError("error.sketch", text=text.strip()[:60])


# Reading


def parse(text: str, box: Box | None = None) -> Position:
    """The position that a sketch stands for; `box` tells which spaces cost 0, our own unless told.

    >>> position = parse("R4[1:2 . . 2:-2 .] E1; ecu 3 9")
    >>> position["zones"][0]["r"][3], [player["ecu"] for player in position["players"]]
    ({'player': 2, 'value': -2, 'up': True}, [3, 9, 7])
    """
    court, *rest = text.split(";")
    said = parts(rest)
    figures: dict[str, str] = {}
    zones = [zone(one, number, figures, box or our_box()) for number, one in enumerate(court.split("|"), start=1)]
    if len(zones) > ZONES:
        raise bad(court)
    zones += [None] * (ZONES - len(zones))
    return complete_position(zones_with_cards(zones, said), figures, said)


def zone(text: str, number: int, figures: dict[str, str], box: Box) -> Zone | None:
    """One zone; None where nothing is said of it. The figures that stand there are added to `figures`."""
    text = text.strip()
    if not text:
        return None
    if text == NO_ZONE:
        return empty_zone(None, None)
    match = TWO_CARDS.fullmatch(text)
    if not match or match[1] not in RICHELIEU_CARDS or match[3] not in OPPOSING_CARDS:
        raise bad(text)
    found = empty_zone(match[1], match[3])
    for side, card, spaces in (("r", match[1], match[2]), ("o", match[3], match[4])):
        if spaces is None:
            continue
        words = spaces.split()
        if len(words) != WIDTH:
            raise bad(f"{card}[{spaces}]")
        for at, word in enumerate(words):
            if word in FIGURES and FIGURES[word] not in figures:
                figures[FIGURES[word]] = f"{number}.{side}.{at + 1}"
            elif word != ".":
                found[side][at] = agent(word, box.cost[CARDS.index(card) * WIDTH + at])
    return found


def empty_zone(richelieu: str | None, opposing: str | None) -> Zone:
    return {"richelieu": richelieu, "opposing": opposing, "r": [None] * WIDTH, "o": [None] * WIDTH}


def agent(text: str, cost: int) -> dict[str, Any]:
    match = AGENT.fullmatch(text)
    if not match:
        raise bad(text)
    neutral, holder = bool(match[1]), int(match[2])
    found = {"player": 0 if neutral else holder, "value": int(match[3]), "up": bool(match[4]) or cost == 0}
    return found | ({"set": holder} if neutral else {})


def parts(texts: list[str]) -> dict[str, Any]:
    """The parts after the zones: numbers by name, piles by name and set."""
    said: dict[str, Any] = {name: {} for name in PILES}
    for text in texts:
        name, *words = text.split() or [""]
        if name in PILES:
            add_pile(said[name], name, words, text)
            continue
        if name not in (*SINGLE, *TRACKS) or name in said or not words or (name in SINGLE and len(words) > 1):
            raise bad(text)
        if not all(NUMBER.fullmatch(word) for word in words):
            raise bad(text)
        said[name] = int(words[0]) if name in SINGLE else [int(word) for word in words]
    return said


def add_pile(piles: dict[str, list[Any]], name: str, words: list[str], text: str) -> None:
    if not words or not SET.fullmatch(words[0]) or words[0] in piles or (name == "cards" and words[0][0] == "n"):
        raise bad(text)
    known = CARDS if name == "cards" else [str(value) for value in VALUES]
    if any(word not in known for word in words[1:]):
        raise bad(text)
    piles[words[0]] = words[1:] if name == "cards" else [int(word) for word in words[1:]]


# Filling in


def zones_with_cards(zones: list[Zone | None], said: dict[str, Any]) -> list[Zone]:
    """The zones; those of which nothing is said get the first cards that are mentioned nowhere."""
    named = [name for one in zones if one for name in (one["richelieu"], one["opposing"])]
    named += [name for cards in said["cards"].values() for name in cards]
    free = [iter([name for name in deck if name not in named]) for deck in (RICHELIEU_CARDS, OPPOSING_CARDS)]
    return [one or empty_zone(next(free[0], None), next(free[1], None)) for one in zones]


def complete_position(zones: list[Zone], figures: dict[str, str], said: dict[str, Any]) -> Position:
    """The whole position: what was not said is filled in."""
    on_cards: dict[str, list[int]] = {}
    for one in zones:
        for told in filter(None, one["r"] + one["o"]):
            on_cards.setdefault(name_of_set(told), []).append(told["value"])
    players = how_many({*on_cards, *said["hand"], *said["city"], *said["cards"]}, said)
    first = said.get("first", 1)
    turn = said.get("turn", first)
    if not {first, turn} <= set(range(1, players + 1)):
        raise bad(f"first {first}; turn {turn}")
    tracks = {name: (said.get(name, []) + [usual] * players)[:players] for name, usual in TRACKS.items()}
    jewels = JEWELS * (players + 1) - sum(tracks["jewels"])
    if jewels < 0:
        raise bad("jewels " + " ".join(map(str, tracks["jewels"])))
    cardinal = said.get("cardinal", CARDINAL_START)
    won = [said["cards"].get(str(player), []) for player in range(1, players + 1)]
    return {
        "game": "richelieu",
        "edition": "ru",
        "phase": "action",
        "first": first,
        "turn": turn,
        "to_act": turn,
        "actions_left": 1 + (tracks["prestige"][turn - 1] < cardinal),
        "cardinal": cardinal,
        "grey": figures.get("grey"),
        "queen": figures.get("queen"),
        "zones": zones,
        "deck": [said.get("deck", fullest_deck(zones, sum(map(len, won))))] * 2,
        "jewels": jewels,
        "players": [
            {
                **{name: track[player - 1] for name, track in tracks.items()},
                **hand_and_city(str(player), OWN_SET, on_cards, said),
                "cards": sorted(won[player - 1]),
            }
            for player in range(1, players + 1)
        ],
        "neutral": [hand_and_city(f"n{n}", NEUTRAL_SET, on_cards, said) for n in (1, 2)] if players == 2 else [],
    }


def name_of_set(agent: dict[str, Any]) -> str:
    return str(agent["player"]) if agent["player"] else f"n{agent['set']}"


def how_many(sets: set[str], said: dict[str, Any]) -> int:
    """The number of players: the one said, else the one that fits what is mentioned."""
    neutral = any(name[0] == "n" for name in sets)
    most = max([int(name[-1]) for name in sets] + [len(said.get(name, [])) for name in TRACKS])
    players = int(said.get("players", 2 if neutral else max(3, most)))
    if players not in SEATS or most > players or (neutral and players != 2):
        raise bad(f"players {players}")
    return players


def fullest_deck(zones: list[Zone], won: int) -> int:
    """As many cards as can be left; an empty zone means that there are none."""
    in_zones = sum(one["richelieu"] is not None for one in zones)
    return max(0, DECK - in_zones - won) if in_zones == ZONES else 0


def hand_and_city(
    name: str, set_sizes: tuple[int, ...], on_cards: dict[str, list[int]], said: dict[str, Any]
) -> dict[str, list[int]]:
    """The hand and the city of a set: the agents that are mentioned nowhere go where nothing was told."""
    rest = [value for value, size in zip(VALUES, set_sizes, strict=True) for _ in range(size)]
    hand, city = said["hand"].get(name), said["city"].get(name)
    for value in [*on_cards.get(name, []), *(hand or []), *(city or [])]:
        if value not in rest:
            raise bad(f"{name}:{value}")
        rest.remove(value)
    if hand is None:
        return {"hand": sorted(rest), "city": sorted(city or [])}
    return {"hand": sorted(hand), "city": sorted(rest if city is None else city)}


def record(text: str, box: Box | None = None) -> Record:
    """The record of a game that starts at a sketch; `box` as above. Which deck file that is, it does not say.

    >>> import intrigue
    >>> match = intrigue.load(record("R1[1:3 2:1 3:2 . .] E1; turn 3; prestige 0 0 8"))
    >>> match.to_act, match.position["actions_left"], "office" in match.moves()
    (3, 1, False)
    """
    position = parse(text, box)
    headers = {"Game": position["game"], "Edition": position["edition"], "Players": str(len(position["players"]))}
    return Record(headers | {"Position": json.dumps(position)})


# Writing


def write(position: Position) -> str:
    """The sketch of a position where a turn begins, complete: `parse` gives the same position back.

    >>> write(parse("R4[1:2 . . 2:-2 .] E1[. G . . .] | - | -")).split(";")[0]
    'R4[1:2 . . 2:-2+ .] E1[. G . . .] | - | -'
    """
    if position["phase"] != "action" or "end" in position.get("legal", []):
        raise bad(position["phase"])
    players = position["players"]
    texts = [" | ".join(zone_text(position, number) for number in range(1, ZONES + 1))]
    texts.append(f"players {len(players)}")
    texts += [f"{name} {position[name]}" for name in ("first", "turn", "cardinal")]
    texts.append(f"deck {position['deck'][0]}")
    texts += [" ".join([name, *(str(player[name]) for player in players)]) for name in TRACKS]
    sets = {str(number): player for number, player in enumerate(players, start=1)}
    sets |= {f"n{number}": held for number, held in enumerate(position["neutral"], start=1)}
    for name, held in sets.items():
        texts += [" ".join([pile, name, *map(str, held[pile])]) for pile in PILES if pile in held]
    return "; ".join(texts)


def zone_text(position: Position, number: int) -> str:
    """A zone of any position, also in mid-turn, as a sketch writes it."""
    told = position["zones"][number - 1]
    if told["richelieu"] is None:
        return NO_ZONE
    cards = []
    for side, name in (("r", told["richelieu"]), ("o", told["opposing"])):
        spaces = [agent_text(one) if one else "." for one in told[side]]
        for letter, figure in FIGURES.items():
            if (position[figure] or "").startswith(f"{number}.{side}."):
                spaces[int(position[figure][-1]) - 1] = letter
        cards.append(name if set(spaces) == {"."} else f"{name}[{' '.join(spaces)}]")
    return " ".join(cards)


def agent_text(agent: dict[str, Any]) -> str:
    return f"{name_of_set(agent)}:{agent['value']}{'+' if agent['up'] else ''}"
