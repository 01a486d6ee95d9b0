"""Lessons: games that begin at a sketch and are played against moves written down beforehand, one file a lesson.

What a learner is told stands in the catalogues: `lessons.oriflamme.3` says why the third choice is to be made,
`lessons.oriflamme.3.do` what to do.

>>> lesson("oriflamme").at(0), lesson("oriflamme").at(1).moves
(Line(step=1, mine=True, moves=('place conspiracy first',)), ('place soldier last',))
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from intrigue.games import GAMES

LESSONS = ("oriflamme", "ablaze", "oriflamme-mix", "richelieu")
"""One for each game, under its name, in the order in which they are best taken."""
ORIGIN = "lesson:"
"""How the origin of a lesson's table begins; its name follows."""
FOLDER = Path(__file__).parent
KEYS = {"game", "seat", "minutes", "start", "step"}


class BadLesson(ValueError):
    """A file that is no lesson; says what is wrong with it."""


class Step(NamedTuple):
    """A choice of the learner, and what the others do until the next one."""

    play: tuple[str, ...]
    """The moves that the lesson can go on from, the usual one first. Not all of them need be legal each time."""
    then: tuple[str, ...]


class Line(NamedTuple):
    """A line of the script: the move that comes next."""

    step: int
    """The learner's step that it belongs to, from 1."""
    mine: bool
    """Whether the learner makes it."""
    moves: tuple[str, ...]
    """Which it may be."""


@dataclass(frozen=True)
class Lesson:
    """One lesson."""

    name: str
    game: str
    seat: int
    minutes: int
    sketch: str
    steps: tuple[Step, ...]

    @cached_property
    def script(self) -> tuple[Line, ...]:
        """Every move in order."""
        lines: list[Line] = []
        for number, step in enumerate(self.steps, start=1):
            lines.append(Line(number, True, step.play))
            lines += [Line(number, False, (move,)) for move in step.then]
        return tuple(lines)

    def at(self, moves: int) -> Line | None:
        """What comes after so many moves; None when the script has come to its end."""
        return self.script[moves] if 0 <= moves < len(self.script) else None

    def start(self, edition: str) -> str:
        """The record that a table of the lesson begins with."""
        drafts = GAMES[self.game].drafts
        return str(drafts.record(drafts.with_names(self.sketch, edition)))


@cache
def lesson(name: str) -> Lesson:
    """The lesson of that name; raises `BadLesson` if there is none."""
    if name not in LESSONS:
        raise BadLesson(f"no lesson {name[:40]}")
    return read(name, (FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def offered_lessons() -> tuple[str, ...]:
    """The lessons that can be taken: their scripts and sentences are written for the boxes that we ship, so with an
    owner's deck file there is none in its game."""
    return tuple(name for name in LESSONS if not GAMES[lesson(name).game].deck_file)


def of_table(origin: str) -> Lesson | None:
    """The lesson that a table was opened for; None if it was not, or if there is no such lesson any more.

    >>> of_table("what-if"), of_table("lesson:ablaze").game
    (None, 'ablaze')
    """
    name = origin.removeprefix(ORIGIN)
    return lesson(name) if name != origin and name in LESSONS else None


def read(name: str, text: str) -> Lesson:
    """A lesson from its file; whatever is unknown or missing is a fault."""
    said = tomllib.loads(text)
    if set(said) != KEYS:
        raise BadLesson(f"{name}: the keys are {', '.join(sorted(KEYS))}")
    if said["game"] not in GAMES or type(said["start"]) is not str:
        raise BadLesson(f"{name}: no such game or start")
    if not all(type(said[key]) is int and said[key] > 0 for key in ("seat", "minutes")):
        raise BadLesson(f"{name}: seat and minutes are numbers")
    if type(said["step"]) is not list or not said["step"]:
        raise BadLesson(f"{name}: no steps")
    steps = tuple(step_of(name, number, one) for number, one in enumerate(said["step"], start=1))
    return Lesson(name, said["game"], said["seat"], said["minutes"], " ".join(said["start"].split()), steps)


def step_of(name: str, number: int, said: dict[str, Any]) -> Step:
    if set(said) != {"play", "then"} or not all(type(moves) is list for moves in said.values()):
        raise BadLesson(f"{name}: step {number} has a list play and a list then")
    if not said["play"] or not all(type(move) is str and move for moves in said.values() for move in moves):
        raise BadLesson(f"{name}: step {number} has moves that are none")
    return Step(tuple(said["play"]), tuple(said["then"]))
