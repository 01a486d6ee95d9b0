"""The pages about the reader: my games, statistics, the bots' ladder, and what the site knows of me."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from babel.dates import format_date
from babel.numbers import format_decimal, format_percent

from intrigue.bots.ladder import ladder as shipped
from intrigue.locale import words
from intrigue.web.render.pages import Me, Place, SiteInfo, TableLine, in_order, page
from intrigue.web.view.statistics import PEOPLE, PROGRAM, Own, Share, against, points, rivals, wins

GROUP = 4
"""Signs of a code that stand together."""
LADDER_MARGIN = 1.05


@dataclass(frozen=True)
class Finished:
    """A game that has ended, in a list."""

    table: str
    game: str
    players: int
    own: tuple[Place, ...]
    """How it ended for each seat of the reader, the best first; none if it did not come to its end, or if that is not
    known any more."""
    why: str
    """A sentence, if it did not come to its end."""
    origin: str
    """Of an exercise: `lesson`, `what-if` or `sandbox`; else empty."""
    at: int
    people: int
    """Others who were people, and bots or programs."""
    bots: int
    replay: bool
    record: bool

    @property
    def won(self) -> bool:
        """Whether the reader won with their only seat."""
        return len(self.own) == 1 and self.own[0].place == 1 and not self.own[0].resigned


@dataclass(frozen=True)
class Dot:
    """A point of a picture, and where the line to the next one ends, in percent of its width and height."""

    x: float
    y: float
    to_x: float
    to_y: float


def mine(
    me: Me, site: SiteInfo, open: Sequence[TableLine], waiting: int, ended: Sequence[Finished], first: int, more: int
) -> str:
    """My games: those that wait for me, those that wait for others, and those that have ended."""
    return page(
        "mine",
        me,
        site,
        "/mine",
        private=True,
        open=in_order(open),
        waiting=waiting,
        finished=[(game, *day_of(game.at, me.language)) for game in ended],
        points_of=lambda game: [f"{place.name} ({place.points})" for place in game.own],
        first=first,
        more=more,
    )


def statistics(me: Me, site: SiteInfo, games: Sequence[Own], chosen: str, played: Sequence[str]) -> str:
    """What the finished games come to, all or those of one kind."""
    counted = [game for game in games if not chosen or game.mine.game == chosen]
    return page(
        "statistics",
        me,
        site,
        f"/mine/statistics?game={chosen}" if chosen else "/mine/statistics",
        private=True,
        total=len(counted),
        chosen=chosen,
        played=played,
        wins=wins(counted),
        opponents=opponents(counted, me.language),
        points=[(course, dots(course.points, course.low, course.high)) for course in points(counted)],
        percent=lambda value: format_percent(value, locale=me.language),
        average=lambda value: format_decimal(round(value, 1), locale=me.language),
        at=at,
        span=lambda share: span(share, me.language),
    )


def opponents(games: Sequence[Own], language: str) -> list[tuple[str, Share]]:
    """What opponents are called, levels and all people first, then those people who were met most often."""
    say = words(language)
    called = {PEOPLE: say("mine.stats.people"), PROGRAM: say("mine.stats.program")}
    kinds = [(called.get(kind) or say(f"level.{kind}"), part) for kind, part in against(games)]
    return kinds + [(rival.name, rival.share) for rival in rivals(games)]


def ladder(me: Me, site: SiteInfo) -> str:
    """The bots' ladder."""
    measurement = shipped()
    most = max(rungs[-1].rating + rungs[-1].rating_reach for rungs in measurement.rungs.values()) * LADDER_MARGIN
    return page(
        "ladder",
        me,
        site,
        "/ladder",
        ladder=measurement,
        measured=format_date(date.fromisoformat(measurement.measured), "long", locale=me.language),
        number=lambda value: format_decimal(value, locale=me.language),
        at=lambda value: at(value / most),
    )


def identity(me: Me, site: SiteInfo, tables: int, running: int, fault: str = "", bound: bool = False) -> str:
    """Who I am here: the recovery code, another browser, what is kept, and how to take it out."""
    return page("identity", me, site, "/me", private=True, tables=tables, running=running, fault=fault, bound=bound)


def code(me: Me, site: SiteInfo, code: str, arrived: bool, carried: int = 0, left: int = 0) -> str:
    """A recovery code, shown this once; `arrived` if another one has just brought the reader here."""
    groups = [code[start : start + GROUP] for start in range(0, len(code), GROUP)]
    return page("code", me, site, "/me", private=True, groups=groups, arrived=arrived, carried=carried, left=left)


def delete(me: Me, site: SiteInfo, tables: int, running: int, fault: str = "") -> str:
    """What goes, and the question whether that is meant."""
    return page("delete", me, site, "/me/delete", private=True, tables=tables, running=running, fault=fault)


def gone(me: Me, site: SiteInfo) -> str:
    """Everything is gone."""
    return page("deleted", me, site, "/", private=True)


# Helpers


def day_of(at: int, language: str) -> tuple[str, str]:
    """The day of a moment, for programs and for people."""
    day = datetime.fromtimestamp(at / 1000, UTC).date()
    return day.isoformat(), format_date(day, "medium", locale=language)


def at(part: float) -> str:
    """A place in a picture.

    >>> at(0.5), at(1 / 3)
    ('50%', '33.33%')
    """
    return f"{round(100 * part, 2):g}%"


def span(share: Share, language: str) -> str:
    """The interval of a share.

    >>> span(Share(0.5, 0.2366, 0.7634, 10), "en")
    '24–76%'
    """
    return f"{round(100 * share.low)}–{format_percent(share.high, locale=language)}"


def dots(values: Sequence[int], low: int, high: int) -> list[Dot]:
    """Values over time as points with lines between them.

    >>> dots([0, 10], 0, 10)
    [Dot(x=8.0, y=92.0, to_x=97.0, to_y=8.0), Dot(x=97.0, y=8.0, to_x=97.0, to_y=8.0)]
    """
    places = [
        (
            round(8 + 89 * (number / (len(values) - 1) if len(values) > 1 else 0.5), 2),
            round(92 - 84 * (value - low) / (high - low), 2),
        )
        for number, value in enumerate(values)
    ]
    return [Dot(*place, *onto) for place, onto in zip(places, [*places[1:], places[-1]], strict=True)]
