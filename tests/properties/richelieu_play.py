"""Random games of Richelieu in which rare things come up, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest

import intrigue
from intrigue.games.richelieu.game import RICHELIEU
from intrigue.games.richelieu.state import ACT_HOW, State

PLAYERS = pytest.mark.parametrize("players", RICHELIEU.seats)
HABITS = (("",), ("agent",), ("income", "end", "decline"), ("office", "buy", "free"), ("corrupt", "grey", "queen"))
"""What the players of a game like to do; nobody does it always."""

Position = dict[str, Any]


def choice(chooser: Random, habit: tuple[str, ...], moves: list[str]) -> str:
    """A move: first its verb is chosen, so that few placings do not drown in many."""
    verbs = sorted({move.split()[0] for move in moves})
    liked = [verb for verb in verbs if verb in habit]
    verb = chooser.choice(liked if liked and chooser.random() < 0.7 else verbs)
    return chooser.choice([move for move in moves if move.split()[0] == verb])


def walk(match: intrigue.Match, seed: int, longest: int | None = None) -> Iterator[str]:
    """Plays a match to its end (or so many moves); tells each move before it is played."""
    chooser, habit = Random(seed), HABITS[seed % len(HABITS)]
    while not match.over and (longest is None or len(match.played) < longest):
        move = choice(chooser, habit, match.moves())
        yield move
        match.play(move)


def begins_turn(state: State) -> bool:
    """Whether the first action of a turn is asked."""
    return bool(state.ask == ACT_HOW and state.acted == 0)


# Films: one game each, watched by many tests

FILMED = [*((seed, True) for seed in (1, 2, 3, 4, 25)), *((seed, False) for seed in (2, 3))]
"""Seeds, and whether the stall guard is on; together they show every event and every kind of move."""
LONGEST = 300
"""Without the stall guard a game may never end."""


@dataclass(frozen=True)
class Frame:
    """A game between two moves. Nothing in it may be changed: others watch it, too."""

    number: int
    state: State
    position: Position
    events: list[intrigue.Event]
    """What was told since the frame before."""
    match: intrigue.Match
    """The match at its end."""

    @property
    def over(self) -> bool:
        return bool(self.state.to_act < 0)

    @property
    def begins_turn(self) -> bool:
        return begins_turn(self.state)

    def __str__(self) -> str:
        return f"before move {self.number} of\n{self.match.record}"


@cache
def film(players: int, seed: int, guard: bool) -> list[Frame]:
    """A random game at its beginning, between all its moves and at its end (or after so many moves)."""
    match = intrigue.new("richelieu", players, seed=seed, guard=guard)
    taken: list[Frame] = []
    told = 0
    for _ in chain(walk(match, seed, None if guard else LONGEST), ["the end"]):
        taken.append(Frame(len(taken), match.state.copy(), match.position, match.events[told:], match))
        told = len(match.events)
    return taken


def films(players: int) -> Iterator[list[Frame]]:
    """The filmed games of so many players."""
    return (film(players, *one) for one in FILMED)


def frames(players: int) -> Iterator[Frame]:
    """All frames of the filmed games of so many players."""
    return (frame for one in films(players) for frame in one)
