"""What is sent to a browser about a table: whole snapshots, and frames with the regions that changed and the steps.

Pieces of boards are remembered by all that they are made of, whole regions by the scene they show; `view` gives all
who look with the same eyes the same scene. So what is public is rendered once a language, and nothing can be mixed up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from intrigue.engine.events import Event
from intrigue.locale import Words
from intrigue.web.games.contract import GameHtml
from intrigue.web.games.registry import html_of
from intrigue.web.html import questions
from intrigue.web.html.names import names_of, speaker_at
from intrigue.web.html.templates import SEAM, Sewn
from intrigue.web.render import game_log, lesson, regions, setup
from intrigue.web.render.cache import Memory
from intrigue.web.view.scene import Scene, SceneChange, Viewer

Frame = dict[str, Any]
Region = str | dict[int, str]
"""The HTML of a region, or by their places the pieces of a sewn one that are new."""
Regions = dict[str, Region]
Prints = dict[str, tuple[int, ...]]
"""By region (see `prints_of`)."""

RENDERED: Memory[dict[str, str]] = Memory(128)
"""Regions, by scene."""

PAUSE = 700
"""Milliseconds that an event is looked at, where nothing else is said."""
SLOWER = 1.5
"""By this one looks longer at what somebody else does to oneself."""
WHOSE = ("player", "victim", "owner", "family")
"""Where an event names a seat."""
LOUDEST = ("end", "turn", "fall", "reveal", "coins", "place")
"""Of several sounds the first of these is heard."""


def snapshot(scene: Scene, words: Words) -> Frame:
    """All of a table as it is now."""
    prints_of(scene, words)  # the next frame is made of what differs from this
    return {
        "type": "snapshot",
        **about(scene, words),
        "regions": with_board(regions_of(scene, words), scene, words),
        "log": game_log.log_lines(scene, words),
        "sound": "",
    }


def private_frame(scene: Scene, words: Words) -> Frame:
    """What a seat of a device that is passed round sees while its curtain is up; never kept by anybody."""
    own = regions_of(scene, words)
    return {
        "type": "private",
        "v": scene.version,
        "for": mark(scene.table, scene.viewer, words.language),
        "seat": scene.viewer.seat,
        "regions": {name: html for name, html in own.items() if name in ("hand", "prompt") or name not in FAR},
        "peek": str(html_of(scene.settings.game).peek(scene, words)),
    }


def past_frame(scene: Scene, words: Words) -> Frame:
    """An earlier moment as the viewer saw it: what lies on the table, and what was asked then, which nobody can answer
    any more."""
    regions_then = {name: html for name, html in regions_of(scene, words).items() if name not in NEVER_PAST}
    return {
        "type": "past",
        "v": scene.version,
        "for": mark(scene.table, scene.viewer, words.language),
        "phase": scene.phase,
        "regions": regions_then | {"prompt": past_prompt(scene, words)},
    }


def replay_frame(change: SceneChange, words: Words) -> Frame:
    """What happened up to an earlier moment: the steps one sees, then every region as it was, so that one can go on
    from there forwards and backwards."""
    forwards = frame(change, words, whole=True)
    regions_then = {name: html for name, html in regions_of(change.after, words).items() if name not in NEVER_REPLAYED}
    return forwards | {
        "regions": regions_then | {"prompt": past_prompt(change.after, words)},
        "title": "",
        "turn": False,
    }


def trial_frame(scene: Scene, words: Words, change: SceneChange | None = None) -> Frame:
    """A position that somebody set up, to play on: every region, what led there if that is told, and the hands of all
    besides the hand that is played from."""
    forwards: Frame = frame(change, words, whole=True) if change else {"steps": [], "sound": "", **about(scene, words)}
    board_regions = {name: html for name, html in regions_of(scene, words).items() if name not in NEVER_REPLAYED}
    board_regions |= {"prompt": str(setup.prompt(scene, words)), "hand": str(setup.hands(scene, words))}
    log = game_log.log_lines(scene, words)
    return forwards | {"type": "frame", "regions": board_regions, "log": log, "title": "", "turn": False}


NEVER_REPLAYED = ("seats", "controls")
NEVER_PAST = (*NEVER_REPLAYED, "result")
"""Regions that stay as they are while one looks back: they are about the table as it is now."""


def past_prompt(scene: Scene, words: Words) -> str:
    """What was asked, or whom everybody waited for, in words only."""
    family = html_of(scene.settings.game)
    if scene.view is not None and questions.is_asked(scene):
        question = speaker_at(scene, words).question(scene.view, scene.acting)
        return str(
            questions.quiet_prompt(question, False, questions.law_sign(scene, family.law(scene, scene.view), words))
        )
    return str(family.prompt(replace(scene, viewer=scene.viewer._replace(seats=())), words))


FAR = ("head", "players", "seats", "result", "controls")
"""Regions in which a seat sees no more than everybody."""


def frame(change: SceneChange, words: Words, whole: bool = False) -> Frame:
    """What one entry did: the steps one sees, then the regions that are not as they were; with `whole` regions also
    for a page that may show anything."""
    after, before = change.after, change.before
    page = Page(before, prints_of(before, words) if before else {}, whole)
    speaker = speaker_at(after, words)
    sentences = {id(step.event): game_log.sentence_of(step.event, speaker) for step in change.steps}
    at = change.version if after.view is not None else 0
    lines = [
        game_log.event_line(line, speaker, after, at)
        if isinstance(line, Event)
        else game_log.table_line(line, after, words, at)
        for line in change.lines
    ]
    messages = steps(change, sentences, page, words)
    return {
        "type": "frame",
        **about(after, words),
        "steps": messages,
        "regions": changed_regions(after, page, words),
        "log": [line for line in lines if line],
        "sound": sound(change),
    }


def steps(change: SceneChange, sentences: dict[int, str], page: Page, words: Words) -> list[Frame]:
    """The events in order: what is said, what is seen, what moves, and how long one looks at it."""
    after = change.after
    family = html_of(after.settings.game)
    mine = after.viewer.seats
    acting = questions.turn_of(change.before) if change.before else None
    messages = []
    for number, step in enumerate(change.steps, start=1):
        coming = change.steps[number].things if number < len(change.steps) else after.things
        view, things = family.board_at(step, coming)
        pause = family.PAUSES.get(step.event.name, PAUSE)
        touched = acting not in (None, *mine) and names_any(step.event.values, mine)
        messages.append(
            {
                "say": sentences[id(step.event)],
                "pause": round(SLOWER * pause) if touched else pause,
                "regions": page.go_on(after, view, things, words),
                "fx": family.effects(step.event, view, things),
            }
        )
    return messages


def names_any(values: Mapping[str, Any], seats: tuple[int, ...]) -> bool:
    """Whether values of an event name one of these seats, or something that it has.

    >>> names_any({"card": {"family": 3, "kind": "spy"}, "slot": 1}, (3,)), names_any({"player": 2, "slot": 3}, (3,))
    (True, False)
    """
    return any(
        names_any(value, seats) if isinstance(value, dict) else key in WHOSE and value in seats
        for key, value in values.items()
    )


class Page:
    """What one looks at before, at and after the steps; only what differs from what was there is rendered."""

    def __init__(self, before: Scene | None, prints: Prints, whole: bool = False) -> None:
        self.before = before
        self.first = prints
        """Of every region before the first step (see `prints_of`)."""
        self.view: dict[str, Any] = (before.view if before else None) or {}
        self.things: dict[str, Any] = before.things if before else {}
        self.seats = before.seats if before else ()
        self.phase = before.phase if before else ""
        self.chosen = before.chosen if before else 0
        self.laid = bool(self.view)
        """Whether the page has a board whose parts can be changed one by one."""
        self.prints = dict(prints) if self.laid else {name: prints[name] for name in prints if name in AROUND}
        self.whole = whole
        """Whether regions are never given by single pieces."""

    def go_on(self, scene: Scene, view: dict[str, Any], things: dict[str, Any], words: Words) -> Regions:
        """The regions that this step changes, or of those that are sewn the pieces that it changes."""
        again = self.chosen == scene.chosen and self.phase == scene.phase
        if view is self.view and things is self.things and self.seats is scene.seats and again:
            return {}
        old, self.view = self.view, view
        old_things, self.things = self.things, things
        same = self.seats == scene.seats and self.phase == scene.phase and bool(old) and not self.whole
        if same and questions.has_own_eyes(scene, old) != questions.has_own_eyes(scene, view):
            same = False  # all is told in other words
        self.seats, self.phase, self.chosen = scene.seats, scene.phase, scene.chosen
        family = html_of(scene.settings.game)
        laid = family.board_parts(scene, view, things, words, (old, old_things) if same else None)
        parts: dict[str, str | Sewn] = {**laid}
        if not (same and again) or who_plays(view, family) != who_plays(old, family):
            parts["players"] = family.players(scene, view, words, old if same and again else None)
        changes = {name: news for name, part in parts.items() if (news := self.news(name, part))}
        if not self.laid:
            self.laid = True
            return with_board(changes, scene, words)
        return changes

    def news(self, name: str, part: str | Sewn) -> Region:
        """What of a part is not as it was shown; empty if all of it is."""
        before = self.prints.get(name, ())
        if isinstance(part, str):
            self.prints[name] = (hash(part),)
            return part if self.prints[name] != before else ""
        if len(before) != part.number:
            self.prints[name] = tuple([hash(part.pieces[place]) for place in range(part.number)])
            return str(part)
        fresh = {place: html for place, html in part.pieces.items() if hash(html) != before[place]}
        if not fresh:
            return ""
        self.prints[name] = tuple([hash(fresh[at]) if at in fresh else old for at, old in enumerate(before)])
        return str(part) if self.whole or len(fresh) == part.number else fresh


def who_plays(view: dict[str, Any], family: GameHtml) -> tuple[Any, ...]:
    """What the region of the players is made of."""
    return view["players"], view["to_act"], family.of_all_players(view)


# What all messages have


def about(scene: Scene, words: Words) -> Frame:
    """Version, for whom, and what stands outside the regions."""
    clock = scene.clock
    return {
        "v": scene.version,
        "for": mark(scene.table, scene.viewer, words.language),
        "title": title(scene, words),
        "turn": my_turn(scene),
        "clock": clock and {"kind": clock.kind, "seat": clock.seat, "left": clock.left, "whole": clock.whole},
        "phase": scene.phase,
    }


def mark(table: str, viewer: Viewer, language: str) -> str:
    """For whose eyes a message is made: a page refuses those of others."""
    eyes = f"{table}\n{viewer.seat}\n{viewer.seats if viewer.hot else ''}\n{language}\n{'open' if viewer.open else ''}"
    return hashlib.sha256(eyes.encode()).hexdigest()[:12]


def my_turn(scene: Scene) -> bool:
    """Whether this device is asked."""
    seat = questions.turn_of(scene)
    return seat is not None and scene.seats[seat - 1].mine and questions.is_driven(scene, seat)


def title(scene: Scene, words: Words) -> str:
    """The page's title: whose move it is, and nothing that is not public."""
    game, seat = words(f"game.{scene.settings.game}"), questions.turn_of(scene)
    if seat is None:
        return game
    if not my_turn(scene):
        key = "turn"
    else:
        key = "pass" if scene.viewer.hot else "mine"
    return words(f"board.title.{key}", game=game, player=names_of(scene, words)[seat - 1])


def sound(change: SceneChange) -> str:
    """What is heard: the loudest of what happened, or that one's own turn has come."""
    sounds = html_of(change.after.settings.game).SOUNDS
    sounds_made = {sounds[step.event.name] for step in change.steps if step.event.name in sounds}
    if my_turn(change.after) and not (change.before and my_turn(change.before)):
        sounds_made.add("turn")
    return next((name for name in LOUDEST if name in sounds_made), "")


# Regions


def regions_of(scene: Scene, words: Words) -> dict[str, str]:
    """Every region of a scene; rendered once for as long as the same scene is asked for."""
    return RENDERED.of((scene,), words.language, lambda: all_regions(scene, words))


def all_regions(scene: Scene, words: Words) -> dict[str, str]:
    played = {"players": "", "board": ""}
    if scene.view is not None:
        family = html_of(scene.settings.game)
        played = {name: str(part) for name, part in family.board_parts(scene, scene.view, scene.things, words).items()}
        played["players"] = str(family.players(scene, scene.view, words))
    return {**played, **around(scene, words), **lobby_regions(scene, words)}


def around(scene: Scene, words: Words) -> dict[str, str]:
    """What stands around the board and may be new at every move."""
    family = html_of(scene.settings.game)
    return {
        "head": str(family.head(scene, words)),
        "since": str(game_log.digest(scene, words)),
        "prompt": str(family.prompt(scene, words)),
        "hand": str(family.hand(scene, words)),
        "result": str(regions.result(scene, words)) if scene.phase in ("over", "aborted") else "",
        **({"lesson": lesson.region(scene, words)} if scene.origin.startswith(lesson.ORIGIN) else {}),
    }


def changed_regions(scene: Scene, page: Page, words: Words) -> Regions:
    """The regions of a scene that are not as they were before the steps that lead to it, nor as the steps left them: a
    page that does not show the steps takes what each of them did to a region, one after the other."""
    if page.before is None or page.before.view is None or scene.view is None:
        prints_of(scene, words)
        return with_board(regions_of(scene, words), scene, words)
    changes = page.go_on(scene, scene.view, scene.things, words)
    beside = around(scene, words)
    if lobby_values(page.before) != lobby_values(scene):
        beside |= lobby_regions(scene, words)
    prints = {name: (hash(html),) for name, html in beside.items()}
    scene.prints[words.language] = page.first | page.prints | prints
    return changes | {name: html for name, html in beside.items() if page.first.get(name) != prints[name]}


def prints_of(scene: Scene, words: Words) -> Prints:
    """Numbers for every region of a scene, one for each of its pieces, which differ where the pieces do. The scene
    keeps them: thousands look at a server's tables at once, and what all of them see would be too much to keep."""
    if words.language not in scene.prints:
        scene.prints[words.language] = {
            name: tuple([hash(piece) for piece in html.split(SEAM)]) for name, html in regions_of(scene, words).items()
        }
    return scene.prints[words.language]


AROUND = ("head", "since", "prompt", "hand", "seats", "result", "controls", "lesson")
"""Regions that no step shows: all but the players, the board and its parts."""


def with_board(drawn: Mapping[str, Region], scene: Scene, words: Words) -> Regions:
    """Regions with the whole board before its parts, for a page that has none yet."""
    parts = {name: str(html) for name, html in drawn.items() if name not in AROUND and name != "players"}
    if "board" in parts or not parts:
        return {**drawn}
    return {"board": str(html_of(scene.settings.game).whole_board(parts, words)), **drawn}


def lobby_regions(scene: Scene, words: Words) -> dict[str, str]:
    """Lobby and controls, which know nothing of the game."""
    return {"seats": str(regions.seats(scene, words)), "controls": str(regions.controls(scene, words))}


def lobby_values(scene: Scene) -> tuple[Any, ...]:
    """All of a scene that lobby and controls are made of."""
    return (
        scene.table,
        scene.phase,
        scene.settings,
        scene.viewer,
        scene.seats,
        scene.commitment,
        scene.can_take_back,
        scene.taker,
        scene.why,
        scene.next_table,
    )
