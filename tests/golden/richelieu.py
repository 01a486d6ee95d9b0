"""What a playthrough of Richelieu prints between two moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from golden.digests import digest

import intrigue

TRACKS = {"prestige": "P", "income": "I", "military": "M", "ecu": "E", "jewels": "J"}


def short(value: dict[str, Any]) -> str:
    """An agent or a set that an event names: `2:3`, face up `2:3+`, of the neutral set that player 2 holds `n2:3`."""
    one = f"{'n' if value['neutral'] else ''}{value['player']}"
    return f"{one}:{value['value']}{'+' if value['up'] else ''}" if "value" in value else one


def position_lines(match: intrigue.Match) -> Iterator[str]:
    """The zones in the open, players when a turn begins, and whole views when the first player's does."""
    position = match.position
    asked = f"{position['phase']}, turn {position['turn']}, actions {position['actions_left']}"
    public = f"cardinal {position['cardinal']}, jewels {position['jewels']}, deck {position['deck'][0]}"
    yield f"  {asked} | {public} | views {digest([match.view(seat) for seat in range(match.players + 1)])}"
    yield f"  {zones(position)}"
    if match.events[-1].name in ("turn_begun", "game_ended"):
        yield f"  {people(position)}"
        for seat in range(match.players + 1) if position["turn"] == position["first"] else ():
            view = match.view(seat)
            yield f"  seat {seat} sees {zones(view)} | hands {hands(view)} | {digest(match.observe(seat))}"


def zones(view: dict[str, Any]) -> str:
    return " | ".join(
        f"{zone['richelieu']}{spaces(view, zone, f'{number}.r')} {zone['opposing']}{spaces(view, zone, f'{number}.o')}"
        if zone["richelieu"]
        else "-"
        for number, zone in enumerate(view["zones"], start=1)
    )


def spaces(view: dict[str, Any], zone: dict[str, Any], place: str) -> str:
    figures = {view["grey"]: "G", view["queen"]: "Q"}
    return "[" + " ".join(
        agent(one) if one else figures.get(f"{place}.{space}", ".")
        for space, one in enumerate(zone[place[-1]], start=1)
    ) + "]"  # fmt: skip


def agent(one: dict[str, Any]) -> str:
    value = "?" if one["value"] is None else one["value"]
    return f"{'n' if 'set' in one else ''}{one.get('set', one['player'])}:{value}{'+' if one['up'] else ''}"


def people(view: dict[str, Any]) -> str:
    sets = [
        f"{number}: {' '.join(sign + str(player[track]) for track, sign in TRACKS.items())}"
        f" {pile(player)} {'+'.join(player['cards']) or '-'}"
        for number, player in enumerate(view["players"], start=1)
    ]
    return " | ".join([*sets, *(f"n{number}: {pile(one)}" for number, one in enumerate(view["neutral"], start=1))])


def pile(one: dict[str, Any]) -> str:
    """Hand and city."""
    return f"{one['hand']}/{one['city']}".replace(" ", "")


def hands(view: dict[str, Any]) -> str:
    return " ".join(str(one["hand"]).replace(" ", "") for one in (*view["players"], *view["neutral"]))
