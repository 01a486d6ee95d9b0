"""Scenes and pages to look at: every phase of a table, and every page, in a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import intrigue
from intrigue.engine.match import Match
from intrigue.games import GAMES
from intrigue.locale import words
from intrigue.web.render import frames, pages, regions
from intrigue.web.render.pages import Me, SiteInfo, TableLine
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.settings import Clock, Settings
from intrigue.web.view.scene import Scene, SeatSeen, Viewer

SITE = SiteInfo("http://192.0.2.7:8000", lambda path: f"/static/{path}?v=0")
COMMITMENT = "5e" * 32
NAMES = ("Ann", "Bob", "", "", "")


@dataclass(frozen=True)
class Said:
    """A line of talk."""

    number: int
    seat: int
    name: str
    kind: str
    text: str
    speaker: int = 1


def me(language: str = "en", **likes: Any) -> Me:
    return Me("Ann", language, token="t0ken", **likes)


def settings(game: str, players: int, **choices: Any) -> Settings:
    return Settings(game, GAMES[game].editions[0], players, **choices)


def seats(players: int, held: str = "person", names: Sequence[str] = NAMES, **state: Any) -> tuple[SeatSeen, ...]:
    """Seats of people where there are names, of bots elsewhere; the viewer holds the first."""
    return tuple(
        SeatSeen(
            number=number,
            name=name,
            held_by=held if name else "bot",
            level="" if name else "knight",
            **({"ready": False, "away": False, "resigned": False, "for_ending": False, "mine": number == 1} | state),
        )
        for number, name in enumerate(names[:players], start=1)
    )


def scene(game: str = "oriflamme", phase: str = "gathering", **changes: Any) -> Scene:
    """A table with nothing dealt."""
    given = {
        "table": "tbl1",
        "version": 3,
        "phase": phase,
        "settings": settings(game, changes.pop("players", 4)),
        "viewer": Viewer(1, (1,), host=True),
        "seats": seats(4),
        "commitment": COMMITMENT,
        "view": None,
        "acting": None,
        "things": {},
        "can_take_back": False,
        "clock": None,
        "why": "",
        "next_table": "",
    }
    return Scene(**(given | changes))


def things(match: Match) -> dict[str, Any]:
    """Numbers for what lies on the board, in the order it lies."""
    number = count(1)

    def renumber(pieces: Any) -> Any:
        if isinstance(pieces, int):
            return next(number)
        if isinstance(pieces, list):
            return [renumber(one) for one in pieces]
        return {place: renumber(one) for place, one in pieces.items()}

    return dict(renumber(match.game.pieces(match.state)))


def scene_after(game: str, players: int, moves: int, seed: int = 1, seat: int = 1, **changes: Any) -> Scene:
    """A table after so many moves, as a seat sees it."""
    match = intrigue.new(game, players=players, seed=seed)
    while not match.over and len(match.played) < moves:
        legal = match.moves()
        match.play(legal[len(match.played) * 5 % len(legal)])
    return scene_of(match, seat, **changes)


def scene_of(match: Match, seat: int = 1, **changes: Any) -> Scene:
    view = match.view(seat)
    given = {
        "phase": "over" if match.over else "playing",
        "players": match.players,
        "seats": seats(match.players, ready=True),
        "view": view,
        "acting": match.acting,
        "things": things(match),
        "lines": (TableNotice("began", {}), *match.events_for(seat)),
    }
    if (given | changes)["phase"] in ("over", "aborted"):
        given["nonces"] = tuple(f"{number:032x}" for number in range(1, match.players + 1))
    return scene(match.game.name, **(given | changes))


ENDLESS = 10**6


def scenes() -> Iterator[tuple[str, Scene]]:
    """Every phase of every game, for those who sit, watch or pass a device round."""
    for game in GAMES:
        fewest = GAMES[game].seats[0]
        yield f"{game} gathering", scene(game, players=fewest, seats=seats(fewest))
        yield f"{game} playing", scene_after(game, fewest, 25)
        yield f"{game} over", scene_after(game, fewest, ENDLESS)
    free = (*seats(3), SeatSeen(4, "", "nobody", "", False, False, False, False, False))
    yield "a free seat", scene(seats=free)
    yield "a guest before the deal", scene(seats=seats(4, mine=False), viewer=Viewer(0))
    yield "ready and waiting", scene(seats=(seats(4, ready=True)[0], *seats(4)[1:]))
    yield "all ready", scene(seats=seats(4, ready=True))
    hot = seats(3, names=("Ann", "Bob", "Cyd"), mine=True)
    passed_round = Settings("oriflamme", "fr", 3, hot_seat=True)
    yield "a device for all", scene(seats=hot, settings=passed_round, viewer=Viewer(0, (1, 2, 3), host=True))
    mix = settings("oriflamme-mix", 4, kinds=("archer", "queen"), clock=Clock("days", 259200), watch="nobody")
    yield "kinds of the mix", scene("oriflamme-mix", settings=mix)
    yield "a spectator", scene_after("oriflamme", 3, 9, seats=seats(3, mine=False), viewer=Viewer(0))
    yield "away", scene_after("oriflamme", 3, 9, seats=seats(3, away=True), can_take_back=True, taker=1)
    yield "for ending", scene_after("richelieu", 3, 9, seats=seats(3, for_ending=True), next_table="tbl2")
    yield "ended by consent", scene_after("oriflamme", 3, 9, phase="aborted", why="consent")
    yield "deserted", scene_after("oriflamme", 3, 9, phase="aborted", why="deserted", next_table="tbl2")
    yield "closed", scene(phase="aborted", why="closed")


SCENES = dict(scenes())

LINES = [
    TableLine("tbl1", "oriflamme", "fr", 4, 0, Clock("days", 86400), ("Ann", "Bob"), "playing", True, True, 5),
    TableLine("tbl2", "richelieu", "ru", 3, 2, Clock(), ("Ann",), "gathering", True, False, 9),
    TableLine("tbl3", "ablaze", "uk", 5, 5, Clock("live", 90), (), "gathering", False, False, 9),
    TableLine("tbl4", "oriflamme-mix", "ru+ru", 5, 0, Clock("friendly", 60), ("Ann",), "over", True, False, 1),
    TableLine("tbl5", "ablaze", "ru", 3, 0, Clock(), ("Ann",), "aborted", True, False, 1),
]

TALK = (Said(1, 1, "Ann", "text", "Hello"), Said(2, 2, "Bob", "phrase", "hello"), Said(3, 0, "", "text", "Hm"))


def table_page(language: str, shown: Scene, talk: Sequence[Said] = TALK, **likes: Any) -> str:
    said = words(language)
    lines = [str(regions.talk_line(one, shown, said)) for one in talk]
    return pages.table(me(language, **likes), SITE, shown, frames.snapshot(shown, said), lines)


def all_pages(language: str) -> dict[str, str]:
    """Every page there is, by a name."""
    one = me(language)
    made = {
        "home": pages.home(one, SITE, LINES),
        "home of a newcomer": pages.home(Me("", language), SITE, []),
        "tables": pages.tables(one, SITE, LINES),
        "no tables": pages.tables(one, SITE, []),
        "about": pages.about(me(language, theme="dark"), SITE),
        "learn": pages.learn(one, SITE),
        "a fault in the form": pages.new(one, SITE, {"game": "richelieu", "players": "9"}, "Fault."),
    }
    made |= {f"new {game}": pages.new(one, SITE, {"game": game}) for game in GAMES}
    made["new hot seat"] = pages.new(one, SITE, {"hot_seat": "on", "fill": "bots", "listed": "on", "clock": "days:3"})
    made["new with kinds"] = pages.new(one, SITE, {"game": "oriflamme-mix", "kinds": "archer,queen"})
    made |= {f"fault {status}": pages.fault(one, SITE, status, "") for status in (*pages.FAULTS, 405, 422, 504)}
    return made | {f"table: {name}": table_page(language, shown) for name, shown in SCENES.items()}
