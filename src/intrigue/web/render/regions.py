"""The parts of a table's page that are the same for every game: lobby, end, controls, talk, who is here."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from markupsafe import Markup

from intrigue.bots.levels import LEVELS
from intrigue.games import GAMES
from intrigue.locale import Words
from intrigue.web.games.registry import html_of
from intrigue.web.html.icons import icon
from intrigue.web.html.names import name_of, names_of, speaker_at
from intrigue.web.html.templates import environment
from intrigue.web.render import ending
from intrigue.web.table.notices import TableNotice
from intrigue.web.table.settings import LAPSING, Clock, Settings
from intrigue.web.view.scene import Scene, SeatSeen, Viewer

LONGEST_TALK = 200
"""Signs of what is said at once."""
PHRASES = ("hello", "luck", "well_played", "thanks", "oops", "ouch", "hurry", "moment", "again", "bye")
"""What a player can say by one tap; each is told in the reader's language (`web.phrase.…`)."""

MINUTE, DAY = 60, 24 * 60 * 60


class Saying(Protocol):
    """A line of talk as the store gives it."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def speaker(self) -> int: ...


# Regions


def seats(scene: Scene, words: Words) -> Markup:
    """The lobby: who sits where, what I can do about it, what was chosen, and the commitment to the deal."""
    if scene.phase != "gathering":
        return Markup("")
    mine = [seat for seat in scene.seats if seat.mine]
    return render_region(
        "seats",
        scene,
        words,
        mine=mine,
        may_sit=not mine or scene.settings.hot_seat and scene.viewer.host,
        free=[seat for seat in scene.seats if seat.held_by == "nobody"],
        unready=[seat for seat in mine if not seat.ready],
        waiting=[seat for seat in scene.seats if seat.held_by == "person" and not seat.ready],
        levels=LEVELS,
        choices=choices(scene.settings, words),
        more=settings_with(scene.settings, 1) if scene.viewer.host else None,
        fewer=settings_with(scene.settings, -1) if scene.viewer.host else None,
    )


def result(scene: Scene, words: Words) -> Markup:
    """The end: the viewer's own place, winners, the tie-break, what one can do now, where the points come from, and the
    moves that decided it."""
    if scene.phase not in ("over", "aborted"):
        return Markup("")
    sentences: list[str] = []
    columns: list[str] = []
    rows: list[Row] = []
    place = ""
    if scene.phase == "over" and scene.view:
        lines = speaker_at(scene, words).result(scene.view)
        sentences = lines[len(scene.seats) :]
        columns, rows = breakdown(scene, words)
        points = html_of(scene.settings.game).points(scene)
        place = ending.own_place(scene, points, scene.view["winners"], words)
    return render_region(
        "result",
        scene,
        words,
        winners=scene.view["winners"] if scene.phase == "over" and scene.view else [],
        place=place,
        sentences=sentences,
        decisive=ending.decisive_moves(scene, words) if scene.phase == "over" else [],
        columns=columns,
        rows=rows,
        mine=[seat for seat in scene.seats if seat.mine],
        why=end_reason(scene.why, any(seat.mine for seat in scene.seats), words) if scene.why else "",
        deck=shlex.join(["--deck", file]) if (file := GAMES[scene.settings.game].deck_name) else "",
    )


def end_reason(why: str, mine: bool, words: Words) -> str:
    """Why a game ended early, for who holds a seat there or for others."""
    return words("web.aborted.alone.seen" if why == "alone" and not mine else f"web.aborted.{why}")


def controls(scene: Scene, words: Words) -> Markup:
    """What I can do at a table beside playing a move; the same for all who hold just that seat, whoever sits there;
    the host is told of bots too, whose level they may change."""
    mine = [seat for seat in scene.seats if seat.mine]
    table, seats = scene.table, scene.seats
    if len(mine) == 1 and not scene.viewer.hot:
        table = ""
        host = scene.viewer.host
        seats = tuple(
            seat._replace(name="") if seat.mine else seat if host and seat.held_by == "bot" else stranger(seat.number)
            for seat in seats
        )
    taker = scene.taker if scene.can_take_back else 0
    company = any(seat.held_by == "person" and not (seat.mine or seat.away or seat.resigned) for seat in scene.seats)
    chosen = (scene.phase, scene.settings, scene.viewer)
    return controls_of(table, *chosen, seats, taker, company, scene.next_table, words)


def stranger(number: int) -> SeatSeen:
    """A seat of which nothing is told."""
    return SeatSeen(number, "", "person", "", ready=True, away=False, resigned=False, for_ending=False, mine=False)


@lru_cache(maxsize=1024)
def controls_of(
    table: str,
    phase: str,
    settings: Settings,
    viewer: Viewer,
    seats: tuple[SeatSeen, ...],
    taker: int,
    company: bool,
    next_table: str,
    words: Words,
) -> Markup:
    """The controls, of a scene without the game, so that what is remembered cannot depend on it."""
    mine = [seat for seat in seats if seat.mine]
    bare = Scene(table, 0, phase, settings, viewer, seats, "", None, None, {}, bool(taker), None, "", next_table)
    return render_region(
        "controls",
        bare,
        words,
        mine=mine,
        playing=phase == "playing",
        taker=taker,
        staying=[seat for seat in mine if not seat.resigned],
        bots=[seat for seat in seats if viewer.host and seat.held_by == "bot"],
        levels=LEVELS,
        slow=html_of(settings.game).HAS_ORDERS and not settings.hot_seat,
        patience=company and not settings.hot_seat and settings.clock.kind not in LAPSING,
    )


def people(watchers: Sequence[str], here: Sequence[str], words: Words) -> Markup:
    """Who is connected: the names of those at the table, and of those who watch (empty for a guest without a name)."""
    guests = [name for name in watchers if name]
    nameless = len(watchers) - len(guests)
    watching = [*guests, *([words("web.people.guests", n=nameless)] if nameless else [])]
    template = environment().get_template("regions/people.html")
    return Markup(template.render(say=words, here=list(here), watching=watching))


def talk_line(saying: Saying, scene: Scene, words: Words) -> Markup:
    """One line of talk; a phrase is told in the reader's language. Who said it was in that seat then: somebody else may
    be there now, or nobody, or the table have fewer seats."""
    text = saying.text
    if saying.kind == "phrase":
        key = f"web.phrase.{saying.text}"
        text = words(key) if key in words else ""
    return render_region("talk_line", scene, words, saying=saying, text=text)


def table_event(event: TableNotice, scene: Scene, words: Words) -> str:
    """What happened at the table beside the game, as a sentence; empty if there is nothing to tell."""
    values = dict(event.values)
    name = event.name
    if name == "voted":
        name += ".for" if values["end"] else ".against"
    elif name == "ended":
        name += f".{values['why']}"
    elif name == "lapsed" and "by" in values:
        name += ".asked"
    elif name == "filled" and "instead" in values:
        name += ".instead"
    elif name == "moved":
        name += f".{values.get('by', 'person')}"
    key = f"web.event.{name}"
    if key not in words:
        return ""
    blanks: dict[str, Any] = {"player": "", "before": values.get("before", ""), "by": values.get("by", "")}
    if "seat" in values:
        name = values.get("name", "")
        called = name_of(name, bool(values.get("program")), words)
        blanks["player"] = called or names_of(scene, words)[values["seat"] - 1]
        blanks["seat"] = values["seat"]
    if values.get("level"):
        blanks["level"] = words(f"level.{values['level']}")
    sentence = words(key, **blanks)
    return f"{sentence} {values['note']}" if values.get("note") else sentence


# What the regions are made of


def render_region(name: str, scene: Scene, words: Words, **values: Any) -> Markup:
    """A region by the name of its template."""
    template = environment().get_template(f"regions/{name}.html")
    names = names_of(scene, words)
    game = html_of(scene.settings.game)
    given = {"scene": scene, "say": words, "names": names, "colour": game.COLOUR, "emblem": game.EMBLEM}
    given |= {"do": do, "house": house}
    return Markup(template.render(**given, icon=icon, **values))


def do(name: str, **values: Any) -> str:
    """A request as a button carries it."""
    return json.dumps({"do": name, **values}, separators=(",", ":"), ensure_ascii=False)


def house(scene: Scene, seat: int, words: Words) -> str:
    """The family or noble of a seat."""
    return str(GAMES[scene.settings.game].speaker(words, len(scene.seats)).usual_name(seat))


def clock_words(clock: Clock, words: Words) -> str:
    """How long a decision may take."""
    if clock.kind == "none":
        return words("web.clock.none")
    unit = DAY if clock.kind == "days" else MINUTE
    return words(f"web.clock.{clock.kind}", n=max(1, -(-clock.seconds // unit)))


def choices(settings: Settings, words: Words) -> list[tuple[str, str]]:
    """What a table chose, as names and values, for those who are about to join."""
    listed = [
        (words("web.field.game"), words(f"game.{settings.game}")),
        (words("web.field.edition"), words(f"edition.{settings.edition}")),
        (words("web.field.clock"), clock_words(settings.clock, words)),
        (words("web.field.watch"), words(f"web.watch.{settings.watch}")),
        (words("web.field.level"), words(f"level.{settings.level}")),
    ]
    known = GAMES[settings.game].choices
    if "screens" in known:
        listed.append((words("web.field.screens"), words(f"web.screens.{settings.screens}")))
    if "stall_guard" in known:
        guard = "on" if settings.stall_guard else "off"
        listed.append((words("web.field.stall_guard"), words(f"web.stall_guard.{guard}")))
    listed.append((words("web.field.first"), first_words(settings.first, words)))
    if "kinds" in known:
        kinds = ", ".join(words(f"card.{kind}.name") for kind in settings.kinds)
        listed.append((words("web.new.kinds"), kinds or words("web.kinds.drawn")))
    if len(GAMES[settings.game].editions) < 2:
        del listed[1]
    return listed


def first_words(first: int, words: Words) -> str:
    """Who begins."""
    return words("web.first.seat", seat=first) if first else words("web.first.drawn")


def settings_with(settings: Settings, by: int) -> dict[str, Any] | None:
    """The same choices with a seat more or fewer, if the game allows it; a seat that goes cannot begin."""
    if settings.players + by not in GAMES[settings.game].seats:
        return None
    values = {name: getattr(settings, name) for name in settings.__struct_fields__}
    values["clock"] = {"kind": settings.clock.kind, "seconds": settings.clock.seconds}
    values["first"] = settings.first if settings.first <= settings.players + by else 0
    return values | {"players": settings.players + by, "kinds": list(settings.kinds)}


Row = tuple[SeatSeen, list[int], int]
"""A seat, where its points come from, and all its points."""


def breakdown(scene: Scene, words: Words) -> tuple[list[str], list[Row]]:
    """Headings and rows of the table of points, best first as the game ranks them."""
    points = html_of(scene.settings.game).points(scene)
    totals = points.totals
    best = sorted(range(len(totals)), key=lambda at: (totals[at], points.ties[at], -at), reverse=True)
    if any(sum(part) != total for part, total in zip(points.parts, totals, strict=True)):
        return [], [(scene.seats[at], [], totals[at]) for at in best]  # a log that begins in the middle tells no more
    return [words(f"web.points.{name}") for name in points.names], [
        (scene.seats[at], points.parts[at], totals[at]) for at in best
    ]
