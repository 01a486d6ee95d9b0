"""What a person's finished games come to: wins by game and number of players, points over time, and opponents.

A game in which somebody held several seats (a device that was passed round) counts for nobody: the server does not
know who sat where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from intrigue.bots.levels import LEVELS
from intrigue.games import GAMES
from intrigue.web.store.types import FinishedGame, SeatResult

PEOPLE = "people"
PROGRAM = "program"
OPPONENTS = (*LEVELS, PROGRAM, PEOPLE)
Z = 1.96
"""For an interval of 95 %."""
SHOWN = 30
"""Games in the picture of points over time."""
RIVALS = 12
"""People who are listed by name."""


class Share(NamedTuple):
    """A part of some number, with the interval of 95 % that it leaves for what is true in the long run."""

    value: float
    low: float
    high: float
    n: int


class Wins(NamedTuple):
    """How often somebody wins a game with so many players."""

    game: str
    players: int
    share: Share
    even: float
    """What equals would win."""
    points: float
    """On average."""


class Against(NamedTuple):
    """How often somebody is ahead of a kind of opponent: a level, programs or people; equal places count half."""

    opponent: str
    share: Share


class Rival(NamedTuple):
    """How often somebody is ahead of one person, who is called so at the last table they met."""

    name: str
    share: Share


class Points(NamedTuple):
    """The points of the last games of one kind, earliest first, and the most anybody had in them."""

    game: str
    points: tuple[int, ...]
    mean: float
    low: int
    high: int


class Own(NamedTuple):
    """A finished game as one person sees it."""

    table: str
    mine: SeatResult
    others: tuple[SeatResult, ...]
    winners: int
    names: tuple[str, ...] = ()
    """Of the others, as far as they still hold their seats."""


def own_games(games: Iterable[FinishedGame], person: int) -> list[Own]:
    """The games in which a person held exactly one seat, in their order."""
    games_played = []
    for played in games:
        mine = [result for result in played.results if result.person == person]
        if len(mine) == 1:
            others = tuple(result for result in played.results if result is not mine[0])
            winners = sum(result.place == 1 for result in played.results)
            called = zip(played.results, played.names or ("",) * len(played.results), strict=True)
            names = tuple(name for result, name in called if result is not mine[0])
            games_played.append(Own(played.table, mine[0], others, winners, names))
    return games_played


def share(won: float, n: int) -> Share:
    """Wilson's interval.

    >>> share(5, 10)
    Share(value=0.5, low=0.2366, high=0.7634, n=10)
    >>> share(0, 3).high
    0.5615
    """
    part = won / n
    middle = (part + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z * sqrt(part * (1 - part) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return Share(round(part, 4), round(max(0, middle - reach), 4), round(min(1, middle + reach), 4), n)


def win_share(game: Own) -> float:
    """1 for a win, its part if several share it; nothing for whoever gave the game up."""
    return 1 / game.winners if game.mine.place == 1 and not game.mine.resigned else 0.0


def wins(games: Sequence[Own]) -> list[Wins]:
    """By game and number of players."""
    groups: dict[tuple[str, int], list[Own]] = {}
    for game in games:
        groups.setdefault((game.mine.game, game.mine.players), []).append(game)
    order = list(GAMES)
    return [
        Wins(
            name,
            players,
            share(sum(map(win_share, group)), len(group)),
            1 / players,
            sum(game.mine.points for game in group) / len(group),
        )
        for (name, players), group in sorted(groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    ]


def against(games: Sequence[Own]) -> list[Against]:
    """By kind of opponent, each opponent of each game counted once."""
    ahead: dict[str, list[float]] = {}
    for game in games:
        for other in game.others:
            ahead.setdefault(other.level or PEOPLE, []).append(ahead_of(game, other))
    return [Against(kind, share(sum(ahead[kind]), len(ahead[kind]))) for kind in OPPONENTS if kind in ahead]


def ahead_of(game: Own, other: SeatResult) -> float:
    """1 for ahead, a half for an equal place; whoever gave up is behind everybody."""
    mine = len(game.others) + 2 if game.mine.resigned else game.mine.place
    return 1.0 if mine < other.place else 0.5 if mine == other.place else 0.0


def rivals(games: Sequence[Own]) -> list[Rival]:
    """The people met most often, each by the name of the last game together; `games` are latest first."""
    ahead: dict[int, list[float]] = {}
    names: dict[int, str] = {}
    for game in games:
        for other, name in zip(game.others, game.names or ("",) * len(game.others), strict=True):
            if other.person is not None and not other.level:
                ahead.setdefault(other.person, []).append(ahead_of(game, other))
                names[other.person] = names.get(other.person) or name
    met = sorted((person for person in ahead if names[person]), key=lambda person: (-len(ahead[person]), names[person]))
    return [Rival(names[person], share(sum(ahead[person]), len(ahead[person]))) for person in met[:RIVALS]]


def points(games: Sequence[Own]) -> list[Points]:
    """The last games of each kind; `games` are latest first."""
    courses = []
    for name in GAMES:
        last = [game for game in games if game.mine.game == name][:SHOWN]
        if last:
            own = tuple(game.mine.points for game in reversed(last))
            everybody = [result.points for game in last for result in (game.mine, *game.others)]
            low, high = min(0, *everybody), max(1, *everybody)
            courses.append(Points(name, own, sum(own) / len(own), low, high))
    return courses
