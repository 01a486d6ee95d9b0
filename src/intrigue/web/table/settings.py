"""What a table chooses before its first game; values a stranger sends are checked in `valid_settings`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from intrigue.bots.levels import LEVELS
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.games import GAMES
from intrigue.web.table.errors import Denied

ClockKind = Literal["none", "friendly", "live", "days"]
Watching = Literal["nobody", "link", "anyone"]
Screens = Literal["open", "closed"]
LAPSING = ("live", "days")
"""Clocks at whose end a bot plays on; a friendly one only reminds."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long one decision may take. Friendly only reminds; live and days let a bot play on at zero."""

    kind: ClockKind = "none"
    seconds: int = 0


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's choices."""

    game: str
    edition: str
    players: int
    kinds: tuple[str, ...] = ()
    """In a game where they are chosen: the kinds in play; empty if they are drawn with the deal."""
    clock: Clock = Clock()
    watch: Watching = "link"
    """Who may watch: nobody, whoever has the link, or anyone (the table is listed while it is played)."""
    listed: bool = False
    """Whether strangers find the table in the list while seats are free."""
    screens: Screens = "open"
    """In a game with screens: whether what lies behind those of the others is shown."""
    level: str = "knight"
    """The bots that fill seats, and that play on for somebody whose clock ran out."""
    hot_seat: bool = False
    """Whether one device holds all seats of people and is passed round."""
    stall_guard: bool = True
    """In a game that can stand still: whether what everybody leaves alone is resolved in the end (8.6)."""
    first: int = 0
    """The seat that begins, whoever sits there when the cards are dealt; 0 if that is drawn."""


DAY = 86_400
SHORTEST, LONGEST = 10, 30 * DAY
"""Seconds that one decision may take."""
QUOTED = 40
"""Signs of a wrong value that a fault quotes."""


def default_settings(game: str, language: str) -> Settings:
    """What a table begins with if nobody chooses: the edition of the language, the usual number of players, and in
    a game with screens closed ones (8.8). A stored table that names no screens was opened when they were open.

    >>> default_settings("oriflamme", "ru").edition, default_settings("richelieu", "fr").players
    ('ru', 3)
    >>> default_settings("oriflamme", "fr").screens, default_settings("richelieu", "fr").screens
    ('open', 'closed')
    """
    played = offered_game(game)
    return Settings(game, played.usual_edition(language), played.usual_players, screens=usual_screens(game))


def usual_screens(game: str) -> Screens:
    """How the screens of a new table are, in games that have any."""
    return "closed" if "screens" in GAMES[game].choices else "open"


def offered_game(name: str) -> Game[Any]:
    """The game of that name, if people are offered it."""
    if name not in GAMES:
        raise Denied("error.no_game", name=name[:QUOTED], known=", ".join(GAMES))
    return GAMES[name]


def valid_settings(settings: Settings) -> Settings:
    """Settings a table can have, whatever a stranger sent; what plays no part in the chosen game is dropped."""
    played = offered_game(settings.game)
    if settings.players not in played.seats:
        low, high = played.seats[0], played.seats[-1]
        raise Denied("error.players", game=played.name, low=low, high=high)
    if settings.edition not in played.editions:
        known = ", ".join(played.editions)
        raise Denied("error.no_edition", game=played.name, edition=settings.edition[:QUOTED], known=known)
    if settings.level not in LEVELS:
        raise Denied("refused.level", known=", ".join(LEVELS))
    if not 0 <= settings.first <= settings.players:
        raise Denied("refused.first", value=settings.first, n=settings.players)
    kinds: tuple[str, ...] = ()
    if settings.kinds and "kinds" in played.choices:
        kinds = checked_kinds(played, settings)
    return msgspec.structs.replace(
        settings,
        kinds=kinds,
        clock=checked_clock(settings.clock),
        screens=settings.screens if "screens" in played.choices else "open",
        listed=settings.listed and not settings.hot_seat,
        stall_guard=settings.stall_guard or "stall_guard" not in played.choices,
    )


def checked_clock(clock: Clock) -> Clock:
    """A clock with a time that suits its kind."""
    if clock.kind == "none":
        return Clock()
    if clock.kind == "days" and not DAY <= clock.seconds <= LONGEST:
        raise Denied("refused.clock.days", low=1, high=LONGEST // DAY)
    if clock.kind != "days" and not SHORTEST <= clock.seconds <= DAY:
        raise Denied("refused.clock.seconds", low=SHORTEST, high=DAY)
    return clock


def options(settings: Settings) -> dict[str, Any]:
    """What a new match is told beside players, edition and seed."""
    found: dict[str, Any] = {"kinds": settings.kinds} if settings.kinds else {}
    if not settings.stall_guard:
        found["guard"] = False
    return found | ({"first": settings.first} if settings.first else {})


def checked_kinds(played: Game[Any], settings: Settings) -> tuple[str, ...]:
    """The kinds of a game, sorted, if they are the right number of different ones."""
    try:
        played.blank(settings.players, settings.edition, {"kinds": settings.kinds})
    except IntrigueError:
        raise Denied("refused.kinds", count=played.kinds_in_play) from None
    return tuple(sorted(settings.kinds))
