"""A whole random game as text that a person can review: every move, what happened, and what everybody sees."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import intrigue
from intrigue.engine.chance import any_of, words
from intrigue.games import GAMES

FOLDER = Path(__file__).parent / "games"
TABLES = [
    (game.name, edition, players) for game in GAMES.values() for edition in game.editions for players in game.seats
]


class Dice:
    """Chooses the moves, always the same ones."""

    def __init__(self, seed: str) -> None:
        self.generator = words(seed.encode())

    def choose(self, moves: list[str]) -> str:
        """Whole moves are first chosen by their verb, so that rare ones come up."""
        verbs = sorted({move.split()[0] for move in moves})
        verb = verbs[any_of(self, (1 << len(verbs)) - 1)]
        some = [move for move in moves if move.split()[0] == verb]
        return some[any_of(self, (1 << min(len(some), 63)) - 1)]


def path(name: str, edition: str, players: int) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{name}_{edition.replace('+', '_')}_{players}.txt"


def playthrough(name: str, edition: str, players: int) -> str:
    """The text of one game."""
    return "\n".join(lines(name, edition, players)) + "\n"


def lines(name: str, edition: str, players: int) -> Iterator[str]:
    match = intrigue.new(name, players, edition, seed=players)
    dice = Dice(f"{name} {edition} {players}")
    yield str(match.record).strip()
    yield ""
    yield from told(match.events)
    while not match.over:
        yield from seen(match)
        move, by = dice.choose(match.moves()), match.to_act
        yield f"> {by}: {move}  ({len(match.moves())} legal: {digest(match.moves())})"
        yield from told(match.play(move))
    yield from seen(match)
    yield f"scores {match.scores}, winners {match.winners}"


def told(events: list[intrigue.Event]) -> list[str]:
    return [
        f"  {event.name} " + ", ".join(f"{key} {short(value)}" for key, value in event.values.items())
        for event in events
    ]


def short(value: Any) -> str:
    return f"{value['family']}{value['kind'] or '?'}" if isinstance(value, dict) else str(value)


def seen(match: intrigue.Match) -> Iterator[str]:
    """The row once in the open; the views whole at every placement, else as a digest."""
    yield f"  row {row(match.position)} | influence {match.scores}"
    if match.position["phase"] == "resolution":
        yield f"  views {digest([match.view(seat) for seat in range(match.players + 1)])}"
    else:
        for seat in range(match.players + 1):
            view = match.view(seat)
            hands = [
                player["hand"] if isinstance(player["hand"], int) else "+".join(player["hand"])
                for player in view["players"]
            ]
            yield f"  seat {seat} sees {row(view)} | hands {hands} | {digest(view)} {digest(match.observe(seat))}"


def row(view: dict[str, Any]) -> str:
    return " ".join("/".join(card(one) for one in slot) for slot in view["row"]) or "-"


def card(one: dict[str, Any]) -> str:
    kind = (one["kind"] or "?").capitalize() if one["up"] else one["kind"] or "?"
    return f"{one['family']}{kind}{':' + str(one['influence']) if one['influence'] else ''}" + (
        f">{one['controller']}" if one["controller"] != one["family"] else ""
    )


def digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:10]
