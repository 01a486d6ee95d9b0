"""Setting up the row: the pieces of the Oriflamme family and where they may be laid."""

from __future__ import annotations

from typing import Any

from intrigue.engine import drafts
from intrigue.engine.drafts import DraftChange
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.headers import Position, check_keys, check_list, truth, whole, wrong
from intrigue.engine.record import Record
from intrigue.games.oriflamme import sketch
from intrigue.games.oriflamme.editions import FULL
from intrigue.games.oriflamme.kinds import DEALT, INTRIGUES, NAMES, ROW
from intrigue.games.oriflamme.setup import CARD_KEYS, KEYS, MOST_INFLUENCE, PLAYER_KEYS
from intrigue.games.oriflamme.sketch import record

PILES = ("hand", "aside", "discard")
PHASES = ("placement", "resolution")
TWIN = "twin"
Card = dict[str, Any]


class Drafts(drafts.Drafts):
    """Of one game of the family."""

    keys = KEYS

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def blank(self, edition: str, players: int) -> Position:
        return sketch.parse(f"; game {self.game.name}; edition {edition}; players {players}")

    def check(self, position: Position) -> None:
        check(position, self.game)

    def change(self, position: Position, change: DraftChange) -> Position:
        return apply_change(position, change)

    def fit(self, position: Position, kept: str = "") -> Position:
        return fit(position, kept)

    def view(self, position: Position) -> dict[str, Any]:
        return {"for": 0, **position, "spare": 0, "legal": [], "winners": None}

    def record(self, sketch: str) -> Record:
        return record(sketch)

    def with_names(self, sketch: str, edition: str = "") -> str:
        return f"{sketch}; game {self.game.name}{f'; edition {edition}' if edition else ''}"


def check(told: Position, game: Game[Any]) -> None:
    """Whether a draft can be drawn and changed."""
    if told["phase"] not in PHASES:
        raise wrong("phase")
    seats = len(check_list(told["players"], "players"))
    if seats not in game.seats:
        raise IntrigueError("error.players", game=game.name, low=game.seats[0], high=game.seats[-1])
    whole(told["round"], 1, FULL.rounds, "round")
    whole(told["first"], 1, seats, "first")
    for name, most in (("to_act", seats), ("pointer", ROW)):
        if told[name] is not None:
            whole(told[name], 1, most, name)
    if len(check_list(told["row"], "row")) > ROW:
        raise wrong("list", what="row")
    seen = [check_card(card, seats, slot) for slot, stack in enumerate(told["row"], start=1) for card in cards(stack)]
    for number, said in enumerate(told["players"], start=1):
        check_keys(said, PLAYER_KEYS, f"players[{number}]")
        whole(said["influence"], 0, MOST_INFLUENCE["stock"], "influence")
        seen += [(number, TWIN)] if truth(said["twin"], "twin") else []
        for name in PILES:
            seen += [(number, check_kind(kind)) for kind in check_list(said[name], name)]
    for family, kind in seen:
        if seen.count((family, kind)) > 1:
            raise wrong("card_twice", family=family, kind=kind)


def cards(stack: Any) -> list[Any]:
    found = check_list(stack, "row")
    if not found:
        raise wrong("list", what="row")
    return found


def check_card(told: Any, seats: int, slot: int) -> tuple[int, str]:
    card = check_keys(told, CARD_KEYS, f"row[{slot}]")
    whole(card["controller"], 1, seats, "controller")
    whole(card["influence"], 0, MOST_INFLUENCE["card"], "influence")
    truth(card["up"], "up")
    return whole(card["family"], 1, seats, "family"), check_kind(card["kind"])


def check_kind(kind: Any) -> str:
    if not isinstance(kind, str) or kind not in NAMES:
        raise wrong("kind", kind=str(kind)[:60])
    return kind


# Changes


def apply_change(position: Position, change: DraftChange) -> Position:
    """A draft after a change; the draft given is used up."""
    if change.do == "move":
        move(position, *piece(position, change.piece), change.to)
    elif change.do == "turn":
        turn(lying(position, change.piece))
    elif change.do == "influence":
        lay_influence(lying(position, change.piece), change.value)
    elif change.do == "bribe":
        bribe(lying(position, change.piece), change.value, len(position["players"]))
    elif change.do == "swap":
        swap(position, change.what, change.value)
    elif change.do == "set":
        put(position, change.what, change.value)
    else:
        raise IntrigueError("sandbox.fault.change")
    return position


def turn(card: Card) -> None:
    """Turns a card over, if a card of its kind can lie like that between two choices."""
    if intrigue(card["kind"]):
        raise IntrigueError("sandbox.fault.intrigue_up")
    if card["kind"] == TWIN and card["up"]:
        raise IntrigueError("sandbox.fault.twin_down")
    card["up"] = not card["up"]
    card["influence"] = 0 if card["up"] else card["influence"]


def lay_influence(card: Card, value: Any) -> None:
    number = whole(value, 0, MOST_INFLUENCE["card"], "influence")
    if number and card["up"]:
        raise IntrigueError("sandbox.fault.influence_up")
    card["influence"] = number


def bribe(card: Card, value: Any, seats: int) -> None:
    player = whole(value, 1, seats, "controller")
    if player != card["family"] and not card["up"]:
        raise IntrigueError("sandbox.fault.bribe_down")
    card["controller"] = player


def piece(position: Position, told: str) -> tuple[int, str]:
    """A card by its family and kind."""
    family, _, kind = told.partition(":")
    seats = len(position["players"])
    if family not in map(str, range(1, seats + 1)):
        raise IntrigueError("sandbox.fault.change")
    kinds = kinds_of(position, int(family))
    if kind not in (*kinds, *([TWIN] if "prince" in kinds else [])):
        raise IntrigueError("sandbox.fault.change")
    return int(family), kind


def kinds_of(position: Position, family: int) -> list[str]:
    """All kinds of a family that lie anywhere, the Twin left out, in the order of the rulebook."""
    player = position["players"][family - 1]
    found = [kind for name in PILES for kind in player[name]]
    found += [card["kind"] for stack in position["row"] for card in stack if card["family"] == family]
    return [kind for kind in DEALT if kind in found]


def lying(position: Position, told: str) -> Card:
    """A card that lies in the row."""
    family, kind = piece(position, told)
    for stack in position["row"]:
        for card in stack:
            if (card["family"], card["kind"]) == (family, kind):
                found: Card = card
                return found
    raise IntrigueError("sandbox.fault.not_in_row")


def move(position: Position, family: int, kind: str, to: str) -> None:
    """Takes a card from where it lies, with all that is on it, to a pile of its family or a place in the row.

    Places in the row: `gap:N` becomes slot N, `on:N` is the top of slot N, as the row lies before the card is taken.
    """
    where, _, number = to.partition(":")
    slots, seats = len(position["row"]), len(position["players"])
    most = {"gap": slots + 1, "on": slots}.get(where, seats if where in (*PILES, TWIN) else 0)
    if not (number.isascii() and number.isdigit()) or len(number) > 2 or not 1 <= int(number) <= most:
        raise IntrigueError("sandbox.fault.change")
    if where in (*PILES, TWIN) and int(number) != family:
        raise IntrigueError("sandbox.fault.family")
    if (where == TWIN) != (kind == TWIN) and where in ("hand", "aside", TWIN):
        raise IntrigueError("sandbox.fault.twin")
    target = position["row"][int(number) - 1] if where == "on" else None
    placed = where in ("gap", "on") and kind in position["players"][family - 1]["hand"]
    card = take_card(position, family, kind)
    if target is not None:
        target.append(card)
    elif where == "gap":
        position["row"].insert(int(number) - 1, [card])
        pointer = position["pointer"]
        if pointer is not None and pointer >= int(number):
            position["pointer"] = pointer + 1
    elif where == TWIN:
        position["players"][family - 1]["twin"] = True
    else:
        pile = position["players"][family - 1][where]
        pile[:] = sorted([*pile, kind])
    drop_empty(position)
    if len(position["row"]) > ROW:
        raise wrong("list", what="row")
    if placed and position["phase"] == "placement" and position["to_act"] == family:
        pass_on(position)


def pass_on(position: Position) -> None:
    """Who was to place has placed: the next one is to, and after the last the row is resolved."""
    position["to_act"] = position["to_act"] % len(position["players"]) + 1
    if position["to_act"] == position["first"]:
        position["pointer"] = 1
        set_phase(position, "resolution")


def take_card(position: Position, family: int, kind: str) -> Card:
    """A card, taken from wherever it lies."""
    player = position["players"][family - 1]
    for name in PILES:
        if kind in player[name]:
            player[name].remove(kind)
    if kind == TWIN:
        player["twin"] = False
    found = {"family": family, "kind": kind, "up": kind == TWIN, "influence": 0, "controller": family}
    for stack in position["row"]:
        for card in stack:
            if (card["family"], card["kind"]) == (family, kind):
                found = card
        stack[:] = [card for card in stack if card is not found]
    return found


def drop_empty(position: Position) -> None:
    """Slots without a card close up; the pointer stays on its card, or on the one that follows."""
    pointer = position["pointer"]
    if pointer is not None:
        before = sum(not stack for stack in position["row"][: pointer - 1])
        position["pointer"] = pointer - before
    position["row"] = [stack for stack in position["row"] if stack]
    if position["pointer"] is not None and position["pointer"] > len(position["row"]):
        position["pointer"] = len(position["row"]) or None
    if not position["row"] and position["phase"] == "resolution":
        set_phase(position, "placement")


def swap(position: Position, old: str, new: Any) -> None:
    """In a mix another kind comes into play, in the place of one that leaves it, for everybody."""
    fixed = position["game"] != "oriflamme-mix"
    if fixed or old not in kinds_of(position, 1) or check_kind(new) in (*kinds_of(position, 1), TWIN):
        raise IntrigueError("sandbox.fault.change")
    for family, player in enumerate(position["players"], start=1):
        for name in PILES:
            player[name] = sorted(new if kind == old else kind for kind in player[name])
        if "prince" in (old, new):
            take_card(position, family, TWIN)
            player["discard"] = [kind for kind in player["discard"] if kind != TWIN]
            player["twin"] = new == "prince"
    for stack in position["row"]:
        for card in stack:
            if card["kind"] == old:
                card["kind"] = new
                card["up"] = card["up"] and not intrigue(new)
    drop_empty(position)


def put(position: Position, what: str, value: Any) -> None:
    """Sets a number of the whole table or of a player."""
    seats = len(position["players"])
    name, _, number = what.partition(":")
    if name == "players":
        resize(position, whole(value, 3, 5, "players"))
    elif name == "round":
        position["round"] = whole(value, 1, FULL.rounds, "round")
    elif name == "first":
        position["first"] = whole(value, 1, seats, "first")
    elif name == "place":
        set_phase(position, "placement")
        position["to_act"] = whole(value, 1, seats, "to_act")
    elif name == "pointer":
        if not position["row"]:
            raise wrong("empty_row")
        position["pointer"] = whole(value, 1, len(position["row"]), "pointer")
        set_phase(position, "resolution")
    elif name == "influence" and number in map(str, range(1, seats + 1)):
        position["players"][int(number) - 1]["influence"] = whole(value, 0, MOST_INFLUENCE["stock"], "influence")
    else:
        raise IntrigueError("sandbox.fault.change")


def set_phase(position: Position, phase: str) -> None:
    position["phase"] = phase
    if phase == "placement":
        position["pointer"] = None
        position["to_act"] = position["to_act"] or position["first"]
    else:
        position["to_act"] = position["row"][position["pointer"] - 1][-1]["controller"]


def resize(position: Position, seats: int) -> None:
    """More or fewer families; the cards of those that leave go with them."""
    players = position["players"]
    for _ in range(seats - len(players)):
        kinds = kinds_of(position, 1)
        late = {"influence": 1, "hand": sorted(kinds), "aside": [], "discard": [], "twin": "prince" in kinds}
        players.append(late)
        deal(position, len(players))
    del players[seats:]
    for stack in position["row"]:
        stack[:] = [card for card in stack if card["family"] <= seats]
        for card in stack:
            card["controller"] = card["controller"] if card["controller"] <= seats else card["family"]
    for name in ("first", "to_act"):
        position[name] = min(position[name], seats) if position[name] is not None else None
    drop_empty(position)


# Putting right


def fit(position: Position, kept: str = "") -> Position:
    """A draft with what follows from the row put right, the card `kept` left where it lies; uses the draft up."""
    drop_empty(position)
    for stack in position["row"]:
        for card in stack:
            card["up"] = card["kind"] == TWIN or (card["up"] and not intrigue(card["kind"]))
            card["influence"] = 0 if card["up"] else card["influence"]
            card["controller"] = card["controller"] if card["up"] else card["family"]
    set_phase(position, position["phase"] if position["pointer"] else "placement")
    families = range(1, len(position["players"]) + 1)
    for family in families:
        lay_used(position, family)
    needed = [number_used(position, family, kept) + late(position, family) for family in families]
    position["round"] = min(max(position["round"], *needed, 1), FULL.rounds)
    for _ in range(2):
        for family in families:
            deal(position, family, kept.removeprefix(f"{family}:"))
        if position["phase"] == "placement" and position["round"] == 1 and traces(position):
            position["round"] = 2
    return position


def intrigue(kind: str) -> bool:
    return bool(INTRIGUES >> NAMES.index(kind) & 1)


def traces(position: Position) -> bool:
    """Whether something lies there that only a resolution can have left."""
    cards = [card for stack in position["row"] for card in stack]
    return any(card["up"] or card["influence"] for card in cards) or any(one["discard"] for one in position["players"])


def forced_cards(position: Position, family: int) -> set[str]:
    """What must lie in the discard: the Bribery of who bribed, the Prince of a Twin that has entered, and the
    Substitution that brought a card from those set aside."""
    player = position["players"][family - 1]
    bribes = any(card["controller"] == family != card["family"] for stack in position["row"] for card in stack)
    row = {card["kind"] for stack in position["row"] for card in stack if card["family"] == family}
    found = {"bribery"} if bribes and "bribery" not in row else set()
    if not player["twin"] and "prince" in kinds_of(position, family) and "prince" not in row:
        found.add("prince")
    if "substitution" in player["discard"] and len(player["aside"]) == FULL.set_aside - 1:
        found.add("substitution")
    return found


def lay_used(position: Position, family: int) -> None:
    """Lays into the discard what must lie there."""
    player = position["players"][family - 1]
    for kind in forced_cards(position, family):
        for name in ("hand", "aside"):
            if kind in player[name]:
                player[name].remove(kind)
                player["discard"].append(kind)


def number_used(position: Position, family: int, kept: str = "") -> int:
    """How many cards of a family must have been placed: those in the row, and those that must lie in the discard."""
    row = {card["kind"] for stack in position["row"] for card in stack if card["family"] == family}
    laid = {kind for kind in position["players"][family - 1]["discard"] if kept == f"{family}:{kind}"}
    return len((row | forced_cards(position, family) | laid) - {TWIN})


def late(position: Position, family: int) -> bool:
    """Whether a family has still to place a card in this round."""
    if position["phase"] != "placement":
        return False
    seats, first = len(position["players"]), position["first"]
    return bool((family - first) % seats >= (position["to_act"] - first) % seats)


def deal(position: Position, family: int, kept: str = "") -> None:
    """So many cards aside and in the hand as the round says; what is over lies in the discard."""
    player, due = position["players"][family - 1], forced_cards(position, family)
    stays, away = {*due, TWIN, kept}, FULL.set_aside - ("substitution" in due)
    held = FULL.kinds - FULL.set_aside - position["round"] + late(position, family)
    for name, size, others in (("aside", away, ("hand", "discard")), ("hand", held, ("discard",))):
        pile = player[name]
        while len(pile) > size:
            kind = next((one for one in reversed(pile) if one not in stays), pile[-1])
            pile.remove(kind)
            player["hand" if name == "aside" else "discard"].append(kind)
        for other in others:
            spare = [kind for kind in player[other] if kind not in stays]
            while len(pile) < size and spare:
                pile.append(spare[-1])
                player[other].remove(spare.pop())
    for name in PILES:
        player[name] = sorted(player[name])
