"""How a finished game ended for the viewer: their place in a sentence, and the moves by which most changed hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from intrigue.engine.events import Event
from intrigue.locale import Words
from intrigue.web.games.registry import html_of
from intrigue.web.html.names import names_of, speaker_at
from intrigue.web.html.points import Points
from intrigue.web.view.scene import Scene

MOST_MOMENTS = 3
LEAST_SWING = 2
"""A move that shifts fewer points between two players decided nothing."""


class Decisive(NamedTuple):
    """A move by which much changed hands."""

    version: int
    """Of the table after it."""
    words: str
    """What happened by it, as the log says it."""
    round: int
    """In which round; 0 in a game without rounds."""
    changes: tuple[tuple[int, str], ...]
    """Who won or lost points by it, and how many in signs."""


def own_place(scene: Scene, points: Points, winners: Sequence[int], words: Words) -> str:
    """How the game ended for who holds one seat, in a sentence; empty for all others."""
    mine = [seat.number for seat in scene.seats if seat.mine]
    if len(mine) != 1:
        return ""
    (own,), names, totals = mine, names_of(scene, words), points.totals
    others = [number for number in range(1, len(totals) + 1) if number not in winners]

    def listing(numbers: Sequence[int]) -> str:
        return words.listing([names[number - 1] for number in numbers])

    if own in winners and len(winners) > 1:
        return words("web.ending.shared", players=listing([number for number in winners if number != own]))
    if own in winners:
        second = [number for number in others if rank(points, number) == max(rank(points, one) for one in others)]
        ahead = totals[own - 1] - totals[second[0] - 1]
        return words("web.ending.won" if ahead else "web.ending.won.tie", players=listing(second), n=ahead)
    behind = totals[winners[0] - 1] - totals[own - 1]
    place = len(winners) + 1 + sum(rank(points, number) > rank(points, own) for number in others)
    key = "web.ending.lost" if behind else "web.ending.lost.tie"
    return words(key, place=words(f"web.place.{place}"), players=listing(winners), n=behind)


def rank(points: Points, number: int) -> tuple[int, tuple[int, ...]]:
    """By what players are ranked: points, then what decides between equal ones."""
    return points.totals[number - 1], points.ties[number - 1]


def decisive_moves(scene: Scene, words: Words) -> list[Decisive]:
    """The moves that shifted most points between two players, as they came; none where the log says no versions."""
    moves = moves_of(scene)
    swings = html_of(scene.settings.game).swings(list(moves.values()))
    found = []
    for version, swing in zip(moves, swings, strict=True):
        size = max([0, *swing.points.values()]) - min([0, *swing.points.values()])
        if swing.event is not None and version and size >= LEAST_SWING:
            found.append((size, version, swing))
    best = sorted(found, key=lambda one: one[:2], reverse=True)[:MOST_MOMENTS]
    speaker = speaker_at(scene, words)
    return [
        Decisive(version, speaker.event(swing.event), swing.round, tuple(changes_in_signs(swing.points)))
        for _, version, swing in sorted(best, key=lambda one: one[1])
        if swing.event is not None
    ]


def changes_in_signs(points: dict[int, int]) -> list[tuple[int, str]]:
    """Who won most first.

    >>> changes_in_signs({1: -2, 2: 0, 3: 4})
    [(3, '+4'), (1, '−2')]
    """
    changed = [(number, change) for number, change in points.items() if change]
    changed.sort(key=lambda one: (-one[1], one[0]))
    return [(number, f"+{change}" if change > 0 else f"−{-change}") for number, change in changed]


def moves_of(scene: Scene) -> dict[int, list[Event]]:
    """The events of every move that was not taken back, by the version it made."""
    if len(scene.line_versions) != len(scene.lines):
        return {}
    events: list[tuple[int, Event]] = []
    for version, line in zip(scene.line_versions, scene.lines, strict=True):
        if isinstance(line, Event):
            events.append((version, line))
        elif line.name == "tookback":
            del events[len(events) - line.values["undone"] :]
    moves: dict[int, list[Event]] = {}
    for version, event in events:
        moves.setdefault(version, []).append(event)
    return moves
