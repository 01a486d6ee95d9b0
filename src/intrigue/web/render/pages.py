"""Whole pages as HTML, from what a reader may see and likes; pure functions that the routes call."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from intrigue.bots.levels import LEVELS
from intrigue.engine.game import Game
from intrigue.games import GAMES
from intrigue.lessons import lesson, offered_lessons
from intrigue.locale import Words, words
from intrigue.locale.languages import TABLE
from intrigue.rulebook import family_of
from intrigue.web.games.registry import FAMILIES, hints_at, html_of
from intrigue.web.html import rule_links
from intrigue.web.html.names import names_of, seat_names
from intrigue.web.html.templates import environment
from intrigue.web.render.regions import LONGEST_TALK, PHRASES, clock_words, end_reason
from intrigue.web.table.settings import Clock, usual_screens
from intrigue.web.view.scene import Scene

DEFAULT_LEVEL = "knight"
LEVEL_AFTER = {0: "page", 1: "squire", 5: "knight"}
"""Which bots somebody is offered first, by how many games they have played to their end."""
MOST_EXPERIENCED = max(LEVEL_AFTER)
"""Games beyond which it makes no difference how many they are."""
CLOCKS = ("none", "friendly:60", "friendly:180", "live:60", "live:180", "days:1", "days:3", "days:7")
"""What the form offers: a kind, and seconds or days for one decision."""
DAY = 24 * 60 * 60
LONGEST_RECORD = 64
"""Kilobytes of a record that somebody brings."""
FAULTS = (400, 403, 404, 409, 413, 429, 500, 503)
"""The answers that have a page of their own words; others are told as 400 or 500."""


@dataclass(frozen=True)
class Me:
    """Who reads: what the person likes, and the token that every form sends back."""

    name: str
    language: str
    theme: str = "auto"
    """`auto`, `light` or `dark`."""
    sound: bool = True
    confirm: str = "auto"
    """`auto` (on phones), `on` or `off`."""
    speed: str = "normal"
    """`slow`, `normal`, `fast` or `none`."""
    token: str = ""
    known: bool = False
    """Whether the server keeps this person."""


ROOT = Path(__file__).parents[4]
"""Of a clone; above everything that is installed elsewhere."""


PICTURES = Path(__file__).parents[1] / "static"
"""Where the files for browsers lie."""


@dataclass(frozen=True)
class SiteInfo:
    """Where the site is, and the address of its files."""

    url: str
    """The address as others open it, without a slash at the end: links and QR codes begin with it."""
    asset: Callable[[str], str]
    """`asset("css/site.css")` is an address that changes with the file."""
    outside: bool = False
    """Whether hosts may give seats to programs from outside."""
    alone: str = ""
    """Why only this computer can open it: it listens `here` only, or there is `no_network`; empty where others can."""
    command: str = "make play ARGS=--lan" if (ROOT / "Makefile").exists() else "intrigue serve --lan"
    """What lets others in: as the README starts it, where this is a clone."""


@dataclass(frozen=True)
class TableLine:
    """A table in a list."""

    table: str
    game: str
    edition: str
    players: int
    free: int
    clock: Clock
    names: tuple[str, ...]
    phase: str
    mine: bool
    my_turn: bool
    changed: int
    origin: str = ""
    """Of an exercise: `lesson`, `what-if` or `sandbox`; else empty."""
    why: str = ""
    """Why it ended before its end, or cannot be played here now: a sentence; else empty."""


@dataclass(frozen=True)
class Place:
    """How a finished game ended for one seat."""

    seat: int
    name: str
    """Of a person or a program, which is told from people; empty for a bot."""
    points: int
    place: int
    shared: bool
    """Whether others won with it."""
    resigned: bool


@dataclass(frozen=True)
class Watched:
    """A game that is watched from its deal on: where it is, with whose eyes, and how far one has come."""

    way: str
    back: str
    """The table it was played at; empty for a record that somebody brought."""
    seat: str
    """`all`, or the number of a seat; 0 is a spectator."""
    step: int
    last: int
    number: int
    """Moves that stood after the step."""
    stops: tuple[int, ...]
    """The version of every step: where the lines of the log lead to."""


@dataclass(frozen=True)
class InTheOpen:
    """What goes on at tables that anybody may find."""

    free: int = 0
    """Seats that anybody may take."""
    games: int = 0
    """Games that anybody may watch now."""
    join: Sequence[TableLine] = ()
    """Some of the tables with a free seat."""
    watch: Sequence[TableLine] = ()
    """Some of the games."""


# Pages


def home(
    me: Me,
    site: SiteInfo,
    mine: Sequence[TableLine],
    key: str = "",
    in_the_open: InTheOpen = InTheOpen(),
    experience: int = 0,
) -> str:
    """The first page: where a newcomer begins, one click to a game against bots, two to a table for friends, and what
    goes on in the open. `experience` is how many games the reader has played to their end. What is opened with its
    `key` is opened once."""
    return page(
        "home",
        me,
        site,
        "/",
        mine=in_order(mine),
        key=key,
        in_the_open=in_the_open,
        new_here=not experience,
        first_level=level_for(experience),
        picture=picture_or(f"art/table-{me.language}.webp", "art/table-en.webp"),
    )


def new(me: Me, site: SiteInfo, chosen: Mapping[str, str] | None = None, fault: str = "", key: str = "") -> str:
    """The choices of a new table; `chosen` are fields of the form (or of the address), kinds joined by commas. What is
    opened with its `key` is opened once."""
    chosen = chosen or {}
    name = chosen.get("game", "")
    game = GAMES.get(name) or next(iter(GAMES.values()))
    kinds = [kind for kind in chosen.get("kinds", "").split(",") if kind]
    values = {
        "name": me.name,
        "players": str(game.usual_players),
        "edition": game.usual_edition(me.language),
        "clock": "none",
        "watch": "link",
        "screens": usual_screens(game.name),
        "stall_guard": "on",
        "first": "0",
        "level": DEFAULT_LEVEL,
        "people": "",
    } | {field: value for field, value in chosen.items() if value}
    return page(
        "new",
        me,
        site,
        f"/new?game={game.name}",
        game=game,
        values=values,
        kinds=kinds,
        boxes=html_of(game.name).KINDS,
        fault=fault,
        clocks=CLOCKS,
        key=key,
    )


def tables(me: Me, site: SiteInfo, lines: Sequence[TableLine], watch: Sequence[TableLine] = ()) -> str:
    """The open tables that anybody may join, and the games that anybody may watch."""
    return page("tables", me, site, "/tables", lines=lines, watch=watch)


def learn(me: Me, site: SiteInfo, key: str = "") -> str:
    """The lessons, and how long each takes."""
    return page("learn", me, site, "/learn", lessons=[lesson(name) for name in offered_lessons()], key=key)


def about(me: Me, site: SiteInfo) -> str:
    """What this is, what it stores and under which licence."""
    return page("about", me, site, "/about")


def fault(me: Me, site: SiteInfo, status: int, message: str, banned: bool = False, unplayable: bool = False) -> str:
    """Something went wrong: what, and what to do; `message` is a sentence in the reader's language, or empty. Whoever
    is banned finds the way to what is kept of them. Of a game that is `unplayable` here the message says all."""
    kind = "unplayable" if unplayable else status if status in FAULTS else 400 if status < 500 else 500
    enough = unplayable or (
        kind == 403 and bool(message)
    )  # doors are closed for many reasons, and each says what to do
    return page(
        "fault", me, site, "/", private=True, status=status, kind=kind, message=message, enough=enough, banned=banned
    )


def table(
    me: Me,
    site: SiteInfo,
    scene: Scene,
    frame: Mapping[str, Any],
    talk: Sequence[str],
    waiting: bool = False,
    quiet: bool = False,
    rewritten: int = 0,
) -> str:
    """A table from gathering to the end, around the regions of a snapshot (`frames.snapshot`); `waiting` says that
    another table waits for the reader, `quiet` that they silenced this one, `rewritten` how often somebody was taken
    out of it."""
    return page(
        "table",
        me,
        site,
        f"/t/{scene.table}",
        private=True,
        link=scene.settings.game,
        scene=scene,
        frame=frame,
        title=frame["title"],
        regions=Regions(frame["regions"]),
        log=Markup("").join(map(Markup, frame["log"])),
        talk=Markup("").join(map(Markup, talk)),
        talked=last_talk_number(talk),
        time=json.dumps(frame["clock"]),
        family=family_of(scene.settings.game),
        auto_ready=alone(scene),
        says=says(me.language),
        rules=rule_links.address(scene.settings.game, scene.settings.edition),
        phrases=PHRASES,
        longest=LONGEST_TALK,
        waiting=waiting,
        quiet=quiet,
        rewritten=rewritten,
    )


def replay(me: Me, site: SiteInfo, scene: Scene, frame: Mapping[str, Any], watched: Watched, key: str = "") -> str:
    """A game that is over, or a record, step by step, around the regions of one of its moments. What is opened with its
    `key` is opened once."""
    say = words(me.language)
    place = f"{watched.way}?seat={watched.seat}&step="
    return page(
        "replay",
        me,
        site,
        f"{place}{watched.step}",
        private=True,
        link=scene.settings.game,
        scene=scene,
        frame=frame,
        watched=watched,
        place=place,
        names=names_of(scene, say),
        regions=Regions(frame["regions"]),
        log=Markup("").join(map(Markup, frame["log"])),
        key=key,
        stops=json.dumps(watched.stops, separators=(",", ":")),
        family=family_of(scene.settings.game),
        says=says(me.language),
    )


def earlier(
    me: Me, site: SiteInfo, game: str, fault: str, record: str, places: Sequence[Place] = (), why: str = ""
) -> str:
    """A game of earlier rules or another deck, which is not replayed, as the sentence `fault` says: how it ended, and
    the way to its record; `why` says who ended it before its end, and why."""
    say = words(me.language)
    names = seat_names(game, tuple(place.name for place in places), say) if places else ()
    return page(
        "unreplayable",
        me,
        site,
        record.removesuffix("/record"),
        private=True,
        game=game,
        fault=fault,
        record=record,
        places=list(zip(names, places, strict=True)),
        why=why,
    )


def upload(me: Me, site: SiteInfo, text: str = "", fault: str = "") -> str:
    """The form for a record to watch; again with the text and what is wrong with it."""
    return page("upload", me, site, "/replay", text=text, fault=fault, longest=LONGEST_RECORD)


def sandbox(me: Me, site: SiteInfo, about: Mapping[str, Any], tries: Sequence[tuple[str, str]], key: str = "") -> str:
    """A position to try and to set up; `about` is what the routes know of its record. What is opened with its `key` is
    opened once."""
    scene, say = about["scene"], words(me.language)
    frame = about["frame"]
    return page(
        "sandbox",
        me,
        site,
        about["way"],
        link=scene.settings.game,
        about=about,
        scene=scene,
        frame=frame,
        names=names_of(scene, say),
        regions=Regions(frame["regions"]),
        log=Markup("").join(map(Markup, frame["log"])),
        setup=Markup(about["setup"]),
        tries=tries,
        trying=html_of(scene.settings.game).TRIES,
        key=key,
        family=family_of(scene.settings.game),
        says=says(me.language),
        rules=rule_links.address(scene.settings.game, scene.settings.edition),
    )


# Helpers


def level_for(experience: int) -> str:
    """The bots that somebody is offered first who has played so many games to their end.

    >>> [level_for(games) for games in (0, 1, 4, 5, 90)]
    ['page', 'squire', 'squire', 'knight', 'knight']
    """
    return [level for games, level in LEVEL_AFTER.items() if games <= experience][-1]


def first_game() -> str:
    """The game that a newcomer begins with: that of the first lesson."""
    return lesson(offered_lessons()[0]).game if offered_lessons() else next(iter(GAMES))


@cache
def picture_or(picture: str, other: str) -> str:
    """A picture of a game or in a language, or the other one where it was not drawn.

    >>> picture_or("art/table-fr.webp", "art/table-en.webp"), picture_or("art/table-xx.webp", "art/table-en.webp")
    ('art/table-fr.webp', 'art/table-en.webp')
    """
    return picture if (PICTURES / picture).exists() else other


def ended_early(why: str, note: str, say: Words, mine: bool = True) -> str:
    """Why a game ended before its end, for who sat there or for others, and what whoever runs the site has to say about
    it; nothing if it did not."""
    return f"{end_reason(why, mine, say)} {note}".rstrip() if why else ""


def in_order(lines: Iterable[TableLine]) -> list[TableLine]:
    """The reader's own tables: those that wait for them first, then the latest; exercises behind all others."""
    return sorted(lines, key=lambda line: (bool(line.origin), not line.my_turn, -line.changed))


class Regions(dict[str, str]):
    """The HTML of each region, which the frames have escaped; empty where a frame has none."""

    def __getitem__(self, name: str) -> Markup:
        return Markup(self.get(name, ""))


def page(name: str, me: Me, site: SiteInfo, back: str, private: bool = False, link: str = "", **values: Any) -> str:
    """A page by the name of its template; `back` is where its forms about the reader return to, `link` the game whose
    picture others show beside a link to it."""
    say = words(me.language)
    return (
        environment()
        .get_template(f"{name}.html")
        .render(
            name=name,
            me=me,
            site=site,
            say=say,
            back=back,
            private=private,
            link_picture=picture_or(f"art/card-{link}.png", "art/card.png"),
            tongues=[(code, language.name) for code, language in TABLE.items()],
            games=tuple(GAMES.values()),
            usual={name: game.usual_players for name, game in GAMES.items()},
            taught=offered_lessons(),
            usual_level=DEFAULT_LEVEL,
            first_game=first_game(),
            signs={name: html_of(name).SIGNS[name] for name in GAMES},
            minutes={name: html_of(name).MINUTES[name] for name in GAMES},
            weights={name: html_of(name).WEIGHTS[name] for name in GAMES},
            levels=LEVELS,
            families=tuple(FAMILIES),
            clock_of=lambda clock: clock_words(clock, say),
            hints_at=hints_at,
            clock_named=lambda choice: clock_words(read_clock(choice), say),
            seats_of=seats_of,
            **values,
        )
    )


@cache
def says(language: str) -> dict[str, tuple[str, ...]]:
    """Every sentence of the client, with all its plural forms: they are in the page before the line can fail."""
    say: Words = words(language)
    return {key: forms for key, forms in say.sentences.items() if key.startswith("client.")}


def seats_of(game: Game[Any]) -> list[int]:
    """How many may play."""
    return list(game.seats)


def read_clock(choice: str) -> Clock:
    """A clock as the form writes it.

    >>> read_clock("days:3").seconds, read_clock("live:60")
    (259200, Clock(kind='live', seconds=60))
    """
    kind, _, length = choice.partition(":")
    if kind == "friendly":
        return Clock("friendly", int(length))
    if kind == "live":
        return Clock("live", int(length))
    return Clock("days", int(length) * DAY) if kind == "days" else Clock()


def last_talk_number(talk: Sequence[str]) -> int:
    """The number of the last line of talk that the page shows.

    >>> last_talk_number(['<li id="talk-6">…</li>', '<li id="talk-7">…</li>'])
    7
    """
    numbers = [int(number[1]) for line in talk if (number := re.match(r'<li id="talk-(\d+)"', str(line)))]
    return max(numbers, default=0)


def alone(scene: Scene) -> int:
    """The seat of the only person at a table full of bots that has not begun; else 0."""
    people = [seat for seat in scene.seats if seat.held_by == "person"]
    waiting = scene.phase == "gathering" and not any(seat.held_by == "nobody" for seat in scene.seats)
    return people[0].number if waiting and len(people) == 1 and people[0].mine and not people[0].ready else 0
