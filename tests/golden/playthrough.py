"""A whole random game as text that a person can review: every move, what happened, and what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from golden.digests import digest

import intrigue
from intrigue.engine.chance import below, words
from intrigue.games import GAMES
from intrigue.rulebook.registry import family_of

FOLDER = Path(__file__).parent / "games"
TABLES = [
    (game.name, edition, players) for game in GAMES.values() for edition in game.editions for players in game.seats
]
REACH = {"richelieu": 123}
USUAL_REACH = 63
"""How many moves of one verb may come up."""


class Dice:
    """Chooses the moves, always the same ones."""

    def __init__(self, game: str, seed: str) -> None:
        self.generator = words(seed.encode())
        self.reach = REACH.get(game, USUAL_REACH)

    def choose(self, moves: list[str]) -> str:
        """Whole moves are first chosen by their verb, so that rare ones come up."""
        verbs = sorted({move.split()[0] for move in moves})
        verb = verbs[below(self, len(verbs))]
        some = [move for move in moves if move.split()[0] == verb]
        return some[below(self, min(len(some), self.reach))]


def path(name: str, edition: str, players: int) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{name}_{edition.replace('+', '_')}_{players}.txt"


def playthrough(name: str, edition: str, players: int) -> str:
    """The text of one game."""
    return "\n".join(lines(name, edition, players)) + "\n"


def lines(name: str, edition: str, players: int) -> Iterator[str]:
    match = intrigue.new(name, players, edition, seed=players)
    dice = Dice(name, f"{name} {edition} {players}")
    family = printer_of(name)
    yield str(match.record).strip()
    yield ""
    yield from event_lines(match.events, family)
    while not match.over:
        yield from family.position_lines(match)
        move, by = dice.choose(match.moves()), match.to_act
        yield f"> {by}: {move}  ({len(match.moves())} legal: {digest(match.moves())})"
        yield from event_lines(match.play(move), family)
    yield from family.position_lines(match)
    yield f"scores {match.scores}, winners {match.winners}"


def printer_of(name: str) -> ModuleType:
    """The module that prints a game: that of its family, if there is one."""
    family = family_of(name)
    return import_module(f"golden.{family if Path(__file__).with_name(f'{family}.py').is_file() else 'plain'}")


def event_lines(events: list[intrigue.Event], family: ModuleType) -> Iterator[str]:
    for name, values in events:
        said = {key: family.short(value) if isinstance(value, dict) else value for key, value in values.items()}
        yield f"  {name} {', '.join(f'{key} {value}' for key, value in said.items())}"
