"""Setting up the court: the pieces of Richelieu and where they may stand."""

from __future__ import annotations

import re
from typing import Any

from intrigue.engine import drafts
from intrigue.engine.drafts import DraftChange
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.headers import Position, check_keys, check_list, truth, whole, wrong
from intrigue.engine.record import Record
from intrigue.games.richelieu import sketch
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    CARDS,
    DECK,
    GREY_SIDE,
    NEUTRAL_SET,
    OPPOSING_CARDS,
    OWN_SET,
    QUEEN_SIDE,
    RICHELIEU_CARDS,
    VALUES,
    WIDTH,
    ZONES,
)
from intrigue.games.richelieu.flow import JEWELS
from intrigue.games.richelieu.setup import KEYS, PLAYER_KEYS, SET_KEYS, ZONE_KEYS
from intrigue.games.richelieu.sketch import record

SPACE = re.compile(r"[1-3]\.[ro]\.[1-5]")
SIDES = {"r": "richelieu", "o": "opposing"}
DECKS = {"r": RICHELIEU_CARDS, "o": OPPOSING_CARDS}
SIDE_OF = {"grey": "ro"[GREY_SIDE], "queen": "ro"[QUEEN_SIDE]}
FIGURES = tuple(SIDE_OF)
PILES = ("hand", "city")
MOST = {"prestige": 9999, "income": 99, "military": 99, "ecu": 99999, "jewels": 99}
Agent = dict[str, Any]


class Drafts(drafts.Drafts):
    """Of a game with the box in play."""

    keys = KEYS

    def __init__(self, game: Game[Any], box: Box) -> None:
        self.game = game
        self.box = box

    def blank(self, edition: str, players: int) -> Position:
        """The cards lie in the order of their numbers."""
        return sketch.parse(f"; players {players}")

    def check(self, position: Position) -> None:
        check(position, self.game)

    def change(self, position: Position, change: DraftChange) -> Position:
        return apply_change(position, change, self.box)

    def fit(self, position: Position, kept: str = "") -> Position:
        return fit(position, self.box)

    def view(self, position: Position) -> dict[str, Any]:
        return {"for": 0, **position, "legal": [], "scores": None, "winners": None}

    def record(self, sketch: str) -> Record:
        made = record(sketch, self.box)
        return Record(made.headers | self.game.deck_header)


def check(told: Position, game: Game[Any]) -> None:
    """Whether a draft can be drawn and changed."""
    seats = len(check_list(told["players"], "players"))
    if seats not in game.seats:
        raise IntrigueError("error.players", game=game.name, low=game.seats[0], high=game.seats[-1])
    if told["phase"] != "action":
        raise wrong("turn_begins")
    for name in ("first", "turn"):
        whole(told[name], 1, seats, name)
    if told["to_act"] is not None:
        whole(told["to_act"], 1, seats, "to_act")
    whole(told["actions_left"], 0, 2, "actions_left")
    whole(told["cardinal"], 0, MOST["prestige"], "cardinal")
    whole(told["jewels"], 0, MOST["jewels"], "jewels")
    for number in check_list(told["deck"], "deck", 2):
        whole(number, 0, DECK, "deck")
    for figure in FIGURES:
        if told[figure] is not None and not (isinstance(told[figure], str) and SPACE.fullmatch(told[figure])):
            raise wrong("figure", what=figure)
    for number, said in enumerate(told["players"], start=1):
        check_keys(said, PLAYER_KEYS, f"players[{number}]")
        for name, most in MOST.items():
            whole(said[name], 0, most, name)
        check_values(said)
        if any(card not in CARDS for card in strings(said["cards"], "cards")):
            raise wrong("no_card", card="?")
    for number, said in enumerate(check_list(told["neutral"], "neutral", seats if seats == 2 else 0), start=1):
        check_values(check_keys(said, SET_KEYS, f"neutral[{number}]"))
    for number, said in enumerate(check_list(told["zones"], "zones", ZONES), start=1):
        check_zone(check_keys(said, ZONE_KEYS, f"zones[{number}]"), number, seats)


def strings(told: Any, what: str) -> list[str]:
    found = check_list(told, what)
    if len(found) > len(CARDS) or not all(isinstance(one, str) for one in found):
        raise wrong("list", what=what)
    return found


def check_values(said: dict[str, Any]) -> None:
    for name in PILES:
        for value in check_list(said[name], name):
            if len(said[name]) > 2 * sum(OWN_SET) or type(value) is not int or value not in VALUES:
                raise wrong("value", value=str(value)[:60])


def check_zone(said: dict[str, Any], number: int, seats: int) -> None:
    for side, name in SIDES.items():
        if said[name] is not None and said[name] not in DECKS[side]:
            raise wrong("no_card", card=str(said[name])[:60])
        for agent in check_list(said[side], f"zones[{number}].{side}", WIDTH):
            if agent is None:
                continue
            neutral = isinstance(agent, dict) and "set" in agent and seats == 2
            check_keys(agent, {"player", "value", "up"} | ({"set"} if neutral else set()), "agent")
            whole(agent["player"], 0 if neutral else 1, 0 if neutral else seats, "player")
            if neutral:
                whole(agent["set"], 1, 2, "set")
            truth(agent["up"], "up")
            if type(agent["value"]) is not int or agent["value"] not in VALUES:
                raise wrong("value", value=str(agent["value"])[:60])


# Changes


def apply_change(position: Position, change: DraftChange, box: Box) -> Position:
    """A draft after a change; the draft given is used up."""
    if change.do == "move":
        move(position, change.piece, change.to)
    elif change.do == "turn":
        turn(position, change.piece, box)
    elif change.do == "set":
        put(position, change.what, change.value)
    else:
        raise IntrigueError("sandbox.fault.change")
    return position


def turn(position: Position, piece: str, box: Box) -> None:
    """Turns an agent over that stands in a space where it may lie face down."""
    kind, _, space = piece.partition(":")
    if kind == "at" and space in (position["grey"], position["queen"]):
        raise IntrigueError("sandbox.fault.figure_turn")
    agent = at(position, space) if kind == "at" and SPACE.fullmatch(space) else None
    if agent is None:
        raise IntrigueError("sandbox.fault.not_in_zone")
    if agent["up"] and is_free(card_at(position, space), space, box):
        raise wrong("face_down_on_0")
    agent["up"] = not agent["up"]


def is_free(card: str | None, space: str, box: Box) -> bool:
    """Whether a space of a card costs nothing."""
    return card is not None and box.cost[CARDS.index(card) * WIDTH + int(space[4]) - 1] == 0


def at(position: Position, space: str) -> Agent | None:
    """The agent in a space."""
    found: Agent | None = position["zones"][int(space[0]) - 1][space[2]][int(space[4]) - 1]
    return found


def lay(position: Position, space: str, agent: Agent | None) -> None:
    position["zones"][int(space[0]) - 1][space[2]][int(space[4]) - 1] = agent


def set_of(position: Position, owner: str) -> dict[str, Any]:
    """What a set has in hand and in the city; `n1` is the neutral one that player 1 holds."""
    sets = position["neutral"] if owner.startswith("n") else position["players"]
    number = owner.removeprefix("n")
    if number not in map(str, range(1, len(sets) + 1)):
        raise IntrigueError("sandbox.fault.change")
    found: dict[str, Any] = sets[int(number) - 1]
    return found


def owner_of(agent: Agent) -> str:
    return str(agent["player"]) if agent["player"] else f"n{agent['set']}"


def move(position: Position, piece: str, to: str) -> None:
    """Takes a piece to a space, or back to its pile.

    Pieces: `at:1.r.2` is whoever stands there, `agent:1:3:hand` an agent of a value from a pile, `figure:grey`.
    Places: `space:1.r.2`, `hand:1`, `city:1`, and `box` for figures.
    """
    kind, _, rest = piece.partition(":")
    where, _, place = to.partition(":")
    if where == "space" and not SPACE.fullmatch(place):
        raise IntrigueError("sandbox.fault.change")
    if kind == "at" and SPACE.fullmatch(rest):
        for figure in FIGURES:
            if position[figure] == rest:
                kind, rest = "figure", figure
    if kind == "figure" and rest in FIGURES:
        move_figure(position, rest, where, place)
        return
    if where == "space" and is_occupied(position, place) and piece != f"at:{place}":
        raise IntrigueError("sandbox.fault.space")
    agent = lift_agent(position, kind, rest)
    owner = owner_of(agent)
    if where == "space":
        if card_at(position, place) is None:
            raise wrong("empty_zone", zone=int(place[0]))
        lay(position, place, agent)
    elif where in PILES:
        if place != owner:
            raise IntrigueError("sandbox.fault.owner")
        pile = set_of(position, owner)
        pile[where] = sorted([*pile[where], agent["value"]])
    else:
        raise IntrigueError("sandbox.fault.change")


def move_figure(position: Position, figure: str, where: str, place: str) -> None:
    if where == "box":
        position[figure] = None
    elif where == "space" and place[2] != SIDE_OF[figure]:
        raise IntrigueError("sandbox.fault.figure")
    elif where == "space" and (not is_occupied(position, place) or position[figure] == place):
        position[figure] = place
    else:
        raise IntrigueError("sandbox.fault.space")


def is_occupied(position: Position, space: str) -> bool:
    return at(position, space) is not None or space in (position["grey"], position["queen"])


def card_at(position: Position, space: str) -> str | None:
    found: str | None = position["zones"][int(space[0]) - 1][SIDES[space[2]]]
    return found


def lift_agent(position: Position, kind: str, told: str) -> Agent:
    """An agent, taken from its space or from a pile."""
    if kind == "at" and SPACE.fullmatch(told):
        agent = at(position, told)
        if agent is not None:
            lay(position, told, None)
            return agent
    elif kind == "agent" and told.count(":") == 2:
        owner, value, name = told.split(":")
        if name in PILES and value in map(str, VALUES) and int(value) in set_of(position, owner)[name]:
            set_of(position, owner)[name].remove(int(value))
            neutral = owner.startswith("n")
            agent = {"player": 0 if neutral else int(owner), "value": int(value), "up": False}
            return agent | ({"set": int(owner[1])} if neutral else {})
    raise IntrigueError("sandbox.fault.change")


def put(position: Position, what: str, value: Any) -> None:
    """Sets a number of the whole table or of a player, or a card."""
    name, _, number = what.partition(":")
    seats = len(position["players"])
    if name == "players":
        resize(position, whole(value, 2, 4, "players"))
    elif name in ("first", "turn"):
        position[name] = whole(value, 1, seats, name)
        position["to_act"] = position["turn"]
    elif name == "cardinal":
        position["cardinal"] = whole(value, 0, MOST["prestige"], "cardinal")
    elif name == "deck":
        position["deck"] = [whole(value, 0, DECK, "deck")] * 2
    elif name in MOST and number in map(str, range(1, seats + 1)):
        position["players"][int(number) - 1][name] = whole(value, 0, MOST[name], name)
    elif name == "card" and number in [f"{zone}.{side}" for zone in (1, 2, 3) for side in SIDES]:
        set_card(position, number, value)
    elif name in ("won", "lost") and number in map(str, range(1, seats + 1)) and value in CARDS:
        won(position, int(number), str(value), name == "won")
    else:
        raise IntrigueError("sandbox.fault.change")


def set_card(position: Position, place: str, value: Any) -> None:
    """Another card for a side of a zone; if it lay elsewhere they change places. An empty word empties the zone."""
    zone, side = position["zones"][int(place[0]) - 1], place[2]
    if value == "":
        zone.update(empty_zone())
        for figure in FIGURES:
            if (position[figure] or "").startswith(place[0]):
                position[figure] = None
        return
    if value not in DECKS[side]:
        raise wrong("no_card", card=str(value)[:60])
    old = zone[SIDES[side]]
    for other in position["zones"]:
        if other[SIDES[side]] == value:
            other[SIDES[side]] = old
    for player in position["players"]:
        player["cards"] = [card for card in player["cards"] if card != value]
    zone[SIDES[side]] = value


def empty_zone() -> dict[str, Any]:
    return {"richelieu": None, "opposing": None, "r": [None] * WIDTH, "o": [None] * WIDTH}


def won(position: Position, player: int, card: str, has: bool) -> None:
    """A card that a player has won, or has no more."""
    if has and any(card in (zone["richelieu"], zone["opposing"]) for zone in position["zones"]):
        raise IntrigueError("sandbox.fault.card")
    for number, other in enumerate(position["players"], start=1):
        if has or number == player:
            other["cards"] = [one for one in other["cards"] if one != card]
    if has:
        own = position["players"][player - 1]
        own["cards"] = sorted([*own["cards"], card])


def resize(position: Position, seats: int) -> None:
    """More or fewer nobles; whatever belongs to those who leave goes with them."""
    fresh = sketch.parse(f"; players {seats}")
    players = position["players"][:seats]
    position["players"] = players + fresh["players"][len(players) :]
    position["neutral"] = (position["neutral"] or fresh["neutral"]) if seats == 2 else []
    for zone in position["zones"]:
        for side in SIDES:
            zone[side] = [
                agent if agent and (1 <= agent["player"] <= seats or (agent["player"] == 0 and seats == 2)) else None
                for agent in zone[side]
            ]
    for name in ("first", "turn", "to_act"):
        position[name] = min(position[name] or 1, seats)


# Putting right


def fit(position: Position, box: Box) -> Position:
    """A draft with what follows from the rest put right; the draft given is used up."""
    costs = box.cost
    for number, zone in enumerate(position["zones"], start=1):
        for side, name in SIDES.items():
            fill_half(position, zone, side)
            for space, agent in enumerate(zone[side]):
                if agent and zone[name] is None:
                    zone[side][space] = None
                elif agent and costs[CARDS.index(zone[name]) * WIDTH + space] == 0:
                    agent["up"] = True
        for figure in FIGURES:
            if (position[figure] or "").startswith(f"{number}.") and zone["richelieu"] is None:
                position[figure] = None
    sets = [(str(number), one, OWN_SET) for number, one in enumerate(position["players"], start=1)]
    sets += [(f"n{number}", one, NEUTRAL_SET) for number, one in enumerate(position["neutral"], start=1)]
    for owner, one, sizes in sets:
        fit_agents(position, owner, one, sizes)
    in_play = JEWELS * (len(position["players"]) + 1)
    position["jewels"] = max(0, in_play - sum(player["jewels"] for player in position["players"]))
    in_zones = sum(zone["richelieu"] is not None for zone in position["zones"])
    taken = sum(len(player["cards"]) for player in position["players"])
    most = max(0, DECK - in_zones - taken) if in_zones == ZONES else 0
    position["deck"] = [min(position["deck"][0], most)] * 2
    turn = position["players"][position["turn"] - 1]
    position["to_act"] = position["turn"]
    position["actions_left"] = 1 + (turn["prestige"] < position["cardinal"])
    return position


def fill_half(position: Position, zone: dict[str, Any], side: str) -> None:
    """A zone with a card on one side has one on the other."""
    other = {"r": "o", "o": "r"}[side]
    if zone[SIDES[side]] is None and zone[SIDES[other]] is not None:
        named = [one[SIDES[side]] for one in position["zones"]]
        named += [card for player in position["players"] for card in player["cards"]]
        zone[SIDES[side]] = next((card for card in DECKS[side] if card not in named), None)


def fit_agents(position: Position, owner: str, one: dict[str, Any], sizes: tuple[int, ...]) -> None:
    """As many agents of each value as there are; those that lie nowhere are in the hand. An empty hand is filled."""
    lying = [
        agent["value"]
        for zone in position["zones"]
        for side in SIDES
        for agent in zone[side]
        if agent and owner_of(agent) == owner
    ]
    for value, size in zip(VALUES, sizes, strict=True):
        for name in PILES:
            while (lying + one["hand"] + one["city"]).count(value) > size and value in one[name]:
                one[name].remove(value)
        missing = size - (lying + one["hand"] + one["city"]).count(value)
        one["hand"] = sorted([*one["hand"], *[value] * max(0, missing)])
    if not one["hand"]:
        one["hand"], one["city"] = sorted(one["city"]), []
