"""What is printed in the box, as the rules read it, from a deck file: `deck.toml`, or an owner's copy of it."""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Printed
from intrigue.engine.state import i8, i8s
from intrigue.games.richelieu.cards import CARDS, FACTION_OF, FACTIONS, ICONS, SIDES, WIDTH

OURS = Path(__file__).parent / "deck.toml"
TRACK = 20
ICON = re.compile(r"(?P<amount>[1-9]|1[0-9]|20)(?P<icon>[PEIM])|(?P<plain>AG|CO|GE|QU)")


class Box(Printed):
    """The tables of one deck file. Prizes have two icons each, the first prize's before the second's."""

    faction: list[int] = i8s(len(CARDS), "the faction of each card")
    cost: list[int] = i8s(len(CARDS) * WIDTH, "the cost of each space of each card")
    icon: list[int] = i8s(len(CARDS) * 4, "the icons of each card's prizes")
    amount: list[int] = i8s(len(CARDS) * 4, "the number on each icon")
    step: list[int] = i8s(len(CARDS), "how the cardinal moves")
    income_end: int = i8("the last space of the income track")
    military_end: int = i8("the last space of the military track")
    military_cost: list[int] = i8s(TRACK + 1, "the cost of entering each military space")
    military_symbol: list[int] = i8s(TRACK + 1, "the icon of each military space")


def bad(key: str, **values: Any) -> IntrigueError:
    return IntrigueError(f"deck.{key}", **values)


@cache
def our_box() -> Box:
    """The box of our reconstruction."""
    return read_box(OURS.read_bytes())


def fingerprint(data: bytes) -> str:
    """What a record keeps of a deck file."""
    return hashlib.sha256(data).hexdigest()


def told_deck() -> dict[str, Any]:
    """Our deck file as it was written, with where each number comes from."""
    return tomllib.loads(OURS.read_text(encoding="utf-8"))


@cache
def reconstructed_whole() -> frozenset[str]:
    """The cards of our deck file of which no source tells anything."""
    return frozenset(card["id"] for card in told_deck()["card"] if card["source"] == "reconstructed")


def read_box(data: bytes) -> Box:
    """The tables of a deck file; one clear error if it is not one."""
    try:
        told = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as fault:  # not UTF-8, not TOML, a number of thousands of digits, a deep nest
        raise bad("not_toml", reason=str(fault)[:100]) from None
    box = Box()
    if not isinstance(told.get("card"), list):
        raise bad("cards")
    cards = {str(card.get("id")): card for card in told["card"] if isinstance(card, dict)}
    if len(told["card"]) != len(CARDS) or set(cards) != set(CARDS):
        raise bad("cards")
    for number, name in enumerate(CARDS):
        read_card(box, number, name, cards[name])
    read_tracks(box, told)
    return box


def read_card(box: Box, number: int, name: str, card: dict[str, Any]) -> None:
    faction = FACTION_OF[name[0]]
    if card.get("faction") != FACTIONS[faction]:
        raise bad("faction", card=name, faction=FACTIONS[faction])
    box.faction[number] = faction
    spaces = card.get("spaces")
    if not isinstance(spaces, list) or len(spaces) != WIDTH or not all(whole(cost, 0, 3) for cost in spaces):
        raise bad("spaces", card=name)
    box.cost[number * WIDTH : number * WIDTH + WIDTH] = spaces
    if not whole(card.get("cardinal"), -20, 20):
        raise bad("cardinal", card=name)
    box.step[number] = card["cardinal"]
    for prize, key in enumerate(("first", "second")):
        for slot, (icon, amount) in enumerate(icons(card.get(key), name)):
            box.icon[number * 4 + prize * 2 + slot] = icon
            box.amount[number * 4 + prize * 2 + slot] = amount


def icons(text: Any, card: str) -> list[tuple[int, int]]:
    """The icons of a prize: "3P 1I", "4P CO"."""
    found = []
    for word in text.split() if isinstance(text, str) else ["?"]:
        match = ICON.fullmatch(word)
        if match is None:
            raise bad("prize", card=card, icon=word[:20])
        found.append((ICONS.index(match["plain"] or match["icon"]), int(match["amount"] or 1)))
    if len(found) > SIDES:
        raise bad("icons", card=card)
    return found


def read_tracks(box: Box, told: dict[str, Any]) -> None:
    income, military = told.get("income"), told.get("military")
    if not isinstance(income, dict) or not whole(income.get("end"), 1, TRACK):
        raise bad("income", most=TRACK)
    box.income_end = income["end"]
    costs = military.get("costs") if isinstance(military, dict) else None
    symbols = military.get("symbols") if isinstance(military, dict) else None
    if not isinstance(costs, list) or not 1 <= len(costs) <= TRACK or not all(whole(cost, 0, 99) for cost in costs):
        raise bad("military", most=TRACK)
    if not isinstance(symbols, list) or len(symbols) != len(costs) or not all(one in ("", "I", "P") for one in symbols):
        raise bad("symbols")
    box.military_end = len(costs)
    for space, (cost, symbol) in enumerate(zip(costs, symbols, strict=True), start=1):
        box.military_cost[space] = cost
        box.military_symbol[space] = ICONS.index(symbol)


def tables_of(box: Box) -> dict[str, Any]:
    """The tables as a deck file writes them, the cards by their ids.

    >>> tables_of(our_box())["cards"]["E1"]["first"], tables_of(our_box())["income"]
    ('3P 1I', {'end': 10})
    """
    spaces = range(1, box.military_end + 1)
    return {
        "cards": {name: card_tables(box, number) for number, name in enumerate(CARDS)},
        "income": {"end": box.income_end},
        "military": {
            "costs": [box.military_cost[space] for space in spaces],
            "symbols": [ICONS[box.military_symbol[space]] for space in spaces],
        },
    }


def card_tables(box: Box, number: int) -> dict[str, Any]:
    return {
        "spaces": list(box.cost[number * WIDTH : number * WIDTH + WIDTH]),
        "first": prize_text(box, number * 4),
        "second": prize_text(box, number * 4 + 2),
        "cardinal": box.step[number],
    }


def prize_text(box: Box, start: int) -> str:
    icons = [(ICONS[box.icon[at]], box.amount[at]) for at in (start, start + 1)]
    return " ".join(icon if len(icon) > 1 else f"{amount}{icon}" for icon, amount in icons if icon)


def whole(told: Any, low: int, high: int) -> bool:
    return isinstance(told, int) and not isinstance(told, bool) and low <= told <= high
