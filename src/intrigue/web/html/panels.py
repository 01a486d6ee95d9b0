"""The panels of players: who sits there, numbers, piles; the same in every game but for what they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.locale import Words
from intrigue.web.html.templates import HOLE, PIECES, Sewn, around, piece
from intrigue.web.view.scene import SeatSeen


def badges(seat: SeatSeen, words: Words) -> tuple[tuple[str, str], ...]:
    """What is to be known about who plays a seat: pictures with their meaning."""
    marks = []
    stands_in = seat.program and seat.away
    if stands_in:
        marks.append(("ui-hourglass", words("board.badge.away")))
    if seat.program and not stands_in:
        marks.append(("ui-bot", words("outside.badge")))
    elif seat.held_by == "bot":
        marks.append(("ui-bot", words("board.badge.bot", level=words(f"level.{seat.level}"))))
    elif seat.resigned:
        marks.append(("ui-flag", words("board.badge.resigned")))
    elif seat.away:
        marks.append(("ui-hourglass", words("board.badge.away")))
    if seat.for_ending:
        marks.append(("ui-hand", words("board.badge.ending")))
    return tuple(marks)


def player(
    seat: int, colour: str, states: tuple[bool, bool, bool], who: Markup, facts: list[Markup], piles: Markup
) -> str:
    """A player's panel: whether it is the viewer's own, to act, a winner's; who it is, numbers, piles."""
    before, after = panel(seat, colour, *states)
    return "".join([before, who, "<ul class='facts'>", *facts, "</ul>", piles, after])


@lru_cache(maxsize=256)
def panel(seat: int, colour: str, mine: bool, turn: bool, won: bool) -> tuple[str, ...]:
    states = [state for state, so in (("mine", mine), ("turn", turn), ("won", won)) if so]
    return around("common", "panel", seat=seat, classes=" ".join([colour, *states]), inner=HOLE)


@lru_cache(maxsize=PIECES)
def who(
    emblem: str,
    name: str,
    mine: bool,
    badges: tuple[tuple[str, str], ...],
    marks: tuple[tuple[str, str, str], ...],
    words: Words,
) -> Markup:
    """The head of a panel: emblem, name, pictures with their meaning."""
    you = words("board.you") if mine else ""
    return piece("common", "who", emblem=emblem, name=name, you=you, badges=badges, marks=marks)


@lru_cache(maxsize=PIECES)
def fact(
    seat: int, name: str, picture: str, value: int | None, meaning: str, about: str, since: str = "", more: str = ""
) -> Markup:
    """A number of a panel with its sentence; a hidden one is a question mark. `since` says how much it has changed
    lately, `more` the same in words."""
    text = "?" if value is None else value
    number = {"seat": seat, "name": name, "picture": picture, "value": text, "since": since}
    return piece("common", "fact", **number, meaning=meaning + more, about=about)


def change_words(change: int, words: Words) -> tuple[str, str]:
    """How much a number has changed since the viewer's last choice, in signs and in words; nothing of no change."""
    if not change:
        return "", ""
    signs = f"+{change}" if change > 0 else f"−{-change}"
    return signs, words("board.since.fact", change=signs)


Changes = dict[tuple[int, str], int]
"""By player and fact of the panel: by how much it has changed."""


def changes_at(changes: Changes, last: list[dict[str, Any]], now: list[dict[str, Any]]) -> Changes:
    """What has changed since the viewer's last choice up to an event on the way, of all that has changed by the end:
    `last` and `now` are the numbers of the players at the end and at the event. What is hidden counts as unchanged."""
    return {
        (player, name): changes.get((player, name), 0) - (end[name] - here[name])
        for player, (end, here) in enumerate(zip(last, now, strict=True), start=1)
        for name in end
        if end[name] is not None and here[name] is not None
    }


def news_of_players(
    view: dict[str, Any], old: dict[str, Any] | None, of_all: Callable[[dict[str, Any]], object]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """What a view says of every player, or of those of whom an old one said something else; `of_all` is what it says
    that may change the panel of every player."""
    if old and of_all(view) != of_all(old):
        old = None
    turns = () if old is None or old["to_act"] == view["to_act"] else (old["to_act"], view["to_act"])
    for number, player in enumerate(view["players"], start=1):
        if old is None or number in turns or player != old["players"][number - 1]:
            yield number, player


def player_list(number: int, panels: dict[int, str], words: Words) -> Sewn:
    """All panels, or those that may be new, by seat."""
    if len(panels) < number:
        return Sewn(number + 2, panels)
    before, after = list_of_players(words)
    return Sewn(number + 2, {0: before, **panels, number + 1: after})


@lru_cache(maxsize=16)
def list_of_players(words: Words) -> tuple[str, ...]:
    return around("common", "players", title=words("board.players"), panels=HOLE)


@lru_cache(maxsize=1024)
def plain_head(phase: str, words: Words) -> Markup:
    """The head of a table at which nothing was dealt."""
    return piece("common", "plain_head", text=words(f"board.quiet.{phase}"))
